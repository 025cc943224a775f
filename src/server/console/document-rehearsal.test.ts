import { describe, expect, it } from 'vitest';
import type { TargetEngine } from '#domain/catalogue';
import { formatJson, parseJson, type JsonObject, type JsonValue } from '#domain/json';
import { ClusterError, requestOf, type ClusterCall, type ClusterFault } from '#domain/ports';
import { API_BASE } from '#domain/wire';
import { consoleOver, recordedCluster } from '../../../tests/builders/recording-gateway.ts';
import { testServer } from '../../ui/testing/test-http.ts';
import { localCaller } from './caller.ts';
import { localHttpService } from './local-http.ts';
import { newestDocuments, randomDocuments } from './newest-documents.ts';

const REHEARSE = `${API_BASE}/documents/logs/rehearse`;
/** Is in the documents, and must be nowhere else. */
const SECRET = 'ada@example.org';
const KEYWORD: JsonObject = { properties: { user: { type: 'keyword' } } };
const BODY: JsonObject = { mappings: { properties: { user: { type: 'integer' } } }, documents: 100 };

type Between = (call: ClusterCall, send: () => Promise<{ status: number; body: string }>) => Promise<unknown>;

/** A server over an index with `count` documents, and what is sent to its cluster once they are there. */
async function serverWith(
  count: number,
  {
    between = (_call, send) => send(),
    mappings = KEYWORD,
    settings = {},
    hasDocuments = true,
    says,
  }: {
    says?: TargetEngine;
    between?: Between;
    mappings?: JsonObject;
    settings?: JsonObject;
    hasDocuments?: boolean;
  } = {},
) {
  const calls: ClusterCall[] = [];
  const server = testServer({
    hasDocuments,
    ...(says && { says }),
    between: (engine) => ({
      send(call) {
        calls.push(call);
        return between(call, () => engine.send(call)) as ReturnType<typeof engine.send>;
      },
    }),
  });
  await server.ask('PUT', ['logs'], { mappings, settings });
  for (let at = 0; at < count; at++)
    await server.ask('PUT', ['logs', '_doc', `d${at}`], { user: at % 2 === 0 ? SECRET : String(at) });
  return {
    ...{ server, calls },
    async rehearse(body: JsonObject = BODY, signal?: AbortSignal) {
      const answer = await server.http.send({
        ...{ method: 'POST', path: REHEARSE, body: formatJson(body) },
        ...(signal !== undefined && { signal }),
      });
      return { status: answer.status, text: answer.body, value: parseJson(answer.body) as JsonObject };
    },
    leftovers: () =>
      server.ask('GET', ['_cat', 'indices', 'mapledger-scratch-*'], undefined, {
        ...{ h: 'index', format: 'json', expand_wildcards: 'all' },
      }),
    created: () => calls.filter(({ method, path }) => method === 'PUT' && path.length === 1),
  };
}

const isBulk = ({ path }: ClusterCall) => path.at(-1) === '_bulk';
const failing = (call: ClusterCall, fault: ClusterFault, reason = 'No.') =>
  new ClusterError(fault, `The cluster refused this: ${reason}`, { status: 400, reason, request: requestOf(call) });

