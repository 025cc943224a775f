import type { StoredEvent } from '#domain/events';
import { eventIdOf, LogFaultError, openLog } from '#domain/log';
import type { Fault } from '../ledger.ts';
import { FORMER_AUTHOR, type LongLog } from './long-log.ts';
import { allRecords, type StoredStream } from './stored-streams.ts';
import type { Seen } from './witness.ts';

/**
 * What is known of a profile: what the header said at moments at which it also said that all is saved, and what stood in the database
 * after each kill.
 */
export interface ConsoleLedger {
  /** A tab begins to look at a draft. */
  visit(draftId: string): Visit;
  /** A long log was dropped, and the list of drafts says that it is saved. */
  imported(log: LongLog): void;
  /** The versions from which on a reading has to tell the records. */
  from(): Readonly<Record<string, number>>;
  /** Compares a reading with what is known, and knows it from then on. */
  check(reading: readonly StoredStream[] | null): readonly Fault[];
  /** The whole logs, pages and all. */
  checkWhole(reading: readonly StoredStream[] | null): readonly Fault[];
  /** Changes that the header said are saved, in all tabs; what a tab found when it opened is none. */
  readonly acknowledged: number;
  /** Events of the person at the console that were read. */
  readonly found: number;
  readonly pages: number;
}

export interface Visit {
  saw(seen: Seen): void;
}

/** The top of the undo stack and of the redo stack, as the buttons of the header name them. */
interface Offer {
  readonly undo: string | null;
  readonly redo: string | null;
}

interface Step {
  readonly id: string;
  readonly summary: string;
}

class KnownStream {
  version = 0;
  lastId = '';
  /** Of the events that were read, by version; a stream that was compacted before it was read has holes. */
  readonly ids: (string | undefined)[] = [];
  /** The most that it has had: what a server has recorded is taken out of pages, and may be compacted again. */
  pages = 0;
  found = 0;
  /** What was offered at `version - offers.length + 1` and after; what no tab can see any more is let go. */
  offers: readonly Offer[] = [{ undo: null, redo: null }];
  #undo: readonly Step[] = [];
  #redo: readonly Step[] = [];

