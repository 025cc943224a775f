import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import type { SealedRecord } from '#domain/events';
import { errorText, isObject, member, parseJson } from '#domain/json';
import { faultText, isContentFault, verifyTrail, type Tombstone, type TrailLine, type TrailName } from '#domain/proof';
import type { ServerDatabase } from '../../server/sqlite/database.ts';
import { readTrailCopy } from '../../server/sqlite/trail-copy-state.ts';
import { sqliteEventStore, type SqliteEventStore } from '../../server/sqlite/sqlite-event-store.ts';
import { defineCommand } from '../command.ts';
import { isSignedByKey } from '../../server/proof/signing-key.ts';
import { InputError, UnavailableError, UsageError } from '../errors.ts';
import { nameOf } from '../input.ts';
import { withOwnFolder } from '../own-folder.ts';
import { printable, progressOf, type Terminal } from '../terminal.ts';
import { restoreRegister } from '../restored-register.ts';
import { readTrail } from '../trail-lines.ts';
import { exitCodeOf } from '../trail-exit.ts';

/** Records of one stream, one after another in the file. */
interface Run {
  readonly stream: string;
  /** The version before its first record. */
  readonly after: number;
  readonly records: SealedRecord[];
  /** In their place, where the stream was erased. */
  readonly tombstones: Tombstone[];
}

export const importCommand = defineCommand({
  usage: 'FILE --data-dir FOLDER',
  details: [
    'FILE is what "mapledger export" wrote; - is standard input. All of it is verified before anything is written. Stop the server that uses the folder first.',
    'Events that are not the result of their commands are restored unchanged and listed; their seals, order, ids and names must be valid.',
    'A restored draft is private to its first author. What proved authors is in no export: each claims its id once, from a browser that has its list of drafts, or with a code of "mapledger authors rebind".',
    'Only adds what is missing, byte for byte and in the same order: a folder that has the records already is left as it is, and where it has others under the same name nothing is written at all. An import that was interrupted can be repeated.',
  ],
  options: {
    'data-dir': { type: 'string', value: 'FOLDER', help: 'The data folder of a server; created where it is missing.' },
  },
  examples: [{ line: 'mapledger import backup.ndjson --data-dir /var/lib/mapledger', does: 'Restore a backup' }],
  takes: { min: 1, max: 1 },
  async run({ terminal, positionals: [file = ''], values: { 'data-dir': folder } }) {
    if (folder === undefined) throw new UsageError('--data-dir is missing: the folder to restore into.');
    const entries = await readTrail(terminal, file);
    if (entries.length === 0) throw new InputError(nameOf(file), 'it holds no events');
    const check = verifyTrail(entries, { isSigned: isSignedByKey });
    const broken = check.ok ? undefined : check.faults.find((fault) => fault.stream === null || !isContentFault(fault));
    if (broken !== undefined) throw new InputError(nameOf(file), faultText(broken));
    const { added, streams, left } = await withFolder(folder, async (store, addName, database) => {
      const all = runsOf(entries, nameOf(file));
      // What was erased in the folder stays so.
      const runs = all.filter(
        ({ stream, records }) => records.length === 0 || store.erasures.find(stream) === undefined,
      );
      await refuseOthers(store, runs, nameOf(file));
      for (const entry of entries) if (entry.kind === 'name') addName(entry.name);
      const appended = await appendMissing(terminal, store, runs);
      restoreRegister(database, runs);
      return {
        added: appended,
        streams: new Set(all.map(({ stream }) => stream)),
        left: sumOf(all) - sumOf(runs),
      };
    });
    const there = entries.filter(({ kind }) => kind === 'record' || kind === 'tombstone').length - added - left;
    terminal.err(`${added} events added, ${there} were there already, in ${streams.size} streams\n`);
    if (left > 0) terminal.err(`${left} events were left out: the folder has erased their streams\n`);
    if (!check.ok)
      for (const fault of check.faults)
        terminal.err(`${printable(`Restored as it was: ${nameOf(file)}: ${faultText(fault)}`)}\n`);
    return exitCodeOf(check);
  },
});

