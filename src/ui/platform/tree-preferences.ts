import { useSyncExternalStore } from 'react';
import { devicePreference } from './device-preferences.ts';

/** How much room a row of a tree of fields takes: two lines, or one with the parameters in a column. */
export type TreeDensity = 'comfortable' | 'compact';

const density = devicePreference<TreeDensity>(
  'mapledger.density',
  (text) => (text === 'compact' ? 'compact' : 'comfortable'),
  (value) => (value === 'comfortable' ? null : value),
);

/** Changes every tree at once, and is stored on this device. */
export function setTreeDensity(value: TreeDensity): void {
  density.set(value);
}

export function useTreeDensity(): TreeDensity {
  return useSyncExternalStore(density.subscribe, density.getSnapshot);
}

const blame = devicePreference<'shown' | 'hidden'>(
  'mapledger.blame',
  (text) => (text === 'shown' ? 'shown' : 'hidden'),
  (value) => (value === 'hidden' ? null : value),
);

/**
 * Whether each row of a tree shows who last changed its field. Changes every tree at once, and is stored on this
 * device.
 */
export function setTreeBlame(isShown: boolean): void {
  blame.set(isShown ? 'shown' : 'hidden');
}

export function useTreeBlame(): boolean {
  return useSyncExternalStore(blame.subscribe, blame.getSnapshot) === 'shown';
}
