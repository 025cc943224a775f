import type { SealedRecord } from '#domain/events';
import { checkEnd, EMPTY_HEAD, LogFaultError } from '#domain/log';
import { isColdPage, unpackPage } from './cold-page.ts';
import type { Database } from './database.ts';
import { versions, type ColdPage } from './database-schema.ts';
import { isObjectWith } from './is-object-with.ts';

/**
 * The records of a stream after a version, from pages and single records as of one moment. Only pages that hold some
 * of them are read, none where single records are enough.
 * @throws LogFaultError, StorageClosedError
 */
export async function readStream(
  database: Database,
  stream: string,
  afterVersion: number,
): Promise<readonly SealedRecord[]> {
  const { head, pages, singles } = await database.transact(
    ['streams', 'pages', 'records'],
    'readonly',
    async (transaction) => {
      const [head = EMPTY_HEAD, singles] = await Promise.all([
        transaction.objectStore('streams').get(stream),
        transaction.objectStore('records').getAll(versions(stream, afterVersion + 1)),
      ]);
      if (singles.length >= head.version - afterVersion) return { head, pages: [], singles };
      const store = transaction.objectStore('pages');
      const first = await store.openKeyCursor(versions(stream, -Infinity, afterVersion + 1), 'prev');
      return { head, pages: await store.getAll(versions(stream, first?.key[1] ?? afterVersion + 1)), singles };
    },
  );
  const cold = await recordsOf(pages, afterVersion);
  return checkEnd([...cold, ...checkForm(singles, afterVersion + cold.length)], head, afterVersion);
}

/** The records of pages after a version, read one page after another, so that the first fault is reported. */
export async function recordsOf(pages: readonly unknown[], afterVersion: number): Promise<readonly SealedRecord[]> {
  const records: SealedRecord[] = [];
  for (const [index, page] of pages.entries()) {
    const next = afterVersion + records.length + 1;
    if (!isColdPage(page)) throw new LogFaultError(next, 'the page that holds it is something else');
    if (index === 0 && page.lastVersion < next) continue;
    checkPlace(page, next, index === 0);
    for (const record of (await unpackPage(page)).slice(next - page.firstVersion)) records.push(record);
  }
  return records;
}

/** The first page may begin before what was asked for. */
function checkPlace({ firstVersion, lastVersion }: ColdPage, next: number, isFirst: boolean): void {
  if (firstVersion > next)
    throw new LogFaultError(next, `it is missing: the next page begins at version ${firstVersion}`);
  if (firstVersion < next && !isFirst)
    throw new LogFaultError(
      next,
      `it is missing: a page of versions ${firstVersion} to ${lastVersion} is in its place`,
    );
}

/** The values as records, of which the first follows a version. @throws LogFaultError with the version that is none. */
export function checkForm(values: readonly unknown[], afterVersion: number): readonly SealedRecord[] {
  return values.map((value, index) => {
    if (isSealedRecord(value)) return value;
    throw new LogFaultError(afterVersion + index + 1, 'it is not a string with its hash');
  });
}

function isSealedRecord(value: unknown): value is SealedRecord {
  return isObjectWith(value, 'text', 'hash') && typeof value.text === 'string' && typeof value.hash === 'string';
}
