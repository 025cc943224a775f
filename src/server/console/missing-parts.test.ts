import { beforeAll, describe, expect, it } from 'vitest';
import { missingIn } from '#domain/console';
import { formatJson, isObject, member, parseJson, type JsonObject, type JsonValue } from '#domain/json';
import { ClusterError, requestOf, type ClusterCall, type ClusterGateway } from '#domain/ports';
import { ROUTES, type RouteContract } from '#domain/wire';
import { consoleOver } from '../../../tests/builders/recording-gateway.ts';
import { HANDLED, sampleInput } from '../../../tests/builders/route-samples.ts';
import { ulidSource } from '../../infra/platform.ts';
import { openClusters, SANDBOX_ENTRY } from '../clusters/clusters.ts';
import { embeddedEngine } from '../embedded/embedded-engine.ts';
import { memoryEngineStorage } from '../embedded/storage.ts';
import { readClusterStatus } from './cluster-status.ts';
import type { HandledRouteId } from './context.ts';

/** Routes that only read a cluster. */
const READING = HANDLED.filter((id) => ROUTES[id].usesCluster && !ROUTES[id].writes);
const NAMES = ['logs', 'stream', '.ds-stream', 'composable', 'old', 'old-1', 'component'];

/** The requests without which a route has nothing to show: it fails as they do. */
const PRIMARY: Partial<Record<HandledRouteId, readonly string[]>> = {
  'indices.list': ['/_cat/indices'],
  'indices.reload': ['/_cat/indices/logs'],
  // The name is one of an index, and the index is asked.
  'field_costs.analyze': ['/_resolve/index/logs', '/logs/_stats/segments'],
  // Which shard is explained, and its explanation.
  'allocation.get': ['/_cluster/health/logs', '/_cluster/allocation/explain'],
  // The name is one of an index, and the index is searched.
  'documents.search': ['/_resolve/index/logs', '/logs/_search'],
  'documents.get': ['/_resolve/index/logs', '/logs/_search'],
  // Mappings and settings say whether the documents are as they were sent.
  'documents.sample': ['/_resolve/index/logs', '/logs/_mapping', '/logs/_settings', '/logs/_search'],
  'data_streams.list': ['/_data_stream'],
  'data_streams.get': ['/_data_stream/stream'],
  'resize.get': ['/.ds-stream/_settings'],
  // The settings that the mappings refer to, and the check itself.
  'documents.simulate': ['/logs/_settings', '/_ingest/_simulate'],
  'index_templates.get': ['/_index_template/composable'],
  // A composable template goes before legacy ones.
  'index_templates.match': ['/_index_template'],
  'component_templates.list': ['/_component_template'],
  'component_templates.get': ['/_component_template/component'],
  'cluster.get': ['/'],
};

/** The requests that ask for a feature: a cluster that lacks it refuses them with 400. */
const PROBE = /mapledger-probe|^\/_ilm\/status$|^\/_license$/;

const FAILURES = [
  { status: 403, fault: 'forbidden', type: 'security_exception' },
  { status: 400, fault: 'refused', type: 'illegal_argument_exception' },
  { status: 503, fault: 'overloaded', type: 'no_shard_available_action_exception' },
] as const;
type Failure = (typeof FAILURES)[number];
const reasonOf = ({ status }: Failure) => `injected ${status}`;

const PRIVILEGES = '{"index":{"stream":{"delete_index":true}}}';
const now = () => '2026-11-21T00:00:00.000Z';
const engine = embeddedEngine({ storage: memoryEngineStorage(), clock: { now }, ids: ulidSource() });

beforeAll(async () => {
  const put = (path: readonly string[], body: JsonObject) =>
    engine.send({ method: 'PUT', path, body: formatJson(body) });
  const mappings = { properties: { host: { type: 'keyword' } } };
  await put(['_component_template', 'component'], { template: { mappings } });
  await put(['_index_template', 'composable'], {
    index_patterns: ['stream*'],
    composed_of: ['component'],
    data_stream: {},
  });
  await put(['_template', 'old'], { index_patterns: ['old-*'], mappings });
  await put(['_data_stream', 'stream'], {});
  const settings = { 'index.number_of_replicas': 9, 'index.lifecycle.name': 'week' };
  await put(['logs'], { settings, mappings, aliases: { current: {} } });
  await put(['logs', '_doc', '1'], { host: 'a' });
});

