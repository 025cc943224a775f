import type { Author } from '#domain/events';
import type { ErrorBody } from '#domain/console';
import { templateStream } from '#domain/document';
import type { JsonObject } from '#domain/json';
import {
  callsOf,
  nextStep,
  nextUndo,
  taskOf,
  type Plan,
  type PlanCommand,
  type PlannedCall,
  type PlanStep,
} from '#domain/plan';
import { ClusterError, requestOf, type CancelSignal, type Clock } from '#domain/ports';
import { worded } from '../console/action-words.ts';
import type { NewAction, OpenAction } from '../console/action-log.ts';
import { isUnsure } from '../console/bulk.ts';
import { localCaller } from '../console/caller.ts';
import type { OpenCluster } from '../console/context.ts';
import { clusterErrorBody, errorBody, RequestError } from '../console/errors.ts';
import { namesOfCluster, type RecordMade } from '../console/made-document.ts';
import { parseObject } from '../console/read-object.ts';
import { madeByStep } from './made-document.ts';
import { PlanRejectedError, type LoggedPlan, type PlanLog } from './plan-log.ts';
import { knownUuid } from './steps/earlier-steps.ts';
import { executorOf } from './steps/executors.ts';
import { InterruptedError, StepUnknownError, type StepContext } from './steps/step-context.ts';

/** Runs a writing call between its two entries in the action log. */
export type LogAction = (
  action: NewAction,
  run: (open: OpenAction | undefined) => Promise<JsonObject>,
) => Promise<JsonObject>;

/** One plan at work, with the credentials of whoever set it going. */
export interface PlanRun {
  readonly id: string;
  readonly cluster: OpenCluster;
  /** Other clusters of the configuration, for the same person. @throws RequestError where there is none */
  readonly openCluster: (id: string) => OpenCluster;
  readonly author: Author;
  /** Where the request came from, and why. */
  readonly address?: string;
  readonly reason?: string;
  /** Aborted where the plan is cancelled or the server ends. */
  readonly signal: CancelSignal;
  readonly onProgress: (progress: { readonly done: number; readonly total: number } | undefined) => void;
}

export interface RunnerOptions {
  readonly log: PlanLog;
  readonly clock: Clock;
  readonly logAction: LogAction;
  /** Ends after a time, or as soon as the signal is aborted. */
  readonly delay: (ms: number, signal: CancelSignal) => Promise<void>;
  /** The version of a recorded log which has this body from its cluster; null where it has not, or nobody knows. */
  readonly versionWith?: (stream: string, body: JsonObject) => Promise<number | null>;
  /** Records what an index that a step has made was made from; without it nothing is. */
  readonly recordMade?: RecordMade;
  /** Called with internal errors. */
  readonly onFailure: (error: unknown, requestId: string) => void;
}

export interface PlanRunner {
  /** Goes through the steps that are left; resolves when the plan is done, has stopped or was interrupted. */
  run(run: PlanRun): Promise<void>;
  /** Undoes the steps that were begun, the last one first. */
  undo(run: PlanRun): Promise<void>;
  /** Ends what a step that was begun has left at work on the cluster, and writes down what became of the step. */
  endStep(run: PlanRun): Promise<void>;
}

