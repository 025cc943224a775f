import { describe, expect, it } from 'vitest';
import { formatJson, parseJson, type JsonObject } from '#domain/json';
import { ClusterError, requestOf, type ClusterCall } from '#domain/ports';
import { API_BASE, MAX_SAMPLE_LENGTH } from '#domain/wire';
import { consoleOver, recordedCluster } from '../../../tests/builders/recording-gateway.ts';
import { testServer } from '../../ui/testing/test-http.ts';
import { localHttpService } from './local-http.ts';

const SAMPLE = `${API_BASE}/documents/logs/sample`;
/** Is in the documents, and must be in no request of the server and in no record. */
const SECRET = 'ada@example.org';

type Between = (call: ClusterCall, send: () => Promise<{ status: number; body: string }>) => Promise<unknown>;

/** A server over an index with `count` documents, and what is sent to its cluster. */
async function serverWith(
  count: number,
  { between = (_call, send) => send(), hasDocuments = true }: { between?: Between; hasDocuments?: boolean } = {},
) {
  const calls: ClusterCall[] = [];
  const server = testServer({
    hasDocuments,
    between: (engine) => ({
      send(call) {
        calls.push(call);
        return between(call, () => engine.send(call)) as ReturnType<typeof engine.send>;
      },
    }),
  });
  await server.ask('PUT', ['logs'], { mappings: { properties: { user: { type: 'keyword' } } } });
  for (let at = 0; at < count; at++) await server.ask('PUT', ['logs', '_doc', `d${at}`], { at, user: SECRET });
  return {
    ...{ server, calls },
    async sample(documents: number, signal?: AbortSignal) {
      const { status, body } = await server.http.send({
        ...{ method: 'POST', path: SAMPLE, body: formatJson({ documents }) },
        ...(signal !== undefined && { signal }),
      });
      return { status, value: parseJson(body) as JsonObject };
    },
  };
}

/** A sample of an index whose documents are what a cluster answers a search for them with. */
async function sampleOf(sources: readonly string[]) {
  const hits = sources.map((source, at) => `{"_id":"d${at}"${source === '' ? '' : `,"_source":${source}`}}`);
  const cluster = recordedCluster((call) => {
    if (call.path.at(-1) === '_mapping') return '{"logs":{"mappings":{}}}';
    if (call.path.at(-1) === '_settings') return '{"logs":{"settings":{}}}';
    return `{"hits":{"total":{"value":${hits.length}},"hits":[${hits.join()}]}}`;
  });
  const { dispatch } = consoleOver(cluster);
  const http = localHttpService(dispatch, () => cluster);
  const { status, body } = await http.send({ method: 'POST', path: SAMPLE, body: '{"documents":100}' });
  return { status, value: parseJson(body) as JsonObject };
}

const linesOf = (value: JsonObject) => String(value['lines']).trimEnd().split('\n');

