import { describe, expect, it } from 'vitest';
import type { TargetEngine } from '#domain/catalogue';
import { formatJson, objectMember, parseJson, type JsonObject } from '#domain/json';
import { ClusterError, requestOf, type ClusterCall } from '#domain/ports';
import { API_BASE } from '#domain/wire';
import { testServer } from '../../ui/testing/test-http.ts';

const ELASTICSEARCH: TargetEngine = { distribution: 'elasticsearch', version: '9.1.0' };
const OPENSEARCH: TargetEngine = { distribution: 'opensearch', version: '3.4.0' };
/** Is in the documents, and must be nowhere else. */
const SECRET = 'ada@example.org';
const MAPPINGS: JsonObject = {
  properties: {
    user: { type: 'keyword', copy_to: 'all', fields: { text: { type: 'text' } } },
    all: { type: 'text' },
    note: { type: 'keyword', store: true },
    other: { type: 'alias', path: 'user' },
    items: { type: 'nested', properties: { price: { type: 'long' }, tax: { type: 'long' } } },
  },
};

interface Files {
  readonly [kind: string]: number;
}

/** A server over an index with `count` documents; `filesOf` tells the files of a scratch index by its mappings. */
async function serverWith(
  count: number,
  {
    says = OPENSEARCH,
    hasDocuments = true,
    settings = {},
    filesOf = () => ({}),
    onCall = () => undefined as string | undefined,
  }: {
    says?: TargetEngine;
    hasDocuments?: boolean;
    settings?: JsonObject;
    filesOf?: (properties: JsonObject, documents: number, isOfIds: boolean) => Files;
    onCall?: (call: ClusterCall) => string | undefined;
  } = {},
) {
  const calls: ClusterCall[] = [];
  const scratch = new Map<string, { readonly properties: JsonObject; documents: number; isOfIds: boolean }>();
  const server = testServer({
    ...{ hasDocuments, says },
    between: (engine) => ({
      async send(call) {
        calls.push(call);
        const [name = '', second, third] = call.path;
        const answer = onCall(call);
        if (answer !== undefined) return { status: 200, body: answer };
        if (call.method === 'PUT' && call.path.length === 1) {
          const mappings = objectMember(parseJson(call.body ?? '{}') as JsonObject, 'mappings') ?? {};
          scratch.set(name, { properties: objectMember(mappings, 'properties') ?? {}, documents: 0, isOfIds: false });
        }
        const index = scratch.get(name);
        if (index !== undefined && second === '_bulk') {
          index.documents += (call.body ?? '').split('\n').length >> 1;
          index.isOfIds ||= (call.body ?? '').includes('\n{}\n');
        }
        if (index !== undefined && second === '_stats' && third === 'segments') {
          const files = Object.entries(filesOf(index.properties, index.documents, index.isOfIds));
          const sizes = Object.fromEntries(files.map(([kind, bytes]) => [kind, { size_in_bytes: bytes }]));
          return { status: 200, body: formatJson({ _all: { primaries: { segments: { file_sizes: sizes } } } }) };
        }
        if (second === '_stats' && third === 'store' && !name.startsWith('mapledger-'))
          return { status: 200, body: formatJson({ _all: { primaries: { store: { size_in_bytes: 1_000 } } } }) };
        return engine.send(call);
      },
    }),
  });
  await server.ask('PUT', ['logs'], { mappings: MAPPINGS, settings });
  for (let at = 0; at < count; at++)
    await server.ask('PUT', ['logs', '_doc', `d${at}`], { user: SECRET, items: [{ price: at }] });
  calls.length = 0;
  return {
    ...{ calls, server },
    async estimate(body: JsonObject, signal?: AbortSignal) {
      const answer = await server.http.send({
        ...{ method: 'POST', path: `${API_BASE}/documents/logs/estimate`, body: formatJson(body) },
        ...(signal !== undefined && { signal }),
      });
      return { status: answer.status, text: answer.body, value: parseJson(answer.body) as JsonObject };
    },
    created: () =>
      calls
        .filter(({ method, path }) => method === 'PUT' && path.length === 1)
        .map(({ body = '' }) => parseJson(body) as JsonObject),
    leftovers: () =>
      server.ask('GET', ['_cat', 'indices', 'mapledger-scratch-*'], undefined, {
        ...{ h: 'index', format: 'json', expand_wildcards: 'all' },
      }),
  };
}

const isAnalysis = ({ path }: ClusterCall) => path[1] === '_disk_usage';
const isBulk = ({ path }: ClusterCall) => path[1] === '_bulk';
const part = (structure: string, bytes: number) => ({ structure, bytes });

