import {
  ERASED_NAME,
  type Author,
  FIRST_RULES,
  isClusterAuthor,
  isTimeUnknown,
  timeOf,
  type DocumentEvent,
  type EventTimes,
  type SealedRecord,
} from '#domain/events';
import { originsOf, sampledStream, type Origin } from '#domain/document';
import { authorOfEvent, isFirstReading, notesSave } from '#domain/history';
import {
  isArray,
  isObject,
  isPointer,
  member,
  objectMember,
  parseJson,
  type JsonObject,
  type JsonValue,
  type Patch,
} from '#domain/json';
import type { StreamInfo } from '#domain/ports';
import type { RouteAnswer } from '#domain/wire';
import type { ChangeSource, Names } from '../../platform/change-source.ts';

/** A call to a cluster, as the server lists it. */
export type ListedAction = RouteAnswer<'actions.list'>['actions'][number];

/** One change of one document, as its log has it, or one call to a cluster. */
export interface Change
  extends
    Pick<
      DocumentEvent,
      'id' | 'author' | 'importedBy' | 'type' | 'summary' | 'reason' | 'undoes' | 'patch' | 'inverse'
    >,
    EventTimes {
  readonly stream: string;
  readonly version: number;
  /**
   * The time by which the change is sorted, filtered and counted: its {@link timeOf}; where that is not known, the time
   * of the change before or after it in its log, and empty where there is none.
   */
  readonly time: string;
  /** The rules by which it was decided. */
  readonly rules: number;
  /**
   * What it is in its log: `found` only notes what a cluster had when the log began, `note` that
   * changes were saved, `outside` what was changed on the cluster; anything else is a change that somebody made.
   */
  readonly role: 'found' | 'note' | 'outside' | 'change';
  /** Id of the action that a `note` is about. */
  readonly savedBy?: string;
  /** What the document was made from, where its log goes on from others. */
  readonly origins?: readonly Origin[];
  /** The call to a cluster, where the change is one; the patch is empty then. */
  readonly action?: ListedAction;
}

/** Changes from one place, newest first. */
export interface ChangeFeed {
  /** Name of the feed, for the case that it can't be read. */
  readonly id: string;
  /** Reads until the newest remaining change is known, or it is known that none remains. */
  fill(): Promise<void>;
  /** The newest change that was not taken; undefined where there is none. */
  newest(): Change | undefined;
  take(): void;
}

/** The changes of several feeds as one, newest first. */
export interface ChangeReader {
  /** All changes read so far; the same array until more are read. */
  readonly changes: readonly Change[];
  /** There is nothing older. */
  readonly isDone: boolean;
  /** Ids of feeds that are known to be unreadable. */
  readonly unread: ReadonlySet<string>;
  /**
   * Reads on, `count` changes further back or until all are older than `since`. Cost: the records read, and the end of
   * each log once.
   */
  extend(count: number, since?: string): Promise<void>;
}

/**
 * How many records of a log are read first; each further read takes twice as many, because a log is only read from a
 * version to its end.
 */
const FIRST_READ = 16;

/**
 * Merges logs and other feeds by the times of their changes. Each feed's own order is kept, also where a clock went
 * back. `now` detects clocks that were ahead.
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
  /** Changes that were read and not taken yet, oldest first. */
  let waiting: Change[] = [];
  /** Version of the oldest record that was read; 1 when all were. */
  let from = version + 1;
  let size = FIRST_READ;
  /** Time of the oldest change that was read. */
  let timeAfter = '';
  return {
    id: stream,
    async fill() {
      // Where none of these records can be read, older ones may be readable.
      while (waiting.length === 0 && from > 1) {
        const after = Math.max(0, from - 1 - size);
        const records = await source.read(stream, after, from - 1 - after);
        const read = records.flatMap(
          (record, at) => changeOfRecord(record, stream, after + at + 1, source.names) ?? [],
        );
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

/**
 * Changes of a log, oldest first. A change without a known time gets the time of the change before it, else of the one
 * after it.
 */
function withKnownTimes(changes: readonly Change[], timeAfter: string, now: string): Change[] {
  const isKnown = (change: Change) => !isTimeUnknown(change, now);
  let time = changes.find(isKnown)?.time ?? timeAfter;
  return changes.map((change) => {
    if (!isKnown(change)) return { ...change, time };
    ({ time } = change);
    return change;
  });
}

/** The change that a record contains; null where the record can't be read. */
export function changeOfRecord({ text }: SealedRecord, stream: string, version: number, names: Names): Change | null {
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
  const inverse = member(event, 'inverse');
  return changeOfEvent(
    {
      id,
      ...times,
      type,
      summary,
      command: { type: '', payload: member(objectMember(event, 'command') ?? {}, 'payload') ?? null },
      patch: patchOf(member(event, 'patch')),
      author: {
        id: textOf(given, 'id') ?? '',
        verified: member(given, 'verified') === true,
        ...nameOf(given, names),
      },
      ...(typeof rules === 'number' && { rules }),
      ...(inverse !== undefined && { inverse: patchOf(inverse) }),
      ...(reason !== undefined && { reason }),
      ...(undoes !== undefined && { undoes }),
      ...(importedBy !== undefined && { importedBy }),
    },
    place,
  );
}

type LoggedEvent = Omit<DocumentEvent, 'format' | 'base' | 'seen'> & EventTimes;

/** An event of a log as a change. */
export function changeOfEvent(event: LoggedEvent, place: Pick<Change, 'stream' | 'version'>): Change {
  const { command, rules = FIRST_RULES, ...rest } = event;
  const role = roleOf(event, place);
  const origins = originsOf(event);
  const savedBy = role === 'note' && isObject(command.payload) ? textOf(command.payload, 'action') : undefined;
  return {
    ...rest,
    ...place,
    ...{ rules, role, time: timeOf(event), author: authorOfEvent(event, place) },
    ...(savedBy !== undefined && { savedBy }),
    ...(origins.length > 0 && { origins }),
  };
}

function roleOf(event: LoggedEvent, place: Pick<Change, 'stream' | 'version'>): Change['role'] {
  // A history of the sample data begins with what was there before its first save.
  const isSampled = place.version === 1 && sampledStream(place.stream) !== null;
  if (isSampled || isFirstReading(event, place)) return 'found';
  if (notesSave(event)) return 'note';
  return isClusterAuthor(event.author.id) ? 'outside' : 'change';
}

/** The name in the record, or the name known for its commitment. */
function nameOf(author: JsonObject, names: Names): Pick<Author, 'name' | 'isErased'> {
  const commitment = textOf(author, 'commitment');
  const name = commitment === undefined ? (textOf(author, 'name') ?? '') : names.get(commitment);
  return name === undefined ? { name: ERASED_NAME, isErased: true } : { name };
}

/** The operations of a patch that have valid pointers. */
function patchOf(value: JsonValue | undefined): Patch {
  if (!isArray(value)) return [];
  return value.filter(
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
    // The record is damaged: opening the document reports this, with what can be done.
    return {};
  }
}

function textOf(object: JsonObject, key: string): string | undefined {
  const value = member(object, key);
  return typeof value === 'string' ? value : undefined;
}
