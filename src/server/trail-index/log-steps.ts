import { ClusterError, type StreamChange } from '#domain/ports';
import type { Assembly } from './assembly.ts';
import { formatEntry, LogDamageError, logDocument, withoutErased, type LogDocument } from './log-document.ts';
import type { TrailCopy } from './trail-copy.ts';
import { TrailIndexError, type TrailIndex } from './trail-index.ts';

/** How old the news may be that the index still is what it was, in milliseconds. */
const CHECK_MS = 1_000;
/** Documents that are read at once where this server is behind. */
const READ_AT_ONCE = 16;
/** How often a place that is taken is looked at again, where it can't be read yet. */
const MOST_ATTEMPTS = 50;
const ATTEMPT_PAUSE_MS = 20;
/** Documents that words are taken out of between two writes. */
const ERASED_AT_ONCE = 4;

export interface LogStepsOptions {
  readonly index: TrailIndex;
  readonly copy: TrailCopy;
  /** Notifies all listeners of the copy. */
  readonly tell: (change: StreamChange) => void;
  readonly newTrailId: () => string;
  /** RFC 3339. */
  readonly now: () => string;
  readonly nowMs: () => number;
  /** Called when the copy has text of logs that have been erased. */
  readonly onErased: () => void;
  /** @throws StorageClosedError after which a step must change nothing */
  readonly assertOpen: () => void;
}

/**
 * The steps between the index and the copy of this server. A time is that at which the newest document of the copy was
 * last seen in the index.
 */
export interface LogSteps {
  /**
   * Takes in the documents that follow. `seenMs`: null where the index was not opened yet; then it is, and its trail is
   * begun where it has none.
   * @throws TrailIndexError, LogDamageError
   */
  read(seenMs: number | null): Promise<number>;
  /**
   * Writes a document, or finds out that another server has written one there. Calls `onRecorded` once it is in the
   * index and in the copy.
   */
  write(assembly: Assembly, seenMs: number | null, onRecorded: () => void): Promise<number>;
  /** Takes the words of erased logs out of some documents; resolves with whether there were any. */
  eraseWords(): Promise<boolean>;
}

export function logSteps(options: LogStepsOptions): LogSteps {
  const { index, copy, tell, newTrailId, now, nowMs, onErased, assertOpen } = options;

  async function catchUp(seenMs: number | null, onTaken?: (document: LogDocument) => void): Promise<number> {
    let lastSeenMs = seenMs ?? -Infinity;
    for (let limit = 1; ; limit = READ_AT_ONCE) {
      const documents = await readAfter(copy.state().position, limit);
      for (const document of documents) {
        lastSeenMs = await takeIn(document);
        onTaken?.(document);
      }
      if (documents.length < limit) break;
    }
    const { position } = copy.state();
    if (nowMs() - lastSeenMs < CHECK_MS) return lastSeenMs;
    // An index that was deleted or restored must not be written to as if it were the one that this server knows.
    if (position > 0 && !(await index.has(position)))
      throw new LogDamageError(
        `It lacks document ${position}, which this server has read. The index was deleted, restored or replaced.`,
      );
    return nowMs();
  }

  async function readAfter(position: number, limit: number): Promise<readonly LogDocument[]> {
    try {
      return await index.after(position, limit);
    } catch (error) {
      // Together they are larger than an answer may be.
      if (limit > 1 && error instanceof ClusterError && error.fault === 'too_large') return index.after(position, 1);
      throw error;
    }
  }

  async function takeIn(document: LogDocument): Promise<number> {
    const names = await index.namesOf(copy.unknownCommitments(document));
    assertOpen();
    const { changes, hasErased } = copy.apply(document, names);
    const seenMs = nowMs();
    changes.forEach(tell);
    if (hasErased) onErased();
    return seenMs;
  }

  /** The first who writes to an index begins its trail, with all that it has. */
  async function begin(seenMs: number): Promise<number> {
    const state = copy.state();
    if (state.position > 0) return seenMs;
    const hasOwn = copy.hasOwnTrail();
    const entries = [
      formatEntry({ kind: 'trail', trail: newTrailId() }),
      ...(hasOwn ? [] : [formatEntry({ kind: 'open' })]),
    ];
    await index.create(logDocument(state, state.server, entries), now());
    return catchUp(seenMs);
  }

  async function connect(): Promise<number> {
    const before = copy.state();
    await index.open(before.position === 0);
    if (before.position === 0) {
      const [first] = await index.after(0, 1);
      if (first !== undefined && first.server !== before.server && copy.hasOwnTrail())
        throw new TrailIndexError(
          'The index has the trail of other servers, and this data folder has its own trail. Start with an empty data folder, or choose another index.',
        );
    }
    const seenMs = await begin(await catchUp(null));
    const [state, first] = [copy.state(), copy.hasOwnTrail() ? (await index.after(0, 1))[0] : undefined];
    // Also after a stop in the middle: what others have already is skipped when it comes again.
    if (!state.isOpen && first?.server === state.server) copy.spoolAll();
    return seenMs;
  }

  async function write(
    { flight, names, erased }: Assembly,
    seenMs: number | null,
    onRecorded: () => void,
  ): Promise<number> {
    if (names.length > 0) {
      await index.putNames(names);
      assertOpen();
      copy.forgetNames(names);
    }
    if (erased.length > 0) {
      await index.removeNames(erased);
      assertOpen();
      copy.forgetErased(erased);
    }
    return flight === null ? (seenMs ?? -Infinity) : send(flight.document, seenMs, onRecorded);
  }

  async function send(document: LogDocument, seenMs: number | null, onRecorded: () => void): Promise<number> {
    const onTaken = (taken: LogDocument) => {
      if (taken.hash === document.hash) onRecorded();
    };
    const outcome = await create(document);
    assertOpen();
    if (outcome !== 'created') return settle(document, outcome, seenMs, onTaken);
    const lastSeenMs = await takeIn(document);
    onTaken(document);
    return lastSeenMs;
  }

  async function create(document: LogDocument): Promise<'created' | 'taken' | 'unknown'> {
    try {
      return await index.create(document, now());
    } catch (error) {
      if (isUnknown(error)) return 'unknown';
      throw error;
    }
  }

  /** After a lost answer, or where the place is taken: reads what is there. */
  async function settle(
    document: LogDocument,
    outcome: 'taken' | 'unknown',
    seenMs: number | null,
    onTaken: (document: LogDocument) => void,
  ): Promise<number> {
    let lastSeenMs = seenMs;
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      lastSeenMs = await catchUp(lastSeenMs, onTaken);
      if (copy.state().position >= document.position || outcome === 'unknown') return lastSeenMs;
      // The copy of the shard that was asked does not have it yet.
      await new Promise((resolve) => setTimeout(resolve, ATTEMPT_PAUSE_MS));
    }
    throw new LogDamageError(`Its document ${document.position} can’t be read.`);
  }

  async function eraseWords(): Promise<boolean> {
    const documents = copy.documentsToErase(ERASED_AT_ONCE);
    for (const document of documents) {
      await index.rewrite(document.position, (found) => withoutErased(found, copy.replacementOf));
      assertOpen();
      copy.forgetErasedIn(document);
    }
    return documents.length > 0;
  }

  return { read: (seenMs) => (seenMs === null ? connect() : catchUp(seenMs)), write, eraseWords };
}

/** Whether a call may have been carried out despite the error. */
function isUnknown(error: unknown): boolean {
  return error instanceof ClusterError && !['refused', 'unauthorized', 'forbidden', 'overloaded'].includes(error.fault);
}
