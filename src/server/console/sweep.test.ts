import { describe, expect, it } from 'vitest';
import Value from 'typebox/value';
import { ErrorBodySchema } from '#domain/console';
import { formatJson, isObject, parseJson, type JsonObject, type JsonValue } from '#domain/json';
import { requestOf, type ClusterCall, type HttpAnswer } from '#domain/ports';
import { API_BASE, ROUTES, type RouteContract } from '#domain/wire';
import { consoleOver, recordedCluster, type RecordedCluster } from '../../../tests/builders/recording-gateway.ts';
import { HANDLED, sampleInput, takesNames } from '../../../tests/builders/route-samples.ts';
import type { HandledRouteId } from './context.ts';
import { localHttpService } from './local-http.ts';

/** Stand for several, for nothing, or for another place; no call may carry them to a cluster. */
const NO_NAMES = [
  '',
  '.',
  '..',
  '../_cluster',
  'a/../../_cluster',
  '..%2f..',
  'a%2F%2e%2E%252fb',
  'a/./b',
  '*',
  'logs*',
  'a,b',
  '-a',
  '_all',
  '<logs-{now/d}>',
  '<script>alert(1)</script>',
  'a?b',
  'a"b',
  'a\\b',
  '__proto__',
  'a\nb',
  'x'.repeat(10_000),
];
/** Names that may be somebody's; each is one segment of a path, whole. */
const ODD_NAMES = [
  'a%2Fb',
  'a%2fb',
  'a%00b',
  '💥',
  '%',
  'constructor',
  'a b',
  'a#b',
  'a/b',
  'a&b=c',
  "a'b",
  'x'.repeat(255),
];

const WRITING = HANDLED.filter((id) => ROUTES[id].writes);
const WITH_NAMES = HANDLED.filter(takesNames);

function serviceOver(cluster: RecordedCluster, isReadOnly = false) {
  const { dispatch, failures } = consoleOver(cluster, { isReadOnly });
  return { http: localHttpService(dispatch, () => cluster), failures };
}

/** A request as the web client writes it. */
function requestFor(
  id: HandledRouteId,
  {
    params,
    query,
    body,
  }: {
    readonly params?: { readonly name: string };
    readonly query?: Readonly<Record<string, string>>;
    readonly body?: JsonValue;
  },
) {
  const { method, path }: RouteContract = ROUTES[id];
  return {
    method,
    path: `${API_BASE}${path.replace(':name', encodeURIComponent(params?.name ?? ''))}`,
    ...(query !== undefined && { query }),
    ...(body !== undefined && { body: formatJson(body) }),
  };
}

function expectError({ status, body }: HttpAnswer): JsonObject {
  const error = parseJson(body);
  expect(Value.Check(ErrorBodySchema, error), body).toBe(true);
  expect((error as JsonObject)['statusCode']).toBe(status);
  return error as JsonObject;
}

/** The path of a call has the segments of the call: no part of a name became a separate segment. */
function expectWholeSegments(call: ClusterCall): void {
  const { pathname } = new URL(requestOf(call).path, 'http://cluster.example');
  expect(pathname.slice(1).split('/').map(decodeURIComponent)).toEqual(call.path);
}

const responses = (call: ClusterCall) => (call.path[0] === '_cat' ? '[]' : '{"acknowledged":true}');

describe.each(WITH_NAMES)('%s', (id) => {
  it.each(NO_NAMES)('does not take the name "%.30s"', async (name) => {
    const isList = id === 'component_templates.delete' && name === 'a,b';
    const cluster = recordedCluster(responses);
    const { http, failures } = serviceOver(cluster);
    const response = await http.send(requestFor(id, sampleInput(id, name)));
    if (isList) {
      expect(cluster.calls.map(({ path }) => path)).toEqual([
        ['_component_template', 'a'],
        ['_component_template', 'b'],
      ]);
      return;
    }
    const allowed = isTemplate(id) && ['-a', '<logs-{now/d}>', '<script>alert(1)</script>'].includes(name);
    if (!allowed) {
      expect([name, response.status]).toEqual([name, 400]);
      expectError(response);
      expect(cluster.calls).toEqual([]);
    }
    expect(failures).toEqual([]);
  });

  it.each(ODD_NAMES)('takes "%.30s" as a whole, or not at all', async (name) => {
    const cluster = recordedCluster(responses);
    const { http, failures } = serviceOver(cluster);
    const response = await http.send(requestFor(id, sampleInput(id, name)));
    expect(failures).toEqual([]);
    expect(response.status).not.toBe(500);
    if (response.status >= 300) expectError(response);
    cluster.calls.forEach(expectWholeSegments);
    for (const call of cluster.changes()) {
      expect(call.path.join('/')).not.toMatch(/[*?]/);
      expect([...call.path, call.body ?? ''].some((part) => part === name || part.includes(JSON.stringify(name)))).toBe(
        true,
      );
    }
  });
});

