import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { errorText } from '#domain/json';
import { inclusionPath, type SignedCheckpoint, type Tombstone, type TrailEntry, type TrailName } from '#domain/proof';
import { UnavailableError } from './errors.ts';
import type { WantedStreams } from './server-trail.ts';
import { oneRowQuery, rowQuery } from '../server/sqlite/row-query.ts';
import { keptText } from '../server/sqlite/stream-key.ts';

type ReadDatabase = InstanceType<typeof Database>;

/** Rows that are read at once. */
const PAGE = 500;

/** The commitment to a name stands before everything in a record that a person could have written a member into. */
const COMMITMENT = /,"commitment":"([0-9a-f]{64})"\}/;

/**
 * What a server has recorded of some streams or all, in the server's order and as of one moment: its newest checkpoint,
 * for a part of the streams the proofs that they lead there, then the records, each name before the first record that
 * has it. Opens the file for reading alone, so that a running server goes on. @throws UnavailableError
 */
export function* trailOfFolder(folder: string, wanted: WantedStreams): Generator<TrailEntry> {
  const database = openForReading(folder);
  try {
    // One snapshot for all pages.
    database.exec('BEGIN');
    yield* proofsOf(database, wanted);
    const names = namesOf(database);
    const select = rowQuery<Row>(
      database,
      `SELECT leaf.position, leaf.stream, leaf.version, record.text, COALESCE(record.hash, tombstone.hash) AS hash,
         erased_at AS erasedAt, reason, signature, public_key AS publicKey FROM leaf
       LEFT JOIN record ON record.stream = leaf.stream AND record.version = leaf.version AND record.hash = leaf.hash
       LEFT JOIN tombstone ON tombstone.stream = leaf.stream AND tombstone.version = leaf.version AND tombstone.hash = leaf.hash
       WHERE leaf.position > ? AND COALESCE(record.hash, tombstone.hash) IS NOT NULL
       ORDER BY leaf.position LIMIT ?`,
    );
    for (let position = 0; ;) {
      const rows = select.all(position, PAGE);
      for (const row of rows) {
        const { text, hash } = row;
        if (!isWanted(row.stream, wanted)) continue;
        if (text === null) {
          yield { kind: 'tombstone', tombstone: tombstoneOf(row, keptText(row.stream)) };
          continue;
        }
        const commitment = COMMITMENT.exec(text)?.[1] ?? '';
        const name = names.get(commitment);
        if (name !== undefined && names.delete(commitment)) yield { kind: 'name', name };
        yield { kind: 'record', record: { text, hash } };
      }
      position = rows.at(-1)?.position ?? position;
      if (rows.length < PAGE) return;
    }
  } catch (error) {
    throw asUnavailable(folder, error);
  } finally {
    database.close();
  }
}

interface Row extends Omit<Tombstone, 'stream' | 'version'> {
  readonly position: number;
  readonly stream: string;
  readonly version: number;
  /** Null where it was erased: then the rest is there. */
  readonly text: string | null;
}

function tombstoneOf({ version, hash, erasedAt, reason, signature, publicKey }: Row, stream: string): Tombstone {
  return { stream, version, hash, erasedAt, reason: keptText(reason), signature, publicKey };
}

/** Whether a stream is asked for, by its name as the database has it. */
function isWanted(key: string, { prefix = '', stream }: WantedStreams): boolean {
  const name = keptText(key);
  return stream === undefined ? name.startsWith(prefix) : name === stream;
}

interface CheckpointRow extends SignedCheckpoint {
  readonly size: number;
}

/**
 * The newest checkpoint, and for a part of the streams a proof of the last record of each that it covers; none where it
 * covers none of them.
 */
function* proofsOf(database: ReadDatabase, wanted: WantedStreams): Generator<TrailEntry> {
  const newest = rowQuery<CheckpointRow>(
    database,
    'SELECT size, text, signature, public_key AS publicKey FROM checkpoint ORDER BY number DESC LIMIT 1',
  ).get();
  if (newest === undefined || newest.size === 0) return;
  const { size, text, signature, publicKey } = newest;
  const checkpoint: TrailEntry = { kind: 'checkpoint', checkpoint: { text, signature, publicKey } };
  if (wanted.stream === undefined && (wanted.prefix ?? '') === '') {
    yield checkpoint;
    return;
  }
  const selectNode = oneRowQuery<{ readonly hash: string }>(
    database,
    'SELECT hash FROM tree_node WHERE level = ? AND position = ?',
  );
  const nodeAt = (level: number, position: number) => selectNode.get(level, position).hash;
  const lasts = rowQuery<{ readonly stream: string; readonly version: number; readonly row: number }>(
    database,
    'SELECT stream, MAX(version) AS version, MAX(position) AS row FROM leaf WHERE position <= ? GROUP BY stream',
  ).all(size);
  const covered = lasts.filter(({ stream }) => isWanted(stream, wanted));
  if (covered.length === 0) return;
  yield checkpoint;
  for (const { stream, version, row } of covered) {
    // Rows are counted from 1, leaves from 0.
    const position = row - 1;
    const path = [...inclusionPath(position, size, nodeAt)];
    const proof = { kind: 'inclusion', stream: keptText(stream), version, position, size, path } as const;
    yield { kind: 'proof', proof };
  }
}

function namesOf(database: ReadDatabase): Map<string, TrailName> {
  const rows = rowQuery<TrailName>(database, 'SELECT commitment, author, name, salt FROM author_name').all();
  return new Map(
    rows.map(({ commitment, author, name, salt }) => [
      commitment,
      { commitment, author: keptText(author), name: keptText(name), salt },
    ]),
  );
}

/** Refuses a folder that is none of a server's. @throws UnavailableError */
export function requireDataFolder(folder: string): void {
  if (!existsSync(join(folder, 'server.db')))
    throw new UnavailableError(`${folder} is not the data folder of a server: it has no server.db.`);
}

function openForReading(folder: string): ReadDatabase {
  const file = join(folder, 'server.db');
  requireDataFolder(folder);
  try {
    return new Database(file, { readonly: true, timeout: 5_000 });
  } catch (error) {
    throw asUnavailable(folder, error);
  }
}

function asUnavailable(folder: string, error: unknown): UnavailableError {
  if (error instanceof UnavailableError) return error;
  const reason = errorText(error);
  const isOld = /no such table/.test(reason);
  return new UnavailableError(
    isOld
      ? `The data in ${folder} was written by an older version. Start the server once to bring it up to date.`
      : `The data in ${folder} can’t be read: ${reason}`,
  );
}
