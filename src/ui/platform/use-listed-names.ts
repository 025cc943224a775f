import { useSyncExternalStore } from 'react';
import { MAX_LISTED_LENGTH, MAX_LISTED_NAMES } from '#domain/wire';
import { listedNamesOf } from './listed-names.ts';

/** Narrows the lists of a cluster on this device; an empty text lists all. The lists have to be read again. */
export function setListedNames(clusterId: string | null, names: string): void {
  listedNamesOf(clusterId).set(names);
}

export function useListedNames(clusterId: string | null): string {
  const { subscribe, getSnapshot } = listedNamesOf(clusterId);
  return useSyncExternalStore(subscribe, getSnapshot);
}

/** Narrows one call to exact names, unless there are more of them than a call takes. */
export function onlyNames(names: readonly string[]): { readonly only?: string } {
  const only = names.join(',');
  return names.length > MAX_LISTED_NAMES || only.length > MAX_LISTED_LENGTH ? {} : { only };
}
