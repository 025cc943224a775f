import { describe, expect, it } from 'vitest';
import type { ActionState } from '#domain/action';
import { formatJson, type JsonObject } from '#domain/json';
import { isReadingCall, requestOf, type ClusterCall } from '#domain/ports';
import { ROUTES } from '#domain/wire';
import { systemClock, ulidSource } from '../src/infra/platform.ts';
import type { LoggedAction } from '../src/server/console/action-log.ts';
import type { HandledRouteId, OpenCluster } from '../src/server/console/context.ts';
import { MAX_CALLS } from '../src/server/actions/event-action-log.ts';
import { openClusters, SANDBOX_ENTRY } from '../src/server/clusters/clusters.ts';
import { embeddedEngine } from '../src/server/embedded/embedded-engine.ts';
import { memoryEngineStorage } from '../src/server/embedded/storage.ts';
import { clusterError, consoleOver, recordedCluster } from './builders/recording-gateway.ts';
import { HANDLED, sampleInput } from './builders/route-samples.ts';

const WRITING = HANDLED.filter((id) => ROUTES[id].writes && ROUTES[id].usesCluster);

/** What these change is the plan, which is kept here; what a plan sends has a test of its own. */
const OF_PLANS = WRITING.filter((id) => id.startsWith('plans.'));

/** What the sandbox can't do, or only at a certain moment. */
const ON_RECORDED: readonly HandledRouteId[] = [
  'indices.freeze',
  'indices.unfreeze',
  'lifecycle.retry',
  'tasks.cancel',
];

type Answers = (engine: Send, call: ClusterCall, change: number) => ReturnType<Send>;
type Send = OpenCluster['gateway']['send'];

interface Way {
  readonly way: string;
  /** How a cluster answers the requests that change it; `change` counts them from 1. */
  readonly answers: Answers;
  /** What every action comes to; absent where that depends on the route. */
  readonly kind?: ActionState;
}

const ANSWERED: Way = { way: 'all of which are answered', answers: (send, call) => send(call), kind: 'done' };

const WAYS: readonly Way[] = [
  ANSWERED,
  {
    way: 'none of which is acknowledged in time',
    answers: async (send, call) => {
      const { status, body } = await send(call);
      return { status, body: body.replace('"acknowledged":true', '"acknowledged":false') };
    },
  },
  {
    way: 'all of which are forbidden',
    answers: () => Promise.reject(clusterError('forbidden', 403, 'no right')),
    kind: 'failed',
  },
  {
    way: 'the first of which is cut off',
    answers: async (send, call, change) => {
      const answer = await send(call);
      if (change === 1) throw clusterError('cut');
      return answer;
    },
    kind: 'unknown',
  },
  {
    way: 'the second of which is forbidden',
    answers: (send, call, change) =>
      change === 2 ? Promise.reject(clusterError('forbidden', 403, 'no right')) : send(call),
  },
];

/** Objects on the sandbox without which a route would send nothing. */
const SEEDS: Partial<Record<HandledRouteId, (put: Put) => Promise<unknown>>> = {
  'indices.create': () => Promise.resolve(),
  'rollover.run': (put) => put(['sample-000001'], { aliases: { sample: { is_write_index: true } } }),
  'resize.run': (put) => put(['sample'], { settings: { 'index.blocks.write': true } }),
  'index_templates.create': () => Promise.resolve(),
  'component_templates.create': () => Promise.resolve(),
  'data_streams.create': (put) => put(['_index_template', 'streams'], STREAMS),
  'data_streams.delete': seedStream,
  'data_streams.set_lifecycle': seedStream,
  'documents.estimate': seedDocument,
  'documents.rehearse': seedDocument,
};
const STREAMS = { index_patterns: ['sample'], data_stream: {} };

async function seedStream(put: Put): Promise<void> {
  await put(['_index_template', 'streams'], STREAMS);
  await put(['_data_stream', 'sample']);
}

async function seedDocument(put: Put): Promise<void> {
  await seedSample(put);
  await put(['sample', '_doc', '1'], { a: 1 });
}

async function seedSample(put: Put): Promise<void> {
  await put(['sample'], { settings: { 'index.lifecycle.name': 'sandbox-keep' } });
  await put(['_index_template', 'sample'], { index_patterns: ['some-*'] });
  await put(['_component_template', 'sample'], { template: {} });
}

type Put = (path: readonly string[], body?: JsonObject) => Promise<unknown>;

function written(call: ClusterCall): string {
  const { method, path } = requestOf(call);
  return `${method} ${path}`;
}

/** The sandbox keeps no files. */
const FILES = formatJson({ _all: { primaries: { segments: { file_sizes: { dvd: { size_in_bytes: 1 } } } } } });

/** A cluster with what a route needs, and what is sent to change it from then on. */
async function sandboxFor(id: HandledRouteId, answers: Answers) {
  const engine = embeddedEngine({ storage: memoryEngineStorage(), clock: systemClock, ids: ulidSource() });
  await (SEEDS[id] ?? seedSample)((path, body) =>
    engine.send({ method: 'PUT', path, ...(body !== undefined && { body: formatJson(body) }) }),
  );
  const sent: string[] = [];
  const gateway = {
    send(call: ClusterCall) {
      if (call.path.join('/').endsWith('_stats/segments')) return Promise.resolve({ status: 200, body: FILES });
      if (isReadingCall(call)) return engine.send(call);
      sent.push(written(call));
      return answers((each) => engine.send(each), call, sent.length);
    },
  };
  return { cluster: openClusters([{ entry: SANDBOX_ENTRY, gateway }]).open(), sent };
}

