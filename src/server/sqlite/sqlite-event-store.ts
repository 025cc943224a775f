import type { DocumentEvent, SealedRecord } from '#domain/events';
import { checkEnd } from '#domain/log';
import {
  type AppendConflict,
  type Appended,
  changeListeners,
  type ChangeListeners,
  type EventStore,
  StorageClosedError,
  StorageFullError,
  type StreamChange,
} from '#domain/ports';
import { ErasedStreamError, type ErasureStore } from '../trail/erasure-store.ts';
import type { Recorded, RecordStore } from '../trail/record-store.ts';
import { authorNames, type NameHooks } from './author-names.ts';
import type { ServerDatabase } from './database.ts';
import { pageOfRecords } from './record-page.ts';
import { recordWriter } from './record-writer.ts';
import { oneRowQuery, rowQuery } from './row-query.ts';
import { isSealed, recordedOf, sealing, type Sealed, type Settled } from './sealing.ts';
import { sqliteErasures } from './sqlite-erasures.ts';
import { sqliteTailRepair } from './sqlite-tail-repair.ts';
import { streamKey, streamName } from './stream-key.ts';
import { groupedWrites, inTransaction } from './transaction.ts';

/** The stores over one file, which tell one another of appends. No other process has the file: the folder is locked. */
export type StoreNeighbours = Set<ChangeListeners>;

export interface SqliteEventStoreOptions extends NameHooks {
  /** RFC 3339, UTC, milliseconds. */
  readonly now: () => string;
  /** 32 random hexadecimal digits. */
  readonly newSalt: () => string;
  readonly neighbours?: StoreNeighbours;
  /** Called in the transaction of each append. */
  readonly onAppend?: (stream: string, after: number, records: readonly SealedRecord[]) => void;
}

/**
 * A store that knows what the server knows of records beside their texts. An erased stream is none of its `streams`,
 * and reading it throws `ErasedStreamError`.
 */
export interface SqliteEventStore extends EventStore, RecordStore {
  readonly erasures: ErasureStore;
  /** The version of a stream as the present transaction sees it. */
  headOf(stream: string): number;
  /** An append, and other writes that are made with it or not at all; they are not made on a conflict. */
  appendWith(
    stream: string,
    expectedVersion: number,
    events: readonly DocumentEvent[],
    others: () => void,
  ): Promise<Appended | AppendConflict>;
}

/**
 * The log on the server's own disk: what `append` has resolved for is there after the process or the machine went down.
 * It seals in the format of servers. The file stays open when the store is closed. A read throws `LogFaultError` where
 * a stream does not end where its last append left it.
 */
