import { replay, ReplayError } from '#domain/document';
import type { DocumentEvent } from '#domain/events';
import { errorText, formatJson, type Body } from '#domain/json';
import { eventIdOf, headAfter, LogFaultError, openLog, EMPTY_HEAD } from '#domain/log';
import { RequestError } from '../console/errors.ts';
import type { Recorded, RecordStore } from './record-store.ts';

/** Characters of the documents that are kept together, as JSON; one that is longer is kept alone. */
const KEPT_LENGTH = 32 * 1024 * 1024;
const MOST_KEPT = 500;
/** Records that are replayed before others have their turn. */
const RECORDS_AT_ONCE = 500;

/** What a stream's document is. */
interface KeptState {
  /** Of the last record that it has. */
  readonly version: number;
  /** Null where it can't be told: the log has a patch that does not apply, or events of a newer version. */
  readonly document: { readonly body: Body } | null;
  /** How long the document was when it was measured, and what was appended since: not less than what it is. */
  readonly measured: number;
  readonly length: number;
}

/** An append that is about to be recorded. */
export interface CheckedAppend {
  /** Keeps the document as it is then, for the next append. */
  done(recorded: Recorded): void;
}

/**
 * Whether patches of appended events apply to the document that they are appended to. The documents of streams that are written to are kept, as long as
 * there is room: an append costs what its patches touch, and only the first one to a stream replays its log.
 */
export interface PatchCheck {
  /** Keeps the document of a stream no more: its end was cut off, or it was erased. */
  forget(stream: string): void;
  /** @throws RequestError that names the event and the operation that do not apply */
  check(stream: string, after: number, events: readonly DocumentEvent[]): Promise<CheckedAppend>;
}

const UNCHECKED: CheckedAppend = { done: () => undefined };

export function patchCheck(records: Pick<RecordStore, 'versionOf' | 'readPage' | 'refresh'>): PatchCheck {
  /** The last that were used are at the end. */
  const kept = new Map<string, KeptState>();
  const replaying = new Map<string, Promise<KeptState>>();
  let keptLength = 0;

  function keep(stream: string, state: KeptState): void {
    keptLength += state.length - (kept.get(stream)?.length ?? 0);
    kept.delete(stream);
    kept.set(stream, state);
    for (const [oldest, { length }] of kept) {
      if ((keptLength <= KEPT_LENGTH && kept.size <= MOST_KEPT) || kept.size === 1) break;
      kept.delete(oldest);
      keptLength -= length;
    }
  }

  /** The document of a stream up to a version, from its log. */
  async function replayed(stream: string, version: number): Promise<KeptState> {
    let [body, head, isReadable]: [Body, typeof EMPTY_HEAD, boolean] = [undefined, EMPTY_HEAD, true];
    while (head.version < version) {
      const limit = Math.min(RECORDS_AT_ONCE, version - head.version);
      const page = await records.readPage(stream, head.version, limit);
      if (page.records.length === 0) break;
      try {
        const { events, newerFormat } = openLog(page.records, { after: head });
        if (newerFormat !== undefined) isReadable = false;
        if (isReadable) body = replay(body, events);
      } catch (error) {
        // Whoever reads the log is told; that is no reason to refuse what follows.
        if (!(error instanceof ReplayError || error instanceof LogFaultError)) throw error;
        isReadable = false;
      }
      head = headAfter(head, page.records);
      await new Promise((resolve) => setTimeout(resolve));
    }
    return isReadable ? measuredState(version, body) : { version, document: null, measured: 0, length: 0 };
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
    forget(stream) {
      keptLength -= kept.get(stream)?.length ?? 0;
      kept.delete(stream);
    },
    async check(stream, after, events) {
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
      if (before.document === null) return UNCHECKED;
      const body = applied(before.document.body, events, known);
      return {
        done({ version: end, records: recorded }) {
          // Somebody else was faster, or has recorded the very same.
          if (end !== after + events.length) return;
          const length = before.length + recorded.reduce((sum, { text }) => sum + text.length, 0);
          // Measured again when it may be twice as long: what that costs is paid for by what was appended.
          const isLong = length > 2 * before.measured + MEASURED_AGAIN;
          keep(stream, isLong ? measuredState(end, body) : { ...before, version: end, document: { body }, length });
        },
      };
    },
  };
}

/** Characters that are appended, at least, before a document is measured again. */
const MEASURED_AGAIN = 64 * 1024;

function measuredState(version: number, body: Body): KeptState {
  const measured = body === undefined ? 0 : formatJson(body).length;
  return { version, document: { body }, measured, length: measured };
}

/** @throws RequestError */
function applied(before: Body, events: readonly DocumentEvent[], from: number): Body {
  try {
    return replay(before, events.slice(from));
  } catch (error) {
    if (!(error instanceof ReplayError)) throw error;
    const at = `/body/events/${from + error.position - 1}/patch`;
    const reason = `does not apply to the document: ${errorText(error.cause)}`;
    throw new RequestError(400, `Invalid request: ${at} ${reason}.`, { issues: [{ at, reason }] });
  }
}