export function planRunner({
  log,
  clock,
  logAction,
  delay,
  versionWith,
  recordMade,
  onFailure,
}: RunnerOptions): PlanRunner {
  async function read(id: string): Promise<Plan> {
    const found = await log.read(id);
    if (found === undefined) throw new TypeError(`There is no plan ${id}`);
    return found.plan;
  }

  const dispatcher =
    ({ id, author }: PlanRun) =>
    (command: PlanCommand): Promise<LoggedPlan> =>
      log.dispatch(id, command, author);

  /** Records a failure, unless a person has ended the plan meanwhile. */
  async function tell({ id, author }: PlanRun, command: PlanCommand): Promise<void> {
    try {
      await log.dispatch(id, command, author);
    } catch (error) {
      if (!(error instanceof PlanRejectedError)) throw error;
    }
  }

  function contextOf(run: PlanRun, plan: Plan, index: number): StepContext {
    const { id, cluster, author, signal, onProgress } = run;
    const step = plan.steps[index] as PlanStep;
    const dispatch = dispatcher(run);
    const readText = async (call: PlannedCall) => {
      if (signal.aborted) throw new InterruptedError();
      return (await cluster.gateway.send({ ...call, isReading: true, signal })).body;
    };
    return {
      plan,
      step,
      signal,
      readText,
      read: async (call) => parseObject(await readText(call), { ...call, isReading: true }),
      async readFrom(clusterId, call) {
        if (signal.aborted) throw new InterruptedError();
        const reading = { ...call, isReading: true, signal } as const;
        return parseObject((await run.openCluster(clusterId).gateway.send(reading)).body, reading);
      },
      target: async () => ({ ...(await cluster.capabilities()).engine }),
      async versionOf(clusterId, { kind, name, body: sent }) {
        if (versionWith === undefined) return null;
        try {
          for (const called of await namesOfCluster(run.openCluster(clusterId))) {
            const version = await versionWith(templateStream({ kind, cluster: called, name }), sent);
            if (version !== null) return version;
          }
        } catch (error) {
          if (!(error instanceof ClusterError || error instanceof RequestError)) onFailure(error, `plan ${id}`);
        }
        return null;
      },
      async send(call, lastLook, origin = '') {
        if (signal.aborted) throw new InterruptedError();
        const action: NewAction = {
          author,
          requestId: `plan ${id}, step ${index + 1}`,
          cluster: cluster.entry.id,
          route: plan.state === 'undoing' ? 'plans.undo' : 'plans.approve',
          names: [id, ...call.path.filter((segment) => !segment.startsWith('_'))],
          words: worded(
            plan.state === 'undoing' ? ['Undo', 'Undid'] : ['Run', 'Ran'],
            `plan step ${(index + 1).toLocaleString('en')}: ${step.title}${origin}`,
          ),
          ...(run.address !== undefined && { address: run.address }),
          ...(run.reason !== undefined && { reason: run.reason }),
          ...(cluster.redact !== undefined && { redact: cluster.redact }),
          body: requestText(call),
        };
        return logAction(action, async (open) => {
          await lastLook?.();
          const { body } = await (open?.watch(cluster.gateway) ?? cluster.gateway).send(call);
          return parseObject(body, call);
        });
      },
      async note(note) {
        const { plan: noted } = await dispatch({ type: 'plan.noteStep', payload: { step: index, note } });
        return noted.steps[index] as PlanStep;
      },
      async noteLeftWrites(left) {
        await dispatch({ type: 'plan.noteLeftWrites', payload: { step: index, left } });
      },
      progress: (done, total) => onProgress({ done, total }),
      async pause(ms) {
        await delay(ms, signal);
        if (signal.aborted) throw new InterruptedError();
      },
    };
  }

  /** A step is done, also where its origin can’t be recorded. */
  async function noteMade(run: PlanRun, plan: Plan, index: number): Promise<void> {
    if (recordMade === undefined) return;
    try {
      const { cluster, openCluster, signal } = run;
      const context = {
        ...{ cluster, signal, isReadOnly: false, caller: localCaller(cluster) },
        openCluster: (id: string | undefined) => (id === undefined ? cluster : openCluster(id)),
      };
      const made = await madeByStep({ plan, step: plan.steps[index] as PlanStep }, context);
      if (made !== null) await recordMade(made);
    } catch (error) {
      // What the cluster does not show any more was made from nothing that can be named.
      if (!(error instanceof ClusterError || error instanceof RequestError)) onFailure(error, `plan ${run.id}`);
    }
  }

  /** Carries out the step that is due. False: the plan goes no further. */
  async function runStep(run: PlanRun, plan: Plan, index: number): Promise<boolean> {
    const dispatch = dispatcher(run);
    const step = plan.steps[index] as PlanStep;
    const executor = executorOf(step.kind);
    const wasBegun = step.state === 'running' || step.state === 'unknown';
    let isSent = wasBegun;
    /** Whether the cluster may have done the step, whatever is found afterwards. */
    let mayBeDone = false;
    try {
      if (wasBegun) {
        mayBeDone = true;
        const found = await executor.lookUp(step.input as never, contextOf(run, plan, index));
        if (found.isDone) {
          await noteMade(run, plan, index);
          await dispatch({
            type: 'plan.completeStep',
            payload: { step: index, at: clock.now(), ...(found.result !== undefined && { result: found.result }) },
          });
          return true;
        }
        mayBeDone = false;
      }
      const before = await executor.check(step.input as never, contextOf(run, plan, index));
      const { plan: begun } = await dispatch({
        type: 'plan.beginStep',
        payload: { step: index, at: clock.now(), requests: callsOf(taskOf(step)).map(requestOf), before },
      });
      isSent = true;
      const context = contextOf(run, begun, index);
      const send: StepContext['send'] = async (...given) => {
        const response = await context.send(...given);
        mayBeDone = true;
        return response;
      };
      const result = await executor.run(step.input as never, { ...context, send });
      await noteMade(run, begun, index);
      await dispatch({
        type: 'plan.completeStep',
        payload: { step: index, at: clock.now(), ...(result !== undefined && { result }) },
      });
      return true;
    } catch (error) {
      // Whoever interrupted it says what becomes of it; a command that came too late has nothing to add.
      if (error instanceof InterruptedError || error instanceof PlanRejectedError || run.signal.aborted) return false;
      const outcome =
        isSent && (leavesOpen(error) || (mayBeDone && executor.staysOpen === true)) ? 'unknown' : 'failed';
      const body = bodyOf(error, run);
      await tell(run, { type: 'plan.failStep', payload: { step: index, at: clock.now(), outcome, error: body } });
      return false;
    }
  }

  async function undoStep(run: PlanRun, index: number): Promise<boolean> {
    const dispatch = dispatcher(run);
    try {
      const { plan } = await dispatch({ type: 'plan.beginUndo', payload: { step: index, at: clock.now() } });
      const step = plan.steps[index] as PlanStep;
      // What the cluster has refused has left nothing behind; what a step has made and then not recognised has.
      const isOpen = step.note?.['was'] !== 'failed' || step.kind === 'reindex' || knownUuid(step) !== undefined;
      const result = isOpen
        ? await executorOf(step.kind).undo(step.input as never, contextOf(run, plan, index))
        : undefined;
      await dispatch({
        type: 'plan.completeUndo',
        payload: { step: index, at: clock.now(), ...(result !== undefined && { result }) },
      });
      return true;
    } catch (error) {
      if (error instanceof InterruptedError || error instanceof PlanRejectedError || run.signal.aborted) return false;
      await tell(run, { type: 'plan.stopUndo', payload: { step: index, at: clock.now(), error: bodyOf(error, run) } });
      return false;
    }
  }

  function bodyOf(error: unknown, { id, cluster }: PlanRun): ErrorBody {
    if (error instanceof RequestError) return errorBody(error.statusCode, error.message, error.attributes);
    if (error instanceof ClusterError) return clusterErrorBody(error, cluster.entry.id);
    if (error instanceof StepUnknownError) return errorBody(502, error.message);
    onFailure(error, `plan ${id}`);
    return errorBody(500, `Internal server error. See the server log for plan ${id}.`);
  }

  return {
    async run(run) {
      for (;;) {
        const plan = await read(run.id);
        const index = nextStep(plan);
        run.onProgress(undefined);
        if (plan.state !== 'running' || index === -1 || run.signal.aborted) return;
        if (!(await runStep(run, plan, index))) return;
      }
    },

    async undo(run) {
      for (;;) {
        const plan = await read(run.id);
        const index = nextUndo(plan);
        run.onProgress(undefined);
        if (plan.state !== 'undoing' || index === -1 || run.signal.aborted) return;
        if (!(await undoStep(run, index))) return;
      }
    },

    async endStep(run) {
      const plan = await read(run.id);
      const index = nextStep(plan);
      const step = plan.steps[index];
      if (step === undefined || (step.state !== 'running' && step.state !== 'unknown')) return;
      const fail = (error: ErrorBody) =>
        tell(run, {
          type: 'plan.failStep',
          payload: { step: index, at: clock.now(), outcome: 'unknown', error },
        });
      try {
        await executorOf(step.kind).cancel?.(step.input as never, contextOf(run, plan, index));
        await fail(errorBody(499, 'The plan was cancelled during this step.'));
      } catch (error) {
        await fail(bodyOf(error, run));
      }
    },
  };
}

/** Whether the outcome of a request is unknown after an error. */
function leavesOpen(error: unknown): boolean {
  if (error instanceof RequestError) return false;
  // A task that can't be read continues: the error of a reading call does not tell its outcome.
  if (error instanceof ClusterError) return isUnsure(error) || isReading(error);
  return true;
}

function isReading({ request }: ClusterError): boolean {
  return request.method === 'GET' || request.path.includes('/_search');
}

/**
 * A request as JSON, with its body as a part of it. Of a bulk request the documents are left out: they are the
 * cluster's.
 */
function requestText(call: PlannedCall): string {
  const { method, path, body } = requestOf(call);
  const head = JSON.stringify({ method, path });
  return body === undefined || call.path.at(-1) === '_bulk' ? head : `${head.slice(0, -1)},"body":${body}}`;
}
