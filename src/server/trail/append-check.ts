import {
  EVENT_FORMAT,
  FIRST_RULES,
  RULES,
  type DocumentEvent,
  type SealedRecord,
  type StoredEvent,
} from '#domain/events';
import { formatJson } from '#domain/json';
import { EMPTY_HEAD, eventIdOf, headAfter, LogFaultError, openLog } from '#domain/log';
import { DecisionCheck } from '#domain/proof';
import { RequestError } from '../console/errors.ts';
import { inTurns, takeTurns } from '../console/turns.ts';
import { isLongBatch } from './batch-work.ts';
import type { Recorded, RecordStore } from './record-store.ts';

/** Characters of the documents and logs that are kept together, as JSON; one that is longer is kept alone. */
const KEPT_LENGTH = 32 * 1024 * 1024;
const MOST_KEPT = 500;
/** Records that are read at once. */
const RECORDS_AT_ONCE = 50;

/** How far a stream is decided. */
export interface DecidedStream {
  /** Of the last record that was taken. */
  readonly version: number;
  readonly decisions: DecisionCheck;
}

interface KeptState extends DecidedStream {
  /** Characters of the document as it was when the log was read, and of all records: undo needs the events, too. */
  readonly length: number;
}

/** An append that is about to be recorded. */
export interface CheckedAppend {
  /** Keeps the document as it is then, for the next append. */
  done(recorded: Recorded): void;
}

/**
 * Decides appended events again, as `mapledger verify` does, so that nothing is recorded whose command does not come to
 * it. The documents of streams that are written to are kept, as long as there is room: an append costs what its
 * commands cost, and only the first one to a stream replays its log.
 */
export interface AppendCheck {
  /** A stream as far as it is recorded now; null where it has no events. */
  decidedStream(stream: string): Promise<DecidedStream | null>;
  /** Keeps the document of a stream no more: its end was cut off, or it was erased. */
  forget(stream: string): void;
  /**
   * @throws RequestError 409 with the rules of this server where others were followed; 422 that names the first event
   * whose command does not come to it
   */
  check(stream: string, after: number, events: readonly DocumentEvent[]): Promise<CheckedAppend>;
}

const UNCHECKED: CheckedAppend = { done: () => undefined };

export function appendCheck(
  records: Pick<RecordStore, 'versionOf' | 'readPage' | 'refresh'>,
  mostLength = KEPT_LENGTH,
): AppendCheck {
  /** The last that were used are at the end. */
  const kept = new Map<string, KeptState>();
  const replaying = new Map<string, Promise<KeptState>>();
  let keptLength = 0;

  function keep(stream: string, state: KeptState): void {
    keptLength += state.length - (kept.get(stream)?.length ?? 0);
    kept.delete(stream);
    kept.set(stream, state);
    for (const [oldest, { length }] of kept) {
      if ((keptLength <= mostLength && kept.size <= MOST_KEPT) || kept.size === 1) break;
      kept.delete(oldest);
      keptLength -= length;
    }
  }

  /** The document of a stream up to a version, from its log. What is wrong there already is taken by its patch. */
  async function replayed(stream: string, version: number): Promise<KeptState> {
    const decisions = new DecisionCheck(stream);
    const turns = takeTurns();
    let [head, length] = [EMPTY_HEAD, 0];
    while (head.version < version) {
      const page = await records.readPage(stream, head.version, Math.min(RECORDS_AT_ONCE, version - head.version));
      if (page.records.length === 0) break;
      const { events, isNewer } = readable(page.records, head);
      if (isNewer) decisions.goBlind();
      for (const event of events) {
        await turns.next();
        takeRecorded(decisions, event);
      }
      head = headAfter(head, page.records);
      length += lengthOf(page.records);
      await turns.next();
    }
    const body = decisions.document?.body;
    return { version, decisions, length: length + (body === undefined ? 0 : formatJson(body).length) };
  }

  async function stateAt(stream: string, version: number): Promise<KeptState> {
    const known = kept.get(stream);
    // Records are never replaced: the same version is the same document, until its end is cut off.
    if (known?.version === version) return known;
    // All who wait for the same document wait for one replay.
    const key = JSON.stringify([stream, version]);
    const found = replaying.get(key) ?? replayed(stream, version).finally(() => replaying.delete(key));
    replaying.set(key, found);
    const state = await found;
    keep(stream, state);
    return state;
  }

  return {
    async decidedStream(stream) {
      const version = await records.versionOf(stream);
      return version === 0 ? null : stateAt(stream, version);
    },
    forget(stream) {
      keptLength -= kept.get(stream)?.length ?? 0;
      kept.delete(stream);
    },
    async check(stream, after, events) {
      refuseOtherRules(events);
      let version = await records.versionOf(stream);
      if (version < after) {
        // Another server may have recorded them.
        await records.refresh?.();
        version = await records.versionOf(stream);
      }
      // That will be a conflict; where a part of the events is there already, the rest is what is added.
      if (version < after || version - after >= events.length) return UNCHECKED;
      const known = version - after;
      if (known > 0) {
        const [last] = (await records.readPage(stream, version - 1, 1)).records;
        if (last === undefined || eventIdOf(last) !== events[known - 1]?.id) return UNCHECKED;
      }
      const before = await stateAt(stream, version);
      const decisions = before.decisions.copy();
      await decideAll(decisions, { stream, version, events, from: known });
      return {
        done({ version: end, records: recorded }) {
          // Another writer was first, or has recorded the same events.
          if (end !== after + events.length) return;
          keep(stream, { version: end, decisions, length: before.length + lengthOf(recorded) });
        },
      };
    },
  };
}

