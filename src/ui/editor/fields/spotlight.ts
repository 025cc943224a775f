import type { Editor } from '../../../machines/editor.ts';
import type { Pointer } from '#domain/json';
import { observable, type Observable } from '../../kit/observable.ts';
import type { Timer } from '../../platform/timer.ts';

/** How long a row is lit, in ms: long enough to be found after reading the toast. */
const LIT_MS = 2_500;

const NOTHING_LIT: ReadonlySet<Pointer> = new Set();

/** The rows that have just been changed, lit for a moment wherever they are shown. */
export interface Spotlight extends Observable<ReadonlySet<Pointer>> {
  /** Lights these rows in place of others; the first of them that is shown somewhere is brought into view. */
  show(rows: readonly Pointer[]): void;
  /**
   * Returns the row that the caller has to bring into view, and returns it only once. Null where the caller shows none
   * of the rows.
   */
  takeTarget(isShown: (row: Pointer) => boolean): Pointer | null;
  close(): void;
}

/** A spotlight over the rows of an editor. It follows moved rows, and drops removed ones. */
export function openSpotlight(editor: Editor, timer: Timer): Spotlight {
  const lit = observable(NOTHING_LIT);
  /** Whether no row has been brought into view yet. */
  let isAwaited = false;
  let stopTimer: () => void = () => undefined;
  const putOut = () => {
    stopTimer();
    isAwaited = false;
    lit.set(NOTHING_LIT);
  };
  const stopFollowing = editor.document.onEvents((_events, _isOwn, follow) => {
    const before = lit.getSnapshot();
    if (before.size === 0) return;
    lit.set(new Set([...before].flatMap((row) => follow(row) ?? [])));
  });
  return {
    getSnapshot: lit.getSnapshot,
    subscribe: lit.subscribe,
    show(rows) {
      putOut();
      if (rows.length === 0) return;
      isAwaited = true;
      lit.set(new Set(rows));
      stopTimer = timer.every(LIT_MS, putOut);
    },
    takeTarget(isShown) {
      const target = isAwaited ? [...lit.getSnapshot()].find(isShown) : undefined;
      if (target === undefined) return null;
      isAwaited = false;
      return target;
    },
    close() {
      stopFollowing();
      putOut();
    },
  };
}
