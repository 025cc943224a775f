import { parseActionStream } from '#domain/action';
import { tombstoneText, type Tombstone } from '#domain/proof';
import type { Erasure, ErasureStore } from '../trail/erasure-store.ts';
import type { ServerDatabase } from './database.ts';
import { rowQuery } from './row-query.ts';
import { keptText, streamKey, streamName } from './stream-key.ts';
import { inTransaction } from './transaction.ts';

/** Texts that are replaced in one transaction: each is signed, which takes some tens of microseconds. */
const TEXTS_AT_ONCE = 200;

interface ErasureRow {
  readonly stream: string;
  readonly version: number;
  readonly at: string;
  readonly reason: string;
  readonly author: string | null;
}

/** Erased streams on the server's own disk. Texts of people are kept as JSON strings, as names of streams are. */
export function sqliteErasures(database: ServerDatabase): ErasureStore {
  const COLUMNS = 'stream, version, at, reason, author';
  const select = rowQuery<ErasureRow>(database, `SELECT ${COLUMNS} FROM erasure WHERE stream = ?`);
  const selectAll = rowQuery<ErasureRow>(database, `SELECT ${COLUMNS} FROM erasure ORDER BY at, stream`);
  const selectPending = rowQuery<ErasureRow>(database, `SELECT ${COLUMNS} FROM erasure WHERE is_pending = 1 LIMIT 1`);
  const add = database.prepare(
    'INSERT INTO erasure (stream, version, at, reason, author, is_pending) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const putAgain = database.prepare(
    `INSERT INTO erasure (stream, version, at, reason, author, is_pending) VALUES (?, ?, ?, ?, ?, 1)
     ON CONFLICT (stream) DO UPDATE SET version = excluded.version, at = excluded.at, reason = excluded.reason, author = excluded.author, is_pending = 1`,
  );
  const finish = database.prepare('UPDATE erasure SET is_pending = 0 WHERE stream = ?');
  const selectHashes = rowQuery<{
    readonly version: number;
    readonly hash: string;
  }>(database, 'SELECT version, hash FROM record WHERE stream = ? ORDER BY version LIMIT ?');
  const removeRecord = database.prepare('DELETE FROM record WHERE stream = ? AND version = ?');
  const addTombstone = database.prepare(
    'INSERT INTO tombstone (stream, version, hash, erased_at, reason, signature, public_key) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const selectTombstones = rowQuery<Omit<Tombstone, 'stream'>>(
    database,
    `SELECT version, hash, erased_at AS erasedAt, reason, signature, public_key AS publicKey FROM tombstone
     WHERE stream = ? AND version > ? ORDER BY version LIMIT ?`,
  );
  // What else has words of the stream.
  const removeCuts = database.prepare('DELETE FROM cut WHERE stream = ?');
  const removeIds = database.prepare('DELETE FROM event_id WHERE stream = ?');
  const forgetDraft = database.prepare('UPDATE trail_stream SET draft = NULL, is_shared = 0 WHERE stream = ?');
  const removeAction = database.prepare('DELETE FROM action_entry WHERE id = ? AND cluster = ?');
  const removeActionNames = database.prepare('DELETE FROM action_name WHERE id = ? AND cluster = ?');
  const removeActionStreams = database.prepare('DELETE FROM action_stream WHERE id = ? AND cluster = ?');
  const addLeaf = database.prepare('INSERT INTO leaf (stream, version, hash) VALUES (?, ?, ?)');
  const putHead = database.prepare(
    `INSERT INTO stream (name, version, hash, recorded_at) VALUES (?, ?, ?, NULL)
     ON CONFLICT (name) DO UPDATE SET version = excluded.version, hash = excluded.hash`,
  );
  const putRestored = database.prepare(
    `INSERT INTO erasure (stream, version, at, reason, author, is_pending) VALUES (?, ?, ?, ?, NULL, 0)
     ON CONFLICT (stream) DO UPDATE SET version = excluded.version`,
  );

  function removeAround(key: string): void {
    for (const statement of [removeCuts, removeIds, forgetDraft]) statement.run(key);
    const action = parseActionStream(streamName(key));
    if (action === null) return;
    removeAction.run(action.id, action.cluster);
    removeActionNames.run(action.id, action.cluster);
    removeActionStreams.run(action.id, action.cluster);
  }

  function putTombstone({ stream, version, hash, erasedAt, reason, signature, publicKey }: Tombstone): void {
    addTombstone.run(streamKey(stream), version, hash, erasedAt, JSON.stringify(reason), signature, publicKey);
  }

  function addAll(tombstones: readonly Tombstone[]): void {
    for (const tombstone of tombstones) {
      const { stream, version, hash, erasedAt, reason } = tombstone;
      const key = streamKey(stream);
      putTombstone(tombstone);
      addLeaf.run(key, version, hash);
      putHead.run(key, version, hash);
      putRestored.run(key, version, erasedAt, JSON.stringify(reason));
    }
  }

  return {
    find(stream) {
      const row = select.get(streamKey(stream));
      return row && erasureOf(row);
    },
    all: () => selectAll.all().map(erasureOf),
    mark(erasures) {
      for (const { stream, version, at, reason, author } of erasures) {
        const key = streamKey(stream);
        add.run(key, version, at, JSON.stringify(reason), JSON.stringify(author), 1);
        removeAround(key);
      }
    },
    markAgain({ stream, version, at, reason, author }) {
      const key = streamKey(stream);
      putAgain.run(key, version, at, JSON.stringify(reason), author === null ? null : JSON.stringify(author));
      removeAround(key);
    },
    isPending: () => selectPending.get() !== undefined,
    removeSome: ({ publicKey, sign }) =>
      inTransaction(database, 'IMMEDIATE', () => {
        const row = selectPending.get();
        if (row === undefined) return false;
        const { stream, at: erasedAt, reason } = erasureOf(row);
        const hashes = selectHashes.all(row.stream, TEXTS_AT_ONCE);
        for (const { version, hash } of hashes) {
          const said = { stream, version, hash, erasedAt, reason };
          putTombstone({ ...said, signature: sign(tombstoneText(said)), publicKey });
          removeRecord.run(row.stream, version);
        }
        if (hashes.length < TEXTS_AT_ONCE) finish.run(row.stream);
        return true;
      }),
    scrub() {
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    },
    tombstones: (stream, after, limit) =>
      selectTombstones
        .all(streamKey(stream), after, limit)
        .map(({ version, hash, erasedAt, reason, signature, publicKey }) => ({
          ...{ stream, version, hash, erasedAt, signature, publicKey },
          reason: keptText(reason),
        })),
    restore: (tombstones) =>
      inTransaction(database, 'IMMEDIATE', () => {
        addAll(tombstones);
        return tombstones.length;
      }),
    add: addAll,
  };
}

// Every text in these tables was written here.
function erasureOf({ stream, version, at, reason, author }: ErasureRow): Erasure {
  return {
    stream: streamName(stream),
    version,
    at,
    reason: keptText(reason),
    author: author === null ? null : keptText(author),
  };
}
