import { outcomeOf, stepOf, type Plan, type PlanCommand } from '#domain/plan';
import type { Author } from '#domain/events';
import { member, type JsonObject } from '#domain/json';
import type { EventStore, Clock, IdSource } from '#domain/ports';
import { authorOf, SERVER_AUTHOR } from '../console/caller.ts';
import type { ActionLog, Outcome } from '../console/action-log.ts';
import type { ConsoleContext, OpenCluster } from '../console/context.ts';
import { logged, type UnrecordedActions } from '../console/dispatch.ts';
import { RequestError } from '../console/errors.ts';
import type { PlanAction, PlanService, PlanView } from '../console/plans.ts';
import { ErasedStreamError } from '../trail/erasure-store.ts';
import { withRequestErrors } from '../trail/store-errors.ts';
import { planLog, PlanRejectedError, type LoggedPlan } from './plan-log.ts';
import { planProposal } from './plan-proposal.ts';
import { progressMeter, type Progress } from './progress-meter.ts';
import { throttleReindex } from './throttle-reindex.ts';
import { planRunner, type PlanRun, type RunnerOptions } from './plan-runner.ts';

/** A list has no more plans than this, the newest ones. */
const MAX_LISTED = 500;
/** The id of a plan, a ULID. */
const PLAN_ID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const RESTARTED = 'The server was stopped while the plan was running.';

export interface PlanServiceOptions extends Pick<RunnerOptions, 'delay' | 'versionWith' | 'recordMade' | 'onFailure'> {
  readonly store: EventStore;
  readonly actionLog: ActionLog;
  readonly unrecordedActions?: UnrecordedActions;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** Why a plan is paused that was running when its process ended, as a sentence. */
  readonly whyPaused?: string;
}

interface Work {
  readonly controller: AbortController;
  readonly ended: Promise<void>;
  progress?: Progress | undefined;
}

/** The plans of a server. */
export interface OwnedPlanService extends PlanService {
  /** Pauses the plans that a server which ended without a word has left running. To be called before anything else. */
  recover(): Promise<void>;
  /** Interrupts what runs, and writes that down. */
  close(): Promise<void>;
  /** Whether this server is carrying it out or undoing it now. */
  isAtWork(id: string): boolean;
  /** Keeps nothing of a plan that was erased. */
  forget(id: string): void;
  /** How many plans are being carried out now. */
  countAtWork(): number;
  /** Resolves when nothing is at work any more. */
  settled(): Promise<void>;
}

