import { ERASED_NAME, type DocumentEvent, type SealedRecord } from '#domain/events';
import { isObject, isPointer, member, parseJson, type JsonObject, type JsonValue, type Patch } from '#domain/json';
import type { StreamInfo } from '#domain/ports';
import type { RouteAnswer } from '#domain/wire';
import type { ChangeSource, Names } from './change-source.ts';

/** A call to a cluster, as the server lists it. */
export type ListedAction = RouteAnswer<'actions.list'>['actions'][number];

/** One change of one document, as its log says it, or one call to a cluster. */
export interface Change extends Pick<
  DocumentEvent,
  'id' | 'author' | 'type' | 'summary' | 'reason' | 'undoes' | 'patch'
> {
  readonly stream: string;
  readonly version: number;
  /** When the server recorded it, by the server's clock; what the device's clock said where none has. RFC 3339. */
  readonly at: string;
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

/** Merges logs and other feeds by the times of their changes. Each feed's own order is kept, also where a clock went back. */
export function changeReader(
  source: Pick<ChangeSource, 'read' | 'names'>,
  streams: readonly StreamInfo[],
  others: readonly ChangeFeed[] = [],
): ChangeReader {
  const logs = streams.filter(({ version }) => version > 0).map((stream) => logFeed(source, stream));
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
      if (newest.change.at < since) break;
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
    if (change !== undefined && (newest === undefined || change.at > newest.change.at)) newest = { feed, change };
  }
  return newest;
}

/** The changes of a log, read from its end. */
function logFeed(source: Pick<ChangeSource, 'read' | 'names'>, { stream, version }: StreamInfo): ChangeFeed {
  /** Read and not yet taken, oldest first. */
  let waiting: Change[] = [];
  /** Of the oldest record that was read; 1 when all were. */
  let from = version + 1;
  let size = FIRST_READ;
  return {
    id: stream,
    async fill() {
      // Where none of them can be read, what is older may be.
      while (waiting.length === 0 && from > 1) {
        const after = Math.max(0, from - 1 - size);
        const records = await source.read(stream, after, from - 1 - after);
        waiting = records.flatMap((record, at) => changeOf(record, stream, after + at + 1, source.names) ?? []);
        from = after + 1;
        size *= 2;
      }
    },
    newest: () => waiting.at(-1),
    take: () => void waiting.pop(),
  };
}

/** What a record says of its event; null where it can't be read. */
function changeOf({ text }: SealedRecord, stream: string, version: number, names: Names): Change | null {
  const event = parsed(text);
  const author = member(event, 'author');
  const [id, claimedAt, type, summary, reason, undoes] = (
    ['id', 'at', 'type', 'summary', 'reason', 'undoes'] as const
  ).map((name) => textOf(event, name));
  const at = textOf(event, 'recordedAt') ?? claimedAt;
  if (id === undefined || at === undefined) return null;
  const given = isObject(author) ? author : {};
  return {
    stream,
    version,
    id,
    at,
    type: type ?? '',
    summary: summary ?? '',
    patch: patchOf(member(event, 'patch')),
    author: {
      id: textOf(given, 'id') ?? '',
      name: nameOf(given, names),
      verified: member(given, 'verified') === true,
    },
    ...(reason !== undefined && { reason }),
    ...(undoes !== undefined && { undoes }),
  };
}

/** As the record says it, or as its commitment is known. */
function nameOf(author: JsonObject, names: Names): string {
  const commitment = textOf(author, 'commitment');
  return commitment === undefined ? (textOf(author, 'name') ?? '') : (names.get(commitment) ?? ERASED_NAME);
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
