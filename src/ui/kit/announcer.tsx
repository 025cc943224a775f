import { useSyncExternalStore } from 'react';
import { observable } from './observable.ts';
import hidden from './visually-hidden.module.css';

interface Announcement {
  readonly text: string;
  /** Differs each time, so that the same text is announced again. */
  readonly turn: number;
}

const latest = observable<Announcement>({ text: '', turn: 0 });

/** Announces a text to screen readers without showing it: "Undone: Rename host.ip". */
export function announce(text: string): void {
  latest.set({ text, turn: latest.getSnapshot().turn + 1 });
}

/** The live region that screen readers observe; once, in the shell. */
export function Announcer() {
  const { text, turn } = useSyncExternalStore(latest.subscribe, latest.getSnapshot);
  return (
    <div role="status" aria-live="polite" className={hidden['text']}>
      <span key={turn}>{text}</span>
    </div>
  );
}