export function planService({
  store,
  actionLog,
  unrecordedActions = 'refuse',
  clock,
  ids,
  delay,
  versionWith,
  recordMade,
  onFailure,
  whyPaused = RESTARTED,
}: PlanServiceOptions): OwnedPlanService {
  const log = planLog({ store, clock, ids });
  const runner = planRunner({
    log,
    clock,
    delay,
    onFailure,
    ...(versionWith !== undefined && { versionWith }),
    ...(recordMade !== undefined && { recordMade }),
    logAction: (action, run) => logged({ actionLog, onFailure, unrecordedActions }, action, run, outcomeOfResponse),
  });
  const atWork = new Map<string, Work>();

  async function find(id: string, { cluster }: ConsoleContext): Promise<LoggedPlan> {
    if (!PLAN_ID.test(id))
      throw new RequestError(400, `Invalid plan ID "${id.slice(0, 64)}".`, { name: id.slice(0, 64) });
    const found = await withRequestErrors(() => log.read(id));
    if (found?.plan.cluster === cluster.entry.id) return found;
    throw new RequestError(404, `Plan "${id}" does not exist on cluster "${cluster.entry.label}".`, { name: id });
  }

  /** Nothing for a plan that was erased since the ids were read. */
  async function readKept(id: string): Promise<LoggedPlan | undefined> {
    try {
      return await log.read(id);
    } catch (error) {
      if (error instanceof ErasedStreamError) return undefined;
      throw error;
    }
  }

  function viewOf({ id, version, plan }: LoggedPlan): PlanView {
    const work = atWork.get(id);
    return {
      id,
      version,
      plan,
      isAtWork: work !== undefined,
      ...(work?.progress !== undefined && { progress: work.progress }),
    };
  }

  async function dispatch(id: string, command: PlanCommand, author: Author): Promise<LoggedPlan> {
    try {
      return await log.dispatch(id, command, author);
    } catch (error) {
      if (error instanceof PlanRejectedError) throw new RequestError(409, error.message, { code: error.code });
      throw error;
    }
  }

  /** Sets a plan going; whoever asked for it does not wait. */
  function start(id: string, context: ConsoleContext, work: (run: PlanRun) => Promise<void>): void {
    const controller = new AbortController();
    const measure = progressMeter(clock);
    const run: PlanRun = {
      id,
      cluster: context.cluster,
      openCluster: openedOnce(context),
      author: authorIn(context),
      address: context.caller.address,
      ...(context.reason !== undefined && { reason: context.reason }),
      signal: controller.signal,
      onProgress: (progress) => {
        const own = atWork.get(id);
        if (own?.controller === controller) own.progress = measure(progress);
      },
    };
    const ended = work(run)
      .catch((error: unknown) => onFailure(error, `plan ${id}`))
      .finally(() => {
        if (atWork.get(id)?.controller === controller) atWork.delete(id);
      });
    atWork.set(id, { controller, ended });
  }

  async function interrupt(id: string): Promise<void> {
    const work = atWork.get(id);
    work?.controller.abort();
    await work?.ended;
  }

  async function pauseRunning(): Promise<void> {
    for (const id of await log.ids()) {
      const found = await log.read(id);
      if (found?.plan.state !== 'running' && found?.plan.state !== 'undoing') continue;
      await log.dispatch(id, { type: 'plan.pause', payload: { reason: whyPaused } }, SERVER_AUTHOR);
    }
  }

  const acts: Readonly<Record<PlanAction, (id: string, context: ConsoleContext) => Promise<void>>> = {
    async approve(id, context) {
      await dispatch(id, { type: 'plan.approve', payload: {} }, authorIn(context));
      start(id, context, runner.run);
    },
    async resume(id, context) {
      await dispatch(id, { type: 'plan.resume', payload: {} }, authorIn(context));
      start(id, context, runner.run);
    },
    async cancel(id, context) {
      // First the word, so that no further step begins; then what is under way.
      await dispatch(id, { type: 'plan.cancel', payload: {} }, authorIn(context));
      await interrupt(id);
      start(id, context, runner.endStep);
    },
    async undo(id, context) {
      await atWork.get(id)?.ended;
      await dispatch(id, { type: 'plan.undo', payload: {} }, authorIn(context));
      start(id, context, runner.undo);
    },
  };

  return {
    async list({ cluster }) {
      const plans: Awaited<ReturnType<PlanService['list']>>[number][] = [];
      for (const id of await log.ids()) {
        const found = await readKept(id);
        if (found?.plan.cluster === cluster.entry.id) plans.push(summaryOf(id, found.plan));
        if (plans.length === MAX_LISTED) break;
      }
      return plans;
    },
    get: async (id, context) => viewOf(await find(id, context)),
    async propose(proposal, context) {
      const { kind, title, subject, steps, notes } = await planProposal(proposal, context);
      const plan: Plan = {
        title,
        kind,
        cluster: context.cluster.entry.id,
        createdAt: clock.now(),
        createdBy: authorIn(context).name,
        subject,
        ...(proposal.draft !== undefined && { draft: proposal.draft }),
        notes: [...notes],
        state: 'proposed',
        steps: steps.map(stepOf),
      };
      return viewOf(await dispatch(ids.next(), { type: 'plan.propose', payload: { plan } }, authorIn(context)));
    },
    async act(id, action, context) {
      await find(id, context);
      await acts[action](id, context);
      return viewOf(await find(id, context));
    },
    async throttle(id, docsPerSecond, context) {
      await find(id, context);
      const isApplied = await throttleReindex(docsPerSecond, {
        gateway: context.cluster.gateway,
        read: () => find(id, context),
        set: (step, wanted) =>
          dispatch(id, { type: 'plan.setThrottle', payload: { step, docsPerSecond: wanted } }, authorIn(context)),
      });
      return { ...viewOf(await find(id, context)), isApplied };
    },
    recover: pauseRunning,
    async close() {
      const ids = [...atWork.keys()];
      await Promise.all(ids.map(interrupt));
      await pauseRunning();
    },
    isAtWork: (id) => atWork.has(id),
    forget: log.forget,
    countAtWork: () => atWork.size,
    async settled() {
      while (atWork.size > 0) await Promise.all([...atWork.values()].map(({ ended }) => ended));
    },
  };
}

/** Clusters as they are opened first: the session of a request is not prolonged by a plan that goes on. */
function openedOnce({ openCluster }: ConsoleContext): PlanRun['openCluster'] {
  const opened = new Map<string, OpenCluster>();
  return (id) => {
    const known = opened.get(id) ?? openCluster(id);
    opened.set(id, known);
    return known;
  };
}

function authorIn({ cluster, caller }: ConsoleContext): Author {
  return authorOf(caller, cluster.entry.id);
}

/** The outcome of one request of a plan, as the engine's own response tells it. */
function outcomeOfResponse(response: JsonObject): Outcome {
  if (member(response, 'errors') === true) return { kind: 'failed' };
  return { kind: member(response, 'acknowledged') === false ? 'unknown' : 'done' };
}

function summaryOf(id: string, plan: Plan) {
  const { title, kind, subject, state, createdAt, createdBy, steps, left } = plan;
  const done = steps.filter((step) => step.state === 'done').length;
  return {
    id,
    title,
    kind,
    subject,
    state,
    createdAt,
    createdBy,
    done,
    steps: steps.length,
    ...(left !== undefined && { left }),
    ...(outcomeOf(plan).keepsIndex && { keepsIndex: true as const }),
  };
}