/** What a route answers, and the requests that it sends, while those that `failing` names fail. */
async function ask(
  id: HandledRouteId,
  input: object,
  failing: (request: string) => Failure | undefined = () => undefined,
  probing = id === 'cluster.get',
) {
  const requests: string[] = [];
  let isWatched = probing;
  const gateway: ClusterGateway = {
    async send(call) {
      if (!isWatched) return engine.send(call);
      const request = requestText(call);
      requests.push(request);
      const failure = failing(request);
      if (failure !== undefined) throw errorOf(call, failure);
      return call.path[0] === '_security' ? { status: 200, body: PRIVILEGES } : engine.send(call);
    },
  };
  const cluster = openClusters([{ entry: SANDBOX_ENTRY, gateway }]).open();
  // What the cluster can do is known by then, but for the route that tells it.
  if (!isWatched) await cluster.capabilities();
  isWatched = true;
  const { dispatch } = consoleOver(cluster, { readStatus: readClusterStatus });
  const { signal } = new AbortController();
  const answer = await dispatch({ id, requestId: 'r', openCluster: () => cluster, signal, ...input });
  // As it is sent: without members that are undefined.
  return { answer: parseJson(JSON.stringify(answer)) as JsonObject, requests };
}

function requestText(call: ClusterCall): string {
  const [path = ''] = requestOf(call).path.split('?');
  return decodeURIComponent(path).replace(/\.ds-stream-[^/]+/, '.ds-stream');
}

function errorOf(call: ClusterCall, failure: Failure): ClusterError {
  const reason = reasonOf(failure);
  return new ClusterError(failure.fault, reason, { ...failure, reason, request: requestOf(call) });
}

/** The input of a route that is answered with the most requests, among all names that there are. */
async function inputOf(id: HandledRouteId, backing: string): Promise<object | null> {
  const { query }: RouteContract = ROUTES[id];
  const flags = Object.entries(query?.properties ?? {}).flatMap(([key, schema]): [string, string][] =>
    'type' in schema && schema.type === 'boolean' ? [[key, 'true']] : [],
  );
  let best: { readonly input: object; readonly count: number } | null = null;
  for (const name of NAMES) {
    for (const asked of [Object.fromEntries(flags), {}]) {
      const sample = sampleInput(id, name === '.ds-stream' ? backing : name);
      const input = { ...sample, query: { ...sample.query, ...asked } };
      const { answer, requests } = await ask(id, input);
      const count = new Set(requests).size;
      if (member(answer, 'status') === 200 && count > (best?.count ?? 0)) best = { input, count };
    }
  }
  return best?.input ?? null;
}

/** What of a degraded answer differs from the whole one, but for what is absent. */
function claims(degraded: JsonValue, whole: JsonValue | undefined, at = ''): readonly string[] {
  if (Array.isArray(degraded) && Array.isArray(whole)) {
    const nameOf = (value: JsonValue) => (isObject(value) ? member(value, 'name') : undefined);
    if (degraded.length === 0 && whole.length > 0) return [`${at} is empty`];
    return degraded.flatMap((value, index) => {
      const name = nameOf(value);
      const same = name === undefined ? whole[index] : whole.find((each) => nameOf(each) === name);
      return claims(value, same, `${at}/${index}`);
    });
  }
  if (isObject(degraded) && isObject(whole))
    return Object.entries(degraded).flatMap(([key, value]) => {
      // A feature that is not known has its reason.
      const isTold = key === 'missing' || (isObject(value) && member(value, 'unknown') !== undefined);
      return isTold ? [] : claims(value, member(whole, key), `${at}/${key}`);
    });
  return degraded === whole ? [] : [`${at} is ${formatJson(degraded)}`];
}

