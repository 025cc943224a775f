import { taskDescription, taskIdProblem, taskOf, type Task, type TaskDetail, type TaskList } from '#domain/console';
import { cancelTaskCall } from '#domain/index-operations';
import { isObject, member, objectMember, type JsonObject } from '#domain/json';
import { did } from './action-words.ts';
import { asString, isRefused, objectsIn, read } from './calls.ts';
import type { ConsoleContext, FacetsOf, HandlersOf } from './context.ts';
import { RequestError } from './errors.ts';
import { bodyOf, INCOMPLETE, readOrNull, type LookUp } from './look-ups.ts';
import { checked } from './names.ts';
import { acknowledged } from './outcomes.ts';
import { readObject } from './read-object.ts';

type TaskRouteId = 'tasks.list' | 'tasks.get' | 'tasks.cancel';

/** The tasks of a cluster. */
export const tasks: HandlersOf<TaskRouteId> = {
  'tasks.list': async (_, context) => tasksIn(await read(context, ['_tasks'], { detailed: true })),

  'tasks.get': async ({ params: { name } }, context) => readTask(context, taskId(name)),

  'tasks.cancel': async ({ params: { name }, body: seen }, context) => {
    const id = taskId(name);
    const { task, isCompleted } = await readToCancel(context, id);
    if (isCompleted) throw notCancelled(404, id, `task "${id}" has ended.`);
    if (!isSame(task, seen)) throw notCancelled(409, id, `"${id}" is the id of another task now.`);
    if (!task.isCancellable) throw notCancelled(409, id, `task "${id}" can’t be cancelled.`);
    refuseFailures(id, await readObject(context.cluster.gateway, cancelTaskCall(id)));
    return { acknowledged: true };
  },
};

/** Checked: it stands for one task. @throws RequestError */
function taskId(name: string): string {
  return checked(name, taskIdProblem(name));
}

function notCancelled(status: number, task: string, why: string): RequestError {
  return new RequestError(status, `Nothing was cancelled: ${why} Reload to see the current tasks.`, { task });
}

async function readToCancel(context: ConsoleContext, id: string): Promise<TaskDetail> {
  try {
    return await readTask(context, id);
  } catch (error) {
    if (isRefused(error, 404)) throw notCancelled(404, id, `task "${id}" is not running.`);
    throw error;
  }
}

type SeenTask = Pick<Task, 'action' | 'description' | 'startedAt'>;

function isSame(task: SeenTask, seen: SeenTask): boolean {
  return task.action === seen.action && task.description === seen.description && task.startedAt === seen.startedAt;
}

/** @throws RequestError where the node that runs the task did not take the request */
function refuseFailures(id: string, response: JsonObject): void {
  const reasons = failuresIn(response);
  if (reasons.length > 0) throw notCancelled(409, id, `${reasons.join('; ')}.`);
}

/** Why nodes did not answer for themselves or for tasks. */
function failuresIn(response: JsonObject): string[] {
  return ['node_failures', 'task_failures'].flatMap((key) => objectsIn(member(response, key)).map(reasonOf));
}

/** The innermost reason, which names the cause. */
function reasonOf(failure: JsonObject): string {
  const cause = objectMember(failure, 'caused_by') ?? objectMember(failure, 'reason');
  if (cause !== undefined) return reasonOf(cause);
  return asString(member(failure, 'reason')) ?? asString(member(failure, 'type')) ?? 'A node did not say why';
}

function tasksIn(response: JsonObject): TaskList {
  const nodes = objectMember(response, 'nodes') ?? {};
  const found = Object.values(nodes).flatMap((node): Task[] => {
    if (!isObject(node)) return [];
    const name = asString(member(node, 'name'));
    return Object.values(objectMember(node, 'tasks') ?? {}).flatMap(
      (task) => (isObject(task) ? taskOf(task, (id) => name ?? id) : null) ?? [],
    );
  });
  return { tasks: found, failures: failuresIn(response) };
}

async function readTask(context: ConsoleContext, id: string): Promise<TaskDetail> {
  const detail = detailOf(await read(context, ['_tasks', id]));
  if (detail === null) throw new RequestError(502, `The cluster did not describe task "${id}".`, { task: id });
  return detail;
}

function detailOf(response: JsonObject): TaskDetail | null {
  const value = objectMember(response, 'task') ?? {};
  const task = taskOf(value, (id) => id);
  if (task === null) return null;
  const status = objectMember(value, 'status');
  const result = objectMember(response, 'error') ?? objectMember(response, 'response');
  return {
    task,
    description: taskDescription(value),
    isCompleted: member(response, 'completed') === true,
    ...(status && { status }),
    ...(result && { result }),
  };
}

/** Whether the task of an action was cancelled. A task that is gone without a result may have ended by itself. */
const isCancelled: LookUp = async (action, gateway) => {
  const [id = ''] = action.names;
  const seen = bodyOf(action);
  if (seen === undefined) return INCOMPLETE;
  const response = await readOrNull(gateway, { method: 'GET', path: ['_tasks', id] });
  const detail = response && detailOf(response);
  const isThere =
    detail !== null &&
    isSame(detail.task, {
      action: asString(member(seen, 'action')) ?? '',
      description: asString(member(seen, 'description')) ?? '',
      startedAt: asString(member(seen, 'startedAt')) ?? '',
    });
  if (!isThere) return { found: 'unknown', note: `Task "${id}" is not running. It has ended or was cancelled.` };
  if (!detail.isCompleted)
    return detail.task.isCancelled
      ? { found: 'done', note: `Task "${id}" is cancelled and about to end.` }
      : { found: 'failed', note: `Task "${id}" is still running.` };
  return wasCancelled(detail.result)
    ? { found: 'done', note: `Task "${id}" was cancelled.` }
    : { found: 'failed', note: `Task "${id}" ended without being cancelled.` };
};

export const taskFacets: FacetsOf<TaskRouteId> = {
  'tasks.cancel': { outcome: acknowledged, words: did(['Cancel', 'Cancelled'], 'task'), lookUp: isCancelled },
};

/** Engines write `canceled` into the response of work in batches, and end other work with an error of this type. */
function wasCancelled(result: JsonObject | undefined): boolean {
  if (result === undefined) return false;
  const type = member(result, 'type');
  return (
    typeof member(result, 'canceled') === 'string' ||
    type === 'task_cancelled_exception' ||
    wasCancelled(objectMember(result, 'caused_by'))
  );
}
