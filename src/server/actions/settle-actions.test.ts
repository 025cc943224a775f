import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stateOfAction } from '#domain/action';
import { formatJson, type JsonObject } from '#domain/json';
import type { ClusterCall } from '#domain/ports';
import { clusterError, consoleOver, recordedCluster } from '../../../tests/builders/recording-gateway.ts';
import { HANDLED } from '../../../tests/builders/route-samples.ts';
import { memoryEventStore } from '../../infra/memory-event-store.ts';
import { ulidSource } from '../../infra/platform.ts';
import { memoryActionLog } from '../../ui/testing/memory-actions.ts';
import { openClusters, SANDBOX_ENTRY } from '../clusters/clusters.ts';
import type { HandledRouteId, OpenCluster } from '../console/context.ts';
import { ROUTES } from '#domain/wire';
import { embeddedEngine, type EmbeddedEngine } from '../embedded/embedded-engine.ts';
import { memoryEngineStorage } from '../embedded/storage.ts';
import { actionSettler, LATE_MS, type SettlerOptions } from './settle-actions.ts';

/**
 * The clock of the cluster and of the server that was killed stands still; the next server looks at a time after it.
 */
const AT = '2026-11-22T10:00:00.000Z';
const AT_MS = Date.parse(AT);
const clock = { now: () => AT };
let engine: EmbeddedEngine;
let cluster: OpenCluster;
beforeEach(() => {
  engine = embeddedEngine({ storage: memoryEngineStorage(), clock, ids: ulidSource() });
  cluster = openClusters([{ entry: SANDBOX_ENTRY, gateway: engine }]).open();
});

afterEach(() => engine.close());

function settlerOf(options: Pick<SettlerOptions, 'log' | 'nowMs' | 'later'>) {
  return actionSettler({
    ...options,
    // Of these actions none names the changes of a document.
    read: () => Promise.reject(new Error('Nothing is read.')),
    recordSave: () => Promise.reject(new Error('Nothing is saved.')),
    onFailure: (error) => {
      throw error;
    },
  });
}

type Ask = readonly [
  method: ClusterCall['method'],
  path: readonly string[],
  body?: JsonObject,
  query?: ClusterCall['query'],
];

interface Example {
  readonly id: HandledRouteId;
  readonly params?: { readonly name: string };
  readonly body?: JsonObject;
  readonly before?: readonly Ask[];
  /** What is found where it was not done. */
  readonly otherwise?: 'failed' | 'unknown';
}

const INDEX: Ask = ['PUT', ['logs'], { mappings: { properties: { a: { type: 'keyword' } } } }];
const TEMPLATE = {
  index_patterns: ['logs-*'],
  priority: 7,
  template: { mappings: { properties: { a: { type: 'ip' } } } },
};
const STREAM_TEMPLATE: Ask = ['PUT', ['_index_template', 'streams'], { index_patterns: ['stream-*'], data_stream: {} }];
const LOGS = { name: 'logs' };
/** A copy that stalls after its first document: the first task of the engine. */
const COPY: readonly Ask[] = [
  INDEX,
  ['PUT', ['logs', '_doc', '1'], { a: 'x' }],
  ['PUT', ['logs', '_doc', '2'], { a: 'y' }],
  [
    'POST',
    ['_reindex'],
    { source: { index: 'logs', size: 1 }, dest: { index: 'copy' } },
    { wait_for_completion: false, requests_per_second: 0.000001 },
  ],
];

