import { createActor, toPromise } from 'xstate';
import { ClusterError, StorageClosedError, type AppendConflict, type Appended, type EventStore } from '#domain/ports';
import type { ErasureOrder } from '../trail/erasure-store.ts';
import type { Recorded, RecordStore } from '../trail/record-store.ts';
import { NotRecordedError } from '../trail/store-errors.ts';
import { subjectOf } from '../trail/stream-subject.ts';
import { assemble, type Waiting } from './assembly.ts';
import { LogDamageError } from './log-document.ts';
import { logSteps, type LogStepsOptions } from './log-steps.ts';
import type { AppendOutcome } from './trail-copy.ts';
import { TrailIndexError } from './trail-index.ts';
import { trailLogMachine, type TrailLogPorts } from './trail-log-machine.ts';

type Store = EventStore & RecordStore;

export interface SharedTrailOptions
  extends Omit<LogStepsOptions, 'assertOpen' | 'onErased'>, Pick<TrailLogPorts, 'onTrouble' | 'pollMs'> {
  /** The copy as a store; what is appended to it goes into the spool. */
  readonly local: Store;
  /** Called when the copy has text of logs that have been erased. */
  readonly onErased?: () => void;
}

/** A trail that several servers share in an index. */
export interface SharedTrail {
  /**
   * The trail of all servers. An append to a stream that people write to is in the index when it resolves; what this
   * server writes by itself, of actions and plans, is in the spool by then.
   * @throws NotRecordedError where the index can't be written to: nothing is recorded then, or nobody knows
   */
  readonly store: Store;
  /**
   * Erases logs for all servers: from now on nothing is read of them or added to them.
   * @throws RequestError where one was changed meanwhile, ErasedStreamError, NotRecordedError
   */
  erase(order: ErasureOrder): Promise<void>;
  /**
   * Reads what the index has, once.
   * @throws TrailIndexError where that needs a person; everything else is tried again later
   */
  start(): Promise<void>;
  isReachable(): boolean;
  /** Resolves when nothing is written any more. */
  close(): Promise<void>;
}

/** The synchronous shell around the machine of the log, and the store over both. */
export function sharedTrail({ local, pollMs, onTrouble, ...options }: SharedTrailOptions): SharedTrail {
  const { copy, onErased = () => undefined } = options;
  const steps = logSteps({ ...options, onErased, assertOpen });
  const machine = trailLogMachine({
    ...steps,
    assemble: (queue) => assemble(queue, copy),
    hasMore: () => copy.spoolSize() > 0 || copy.documentsToErase(1).length > 0,
    onTrouble,
    assertOpen,
    ...(pollMs !== undefined && { pollMs }),
  });
  const actor = createActor(machine, { clock: BACKGROUND_CLOCK }).start();

  function isClosed(): boolean {
    return actor.getSnapshot().context.isClosing;
  }

  function assertOpen(): void {
    if (isClosed()) throw new StorageClosedError('closed');
  }

  function send(waiting: Waiting): void {
    assertOpen();
    actor.send({ type: 'WAIT', waiting });
  }

  function append(stream: string, seal: () => AppendOutcome): Promise<Recorded | AppendConflict> {
    return new Promise((resolve, reject) => send({ kind: 'append', stream, seal, resolve, reject }));
  }

  /** Resolves when this server has what the others had written before; rejects where that can't be found out. */
  function refresh(): Promise<void> {
    return new Promise((resolve, reject) => send({ kind: 'reader', resolve, reject }));
  }

  /** As `refresh`, but what this server has is enough where the index can't be asked. */
  async function refreshIfPossible(): Promise<void> {
    try {
      await refresh();
    } catch (error) {
      if (!(error instanceof NotRecordedError)) throw error;
    }
  }

  /** Events that this server writes itself are in the spool when the promise resolves. */
  async function spooling<Answer>(run: () => Promise<Answer>): Promise<Answer> {
    assertOpen();
    const answer = await run();
    if (!isClosed()) actor.send({ type: 'SPOOLED' });
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
    if (!isClosed()) {
      actor.send({ type: 'CLOSE' });
      local.close();
    }
    await toPromise(actor);
  }

  return {
    store,
    erase: (order) => new Promise((resolve, reject) => send({ kind: 'erasure', order, resolve, reject })),
    isReachable() {
      const { seenMs, trouble } = actor.getSnapshot().context;
      return seenMs !== null && trouble === null;
    },
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

/** Its timers do not keep the process from ending. */
const BACKGROUND_CLOCK = {
  setTimeout: (run: () => void, delayMs: number) => setTimeout(run, delayMs).unref(),
  clearTimeout: (timer: NodeJS.Timeout) => clearTimeout(timer),
};

/** Nobody else writes to these streams: their records are final before they are in the index, if they go there. */
function isServersOwn(stream: string): boolean {
  return ['action', 'plan', 'server'].includes(subjectOf(stream)?.kind ?? '');
}

function versionIn(outcome: Recorded | AppendConflict): Appended | AppendConflict {
  return outcome.conflict ? outcome : { conflict: false, version: outcome.version };
}

/** Whether it is of no use to try again by oneself. */
function needsPerson(error: unknown): boolean {
  if (error instanceof TrailIndexError || error instanceof LogDamageError) return true;
  // A full disk, or somebody who holds the index: that passes.
  if (error instanceof ClusterError && error.type === 'cluster_block_exception') return false;
  return error instanceof ClusterError && ['unauthorized', 'forbidden', 'refused'].includes(error.fault);
}
