import { useSyncExternalStore } from 'react';
import { devicePreference } from './device-preferences.ts';

/** How much room a row of a tree of fields takes: two lines, or one with the parameters in a column. */
export type TreeDensity = 'comfortable' | 'compact';

const density = devicePreference<TreeDensity>(
  'mapledger.density',
  (text) => (text === 'compact' ? 'compact' : 'comfortable'),
  (value) => (value === 'comfortable' ? null : value),
);

/** Changes every tree at once, and is remembered on this device. */
export function setTreeDensity(value: TreeDensity): void {
  density.set(value);
}

export function useTreeDensity(): TreeDensity {
  return useSyncExternalStore(density.subscribe, density.getSnapshot);
}
