import { formatJson, isObject, parseJson } from '#domain/json';
import { openFile } from '../sqlite/open-file.ts';
import type { DocumentKind, EngineStorage, StoredDocument } from './storage.ts';

interface Row {
  readonly kind: DocumentKind;
  readonly name: string;
  readonly value: string;
}

/**
 * Stores the state of an engine in a separate SQLite file. Each call is one transaction, and is on the disk when it
 * returns.
 * @param path of the file; its folder must exist
 * @throws DataError where the file can't be opened, or is no database
 */
export function sqliteEngineStorage(path: string, warn?: (line: string) => void): EngineStorage {
  const database = openFile(path, { holds: 'the indices of the sandbox', ...(warn !== undefined && { warn }) });
  database.exec(
    'CREATE TABLE IF NOT EXISTS documents (kind TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (kind, name)) WITHOUT ROWID',
  );
  const put = database.prepare(
    'INSERT INTO documents (kind, name, value) VALUES (?, ?, ?) ON CONFLICT (kind, name) DO UPDATE SET value = excluded.value',
  );
  const remove = database.prepare('DELETE FROM documents WHERE kind = ? AND name = ?');
  const writeAll = database.transaction((changes: Parameters<EngineStorage['write']>[0]) => {
    for (const { kind, name, value } of changes) {
      if (value === undefined) remove.run(kind, name);
      else put.run(kind, name, formatJson(value));
    }
  });

  return {
    *load() {
      for (const row of database.prepare('SELECT kind, name, value FROM documents').iterate()) {
        const { kind, name, value } = row as Row;
        const document = parseJson(value);
        if (isObject(document)) yield { kind, name, value: document } satisfies StoredDocument;
      }
    },
    write: (changes) => writeAll(changes),
    close: () => void database.close(),
  };
}