const EXAMPLES: readonly Example[] = [
  { id: 'indices.create', params: { name: 'new' }, body: { settings: { number_of_replicas: 0 } } },
  { id: 'indices.delete', body: { indices: ['logs'] }, before: [INDEX] },
  { id: 'indices.close', body: { indices: ['logs'] }, before: [INDEX] },
  { id: 'indices.open', body: { indices: ['logs'] }, before: [INDEX, ['POST', ['logs', '_close']]] },
  { id: 'settings.update', params: LOGS, body: { 'index.number_of_replicas': 3 }, before: [INDEX] },
  { id: 'blocks.update', params: LOGS, body: { block: 'write', isOn: true }, before: [INDEX] },
  { id: 'mapping.update', params: LOGS, body: { properties: { b: { type: 'long' } } }, before: [INDEX] },
  { id: 'aliases.update', params: LOGS, body: { actions: [{ add: { alias: 'now' } }] }, before: [INDEX] },
  { id: 'all_aliases.update', body: { actions: [{ index: 'logs', add: { alias: 'now' } }] }, before: [INDEX] },
  { id: 'data_streams.create', params: { name: 'stream-a' }, before: [STREAM_TEMPLATE] },
  {
    id: 'data_streams.delete',
    body: { dataStreams: ['stream-a'] },
    before: [STREAM_TEMPLATE, ['PUT', ['_data_stream', 'stream-a']]],
  },
  { id: 'index_templates.create', body: { name: 'made', ...TEMPLATE } },
  {
    id: 'index_templates.update',
    params: { name: 'made' },
    body: TEMPLATE,
    before: [['PUT', ['_index_template', 'made'], { index_patterns: ['other-*'] }]],
    otherwise: 'unknown',
  },
  { id: 'index_templates.delete', body: { templates: [{ name: 'streams' }] }, before: [STREAM_TEMPLATE] },
  { id: 'component_templates.create', body: { name: 'made', template: TEMPLATE.template } },
  {
    id: 'component_templates.delete',
    params: { name: 'made' },
    before: [['PUT', ['_component_template', 'made'], { template: {} }]],
  },
  {
    id: 'resize.run',
    params: LOGS,
    body: { kind: 'clone', target: 'cloned' },
    before: [INDEX, ['PUT', ['logs', '_settings'], { 'index.blocks.write': true }]],
  },
  {
    id: 'tasks.cancel',
    params: { name: 'sandbox-1:1' },
    body: { action: 'indices:data/write/reindex', description: 'reindex from [logs] to [copy]', startedAt: AT },
    before: COPY,
  },
];

/** A server that has recorded one action and was killed; what it leaves is settled by the next one, `ageMs` later. */
async function settledAfter(
  example: Example,
  isDone: boolean,
  ageMs = LATE_MS,
): Promise<{ state: string; note?: string }> {
  const { id, params, body, before = [] } = example;
  for (const [method, path, content, query] of before)
    await engine.send({
      ...{ method, path },
      ...(content !== undefined && { body: formatJson(content) }),
      ...(query !== undefined && { query }),
    });
  const store = memoryEventStore();
  let opened: Promise<unknown> = Promise.resolve();
  const killed = memoryActionLog({ clock }, store);
  // The answer is never recorded.
  const actionLog = {
    ...killed,
    begin: async (...given: Parameters<typeof killed.begin>) => {
      const open = await (opened = killed.begin(...given));
      return { ...open, complete: () => Promise.resolve() };
    },
  };
  const through = isDone
    ? cluster
    : {
        ...cluster,
        gateway: {
          send: (call: ClusterCall) => {
            if (call.method !== 'GET' && call.method !== 'HEAD') throw clusterError('cut');
            return engine.send(call);
          },
        },
      };
  const { dispatch } = consoleOver(through, { actionLog });
  const response = await dispatch({
    id,
    ...(params !== undefined && { params }),
    ...(body !== undefined && { body }),
    requestId: 'r',
    openCluster: () => through,
    signal: new AbortController().signal,
  });
  await opened;
  if (isDone) expect([id, response]).toMatchObject([id, { status: 200 }]);
  const next = memoryActionLog({ clock }, store);
  await next.recover();
  expect(await next.unsettled({ cluster: SANDBOX_ENTRY.id })).toHaveLength(1);
  const waiting: number[] = [];
  const { settle } = settlerOf({
    log: next,
    nowMs: () => AT_MS + ageMs,
    later: (_run, ms) => waiting.push(ms),
  });
  await settle(cluster);
  const [action] = await next.recent(1);
  if (action === undefined) throw new Error('There is no action.');
  return {
    state: stateOfAction(action),
    ...(action.settled !== undefined && { note: action.settled.note }),
    ...(waiting.length > 0 && { isLate: true }),
  };
}

describe.each(EXAMPLES)('$id that nobody heard the end of', (example) => {
  it('is found done where the cluster has it', async () => {
    expect(await settledAfter(example, true)).toMatchObject({ state: 'done', note: expect.any(String) });
  });

  it('is found not done where it has not', async () => {
    const state = example.otherwise ?? 'failed';
    expect(await settledAfter(example, false)).toMatchObject({ state, note: expect.any(String) });
  });
});

