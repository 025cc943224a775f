import { useEffect, useMemo, useState } from 'react';
import type { StreamInfo } from '#domain/ports';
import { useServices } from '../../platform/services.ts';
import type { ChangeSource } from './change-source.ts';
import { actionFeed, type ActionSource } from './actions.ts';
import { changeReader, type Change, type ChangeReader } from './change-reader.ts';

/** How many changes are looked at: for the timeline, and for a filter that leaves few of them. */
const LOOK_AT_MOST = 2_000;
const READ_AT_ONCE = 200;

interface Wanted {
  /** Picks the changes that are wanted, in the order in which they come; must stay the same while the filter does. */
  readonly find: (changes: readonly Change[]) => readonly Change[];
  /** How many changes that match. */
  readonly count: number;
  /** RFC 3339; what is older is not looked for. */
  readonly since: string;
  /** How often it was asked to look further back. */
  readonly looks: number;
}

export interface ShownChanges {
  /** That match, as many as are wanted. */
  readonly shown: readonly Change[];
  /** Every change that matches, as far as was read. */
  readonly matching: readonly Change[];
  /** Every change that was read. */
  readonly read: readonly Change[];
  readonly isReading: boolean;
  /** There may be older ones. */
  readonly hasMore: boolean;
  readonly unread: readonly string[];
}

interface Progress {
  readonly reader: ChangeReader;
  readonly changes: readonly Change[];
  readonly isDone: boolean;
  readonly unread: readonly string[];
  readonly key: object;
}

const NONE: readonly never[] = [];

/** Reads logs and actions back: first until enough changes match, then as far as the timeline shows, and no further. */
export function useChanges(
  source: ChangeSource,
  { streams, actions }: { readonly streams: readonly StreamInfo[]; readonly actions: readonly ActionSource[] },
  { find, count, since, looks }: Wanted,
): ShownChanges {
  const { clock } = useServices();
  const reader = useMemo(
    () => changeReader(source, streams, actions.map(actionFeed), () => clock.now()),
    [source, streams, actions, clock],
  );
  const key = useMemo(() => ({ reader, find, count, since, looks }), [reader, find, count, since, looks]);
  const [progress, setProgress] = useState<Progress | null>(null);
  useEffect(() => {
    const visit = { isGone: false };
    const show = () => {
      if (visit.isGone) return;
      setProgress({ reader, changes: reader.changes, isDone: reader.isDone, unread: [...reader.unread], key });
    };
    const read = async () => {
      const limit = LOOK_AT_MOST * (looks + 1);
      let isShown = false;
      while (!visit.isGone && !reader.isDone && reader.changes.length < limit) {
        const before = reader.changes.length;
        await reader.extend(READ_AT_ONCE, since);
        if (reader.changes.length === before) break;
        if (isShown || find(reader.changes).length <= count) continue;
        isShown = true;
        show();
      }
      show();
    };
    void read();
    return () => {
      visit.isGone = true;
    };
  }, [reader, find, count, since, looks, key]);
  // What another reader has read is of other documents, or of older logs.
  const now = progress?.reader === reader ? progress : null;
  const read = now?.changes ?? NONE;
  const matching = useMemo(() => find(read.filter(({ time }) => time >= since)), [read, find, since]);
  const shown = useMemo(() => matching.slice(0, count), [matching, count]);
  const last = read.at(-1);
  return {
    shown,
    matching,
    read,
    isReading: progress?.key !== key,
    hasMore:
      matching.length > count ||
      (now?.isDone !== true && last !== undefined && last.time >= since && read.length >= LOOK_AT_MOST * (looks + 1)),
    unread: now?.unread ?? NONE,
  };
}
