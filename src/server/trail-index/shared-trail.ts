import { errorText } from '#domain/json';
import {
  ClusterError,
  StorageClosedError,
  type AppendConflict,
  type Appended,
  type EventStore,
  type StreamChange,
} from '#domain/ports';
import type { ErasureOrder } from '../trail/erasure-store.ts';
import type { Recorded, RecordStore } from '../trail/record-store.ts';
import { NotRecordedError } from '../trail/store-errors.ts';
import { subjectOf } from '../trail/stream-subject.ts';
import {
  formatEntry,
  logDocument,
  LogDamageError,
  MAX_DOCUMENT_LENGTH,
  MAX_ENTRIES,
  type LogDocument,
  withoutErased,
} from './log-document.ts';
import type { AppendOutcome, SealedAppend, TrailCopy } from './trail-copy.ts';
import { TrailIndexError, type TrailIndex } from './trail-index.ts';

/** How often the index is looked at for what other servers have written, in milliseconds. */
const POLL_MS = 400;
/** After a failure; twice as long after each further one. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** How old the news may be that the index still is what it was, in milliseconds. */
const CHECK_MS = 1_000;
/** Documents that are read at once where this server is behind. */
const READ_AT_ONCE = 16;
/** How often a place that is taken is looked at again, where it can't be read yet. */
const MOST_ATTEMPTS = 50;
const ATTEMPT_PAUSE_MS = 20;
/** Documents that words are taken out of between two writes. */
const ERASED_AT_ONCE = 4;
/** Appends that may wait at the same time. */
const MAX_WAITING = 10_000;

type Store = EventStore & RecordStore;

export interface SharedTrailOptions {
  readonly index: TrailIndex;
  readonly copy: TrailCopy;
  /** The copy as a store; what is appended to it goes into the spool. */
  readonly local: Store;
  /** Tells all who listen to `local`. */
  readonly tell: (change: StreamChange) => void;
  readonly newTrailId: () => string;
  /** RFC 3339. */
  readonly now: () => string;
  readonly nowMs: () => number;
  /** Told where there are texts in the copy of logs that are erased by now. */
  readonly onErased?: () => void;
  /** Told when the index can't be used, with the reason, and with null when it can be again. */
  readonly onTrouble: (reason: string | null) => void;
  readonly pollMs?: number;
}

/** A trail that several servers share in an index. */
export interface SharedTrail {
  /**
   * The trail of all servers. An append to a stream that people write to is in the index when it resolves; what this server writes by itself, of
   * actions and plans, is in the spool by then.
   * @throws NotRecordedError where the index can't be written to: nothing is recorded then, or nobody knows
   */
  readonly store: Store;
  /**
   * Erases logs for all servers: from now on nothing is read of them or added to them.
   * @throws RequestError where one was changed meanwhile, ErasedStreamError, NotRecordedError
   */
  erase(order: ErasureOrder): Promise<void>;
  /** Reads what the index has, once. @throws TrailIndexError where that needs a person; everything else is tried again later */
  start(): Promise<void>;
  isReachable(): boolean;
  /** Resolves when nothing is written any more. */
  close(): Promise<void>;
}

interface WaitingAppend {
  readonly stream: string;
  seal(): AppendOutcome;
  resolve(answer: Recorded | AppendConflict): void;
  reject(error: unknown): void;
}

interface WaitingErasure {
  readonly order: ErasureOrder;
  resolve(): void;
  reject(error: unknown): void;
}

interface WaitingReader {
  resolve(): void;
  reject(error: unknown): void;
}

/** A document on its way, and who waits for it. */
interface Flight {
  readonly document: LogDocument;
  readonly appends: readonly { readonly waiting: WaitingAppend; readonly sealed: SealedAppend }[];
  readonly erasures: readonly WaitingErasure[];
}

