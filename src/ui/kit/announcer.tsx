import { useSyncExternalStore } from 'react';
import hidden from './visually-hidden.module.css';

interface Announcement {
  readonly text: string;
  /** Differs each time, so that the same words twice are said twice. */
  readonly turn: number;
}

let current: Announcement = { text: '', turn: 0 };
const listeners = new Set<() => void>();

/** Says something to screen readers, without showing it: "Undone: Rename host.ip". */
export function announce(text: string): void {
  current = { text, turn: current.turn + 1 };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What screen readers listen to; once, in the shell. */
export function Announcer() {
  const { text, turn } = useSyncExternalStore(subscribe, () => current);
  return (
    <div role="status" aria-live="polite" className={hidden['text']}>
      <span key={turn}>{text}</span>
    </div>
  );
}
