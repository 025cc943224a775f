import { useEffect, useMemo, useState } from 'react';
import type { EventStore, StreamInfo } from '#domain/ports';
import { changeReader, type Change, type ChangeReader } from './change-reader.ts';

/** How many changes are looked at for one request that a filter leaves too few of. */
const LOOK_AT_MOST = 2_000;
const READ_AT_ONCE = 200;

interface Wanted {
  readonly matches: (change: Change) => boolean;
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

/** Reads logs back until enough changes match, and no further. `matches` must stay the same while the filter does. */
export function useChanges(
  store: EventStore,
  streams: readonly StreamInfo[],
  { matches, count, since, looks }: Wanted,
): ShownChanges {
  const reader = useMemo(() => changeReader(store, streams), [store, streams]);
  const key = useMemo(() => ({ reader, matches, count, since, looks }), [reader, matches, count, since, looks]);
  const [progress, setProgress] = useState<Progress | null>(null);
  useEffect(() => {
    let isGone = false;
    const isEnough = () => reader.isDone || reader.changes.filter(matches).length > count;
    const read = async () => {
      const limit = LOOK_AT_MOST * (looks + 1);
      while (!isGone && !isEnough() && reader.changes.length < limit) {
        const before = reader.changes.length;
        await reader.extend(READ_AT_ONCE, since);
        if (reader.changes.length === before) break;
      }
      if (!isGone)
        setProgress({ reader, changes: reader.changes, isDone: reader.isDone, unread: [...reader.unread], key });
    };
    void read();
    return () => {
      isGone = true;
    };
  }, [reader, matches, count, since, looks, key]);
  // What another reader has read is of other documents, or of older logs.
  const now = progress?.reader === reader ? progress : null;
  const read = now?.changes ?? NONE;
  const matching = useMemo(
    () => read.filter((change) => change.at >= since && matches(change)),
    [read, matches, since],
  );
  const shown = useMemo(() => matching.slice(0, count), [matching, count]);
  const last = read.at(-1);
  return {
    shown,
    read,
    isReading: progress?.key !== key,
    hasMore:
      matching.length > count ||
      (now?.isDone !== true && last !== undefined && last.at >= since && read.length >= LOOK_AT_MOST * (looks + 1)),
    unread: now?.unread ?? NONE,
  };
}
