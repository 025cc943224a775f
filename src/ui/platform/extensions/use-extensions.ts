import { useSyncExternalStore } from 'react';
import { useServices } from '../services.ts';
import type { Extensions } from '../extensions.ts';

/** What others have added; renders again when something is. */
export function useExtensions(): Extensions {
  const { extensions } = useServices();
  return useSyncExternalStore(extensions.subscribe, extensions.getSnapshot);
}
