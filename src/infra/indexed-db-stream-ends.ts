import type { SealedRecord } from '#domain/events';
import { cutRecords, EMPTY_HEAD, LogFaultError } from '#domain/log';
import type { TruncatedTail, FoundStream, RestoredRecord, StreamChange, TailRepair } from '#domain/ports';
import { packPage, unpackPage } from './cold-page.ts';
import { versions, type ColdPage } from './database-schema.ts';
import type { Database } from './database.ts';
import { checkForm, recordsOf } from './read-stream.ts';

/** Removes damaged records from the ends of streams; `onCut` is called after each removal. */
export function indexedDbTailRepair(database: Database, onCut: (change: StreamChange) => void): TailRepair {
  /**
   * The pages that hold damaged records, as they are and as they are to be; null where they are not as they were found
   * any more.
   */
  async function restoredPages(stream: string, { records, inPages }: FoundStream, restored: readonly RestoredRecord[]) {
    const cold = new Map(restored.flatMap(({ version, record }) => (version > inPages ? [] : [[version, record]])));
    if (cold.size === 0) return [];
    const all = await database.transact(['pages'], 'readonly', ({ store }) =>
      store.getAll(versions(stream, -Infinity)),
    );
    const damaged = all.filter(({ firstVersion, lastVersion }) =>
      [...cold.keys()].some((version) => version >= firstVersion && version <= lastVersion),
    );
    const replaced = [];
    for (const page of damaged) {
      const { firstVersion } = page;
      const standing = await unpackPage(page);
      if (standing.some((record, index) => !isSame(record, records[firstVersion - 1 + index] ?? null))) return null;
      const whole = standing.map((record, index) => cold.get(firstVersion + index) ?? record);
      replaced.push({ damaged: page, page: await packPage(firstVersion, whole) });
    }
    return replaced;
  }

  return {
    async find(stream) {
      const { head, recorded, pages, keys, values } = await database.transact(
        ['streams', 'recorded', 'pages', 'records'],
        'readonly',
        async (transaction) => {
          const all = versions(stream, -Infinity);
          const records = transaction.objectStore('records');
          const [head = EMPTY_HEAD, recorded = EMPTY_HEAD, pages, keys, values] = await Promise.all([
            transaction.objectStore('streams').get(stream),
            transaction.objectStore('recorded').get(stream),
            transaction.objectStore('pages').getAll(all),
            records.getAllKeys(all),
            records.getAll(all),
          ]);
          return { head, recorded, pages, keys, values };
        },
      );
      const cold = await recordsOf(pages, 0);
      const found: (SealedRecord | null)[] = [...cold];
      for (const [index, [, version]] of keys.entries()) {
        if (version <= cold.length) throw new LogFaultError(version, 'it is in a page too');
        while (found.length < version - 1) found.push(null);
        found.push(...checkForm([values[index]], version - 1));
      }
      while (found.length < head.version) found.push(null);
      return {
        ...{ version: head.version, hash: head.hash, records: found, inPages: cold.length },
        recorded: { version: recorded.version, hash: recorded.hash },
      };
    },
    async cut(stream, found, { afterVersion, reason, at }) {
      const isDone = await database.transact(
        ['streams', 'records', 'cut', 'recorded'],
        'readwrite',
        async (transaction) => {
          const end = versions(stream, afterVersion + 1);
          const [streams, records, cuts, recorded] = [
            transaction.objectStore('streams'),
            transaction.objectStore('records'),
            transaction.objectStore('cut'),
            transaction.objectStore('recorded'),
          ];
          const [head, recordedHead, keys, values, newest] = await Promise.all([
            streams.get(stream),
            recorded.get(stream),
            records.getAllKeys(end),
            records.getAll(end),
            cuts.openKeyCursor(versions(stream, -Infinity), 'prev'),
          ]);
          const standing = new Map(keys.map(([, version], index) => [version, values[index]]));
          if (head?.version !== found.version || head.hash !== found.hash || !isAsFound(standing, found, afterVersion))
            return false;
          const number = (newest?.key[1] ?? 0) + 1;
          const newHead = {
            stream,
            version: afterVersion,
            hash: found.records[afterVersion - 1]?.hash ?? EMPTY_HEAD.hash,
          };
          const recordedVersion = recordedHead?.version ?? 0;
          const cut = {
            stream,
            number,
            at,
            reason,
            records: cutRecords(found, afterVersion),
            ...(recordedVersion > afterVersion && { recordedVersion }),
            isDismissed: false,
          };
          await Promise.all([
            cuts.add(cut, [stream, number]),
            records.delete(end),
            streams.put(newHead),
            // The server has the records that were cut, and they are restored from there.
            ...(recordedVersion > afterVersion ? [recorded.put({ ...recordedHead, ...newHead })] : []),
          ]);
          return true;
        },
        // It takes away the only other copy.
        'strict',
      );
      if (isDone) onCut({ stream, version: afterVersion, isCut: true });
      return isDone;
    },
    async restore(stream, found, { records: restored, reason, at }) {
      const replaced = await restoredPages(stream, found, restored);
      if (replaced === null) return false;
      const singles = restored.filter(({ version }) => version > found.inPages);
      return database.transact(
        ['streams', 'pages', 'records', 'cut', 'recorded'],
        'readwrite',
        async (transaction) => {
          const records = transaction.objectStore('records');
          const pages = transaction.objectStore('pages');
          const cuts = transaction.objectStore('cut');
          const [head, recorded, newest, standing, standingPages] = await Promise.all([
            transaction.objectStore('streams').get(stream),
            transaction.objectStore('recorded').get(stream),
            cuts.openKeyCursor(versions(stream, -Infinity), 'prev'),
            Promise.all(singles.map(({ version }) => records.get([stream, version]))),
            Promise.all(replaced.map(({ damaged }) => pages.get([stream, damaged.firstVersion]))),
          ]);
          const isAsFound =
            head?.version === found.version &&
            head.hash === found.hash &&
            (recorded ?? EMPTY_HEAD).hash === (found.recorded ?? EMPTY_HEAD).hash &&
            singles.every(({ version }, index) => isSameOrNone(standing[index], found.records[version - 1])) &&
            replaced.every(({ damaged }, index) => isSamePage(standingPages[index], damaged));
          if (!isAsFound) return false;
          const number = (newest?.key[1] ?? 0) + 1;
          const kept = restored.map(({ version }) => ({ version, record: found.records[version - 1] ?? null }));
          const cut = { stream, number, at, reason, records: kept, isRestored: true, isDismissed: false } as const;
          await Promise.all([
            cuts.add(cut, [stream, number]),
            ...singles.map(({ version, record }) => records.put(record, [stream, version])),
            ...replaced.map(({ page }) => pages.put(page, [stream, page.firstVersion])),
          ]);
          return true;
        },
        'strict',
      );
    },
    list: (stream) => database.transact(['cut'], 'readonly', ({ store }) => store.getAll(versions(stream, -Infinity))),
    dismiss: (cut) =>
      database.transact(['cut'], 'readwrite', async (transaction) => {
        const store = transaction.objectStore('cut');
        const kept = await store.get([cut.stream, cut.number]);
        if (kept !== undefined)
          await store.put({ ...kept, isDismissed: true } satisfies TruncatedTail, [cut.stream, cut.number]);
      }),
  };
}

function isAsFound(
  standing: ReadonlyMap<number, SealedRecord | undefined>,
  found: FoundStream,
  afterVersion: number,
): boolean {
  const expected = cutRecords(found, afterVersion);
  const present = expected.filter(({ record }) => record !== null);
  return (
    present.length === standing.size && present.every(({ version, record }) => isSame(standing.get(version), record))
  );
}

function isSameOrNone(one: SealedRecord | undefined, other: SealedRecord | null | undefined): boolean {
  return other === null || other === undefined ? one === undefined : isSame(one, other);
}

function isSamePage(one: ColdPage | undefined, other: ColdPage): boolean {
  return (
    one?.lastVersion === other.lastVersion &&
    one.hash === other.hash &&
    one.bytes.length === other.bytes.length &&
    one.bytes.every((byte, index) => byte === other.bytes[index])
  );
}

function isSame(one: SealedRecord | undefined, other: SealedRecord | null): boolean {
  return one !== undefined && other !== null && one.text === other.text && one.hash === other.hash;
}
