import { countOf } from '#domain/console';
import { randomInt } from 'node:crypto';
import { createActor } from 'xstate';
import { ClusterError, type Clock, type IdSource } from '#domain/ports';
import { MAX_LAB_SEED, type RouteInput } from '#domain/wire';
import { errorText } from '#domain/json';
import { NotTriedError, type TargetEntry } from '../../fuzz/case/target.ts';
import type { ShareReport } from '../../fuzz/run/share.ts';
import { actorOf } from '../console/caller.ts';
import type { ServerContext } from '../console/context.ts';
import { RequestError } from '../console/errors.ts';
import type { LabService } from '../console/lab.ts';
import { OWN_SANDBOX, type EngineChoice } from '../fuzz/engine-choice.ts';
import type { ClusterSettings } from '../settings/cluster-settings.ts';
import { documentIn, engineFor, scratchClusters, targetNamed } from './run-input.ts';
import { draftOfCase, exampleCase } from './failed-case.ts';
import { labMachine, type RunThreads } from './lab-machine.ts';
import {
  currentRun,
  detailsOf,
  isResumable,
  newRun,
  sharesOf,
  viewOf,
  type CaseFile,
  type LabRun,
  type RunEnd,
  type Work,
} from './lab-run.ts';
import type { LabRunner } from './lab-runner.ts';
import type { LabStore } from './lab-store.ts';
import type { Replayer } from './replay-thread.ts';

export interface LabServiceOptions {
  readonly store: LabStore;
  readonly runner: LabRunner;
  readonly replay: Replayer;
  /** Real clusters of the settings; those that are not marked as scratch clusters are never written to. */
  readonly clusters: readonly ClusterSettings[];
  readonly maxThreads: number;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** Milliseconds of a clock that only goes forward. */
  readonly nowMs: () => number;
  /**
   * Records that a run writes to a cluster, before it does; what it resolves with is called when the run has ended.
   * Absent where nothing is recorded.
   */
  readonly record?: RecordRun;
  readonly onFailure: (error: unknown, what: string) => void;
}

/** @throws RequestError where it can't be recorded */
export type RecordRun = (
  run: Pick<LabRun, 'id' | 'target' | 'seed'>,
  cluster: ClusterSettings,
  context: ServerContext,
) => Promise<(error?: string) => Promise<void>>;

/** The lab of a server. */
export interface OwnedLabService extends LabService {
  /**
   * Marks runs as interrupted that a server which ended without a word has left running. To be called before anything
   * else.
   */
  recover(): void;
  /** Interrupts what runs; it can be resumed. */
  close(): Promise<void>;
  /** 1 while a run is at work. */
  countAtWork(): number;
  /** Cases that were tried since the server was started. */
  countCases(): number;
}

type StartInput = RouteInput<'lab.start'>['body'];

const RESTARTED = 'The server was stopped while it was running.';

