import { useSyncExternalStore } from 'react';
import { devicePreference } from './device-preferences.ts';

const blame = devicePreference<'shown' | 'hidden'>(
  'mapledger.blame',
  (text) => (text === 'shown' ? 'shown' : 'hidden'),
  (value) => (value === 'hidden' ? null : value),
);

/** Whether each row of a tree says who changed its field last. Changes every tree at once, and is remembered on this device. */
export function setTreeBlame(isShown: boolean): void {
  blame.set(isShown ? 'shown' : 'hidden');
}

export function useTreeBlame(): boolean {
  return useSyncExternalStore(blame.subscribe, blame.getSnapshot) === 'shown';
}
