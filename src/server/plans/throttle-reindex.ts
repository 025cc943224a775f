import { isObject, member, objectMember, type JsonObject } from '#domain/json';
import { rethrottleCall, type PlanStep } from '#domain/plan';
import { ClusterError, type ClusterGateway } from '#domain/ports';
import { isUnsure } from '../console/bulk.ts';
import { RequestError } from '../console/errors.ts';
import { readObject } from '../console/read-object.ts';
import type { LoggedPlan } from './plan-log.ts';

interface ThrottledPlan {
  readonly gateway: ClusterGateway;
  readonly read: () => Promise<LoggedPlan>;
  /** Records a throttle at a step; the plan then. @throws RequestError where the plan refuses it */
  readonly set: (step: number, docsPerSecond: number | null) => Promise<LoggedPlan>;
}

/**
 * Changes the throttle of the reindex of a plan: first in the plan, so that a reindex which is sent again has it, then
 * on the cluster. Whether a task there has it; a reindex that has ended is left as it is.
 * @throws RequestError where the plan has no reindex that was begun
 */
export async function throttleReindex(
  docsPerSecond: number | null,
  { gateway, read, set }: ThrottledPlan,
): Promise<boolean> {
  const { plan } = await read();
  const index = plan.steps.findIndex(({ kind }) => kind === 'reindex');
  const step = plan.steps[index];
  if (step === undefined || step.state === 'pending')
    throw new RequestError(409, 'The plan has no reindex that was begun, so there is nothing to throttle.');
  if (hasEnded(step)) return false;
  let noted = (await set(index, docsPerSecond)).plan.steps[index];
  for (;;) {
    const wanted = noted === undefined ? docsPerSecond : throttleOf(noted);
    const task = member(noted?.note ?? {}, 'task');
    // The step that sends the task finds the throttle when it notes the task.
    if (noted === undefined || hasEnded(noted) || typeof task !== 'string') return false;
    let isApplied: boolean;
    try {
      isApplied = hasTasks(await readObject(gateway, rethrottleCall(task, wanted)));
    } catch (error) {
      if (error instanceof ClusterError && !isUnsure(error)) await set(index, throttleOf(step));
      throw error;
    }
    noted = (await read()).plan.steps[index];
    // Of two who change it at the same time, the one who is recorded last may have been sent first.
    if (noted === undefined || throttleOf(noted) === wanted) return isApplied;
  }
}

function hasEnded({ state }: PlanStep): boolean {
  return state === 'done' || state === 'undone' || state === 'undoing';
}

function throttleOf({ input }: PlanStep): number | null {
  const value = member(input, 'docsPerSecond');
  return typeof value === 'number' ? value : null;
}

/** Engines answer which tasks were changed; one that has ended is a failure of its node. */
function hasTasks(answer: JsonObject): boolean {
  const nodes = Object.values(objectMember(answer, 'nodes') ?? {});
  return nodes.some((node) => isObject(node) && Object.keys(objectMember(node, 'tasks') ?? {}).length > 0);
}