function lengthOf(records: readonly SealedRecord[]): number {
  return records.reduce((sum, { text }) => sum + text.length, 0);
}

interface ReadableEvents {
  readonly events: readonly StoredEvent[];
  /** Some are in a format that this version does not have. */
  readonly isNewer: boolean;
}

/**
 * The events of records; none if they are damaged. Damage is reported to readers of the log, and is no reason to reject
 * further events.
 */
function readable(records: Parameters<typeof openLog>[0], head: typeof EMPTY_HEAD): ReadableEvents {
  try {
    const { events, newerFormat } = openLog(records, { after: head });
    return { events, isNewer: newerFormat !== undefined };
  } catch (error) {
    if (error instanceof LogFaultError) return { events: [], isNewer: error.isNewer };
    throw error;
  }
}

function takeRecorded(decisions: DecisionCheck, event: StoredEvent): void {
  const result = decisions.take(event);
  if ('fault' in result || 'unknown' in result) decisions.takePatch(event);
}

interface NewEvents {
  readonly stream: string;
  /** Of the last record before them. */
  readonly version: number;
  readonly events: readonly DocumentEvent[];
  /** The first of them that is new. */
  readonly from: number;
}

/** @throws RequestError */
async function decideAll(decisions: DecisionCheck, { stream, version, events, from }: NewEvents): Promise<void> {
  if (decisions.document === null)
    throw otherRules(
      'This log has events of a newer version of Mapledger, so this server can’t decide what follows them.',
    );
  const turns = takeTurns();
  for (const [index, event] of events.entries()) {
    if (index < from) continue;
    await turns.next();
    const at = `/body/events/${index}`;
    if (isLongBatch(event, decisions.document.body ?? null))
      throw notRecorded(at, 'its batch has too many commands for a document of this size: send them one by one');
    const steps = decisions.takeInSteps({ ...event, stream, version: version + index - from + 1 });
    const taken = await inTurns(steps, turns);
    if ('fault' in taken) throw notRecorded(at, taken.fault);
  }
}

function notRecorded(at: string, reason: string): RequestError {
  return new RequestError(422, `Not recorded: ${at}: ${reason}.`, { issues: [{ at, reason }] });
}

/**
 * What another version has decided is decided again by its own device, under the rules of this one.
 * @throws RequestError
 */
function refuseOtherRules(events: readonly DocumentEvent[]): void {
  const other = events.find(({ rules = FIRST_RULES, format }) => rules !== RULES || format > EVENT_FORMAT);
  if (other === undefined) return;
  const { rules = FIRST_RULES } = other;
  throw otherRules(
    `This server decides by rules ${RULES}, and the changes were decided by rules ${rules}. Reload the console to send them.`,
  );
}

function otherRules(message: string): RequestError {
  return new RequestError(409, message, { rules: RULES, format: EVENT_FORMAT });
}