/** Fuzz runs on this server, one at a time: the shell around the machine of the lab. */
export function labService(options: LabServiceOptions): OwnedLabService {
  const { store, runner, replay, clusters, maxThreads, clock, ids, nowMs, record, onFailure } = options;
  const actor = createActor(labMachine({ startThreads, save, now: () => clock.now(), nowMs })).start();

  function startThreads(
    { run, cluster }: RunThreads,
    onReport: (thread: number, report: ShareReport) => void,
    onEnded: (failure?: string) => void,
  ): () => void {
    const shares = runner.start(sharesOf(run, cluster), onReport);
    shares.ended.then(
      () => onEnded(),
      (error: unknown) => {
        if (!(error instanceof NotTriedError)) onFailure(error, `fuzz run ${run.id}`);
        onEnded(errorText(error));
      },
    );
    return () => void shares.stop();
  }

  /** What can't be written down now is written down with what comes next. */
  function save(run: LabRun, files: readonly CaseFile[]): void {
    try {
      store.save(run, files);
    } catch (error) {
      onFailure(error, `fuzz run ${run.id}`);
    }
  }

  function working(): Work | null {
    const snapshot = actor.getSnapshot();
    return snapshot.matches({ runs: 'working' }) ? snapshot.context.work : null;
  }

  function find(id: string): LabRun {
    const work = working();
    const run = work?.run.id === id ? currentRun(work, nowMs()) : store.get(id);
    if (run !== null) return run;
    throw new RequestError(404, `There is no fuzz run "${id.slice(0, 64)}".`, { name: id.slice(0, 64) });
  }

  /** @throws RequestError 409, 503 */
  function refuseSecond(): void {
    const snapshot = actor.getSnapshot();
    if (snapshot.matches({ server: 'closing' })) throw new RequestError(503, 'The server is being stopped.');
    if (snapshot.matches({ runs: 'idle' })) return;
    const run = working()?.run;
    const which = run === undefined ? '' : ` (${run.target}, seed ${run.seed})`;
    throw new RequestError(409, `Another fuzz run is running${which}. Stop it first, or wait until it has ended.`, {
      ...(run !== undefined && { name: run.id }),
    });
  }

  /** Runs what begins a run, and nothing else that does meanwhile. */
  async function alone<T>(begin: () => Promise<T>): Promise<T> {
    refuseSecond();
    actor.send({ type: 'BEGIN' });
    try {
      return await begin();
    } finally {
      actor.send({ type: 'GIVE_UP' });
    }
  }

  async function openTarget(entry: TargetEntry, seed: number, cluster: EngineChoice | undefined) {
    try {
      return await runner.open(entry, seed, cluster);
    } catch (error) {
      if (!(error instanceof NotTriedError || error instanceof ClusterError)) throw error;
      const label = typeof cluster === 'object' ? `Cluster "${cluster.label}"` : 'The sandbox';
      throw new RequestError(424, `${label} can’t be used: ${error.message}`);
    }
  }

  async function setToWork(given: LabRun, cluster: EngineChoice | undefined, context: ServerContext): Promise<LabRun> {
    const complete = typeof cluster === 'object' ? await record?.(given, cluster, context) : undefined;
    const { reason: _reason, ...rest } = given;
    const run: LabRun = { ...rest, state: 'running', endedAt: null };
    store.save(run);
    const ended = endOf(run.id).then(async (last) => {
      try {
        await complete?.(last.state === 'failed' ? last.reason : undefined);
      } catch (error) {
        onFailure(error, `fuzz run ${run.id}`);
      }
      return last;
    });
    actor.send({ type: 'RUN', run, cluster, ended });
    return run;
  }

  function endOf(id: string): Promise<LabRun> {
    return new Promise((resolve) => {
      const ended = actor.on('ended', ({ run }) => {
        if (run.id !== id) return;
        ended.unsubscribe();
        resolve(run);
      });
    });
  }

  async function stopWork({ ended }: Work, as: RunEnd): Promise<LabRun> {
    actor.send({ type: 'STOP', as });
    return ended;
  }

  return {
    recover() {
      for (const run of store.list()) {
        if (run.state !== 'running') continue;
        store.save({ ...run, state: 'interrupted', endedAt: clock.now(), reason: RESTARTED });
      }
    },
    async offer() {
      const targets = await runner.targets();
      return {
        targets: targets.map(({ name, about, needsCluster, takesSandbox, takesFiles }) => ({
          name,
          about,
          needsCluster,
          takesSandbox,
          takesFiles,
        })),
        clusters: scratchClusters(clusters).map(({ id, label }) => ({ id, label })),
        maxThreads,
        example: exampleCase(),
      };
    },
    async runs() {
      const work = working();
      return store.list().map((run) => viewOf(work?.run.id === run.id ? currentRun(work, nowMs()) : run));
    },
    run: async (id) => detailsOf(find(id)),
    start: ({ target, seed, budget, threads, beginsWith, ...where }: StartInput, context) =>
      alone(async () => {
        if (threads > maxThreads)
          throw new RequestError(400, `This server runs at most ${countOf(maxThreads, 'fuzz thread')}.`);
        const entry = targetNamed(await runner.targets(), target);
        const cluster = engineFor(entry, where, clusters);
        const corpus = beginsWith === undefined ? [] : [documentIn(beginsWith, entry)];
        const chosen = seed ?? randomInt(MAX_LAB_SEED);
        const run = newRun(
          {
            id: ids.next(),
            target,
            seed: chosen,
            cluster: typeof cluster === 'object' ? { id: cluster.id, label: cluster.label } : null,
            isOnSandbox: cluster === OWN_SANDBOX,
            corpus,
            budget,
            threads,
            startedBy: actorOf(context.caller).name,
            startedAt: clock.now(),
          },
          await openTarget(entry, chosen, cluster),
        );
        return viewOf(await setToWork(run, cluster, context));
      }),
    async stop(id) {
      const run = find(id);
      const work = working();
      if (work?.run.id !== id) throw new RequestError(409, `This run is not running: it is ${run.state}.`);
      return viewOf(await stopWork(work, { state: 'stopped' }));
    },
    async resume(id, context) {
      const { state, target, seed, cluster: known, isOnSandbox } = find(id);
      if (state === 'done')
        throw new RequestError(409, 'This run is over. Start another one with the same seed and a larger budget.');
      return alone(async () => {
        const run = find(id);
        if (!isResumable(run)) throw new RequestError(409, `This run can’t be resumed: it is ${run.state}.`);
        const entry = targetNamed(await runner.targets(), target);
        const chosen = { ...(known !== null && { scratchCluster: known.id }), onSandbox: isOnSandbox };
        const cluster = engineFor(entry, chosen, clusters);
        if (cluster !== undefined) await openTarget(entry, seed, cluster);
        return viewOf(await setToWork(run, cluster, context));
      });
    },
    async remove(id) {
      find(id);
      if (working()?.run.id === id) throw new RequestError(409, 'This run is running. Stop it before you remove it.');
      store.remove(id);
    },
    async failedCase(id, number) {
      const { target, seed } = find(id);
      const file = store.caseFile(id, number);
      if (file === null) throw new RequestError(404, `No file is kept of case ${number} of this run.`);
      const name = `fuzz-${target}-${seed}-${number}`;
      return { fileName: `${name}.json`, file, draft: await draftOfCase(name, file) };
    },
    async replay(text) {
      if (!actor.getSnapshot().can({ type: 'REPLAY' }))
        throw new RequestError(429, 'Another file is being replayed. Try again in a moment.');
      actor.send({ type: 'REPLAY' });
      try {
        return await replay(text);
      } finally {
        actor.send({ type: 'REPLAYED' });
      }
    },
    async close() {
      actor.send({ type: 'CLOSE' });
      const work = working();
      if (work !== null) await stopWork(work, { state: 'interrupted', reason: RESTARTED });
    },
    countAtWork: () => (working() === null ? 0 : 1),
    countCases: () => actor.getSnapshot().context.cases,
  };
}
