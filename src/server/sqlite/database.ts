import { DataError, openFile, type SqliteFile } from './open-file.ts';
import { oneRowQuery } from './row-query.ts';

/** Each brings the tables from the version before to its own; they are added to, never edited. */
const VERSIONS: readonly string[] = [
  `CREATE TABLE action (id INTEGER PRIMARY KEY, action TEXT NOT NULL, outcome TEXT) STRICT;
   CREATE TABLE usage_counter (app TEXT, event TEXT, type TEXT, total REAL NOT NULL, last_at TEXT NOT NULL, PRIMARY KEY (app, event, type)) STRICT;
   CREATE TABLE usage_agent (app TEXT, agent TEXT, last_at TEXT NOT NULL, PRIMARY KEY (app, agent)) STRICT;
   CREATE TABLE usage_application (app TEXT, view TEXT, minutes REAL NOT NULL, clicks REAL NOT NULL, PRIMARY KEY (app, view)) STRICT;`,
  `CREATE TABLE stream (name TEXT PRIMARY KEY, version INTEGER NOT NULL, hash TEXT NOT NULL) STRICT;
   CREATE TABLE record (stream TEXT NOT NULL, version INTEGER NOT NULL, text TEXT NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (stream, version)) STRICT;
   CREATE TABLE cut (stream TEXT NOT NULL, number INTEGER NOT NULL, at TEXT NOT NULL, reason TEXT NOT NULL, records TEXT NOT NULL, dismissed INTEGER NOT NULL, PRIMARY KEY (stream, number)) STRICT;`,
  `CREATE TABLE scratch_index (cluster TEXT NOT NULL, name TEXT NOT NULL, created_at TEXT NOT NULL, PRIMARY KEY (cluster, name)) STRICT;`,
  // Leaves are all records in the order of this server: only ever added, so that what was proved of them stays true.
  // Streams as `streamKey` writes them.
  `CREATE TABLE leaf (position INTEGER PRIMARY KEY, stream TEXT NOT NULL, version INTEGER NOT NULL, hash TEXT NOT NULL) STRICT;
   INSERT INTO leaf (stream, version, hash) SELECT stream, version, hash FROM record ORDER BY rowid;
   CREATE TABLE event_id (stream TEXT NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL, PRIMARY KEY (stream, id)) STRICT, WITHOUT ROWID;
   INSERT OR IGNORE INTO event_id (stream, id, version)
     SELECT stream, json_extract(text, '$.id'), version FROM record
     WHERE CASE WHEN json_valid(text) THEN json_type(text, '$.id') = 'text' ELSE FALSE END ORDER BY rowid;
   CREATE TABLE author_name (commitment TEXT PRIMARY KEY, author TEXT NOT NULL, name TEXT NOT NULL, salt TEXT NOT NULL, UNIQUE (author, name)) STRICT;
   ALTER TABLE stream ADD COLUMN recorded_at TEXT;`,
  `CREATE TABLE trail_stream (stream TEXT PRIMARY KEY, author TEXT NOT NULL, user TEXT, is_shared INTEGER NOT NULL, draft TEXT) STRICT;
   CREATE TABLE trail_author (author TEXT PRIMARY KEY, user TEXT, last_at TEXT NOT NULL) STRICT;`,
  `CREATE TABLE action_entry (id TEXT NOT NULL, cluster TEXT NOT NULL, version INTEGER NOT NULL, route TEXT NOT NULL, state TEXT NOT NULL, PRIMARY KEY (id, cluster)) STRICT;
   CREATE INDEX action_entry_state ON action_entry (cluster, state, id);
   CREATE TABLE action_name (name TEXT NOT NULL, id TEXT NOT NULL, cluster TEXT NOT NULL, PRIMARY KEY (name, id, cluster)) STRICT;`,
  // Hashes of whole subtrees over the leaves, and what was signed about them.
  `CREATE TABLE tree_node (level INTEGER NOT NULL, position INTEGER NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (level, position)) STRICT, WITHOUT ROWID;
   CREATE TABLE checkpoint (number INTEGER PRIMARY KEY, size INTEGER NOT NULL, text TEXT NOT NULL, signature TEXT NOT NULL, public_key TEXT NOT NULL) STRICT;
   CREATE INDEX leaf_place ON leaf (stream, version);`,
  // Erased streams, and the tombstone of each erased record.
  `CREATE TABLE erasure (stream TEXT PRIMARY KEY, version INTEGER NOT NULL, at TEXT NOT NULL, reason TEXT NOT NULL, author TEXT, is_pending INTEGER NOT NULL) STRICT;
   CREATE INDEX erasure_pending ON erasure (is_pending) WHERE is_pending = 1;
   CREATE TABLE tombstone (stream TEXT NOT NULL, version INTEGER NOT NULL, hash TEXT NOT NULL, erased_at TEXT NOT NULL, reason TEXT NOT NULL, signature TEXT NOT NULL, public_key TEXT NOT NULL, PRIMARY KEY (stream, version)) STRICT;`,
  // The position up to which the server has the log of a trail in an index, and its own entries that are not there yet.
  `CREATE TABLE trail_log (id INTEGER PRIMARY KEY CHECK (id = 1), server TEXT NOT NULL, trail TEXT, position INTEGER NOT NULL, hash TEXT NOT NULL,
     is_open INTEGER NOT NULL, has_own INTEGER NOT NULL) STRICT;
   CREATE TABLE spool (number INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, digest TEXT NOT NULL, entry TEXT NOT NULL) STRICT;
   CREATE INDEX spool_entry ON spool (kind, digest);
   CREATE TABLE other_name (commitment TEXT PRIMARY KEY, author TEXT NOT NULL, name TEXT NOT NULL, salt TEXT NOT NULL) STRICT;
   CREATE TABLE other_stream (stream TEXT PRIMARY KEY) STRICT;`,
  // Documents of the index with content of a stream, and erasures in the index that this server has not recorded as
  // events yet.
  `CREATE TABLE trail_place (stream TEXT NOT NULL, position INTEGER NOT NULL, PRIMARY KEY (stream, position)) STRICT, WITHOUT ROWID;
   CREATE TABLE erasure_event (number INTEGER PRIMARY KEY, command TEXT NOT NULL, author TEXT NOT NULL, reason TEXT NOT NULL) STRICT;`,
  // Fuzz runs as JSON, and their failed cases as files.
  `CREATE TABLE lab_run (id TEXT PRIMARY KEY, run TEXT NOT NULL) STRICT;
   CREATE TABLE lab_case (run TEXT NOT NULL, number INTEGER NOT NULL, file TEXT NOT NULL, PRIMARY KEY (run, number)) STRICT;`,
  // Of which document's changes an action was made; those of the version before were made of none.
  `CREATE TABLE action_stream (stream TEXT NOT NULL, id TEXT NOT NULL, cluster TEXT NOT NULL, PRIMARY KEY (stream, id, cluster)) STRICT, WITHOUT ROWID;`,
  // By which secrets an author is proved: their digests alone.
  `CREATE TABLE author_device (author TEXT NOT NULL, digest TEXT NOT NULL, kind TEXT NOT NULL, at TEXT NOT NULL, UNIQUE (author, digest)) STRICT;
   CREATE INDEX author_of_device ON author_device (digest);`,
  // Whose events are in records, and when each name was last used by its author: not by who imported events. Ids are
  // JSON strings, as elsewhere. Of streams that a backup brought back nobody knows whether they were shared.
  `CREATE TABLE recorded_author (author TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
   CREATE TABLE name_use (commitment TEXT PRIMARY KEY, at TEXT NOT NULL, position INTEGER NOT NULL) STRICT, WITHOUT ROWID;
   INSERT OR IGNORE INTO recorded_author (author) SELECT author FROM author_name UNION SELECT author FROM other_name;
   INSERT OR IGNORE INTO recorded_author (author) SELECT text -> '$.author.id' FROM record
     WHERE CASE WHEN json_valid(text) THEN json_type(text, '$.author.id') = 'text' ELSE FALSE END;
   INSERT INTO name_use (commitment, at, position)
     SELECT json_extract(record.text, '$.author.commitment'), MAX(json_extract(record.text, '$.recordedAt')), MAX(leaf.position)
     FROM leaf JOIN record ON record.stream = leaf.stream AND record.version = leaf.version
     WHERE CASE WHEN json_valid(record.text) THEN json_type(record.text, '$.author.commitment') = 'text'
       AND json_type(record.text, '$.recordedAt') = 'text' AND json_type(record.text, '$.importedBy') IS NULL ELSE FALSE END
     GROUP BY 1;
   ALTER TABLE trail_stream ADD COLUMN is_restored INTEGER NOT NULL DEFAULT 0;`,
];

export type ServerDatabase = SqliteFile;

/**
 * Opens the file of the server, made where it is missing. What is committed is on the disk: the log of actions relies
 * on it.
 * @throws DataError where the file can't be opened, is no database, or comes from a newer version of the server
 */
export function openDatabase(file: string, warn?: (line: string) => void): ServerDatabase {
  const holds = 'the trail of all drafts, indices and templates, the log of actions, the plans and the usage counts';
  const database = openFile(file, { holds, ...(warn !== undefined && { warn }) });
  try {
    upgrade(database, file);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function upgrade(database: ServerDatabase, file: string): void {
  const { user_version: version } = oneRowQuery<{ readonly user_version: number }>(
    database,
    'PRAGMA user_version',
  ).get();
  if (version > VERSIONS.length)
    throw new DataError(
      `${file} was written by a newer version of this server. Start that version, or choose another folder with --data-dir.`,
    );
  if (version === VERSIONS.length) return;
  database.transaction(() => {
    for (const statements of VERSIONS.slice(version)) database.exec(statements);
    database.exec(`PRAGMA user_version = ${VERSIONS.length}`);
  })();
}