  /** Undo and redo the plain way, as an oracle for the fold of the domain. */
  add({ id, author, type, undoes, summary }: StoredEvent): void {
    this.ids[this.version++] = id;
    const [undone, redone] = [this.#undo[0], this.#redo[0]];
    if (author.id !== FORMER_AUTHOR.id && type !== 'document.created') {
      this.found++;
      if (undoes !== undefined && undoes === undone?.id)
        [this.#undo, this.#redo] = [this.#undo.slice(1), [{ id, summary: undone.summary }, ...this.#redo]];
      else if (undoes !== undefined && undoes === redone?.id)
        [this.#undo, this.#redo] = [[{ id, summary: redone.summary }, ...this.#undo], this.#redo.slice(1)];
      else [this.#undo, this.#redo] = [[{ id, summary }, ...this.#undo], []];
    }
    this.offers = [...this.offers, { undo: this.#undo[0]?.summary ?? null, redo: this.#redo[0]?.summary ?? null }];
  }
}

export function consoleLedger(): ConsoleLedger {
  const streams = new Map<string, KnownStream>();
  const promised = new Map<string, LongLog>();
  let visits: { readonly stream: string; readonly seen: Seen[] }[] = [];
  let acknowledged = 0;
  const known = (stream: string): KnownStream => {
    const present = streams.get(stream) ?? new KnownStream();
    streams.set(stream, present);
    return present;
  };

  /** What one tab saw, in its order, has to be what the log offers, in the order of its versions. */
  function missing(offers: readonly Offer[], seen: readonly Seen[]): Seen | undefined {
    let at = 0;
    return seen.find(({ undo, redo }) => {
      while (at < offers.length && (offers[at]?.undo !== undo || offers[at]?.redo !== redo)) at++;
      return at === offers.length;
    });
  }

  function checkStream({
    stream,
    version,
    hash,
    pages,
    singles,
    firstVersion,
    records,
  }: StoredStream): readonly string[] {
    const before = known(stream);
    const inPages = pages.at(-1)?.lastVersion ?? 0;
    if (version < before.version) return [`it is at version ${version}, and was at ${before.version}`];
    if (pages.some((page, index) => page.firstVersion !== (pages[index - 1]?.lastVersion ?? 0) + 1))
      return ['its pages do not follow one another'];
    if (inPages + singles !== version)
      return [`version ${version} has ${inPages} records in pages and ${singles} others`];
    before.pages = Math.max(before.pages, pages.length);
    if (records.length !== version - firstVersion + 1 && inPages < firstVersion)
      return [`${records.length} records from version ${firstVersion} on, and the head says ${version}`];
    // A record that was known is the link to what came after it.
    const link = before.version === 0 ? undefined : records[0];
    // By its event: once a server has it, the server's text stands in its place.
    if (before.version > 0 && (link === undefined || eventIdOf(link) !== before.lastId))
      return [`record ${before.version} is another one`];
    // A new stream that has been compacted already: its records are read as a whole at the end.
    const isCold = before.version === 0 && inPages > 0;
    if (isCold) {
      const promise = promised.get(stream);
      if (promise !== undefined && version < promise.version)
        return [`it is at version ${version}, and ${promise.version} were saved`];
      const rest = openLog(records, { after: { version: inPages, hash: pages.at(-1)?.hash ?? '' } });
      before.version = inPages;
      for (const event of rest.events) before.add(event);
    } else {
      const after = link === undefined ? [...records] : records.slice(1);
      for (const event of openLog(after, { after: { version: before.version, hash: link?.hash ?? '' } }).events)
        before.add(event);
    }
    const last = records.at(-1);
    before.lastId = last === undefined ? before.lastId : String(eventIdOf(last));
    return last === undefined || last.hash === hash ? [] : ['its head has the hash of another record'];
  }

  const fault = (kind: Fault['kind'], text: string): Fault => ({ kind, text });

  return {
    visit(draftId) {
      const visit = { stream: `draft/${draftId}`, seen: [] as Seen[] };
      visits.push(visit);
      return {
        saw(seen) {
          // The first is what it found.
          if (visit.seen.length > 0) acknowledged++;
          visit.seen.push(seen);
        },
      };
    },
    imported: (log) => void promised.set(log.stream, log),
    from: () => Object.fromEntries(Array.from(streams, ([stream, { version }]) => [stream, Math.max(1, version)])),
    check(reading) {
      const kept = [...streams.keys(), ...promised.keys()];
      if (reading === null)
        return kept.length === 0
          ? []
          : [fault('lost', `the database is gone, in which ${new Set(kept).size} streams were saved`)];
      const faults: Fault[] = [];
      for (const stream of new Set(kept))
        if (!reading.some((found) => found.stream === stream)) faults.push(fault('lost', `${stream} is gone`));
      for (const found of reading) {
        try {
          faults.push(...checkStream(found).map((text) => fault('lost', `${found.stream}: ${text}`)));
        } catch (error) {
          if (!(error instanceof LogFaultError)) throw error;
          faults.push(fault('corrupt', `${found.stream}: ${error.message}`));
        }
      }
      for (const { stream, seen } of visits) {
        const gone = missing(known(stream).offers, seen);
        if (gone !== undefined)
          faults.push(
            fault(
              'lost',
              `${stream}: the header said that all is saved and offered ${JSON.stringify(gone)}, which no version does`,
            ),
          );
      }
      visits = [];
      for (const stream of streams.values()) stream.offers = stream.offers.slice(-1);
      return faults;
    },
    checkWhole(reading) {
      return (reading ?? []).flatMap((found) => {
        try {
          const { events, lastHash } = openLog(allRecords(found));
          const ids = new Set(events.map(({ id }) => id));
          const expected = [...(promised.get(found.stream)?.ids ?? []).entries(), ...known(found.stream).ids.entries()];
          const moved = expected.filter(([index, id]) => id !== undefined && events[index]?.id !== id);
          if (moved.length > 0)
            return [
              fault('lost', `${found.stream} lacks ${moved.length} events where they were, ${moved[0]?.[1]} first`),
            ];
          const faults =
            lastHash === found.hash && events.length === found.version
              ? []
              : [fault('lost', `${found.stream} has ${events.length} events, and its head says ${found.version}`)];
          return ids.size === events.length
            ? faults
            : [...faults, fault('doubled', `${found.stream}: ${events.length} events have ${ids.size} ids`)];
        } catch (error) {
          return [fault('corrupt', `${found.stream}: ${error instanceof Error ? error.message : String(error)}`)];
        }
      });
    },
    get acknowledged() {
      return acknowledged;
    },
    get found() {
      return Array.from(streams.values()).reduce((sum, { found }) => sum + found, 0);
    },
    get pages() {
      return Array.from(streams.values()).reduce((sum, { pages }) => sum + pages, 0);
    },
  };
}