describe('an action that nobody heard the end of', () => {
  const CREATE: Example = { id: 'indices.create', params: { name: 'new' }, body: {} };

  it('may still be done for a while, so that its absence says nothing yet', async () => {
    expect(await settledAfter(CREATE, false, LATE_MS / 2)).toEqual({ state: 'open', isLate: true });
  });

  it('says so where nothing can be known', async () => {
    const refresh: Example = { id: 'indices.refresh', body: { indices: ['logs'] }, before: [INDEX] };
    expect(await settledAfter(refresh, true)).toEqual({
      state: 'unknown',
      note: 'Nothing on the cluster shows whether this was done.',
    });
  });

  it('is not compared by what was cut or redacted', async () => {
    const body = { 'index.number_of_replicas': 3, 'index.a.password': 'hunter2' };
    const update: Example = { id: 'settings.update', params: LOGS, body, before: [INDEX] };
    expect(await settledAfter(update, false)).toMatchObject({
      state: 'unknown',
      note: expect.stringContaining('redacted'),
    });
  });

  it.each([
    ['is not that of an index with another mapping', { b: { type: 'ip' } }, 'unknown'],
    ['is that of an index with what was requested, and more', { a: { type: 'keyword' }, b: { type: 'ip' } }, 'done'],
  ])('%s', async (_, properties, state) => {
    const mappings = { properties: { a: { type: 'keyword' } } };
    const create: Example = {
      id: 'indices.create',
      params: { name: 'new' },
      body: { mappings },
      before: [['PUT', ['new'], { mappings: { properties } }]],
    };
    expect(await settledAfter(create, false)).toMatchObject({ state });
  });

  it('is not that of an index that is older than it, and that of one that is newer', async () => {
    await engine.send({ method: 'PUT', path: ['logs'], body: '{}' });
    const ageMs = 3_600_000;
    const log = memoryActionLog({ clock: { now: () => new Date(AT_MS + ageMs).toISOString() } });
    const store = memoryActionLog({ clock: { now: () => new Date(AT_MS - ageMs).toISOString() } });
    const given = {
      cluster: SANDBOX_ENTRY.id,
      names: ['logs'],
      requestId: 'r',
      author: { id: 'a', name: 'a', verified: false },
    };
    for (const [old, route, state] of [
      [log, 'indices.create', 'failed'],
      [store, 'indices.delete', 'done'],
    ] as const) {
      const open = await old.begin({ ...given, route });
      const { settle } = settlerOf({
        log: { unsettled: async () => [(await old.get(open)) as never], settle: old.settle, find: old.find },
        nowMs: () => AT_MS + 2 * ageMs,
        later: () => undefined,
      });
      await settle(cluster);
      expect([route, stateOfAction((await old.get(open)) as never)]).toEqual([route, state]);
    }
  });

  it('waits for somebody whom the cluster lets look', async () => {
    const store = memoryEventStore();
    const first = memoryActionLog({ clock }, store);
    await first.begin({
      ...{ cluster: 'recorded', route: 'indices.delete', names: ['logs'], requestId: 'r' },
      author: { id: 'a', name: 'a', verified: false },
    });
    const log = memoryActionLog({ clock }, store);
    await log.recover();
    const { settle } = settlerOf({
      log,
      nowMs: () => AT_MS + LATE_MS,
      later: () => undefined,
    });
    for (const fault of ['unauthorized', 'forbidden', 'unreachable'] as const)
      await settle(recordedCluster(() => clusterError(fault)));
    expect(await log.unsettled({ cluster: 'recorded' })).toHaveLength(1);
    await settle(recordedCluster(() => clusterError('refused', 404)));
    expect(await log.unsettled({ cluster: 'recorded' })).toEqual([]);
    expect(await log.recent(1)).toMatchObject([{ settled: { found: 'done', note: 'Index "logs" does not exist.' } }]);
  });
});

it('has an example for each route that can be looked up', () => {
  const shown = new Set(EXAMPLES.map(({ id }) => id));
  const traceless = HANDLED.filter((id) => ROUTES[id].writes && ROUTES[id].usesCluster && !shown.has(id));
  expect(traceless.sort()).toEqual([
    'component_templates.update',
    'data_streams.set_lifecycle',
    'documents.estimate',
    'documents.rehearse',
    'documents.try',
    'indices.clear_cache',
    'indices.flush',
    'indices.forcemerge',
    'indices.freeze',
    'indices.refresh',
    'indices.unfreeze',
    'lifecycle.attach',
    'lifecycle.detach',
    'lifecycle.retry',
    'mapping.try',
    'plans.approve',
    'plans.cancel',
    'plans.create',
    'plans.resume',
    'plans.throttle',
    'plans.undo',
    'rollover.run',
  ]);
});
