import { useSyncExternalStore } from 'react';
import { observable } from '../kit/observable.ts';
import { keepPreference, keptPreference } from './device-preferences.ts';

/** How much room a row of a tree of fields takes: two lines, or one with the parameters in a column. */
export type TreeDensity = 'comfortable' | 'compact';

const KEY = 'mapledger.density';
/** Null until it was read from the device. */
const current = observable<TreeDensity | null>(null);

function treeDensity(): TreeDensity {
  const known = current.getSnapshot();
  if (known !== null) return known;
  const read = keptPreference(KEY) === 'compact' ? 'compact' : 'comfortable';
  current.set(read);
  return read;
}

/** Changes every tree at once, and is remembered on this device. */
export function setTreeDensity(density: TreeDensity): void {
  keepPreference(KEY, density === 'comfortable' ? null : density);
  current.set(density);
}

export function useTreeDensity(): TreeDensity {
  return useSyncExternalStore(current.subscribe, treeDensity);
}
