import { openState } from '#domain/document';
import type { StoredEvent } from '#domain/events';
import { formatJson } from '#domain/json';
import { LogFaultError, openLog, parseLog } from '#domain/log';
import type { OpenedReport, SavedEvent } from './protocol.ts';

export interface Fault {
  readonly kind: 'lost' | 'doubled' | 'corrupt';
  readonly text: string;
}

/** What is known of the streams of one profile: which events a tab was told are saved, and what was read after each kill. */
export interface Ledger {
  /** A browser starts: its tabs have to list what is known by now, and may list more. */
  started(): void;
  saved(stream: string, events: readonly SavedEvent[]): void;
  /** Compares what a tab has opened with what is known, and knows it from then on. */
  check(stream: string, report: OpenedReport): readonly Fault[];
  /** Events that a tab was told are saved, in all streams. */
  readonly acknowledged: number;
  /** Openings after something was saved, and those of them at which the memory outside of the database had word of it. */
  readonly visits: { readonly later: number; readonly remembered: number };
  /** Events in the logs when they were last read. */
  readonly found: number;
}

interface KnownStream {
  readonly saved: Map<string, number>;
  /** The ids that were read, in order, and the hash of the last record. */
  ids: readonly string[];
  lastHash: string;
}

export function ledger(): Ledger {
  const streams = new Map<string, KnownStream>();
  const visits = { later: 0, remembered: 0 };
  /**
   * Events that were read of each stream before the browser started: one tab may list the streams before the other tab
   * begins one.
   */
  let atStart: ReadonlyMap<string, number> = new Map();
  let authorId: string | null = null;
  const known = (stream: string): KnownStream => {
    const present = streams.get(stream) ?? { saved: new Map<string, number>(), ids: [], lastHash: '' };
    streams.set(stream, present);
    return present;
  };

  function check(stream: string, report: OpenedReport): readonly Fault[] {
    const faults: Fault[] = [];
    const fault = (kind: Fault['kind'], text: string) =>
      faults.push({ kind, text: `${stream}, tab ${report.tab}: ${text}` });
    const kept = Array.from(streams.values()).filter(({ saved }) => saved.size > 0).length;
    if (report.isNewDatabase && kept > 0) {
      const word = report.remembered === null ? 'nothing is remembered of it' : `${report.remembered} are remembered`;
      fault('lost', `the database was begun anew, in which ${kept} streams were saved: ${word}`);
    }
    if (kept > 0) {
      visits.later++;
      if (report.remembered !== null) visits.remembered++;
    }
    const before = known(stream);
    const records = parseLog(report.file);
    const { events, lastHash } = openLog(records);
    const ids = events.map(({ id }) => id);
    if (new Set(ids).size < ids.length) fault('doubled', `${ids.length} events have ${new Set(ids).size} ids`);
    for (const [id, version] of before.saved) {
      if (ids[version - 1] !== id)
        fault(
          'lost',
          `${id}, saved as version ${version} of ${ids.length}, is ${ids.includes(id) ? 'elsewhere' : 'not there'}`,
        );
    }
    // Chained hashes: one that is the same stands for all records before it.
    if (before.ids.length > 0 && records[before.ids.length - 1]?.hash !== before.lastHash)
      fault('corrupt', `what was read up to version ${before.ids.length} is another text`);
    for (const [name, read] of atStart) {
      const version = report.streams.find((info) => info.stream === name)?.version ?? 0;
      if (version < read) fault('lost', `stream ${name} is at version ${version}, and was at ${read}`);
    }
    const body = formatJson(openState({ body: undefined }, events).body ?? null);
    if (body !== report.body) fault('corrupt', 'the open document is not what its log comes to');
    const steps = foldPlainly(events, report.authorId);
    if (formatJson(steps) !== formatJson({ undo: report.undo, redo: report.redo }))
      fault('corrupt', 'the undo stack is not the fold of the log');
    authorId ??= report.authorId;
    if (authorId !== report.authorId)
      fault('lost', `the author of the device was ${authorId} and is ${report.authorId}`);
    before.ids = ids;
    before.lastHash = lastHash;
    return faults;
  }

  return {
    visits,
    started() {
      atStart = new Map(Array.from(streams, ([name, { ids }]) => [name, ids.length]));
    },
    saved(stream, events) {
      for (const { id, version } of events) known(stream).saved.set(id, version);
    },
    check(stream, report) {
      try {
        return check(stream, report);
      } catch (error) {
        if (error instanceof LogFaultError)
          return [{ kind: 'corrupt', text: `${stream}, tab ${report.tab}: ${error.message}` }];
        throw error;
      }
    },
    get acknowledged() {
      return Array.from(streams.values()).reduce((sum, { saved }) => sum + saved.size, 0);
    },
    get found() {
      return Array.from(streams.values()).reduce((sum, { ids }) => sum + ids.length, 0);
    },
  };
}

/** Undo and redo the plain way, as an oracle for the fold of the domain: ids, the next one first. */
function foldPlainly(
  events: readonly StoredEvent[],
  authorId: string,
): { readonly undo: readonly string[]; readonly redo: readonly string[] } {
  let undo: readonly string[] = [];
  let redo: readonly string[] = [];
  for (const { id, author, type, undoes } of events) {
    if (author.id !== authorId || type === 'document.created') continue;
    if (undoes !== undefined && undoes === undo[0]) [undo, redo] = [undo.slice(1), [id, ...redo]];
    else if (undoes !== undefined && undoes === redo[0]) [undo, redo] = [[id, ...undo], redo.slice(1)];
    else [undo, redo] = [[id, ...undo], []];
  }
  return { undo, redo };
}
