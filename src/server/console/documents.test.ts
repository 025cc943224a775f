import { describe, expect, it } from 'vitest';
import { formatJson, parseJson, valueAt, type JsonObject } from '#domain/json';
import type { ClusterCall } from '#domain/ports';
import { API_BASE, MAX_DOCUMENT_PAGE } from '#domain/wire';
import { consoleOver, recordedCluster } from '../../../tests/builders/recording-gateway.ts';
import { testServer } from '../../ui/testing/test-http.ts';
import { localHttpService } from './local-http.ts';

const SEARCH = `${API_BASE}/documents/logs/search`;
const GET = `${API_BASE}/documents/logs/get`;

/** A server over an index with `count` documents. */
async function serverWith(count: number, hasDocuments = true) {
  const server = testServer({ hasDocuments });
  await server.ask('PUT', ['logs'], { mappings: { properties: { host: { type: 'keyword' } } } });
  for (let at = 0; at < count; at++) await server.ask('PUT', ['logs', '_doc', `d/${at}`], { host: `h-${at % 2}`, at });
  const post = async (path: string, body: JsonObject) => {
    const { status, body: text } = await server.http.send({ method: 'POST', path, body: formatJson(body) });
    return { status, text, value: parseJson(text) as JsonObject };
  };
  return { server, post };
}

const idsIn = (value: JsonObject) =>
  (value['documents'] as readonly JsonObject[]).map((document) => document['id']).sort();

describe('documents of an index', () => {
  it('are counted, and the first page is read', async () => {
    const { post } = await serverWith(25);
    const { status, value } = await post(SEARCH, {});
    expect(status).toBe(200);
    expect(value['total']).toBe(25);
    expect(value['documents']).toHaveLength(MAX_DOCUMENT_PAGE);
    expect((await post(SEARCH, { size: 3 })).value['documents']).toHaveLength(3);
  });

  it('are only counted where none are asked for', async () => {
    const { post } = await serverWith(3);
    expect((await post(SEARCH, { size: 0 })).value).toEqual({ total: 3, documents: [] });
  });

  it('are none in an empty index', async () => {
    const { post } = await serverWith(0);
    expect((await post(SEARCH, {})).value).toEqual({ total: 0, documents: [] });
  });

  it('are found by a query string', async () => {
    const { post } = await serverWith(4);
    const { value } = await post(SEARCH, { query: 'host:h-1' });
    expect(idsIn(value)).toEqual(['d/1', 'd/3']);
  });

  it('are found one by one, by an ID that no URL could hold as it is', async () => {
    const { post } = await serverWith(2);
    expect((await post(GET, { id: 'd/1' })).value).toEqual({
      index: 'logs',
      id: 'd/1',
      source: { host: 'h-1', at: 1 },
    });
    expect((await post(GET, { id: 'none' })).value).toMatchObject({
      statusCode: 404,
      message: '"logs" has no document with this ID. Refresh the index if it is new.',
    });
  });

  it('keep how their numbers are written', async () => {
    const cluster = recordedCluster(
      () =>
        '{"hits":{"total":{"value":1},"hits":[{"_index":"logs","_id":"1","_source":{"a":1.0,"b":12345678901234567890,"c":1e3}}]}}',
    );
    const { dispatch } = consoleOver(cluster);
    const { body } = await localHttpService(dispatch, () => cluster).send({ method: 'POST', path: SEARCH, body: '{}' });
    expect(body).toContain('"source":{"a":1.0,"b":12345678901234567890,"c":1e3}');
  });

  it.each([{ size: MAX_DOCUMENT_PAGE + 1 }, { size: -1 }, { query: 'x'.repeat(10_001) }, { query: 7 }, { other: 1 }])(
    'refuses a request beyond its limits: %.60j',
    async (body) => {
      const { post } = await serverWith(0);
      expect((await post(SEARCH, body as JsonObject)).status).toBe(400);
    },
  );

  it('reach the cluster in bodies alone', async () => {
    const calls: ClusterCall[] = [];
    const cluster = recordedCluster((call) => {
      calls.push(call);
      return '{}';
    });
    const { dispatch } = consoleOver(cluster);
    const http = localHttpService(dispatch, () => cluster);
    await http.send({ method: 'POST', path: SEARCH, body: '{"query":"user:secret@example.org"}' });
    await http.send({ method: 'POST', path: GET, body: '{"id":"secret@example.org"}' });
    const sent = calls.filter(({ body }) => body !== undefined);
    expect(sent).toHaveLength(2);
    for (const { body, isConfidential } of sent) {
      expect(body).toContain('secret@example.org');
      expect(isConfidential).toBe(true);
    }
    expect(formatJson(calls.map(({ path, query = {} }) => [[...path], { ...query }]))).not.toContain('secret');
  });
});

describe('where nobody signs in', () => {
  it('refuses, and says how to turn it on', async () => {
    const { post, server } = await serverWith(1, false);
    for (const [path, body] of [
      [SEARCH, {}],
      [GET, { id: '1' }],
    ] as const) {
      const { status, value } = await post(path, body);
      expect(status).toBe(403);
      expect(valueAt(value, '/message')).toBe(
        'Reading documents is turned off. Nobody signs in to the built-in engine. To turn it on, start the server with --documents.',
      );
    }
    expect(await server.actionLog.recent(10)).toEqual([]);
  });
});
