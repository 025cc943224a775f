import { cancelTaskCall } from '#domain/index-operations';
import { deepEqual, isArray, isObject, member, objectMember, type JsonObject, type JsonValue } from '#domain/json';
import { callsOf, rethrottleCall, type PlannedCall, type StepInput } from '#domain/plan';
import { ClusterError, requestOf } from '#domain/ports';
import { isRefused, objectsIn } from '../../console/calls.ts';
import { RequestError } from '../../console/errors.ts';
import { requireMade, requireOwnBlock } from './earlier-steps.ts';
import { countDocuments, readIfThere, requireSettings, wordOf, writeMark } from './index-facts.ts';
import { NOT_DONE, nothingToUndo, StepUnknownError, type StepContext, type StepExecutor } from './step-context.ts';

type Input = StepInput<'reindex'>;

/** Between two looks at the task. */
const POLL_MS = 500;
/** How long a task that was cancelled is waited for. */
const CANCEL_POLLS = 60;

/** A reindex as a task of the cluster, which goes on without this server. */
export const reindex: StepExecutor<'reindex'> = {
  async check({ source, dest }, context) {
    requireOwnBlock(context, source, await requireSettings(context, source));
    await requireMade(context, dest);
    return { documents: await countDocuments(context, source), mark: await writeMark(context, source) };
  },

  async run(input, context) {
    const [refresh, call] = callsOf({ kind: 'reindex', input });
    if (refresh === undefined || call === undefined) return undefined;
    await context.send(refresh);
    // An engine would create a missing index automatically.
    const task = member(await context.send(call, () => requireMade(context, input.dest)), 'task');
    if (typeof task !== 'string') throw new StepUnknownError('The cluster did not say which task the reindex is.');
    const { input: noted } = await context.note({ task });
    // Whoever changed the throttle in between found no task to change it of.
    if (throttleIn(noted) !== throttleIn(input)) await context.send(rethrottleCall(task, throttleIn(noted)));
    return waitFor(task, context);
  },

  async lookUp(input, context) {
    const task = await taskOf(input, context);
    // A task that is gone has written some documents: a new one writes them again.
    if (task === undefined) return NOT_DONE;
    // The throttle was changed since the task was sent, and nobody knows whether the task has heard of it.
    const sent = callsOf({ kind: 'reindex', input }).map(requestOf);
    if (!deepEqual(sent, context.step.requests)) await context.send(rethrottleCall(task, throttleIn(input)));
    return { isDone: true, result: await waitFor(task, context) };
  },

  cancel: endTask,

  async undo(input, context) {
    await endTask(input, context);
    return nothingToUndo();
  },
};

function throttleIn(input: JsonObject): number | null {
  const value = member(input, 'docsPerSecond');
  return typeof value === 'number' ? value : null;
}

/** The task that was begun: the one that was noted, else one that runs with these very indices. */
async function taskOf({ source, dest }: Input, context: StepContext): Promise<string | undefined> {
  const noted = member(context.step.note ?? {}, 'task');
  if (typeof noted === 'string' && (await readTask(noted, context)) !== undefined) return noted;
  const listed = await context.read({
    method: 'GET',
    path: ['_tasks'],
    query: { actions: '*reindex', detailed: true, group_by: 'none' },
  });
  const running = objectsIn(member(listed, 'tasks')).filter(({ description }) => isOf(description, source, dest));
  const names = running.map((task) => `${wordOf(member(task, 'node'))}:${wordOf(member(task, 'id'))}`);
  // Slices are tasks with the same description.
  return names.find((_, at) => !names.includes(wordOf(member(running[at] ?? {}, 'parent_task_id'))));
}

/**
 * As engines describe it: `reindex from [logs] to [logs-v2]`, in older versions with the type behind it; a script
 * stands between the two, as `updated with Script{...}`.
 */
function isOf(description: JsonValue | undefined, source: string, dest: string): boolean {
  if (typeof description !== 'string') return false;
  const [from, to] = [`reindex from [${source}]`, ` to [${dest}]`];
  return (
    description.startsWith(`${from}${to}`) || (description.startsWith(`${from} `) && description.includes(`}${to}`))
  );
}

async function readTask(task: string, context: StepContext): Promise<JsonObject | undefined> {
  return readIfThere(context, { method: 'GET', path: ['_tasks', task] });
}