function recordedFor(answers: Answers) {
  const task = {
    ...{ node: 'n', id: 1, type: 'transport', action: 'indices:data/write/reindex', cancellable: true },
    ...{ description: 'reindex from [a] to [b]', start_time_in_millis: Date.parse('2026-11-22T10:00:00.000Z') },
    running_time_in_nanos: 1,
  };
  const engine = recordedCluster(
    ({ method, path }) =>
      path[0] === '_tasks' && method === 'GET' ? formatJson({ completed: false, task }) : '{"acknowledged":true}',
    { lacks: ['ism'] },
  );
  const sent: string[] = [];
  const gateway = {
    send(call: ClusterCall) {
      if (isReadingCall(call)) return engine.gateway.send(call);
      sent.push(written(call));
      return answers((each) => engine.gateway.send(each), call, sent.length);
    },
  };
  return { cluster: { ...engine, gateway }, sent };
}

/** What an engine asks of a body, beside what the contract does. */
const BODIES: Partial<Record<HandledRouteId, JsonObject>> = {
  'lifecycle.attach': { policy: 'sandbox-30-days' },
  'index_templates.create': { index_patterns: ['some-*'] },
  'index_templates.update': { index_patterns: ['some-*'], template: {}, version: 2 },
  'settings.update': { 'index.refresh_interval': '5s' },
  'component_templates.create': { template: {} },
  'component_templates.update': { template: {}, version: 2 },
};

/** Input for a call that the cluster carries out. */
function inputOf(id: HandledRouteId) {
  const { body, ...rest } = sampleInput(id, id === 'tasks.cancel' ? 'n:1' : 'sample');
  return { ...rest, ...(body !== undefined && { body: { ...body, ...BODIES[id] } }) };
}

async function run(cluster: OpenCluster, id: HandledRouteId, input: Partial<ReturnType<typeof sampleInput>>) {
  const { dispatch, actionLog, plans, failures } = consoleOver(cluster);
  const call = (each: HandledRouteId, given: Partial<ReturnType<typeof sampleInput>>) =>
    dispatch({
      ...{ id: each, requestId: 'r', openCluster: () => cluster, signal: new AbortController().signal },
      ...given,
    });
  const response = await call(id, input);
  return { response, call, plans, failures, actions: async () => (await actionLog.recent(200)).toReversed() };
}

/** The requests that the log keeps, those of the first action first, and how many more it counts. */
function loggedOf(actions: readonly LoggedAction[]) {
  return {
    kept: actions.flatMap(({ calls = [] }) => calls.map(({ method, path }) => `${method} ${path}`)),
    more: actions.reduce((sum, { moreCalls = 0 }) => sum + moreCalls, 0),
  };
}

function expectEnded(actions: readonly LoggedAction[]): void {
  expect(actions.filter(({ outcome }) => outcome === undefined).map(({ title }) => title)).toEqual([]);
}

describe.each(WAYS)('the log of a route that sends requests, $way,', ({ answers, kind }) => {
  it.each(WRITING)('has each of them and the end of %s', async (id) => {
    const { cluster, sent } = ON_RECORDED.includes(id) ? recordedFor(answers) : await sandboxFor(id, answers);
    const { actions, failures, response } = await run(cluster, id, inputOf(id));
    const logged = await actions();
    expect(logged.map(({ route }) => route)).toEqual([id]);
    expect(loggedOf(logged)).toEqual({ kept: sent, more: 0 });
    expectEnded(logged);
    expect(failures).toEqual([]);
    if (OF_PLANS.includes(id)) return;
    const said = JSON.stringify(response);
    expect(sent, said).not.toEqual([]);
    if (kind !== undefined) expect(logged[0]?.outcome?.kind, said).toBe(kind);
  });
});

it('the log of a plan that is carried out and undone has each of its requests', async () => {
  const { cluster, sent } = await sandboxFor('plans.create', ANSWERED.answers);
  const { response, call, plans, actions, failures } = await run(cluster, 'plans.create', inputOf('plans.create'));
  const { id: name } = (response as { readonly value: { readonly id: string } }).value;
  for (const action of ['approve', 'undo'] as const) {
    const before = sent.length;
    await call(`plans.${action}`, { params: { name } });
    await plans.settled();
    expect(sent.length, action).toBeGreaterThan(before);
  }
  const logged = await actions();
  expect(loggedOf(logged)).toEqual({ kept: sent, more: 0 });
  expectEnded(logged);
  expect(failures).toEqual([]);
});

describe('an action of more requests than the log keeps', () => {
  const names = Array.from({ length: MAX_CALLS + 5 }, (_, at) => `sample-${at}`);
  const updates = names.map((name) => ({ properties: { [name]: { type: 'keyword' } } }));

  it.each<readonly [HandledRouteId, Partial<ReturnType<typeof sampleInput>>]>([
    ['mapping.try', { params: { name: 'sample' }, body: { updates } }],
    ['index_templates.delete', { body: { templates: names.map((name) => ({ name })) } }],
    ['component_templates.delete', { params: { name: names.join(',') } }],
  ])('says how many more %s has sent', async (id, input) => {
    const { cluster, sent } = await sandboxFor(id, ANSWERED.answers);
    const { actions } = await run(cluster, id, input);
    const logged = await actions();
    expect(sent.length).toBeGreaterThan(MAX_CALLS);
    expect(loggedOf(logged)).toEqual({ kept: sent.slice(0, MAX_CALLS), more: sent.length - MAX_CALLS });
    expectEnded(logged);
  });
});
