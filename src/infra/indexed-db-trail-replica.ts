import type { SealedRecord } from '#domain/events';
import { chainAfter, checkEnd, EMPTY_HEAD, headAfter, type StreamHead } from '#domain/log';
import type { Outbox, OutboxChange, StreamChange, TrailReplica } from '#domain/ports';
import { packPage } from './cold-page.ts';
import { versions, type ColdPage } from './database-schema.ts';
import type { Database } from './database.ts';
import { indexedDbKeptNames } from './indexed-db-kept-names.ts';
import { checkForm, readStream, recordsOf } from './read-stream.ts';
import { streamChannel } from './stream-channel.ts';

/** A page holds this many records; as many stay single at the end of a stream. */
const PAGE_SIZE = 1_000;
/**
 * Where a change has more records, the older ones are written as pages: a write of so many single records would hold up
 * all tabs.
 */
const MOST_SINGLES = 3_000;

export interface IndexedDbTrailReplica extends TrailReplica {
  /** Ends the notifications of other tabs. */
  close(): void;
}

interface ReplicaOptions {
  readonly pageSize?: number;
  readonly mostSingles?: number;
}

/** The pages and single records that take the place of an outbox, compressed before the write begins. */
interface Replacement {
  /** The first version of the newest page as it was found; null where there was none. */
  readonly newestPage: number | null;
  /** All pages from here on are deleted. */
  readonly pagesFrom: number;
  /** All single records after this version are replaced. */
  readonly afterVersion: number;
  readonly pages: readonly ColdPage[];
  /** The single records, of which the first has `firstSingle`. */
  readonly singles: readonly SealedRecord[];
  readonly firstSingle: number;
  /** No page reaches into the outbox, so that all of it is single records. */
  readonly isBehindPages: boolean;
}

/** The newest page of a stream; no version and 0 where there is none. */
interface NewestPage {
  readonly firstVersion: number | null;
  readonly lastVersion: number;
}