/** @throws InputError for a stream that is erased in part: a server erases whole ones */
function runsOf(entries: readonly TrailLine[], name: string): readonly Run[] {
  const runs: Run[] = [];
  const versions = new Map<string, number>();
  const kinds = new Map<string, TrailLine['kind']>();
  for (const entry of entries) {
    const stream = streamOf(entry);
    if (stream === undefined) continue;
    const kind = kinds.get(stream) ?? entry.kind;
    if (kind !== entry.kind)
      throw new InputError(name, `${printable(stream)} is erased in part, which can’t be restored`, entry.line);
    kinds.set(stream, kind);
    const after = versions.get(stream) ?? 0;
    versions.set(stream, after + 1);
    let run = runs.at(-1);
    if (run?.stream !== stream) runs.push((run = { stream, after, records: [], tombstones: [] }));
    if (entry.kind === 'record') run.records.push(entry.record);
    if (entry.kind === 'tombstone') run.tombstones.push(entry.tombstone);
  }
  return runs;
}

/** The stream of an entry; undefined if it has none. */
function streamOf(entry: TrailLine): string | undefined {
  if (entry.kind === 'tombstone') return entry.tombstone.stream;
  if (entry.kind !== 'record') return undefined;
  const event = parseJson(entry.record.text);
  const stream = isObject(event) ? member(event, 'stream') : undefined;
  // It has been verified.
  return typeof stream === 'string' ? stream : undefined;
}

function sumOf(runs: readonly Run[]): number {
  return runs.reduce((sum, { records, tombstones }) => sum + records.length + tombstones.length, 0);
}

/**
 * Refuses an import where a stream of the folder is not a beginning of the one in the file, or goes on from it.
 * @throws InputError
 */
async function refuseOthers(store: SqliteEventStore, runs: readonly Run[], name: string): Promise<void> {
  const kept = new Map<string, readonly SealedRecord[]>();
  for (const { stream, after, records, tombstones } of runs) {
    if (tombstones.length > 0) {
      refuseToErase(store, stream, tombstones, name);
      continue;
    }
    const known = kept.get(stream) ?? (await store.read(stream));
    kept.set(stream, known);
    const differs = records.findIndex(({ hash }, index) => {
      const there = known[after + index];
      return there !== undefined && there.hash !== hash;
    });
    if (differs === -1) continue;
    const version = after + differs + 1;
    throw new InputError(
      name,
      `the folder has another event as version ${version} of ${printable(stream)}. Nothing was written; choose an empty folder`,
    );
  }
}

/** An import erases nothing. @throws InputError */
function refuseToErase(store: SqliteEventStore, stream: string, tombstones: readonly Tombstone[], name: string): void {
  const [first] = tombstones;
  if (store.headOf(stream) === 0 || first === undefined) return;
  const [known] = store.erasures.tombstones(stream, first.version - 1, 1);
  const isSame = known === undefined || known.hash === first.hash;
  if (store.erasures.find(stream) !== undefined && isSame) return;
  throw new InputError(
    name,
    `${printable(stream)} was erased there, and the folder has other events of it. Nothing was written; choose an empty folder`,
  );
}

async function appendMissing(terminal: Terminal, store: SqliteEventStore, runs: readonly Run[]): Promise<number> {
  const progress = progressOf(terminal, 'Importing', 'events');
  let added = 0;
  for (const { stream, after, records, tombstones } of runs) {
    const version = await store.versionOf(stream);
    if (tombstones.length > 0) {
      added += store.erasures.restore(tombstones.slice(Math.max(0, version - after)));
      continue;
    }
    const missing = records.slice(Math.max(0, version - after));
    if (missing.length === 0) continue;
    const appended = await store.appendSealed(stream, version, missing);
    if (appended.conflict) throw new UnavailableError(`${stream} was changed meanwhile. Repeat the import.`);
    added += missing.length;
    progress.at(added);
  }
  progress.done();
  return added;
}

async function withFolder<Result>(
  folder: string,
  work: (store: SqliteEventStore, addName: (name: TrailName) => void, database: ServerDatabase) => Promise<Result>,
): Promise<Result> {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new UnavailableError(`The data folder ${folder} can’t be made: ${errorText(error)}`);
  }
  return withOwnFolder(folder, (database) => {
    if (readTrailCopy(database) !== undefined)
      throw new UnavailableError(
        `The data folder ${folder} is a copy of a trail in an index, which an import would not reach. Nothing was written.`,
      );
    const store = sqliteEventStore(database, {
      now: () => new Date().toISOString(),
      newSalt: () => randomBytes(16).toString('hex'),
    });
    const insert = database.prepare(
      'INSERT OR IGNORE INTO author_name (commitment, author, name, salt) VALUES (?, ?, ?, ?)',
    );
    const addName = ({ commitment, author, name, salt }: TrailName) =>
      void insert.run(commitment, JSON.stringify(author), JSON.stringify(name), salt);
    return work(store, addName, database);
  });
}
