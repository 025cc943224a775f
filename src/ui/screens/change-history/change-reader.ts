import {
  ERASED_NAME,
  type Author,
  isTimeUnknown,
  timeOf,
  type DocumentEvent,
  type EventTimes,
  type SealedRecord,
} from '#domain/events';
import { authorOfEvent, isBeforeRecord } from '#domain/history';
import { isObject, isPointer, member, parseJson, type JsonObject, type JsonValue, type Patch } from '#domain/json';
import type { StreamInfo } from '#domain/ports';
import type { RouteAnswer } from '#domain/wire';
import type { ChangeSource, Names } from './change-source.ts';

/** A call to a cluster, as the server lists it. */
export type ListedAction = RouteAnswer<'actions.list'>['actions'][number];

/** One change of one document, as its log says it, or one call to a cluster. */
export interface Change
  extends
    Pick<DocumentEvent, 'id' | 'author' | 'importedBy' | 'type' | 'summary' | 'reason' | 'undoes' | 'patch'>,
    EventTimes {
  readonly stream: string;
  readonly version: number;
  /**
   * By which it is put in order, filtered and counted: {@link timeOf} it; where that is not known, the time of the change before or after it in its log, and
   * empty where there is none.
   */
  readonly time: string;
  /** It only notes what was there before anybody's first recorded change. */
  readonly isBeforeRecord?: true;
  /** The call to a cluster that it is; its patch is empty then. */
  readonly action?: ListedAction;
}

/** Changes from one place, newest first. */
export interface ChangeFeed {
  /** What it is called where it can't be read. */
  readonly id: string;
  /** Reads until the newest of the rest is known, or that there is none. */
  fill(): Promise<void>;
  /** Of those that were not taken; undefined where there is none. */
  newest(): Change | undefined;
  take(): void;
}

/** The changes of several feeds as one, newest first. */
export interface ChangeReader {
  /** As far back as it was asked for; ever the same array until more are read. */
  readonly changes: readonly Change[];
  /** There is nothing older. */
  readonly isDone: boolean;
  /** Ids of feeds that can't be read, as far as that is known. */
  readonly unread: ReadonlySet<string>;
  /** Reads on, `count` changes further back or until all are older than `since`. Cost: what is read, and the end of each log once. */
  extend(count: number, since?: string): Promise<void>;
}

/** How many records of a log are read first; each time after that twice as many, as a log is only read from a version to its end. */
const FIRST_READ = 16;

/**
 * Merges logs and other feeds by the times of their changes. Each feed's own order is kept, also where a clock went back. `now` tells clocks that were ahead.
 */
export function changeReader(
  source: Pick<ChangeSource, 'read' | 'names'>,
  streams: readonly StreamInfo[],
  others: readonly ChangeFeed[] = [],
  now: () => string = () => '',
): ChangeReader {
  const logs = streams.filter(({ version }) => version > 0).map((stream) => logFeed(source, stream, now));
  const feeds = new Set([...logs, ...others]);
  const unread = new Set<string>();
  let changes: readonly Change[] = [];
  let isDone = feeds.size === 0;
  let running = Promise.resolve();

  async function fill(feed: ChangeFeed): Promise<void> {
    try {
      await feed.fill();
    } catch {
      unread.add(feed.id);
      feeds.delete(feed);
    }
  }

  async function extend(count: number, since = ''): Promise<void> {
    const found: Change[] = [];
    await Promise.all([...feeds].map(fill));
    while (found.length < count) {
      const newest = newestOf(feeds);
      if (newest === undefined) {
        isDone = true;
        break;
      }
      if (newest.change.time < since) break;
      newest.feed.take();
      found.push(newest.change);
      await fill(newest.feed);
    }
    if (found.length > 0) changes = [...changes, ...found];
  }

  return {
    get changes() {
      return changes;
    },
    get isDone() {
      return isDone;
    },
    unread,
    extend(count, since) {
      running = running.then(() => extend(count, since));
      return running;
    },
  };
}

function newestOf(feeds: Iterable<ChangeFeed>): { readonly feed: ChangeFeed; readonly change: Change } | undefined {
  let newest: { readonly feed: ChangeFeed; readonly change: Change } | undefined;
  for (const feed of feeds) {
    const change = feed.newest();
    if (change !== undefined && (newest === undefined || change.time > newest.change.time)) newest = { feed, change };
  }
  return newest;
}

