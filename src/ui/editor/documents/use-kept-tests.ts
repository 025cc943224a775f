import { useSyncExternalStore } from 'react';
import { useOpenEditor } from '../fields/editor-context.tsx';
import type { KeptTests } from '../../platform/kept-tests.ts';

/** The tests of the open document, as they are now. */
export function useKeptTests(): KeptTests {
  const { tests } = useOpenEditor();
  return useSyncExternalStore(tests.subscribe, tests.getSnapshot);
}
