import { randomInt } from 'node:crypto';
import { ClusterError, type Clock, type IdSource } from '#domain/ports';
import { MAX_LAB_SEED, type RouteInput } from '#domain/wire';
import { errorText } from '#domain/json';
import { NotTriedError, type TargetEntry } from '../../fuzz/case/target.ts';
import { formatCase } from '../../fuzz/run/replay-file.ts';
import type { ShareReport } from '../../fuzz/run/share.ts';
import { actorOf } from '../console/caller.ts';
import type { ServerContext } from '../console/context.ts';
import { RequestError } from '../console/errors.ts';
import type { LabService } from '../console/lab.ts';
import type { RunningShares } from '../fuzz/start-threads.ts';
import type { ClusterSettings } from '../settings/cluster-settings.ts';
import { draftOfCase } from './case-draft.ts';
import { detailsOf, isResumable, MAX_FAILURES, newRun, viewOf, withReport, type LabRun } from './lab-run.ts';
import type { LabRunner } from './lab-runner.ts';
import type { CaseFile, LabStore } from './lab-store.ts';
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
  /** Records that a run writes to a cluster, before it does; what it resolves with is called when the run has ended. Absent where nothing is recorded. */
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
  /** Marks runs as interrupted that a server which ended without a word has left running. To be called before anything else. */
  recover(): void;
  /** Interrupts what runs; it can be resumed. */
  close(): Promise<void>;
  /** 1 while a run is at work. */
  countAtWork(): number;
  /** Cases that were tried since the server was started. */
  countCases(): number;
}

/** Between two times that a run at work is written down, in ms; a failed case is written down at once. */
const SAVE_EVERY_MS = 2_000;
/** Characters of a failed case's file; a larger one is tried again by its number. */
const MAX_FILE_LENGTH = 2 * 1024 * 1024;
const RESTARTED = 'The server was stopped while it was running.';
const ENOUGH = `It ended early: ${MAX_FAILURES} laws are broken.`;

interface Work {
  run: LabRun;
  readonly startedMs: number;
  readonly activeBeforeMs: number;
  savedMs: number;
  readonly shares: RunningShares;
  /** What the run is when its threads have ended: set by whoever ends them first. */
  endsAs?: { readonly state: 'stopped' | 'interrupted' | 'done'; readonly reason?: string };
  readonly ended: Promise<void>;
}