/** The changes of a log, read from its end. */
function logFeed(
  source: Pick<ChangeSource, 'read' | 'names'>,
  { stream, version }: StreamInfo,
  now: () => string,
): ChangeFeed {
  /** Read and not yet taken, oldest first. */
  let waiting: Change[] = [];
  /** Of the oldest record that was read; 1 when all were. */
  let from = version + 1;
  let size = FIRST_READ;
  /** Of the oldest change that was read. */
  let timeAfter = '';
  return {
    id: stream,
    async fill() {
      // Where none of them can be read, what is older may be.
      while (waiting.length === 0 && from > 1) {
        const after = Math.max(0, from - 1 - size);
        const records = await source.read(stream, after, from - 1 - after);
        const read = records.flatMap((record, at) => changeOf(record, stream, after + at + 1, source.names) ?? []);
        waiting = withKnownTimes(read, timeAfter, now());
        timeAfter = waiting[0]?.time ?? timeAfter;
        from = after + 1;
        size *= 2;
      }
    },
    newest: () => waiting.at(-1),
    take: () => void waiting.pop(),
  };
}

/** Changes of a log, oldest first, where those of which no time is known have that of the one before them, else of the one after them. */
function withKnownTimes(changes: readonly Change[], timeAfter: string, now: string): Change[] {
  const isKnown = (change: Change) => !isTimeUnknown(change, now);
  let time = changes.find(isKnown)?.time ?? timeAfter;
  return changes.map((change) => {
    if (!isKnown(change)) return { ...change, time };
    ({ time } = change);
    return change;
  });
}

/** What a record says of its event; null where it can't be read. */
function changeOf({ text }: SealedRecord, stream: string, version: number, names: Names): Change | null {
  const event = parsed(text);
  const author = member(event, 'author');
  const [id, claimedAt, recordedAt, type = '', summary = '', reason, undoes, importedBy] = (
    ['id', 'at', 'recordedAt', 'type', 'summary', 'reason', 'undoes', 'importedBy'] as const
  ).map((name) => textOf(event, name));
  const at = claimedAt ?? recordedAt;
  if (id === undefined || at === undefined) return null;
  const times = { at, ...(recordedAt !== undefined && { recordedAt }) };
  const place = { stream, version };
  const rules = member(event, 'rules');
  const given = isObject(author) ? author : {};
  const authored = {
    type,
    ...(typeof rules === 'number' && { rules }),
    author: {
      id: textOf(given, 'id') ?? '',
      verified: member(given, 'verified') === true,
      ...nameOf(given, names),
    },
  };
  return {
    ...place,
    id,
    ...times,
    time: timeOf(times),
    type,
    summary,
    patch: patchOf(member(event, 'patch')),
    author: authorOfEvent(authored, place),
    ...(isBeforeRecord(authored, place) && { isBeforeRecord: true }),
    ...(reason !== undefined && { reason }),
    ...(undoes !== undefined && { undoes }),
    ...(importedBy !== undefined && { importedBy }),
  };
}

/** As the record says it, or as its commitment is known. */
function nameOf(author: JsonObject, names: Names): Pick<Author, 'name' | 'isErased'> {
  const commitment = textOf(author, 'commitment');
  const name = commitment === undefined ? (textOf(author, 'name') ?? '') : names.get(commitment);
  return name === undefined ? { name: ERASED_NAME, isErased: true } : { name };
}

/** The operations of a patch that name a place. */
function patchOf(value: JsonValue | undefined): Patch {
  if (!Array.isArray(value)) return [];
  return (value as readonly JsonValue[]).filter(
    (operation) =>
      isObject(operation) &&
      isPointer(textOf(operation, 'path') ?? '-') &&
      (operation['op'] !== 'move' || isPointer(textOf(operation, 'from') ?? '-')),
  ) as unknown as Patch;
}

function parsed(text: string): JsonObject {
  try {
    const event = parseJson(text);
    return isObject(event) ? event : {};
  } catch {
    // Damaged: opening the document says so, with what can be done.
    return {};
  }
}

function textOf(object: JsonObject, key: string): string | undefined {
  const value = member(object, key);
  return typeof value === 'string' ? value : undefined;
}
