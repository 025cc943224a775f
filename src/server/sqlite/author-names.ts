import { commitmentTo, type SealedRecord } from '#domain/events';
import type { RecordedName } from '#domain/ports';
import type { NameRegister } from '../trail/record-store.ts';
import type { ServerDatabase } from './database.ts';
import { oneRowQuery, rowQuery } from './row-query.ts';
import { keptText } from './stream-key.ts';
import { inTransaction } from './transaction.ts';

/** An author stands before everything in a record that a person could have written a member into. */
const COMMITMENT = /,"commitment":"([0-9a-f]{64})"\}/;

/** Hooks that run in the transaction in which names change. */
export interface NameHooks {
  readonly onName?: (name: RecordedName) => void;
  readonly onErase?: (author: string, names: readonly RecordedName[]) => void;
}

/** Names that this server has made commitments to, and those of other servers whose records it has. */
const ALL_NAMES = `(SELECT commitment, author, name, salt FROM author_name
  UNION ALL SELECT commitment, author, name, salt FROM other_name)`;

/**
 * The register on the server's own disk. `newSalt` gives 32 random hexadecimal digits. Texts are kept as JSON strings,
 * as names of streams are.
 */
export function authorNames(
  database: ServerDatabase,
  newSalt: () => string,
  { onName, onErase }: NameHooks = {},
): NameRegister {
  const select = rowQuery<{ readonly commitment: string }>(
    database,
    'SELECT commitment FROM author_name WHERE author = ? AND name = ?',
  );
  const selectEntry = rowQuery<Omit<RecordedName, 'commitment'>>(
    database,
    `SELECT author, name, salt FROM ${ALL_NAMES} WHERE commitment = ?`,
  );
  const selectNewest = rowQuery<{ readonly name: string }>(
    database,
    `SELECT name FROM ${ALL_NAMES} JOIN name_use USING (commitment) WHERE author = ?
     ORDER BY name_use.at DESC, name_use.position DESC LIMIT 1`,
  );
  const selectRecorded = rowQuery<{ readonly author: string }>(
    database,
    'SELECT author FROM recorded_author WHERE author = ?',
  );
  const insert = database.prepare('INSERT INTO author_name (commitment, author, name, salt) VALUES (?, ?, ?, ?)');
  const count = oneRowQuery<{ readonly found: number }>(
    database,
    `SELECT count(*) AS found FROM ${ALL_NAMES} WHERE author = ?`,
  );
  const selectOf = rowQuery<RecordedName>(
    database,
    `SELECT commitment, author, name, salt FROM ${ALL_NAMES} WHERE author = ?`,
  );
  const removals = ['author_name', 'other_name'].map((table) =>
    database.prepare(`DELETE FROM ${table} WHERE author = ?`),
  );
  return {
    commitmentOf({ id, name }) {
      const known = select.get(JSON.stringify(id), JSON.stringify(name));
      if (known !== undefined) return known.commitment;
      const salt = newSalt();
      const commitment = commitmentTo(name, salt);
      insert.run(commitment, JSON.stringify(id), JSON.stringify(name), salt);
      onName?.({ commitment, author: id, name, salt });
      return commitment;
    },
    namesIn(records) {
      return [...commitmentsIn(records)].flatMap((commitment) => {
        const row = selectEntry.get(commitment);
        if (row === undefined) return [];
        return [nameIn({ commitment, ...row })];
      });
    },
    nameOf(author) {
      const row = selectNewest.get(JSON.stringify(author));
      return row === undefined ? null : keptText(row.name);
    },
    isRecorded: (author) => selectRecorded.get(JSON.stringify(author)) !== undefined,
    count: (author) => count.get(JSON.stringify(author)).found,
    erase(author) {
      const run = () => {
        const names = selectOf.all(JSON.stringify(author));
        for (const remove of removals) remove.run(JSON.stringify(author));
        onErase?.(author, names.map(nameIn));
        return names.length;
      };
      // It may be a part of another transaction.
      return database.inTransaction ? run() : inTransaction(database, 'IMMEDIATE', run);
    },
  };
}

function nameIn({ commitment, author, name, salt }: RecordedName): RecordedName {
  return { commitment, author: keptText(author), name: keptText(name), salt };
}

/** Commitments in records, each once. */
export function commitmentsIn(records: readonly SealedRecord[]): ReadonlySet<string> {
  return new Set(records.flatMap(({ text }) => COMMITMENT.exec(text)?.[1] ?? []));
}