describe('a sample of an index', () => {
  it('has its newest documents, as many as are asked for, and says how many there are', async () => {
    const { sample, server } = await serverWith(250);
    const { status, value } = await sample(100);
    expect(status).toBe(200);
    expect(value).toMatchObject({ total: 250, documents: 100, isCut: false });
    expect(value).not.toHaveProperty('caveat');
    const read = linesOf(value).map((line) => (parseJson(line) as JsonObject)['at']);
    expect(read.sort((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 100 }, (_, at) => 150 + at));
    expect((await sample(1_000)).value).toMatchObject({ total: 250, documents: 250, isCut: false });
    expect(await server.actionLog.recent(10)).toEqual([]);
  });

  it('is empty where the index is', async () => {
    const { sample } = await serverWith(0);
    expect((await sample(100)).value).toEqual({ total: 0, documents: 0, lines: '', isCut: false });
  });

  it('has each document in one line, letter by letter', async () => {
    const { value } = await sampleOf(['{"n":1.0,\r\n "big":9007199254740993}', '{"s":"a\\nb","e":1e3}']);
    expect(value['lines']).toBe('{"n":1.0,  "big":9007199254740993}\n{"s":"a\\nb","e":1e3}\n');
  });

  it('ends where it would be too long, and says so', async () => {
    const long = `{"a":"${'x'.repeat(MAX_SAMPLE_LENGTH / 2)}"}`;
    const { value } = await sampleOf(['{"a":1}', long, long, '{"a":2}']);
    expect({ ...value, lines: linesOf(value).length }).toEqual({ total: 4, documents: 2, lines: 2, isCut: true });
  });

  it('is refused where no document fits', async () => {
    expect(await sampleOf([`{"a":"${'x'.repeat(MAX_SAMPLE_LENGTH)}"}`])).toMatchObject({
      status: 413,
      value: { message: '"logs" can’t be sampled: a single document is too long.' },
    });
  });

  it('is refused where a document has no _source', async () => {
    expect(await sampleOf(['{"a":1}', ''])).toMatchObject({
      status: 409,
      value: { message: 'The documents of "logs" can’t be read: one of them has no _source.' },
    });
  });

  it.each<readonly [string, number, JsonObject, JsonObject]>([
    ['disabled, so its documents can’t be read.', 409, { _source: { enabled: false } }, {}],
    ['synthetic, so', 200, {}, { 'index.mode': 'logsdb' }],
    ['synthetic, so', 200, {}, { 'index.mode': 'time_series' }],
    ['includes only some fields', 200, { _source: { excludes: ['a'] } }, {}],
  ])('says where _source is not what was sent: %s', async (why, expected, mappings, settings) => {
    const { sample } = await serverWith(2, {
      between: async (call, send) => {
        if (call.path.at(-1) === '_mapping') return { status: 200, body: formatJson({ logs: { mappings } }) };
        if (call.path.at(-1) === '_settings') return { status: 200, body: formatJson({ logs: { settings } }) };
        return send();
      },
    });
    const { status, value } = await sample(100);
    expect([status, status === 200 ? value['caveat'] : value['message']]).toEqual([
      expected,
      expect.stringContaining(why),
    ]);
  });

  it.each([0, 50, 100_000])('takes no other number of documents: %d', async (documents) => {
    const { sample, calls } = await serverWith(0);
    calls.length = 0;
    expect((await sample(documents)).status).toBe(400);
    expect(calls).toEqual([]);
  });

  it('is not there in part: a page that fails fails it', async () => {
    let pages = 0;
    const { sample } = await serverWith(250, {
      between: (call, send) =>
        call.path.at(-1) === '_search' && (call.body ?? '').includes('"ids"') && ++pages === 2
          ? Promise.reject(
              new ClusterError('forbidden', 'Access denied.', {
                ...{ status: 403, reason: 'no' },
                request: requestOf(call),
              }),
            )
          : send(),
    });
    const { status, value } = await sample(1_000);
    expect([status, value]).toEqual([403, expect.not.objectContaining({ lines: expect.anything() })]);
    expect(formatJson(value)).not.toContain(SECRET);
  });

  it('is read no further when the caller has gone', async () => {
    const gone = new AbortController();
    const pages: ClusterCall[] = [];
    const { sample } = await serverWith(450, {
      between: (call, send) => {
        if ((call.body ?? '').includes('"ids"')) {
          pages.push(call);
          gone.abort();
        }
        return send();
      },
    });
    await sample(1_000, gone.signal).catch(() => undefined);
    expect(pages).toHaveLength(1);
  });

  it('is asked for in bodies alone, by confidential calls', async () => {
    const { sample, calls } = await serverWith(3);
    calls.length = 0;
    await sample(100);
    const searches = calls.filter(({ path }) => path.at(-1) === '_search');
    expect(searches).toHaveLength(2);
    for (const call of searches) expect(call).toMatchObject({ method: 'POST', isConfidential: true });
  });

  it('is refused where nobody signs in, unless documents are on', async () => {
    const { sample, calls } = await serverWith(1, { hasDocuments: false });
    calls.length = 0;
    const { status, value } = await sample(100);
    expect(status).toBe(403);
    expect(value['message']).toBe(
      'Reading documents is turned off. Nobody signs in to the built-in engine. To turn it on, start the server with --documents.',
    );
    expect(calls.filter(({ path }) => path.at(-1) === '_search')).toEqual([]);
  });
});