/** @throws RequestError where the task failed, StepUnknownError where it is gone */
async function waitFor(task: string, context: StepContext): Promise<JsonObject> {
  const expected = Number(member(context.step.before ?? {}, 'documents') ?? 0);
  let furthest = 0;
  for (;;) {
    await context.pause(POLL_MS);
    const found = await readTask(task, context);
    if (found === undefined)
      throw new StepUnknownError('The reindex task is gone: its node was restarted. Resume the plan to reindex again.');
    const status = objectMember(objectMember(found, 'task') ?? {}, 'status') ?? {};
    const isCompleted = member(found, 'completed') === true;
    const parts = isCompleted ? [status] : await partsOf(task, status, context);
    const total = sumOf(parts, (part) => Number(member(part, 'total') ?? 0));
    // A slice that ends between two readings is in neither of them.
    furthest = Math.max(furthest, sumOf(parts, writtenIn));
    context.progress(furthest, Math.max(total, expected));
    if (isCompleted) return resultOf(found, status);
  }
}

/**
 * The statuses of the parts that a task works in: its own without slices. With slices its own status has only those
 * that have ended; those that run are tasks below it.
 */
async function partsOf(task: string, status: JsonObject, context: StepContext): Promise<readonly JsonObject[]> {
  if (member(status, 'slices') === undefined) return [status];
  const below = await readIfAllowed(context, {
    method: 'GET',
    path: ['_tasks'],
    query: { parent_task_id: task, detailed: true, group_by: 'none' },
  });
  const running = objectsIn(member(below, 'tasks')).map((each) => objectMember(each, 'status') ?? {});
  const ended = objectsIn(member(status, 'slices'));
  const numbers = new Set(ended.map((slice) => member(slice, 'slice_id')));
  return [...ended, ...running.filter((slice) => !numbers.has(member(slice, 'slice_id')))];
}

/** Nobody's copy ends because a role may not read how far it is. */
async function readIfAllowed(context: StepContext, call: PlannedCall): Promise<JsonObject> {
  try {
    return await context.read(call);
  } catch (error) {
    if (isRefused(error) || (error instanceof ClusterError && error.fault === 'forbidden')) return {};
    throw error;
  }
}

function sumOf(parts: readonly JsonObject[], numberOf: (part: JsonObject) => number): number {
  return parts.reduce((sum, part) => sum + numberOf(part), 0);
}

function writtenIn(status: JsonObject): number {
  return ['created', 'updated', 'deleted', 'noops'].reduce((sum, name) => sum + Number(member(status, name) ?? 0), 0);
}

function resultOf(found: JsonObject, status: JsonObject): JsonObject {
  const response = objectMember(found, 'response') ?? status;
  // First: a task that is cancelled while it searches has no response, but the error of that search.
  const cancelled = member(status, 'canceled') ?? member(response, 'canceled');
  if (typeof cancelled === 'string') throw new RequestError(409, `Reindexing was cancelled: ${cancelled}.`);
  const error = objectMember(found, 'error');
  if (error !== undefined) throw new RequestError(409, `Reindexing failed: ${reasonIn(error)}`, { error });
  const failures = objectsIn(member(response, 'failures'));
  const [first] = failures;
  if (first !== undefined) {
    const reason = reasonIn(objectMember(first, 'cause') ?? objectMember(first, 'reason') ?? first);
    throw new RequestError(
      409,
      `${failures.length} documents were refused, the first one ("${wordOf(member(first, 'id'))}") because: ${reason}`,
      {
        failures: failures.slice(0, 10),
      },
    );
  }
  return { total: Number(member(response, 'total') ?? 0), written: writtenIn(response) };
}

/** The innermost reason; of a script also where in it. */
function reasonIn(error: JsonObject): string {
  const cause = member(error, 'caused_by');
  const own = wordOf(member(error, 'reason') ?? member(error, 'type'));
  const place = member(error, 'script_stack');
  const inner = isObject(cause) ? reasonIn(cause) : undefined;
  if (isArray(place)) return `${own}: ${place.map(wordOf).join(' ')}${inner === undefined ? '' : ` (${inner})`}`;
  return inner ?? own;
}

/** Cancels the task where it still runs, and waits until it has ended. */
async function endTask(input: Input, context: StepContext): Promise<void> {
  const task = await taskOf(input, context);
  if (task === undefined) return;
  for (let polls = 0; polls < CANCEL_POLLS; polls++) {
    const found = await readTask(task, context);
    if (found === undefined || member(found, 'completed') === true) return;
    if (polls === 0) await cancelTask(task, context);
    await context.pause(POLL_MS);
  }
  throw new RequestError(409, `The reindex task ${task} was cancelled but still runs.`, { task });
}

async function cancelTask(task: string, context: StepContext): Promise<void> {
  try {
    await context.send(cancelTaskCall(task));
  } catch (error) {
    // It has ended in the meantime.
    if (!isRefused(error)) throw error;
  }
}
