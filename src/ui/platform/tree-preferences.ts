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

/** What the rows of a tree say of their fields beside the mapping. */
export type RowNotes = 'none' | 'changes' | 'costs';

const notes = devicePreference<RowNotes>(
  'mapledger.rows',
  (text) => (text === 'changes' || text === 'costs' ? text : 'none'),
  (value) => (value === 'none' ? null : value),
);

/** Changes every tree at once, and is stored on this device. */
export function setRowNotes(value: RowNotes): void {
  notes.set(value);
}

export function useRowNotes(): RowNotes {
  return useSyncExternalStore(notes.subscribe, notes.getSnapshot);
}