describe('what fields take up, estimated on a random sample', () => {
  it('is what the engine analyzes of one copy, after a quarter, a half and all of the sample', async () => {
    let analyses = 0;
    const { estimate, created, calls, leftovers } = await serverWith(8, {
      says: ELASTICSEARCH,
      onCall(call) {
        if (!isAnalysis(call)) return undefined;
        analyses++;
        const fields = { user: { total_in_bytes: analyses * 10, doc_values_in_bytes: analyses * 10 } };
        return formatJson({ _shards: { failed: 0 }, [call.path[0] ?? '']: { store_size_in_bytes: 1, fields } });
      },
    });
    const { status, value, text } = await estimate({ documents: 100 });
    const costs = (bytes: number) => [{ path: 'user', bytes, structures: [part('doc_values', bytes)] }];
    expect({ status, value }).toEqual({
      status: 200,
      value: {
        ...{ total: 8, documents: 8, refused: 0, storeBytes: 1_000, leftovers: [] },
        sizes: [
          { documents: 2, fields: costs(10) },
          { documents: 4, fields: costs(20) },
          { documents: 8, fields: costs(30) },
        ],
      },
    });
    expect(created()).toMatchObject([MAPPINGS, MAPPINGS, MAPPINGS].map((mappings) => ({ mappings })));
    const named = await estimate({ documents: 100, fields: ['note'] });
    expect(named.value).toMatchObject({ sizes: [{ fields: [] }, { fields: [] }, { fields: [] }] });
    expect(created()).toHaveLength(6);
    // The index itself is not analyzed: that is what an estimate spares it.
    expect(calls.filter(isAnalysis).map(({ path }) => path[0])).not.toContain('logs');
    expect(text).not.toContain(SECRET);
    expect(await leftovers()).toBe('[]');
  });

  it('is what the files of a copy with each field alone have more than those without it', async () => {
    const { estimate, created, leftovers } = await serverWith(4, {
      filesOf: ({ user, note, items }, documents, isOfIds) => ({
        ...{ tim: 5 * documents, fdt: (isOfIds ? 1 : 11) * documents, si: 400 },
        ...(user !== undefined && { tim: 7 * documents, dvd: 3 * documents, fdt: 12 * documents }),
        ...(note !== undefined && { fdt: 15 * documents }),
        ...(items !== undefined && { dvd: 100 }),
        ...(JSON.stringify(items ?? {}).includes('price') && { dvd: 100 + documents, faiss: 6 }),
      }),
    });
    const { status, value } = await estimate({ documents: 100, fields: ['user', 'note', 'items.price'] });
    expect({ status, value }).toMatchObject({ status: 200, value: { documents: 4, refused: 0, leftovers: [] } });
    expect((value['sizes'] as JsonObject[]).at(-1)).toEqual({
      documents: 4,
      fields: [
        { path: '_source', bytes: 40, structures: [part('stored_fields', 40)] },
        { path: '_id', bytes: 24, structures: [part('inverted_index', 20), part('stored_fields', 4)] },
        // What is stored of documents belongs to the field only where it keeps its values.
        { path: 'user', bytes: 20, structures: [part('doc_values', 12), part('inverted_index', 8)] },
        { path: 'note', bytes: 16, structures: [part('stored_fields', 16)] },
        // The documents of the nested objects are there without the field, too.
        { path: 'items.price', bytes: 10, structures: [part('knn_vectors', 6), part('doc_values', 4)] },
      ],
    });
    const ofOneSample = created().slice(0, created().length / 3);
    expect(ofOneSample.map(({ mappings }) => objectMember(mappings as JsonObject, 'properties'))).toEqual([
      {},
      {},
      { user: { type: 'keyword' } },
      { note: { type: 'keyword', store: true } },
      { items: { type: 'nested', properties: {} } },
      { items: { type: 'nested', properties: { price: { type: 'long' } } } },
    ]);
    expect(await leftovers()).toBe('[]');
  });

  it('copies each sample in the order in which its documents were written, as they are in the index', async () => {
    const { estimate, calls } = await serverWith(9, { filesOf: () => ({ dvd: 1 }) });
    await estimate({ documents: 100, fields: ['user'] });
    const samples = calls.flatMap(({ path, body = '' }) =>
      path.join('/') === 'logs/_search' && body.includes('"values"')
        ? [[...body.matchAll(/"d(\d)"/g)].map(([, at]) => Number(at))]
        : [],
    );
    expect(samples.map(({ length }) => length)).toEqual([3, 5, 9]);
    for (const sample of samples) expect(sample).toEqual(sample.toSorted((a, b) => a - b));
    // Each sample is a random one: not those that were written first.
    expect(samples[0]).not.toEqual([0, 1, 2]);
  });

  it('compares fields of one nested object with the same copy', async () => {
    const { estimate, created } = await serverWith(4, { filesOf: () => ({ dvd: 1 }) });
    expect((await estimate({ documents: 100, fields: ['items.price', 'items.tax'] })).status).toBe(200);
    expect(created()).toHaveLength(3 * 5);
  });

  it('keeps what decides sizes, and nothing that refers to fields which a copy does not have', async () => {
    const settings = { 'index.codec': 'best_compression', 'index.sort.field': 'user', 'index.mapping.coerce': false };
    const { estimate, created } = await serverWith(2, { settings, filesOf: () => ({ dvd: 1 }) });
    await estimate({ documents: 100, fields: ['note'] });
    for (const { settings: given } of created()) {
      expect(given).toMatchObject({ 'index.codec': 'best_compression', 'index.mapping.coerce': 'false' });
      expect(Object.keys(given as JsonObject)).not.toContain('index.sort.field');
    }
  });

  it.each([
    ['other', 'it has no values'],
    ['all', 'other fields copy their values to it'],
    ['missing', 'the mapping doesn’t have it'],
  ])('creates nothing for %s', async (path, reason) => {
    const { estimate, created } = await serverWith(2);
    const { status, text } = await estimate({ documents: 100, fields: ['user', path] });
    expect(status).toBe(409);
    expect(parseJson(text)).toMatchObject({
      message: `Nothing was created: "${path}" can’t be measured alone: ${reason}.`,
    });
    expect(created()).toEqual([]);
  });

  it('needs the names of fields where the engine does not analyze an index', async () => {
    const { estimate, created } = await serverWith(2);
    const { status, text } = await estimate({ documents: 100 });
    expect(status).toBe(400);
    expect(text).toContain('This engine doesn’t analyze an index by field. Name the fields: each is measured alone.');
    expect((await estimate({ documents: 100, fields: [] })).status).toBe(400);
    expect((await estimate({ documents: 100, fields: Array.from({ length: 11 }, (_, at) => `f${at}`) })).status).toBe(
      400,
    );
    expect(created()).toEqual([]);
  });

  it('reads no documents where nobody has signed in, unless the server allows it', async () => {
    const { estimate, calls } = await serverWith(2, { hasDocuments: false });
    expect((await estimate({ documents: 100, fields: ['user'] })).status).toBe(403);
    expect(calls.filter(({ path }) => path[1] === '_search')).toEqual([]);
  });

  it.each([{}, { cfs: 4_096, si: 400 }])(
    'is refused where the cluster tells of files only %o, and leaves nothing',
    async (files) => {
      const { estimate, leftovers } = await serverWith(2, { filesOf: () => files });
      const { status, text } = await estimate({ documents: 100, fields: ['user'] });
      expect({ status, text }).toMatchObject({ status: 424, text: expect.stringContaining('doesn’t tell its files') });
      expect(await leftovers()).toBe('[]');
    },
  );

  it('ends where the caller has gone, and leaves nothing', async () => {
    const gone = new AbortController();
    const { estimate, leftovers, calls } = await serverWith(300, {
      filesOf: () => ({ dvd: 1 }),
      onCall(call) {
        if (isBulk(call)) gone.abort();
        return undefined;
      },
    });
    await estimate({ documents: 1_000, fields: ['user'] }, gone.signal).catch(() => undefined);
    expect(calls.filter(isBulk)).toHaveLength(1);
    await expect.poll(leftovers).toBe('[]');
  });

  it('names copies that can’t be deleted, and what the cluster does not tell', async () => {
    const { estimate } = await serverWith(2, {
      filesOf: () => ({ dvd: 1 }),
      onCall(call) {
        const isMeant = call.method === 'DELETE' ? call.path[0] === 'mapledger-scratch-2' : call.path[2] === 'store';
        if (!isMeant) return undefined;
        throw new ClusterError('forbidden', 'The cluster refused this: No.', {
          ...{ status: 403, reason: 'No.', request: requestOf(call) },
        });
      },
    });
    const { value } = await estimate({ documents: 100, fields: ['user'] });
    expect(value).toMatchObject({ leftovers: ['mapledger-scratch-2'], missing: [{ part: 'size', reason: 'No.' }] });
    expect(value).not.toHaveProperty('storeBytes');
  });
});