/** Fuzz runs on this server, one at a time. */
export function labService(options: LabServiceOptions): OwnedLabService {
  const { store, runner, replay, clusters, maxThreads, clock, ids, nowMs, record, onFailure } = options;
  let work: Work | null = null;
  /** A run that is about to work: nothing else may begin meanwhile. */
  let isStarting = false;
  let isReplaying = false;
  let isClosed = false;
  let cases = 0;

  const scratch = clusters.filter(({ isScratch }) => isScratch === true);

  function find(id: string): LabRun {
    const run = work?.run.id === id ? current(work) : store.get(id);
    if (run !== null) return run;
    throw new RequestError(404, `There is no fuzz run "${id.slice(0, 64)}".`, { name: id.slice(0, 64) });
  }

  function current(at: Work): LabRun {
    return { ...at.run, activeMs: at.activeBeforeMs + nowMs() - at.startedMs };
  }

  async function targetNamed(name: string): Promise<TargetEntry> {
    const targets = await runner.targets();
    const found = targets.find((target) => target.name === name);
    if (found !== undefined) return found;
    const names = targets.map((target) => target.name).join(', ');
    throw new RequestError(400, `Unknown target "${name}". Available: ${names}.`);
  }

  /** The cluster that a run may write to, if it needs one. @throws RequestError */
  function scratchCluster(entry: TargetEntry, id: string | undefined): ClusterSettings | undefined {
    if (!entry.needsCluster) {
      if (id === undefined) return undefined;
      throw new RequestError(400, `The target "${entry.name}" needs no cluster.`);
    }
    const ids = scratch.map((cluster) => cluster.id);
    if (id === undefined)
      throw new RequestError(
        400,
        ids.length === 0
          ? `The target "${entry.name}" needs a scratch cluster, and the settings mark none as one.`
          : `The target "${entry.name}" needs a scratch cluster. Available: ${ids.join(', ')}.`,
      );
    const found = clusters.find((cluster) => cluster.id === id);
    if (found === undefined) throw new RequestError(404, `Unknown cluster "${id}".`);
    if (found.isScratch === true) return found;
    throw new RequestError(
      403,
      `Cluster "${found.label}" is not marked as a scratch cluster in the settings, so the fuzz lab does not write to it.`,
    );
  }

  /** @throws RequestError 409 */
  function refuseSecond(): void {
    if (isClosed) throw new RequestError(503, 'The server is being stopped.');
    if (work === null && !isStarting) return;
    const which = work === null ? '' : ` (${work.run.target}, seed ${work.run.seed})`;
    throw new RequestError(409, `Another fuzz run is running${which}. Stop it first, or wait until it has ended.`, {
      ...(work !== null && { name: work.run.id }),
    });
  }

  /** Runs what begins a run, and nothing else that does meanwhile. */
  async function alone<T>(begin: () => Promise<T>): Promise<T> {
    refuseSecond();
    isStarting = true;
    try {
      return await begin();
    } finally {
      isStarting = false;
    }
  }

  async function openTarget(entry: TargetEntry, seed: number, cluster: ClusterSettings | undefined) {
    try {
      return await runner.open(entry, seed, cluster);
    } catch (error) {
      if (!(error instanceof NotTriedError || error instanceof ClusterError)) throw error;
      throw new RequestError(424, `Cluster "${cluster?.label ?? ''}" can’t be used: ${error.message}`);
    }
  }

  async function setToWork(
    given: LabRun,
    cluster: ClusterSettings | undefined,
    context: ServerContext,
  ): Promise<LabRun> {
    const complete = cluster === undefined ? undefined : await record?.(given, cluster, context);
    const { reason: _reason, ...rest } = given;
    const run: LabRun = { ...rest, state: 'running', endedAt: null };
    store.save(run);
    const { budget, threads, target, seed, done, activeMs } = run;
    const startedMs = nowMs();
    const shares = runner.start(
      done.map((count, worker) => ({
        target,
        corpus: [],
        seed,
        from: count * threads,
        worker,
        workers: threads,
        runs: 'cases' in budget ? budget.cases : Number.MAX_SAFE_INTEGER,
        ...('seconds' in budget && { forMs: Math.max(0, budget.seconds * 1_000 - activeMs) }),
        ...(cluster !== undefined && { cluster }),
      })),
      (thread, report) => {
        if (work?.run.id === run.id) note(work, thread, report);
      },
    );
    const own: Work = {
      run,
      startedMs,
      activeBeforeMs: activeMs,
      savedMs: startedMs,
      shares,
      ended: shares.ended
        .then(
          () => end(own, own.endsAs ?? { state: 'done' }),
          (error: unknown) => {
            if (!(error instanceof NotTriedError)) onFailure(error, `fuzz run ${run.id}`);
            end(own, own.endsAs ?? { state: 'failed', reason: errorText(error) });
          },
        )
        .then(() => complete?.(own.run.state === 'failed' ? own.run.reason : undefined))
        .catch((error: unknown) => onFailure(error, `fuzz run ${run.id}`)),
    };
    work = own;
    return run;
  }

  function note(at: Work, thread: number, report: ShareReport): void {
    const before = at.run.failed.length;
    cases += report.cases;
    at.run = withReport(at.run, thread, report, current(at).activeMs);
    const files = filesOf(at, before, report);
    if (at.run.failed.length >= MAX_FAILURES && at.endsAs === undefined) {
      at.endsAs = { state: 'done', reason: ENOUGH };
      void at.shares.stop();
    }
    if (files.length === 0 && at.run.failed.length === before && nowMs() - at.savedMs < SAVE_EVERY_MS) return;
    at.savedMs = nowMs();
    save(at.run, files);
  }

  /** Files of the cases that are new, as far as they are not too large. */
  function filesOf(at: Work, before: number, report: ShareReport): readonly CaseFile[] {
    const files: CaseFile[] = [];
    for (const { case: number } of at.run.failed.slice(before)) {
      const failure = report.failures.find((one) => one.number === number);
      const text = failure === undefined ? '' : formatCase(failure);
      if (text !== '' && text.length <= MAX_FILE_LENGTH) files.push({ number, text });
      else
        at.run = {
          ...at.run,
          failed: at.run.failed.map((one) => (one.case === number ? { ...one, isKept: false } : one)),
        };
    }
    return files;
  }

  /** What can't be written down now is written down with what comes next. */
  function save(run: LabRun, files: readonly CaseFile[] = []): void {
    try {
      store.save(run, files);
    } catch (error) {
      onFailure(error, `fuzz run ${run.id}`);
    }
  }

  function end(at: Work, as: { readonly state: LabRun['state']; readonly reason?: string }): void {
    at.run = { ...current(at), ...as, endedAt: clock.now() };
    if (work === at) work = null;
    save(at.run);
  }

  async function stopWork(at: Work, as: Work['endsAs'] & object): Promise<LabRun> {
    at.endsAs ??= as;
    await at.shares.stop();
    await at.ended;
    return at.run;
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
        targets: targets.map(({ name, about, needsCluster }) => ({ name, about, needsCluster })),
        clusters: scratch.map(({ id, label }) => ({ id, label })),
        maxThreads,
      };
    },
    runs: async () => store.list().map((run) => viewOf(work?.run.id === run.id ? current(work) : run)),
    run: async (id) => detailsOf(find(id)),
    start: ({ target, seed, budget, threads, scratchCluster: clusterId }: RouteInput<'lab.start'>['body'], context) =>
      alone(async () => {
        if (threads > maxThreads)
          throw new RequestError(
            400,
            `This server runs at most ${maxThreads} fuzz ${maxThreads === 1 ? 'thread' : 'threads'}.`,
          );
        const entry = await targetNamed(target);
        const cluster = scratchCluster(entry, clusterId);
        const chosen = seed ?? randomInt(MAX_LAB_SEED);
        const run = newRun(
          {
            id: ids.next(),
            target,
            seed: chosen,
            cluster: cluster === undefined ? null : { id: cluster.id, label: cluster.label },
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
      if (work?.run.id !== id) throw new RequestError(409, `This run is not running: it is ${run.state}.`);
      return viewOf(await stopWork(work, { state: 'stopped' }));
    },
    async resume(id, context) {
      const { state, target, seed, cluster: known } = find(id);
      if (state === 'done')
        throw new RequestError(409, 'This run is over. Start another one with the same seed and a larger budget.');
      return alone(async () => {
        const run = find(id);
        if (!isResumable(run)) throw new RequestError(409, `This run can’t be resumed: it is ${run.state}.`);
        const entry = await targetNamed(target);
        const cluster = scratchCluster(entry, known?.id);
        if (cluster !== undefined) await openTarget(entry, seed, cluster);
        return viewOf(await setToWork(run, cluster, context));
      });
    },
    async remove(id) {
      find(id);
      if (work?.run.id === id) throw new RequestError(409, 'This run is running. Stop it before you remove it.');
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
      if (isReplaying) throw new RequestError(429, 'Another file is being replayed. Try again in a moment.');
      isReplaying = true;
      try {
        return await replay(text);
      } finally {
        isReplaying = false;
      }
    },
    async close() {
      isClosed = true;
      if (work !== null) await stopWork(work, { state: 'interrupted', reason: RESTARTED });
    },
    countAtWork: () => (work === null ? 0 : 1),
    countCases: () => cases,
  };
}
