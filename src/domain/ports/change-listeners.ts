import type { StreamChange } from './event-store.ts';

type Listener = (change: StreamChange) => void;

/** Those who want to hear of appends. */
export interface ChangeListeners {
  /** Returns the way out; a listener that is added twice hears twice. */
  add(listener: Listener): () => void;
  tell(change: StreamChange): void;
  clear(): void;
}

/** `queue` runs a task after this one: `queueMicrotask`, which the platform has. */
export function changeListeners(queue: (task: () => void) => void): ChangeListeners {
  const members = new Set<{ readonly listener: Listener }>();
  return {
    add(listener) {
      const member = { listener };
      members.add(member);
      return () => void members.delete(member);
    },
    tell(change) {
      for (const member of members) {
        // On its own, so that a listener that throws is heard of, and neither the append nor another listener is
        // harmed.
        queue(() => {
          if (members.has(member)) member.listener(change);
        });
      }
    },
    clear: () => members.clear(),
  };
}
