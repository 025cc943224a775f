import type { SealedRecord } from '#domain/events';
import { cutRecords, EMPTY_HEAD, type StreamHead } from '#domain/log';
import type { FoundStream, StreamChange, TailRepair, TruncatedRecord, TruncatedTail } from '#domain/ports';
import type { ServerDatabase } from './database.ts';
import { oneRowQuery, rowQuery } from './row-query.ts';
import { streamKey } from './stream-key.ts';
import { inTransaction } from './transaction.ts';

interface RecordRow extends SealedRecord {
  readonly version: number;
}

interface CutRow {
  readonly number: number;
  readonly at: string;
  readonly reason: string;
  readonly records: string;
  readonly dismissed: number;
}

/** Removes damaged records from the ends of streams; `onCut` is called after each removal. */
export function sqliteTailRepair(database: ServerDatabase, onCut: (change: StreamChange) => void): TailRepair {
  const selectHead = rowQuery<StreamHead>(database, 'SELECT version, hash FROM stream WHERE name = ?');
  const putHead = database.prepare('UPDATE stream SET version = ?, hash = ? WHERE name = ?');
  const selectRecords = rowQuery<RecordRow>(
    database,
    'SELECT version, text, hash FROM record WHERE stream = ? AND version > ? ORDER BY version',
  );
  const removeRecords = database.prepare('DELETE FROM record WHERE stream = ? AND version > ?');
  const removeIds = database.prepare('DELETE FROM event_id WHERE stream = ? AND version > ?');
  const lastCut = oneRowQuery<{ readonly number: number | null }>(
    database,
    'SELECT MAX(number) AS number FROM cut WHERE stream = ?',
  );
  const addCut = database.prepare(
    'INSERT INTO cut (stream, number, at, reason, records, dismissed) VALUES (?, ?, ?, ?, ?, 0)',
  );
  const selectCuts = rowQuery<CutRow>(
    database,
    'SELECT number, at, reason, records, dismissed FROM cut WHERE stream = ? ORDER BY number',
  );
  const dismissCut = database.prepare('UPDATE cut SET dismissed = 1 WHERE stream = ? AND number = ?');

  function standing(key: string, afterVersion: number): readonly RecordRow[] {
    return selectRecords.all(key, afterVersion);
  }
  const headOf = (key: string) => selectHead.get(key) ?? EMPTY_HEAD;

  function findAll(stream: string): FoundStream {
    const key = streamKey(stream);
    const { version, hash } = headOf(key);
    const records: (SealedRecord | null)[] = [];
    for (const { version: place, text, hash: own } of standing(key, 0)) {
      while (records.length < place - 1) records.push(null);
      records.push({ text, hash: own });
    }
    while (records.length < version) records.push(null);
    return { version, hash, records, inPages: 0 };
  }

  function cutEnd(
    stream: string,
    found: FoundStream,
    { afterVersion, reason, at }: Parameters<TailRepair['cut']>[2],
  ): boolean {
    const key = streamKey(stream);
    const head = headOf(key);
    const taken = cutRecords(found, afterVersion);
    if (head.version !== found.version || head.hash !== found.hash || !isAsFound(standing(key, afterVersion), taken))
      return false;
    const { number } = lastCut.get(key);
    addCut.run(key, (number ?? 0) + 1, at, reason, JSON.stringify(taken));
    removeRecords.run(key, afterVersion);
    // The leaves stay: that these records were there is true for ever.
    removeIds.run(key, afterVersion);
    putHead.run(afterVersion, found.records[afterVersion - 1]?.hash ?? EMPTY_HEAD.hash, key);
    return true;
  }

  return {
    find: async (stream) => inTransaction(database, 'DEFERRED', () => findAll(stream)),
    async cut(stream, found, cut) {
      const isDone = inTransaction(database, 'IMMEDIATE', () => cutEnd(stream, found, cut));
      if (isDone) onCut({ stream, version: cut.afterVersion, isCut: true });
      return isDone;
    },
    list: async (stream) =>
      selectCuts.all(streamKey(stream)).map(({ number, at, reason, records, dismissed }): TruncatedTail => ({
        stream,
        number,
        at,
        reason,
        // Written by the cut.
        records: JSON.parse(records) as readonly TruncatedRecord[],
        isDismissed: dismissed === 1,
      })),
    async dismiss({ stream, number }) {
      dismissCut.run(streamKey(stream), number);
    },
  };
}

function isAsFound(standing: readonly RecordRow[], taken: readonly TruncatedRecord[]): boolean {
  const present = taken.flatMap(({ version, record }) => (record === null ? [] : [{ version, ...record }]));
  return (
    present.length === standing.length &&
    present.every(({ version, text, hash }, index) => {
      const row = standing[index];
      return row?.version === version && row.text === text && row.hash === hash;
    })
  );
}