/** What engines take by default for the first line of a request. */
const MAX_LINE_LENGTH = 4_096;
/** Names of 255 bytes, as long as those of indices may be, of which each byte is three in an address. */
const LONG_NAMES = Array.from({ length: 40 }, (_, at) => `${String(at).padStart(3, '0')}${'ä'.repeat(126)}`);

/** A list of one name as a list of many. */
function withManyNames(body: JsonObject): JsonObject {
  const manyOf = (value: JsonValue | undefined): JsonValue | undefined => {
    if (!Array.isArray(value)) return value;
    const [first] = value;
    if (first === LONG_NAMES[0]) return LONG_NAMES;
    return isObject(first) && first['name'] === LONG_NAMES[0] ? LONG_NAMES.map((name) => ({ ...first, name })) : value;
  };
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [key, manyOf(value) ?? null]));
}

describe('many long names', () => {
  it.each(WITH_NAMES)('%s sends no longer address than engines take', async (id) => {
    const cluster = recordedCluster(responses);
    const { http, failures } = serviceOver(cluster);
    const { body, ...rest } = sampleInput(id, LONG_NAMES[0] ?? '');
    await http.send(requestFor(id, { ...rest, ...(body !== undefined && { body: withManyNames(body) }) }));
    expect(failures).toEqual([]);
    const lines = cluster.calls.map((call) => `${call.method} ${requestOf(call).path} HTTP/1.1`);
    expect(lines.filter(({ length }) => length > MAX_LINE_LENGTH)).toEqual([]);
  });

  it('are all sent, in several requests', async () => {
    const cluster = recordedCluster(responses);
    await serviceOver(cluster).http.send(requestFor('indices.refresh', { body: { indices: LONG_NAMES } }));
    const sent = cluster.changes().flatMap(({ path }) => (path[0] ?? '').split(','));
    expect(sent).toEqual(LONG_NAMES);
  });
});

function isTemplate(id: HandledRouteId): boolean {
  return id.startsWith('index_templates.') || id.startsWith('component_templates.');
}

describe('a read-only server', () => {
  it.each(HANDLED)('knows whether %s writes', async (id) => {
    const cluster = recordedCluster(responses);
    const { http } = serviceOver(cluster, true);
    const response = await http.send(requestFor(id, sampleInput(id, 'logs')));
    expect(cluster.changes()).toEqual([]);
    if (!WRITING.includes(id)) return expect(response.status).not.toBe(403);
    expect(response.status).toBe(403);
    expect(expectError(response)).toMatchObject({ message: expect.stringContaining('read-only') });
    expect(cluster.calls).toEqual([]);
  });

  it('lets reload and simulate through', async () => {
    const cluster = recordedCluster(responses);
    const { http } = serviceOver(cluster, true);
    expect((await http.send(requestFor('indices.reload', { body: { indexNames: ['logs'] } }))).status).toBe(200);
    expect(
      (await http.send(requestFor('index_templates.simulate', { body: { index_patterns: ['logs'] } }))).status,
    ).toBe(200);
  });
});

describe('a body of the wrong shape', () => {
  const withBody = HANDLED.filter((id) => 'body' in ROUTES[id]);

  it.each(withBody)('is refused by %s', async (id) => {
    for (const body of [undefined, '', '{', '[]', '7', 'null', '"text"', '{"a":1,"a":2}', '['.repeat(2_000)]) {
      const cluster = recordedCluster(responses);
      const { http } = serviceOver(cluster);
      const { body: _, ...request } = requestFor(id, sampleInput(id, 'logs'));
      const response = await http.send({ ...request, ...(body !== undefined && { body }) });
      expect([body, response.status]).toEqual([body, 400]);
      expect(expectError(response)).toMatchObject({
        attributes: {
          issues: expect.arrayContaining([{ at: expect.stringMatching(/^\/body/), reason: expect.any(String) }]),
        },
      });
      expect(cluster.calls).toEqual([]);
    }
  });
});

it('every route that writes is no GET, and every one is in the sweep', () => {
  expect(HANDLED).toHaveLength(Object.keys(ROUTES).length - 2);
  for (const id of WRITING) expect(ROUTES[id].method).not.toBe('GET');
});
