import { useSyncExternalStore } from 'react';
import { observable } from './observable.ts';
import hidden from './visually-hidden.module.css';

interface Announcement {
  readonly text: string;
  /** Differs each time, so that the same words twice are said twice. */
  readonly turn: number;
}

const latest = observable<Announcement>({ text: '', turn: 0 });

/** Says something to screen readers, without showing it: "Undone: Rename host.ip". */
export function announce(text: string): void {
  latest.set({ text, turn: latest.getSnapshot().turn + 1 });
}

/** What screen readers listen to; once, in the shell. */
export function Announcer() {
  const { text, turn } = useSyncExternalStore(latest.subscribe, latest.getSnapshot);
  return (
    <div role="status" aria-live="polite" className={hidden['text']}>
      <span key={turn}>{text}</span>
    </div>
  );
}
