import { DataError, openFile, type SqliteFile } from './open-file.ts';

/** Each brings the tables from the version before to its own; they are added to, never edited. */
const VERSIONS: readonly string[] = [
  `CREATE TABLE action (id INTEGER PRIMARY KEY, action TEXT NOT NULL, outcome TEXT) STRICT;
   CREATE TABLE usage_counter (app TEXT, event TEXT, type TEXT, total REAL NOT NULL, last_at TEXT NOT NULL, PRIMARY KEY (app, event, type)) STRICT;
   CREATE TABLE usage_agent (app TEXT, agent TEXT, last_at TEXT NOT NULL, PRIMARY KEY (app, agent)) STRICT;
   CREATE TABLE usage_application (app TEXT, view TEXT, minutes REAL NOT NULL, clicks REAL NOT NULL, PRIMARY KEY (app, view)) STRICT;`,
];

export type ServerDatabase = SqliteFile;

/**
 * Opens the file of the server, made where it is missing. What is committed is on the disk: the log of actions relies on it.
 * @throws DataError where the file can't be opened, is no database, or comes from a newer version of the server
 */
export function openDatabase(file: string, warn?: (line: string) => void): ServerDatabase {
  const holds = 'the log of actions and the usage counts';
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
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { readonly user_version: number };
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