/** Local streams as replicas of a trail, in the database of the event store. */
export function indexedDbTrailReplica(
  database: Database,
  { pageSize = PAGE_SIZE, mostSingles = MOST_SINGLES }: ReplicaOptions = {},
): IndexedDbTrailReplica {
  const names = indexedDbKeptNames(database);
  const channel = streamChannel(database, () => undefined);
  /** By stream; a guess, which each write checks by the page that is there. */
  const newestPages = new Map<string, NewestPage>();
  let isClosed = false;

  function tell(change: StreamChange): void {
    if (!isClosed) channel.postMessage(change);
  }

  async function read(stream: string): Promise<Outbox> {
    for (;;) {
      const { head, recorded, singles } = await headsAndSingles(stream);
      const count = head.version - recorded.version;
      const { version } = recorded;
      // Those that are no longer single stand in pages.
      const records =
        count <= 0
          ? []
          : singles.length < count
            ? await readStream(database, stream, version)
            : checkEnd(checkForm(singles, version), head, version);
      const last = records.at(-1)?.hash ?? recorded.hash;
      // Else it has grown, or was replaced, between the two reads.
      if (last === head.hash && version + records.length === head.version) return { stream, head, recorded, records };
    }
  }

  /** Both ends of an outbox and its single records, as of one moment. */
  function headsAndSingles(stream: string) {
    return database.transact(['streams', 'recorded', 'records'], 'readonly', async (transaction) => {
      const [foundHead, foundRecorded] = await Promise.all([
        transaction.objectStore('streams').get(stream),
        transaction.objectStore('recorded').get(stream),
      ]);
      const [head, recorded] = [toHead(foundHead), toHead(foundRecorded)];
      const isEmpty = head.version <= recorded.version;
      const after = versions(stream, recorded.version + 1);
      const singles = isEmpty ? [] : await transaction.objectStore('records').getAll(after);
      return { head, recorded, singles };
    });
  }

  /**
   * Of pages nothing is read where no page reaches into the outbox and the change is small, and nothing at all where
   * that is known.
   */
  async function replacementFor({ stream, recorded }: Outbox, added: readonly SealedRecord[]): Promise<Replacement> {
    const { version } = recorded;
    const known = newestPages.get(stream);
    if (known !== undefined && known.lastVersion <= version && added.length <= mostSingles)
      return onlySingles(known, version, added);
    const { newestPage, kept, touched, recordedSingles } = await database.transact(
      ['pages', 'records'],
      'readonly',
      async (transaction) => {
        const pages = transaction.objectStore('pages');
        const newest = await pages.openCursor(versions(stream, -Infinity), 'prev');
        const newestPage = newest?.key[1] ?? null;
        const last = newest?.value.lastVersion ?? 0;
        newestPages.set(stream, { firstVersion: newestPage, lastVersion: last });
        if (last <= version && added.length <= mostSingles)
          return { newestPage, kept: newest?.value ?? null, touched: [], recordedSingles: null };
        const keys = await pages.openCursor(versions(stream, -Infinity, version), 'prev');
        const reaching = keys?.value ?? null;
        const isKept = reaching !== null && reaching.lastVersion <= version;
        const previous =
          isKept || reaching === null
            ? null
            : await pages.openCursor(versions(stream, -Infinity, reaching.firstVersion - 1), 'prev');
        const keptPage = isKept ? reaching : (previous?.value ?? null);
        const from = (keptPage?.lastVersion ?? 0) + 1;
        const [touchedPages, singles] = await Promise.all([
          pages.getAll(versions(stream, from)),
          from > version ? [] : transaction.objectStore('records').getAll(versions(stream, from, version)),
        ]);
        return { newestPage, kept: keptPage, touched: touchedPages, recordedSingles: singles };
      },
    );
    const pagesFrom = (kept?.lastVersion ?? 0) + 1;
    if (recordedSingles === null)
      return onlySingles({ firstVersion: newestPage, lastVersion: pagesFrom - 1 }, version, added);
    const cold = (await recordsOf(touched, pagesFrom - 1)).slice(0, Math.max(0, version - pagesFrom + 1));
    const all = [...cold, ...checkForm(recordedSingles, pagesFrom - 1 + cold.length), ...added];
    const pages: ColdPage[] = [];
    let packed = 0;
    while (all.length > mostSingles && all.length - packed >= 2 * pageSize) {
      pages.push(await packPage(pagesFrom + packed, all.slice(packed, packed + pageSize)));
      packed += pageSize;
    }
    return {
      newestPage,
      pagesFrom,
      afterVersion: pagesFrom - 1,
      pages,
      singles: all.slice(packed),
      firstSingle: pagesFrom + packed,
      isBehindPages: false,
    };
  }

  async function rewrite(found: Outbox, change: OutboxChange): Promise<boolean> {
    const isGuessed = newestPages.has(found.stream);
    // Where what is known of the pages is out of date, they are read.
    return (await rewriteOnce(found, change)) || (isGuessed && (await rewriteOnce(found, change)));
  }

  async function rewriteOnce(found: Outbox, change: OutboxChange): Promise<boolean> {
    const { stream, recorded, records } = found;
    const { recorded: tail, outbox, isRebased, aside = [] } = change;
    const added = chainAfter(recorded, [...tail, ...outbox]);
    const newHead = headAfter(recorded, added);
    const replacement = await replacementFor(found, added);
    const isDone = await database.transact(
      ['streams', 'records', 'pages', 'recorded', 'aside'],
      'readwrite',
      async (transaction) => {
        const streams = transaction.objectStore('streams');
        const singles = transaction.objectStore('records');
        const pages = transaction.objectStore('pages');
        const asideEvents = transaction.objectStore('aside');
        const { pagesFrom, afterVersion, firstSingle } = replacement;
        const [head, recordedNow, singleCount, newest, newestAside] = await Promise.all([
          streams.get(stream),
          transaction.objectStore('recorded').get(stream),
          singles.count(versions(stream, recorded.version + 1)),
          pages.openKeyCursor(versions(stream, -Infinity), 'prev'),
          aside.length === 0 ? null : asideEvents.openKeyCursor(versions(stream, -Infinity), 'prev'),
        ]);
        // A page that compaction has made meanwhile holds records that are single no more.
        const isAsFound =
          isSameHead(toHead(head), found.head) &&
          isSameHead(toHead(recordedNow), recorded) &&
          (newest?.key[1] ?? null) === replacement.newestPage &&
          (!replacement.isBehindPages || singleCount === records.length);
        if (!isAsFound) return false;
        const number = newestAside?.key[1] ?? 0;
        const rebases = (recordedNow?.rebases ?? 0) + (isRebased ? 1 : 0);
        const requests: Promise<unknown>[] = [
          pages.delete(versions(stream, pagesFrom)),
          singles.delete(versions(stream, afterVersion + 1)),
          ...replacement.pages.map((page) => pages.add(page, [stream, page.firstVersion])),
          ...replacement.singles.map((record, index) => singles.add(record, [stream, firstSingle + index])),
          ...aside.map((event, index) =>
            asideEvents.add({ ...event, stream, number: number + index + 1 }, [stream, number + index + 1]),
          ),
          transaction
            .objectStore('recorded')
            .put({ stream, ...headAfter(recorded, tail), ...(rebases > 0 && { rebases }) }),
        ];
        if (newHead.version > 0) requests.push(streams.put({ stream, ...newHead }));
        await Promise.all(requests);
        return true;
      },
      // As in a move into pages: large values may be in separate files.
      replacement.pages.length > 0 ? 'strict' : 'relaxed',
    );
    if (!isDone || !replacement.isBehindPages) newestPages.delete(stream);
    if (!isDone) return false;
    if (isRebased) tell({ stream, version: newHead.version, isRebased });
    else if (added.length > records.length) tell({ stream, version: newHead.version });
    return true;
  }

  return {
    list: () =>
      database.transact(['streams', 'recorded'], 'readonly', async (transaction) => {
        const [heads, recorded] = await Promise.all([
          transaction.objectStore('streams').getAll(),
          transaction.objectStore('recorded').getAll(),
        ]);
        const recordedVersions = new Map(recorded.map(({ stream, version }) => [stream, version]));
        return heads.map(({ stream, version }) => ({
          stream,
          version,
          recordedVersion: recordedVersions.get(stream) ?? 0,
        }));
      }),
    read,
    rewrite,
    async forget(stream) {
      await database.transact(['recorded'], 'readwrite', async (transaction) => {
        const store = transaction.objectStore('recorded');
        await store.put({ ...(await store.get(stream)), stream, ...EMPTY_HEAD });
      });
    },
    names: names.list,
    keepNames: names.keep,
    close() {
      isClosed = true;
      channel.close();
    },
  };
}

/** What takes the place of an outbox that stands behind all pages. */
function onlySingles(
  { firstVersion, lastVersion }: NewestPage,
  version: number,
  singles: readonly SealedRecord[],
): Replacement {
  const pagesFrom = lastVersion + 1;
  return {
    newestPage: firstVersion,
    pagesFrom,
    afterVersion: version,
    pages: [],
    singles,
    firstSingle: version + 1,
    isBehindPages: true,
  };
}

function toHead(value: StreamHead | undefined): StreamHead {
  return value === undefined ? EMPTY_HEAD : { version: value.version, hash: value.hash };
}

function isSameHead(one: StreamHead, other: StreamHead): boolean {
  return one.version === other.version && one.hash === other.hash;
}
