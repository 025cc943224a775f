import { useEffect, useState } from 'react';
import { draftStream } from '#domain/commands';
import type { SealedRecord } from '#domain/events';
import { isObject, parseJson } from '#domain/json';
import type { EventStore } from '#domain/ports';

/** The activity of a draft, read from the newest record of its log only. */
export interface DraftActivity {
  /** Number of events after the one that created the draft. */
  readonly changes: number;
  readonly changedAt: string;
  /** The last change, in words. */
  readonly summary: string;
}

function activityOf(record: SealedRecord, version: number): DraftActivity | null {
  const event = parseJson(record.text);
  if (!isObject(event) || typeof event['at'] !== 'string') return null;
  return {
    changes: version - 1,
    changedAt: event['at'],
    summary: typeof event['summary'] === 'string' ? event['summary'] : '',
  };
}

/** Follows the logs of drafts by their newest records; a draft is absent until its newest record has been read. */
export function useDraftActivity(store: EventStore): ReadonlyMap<string, DraftActivity> {
  const [activity, setActivity] = useState<ReadonlyMap<string, DraftActivity>>(new Map());
  useEffect(() => {
    let isGone = false;
    const look = async (stream: string, version: number) => {
      const [newest] = await store.read(stream, version - 1);
      const found = newest === undefined ? null : activityOf(newest, version);
      if (found === null || isGone) return;
      setActivity((before) => new Map(before).set(stream, found));
    };
    // A log that can't be read leaves its cells empty here; opening the draft shows the reason.
    const lookQuietly = (stream: string, version: number) => void look(stream, version).catch(() => undefined);
    const isDraft = (stream: string) => stream.startsWith(draftStream(''));
    const unsubscribe = store.subscribe(({ stream, version }) => {
      if (isDraft(stream)) lookQuietly(stream, version);
    });
    store.streams().then(
      (streams) => {
        for (const { stream, version } of streams) if (isDraft(stream)) lookQuietly(stream, version);
      },
      () => undefined,
    );
    return () => {
      isGone = true;
      unsubscribe();
    };
  }, [store]);
  return activity;
}
