import { inflateRawSync } from 'node:zlib';
import type { Page } from 'playwright';
import type { SealedRecord } from '#domain/events';
import { parseLog } from '#domain/log';

/** A stream as it stands in the database. */
export interface StoredStream {
  readonly stream: string;
  readonly version: number;
  readonly hash: string;
  /** In the order of their versions. */
  readonly pages: readonly StoredPage[];
  /** How many records are in no page. */
  readonly singles: number;
  /** The records from the version that was asked for on, as far as they are in no page. */
  readonly firstVersion: number;
  readonly records: readonly SealedRecord[];
}

interface StoredPage {
  readonly firstVersion: number;
  readonly lastVersion: number;
  readonly hash: string;
  /** Base64; empty unless all was asked for. */
  readonly bytes: string;
}

/**
 * Reads the database of the console in a page of the same origin that runs none of our code; null where there is none. Of each
 * stream the records from a version on, 1 where none is given. It writes nothing, and lets go of the database.
 */
export function readStoredStreams(
  page: Page,
  from: Readonly<Record<string, number>>,
  isWithPages: boolean,
): Promise<readonly StoredStream[] | null> {
  return page.evaluate(
    async ([versions, withPages]) => {
      const known = await indexedDB.databases();
      if (!known.some(({ name }) => name === 'mapledger')) return null;
      const settled = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error ?? new Error('not read'));
        });
      const database = await settled(indexedDB.open('mapledger'));
      // A kill in the middle of the first opening leaves a database without a layout.
      if (database.objectStoreNames.length === 0) {
        database.close();
        return null;
      }
      const transaction = database.transaction(['streams', 'pages', 'records']);
      const heads: { stream: string; version: number; hash: string }[] = await settled(
        transaction.objectStore('streams').getAll(),
      );
      const read = await Promise.all(
        heads.map(async ({ stream, version, hash }) => {
          const all = IDBKeyRange.bound([stream, -Infinity], [stream, Infinity]);
          const firstVersion = versions[stream] ?? 1;
          const records = transaction.objectStore('records');
          const [pages, singles, found] = await Promise.all([
            settled(transaction.objectStore('pages').getAll(all)),
            settled(records.count(all)),
            settled(records.getAll(IDBKeyRange.bound([stream, firstVersion], [stream, Infinity]))),
          ]);
          return {
            stream,
            version,
            hash,
            singles,
            firstVersion,
            records: found as { text: string; hash: string }[],
            pages: (pages as { firstVersion: number; lastVersion: number; hash: string; bytes: Uint8Array }[]).map(
              ({ bytes, ...rest }) => ({
                ...rest,
                bytes: withPages ? btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) : '',
              }),
            ),
          };
        }),
      );
      database.close();
      return read;
    },
    [from, isWithPages] as const,
  );
}

/** All records of a stream that was read with its pages from version 1 on. @throws where a page can't be read */
export function allRecords({ pages, records }: StoredStream): readonly SealedRecord[] {
  return [
    ...pages.flatMap(({ bytes }) => parseLog(inflateRawSync(Buffer.from(bytes, 'base64')).toString('utf8'))),
    ...records,
  ];
}
