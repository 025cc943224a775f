import { useSyncExternalStore } from 'react';
import type { Distribution } from '#domain/catalogue';
import { formatJson, isObject, parseJson } from '#domain/json';
import { DISTRIBUTION_IDS } from './target-engines.ts';
import { devicePreference } from './device-preferences.ts';

/** Where the documentation of each engine is read; the engine's public one where nothing is said. */
export type DocsAddresses = Readonly<Partial<Record<Distribution, string>>>;

/** From when it is set on links lead there. */
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

/** Reads what is kept; what does not fit is left out: it may be from another version, or somebody else's. */
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