function isPrimary(id: HandledRouteId, request: string, { status }: Failure): boolean {
  // A cluster that is too busy to say how it is doing is shown as down.
  if (id === 'cluster.get' && request === '/_cluster/health') return status === 503;
  // Who may not read what it counts gets what settings say.
  if (request.startsWith('/_cat/indices') && status === 403) return false;
  return PRIMARY[id]?.includes(request) === true;
}

/** Why a route has nothing to show: its error, that of a cluster which is down, or why a document is not checked. */
function failureOf(answer: JsonObject): JsonValue | undefined {
  const value = member(answer, 'value');
  if (!isObject(value)) return member(answer, 'error');
  return member(value, 'isChecked') === false ? member(value, 'reason') : member(value, 'error');
}

/** The reasons for which parts of an answer are missing. */
function reasonsIn(value: JsonValue): readonly string[] {
  const parts = missingIn(value).map(({ reason }) => reason);
  if (!isObject(value) || !isObject(value['features'])) return parts;
  return [...parts, ...Object.values(value['features']).map((each) => String(member(each as JsonObject, 'reason')))];
}

describe('each request of a route that reads fails in turn', () => {
  const found: { readonly id: HandledRouteId; readonly input: object; readonly requests: readonly string[] }[] = [];

  beforeAll(async () => {
    const streams = parseJson((await engine.send({ method: 'GET', path: ['_data_stream', 'stream'] })).body);
    const backing = /\.ds-stream-[^"]+/.exec(formatJson(streams))?.[0] ?? '';
    for (const id of READING) {
      const input = await inputOf(id, backing);
      if (input === null) continue;
      const requests = [...new Set((await ask(id, input)).requests)];
      if (requests.length > 1) found.push({ id, input, requests });
    }
  });

  it('finds the routes that send several', () => {
    const requests = found.flatMap((each) => each.requests);
    const primary = found.flatMap(({ id }) => PRIMARY[id] ?? []);
    for (const each of primary) expect(requests).toContain(each);
    const counts = { reading: READING.length, several: found.length, requests: requests.length };
    expect({ ...counts, primary: primary.length }).toEqual({ reading: 41, several: 19, requests: 58, primary: 24 });
  });

  it.each(FAILURES)('with $status', async (failure) => {
    for (const { id, input, requests } of found) {
      const whole = member((await ask(id, input)).answer, 'value') ?? null;
      for (const request of requests) {
        const { answer } = await ask(id, input, (sent) => (sent === request ? failure : undefined));
        const where = `${id} without ${request}: ${formatJson(answer).slice(0, 500)}`;
        if (PROBE.test(request) && failure.status === 400) continue;
        const value = member(answer, 'value') ?? null;
        if (isPrimary(id, request, failure)) {
          expect(failureOf(answer), where).toBeDefined();
          continue;
        }
        expect(member(answer, 'status'), where).toBe(200);
        expect(reasonsIn(value).join(), where).toContain(reasonOf(failure));
        expect(claims(value, whole), where).toEqual([]);
      }
    }
  });

  it('or may not be asked for what the cluster has', async () => {
    const [denied] = FAILURES;
    const probes = found.find(({ id }) => id === 'cluster.get')?.requests.filter((each) => PROBE.test(each)) ?? [];
    expect(probes).toHaveLength(8);
    let named = 0;
    for (const { id, input } of found) {
      const whole = member((await ask(id, input)).answer, 'value') ?? null;
      for (const probe of probes) {
        const { answer } = await ask(id, input, (sent) => (sent === probe ? denied : undefined), true);
        const where = `${id} without ${probe}: ${formatJson(answer).slice(0, 500)}`;
        const value = member(answer, 'value') ?? null;
        const error = formatJson(member(answer, 'error') ?? '');
        if (reasonsIn(value).join().includes(reasonOf(denied)) || error.includes(reasonOf(denied))) named += 1;
        else expect(value, where).toEqual(whole);
        expect(value === null ? [] : claims(value, whole), where).toEqual([]);
      }
    }
    expect(named).toBe(25);
  });
});
