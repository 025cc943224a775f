import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json/index.ts';
import { LONG_SEARCH_MS, longTasks, taskIdProblem, taskOf, taskWords, type Task } from './index.ts';
import { MAX_TASK_DESCRIPTION } from './task-entities.ts';

const asIs = (id: string) => id;
/** As Elasticsearch 9 lists it. */
const REINDEX: JsonObject = {
  node: 'r1A2WoRbTwKZ516z6NEs5A',
  id: 36619,
  type: 'transport',
  action: 'indices:data/write/reindex',
  status: {
    total: 6154,
    updated: 3500,
    created: 10,
    deleted: 0,
    batches: 4,
    version_conflicts: 5,
    noops: 1,
    retries: { bulk: 0, search: 0 },
    throttled_millis: 0,
    requests_per_second: -1,
    throttled_until_millis: 0,
  },
  description: 'reindex from [a] to [b][_doc]',
  start_time_in_millis: 1535149899665,
  running_time_in_nanos: 5926916792,
  cancellable: true,
  cancelled: false,
  headers: {},
};

function task(change: Partial<Task>): Task {
  const base = taskOf(REINDEX, asIs);
  if (base === null) throw new Error('It is a task.');
  return { ...base, ...change };
}

describe('a task', () => {
  it('has what the engine says of it', () => {
    expect(taskOf(REINDEX, () => 'node-1')).toEqual({
      id: 'r1A2WoRbTwKZ516z6NEs5A:36619',
      action: 'indices:data/write/reindex',
      description: 'reindex from [a] to [b][_doc]',
      node: 'node-1',
      startedAt: '2018-08-24T22:31:39.665Z',
      runningMs: 5_927,
      isCancellable: true,
      isCancelled: false,
      progress: { done: 3_516, total: 6_154 },
    });
  });

  it.each<[string, JsonObject, Partial<Task>]>([
    ['no progress where nothing is counted', { status: { total: 0 } }, {}],
    ['no more progress than there is', { status: { total: 2, created: 3 } }, { progress: { done: 2, total: 2 } }],
    ['no progress by members of another kind', { status: { total: 'many', created: null } }, {}],
    ['an empty description where it has none', { description: null }, { description: '' }],
    ['a time that a date can hold', { start_time_in_millis: 1e300 }, { startedAt: '+275760-09-13T00:00:00.000Z' }],
    ['the task that it is part of', { parent_task_id: 'n:1' }, { parent: 'n:1' }],
    ['an id beyond a double, whole', { id: 9_223_372_036_854_775_807n }, { id: 'n:9223372036854775807' }],
  ])('has %s', (_, change, expected) => {
    const { progress, ...read } = taskOf({ ...REINDEX, node: 'n', ...change }, asIs) ?? {};
    expect({ ...read, ...(progress && { progress }) }).toMatchObject(expected);
    if ('status' in change && expected.progress === undefined) expect(progress).toBeUndefined();
  });

  it('has the first part of a long description', () => {
    const description = taskOf({ ...REINDEX, description: 'x'.repeat(1_000_000) }, asIs)?.description;
    expect(description).toHaveLength(MAX_TASK_DESCRIPTION);
    expect(description).toMatch(/^x+…$/);
  });

  it.each([{}, { node: 'n' }, { ...REINDEX, id: 'x' }, { ...REINDEX, start_time_in_millis: null }])(
    'is none where its identity is missing: %j',
    (value) => {
      expect(taskOf(value as JsonObject, asIs)).toBeNull();
    },
  );

  it.each([
    ['indices:data/write/reindex', 'Reindex'],
    ['indices:admin/forcemerge[n]', 'Force merge'],
    ['indices:data/read/search[phase/query]', 'Search'],
    ['cluster:monitor/tasks/lists', undefined],
    ['constructor', undefined],
    ['__proto__', undefined],
  ])('called %s is “%s” in words', (action, words) => {
    expect(taskWords({ action })).toBe(words);
  });
});

describe('the tasks that take long', () => {
  const search = task({ id: 'n:2', action: 'indices:data/read/search', runningMs: LONG_SEARCH_MS });

  it('are copies, changes by query, merges, snapshots, and searches once they have run long', () => {
    const all = [
      task({ id: 'n:1' }),
      search,
      { ...search, id: 'n:3', runningMs: LONG_SEARCH_MS - 1 },
      task({ id: 'n:4', action: 'cluster:monitor/tasks/lists', runningMs: 1e9 }),
      task({ id: 'n:5', action: 'cluster:admin/snapshot/create' }),
    ];
    expect(longTasks(all).map(({ id }) => id)).toEqual(['n:1', 'n:2', 'n:5']);
  });

  it('leave out the parts of a task that is listed, and not those of one that is elsewhere', () => {
    const all = [task({ id: 'n:1' }), task({ id: 'n:2', parent: 'n:1' }), task({ id: 'n:3', parent: 'other:7' })];
    expect(longTasks(all).map(({ id }) => id)).toEqual(['n:1', 'n:3']);
  });
});

it.each(['', 'n', ':1', 'n:', 'n:-1', 'n:1,n:2', 'n:*', '*:1', '_all', 'n:1:2', ' n:1', 'n:1\n', 'a/b:1', 'n:1.5'])(
  'takes %j for no id of one task',
  (id) => {
    expect(taskIdProblem(id)).not.toBeNull();
  },
);

it.each(['oTUltX4IQMOUUVeiohTt8A:124', 'sandbox-1:1', '-_x:0'])('takes %s for the id of one task', (id) => {
  expect(taskIdProblem(id)).toBeNull();
});