export function sqliteEventStore(
  database: ServerDatabase,
  { now, newSalt, neighbours = new Set(), onAppend, ...hooks }: SqliteEventStoreOptions,
): SqliteEventStore {
  const listeners = changeListeners(queueMicrotask);
  neighbours.add(listeners);
  const names = authorNames(database, newSalt, hooks);
  const erasures = sqliteErasures(database);
  const writer = recordWriter(database);
  const seals = sealing(database, { writer, names, now });
  const grouped = groupedWrites(database);
  const page = pageOfRecords(database);
  const selectHeads = rowQuery<{
    readonly name: string;
    readonly version: number;
    readonly recordedAt: string | null;
  }>(database, 'SELECT name, version, recorded_at AS recordedAt FROM stream');
  const selectRecords = rowQuery<SealedRecord>(
    database,
    'SELECT text, hash FROM record WHERE stream = ? AND version > ? ORDER BY version',
  );
  const selectPosition = oneRowQuery<{ readonly position: number | null }>(
    database,
    'SELECT MAX(position) AS position FROM leaf',
  );
  const countIds = oneRowQuery<{ readonly found: number }>(
    database,
    'SELECT count(*) AS found FROM json_each(?) AS given JOIN event_id ON event_id.stream = ? AND event_id.id = given.value',
  );
  const selectChanged = rowQuery<{ readonly stream: string; readonly after: number }>(
    database,
    'SELECT stream, MIN(version) - 1 AS after FROM leaf WHERE position > ? GROUP BY stream ORDER BY MIN(position)',
  );

  /** Writes sealed records, and returns the result of the append. */
  function writeSealed(outcome: Sealed | Settled): Recorded | AppendConflict {
    if (!isSealed(outcome)) return outcome;
    const { stream, head, records, ids, recordedAt } = outcome;
    writer.write(stream, head, records, ids, recordedAt);
    if (records.length > 0) onAppend?.(stream, head.version, records);
    return recordedOf(outcome);
  }

  function refuseErased(stream: string): void {
    const erasure = erasures.find(stream);
    if (erasure !== undefined) throw new ErasedStreamError(erasure);
  }

  function assertOpen(): void {
    if (!neighbours.has(listeners)) throw new StorageClosedError('closed');
  }

  /** Runs a write in the next transaction and notifies listeners of the added records. */
  async function write<Result extends Appended | AppendConflict>(stream: string, work: () => Result): Promise<Result> {
    assertOpen();
    let before = 0;
    let result: Result;
    try {
      result = await grouped(() => {
        refuseErased(stream);
        before = writer.headOf(stream).version;
        return work();
      });
    } catch (error) {
      throw isFull(error) ? new StorageFullError(error) : error;
    }
    if (!result.conflict && result.version > before) tell({ stream, version: result.version });
    return result;
  }

  function tell(change: StreamChange): void {
    for (const neighbour of neighbours) neighbour.tell(change);
  }

  const appendWith: SqliteEventStore['appendWith'] = async (stream, expectedVersion, events, others) =>
    versionIn(
      await write(stream, () => {
        const outcome = writeSealed(seals.append(stream, expectedVersion, events));
        if (!outcome.conflict) others();
        return outcome;
      }),
    );

  return {
    names,
    erasures,
    headOf: (stream) => writer.headOf(stream).version,
    ends: sqliteTailRepair(database, tell),
    append: (stream, expectedVersion, events) => appendWith(stream, expectedVersion, events, () => undefined),
    appendWith,
    appendSealed: async (stream, expectedVersion, records) =>
      versionIn(await write(stream, () => writeSealed(seals.appendSealed(stream, expectedVersion, records)))),
    record: (stream, after, events, check) =>
      write(stream, () => {
        check?.();
        return writeSealed(seals.record(stream, after, events));
      }),
    async read(stream, afterVersion = 0) {
      assertOpen();
      const key = streamKey(stream);
      return inTransaction(database, 'DEFERRED', () => {
        refuseErased(stream);
        const records = selectRecords.all(key, afterVersion);
        return checkEnd(records, writer.headOf(stream), afterVersion);
      });
    },
    async readPage(stream, afterVersion, limit) {
      assertOpen();
      const key = streamKey(stream);
      return inTransaction(database, 'DEFERRED', () => {
        refuseErased(stream);
        const head = writer.headOf(stream);
        const records = page(key, afterVersion, limit);
        const isEnd = afterVersion + records.length >= head.version;
        if (isEnd) checkEnd(records, head, afterVersion);
        return { version: head.version, records, names: names.namesIn(records), hasMore: !isEnd };
      });
    },
    async streams() {
      assertOpen();
      const erased = new Set(erasures.all().map(({ stream }) => stream));
      return heads().flatMap(({ stream, version }) => (erased.has(stream) ? [] : [{ stream, version }]));
    },
    async recordedStreams() {
      assertOpen();
      return heads();
    },
    async versionOf(stream) {
      assertOpen();
      return writer.headOf(stream).version;
    },
    async countRecorded(stream, ids) {
      assertOpen();
      return countIds.get(JSON.stringify(ids), streamKey(stream)).found;
    },
    async position() {
      assertOpen();
      return positionNow();
    },
    async changedSince(position) {
      assertOpen();
      return inTransaction(database, 'DEFERRED', () => ({
        position: positionNow(),
        streams: selectChanged.all(position).map(({ stream: key, after }) => {
          const stream = streamName(key);
          return { stream, version: writer.headOf(stream).version, after };
        }),
      }));
    },
    subscribe: (listener) => listeners.add(listener),
    close() {
      neighbours.delete(listeners);
      listeners.clear();
    },
  };

  function positionNow(): number {
    return selectPosition.get().position ?? 0;
  }

  function heads() {
    const rows = selectHeads.all();
    return rows
      .map(({ name, version, recordedAt }) => ({ stream: streamName(name), version, recordedAt }))
      .sort((a, b) => (a.stream < b.stream ? -1 : 1));
  }
}

/** An append answers without the records. */
function versionIn(outcome: Recorded | AppendConflict): Appended | AppendConflict {
  return outcome.conflict ? outcome : { conflict: false, version: outcome.version };
}

function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_FULL');
}