export function sharedTrail(options: SharedTrailOptions): SharedTrail {
  const {
    index,
    copy,
    local,
    tell,
    newTrailId,
    now,
    nowMs,
    onTrouble,
    onErased = () => undefined,
    pollMs = POLL_MS,
  } = options;
  let appends: WaitingAppend[] = [];
  let erasing: WaitingErasure[] = [];
  let readers: WaitingReader[] = [];
  let working: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isConnected = false;
  let isClosed = false;
  let failures = 0;
  let trouble: { readonly error: unknown; readonly untilMs: number } | null = null;
  let flight: Flight | null = null;
  /** When the newest document of the copy was last seen in the index. */
  let seenMs = -Infinity;

  function assertOpen(): void {
    if (isClosed) throw new StorageClosedError('closed');
  }

  /** Takes in the documents that follow, as many as there are. */
  async function catchUp(): Promise<void> {
    for (let limit = 1; ; limit = READ_AT_ONCE) {
      const { position } = copy.state();
      const documents = await readAfter(position, limit);
      for (const document of documents) await takeIn(document);
      if (documents.length < limit) break;
    }
    const { position } = copy.state();
    if (nowMs() - seenMs < CHECK_MS) return;
    // An index that was deleted or restored must not be written to as if it were the one that this server knows.
    if (position > 0 && !(await index.has(position)))
      throw new LogDamageError(
        `It lacks document ${position}, which this server has read. The index was deleted, restored or replaced.`,
      );
    seenMs = nowMs();
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

  async function takeIn(document: LogDocument): Promise<void> {
    const names = await index.namesOf(copy.unknownCommitments(document));
    assertOpen();
    const { changes, hasErased } = copy.apply(document, names);
    seenMs = nowMs();
    changes.forEach(tell);
    if (hasErased) onErased();
    if (flight?.document.hash !== document.hash) return;
    for (const { waiting, sealed } of flight.appends) waiting.resolve(sealed.answer);
    for (const waiting of flight.erasures) waiting.resolve();
    flight = null;
  }

  /** The first who writes to an index begins its trail, with all that it has. */
  async function begin(): Promise<void> {
    const state = copy.state();
    if (state.position > 0) return;
    const hasOwn = copy.hasOwnTrail();
    const entries = [
      formatEntry({ kind: 'trail', trail: newTrailId() }),
      ...(hasOwn ? [] : [formatEntry({ kind: 'open' })]),
    ];
    await index.create(logDocument(state, state.server, entries), now());
    await catchUp();
  }

  async function connect(): Promise<void> {
    const before = copy.state();
    await index.open(before.position === 0);
    if (before.position === 0) {
      const [first] = await index.after(0, 1);
      if (first !== undefined && first.server !== before.server && copy.hasOwnTrail())
        throw new TrailIndexError(
          'The index has the trail of other servers, and this data folder a trail of its own. Start with an empty data folder, or choose another index.',
        );
    }
    await catchUp();
    await begin();
    const [state, first] = [copy.state(), copy.hasOwnTrail() ? (await index.after(0, 1))[0] : undefined];
    // Also after a stop in the middle: what others have already is skipped when it comes again.
    if (!state.isOpen && first?.server === state.server) copy.spoolAll();
    isConnected = true;
  }

  /** Puts what waits into a document; answers what needs none. Null where there is nothing to write. */
  async function assemble(): Promise<Flight | null> {
    const { isOpen, server } = copy.state();
    const chosen: { waiting: WaitingAppend; sealed: SealedAppend }[] = [];
    const left: WaitingAppend[] = [];
    const streams = new Set<string>();
    let length = 0;
    if (!isOpen) for (const waiting of erasing.splice(0)) waiting.reject(notOpenYet());
    for (const waiting of appends) {
      if (!isOpen) {
        waiting.reject(notOpenYet());
        continue;
      }
      if (streams.has(waiting.stream) || length > MAX_DOCUMENT_LENGTH || chosen.length >= MAX_ENTRIES) {
        left.push(waiting);
        continue;
      }
      try {
        const outcome = waiting.seal();
        if (!('after' in outcome)) {
          waiting.resolve(outcome);
          continue;
        }
        streams.add(waiting.stream);
        length += outcome.records.reduce((sum, { text }) => sum + text.length, 0);
        chosen.push({ waiting, sealed: outcome });
      } catch (error) {
        waiting.reject(error);
      }
    }
    appends = left;
    // After sealing: that may have brought new names.
    const spooled = copy.spooled(MAX_DOCUMENT_LENGTH, MAX_ENTRIES);
    const isTurnOfAppends = spooled.isComplete;
    const sent = isTurnOfAppends ? chosen : [];
    if (!isTurnOfAppends) appends = [...chosen.map(({ waiting }) => waiting), ...appends];
    // On the way from here: who fails from now on rejects them.
    const hasRoom = length < MAX_DOCUMENT_LENGTH;
    const erasures = isTurnOfAppends && hasRoom && spooled.hasAllRecords ? sealErasures(streams) : [];
    const entries = [
      ...spooled.register,
      ...sent.map(({ sealed: { stream, after, records } }) =>
        formatEntry({ kind: 'records', stream, after, records: [...records] }),
      ),
      ...(hasRoom ? spooled.records : []),
      ...erasures.map(({ entry }) => entry),
    ];
    const isSeeding = !isOpen && copy.hasOwnTrail();
    const isSeeded = isSeeding && spooled.isComplete && entries.length === 0 && spooled.names.length === 0;
    if (isSeeded) entries.push(formatEntry({ kind: 'open' }));
    flight =
      entries.length === 0
        ? null
        : {
            document: logDocument(copy.state(), server, entries),
            appends: sent,
            erasures: erasures.map(({ waiting }) => waiting),
          };
    const hasBegun = isOpen || isSeeding;
    if (hasBegun && spooled.names.length > 0) {
      await index.putNames(spooled.names);
      assertOpen();
      copy.forgetNames(spooled.names);
    }
    if (hasBegun && spooled.erased.length > 0) {
      await index.removeNames(spooled.erased);
      assertOpen();
      copy.forgetErased(spooled.erased);
    }
    if (!hasBegun) flight = null;
    return flight;
  }

  /** The erasures that come after all that this server has, of logs to which nothing else is written in the document. */
  function sealErasures(streams: Set<string>): readonly { readonly waiting: WaitingErasure; readonly entry: string }[] {
    const sealed: { waiting: WaitingErasure; entry: string }[] = [];
    const left: WaitingErasure[] = [];
    for (const waiting of erasing) {
      const touched = waiting.order.streams.map(({ stream }) => stream);
      if (touched.some((stream) => streams.has(stream))) left.push(waiting);
      else
        try {
          sealed.push({ waiting, entry: copy.sealErasure(waiting.order) });
          for (const stream of touched) streams.add(stream);
        } catch (error) {
          waiting.reject(error);
        }
    }
    erasing = left;
    return sealed;
  }

  /** Takes the words of erased logs out of some documents; says whether there were any. */
  async function eraseWords(): Promise<boolean> {
    const documents = copy.documentsToErase(ERASED_AT_ONCE);
    for (const document of documents) {
      await index.rewrite(document.position, (found) => withoutErased(found, copy.replacementOf));
      assertOpen();
      copy.forgetErasedIn(document);
    }
    return documents.length > 0;
  }

  /** Writes a document, or finds out that another server has written one there. */
  async function send({ document }: Flight): Promise<void> {
    let outcome: 'created' | 'taken' | 'unknown';
    try {
      outcome = await index.create(document, now());
    } catch (error) {
      if (!isUnknown(error)) throw error;
      outcome = 'unknown';
    }
    assertOpen();
    if (outcome === 'created') await takeIn(document);
    else await settle(document, outcome);
  }

  /** After a lost answer, or where the place is taken: what stands there says it. */
  async function settle(document: LogDocument, outcome: 'taken' | 'unknown'): Promise<void> {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      await catchUp();
      if (copy.state().position >= document.position || outcome === 'unknown') break;
      // The copy of the shard that was asked does not have it yet.
      await new Promise((resolve) => setTimeout(resolve, ATTEMPT_PAUSE_MS));
    }
    if (flight === null) return;
    // Others were faster, or nothing was written: what waits is decided again.
    appends = [...flight.appends.map(({ waiting }) => waiting), ...appends];
    erasing = [...flight.erasures, ...erasing];
    flight = null;
    if (copy.state().position < document.position && outcome === 'taken')
      throw new LogDamageError(`Its document ${document.position} can’t be read.`);
  }

  async function round(): Promise<boolean> {
    const asked = readers;
    readers = [];
    try {
      if (!isConnected) await connect();
      else await catchUp();
    } catch (error) {
      readers = [...asked, ...readers];
      throw error;
    }
    for (const reader of asked) reader.resolve();
    const assembled = await assemble();
    if (assembled !== null) await send(assembled);
    const hasErased = await eraseWords();
    return assembled !== null || hasErased;
  }

  async function work(): Promise<void> {
    try {
      for (let rounds = 0; !isClosed; rounds++) {
        const hasWritten = await round();
        const hasMore = hasWritten && (copy.spoolSize() > 0 || copy.documentsToErase(1).length > 0);
        if (!hasMore && !isWaitedFor()) break;
        if (rounds % MAX_ENTRIES === 0) await new Promise((resolve) => setTimeout(resolve));
      }
      if (trouble !== null || failures > 0) onTrouble(null);
      trouble = null;
      failures = 0;
    } catch (error) {
      fail(error);
    }
  }

  function isWaitedFor(): boolean {
    return appends.length > 0 || erasing.length > 0 || readers.length > 0;
  }

  function fail(error: unknown): void {
    const waiting = [
      ...(flight?.appends.map((each) => each.waiting) ?? []),
      ...(flight?.erasures ?? []),
      ...appends,
      ...erasing,
    ];
    const asked = readers;
    [flight, appends, erasing, readers] = [null, [], [], []];
    if (isClosed) {
      const closed = new StorageClosedError('closed');
      for (const each of [...waiting, ...asked]) each.reject(closed);
      return;
    }
    if (trouble === null || errorText(trouble.error) !== errorText(error)) onTrouble(errorText(error));
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
    failures += 1;
    trouble = { error, untilMs: nowMs() + pause };
    for (const each of [...waiting, ...asked]) each.reject(notRecorded(error));
  }

  /** Works now, and again later. */
  function kick(): void {
    if (isClosed || working !== null) return;
    clearTimeout(timer);
    working = work().finally(() => {
      working = null;
      if (isClosed) return;
      const pause = trouble === null ? pollMs : Math.max(pollMs, trouble.untilMs - nowMs());
      if (isWaitedFor()) kick();
      else timer = unref(setTimeout(kick, pause));
    });
  }

  function isPaused(): boolean {
    return trouble !== null && nowMs() < trouble.untilMs;
  }

  function append(stream: string, seal: () => AppendOutcome): Promise<Recorded | AppendConflict> {
    return new Promise((resolve, reject) => {
      assertOpen();
      if (isPaused()) throw notRecorded(trouble?.error);
      if (appends.length >= MAX_WAITING) throw new NotRecordedError('Too many changes wait to be recorded.');
      appends.push({ stream, seal, resolve, reject });
      kick();
    });
  }

  function erase(order: ErasureOrder): Promise<void> {
    return new Promise((resolve, reject) => {
      assertOpen();
      if (isPaused()) throw notRecorded(trouble?.error);
      erasing.push({ order, resolve, reject });
      kick();
    });
  }

  /** Resolves when this server has what the others had written before; rejects where that can't be found out. */
  function refresh(): Promise<void> {
    return new Promise((resolve, reject) => {
      assertOpen();
      if (isPaused()) throw notRecorded(trouble?.error);
      readers.push({ resolve, reject });
      kick();
    });
  }

  /** As `refresh`, but what this server has is enough where the index can't be asked. */
  async function refreshIfPossible(): Promise<void> {
    try {
      await refresh();
    } catch (error) {
      if (!(error instanceof NotRecordedError)) throw error;
    }
  }

  /** Nobody else writes to these streams: their records are final before they are in the index, if they go there. */
  const isServersOwn = (stream: string) => ['action', 'plan', 'server'].includes(subjectOf(stream)?.kind ?? '');
  const versionIn = (outcome: Recorded | AppendConflict): Appended | AppendConflict =>
    outcome.conflict ? outcome : { conflict: false, version: outcome.version };

  /** What this server writes by itself is in the spool when it resolves. */
  async function spooling<Answer>(run: () => Promise<Answer>): Promise<Answer> {
    assertOpen();
    const answer = await run();
    if (!isPaused()) kick();
    return answer;
  }

  const { ends: _noTornWrites, ...kept } = local;
  const store: Store = {
    ...kept,
    append: async (stream, expectedVersion, events) => {
      if (isServersOwn(stream)) return spooling(() => local.append(stream, expectedVersion, events));
      return versionIn(await append(stream, () => copy.sealAppend(stream, expectedVersion, events)));
    },
    appendSealed: async (stream, expectedVersion, records) => {
      if (isServersOwn(stream)) return spooling(() => local.appendSealed(stream, expectedVersion, records));
      return versionIn(await append(stream, () => copy.sealSealed(stream, expectedVersion, records)));
    },
    record: (stream, after, events, check) =>
      append(stream, () => {
        check?.();
        return copy.sealRecord(stream, after, events);
      }),
    refresh: refreshIfPossible,
    async read(stream, afterVersion) {
      if (!isServersOwn(stream)) await refreshIfPossible();
      return local.read(stream, afterVersion);
    },
    async readPage(stream, afterVersion, limit) {
      try {
        if (!isServersOwn(stream)) await refresh();
      } catch (error) {
        if (!(error instanceof NotRecordedError)) throw error;
        // Whoever asks has more than this server: to answer that there is less would be wrong.
        if ((await local.versionOf(stream)) < afterVersion) throw error;
      }
      return local.readPage(stream, afterVersion, limit);
    },
    async streams() {
      await refreshIfPossible();
      return local.streams();
    },
    async recordedStreams() {
      await refreshIfPossible();
      return local.recordedStreams();
    },
    close() {
      void close();
    },
  };

  async function close(): Promise<void> {
    if (!isClosed) {
      isClosed = true;
      clearTimeout(timer);
      local.close();
    }
    await working;
    fail(null);
  }

  return {
    store,
    erase,
    isReachable: () => isConnected && trouble === null,
    async start() {
      try {
        await refresh();
      } catch (error) {
        const cause = error instanceof NotRecordedError ? error.cause : error;
        if (needsPerson(cause)) throw cause;
      }
    },
    close,
  };
}

/** Whether a call may have been carried out all the same. */
function isUnknown(error: unknown): boolean {
  return error instanceof ClusterError && !['refused', 'unauthorized', 'forbidden', 'overloaded'].includes(error.fault);
}

/** Whether it is of no use to try again by oneself. */
function needsPerson(error: unknown): boolean {
  if (error instanceof TrailIndexError || error instanceof LogDamageError) return true;
  // A full disk, or somebody who holds the index: that passes.
  if (error instanceof ClusterError && error.type === 'cluster_block_exception') return false;
  return error instanceof ClusterError && ['unauthorized', 'forbidden', 'refused'].includes(error.fault);
}

function notOpenYet(): NotRecordedError {
  return new NotRecordedError('The server that began the trail is still putting its records into the index.');
}

function notRecorded(error: unknown): NotRecordedError {
  return new NotRecordedError(errorText(error), error);
}

/** Does not keep the process from ending. Timers of browsers are numbers. */
function unref(timer: ReturnType<typeof setTimeout>): ReturnType<typeof setTimeout> {
  timer.unref();
  return timer;
}
