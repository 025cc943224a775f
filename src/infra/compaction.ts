import { FIRST_HASH, verifyChain, type SealedRecord } from '#domain/events';
import { LogFaultError } from '#domain/log';
import { isColdPage, packPage, unpackPage } from './cold-page.ts';
import { versions, type ColdPage } from './database-schema.ts';
import type { Database } from './database.ts';
import { checkForm } from './read-stream.ts';

/** The records that make a page. */
const PAGE_SIZE = 1_000;
/** The newest records of a stream, at least this many, stay as they are: most reads are of them alone. */
const KEPT_RECORDS = 1_000;
/**
 * In characters. A page is full where it has come to this: it is read, hashed and compressed at one go, beside a person
 * who types.
 */
const PAGE_TEXT_LIMIT = 8 * 1024 * 1024;
/** Records can be large, so that a thousand of them at once may be more than a tab has room for. */
const RECORDS_AT_ONCE = 25;

export interface PageOptions {
  readonly pageSize?: number;
  readonly keptRecords?: number;
}

export interface Compacted {
  /** How many pages were written. */
  readonly pages: number;
  /** The version of the stream at which there is enough for a page more. */
  readonly dueAt: number;
}

/** The oldest records of a stream that are in no page. */
interface ColdRecords {
  readonly firstVersion: number;
  readonly prevHash: string;
  /** Empty where there is not enough for a page. */
  readonly records: readonly SealedRecord[];
}

/**
 * Moves all full pages of cold records of a stream; may run in several tabs at once, beside appends and reads.
 * @throws LogFaultError where a record is damaged (then its page is not made), StorageFullError, StorageClosedError
 */
export async function compactStream(database: Database, stream: string, options: PageOptions = {}): Promise<Compacted> {
  let pages = 0;
  for (;;) {
    const { isMoved, dueAt } = await compactOnce(database, stream, options);
    if (!isMoved) return { pages, dueAt };
    pages++;
  }
}

/** As {@link compactStream}, one page at most: `isMoved` says whether there was one, so that the next may follow. */
export async function compactOnce(
  database: Database,
  stream: string,
  { pageSize = PAGE_SIZE, keptRecords = KEPT_RECORDS }: PageOptions = {},
): Promise<{ readonly isMoved: boolean; readonly dueAt: number }> {
  for (;;) {
    const cold = await coldRecords(database, stream, pageSize, keptRecords);
    const dueAt = cold.firstVersion + dueAtFirst({ pageSize, keptRecords }) - 1;
    if (cold.records.length === 0) return { isMoved: false, dueAt };
    const page = await packPage(cold.firstVersion, cold.records);
    // What is about to be deleted is what comes out of the page, and it is sound.
    const check = verifyChain(await unpackPage(page), cold.prevHash);
    if (!check.ok) throw new LogFaultError(cold.firstVersion + check.fault.position - 1, check.fault.reason);
    if (await move(database, stream, page)) return { isMoved: true, dueAt: dueAt + cold.records.length };
    // Another tab was faster: look again.
  }
}

/** The version of a stream at which there is enough for its first page. */
export function dueAtFirst({ pageSize = PAGE_SIZE, keptRecords = KEPT_RECORDS }: PageOptions): number {
  return pageSize + keptRecords;
}

function coldRecords(database: Database, stream: string, pageSize: number, keptRecords: number): Promise<ColdRecords> {
  return database.transact(['streams', 'pages', 'records', 'recorded'], 'readonly', async (transaction) => {
    const [head, recorded, newest] = await Promise.all([
      transaction.objectStore('streams').get(stream),
      transaction.objectStore('recorded').get(stream),
      transaction.objectStore('pages').openCursor(versions(stream, -Infinity), 'prev'),
    ]);
    if (newest !== null && !isColdPage(newest.value))
      throw new LogFaultError(newest.key[1], 'the page that holds it is something else');
    const firstVersion = (newest?.value.lastVersion ?? 0) + 1;
    const prevHash = newest?.value.hash ?? FIRST_HASH;
    const lastVersion = firstVersion + pageSize - 1;
    const records: SealedRecord[] = [];
    if (head === undefined || head.version - keptRecords < lastVersion) return { firstVersion, prevHash, records };
    // The outbox of a replica is replaced by what the server makes of it.
    if (recorded !== undefined && recorded.version < lastVersion) return { firstVersion, prevHash, records };
    const store = transaction.objectStore('records');
    for (let length = 0; records.length < pageSize && length < PAGE_TEXT_LIMIT;) {
      const from = firstVersion + records.length;
      const to = Math.min(from + RECORDS_AT_ONCE - 1, lastVersion);
      const some = await store.getAll(versions(stream, from, to));
      if (some.length < to - from + 1)
        throw new LogFaultError(from, `a record is missing between versions ${from} and ${to}`);
      for (const record of checkForm(some, from - 1)) {
        if (length >= PAGE_TEXT_LIMIT) break;
        records.push(record);
        length += record.text.length;
      }
    }
    return { firstVersion, prevHash, records };
  });
}

/** Puts the page in the place of its records, where they still are what they were. */
function move(database: Database, stream: string, page: ColdPage): Promise<boolean> {
  const { firstVersion, lastVersion, hash } = page;
  const range = versions(stream, firstVersion, lastVersion);
  return database.transact(
    ['pages', 'records'],
    'readwrite',
    async (transaction) => {
      const records = transaction.objectStore('records');
      const [count, last] = await Promise.all([records.count(range), records.get([stream, lastVersion])]);
      if (count !== lastVersion - firstVersion + 1 || last?.hash !== hash) return false;
      await Promise.all([transaction.objectStore('pages').add(page, [stream, firstVersion]), records.delete(range)]);
      return true;
    },
    // A browser may store large values in separate files: the records are deleted when those have reached the disk.
    'strict',
  );
}
