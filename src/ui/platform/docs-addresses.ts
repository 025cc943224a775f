import { useSyncExternalStore } from 'react';
import type { Distribution } from '#domain/catalogue';
import { formatJson, isObject, parseJson } from '#domain/json';
import { DISTRIBUTION_IDS } from './target-engines.ts';
import { keepPreference, keptPreference } from './device-preferences.ts';

/** Where the documentation of each engine is read; the engine's public one where nothing is said. */
export type DocsAddresses = Readonly<Partial<Record<Distribution, string>>>;

const KEY = 'mapledger.docs';
const listeners = new Set<() => void>();
let current: DocsAddresses | null = null;

/** What is wrong with an address that was entered, or null. An empty one means the public documentation. */
export function docsAddressFault(text: string): string | null {
  if (text === '') return null;
  const filled = text.replaceAll('{version}', '1.0');
  if (/[{}]/.test(filled)) return 'The only placeholder is {version}. Take out the other braces.';
  if (!/^https?:\/\//i.test(filled) || !URL.canParse(filled))
    return 'Enter an address that begins with http:// or https://, such as https://docs.example.org/{version}/.';
  return /[?#]/.test(filled) ? 'The name of a page is put at the end. Leave out what follows “?” or “#”.' : null;
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

export function docsAddresses(): DocsAddresses {
  current ??= readDocsAddresses(keptPreference(KEY));
  return current;
}

/** From now on links lead there. Whether the device keeps it longer than the page is open. */
export function setDocsAddresses(addresses: DocsAddresses): boolean {
  current = addresses;
  const isKept = keepPreference(KEY, Object.keys(addresses).length === 0 ? null : formatJson(addresses));
  for (const listener of listeners) listener();
  return isKept;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useDocsAddresses(): DocsAddresses {
  return useSyncExternalStore(subscribe, docsAddresses);
}
