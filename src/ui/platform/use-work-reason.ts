import { useSyncExternalStore } from 'react';
import { workReasons, type AnswerReason } from './work-reason.ts';

/** What this person is working on; empty where it was not said. */
export function useWorkReason(): string {
  return useSyncExternalStore(workReasons.current.subscribe, workReasons.current.getSnapshot);
}

/** How to answer where a change waits for its reason, else null. */
export function useAskedReason(): AnswerReason | null {
  return useSyncExternalStore(workReasons.asked.subscribe, workReasons.asked.getSnapshot)?.answer ?? null;
}
