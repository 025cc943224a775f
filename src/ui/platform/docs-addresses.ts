import { useSyncExternalStore } from 'react';
import type { Distribution } from '#domain/catalogue';
import { formatJson, isObject, parseJson } from '#domain/json';
import { DISTRIBUTION_IDS } from './target-engines.ts';
import { devicePreference } from './device-preferences.ts';

/** The address of each engine's documentation; the public one where absent. */
export type DocsAddresses = Readonly<Partial<Record<Distribution, string>>>;

/** Links use it as soon as it is set. */
export const docsAddresses = devicePreference('mapledger.docs', readDocsAddresses, (addresses: DocsAddresses) =>
  Object.keys(addresses).length === 0 ? null : formatJson(addresses),
);

/** What is wrong with an address that was entered, or null. An empty one means the public documentation. */
export function docsAddressFault(text: string): string | null {
  if (text === '') return null;
  const filled = text.replaceAll('{version}', '1.0');
  if (/[{}]/.test(filled)) return 'The only placeholder is {version}. Remove the other braces.';
  if (!/^https?:\/\//i.test(filled) || !URL.canParse(filled))
    return 'Enter a URL that starts with http:// or https://, such as https://docs.example.org/{version}/.';
  return /[?#]/.test(filled) ? 'The page name is appended to the URL. Remove everything from “?” or “#”.' : null;
}

/** Reads the stored addresses without invalid ones, which may be from another version, or not ours. */
export function readDocsAddresses(text: string | null): DocsAddresses {
  const kept = keptObject(text);
  const entries = DISTRIBUTION_IDS.flatMap((distribution) => {
    const address = Object.hasOwn(kept, distribution) ? kept[distribution] : undefined;
    return typeof address === 'string' && address !== '' && docsAddressFault(address) === null
      ? [[distribution, address] as const]
      : [];
  });
  return Object.fromEntries(entries);
}

function keptObject(text: string | null) {
  try {
    const value = parseJson(text ?? 'null');
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

export function useDocsAddresses(): DocsAddresses {
  return useSyncExternalStore(docsAddresses.subscribe, docsAddresses.getSnapshot);
}
