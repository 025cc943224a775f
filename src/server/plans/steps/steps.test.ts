import { describe, expect, it } from 'vitest';
import type { TargetEngine } from '#domain/catalogue';
import { isObject, parseJson, valueAt, type JsonObject, type JsonValue } from '#domain/json';
import { stepOf, type Plan, type PlannedCall, type PlanStep } from '#domain/plan';
import { ClusterError, requestOf } from '#domain/ports';
import { differenceFrom } from './approved-index.ts';
import { compare } from './compare.ts';
import { copy } from './copy.ts';
import { createIndex } from './create-index.ts';
import { putTemplate } from './put-template.ts';
import { reindex } from './reindex.ts';
import { resize, waitForShards } from './resize.ts';
import { rollover } from './rollover.ts';
import type { StepContext } from './step-context.ts';
import { updateSettings } from './index-settings.ts';
import { updateAliases } from './update-aliases.ts';

interface Cluster {
  /** What a call is answered, by its method and path; a call that is not here finds nothing. */
  readonly answers: Readonly<Record<string, JsonObject | ((body: JsonObject) => JsonObject)>>;
  readonly task: Parameters<typeof stepOf>[0];
  readonly step?: Partial<PlanStep>;
  readonly earlier?: readonly PlanStep[];
  readonly engine?: TargetEngine;
}

/** A step on a cluster with prepared responses, and the writing calls that were sent. */
const OPENSEARCH: TargetEngine = { distribution: 'opensearch', version: '3.4.0' };

function atWork({ answers, task, step = {}, earlier = [], engine = OPENSEARCH }: Cluster) {
  const sent: PlannedCall[] = [];
  const noted: JsonObject[] = [];
  const progressed: (readonly [done: number, total: number])[] = [];
  const answerTo = (call: PlannedCall): JsonObject => {
    const preference = call.query?.['preference'];
    const answer = answers[[call.method, call.path.join('/'), preference].filter(Boolean).join(' ')];
    if (answer === undefined)
      throw new ClusterError('refused', 'Not found.', { request: requestOf(call), status: 404, type: 'not_found' });
    const body: JsonValue = call.body === undefined || call.path.at(-1) === '_bulk' ? {} : parseJson(call.body);
    return typeof answer === 'function' ? answer(isObject(body) ? body : {}) : answer;
  };
  const context: StepContext = {
    plan: { steps: [...earlier, stepOf(task)] } as unknown as Plan,
    step: { ...stepOf(task), ...step },
    signal: new AbortController().signal,
    read: async (call) => answerTo(call),
    readFrom: async (_cluster, call) => answerTo(call),
    readText: async (call) => JSON.stringify(answerTo(call)),
    async send(call, lastLook) {
      await lastLook?.();
      sent.push(call);
      return answerTo(call);
    },
    target: async () => engine,
    async note(note) {
      noted.push(note);
      return { ...stepOf(task), ...step, note };
    },
    noteLeftWrites: async () => undefined,
    progress: (done, total) => void progressed.push([done, total]),
    pause: async () => undefined,
    versionOf: async () => null,
  };
  return { context, sent, noted, progressed };
}

const settings = (index: string, members: JsonObject) => ({ [index]: { settings: members } });

