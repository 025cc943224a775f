import { useEffect, useMemo, useState } from 'react';
import type { StreamInfo } from '#domain/ports';
import { useServices } from '../../platform/services.ts';
import type { ChangeSource } from '../../platform/change-source.ts';
import { actionFeed, type ActionSource } from './actions.ts';
import { changeReader, type Change, type ChangeReader } from './change-reader.ts';

/** Maximum number of changes that are examined: for the timeline, and for a filter that few of them match. */
const LOOK_AT_MOST = 2_000;
const READ_AT_ONCE = 200;

interface Wanted {
  /** Picks the wanted changes, in the given order; must be the same function while the filter is the same. */
  readonly find: (changes: readonly Change[]) => readonly Change[];
  /** How many matching changes are wanted. */
  readonly count: number;
  /** RFC 3339; older changes are not read. */
  readonly since: string;
  /** How often older changes were requested. */
  readonly looks: number;
}

export interface ShownChanges {
  /** The matching changes, as many as are wanted. */
  readonly shown: readonly Change[];
  /** Every matching change among those read. */
  readonly matching: readonly Change[];
  /** Every change that was read. */
  readonly read: readonly Change[];
  readonly isReading: boolean;
  /** There may be older changes. */
  readonly hasMore: boolean;
  readonly unread: readonly string[];
  /** Reads everything anew, where a log could not be read. */
  readonly retry: () => void;
}

interface Progress {
  readonly reader: ChangeReader;
  readonly changes: readonly Change[];
  readonly isDone: boolean;
  readonly unread: readonly string[];
  readonly key: object;
}

const NONE: readonly never[] = [];

/**
 * Reads logs and actions backwards: first until enough changes match, then as far as the timeline shows, and no
 * further.
 */
export function useChanges(
  source: ChangeSource,
  { streams, actions }: { readonly streams: readonly StreamInfo[]; readonly actions: readonly ActionSource[] },
  { find, count, since, looks }: Wanted,
): ShownChanges {
  const { clock } = useServices();
  const [attempt, setAttempt] = useState(0);
  const { reader } = useMemo(
    () => ({ attempt, reader: changeReader(source, streams, actions.map(actionFeed), () => clock.now()) }),
    [source, streams, actions, clock, attempt],
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
  // The progress of another reader is about other documents, or about older logs.
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
    retry: () => setAttempt(attempt + 1),
  };
}
