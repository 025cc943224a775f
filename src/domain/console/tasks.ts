import { member, objectMember, type JsonObject, type JsonValue } from '../json/value.ts';
import { MAX_TASK_DESCRIPTION, type Task } from './task-entities.ts';

/** The actions that are listed first, by the engines' names of them; the phases of an action have `[…]` behind it. */
const LONG_WORK: Readonly<Record<string, string>> = {
  'indices:data/write/reindex': 'Reindex',
  'indices:data/write/update/byquery': 'Update by query',
  'indices:data/write/delete/byquery': 'Delete by query',
  'indices:admin/forcemerge': 'Force merge',
  'indices:admin/resize': 'Clone, shrink or split',
  'cluster:admin/snapshot/create': 'Create snapshot',
  'cluster:admin/snapshot/restore': 'Restore snapshot',
  'cluster:admin/snapshot/delete': 'Delete snapshot',
};

/** The same for what is listed first once it has taken long. */
const SEARCHES: Readonly<Record<string, string>> = {
  'indices:data/read/search': 'Search',
  'indices:data/read/msearch': 'Multi search',
  'indices:data/read/scroll': 'Scroll',
  'indices:data/read/async_search/submit': 'Async search',
  'indices:data/read/sql': 'SQL query',
  'indices:data/read/esql': 'ES|QL query',
  'indices:data/read/eql': 'EQL query',
};

/** How long a search runs before it is listed with the tasks that take long, in ms. */
export const LONG_SEARCH_MS = 10_000;

const baseOf = (action: string) => action.replace(/\[.*$/s, '');

/** What a task does, in words; undefined where only the engine has a name for it. */
export function taskWords({ action }: Pick<Task, 'action'>): string | undefined {
  const base = baseOf(action);
  return own(LONG_WORK, base) ?? own(SEARCHES, base);
}

/**
 * The tasks that take long and change or read a lot: copies and changes of documents, merges, snapshots, and searches
 * that run for {@link LONG_SEARCH_MS}. Tasks that are parts of a listed one are left out.
 */
export function longTasks(tasks: readonly Task[]): readonly Task[] {
  const ids = new Set(tasks.map(({ id }) => id));
  return tasks.filter(({ action, parent, runningMs }) => {
    if (parent !== undefined && ids.has(parent)) return false;
    const base = baseOf(action);
    return own(LONG_WORK, base) !== undefined || (own(SEARCHES, base) !== undefined && runningMs >= LONG_SEARCH_MS);
  });
}

function own(words: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(words, key) ? words[key] : undefined;
}

/**
 * Why a text is not the id of one task; null where it is. An id without a number, or with -1, stands for every task
 * of a node.
 */
export function taskIdProblem(id: string): string | null {
  return /^[\w-]{1,100}:\d{1,19}$/.test(id) ? null : 'The id of a task is that of its node, a colon and a number.';
}

/** Members of a status that count documents that are done, as reindex, update and delete by query have them. */
const DONE_MEMBERS = ['created', 'updated', 'deleted', 'noops', 'version_conflicts'];

/** A task as an engine's `_tasks` API has it; null where the value is none. `node` names the node by its id. */
export function taskOf(value: JsonObject, node: (id: string) => string): Task | null {
  const [nodeId, number] = [member(value, 'node'), member(value, 'id')];
  const [action, startedAt] = [member(value, 'action'), finite(member(value, 'start_time_in_millis'))];
  if (typeof nodeId !== 'string' || typeof action !== 'string' || startedAt === undefined) return null;
  if (typeof number !== 'number' && typeof number !== 'bigint') return null;
  const parent = member(value, 'parent_task_id');
  const progress = progressOf(objectMember(value, 'status'));
  return {
    id: `${nodeId}:${number}`,
    action,
    description: cut(taskDescription(value)),
    node: node(nodeId),
    startedAt: timeOf(startedAt),
    runningMs: Math.round((finite(member(value, 'running_time_in_nanos')) ?? 0) / 1_000_000),
    isCancellable: member(value, 'cancellable') === true,
    isCancelled: member(value, 'cancelled') === true,
    ...(typeof parent === 'string' && { parent }),
    ...(progress && { progress }),
  };
}

/** What a task works on, in the engine's words; empty where it does not say. */
export function taskDescription(value: JsonObject): string {
  const description = member(value, 'description');
  return typeof description === 'string' ? description : '';
}

function cut(text: string): string {
  return text.length > MAX_TASK_DESCRIPTION ? `${text.slice(0, MAX_TASK_DESCRIPTION - 1)}…` : text;
}

function progressOf(status: JsonObject | undefined): Task['progress'] {
  const total = finite(member(status ?? {}, 'total'));
  if (status === undefined || total === undefined || total <= 0) return undefined;
  const done = DONE_MEMBERS.reduce((sum, name) => sum + (finite(member(status, name)) ?? 0), 0);
  return { done: Math.min(done, total), total };
}

function finite(value: JsonValue | undefined): number | undefined {
  const number = typeof value === 'bigint' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** The most that a date can be, in ms since 1970. */
const MAX_TIME_MS = 8.64e15;

function timeOf(ms: number): string {
  return new Date(Math.min(Math.max(ms, 0), MAX_TIME_MS)).toISOString();
}
