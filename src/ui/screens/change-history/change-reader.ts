import type { DocumentEvent, SealedRecord } from '#domain/events';
import { isObject, member, parseJson, type JsonObject } from '#domain/json';
import type { EventStore, StreamInfo } from '#domain/ports';

/** One change of one document, as its log says it; what it changed is read when it is opened. */
export interface Change extends Pick<DocumentEvent, 'id' | 'at' | 'author' | 'type' | 'summary' | 'reason' | 'undoes'> {
  readonly stream: string;
  readonly version: number;
}

/** The changes of several logs as one, newest first. */
export interface ChangeReader {
  /** As far back as it was asked for; ever the same array until more are read. */
  readonly changes: readonly Change[];
  /** There is nothing older. */
  readonly isDone: boolean;
  /** Logs that can't be read, as far as that is known. */
  readonly unread: ReadonlySet<string>;
  /** Reads on, `count` changes further back or until all are older than `since`. Cost: what is read, and the end of each log once. */
  extend(count: number, since?: string): Promise<void>;
}

/** How many records of a log are read first; each time after that twice as many, as a log is only read from a version to its end. */
const FIRST_READ = 16;

interface Tail {
  readonly stream: string;
  /** Read and not yet taken, oldest first. */
  waiting: Change[];
  /** Of the oldest record that was read; 1 when all were. */
  from: number;
  readonly version: number;
  size: number;
}

/** Merges logs by the times of their changes. Each log's own order is kept, also where a clock went back. */
export function changeReader(store: Pick<EventStore, 'read'>, streams: readonly StreamInfo[]): ChangeReader {
  const tails = streams
    .filter(({ version }) => version > 0)
    .map(({ stream, version }): Tail => ({ stream, version, waiting: [], from: version + 1, size: FIRST_READ }));
  const unread = new Set<string>();
  let changes: readonly Change[] = [];
  let isDone = tails.length === 0;
  let running = Promise.resolve();

  /** Fills a tail from which everything was taken. */
  async function fill(tail: Tail): Promise<void> {
    if (tail.waiting.length > 0 || tail.from <= 1) return;
    const after = Math.max(0, tail.from - 1 - tail.size);
    try {
      const records = (await store.read(tail.stream, after)).slice(0, tail.from - 1 - after);
      tail.waiting = records.flatMap((record, at) => changeOf(record, tail.stream, after + at + 1) ?? []);
      tail.from = after + 1;
      tail.size *= 2;
      // Nothing that can be read among them: what is older may be.
      if (tail.waiting.length === 0) await fill(tail);
    } catch {
      unread.add(tail.stream);
      tail.from = 1;
    }
  }

  async function extend(count: number, since = ''): Promise<void> {
    const found: Change[] = [];
    await Promise.all(tails.map(fill));
    while (found.length < count) {
      const newest = newestOf(tails);
      if (newest === undefined) {
        isDone = true;
        break;
      }
      const change = newest.waiting.at(-1);
      if (change === undefined || change.at < since) break;
      newest.waiting.pop();
      found.push(change);
      await fill(newest);
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

function newestOf(tails: readonly Tail[]): Tail | undefined {
  let newest: Tail | undefined;
  let at = '';
  for (const tail of tails) {
    const last = tail.waiting.at(-1);
    if (last === undefined || (newest !== undefined && last.at <= at)) continue;
    newest = tail;
    at = last.at;
  }
  return newest;
}

/** What a record says of its event; null where it can't be read. */
function changeOf({ text }: SealedRecord, stream: string, version: number): Change | null {
  const event = parsed(text);
  const author = member(event, 'author');
  const [id, at, type, summary, reason, undoes] = (['id', 'at', 'type', 'summary', 'reason', 'undoes'] as const).map(
    (name) => textOf(event, name),
  );
  if (id === undefined || at === undefined) return null;
  const given = isObject(author) ? author : {};
  return {
    stream,
    version,
    id,
    at,
    type: type ?? '',
    summary: summary ?? '',
    author: {
      id: textOf(given, 'id') ?? '',
      name: textOf(given, 'name') ?? '',
      verified: member(given, 'verified') === true,
    },
    ...(reason !== undefined && { reason }),
    ...(undoes !== undefined && { undoes }),
  };
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
