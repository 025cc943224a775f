import type { SealedRecord } from '#domain/events';
import { LogFaultError } from '#domain/log';
import type { TruncatedTail, TruncatedRecord, FoundStream, StreamChange, TailRepair } from '#domain/ports';
import { versions } from './database-schema.ts';
import type { Database } from './database.ts';
import { checkForm, recordsOf } from './read-stream.ts';
import { EMPTY_HEAD } from './stream-head.ts';

/** What takes damaged records off the ends of streams; `onCut` is told after each time. */
export function indexedDbTailRepair(database: Database, onCut: (change: StreamChange) => void): TailRepair {
  return {
    async find(stream) {
      const { head, pages, keys, values } = await database.transact(
        ['streams', 'pages', 'records'],
        'readonly',
        async (transaction) => {
          const all = versions(stream, -Infinity);
          const records = transaction.objectStore('records');
          const [head = EMPTY_HEAD, pages, keys, values] = await Promise.all([
            transaction.objectStore('streams').get(stream),
            transaction.objectStore('pages').getAll(all),
            records.getAllKeys(all),
            records.getAll(all),
          ]);
          return { head, pages, keys, values };
        },
      );
      const cold = await recordsOf(pages, 0);
      const found: (SealedRecord | null)[] = [...cold];
      for (const [index, [, version]] of keys.entries()) {
        if (version <= cold.length) throw new LogFaultError(version, 'it stands in a page too');
        while (found.length < version - 1) found.push(null);
        found.push(...checkForm([values[index]], version - 1));
      }
      while (found.length < head.version) found.push(null);
      return { version: head.version, hash: head.hash, records: found, inPages: cold.length };
    },
    async cut(stream, found, { afterVersion, reason, at }) {
      const isDone = await database.transact(
        ['streams', 'records', 'cut'],
        'readwrite',
        async (transaction) => {
          const end = versions(stream, afterVersion + 1);
          const [streams, records, cuts] = [
            transaction.objectStore('streams'),
            transaction.objectStore('records'),
            transaction.objectStore('cut'),
          ];
          const [head, keys, values, newest] = await Promise.all([
            streams.get(stream),
            records.getAllKeys(end),
            records.getAll(end),
            cuts.openKeyCursor(versions(stream, -Infinity), 'prev'),
          ]);
          const standing = new Map(keys.map(([, version], index) => [version, values[index]]));
          if (head?.version !== found.version || head.hash !== found.hash || !isAsFound(standing, found, afterVersion))
            return false;
          const number = (newest?.key[1] ?? 0) + 1;
          await Promise.all([
            cuts.add({ stream, number, at, reason, records: cutRecords(found, afterVersion), isDismissed: false }, [
              stream,
              number,
            ]),
            records.delete(end),
            streams.put({
              stream,
              version: afterVersion,
              hash: found.records[afterVersion - 1]?.hash ?? EMPTY_HEAD.hash,
            }),
          ]);
          return true;
        },
        // It takes away the only other copy.
        'strict',
      );
      if (isDone) onCut({ stream, version: afterVersion, isCut: true });
      return isDone;
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

/** What a cut after a version takes off. */
export function cutRecords({ records }: FoundStream, afterVersion: number): readonly TruncatedRecord[] {
  return records.slice(afterVersion).map((record, index) => ({ version: afterVersion + index + 1, record }));
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

function isSame(one: SealedRecord | undefined, other: SealedRecord | null): boolean {
  return one !== undefined && other !== null && one.text === other.text && one.hash === other.hash;
}