describe('a change that is rehearsed on documents', () => {
  it('is compared with the mappings of the index', async () => {
    const { rehearse, leftovers, server } = await serverWith(6);
    const { status, value, text } = await rehearse();
    expect(status).toBe(200);
    const before = { accepted: 6, refused: 0, reasons: [], isRemoved: true };
    const reasons = [
      {
        reason: 'failed to parse field [user]: "…" is not a number.',
        count: 3,
        exampleId: expect.stringMatching(/^d[024]$/),
      },
    ];
    expect(value).toMatchObject({ documents: 6, before, after: { accepted: 3, refused: 3, reasons, isRemoved: true } });
    expect(text).not.toContain(SECRET);
    expect(await leftovers()).toBe('[]');
    expect(await server.ask('GET', ['logs', '_count'])).toContain('"count":6');
  });

  it('tells the fields whose sizes change, where the engine analyzes an index by field', async () => {
    const part = (bytes: number) => ({ total_in_bytes: bytes, doc_values_in_bytes: bytes });
    const ofSide = [
      { a: part(1_000), b: part(1_000), c: part(10), gone: part(50) },
      { a: part(1_015), b: part(300), c: part(40), fresh: part(70) },
    ];
    const analyzed: string[] = [];
    const { rehearse } = await serverWith(6, {
      says: { distribution: 'elasticsearch', version: '9.1.0' },
      async between(call, send) {
        const [index = '', api] = call.path;
        if (api !== '_disk_usage') return send();
        analyzed.push(index);
        const fields = ofSide[analyzed.length - 1] ?? {};
        return {
          status: 200,
          body: formatJson({ _shards: { failed: 0 }, [index]: { store_size_in_bytes: 1, fields } }),
        };
      },
    });
    const cost = (path: string, bytes: number) => ({ path, bytes, structures: [{ structure: 'doc_values', bytes }] });
    const { value } = await rehearse();
    expect(value).toMatchObject({
      before: { fields: [cost('b', 1_000), cost('gone', 50), cost('c', 10)], isRemoved: true },
      after: { fields: [cost('b', 300), cost('fresh', 70), cost('c', 40)], isRemoved: true },
    });
    expect(analyzed).not.toContain('logs');
    expect((await (await serverWith(6)).rehearse()).value).not.toHaveProperty(['before', 'fields']);
  });

  it('reads an index that takes searches of few hits only', async () => {
    const sizes: number[] = [];
    const { rehearse } = await serverWith(120, {
      settings: { 'index.max_result_window': 50 },
      between(call, send) {
        if (call.path.join('/') === 'logs/_search') sizes.push((parseJson(call.body ?? '') as { size: number }).size);
        return send();
      },
    });
    expect((await rehearse()).value).toMatchObject({ documents: 100, before: { accepted: 100 } });
    expect(sizes).toEqual([50, 50, 50, 50]);
  });

  it('tells whoever knows its ID how far it is, for as long as it runs', async () => {
    const id = 'a-rehearsal-of-a-test';
    const seen: unknown[] = [];
    let ask: (index: string) => Promise<unknown> = async () => undefined;
    const { rehearse, server } = await serverWith(450, {
      async between(call, send) {
        if (isBulk(call)) seen.push(await ask('logs'), await ask('other'));
        return send();
      },
    });
    ask = async (index) => {
      const path = `${API_BASE}/documents/${index}/rehearsal`;
      return parseJson((await server.http.send({ method: 'GET', path, query: { id } })).body);
    };
    await rehearse({ ...BODY, documents: 1_000, id });
    const done = (count: number) => ({ progress: { done: count, total: 450 } });
    // Both scratch indices get each page.
    expect(seen).toEqual([0, 0, 200, 200, 400, 400].flatMap((count) => [done(count), {}]));
    expect(await ask('logs')).toEqual({});
    expect((await rehearse({ ...BODY, id: 'short' })).status).toBe(400);
  });

  it('reads each document once, the newest first, and as many as are asked for', async () => {
    const { rehearse, calls } = await serverWith(250);
    expect((await rehearse()).value).toMatchObject({ documents: 100, before: { accepted: 100 } });
    const searches = calls.filter(({ path }) => path.join('/') === 'logs/_search');
    expect(searches).toHaveLength(2);
    const [first, second] = calls.filter(isBulk).map(({ body = '' }) => body);
    expect(first).toBe(second);
    expect(first).toContain('"d249"');
    expect(first).not.toContain('"d149"');
    expect((await rehearse({ ...BODY, documents: 1_000 })).value).toMatchObject({ documents: 250 });
  });

  it('reads a random sample, the same until the index changes, and tells the sizes of three nested ones', async () => {
    const { rehearse, calls } = await serverWith(250);
    const { value } = await rehearse({ ...BODY, sample: 'random' });
    expect(value).toMatchObject({ sample: 'random', total: 250, documents: 100, before: { accepted: 100 } });
    expect(value['sizes']).toEqual(
      [25, 50, 100].map((documents) => ({
        documents,
        before: expect.any(Number) as number,
        after: expect.any(Number) as number,
      })),
    );
    const { before, after } = value as { before: JsonObject; after: JsonObject };
    expect((value['sizes'] as JsonObject[]).at(-1)).toMatchObject({
      before: before['sizeBytes'],
      after: after['sizeBytes'],
    });
    const [chosen] = calls.filter(({ path }) => path.join('/') === 'logs/_search');
    expect(parseJson(chosen?.body ?? '')).toMatchObject({
      query: { function_score: { functions: [{ random_score: { seed: 1, field: '_seq_no' } }] } },
    });
    const numbers = calls
      .filter(isBulk)
      .flatMap(({ body = '' }) => [...body.matchAll(/"d(\d+)"/g)].map(([, number]) => Number(number)));
    expect(Math.min(...numbers)).toBeLessThan(60);
    expect(Math.max(...numbers)).toBeGreaterThan(190);
    const merges = calls.filter(({ path }) => path.at(-1) === '_forcemerge').map(({ path }) => path[0]);
    expect(merges).toHaveLength(6);
    expect(new Set(merges).size).toBe(2);
    expect((await rehearse()).value).not.toHaveProperty('sizes');
  });

  it('tells no sizes of a random sample where one can’t be read', async () => {
    let left = 3;
    const { rehearse } = await serverWith(8, {
      between: (call, send) =>
        call.path.at(-2) === '_stats' && --left === 0 ? Promise.reject(failing(call, 'forbidden')) : send(),
    });
    const { value, status } = await rehearse({ ...BODY, sample: 'random' });
    expect(status).toBe(200);
    expect(value).toMatchObject({ sample: 'random', documents: 8 });
    expect(value).not.toHaveProperty('sizes');
  });

  it('keeps IDs, routing, and each letter of a document, and lets no pipeline act', async () => {
    const hits = '{"hits":{"hits":[{"_id":"a/1","_routing":"r","_source":{"n":1.0,"big":9007199254740993}}]}}';
    const cluster = recordedCluster((call) => {
      if (call.path.at(-1) === '_bulk') return '{"items":[{"index":{"_id":"a/1","status":201}}]}';
      if (call.path.at(-1) === '_search') return hits;
      if (call.path.at(-1) === '_mapping') return formatJson({ [call.path[0] ?? '']: { mappings: KEYWORD } });
      if (call.path.at(-1) === '_settings') return '{"logs":{"settings":{"index.default_pipeline":"p"}}}';
      return '{"acknowledged":true}';
    });
    const { dispatch } = consoleOver(cluster);
    const http = localHttpService(dispatch, () => cluster);
    const { status } = await http.send({ method: 'POST', path: REHEARSE, body: formatJson(BODY) });
    expect(status).toBe(200);
    const bulks = cluster.calls.filter(isBulk);
    expect(bulks.map(({ body }) => body)).toEqual(
      Array(2).fill('{"index":{"_id":"a/1","routing":"r"}}\n{"n":1.0,"big":9007199254740993}\n'),
    );
    for (const call of bulks) expect(call).toMatchObject({ query: { pipeline: '_none' }, isConfidential: true });
    const definitions = cluster.changes().flatMap(({ method, body = '' }) => (method === 'PUT' ? [body] : []));
    expect(definitions).toHaveLength(2);
    for (const body of definitions) {
      expect(body).not.toContain('pipeline');
      expect(parseJson(body)).toMatchObject({
        settings: { 'index.number_of_shards': 1, 'index.number_of_replicas': 0, 'index.hidden': true },
      });
    }
  });

  it('is recorded without documents, their IDs and the reasons', async () => {
    const { rehearse, server, calls } = await serverWith(6);
    await rehearse();
    const [action] = await server.actionLog.recent(1);
    const text = JSON.stringify(action);
    expect(text).toContain('/_bulk');
    expect(text).not.toMatch(/ada@example|d\d"|not a number/);
    for (const call of calls) expect(JSON.stringify([call.path, call.query])).not.toMatch(/ada@example|"d\d"/);
    for (const call of calls.filter(({ body = '' }) => body.includes(SECRET) || body.includes('"d0"')))
      expect(call.isConfidential).toBe(true);
  });

  it('reads fewer documents at a time where one response can’t hold them', async () => {
    const { rehearse } = await serverWith(9, {
      between: (call, send) =>
        (call.body ?? '').split('"d').length > 4 && call.path.at(-1) === '_search'
          ? Promise.reject(failing(call, 'too_large'))
          : send(),
    });
    expect((await rehearse()).value).toMatchObject({ documents: 9, before: { accepted: 9 } });
  });
});

describe('nothing is created', () => {
  it('where reading documents is off', async () => {
    const { rehearse, created, calls } = await serverWith(2, { hasDocuments: false });
    expect(await rehearse()).toMatchObject({ status: 403, value: { attributes: { documents: false } } });
    expect(created()).toEqual([]);
    expect(calls.filter(({ path }) => path.at(-1) === '_search')).toEqual([]);
  });

  it('where a template would apply to the scratch index', async () => {
    const { rehearse, created, server } = await serverWith(2);
    await server.ask('PUT', ['_index_template', 'all-of-mine'], {
      ...{ index_patterns: ['map*'], priority: 5 },
      template: { aliases: { everything: {} } },
    });
    const { status, value } = await rehearse();
    expect(status).toBe(409);
    expect(value['message']).toMatch(/^Nothing was created: template "all-of-mine" would apply/);
    expect(created()).toEqual([]);
  });

  it('where no node has room for the copies, by its size and what must be left free', async () => {
    const disks = (...free: number[]) =>
      formatJson(free.map((gb, at) => ({ node: `n${at}`, 'disk.avail': `${gb}gb`, 'disk.total': '1000gb' })));
    const withDisks = (sizeBytes: number, allocation: string) =>
      serverWith(200, {
        between: async (call, send) => {
          if (call.path.join('/') === '_cat/allocation') return { status: 200, body: allocation };
          if (call.path.join('/') !== 'logs/_stats/store') return send();
          return { status: 200, body: `{"_all":{"primaries":{"store":{"size_in_bytes":${sizeBytes}}}}}` };
        },
      });
    // Half of the documents, in two indices that are merged, come to twice the size of the index.
    const full = await withDisks(10 * 1024 ** 3, disks(60, 65, 20));
    expect(await full.rehearse()).toMatchObject({
      status: 409,
      value: {
        message:
          'Nothing was created: up to 20 GB of disk are needed. Node “n1” has most, 15 GB before writes are blocked.',
      },
    });
    expect(full.created()).toEqual([]);
    for (const [sizeBytes, allocation] of [
      [10 * 1024 ** 3, disks(60, 75)],
      [10 * 1024 ** 3, formatJson([{ node: 'UNASSIGNED', 'disk.avail': null, 'disk.total': null }])],
      [1_000, disks(51)],
    ] as const)
      expect(await (await withDisks(sizeBytes, allocation)).rehearse()).toMatchObject({ status: 200 });
  });

  it('where there is no document', async () => {
    const { rehearse, created } = await serverWith(0);
    expect(await rehearse()).toMatchObject({
      status: 409,
      value: { message: 'Nothing was created: "logs" has no documents. Refresh the index if they are new.' },
    });
    expect(created()).toEqual([]);
  });

  it.each<readonly [string, JsonObject, JsonObject]>([
    ['disabled', { _source: { enabled: false } }, {}],
    ['includes only some fields', { _source: { excludes: ['a'] } }, {}],
    ['includes only some fields', { _source: { includes: ['a.*'] } }, {}],
    ['synthetic', { _source: { mode: 'synthetic' } }, {}],
    ['synthetic', {}, { 'index.mapping.source.mode': 'SYNTHETIC' }],
    ['synthetic', {}, { 'index.mode': 'logsdb' }],
    ['synthetic', {}, { 'index.mode': 'LogsDB' }],
    ['synthetic', {}, { 'index.derived_source.enabled': 'true' }],
    ['makes the IDs', {}, { 'index.mode': 'time_series', 'index.mapping.source.mode': 'stored' }],
  ])('where _source can’t be read as it was sent: %s %j %j', async (why, mappings, settings) => {
    const { rehearse, created } = await serverWith(2, {
      between: async (call, send) => {
        if (call.path.at(-1) === '_mapping') return { status: 200, body: formatJson({ logs: { mappings } }) };
        if (call.path.at(-1) === '_settings') return { status: 200, body: formatJson({ logs: { settings } }) };
        return send();
      },
    });
    const { status, value } = await rehearse();
    expect([status, value['message']]).toEqual([
      409,
      expect.stringMatching(`^Nothing was created: a change of "logs" can’t be rehearsed\\. .*${why}`),
    ]);
    expect(created()).toEqual([]);
  });
});

describe('more documents than one response can have', () => {
  const PAGE = 10_000;
  const context = (cluster: ReturnType<typeof recordedCluster>) => ({
    isReadOnly: false,
    signal: new AbortController().signal,
    caller: localCaller(),
    openCluster: () => cluster,
    cluster,
  });

  const sampleOf = (size: number, settings: JsonObject = {}) => ({ index: 'logs', settings, size });

  it.each([
    [newestDocuments, [{ _seq_no: 'desc' }, { _score: 'desc' }]],
    [randomDocuments, [{ _score: 'desc' }, { _seq_no: 'desc' }]],
  ] as const)('are chosen page by page by %o', async (choose, sort) => {
    const total = 2 * PAGE + 5;
    const cluster = recordedCluster(({ body = '' }) => {
      const { size, search_after: [after = -1] = [] } = parseJson(body) as { size: number; search_after?: number[] };
      const hits = Array.from({ length: Math.min(size, total - after - 1) }, (_, at) => ({
        ...{ _id: `d${after + 1 + at}`, sort: [after + 1 + at, 0.5] },
      }));
      return formatJson({ hits: { total: { value: total }, hits } });
    });
    const { ids, total: found } = await choose(context(cluster), sampleOf(100_000));
    expect([ids.length, ids.at(-1), found]).toEqual([total, `d${total - 1}`, total]);
    const searches = cluster.calls.map(({ body = '' }) => parseJson(body) as JsonObject);
    expect(searches).toHaveLength(3);
    for (const search of searches) expect(search).toMatchObject({ size: PAGE, sort, _source: false });
    expect(searches.map((search) => search['search_after'])).toEqual([undefined, [9_999, 0.5], [19_999, 0.5]]);
    expect((await choose(context(cluster), sampleOf(PAGE + 3))).ids).toHaveLength(PAGE + 3);
    expect(cluster.calls).toHaveLength(5);
    // Engines refuse a search of more hits than the index takes.
    const settings = { 'index.max_result_window': '600' };
    expect((await choose(context(cluster), sampleOf(1_300, settings))).ids).toHaveLength(1_300);
    expect(cluster.calls.slice(5).map(({ body = '' }) => (parseJson(body) as JsonObject)['size'])).toEqual([
      600, 600, 100,
    ]);
  });

  it('have all their ignored values counted', async () => {
    const { rehearse } = await serverWith(2, {
      between: async (call, send) => {
        if (call.path.at(-1) !== '_search') return send();
        const search = parseJson(call.body ?? '') as { query?: { exists?: object }; search_after?: number[] };
        if (search.query?.exists === undefined) return send();
        const count = search.search_after === undefined ? PAGE : 7;
        const hits = Array.from({ length: count }, (_, at) => ({ _id: 'd', _ignored: ['user'], sort: [at] }));
        return { status: 200, body: formatJson({ hits: { hits } }) };
      },
    });
    expect((await rehearse()).value['before']).toMatchObject({ ignored: [{ field: 'user', count: PAGE + 7 }] });
  });
});

describe('nothing is left', () => {
  const items = (status: number, reason: string) =>
    formatJson({ items: Array(2).fill({ index: { _id: 'd0', status, error: { type: 'x', reason } } }) as JsonValue });

  it.each<readonly [string, number, RegExp, Between]>([
    [
      'where the second index can’t be created',
      400,
      /maximum normal shards open/,
      (call, send) =>
        call.method === 'PUT' && (call.body ?? '').includes('integer')
          ? Promise.reject(
              failing(call, 'refused', 'this cluster currently has [1000]/[1000] maximum normal shards open'),
            )
          : send(),
    ],
    [
      'where documents can’t be sent',
      400,
      /refused this/,
      (call, send) => (isBulk(call) ? Promise.reject(failing(call, 'refused')) : send()),
    ],
    [
      'where the cluster takes no documents now',
      429,
      /flood stage/,
      async (call, send) => (isBulk(call) ? { status: 200, body: items(429, 'flood stage') } : send()),
    ],
    [
      'where the caller may not index documents',
      403,
      /doesn’t index the documents, whatever the mappings: no permissions for \[indices:data\/write\/index\]/,
      async (call, send) =>
        isBulk(call) ? { status: 200, body: items(403, 'no permissions for [indices:data/write/index]') } : send(),
    ],
    [
      'where an index is gone',
      404,
      /no such index/,
      async (call, send) => (isBulk(call) ? { status: 200, body: items(404, 'no such index [x]') } : send()),
    ],
    [
      'where the response is about fewer documents',
      502,
      /something else/,
      async (call, send) => (isBulk(call) ? { status: 200, body: '{"items":[]}' } : send()),
    ],
  ])('%s', async (_where, status, message, between) => {
    const { rehearse, leftovers, created } = await serverWith(2, { between });
    const answer = await rehearse();
    expect(answer.status).toBe(status);
    expect(answer.value['message']).toMatch(message);
    expect(created()).toHaveLength(2);
    expect(await leftovers()).toBe('[]');
  });

  it('where the caller has gone, and nothing more is sent', async () => {
    const gone = new AbortController();
    const { rehearse, leftovers, calls } = await serverWith(250, {
      between: async (call, send) => {
        if (isBulk(call)) gone.abort();
        return send();
      },
    });
    expect(await leftovers()).toBe('[]');
    await rehearse({ ...BODY, documents: 1_000 }, gone.signal).catch(() => undefined);
    expect(calls.filter(isBulk)).toHaveLength(1);
    await expect.poll(leftovers).toBe('[]');
  });

  it('is said of an index that can’t be deleted', async () => {
    const { rehearse } = await serverWith(2, {
      between: (call, send) =>
        call.method === 'DELETE' && call.path[0] === 'mapledger-scratch-2'
          ? Promise.reject(failing(call, 'forbidden'))
          : send(),
    });
    expect((await rehearse()).value).toMatchObject({ before: { isRemoved: true }, after: { isRemoved: false } });
  });
});

it('names the parts that the cluster does not tell', async () => {
  const { rehearse } = await serverWith(2, {
    between: (call, send) =>
      ['_refresh', '_forcemerge'].includes(call.path.at(-1) ?? '')
        ? Promise.reject(failing(call, 'forbidden', 'no right'))
        : send(),
  });
  const { value } = await rehearse();
  const missing = [
    { part: 'ignored fields', reason: 'no right' },
    { part: 'size', reason: 'no right' },
  ];
  expect(value).toMatchObject({ before: { accepted: 2, missing }, after: { accepted: 1, missing } });
  expect(value['after']).not.toHaveProperty('ignored');
  expect(value['after']).not.toHaveProperty('sizeBytes');
});