describe('a copy', () => {
  const input = { source: 'logs', dest: 'logs-v2' };

  /** The sequence numbers of the documents that searches give of each shard; the index has five. */
  const copying = (shards: readonly (readonly number[])[], step?: Partial<PlanStep>) => {
    const hitsOf = (shard: number) => (body: JsonObject) => {
      const [after] = (body['search_after'] ?? [-1]) as readonly number[];
      const found = (shards[shard] ?? []).filter((sequence) => sequence > (after ?? -1));
      const hits = found.map((sequence) => ({
        _id: `${shard}-${sequence}`,
        _source: { n: sequence },
        sort: [sequence],
      }));
      return { _shards: { failed: 0 }, hits: { hits } };
    };
    return atWork({
      task: { kind: 'copy', input },
      ...(step !== undefined && { step }),
      answers: {
        'POST logs/_refresh': {},
        'GET logs-v2/_settings': settings('logs-v2', {}),
        'GET logs/_settings': settings('logs', { 'index.number_of_shards': '2' }),
        'GET logs/_count': { count: 5 },
        'POST logs/_search _shards:0': hitsOf(0),
        'POST logs/_search _shards:1': hitsOf(1),
        'POST logs-v2/_bulk': { errors: false },
      },
    });
  };

  it('begins every shard with its first document', async () => {
    const { context, sent } = copying([
      [0, 1, 2],
      [0, 1],
    ]);
    expect(await copy.run(input, context)).toEqual({ total: 5, written: 5 });
    const ids = sent.flatMap(({ body = '' }) => [...body.matchAll(/"_id":"([^"]+)"/g)].map(([, id]) => id));
    expect(ids).toEqual(['0-0', '0-1', '0-2', '1-0', '1-1']);
  });

  it.each([
    [{ distribution: 'elasticsearch', version: '9.2.0' }, { exclude_vectors: false }],
    [{ distribution: 'elasticsearch', version: '9.1.0' }, undefined],
    [OPENSEARCH, undefined],
  ] as const)('and its comparison ask %o for documents with their vectors', async (engine, expected) => {
    const asked: (JsonValue | undefined)[] = [];
    const search = (body: JsonObject) => {
      asked.push(body['_source']);
      const hits = body['search_after'] === undefined ? [{ _id: '1', _source: { v: [1] }, sort: [0] }] : [];
      return { _shards: { failed: 0 }, hits: { hits } };
    };
    const answers = {
      ...answersOf('logs', '1'),
      ...answersOf('logs-v2', '2'),
      'POST logs/_search': search,
      'POST logs-v2/_search': search,
      'POST logs/_search _shards:0': search,
      'POST logs-v2/_bulk': { errors: false },
    };
    await copy.run(input, atWork({ task: { kind: 'copy', input }, answers, engine }).context);
    const compared = { ...input, mustMatch: false, sample: 10 };
    await compare.run(compared, atWork({ task: { kind: 'compare', input: compared }, answers, engine }).context);
    expect(asked.length).toBeGreaterThan(5);
    expect(asked).toEqual(asked.map(() => expected));
  });

  const answersOf = (index: string, uuid: string) => ({
    [`POST ${index}/_refresh`]: {},
    [`GET ${index}/_settings`]: settings(index, { 'index.number_of_shards': '1', 'index.uuid': uuid }),
    [`GET ${index}/_count`]: { count: 1 },
    'GET logs,logs-v2/_stats': { indices: { logs: { shards: {} }, 'logs-v2': { shards: {} } } },
  });

  it('that was given too few documents stops, and begins anew when it is resumed', async () => {
    const { context, noted } = copying([[0, 1, 2], []]);
    await expect(copy.run(input, context)).rejects.toThrow(
      'The cluster gave 3 of the 5 documents of "logs". Resume the plan to copy it again.',
    );
    const [note = {}] = noted;
    const again = copying(
      [
        [0, 1, 2],
        [0, 1],
      ],
      { note },
    );
    expect(await copy.lookUp(input, again.context)).toEqual({ isDone: true, result: { total: 5, written: 5 } });
    expect(again.sent.flatMap(({ body = '' }) => [...body.matchAll(/"_id"/g)])).toHaveLength(5);
  });
});

describe('a reindex', () => {
  const input = { source: 'logs', dest: 'logs-v2' };
  const progress = { total: 5, created: 2, updated: 0, deleted: 0, noops: 0 };
  const searchFailed = {
    type: 'search_phase_execution_exception',
    reason: 'all shards failed',
    caused_by: { type: 'task_cancelled_exception', reason: 'cancelled task with reason: by user request' },
  };

  /** What becomes of a step whose task has ended like this. */
  const resultOf = (status: JsonObject, end: JsonObject) => {
    const task = { completed: true, task: { status: { ...progress, ...status } }, ...end };
    const step = { note: { task: 'n:1' } };
    return reindex.lookUp(
      input,
      atWork({ task: { kind: 'reindex', input }, step, answers: { 'GET _tasks/n:1': task } }).context,
    );
  };

  it.each([
    ['between two searches', { response: { ...progress, canceled: 'by user request', failures: [] } }],
    ['within a search', { error: searchFailed }],
  ])('that is cancelled %s says so', async (_, end) => {
    await expect(resultOf({ canceled: 'by user request' }, end)).rejects.toThrow(
      'Reindexing was cancelled: by user request.',
    );
  });

  /** The parent and the slices of a reindex, as OpenSearch 3.4 lists them. */
  const slices = (...statuses: readonly JsonObject[]) =>
    statuses.map((status, slice) => ({
      node: 'n',
      id: 7 + slice,
      description: 'reindex from [logs] to [logs-v2]',
      parent_task_id: 'n:1',
      status: { slice_id: slice, created: 0, updated: 0, deleted: 0, noops: 0, ...status },
    }));

  it('is found again by its task, not by one of its slices', async () => {
    const parent = { node: 'n', id: 1, description: 'reindex from [logs] to [logs-v2]' };
    const ended = { completed: true, task: { status: progress }, response: { ...progress, created: 5, failures: [] } };
    const { context } = atWork({
      task: { kind: 'reindex', input },
      answers: {
        'GET _tasks': { tasks: [...slices({ total: 5 }, { total: 0 }), parent] },
        'GET _tasks/n:1': ended,
      },
    });
    expect(await reindex.lookUp(input, context)).toEqual({ isDone: true, result: { total: 5, written: 5 } });
  });

  it('counts the documents of slices that run and of those that have ended, each once', async () => {
    const [first, second] = [
      { slice_id: 0, total: 60, created: 60 },
      { slice_id: 1, total: 40, created: 10 },
    ];
    const readings = [
      { completed: false, task: { status: { total: 0, created: 0, slices: [null, null] } } },
      // The first one has ended between the two readings.
      { completed: false, task: { status: { total: 60, created: 60, slices: [first, null] } } },
      // The second one has, and is in neither.
      { completed: false, task: { status: { total: 60, created: 60, slices: [first, null] } } },
      {
        completed: true,
        task: { status: { total: 100, created: 100, slices: [first, second] } },
        response: { total: 100, created: 100, failures: [] },
      },
    ];
    const below = [
      slices({ total: 60, created: 20 }, { total: 40, created: 10 }),
      slices({ total: 60, created: 60 }, { total: 40, created: 10 }),
      [],
    ];
    const { context, progressed } = atWork({
      task: { kind: 'reindex', input },
      step: { note: { task: 'n:1' }, before: { documents: 100 } },
      answers: {
        // The first reading is whether the task is there.
        'GET _tasks/n:1': () => (isFound ? readings.shift() : ((isFound = true), readings[0])) ?? {},
        'GET _tasks': () => ({ tasks: below.shift() ?? [] }),
      },
    });
    let isFound = false;
    expect(await reindex.lookUp(input, context)).toEqual({ isDone: true, result: { total: 100, written: 100 } });
    expect(progressed).toEqual([
      [30, 100],
      [70, 100],
      [70, 100],
      [100, 100],
    ]);
  });

  it('with a script is found by its indices where its task was not noted', async () => {
    const task = (id: number, description: string) => ({ node: 'n', id, description });
    const updated = `updated with Script{type=inline, lang='painless', idOrCode='ctx.op', options={}, params={}}`;
    const { context } = atWork({
      task: { kind: 'reindex', input },
      answers: {
        'GET _tasks': {
          tasks: [
            task(1, `reindex from [logs] ${updated} to [other]`),
            task(2, `reindex from [logs] ${updated} to [logs-v2][_doc]`),
          ],
        },
        'GET _tasks/n:2': { completed: true, task: { status: progress }, response: { ...progress, failures: [] } },
      },
    });
    expect(await reindex.lookUp(input, context)).toMatchObject({ isDone: true });
  });

  it('goes on where the role may not read its slices', async () => {
    const running = { completed: false, task: { status: { total: 0, created: 0, slices: [null] } } };
    const ended = { completed: true, task: { status: progress }, response: { ...progress, created: 5, failures: [] } };
    const readings = [running, running, ended];
    const { context } = atWork({
      task: { kind: 'reindex', input },
      step: { note: { task: 'n:1' } },
      answers: { 'GET _tasks/n:1': () => readings.shift() ?? {} },
    });
    expect(await reindex.lookUp(input, context)).toMatchObject({ isDone: true, result: { written: 5 } });
  });

  describe('whose throttle was changed', () => {
    const ended = { completed: true, task: { status: progress }, response: { ...progress, failures: [] } };
    const throttled = { ...input, docsPerSecond: 9 };
    const answers = {
      'POST logs/_refresh': {},
      'POST _reindex': { task: 'n:1' },
      'POST _reindex/n:1/_rethrottle': {},
      'GET logs-v2/_settings': settings('logs-v2', {}),
      'GET _tasks/n:1': ended,
    };
    const throttles = (sent: readonly PlannedCall[]) =>
      sent.flatMap(({ path, query }) => (path.at(-1) === '_rethrottle' ? [query] : []));

    it('before its task was known has it told', async () => {
      const { context, sent } = atWork({ task: { kind: 'reindex', input }, step: { input: throttled }, answers });
      await reindex.run(input, context);
      expect(throttles(sent)).toEqual([{ requests_per_second: 9 }]);
    });

    it('before it was sent is not changed again', async () => {
      const { context, sent } = atWork({ task: { kind: 'reindex', input: throttled }, answers });
      await reindex.run(throttled, context);
      expect(throttles(sent)).toEqual([]);
    });

    it.each([
      ['while the server was gone has its task told', input, throttled, [{ requests_per_second: 9 }]],
      ['to none while the server was gone has its task told', throttled, input, [{ requests_per_second: -1 }]],
      ['before it was sent is not changed again by a look-up', throttled, throttled, []],
    ])('%s', async (_, asSent, now, expected) => {
      const requests = stepOf({ kind: 'reindex', input: asSent }).requests;
      const step = { note: { task: 'n:1' }, input: now, requests };
      const { context, sent } = atWork({ task: { kind: 'reindex', input: now }, step, answers });
      await reindex.lookUp(now, context);
      expect(throttles(sent)).toEqual(expected);
    });
  });

  it('that fails says why', async () => {
    const error = { type: 'search_phase_execution_exception', reason: 'all shards failed' };
    await expect(resultOf({}, { error })).rejects.toThrow('Reindexing failed: all shards failed');
    const script = {
      type: 'script_exception',
      reason: 'compile error',
      script_stack: ['ctx.no(', '       ^---- HERE'],
    };
    const within = { ...script, caused_by: { type: 'no_viable_alt_exception', reason: null } };
    await expect(resultOf({}, { error: within })).rejects.toThrow(
      'Reindexing failed: compile error: ctx.no(        ^---- HERE (no_viable_alt_exception)',
    );
  });
});

describe('a comparison', () => {
  it.each([
    ['fewer', 3],
    ['more', 5],
  ])('refuses an index that has %s documents', async (_, count) => {
    const input = { source: 'logs', dest: 'logs-v2', sample: 0, mustMatch: true };
    const { context } = atWork({
      task: { kind: 'compare', input },
      answers: {
        'POST logs/_refresh': {},
        'POST logs-v2/_refresh': {},
        'GET logs/_count': { count: 4 },
        'GET logs-v2/_count': { count },
        'GET logs/_settings': settings('logs', { 'index.uuid': 'a' }),
        'GET logs-v2/_settings': settings('logs-v2', { 'index.uuid': 'b' }),
        'GET logs,logs-v2/_stats': {
          indices: { logs: { shards: { 0: [] } }, 'logs-v2': { shards: { 0: [] } } },
        },
      },
    });
    await expect(compare.run(input, context)).rejects.toThrow(`"logs" has 4 documents, "logs-v2" has ${count}.`);
  });
});

describe('a comparison of a sample', () => {
  /** Two shards whose documents were written in turn. */
  const written = Array.from({ length: 400 }, (_, n) => ({ id: `${n}`, sequence: Math.floor(n / 2) }));
  const differing = async (changed: string, mayDiffer?: 'content') => {
    const input = { source: 'logs', dest: 'logs-v2', sample: 100, mustMatch: true, ...(mayDiffer && { mayDiffer }) };
    const hitsOf = (found: typeof written, isChanged: (id: string) => boolean) => ({
      hits: {
        hits: found.map(({ id, sequence }) => ({
          _id: id,
          _source: { id, isChanged: isChanged(id) },
          sort: [sequence],
        })),
      },
    });
    const { context } = atWork({
      task: { kind: 'compare', input },
      answers: {
        'POST logs/_refresh': {},
        'POST logs-v2/_refresh': {},
        'GET logs/_count': { count: 400 },
        'GET logs-v2/_count': { count: 400 },
        'GET logs/_settings': settings('logs', { 'index.uuid': 'a' }),
        'GET logs-v2/_settings': settings('logs-v2', { 'index.uuid': 'b' }),
        'GET logs,logs-v2/_stats': { indices: { logs: { shards: { 0: [] } }, 'logs-v2': { shards: { 0: [] } } } },
        'POST logs/_search': ({ size, sort, search_after }) => {
          const order = valueAt(sort, '/0/_seq_no') === 'desc' ? written.toReversed() : written;
          const [after] = (search_after ?? [-1]) as readonly number[];
          return hitsOf(order.filter(({ sequence }) => sequence > (after ?? -1)).slice(0, Number(size)), () => false);
        },
        'POST logs-v2/_search': ({ query }) => {
          const ids = valueAt(query, '/ids/values') as readonly string[];
          return hitsOf(
            written.filter(({ id }) => ids.includes(id)),
            (id) => id === changed,
          );
        },
      },
    });
    return compare.run(input, context);
  };

  it.each(['0', '399', '180'])('finds document %s, from the beginning, the end or the middle', async (id) => {
    await expect(differing(id)).rejects.toThrow(`1 of 100 compared documents differ, such as "${id}".`);
  });

  it('compares no content where a pipeline or script changes it', async () => {
    expect(await differing('0', 'content')).toMatchObject({ source: 400, dest: 400, compared: 0, differing: 0 });
  });
});

describe('a swap of aliases', () => {
  it('is done once the index has all of them', async () => {
    const input = {
      serves: 'logs-v2',
      served: 'logs',
      expects: {},
      actions: ['current', 'errors'].map((alias) => ({ add: { index: 'logs-v2', alias } })),
      back: [],
    };
    const comparison: PlanStep = {
      ...stepOf({ kind: 'compare', input: { source: 'logs', dest: 'logs-v2', sample: 0, mustMatch: true } }),
      result: { sourceUuid: 'a', destUuid: 'b', mark: {}, sourceMark: {} },
    };
    const lookUp = (...names: readonly string[]) => {
      const aliases = Object.fromEntries(names.map((name) => [name, {}]));
      const { context } = atWork({
        task: { kind: 'update_aliases', input },
        answers: {
          'GET logs-v2/_alias': { 'logs-v2': { aliases } },
          'GET logs-v2/_settings': settings('logs-v2', { 'index.uuid': 'b' }),
        },
        earlier: [comparison],
      });
      return updateAliases.lookUp(input, context);
    };
    expect(await lookUp('current', 'errors')).toEqual({ isDone: true });
    expect(await lookUp('current')).toEqual({ isDone: false });
    expect(await lookUp()).toEqual({ isDone: false });
  });
});

describe('an index that a plan creates where no node may have its shards', () => {
  const input = { index: 'logs-v2', body: {} };
  const health = (status: string, active: boolean, initializing = 0) => ({
    status,
    initializing_shards: initializing,
    relocating_shards: 0,
    indices: { 'logs-v2': { shards: { 0: { primary_active: true }, 1: { primary_active: active } } } },
  });
  const answers = {
    'PUT logs-v2': { acknowledged: true, shards_acknowledged: false },
    'GET logs-v2/_settings': settings('logs-v2', { 'index.uuid': 'own' }),
    'GET logs-v2': { 'logs-v2': { settings: {}, mappings: {}, aliases: {} } },
  };
  const explained = {
    allocate_explanation: 'cannot allocate because allocation is not permitted to any of the nodes',
    node_allocation_decisions: [
      { deciders: [{ decider: 'filter', explanation: 'node does not match index setting [box:"hot"]' }] },
    ],
  };

  it('stops with the explanation of the cluster, for the shard that is not there', async () => {
    let asked: JsonObject = {};
    const { context } = atWork({
      task: { kind: 'create_index', input },
      answers: {
        ...answers,
        'GET _cluster/health/logs-v2': health('red', false),
        'POST _cluster/allocation/explain': (body) => {
          asked = body;
          return explained;
        },
      },
    });
    await expect(createIndex.run(input, context)).rejects.toThrow(
      'Shard 1 of index "logs-v2" has no node that it can start on: node does not match index setting [box:"hot"] (filter). Change where its shards may be allocated, or add nodes, then resume the plan.',
    );
    expect(asked).toEqual({ index: 'logs-v2', shard: 1, primary: true });
  });

  it('says that the cluster does not explain it, where it refuses to', async () => {
    const { context } = atWork({
      task: { kind: 'create_index', input },
      answers: { ...answers, 'GET _cluster/health/logs-v2': health('red', false) },
    });
    await expect(createIndex.run(input, context)).rejects.toThrow(
      'has no node that it can start on: the cluster does not explain why: Not found.',
    );
  });

  it('waits as long as a shard is on its way', async () => {
    let looks = 0;
    const { context } = atWork({
      task: { kind: 'create_index', input },
      answers: {
        ...answers,
        'GET _cluster/health/logs-v2': () => (++looks < 500 ? health('red', false, 1) : health('green', true)),
      },
    });
    expect(await createIndex.run(input, context)).toEqual({ uuid: 'own' });
    expect(looks).toBe(500);
  });
});

describe('a mapping that was approved with names that have dots', () => {
  const body = { mappings: { properties: { 'user.name': { type: 'keyword' } } } };
  // An engine that does not say how it writes a mapping.
  const differenceWhereFound = (type: string) => {
    const user = { properties: { name: { type } } };
    const { context } = atWork({
      task: { kind: 'create_index', input: { index: 'logs-v2', body } },
      answers: {
        'GET logs-v2/_settings': settings('logs-v2', {}),
        'GET logs-v2/_mapping': { 'logs-v2': { mappings: { properties: { user } } } },
      },
    });
    return differenceFrom(body, 'logs-v2', 'is', context);
  };

  it('is what was approved where its fields are found in objects', async () => {
    expect(await differenceWhereFound('keyword')).toBeNull();
    expect(await differenceWhereFound('text')).toBe('its mapping differs at user.name');
  });
});

describe('an index that a plan has created', () => {
  const input = { index: 'logs-v2', body: {} };
  const undo = (uuid: string) => {
    const { context, sent } = atWork({
      task: { kind: 'create_index', input },
      step: { state: 'done', result: { uuid: 'own' } },
      answers: {
        'GET logs-v2/_settings': settings('logs-v2', { 'index.uuid': uuid }),
        'GET logs-v2/_alias': { 'logs-v2': { aliases: {} } },
        'DELETE logs-v2': {},
      },
    });
    return { undone: createIndex.undo(input, context), sent };
  };

  it('is deleted by the undo', async () => {
    const { undone, sent } = undo('own');
    await undone;
    expect(sent).toEqual([{ method: 'DELETE', path: ['logs-v2'] }]);
  });

  it('is kept where somebody else has made it again', async () => {
    const { undone, sent } = undo('other');
    await expect(undone).rejects.toThrow('was deleted and created again since');
    expect(sent).toEqual([]);
  });
});

describe('settings that somebody else has changed', () => {
  const NAME = 'index.refresh_interval';
  const input = { index: 'logs', settings: { [NAME]: '9s' }, expects: { [NAME]: null } };
  const foundWith = (value: string | null, planned: Parameters<typeof updateSettings.run>[0] = input) =>
    atWork({
      task: { kind: 'update_settings', input: planned },
      step: { state: 'done', before: { settings: { [NAME]: null } } },
      answers: {
        'GET logs/_settings': settings('logs', value === null ? {} : { [NAME]: value }),
        'PUT logs/_settings': {},
      },
    });
  const words = `Setting ${NAME} of "logs" was changed since the plan was made: it is 1m.`;

  it('are not changed by the plan', async () => {
    const { context, sent } = foundWith('1m');
    await expect(updateSettings.check(input, context)).rejects.toThrow(words);
    await expect(updateSettings.run(input, context)).rejects.toThrow(words);
    await expect(updateSettings.undo(input, context)).rejects.toThrow(words);
    expect(sent.filter(({ method }) => method === 'PUT')).toEqual([]);
  });

  it.each([null, '9s'])('are changed where they are as planned: %s', async (value) => {
    const { context, sent } = foundWith(value);
    await updateSettings.run(input, context);
    expect(sent).toHaveLength(1);
  });

  it('stop a plan that does not say which ones it was made for', async () => {
    const { expects: _, ...planned } = input;
    await expect(updateSettings.check(planned, foundWith(null, planned).context)).rejects.toThrow('earlier version');
  });
});

describe('a step of a plan that an earlier version has recorded', () => {
  const SWAP = {
    actions: [{ add: { index: 'logs-v2', alias: 'a' } }],
    expects: {},
    back: [],
    serves: 'logs-v2',
    served: 'logs',
  };
  const here = (task: Parameters<typeof stepOf>[0], step: Partial<PlanStep> = {}) =>
    atWork({
      task,
      step,
      answers: {
        'GET logs-v2/_settings': settings('logs-v2', { 'index.uuid': 'b' }),
        'GET _cluster/health/logs-v2': { status: 'green' },
      },
    }).context;

  it.each<[string, () => Promise<unknown>]>([
    ['swap', () => updateAliases.check(SWAP, here({ kind: 'update_aliases', input: SWAP }))],
    [
      'creation',
      () => {
        const input = { index: 'logs-v2', body: {} };
        return createIndex.lookUp(input, here({ kind: 'create_index', input }, { state: 'running', before: {} }));
      },
    ],
    [
      'clone',
      () => {
        const input = { method: 'clone', source: 'logs', dest: 'logs-v2', body: {} } as const;
        return resize.lookUp(input, here({ kind: 'resize', input }, { state: 'running', before: {} }));
      },
    ],
    [
      'template',
      () => {
        const input = { kind: 'index_template', name: 't', body: {} } as const;
        return putTemplate.check(input, here({ kind: 'put_template', input }));
      },
    ],
    ['rollover', () => rollover.check({ target: 'a' }, here({ kind: 'rollover', input: { target: 'a' } }))],
  ])('stops, and says what is missing: %s', async (_, act) => {
    await expect(act()).rejects.toThrow('This plan was recorded by an earlier version of Mapledger');
  });
});

describe('a wait for shards on a node', () => {
  const input = { index: 'logs', onNode: 'data-1' };
  /** Calls of `look` are the rows of one look at the shards. */
  const waiting = (look: () => readonly JsonObject[]) =>
    atWork({
      task: { kind: 'wait_for_shards', input },
      answers: {
        'GET _cluster/health/logs': { status: 'green', relocating_shards: 0, initializing_shards: 0 },
        'GET _cat/shards/logs': () => look() as unknown as JsonObject,
        'POST _cluster/allocation/explain': {
          can_move_to_other_node: 'no',
          allocate_explanation: 'the node is full',
        },
        'GET logs/_settings': settings('logs', { 'index.uuid': 'u' }),
      },
    }).context;
  const rows = (state: string) => [
    { shard: '0', state: 'STARTED', node: 'data-1' },
    { shard: '1', state, node: 'data-2' },
  ];

  it('ends where nothing moves, and names the node and the shard', async () => {
    await expect(
      waitForShards.run(
        input,
        waiting(() => rows('STARTED')),
      ),
    ).rejects.toThrow(/^Node "data-1" has 1 of the 2 shards of "logs" .* Shard 1: .* resume the plan\.$/);
  });

  it('goes on as long as a shard is on its way', async () => {
    let looks = 0;
    const context = waiting(() =>
      ++looks < 2_000 ? rows('RELOCATING') : rows('STARTED').map((row) => ({ ...row, node: 'data-1' })),
    );
    await waitForShards.run(input, context);
    expect(looks).toBe(2_000);
  });
});
