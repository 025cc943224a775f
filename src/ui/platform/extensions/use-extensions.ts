import { useSyncExternalStore } from 'react';
import type { ExtensionFault } from '../extension-guard.ts';
import type { Extensions } from '../extensions.ts';
import { useCore } from '../services.ts';

/** The extensions that work; renders again when one is added or fails. */
export function useExtensions(): Extensions {
  const { extensions } = useCore();
  return useSyncExternalStore(extensions.subscribe, extensions.getSnapshot);
}

/** Extensions that failed, and a function that tries them again. */
export function useExtensionFaults(): { readonly faults: readonly ExtensionFault[]; readonly retry: () => void } {
  const { extensions } = useCore();
  const faults = useSyncExternalStore(extensions.subscribe, extensions.getFaults);
  return { faults, retry: extensions.retry };
}
