import type { SealedRecord } from '#domain/events';
import { EMPTY_HEAD, headAfter, type StreamHead } from '#domain/log';
import { authorUseIn } from '../trail/author-use.ts';
import type { ServerDatabase } from './database.ts';
import { rowQuery } from './row-query.ts';
import { streamKey } from './stream-key.ts';

export interface RecordedHead extends StreamHead {
  /** When the newest record was recorded; null where that was before servers noted it. */
  readonly recordedAt: string | null;
}

const NO_HEAD: RecordedHead = { ...EMPTY_HEAD, recordedAt: null };

/** Writes records and all that belongs to them. Every method is a part of the caller's transaction. */
export interface RecordWriter {
  headOf(stream: string): RecordedHead;
  /** Adds records that are chained to the head, with a leaf for each, the ids of their events, and whose they are. */
  write(
    stream: string,
    head: RecordedHead,
    records: readonly SealedRecord[],
    ids: readonly unknown[],
    recordedAt: string | null,
  ): void;
  /** The version of an event in a stream. */
  versionOfEvent(stream: string, id: string): number | undefined;
}

export function recordWriter(database: ServerDatabase): RecordWriter {
  const selectHead = rowQuery<RecordedHead>(
    database,
    'SELECT version, hash, recorded_at AS recordedAt FROM stream WHERE name = ?',
  );
  const putHead = database.prepare(
    `INSERT INTO stream (name, version, hash, recorded_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (name) DO UPDATE SET version = excluded.version, hash = excluded.hash, recorded_at = excluded.recorded_at`,
  );
  // No `OR REPLACE`: no record is ever written over.
  const addRecord = database.prepare('INSERT INTO record (stream, version, text, hash) VALUES (?, ?, ?, ?)');
  const addLeaf = database.prepare('INSERT INTO leaf (stream, version, hash) VALUES (?, ?, ?)');
  const addId = database.prepare('INSERT OR IGNORE INTO event_id (stream, id, version) VALUES (?, ?, ?)');
  const selectId = rowQuery<{ readonly version: number }>(
    database,
    'SELECT version FROM event_id WHERE stream = ? AND id = ?',
  );

  const addAuthor = database.prepare('INSERT OR IGNORE INTO recorded_author (author) VALUES (?)');
  const putUse = database.prepare(
    `INSERT INTO name_use (commitment, at, position) VALUES (?, ?, ?)
     ON CONFLICT (commitment) DO UPDATE SET at = excluded.at, position = excluded.position WHERE excluded.at >= at`,
  );

  /** `last` is the position of the leaf of the last record. */
  function noteAuthors(records: readonly SealedRecord[], last: number): void {
    const authors = new Set<string>();
    const uses = new Map<string, readonly [at: string, position: number]>();
    for (const [index, record] of records.entries()) {
      const use = authorUseIn(record);
      if (use === null) continue;
      authors.add(use.author);
      if (use.commitment !== null && !use.isImported)
        uses.set(use.commitment, [use.recordedAt, last - records.length + 1 + index]);
    }
    for (const author of authors) addAuthor.run(JSON.stringify(author));
    for (const [commitment, [at, position]] of uses) putUse.run(commitment, at, position);
  }

  return {
    headOf: (stream) => selectHead.get(streamKey(stream)) ?? NO_HEAD,
    write(stream, head, records, ids, recordedAt) {
      if (records.length === 0) return;
      const key = streamKey(stream);
      let position = 0;
      for (const [index, { text, hash }] of records.entries()) {
        const version = head.version + index + 1;
        addRecord.run(key, version, text, hash);
        position = Number(addLeaf.run(key, version, hash).lastInsertRowid);
        const id = ids[index];
        if (typeof id === 'string') addId.run(key, id, version);
      }
      noteAuthors(records, position);
      const after = headAfter(head, records);
      putHead.run(key, after.version, after.hash, recordedAt);
    },
    versionOfEvent: (stream, id) => selectId.get(streamKey(stream), id)?.version,
  };
}
