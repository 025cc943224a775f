import { inspect } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { JsonValue } from '#domain/json';
import { ClusterError, type ClusterCall } from '#domain/ports';
import type { Credentials } from './credentials.ts';
import { remoteCluster, type RemoteClusterOptions } from './remote-cluster.ts';
import { MAX_RETRY_AFTER_MS } from './retry.ts';
import { selfSigned, sendJson, startServer, type Answerer, type KeyPair } from './test-server.ts';

const GET: ClusterCall = { method: 'GET', path: ['logs', '_mapping'] };
const PUT: ClusterCall = { method: 'PUT', path: ['logs'], body: '{}' };
const HTML = '<!doctype html><html><head><title>Sign in to Proxy</title></head></html>';

/** A gateway to `url` that does not wait, and how long it would have waited each time. */
function gatewayTo(url: string, options: Partial<RemoteClusterOptions> = {}, credentials?: Credentials) {
  const waits: number[] = [];
  const cluster = remoteCluster({
    label: 'prod',
    url,
    now: () => 0,
    delay: async (ms) => void waits.push(ms),
    ...options,
  });
  onTestFinished(() => cluster.close());
  return { waits, send: cluster.connect(credentials).send };
}

async function gatewayOver(answer: Answerer, options?: Partial<RemoteClusterOptions>, credentials?: Credentials) {
  const server = await startServer(answer);
  return { server, ...gatewayTo(server.url, options, credentials) };
}

async function failureOf(sent: Promise<unknown>): Promise<ClusterError> {
  const error = await sent.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ClusterError) return error;
  throw new Error('That should have failed with a ClusterError', { cause: error });
}

describe('a call', () => {
  it('is sent as it is, and nothing besides', async () => {
    const { server, send } = await gatewayOver((response) => sendJson(response, 200, '{"acknowledged":true}'));
    const call: ClusterCall = {
      method: 'PUT',
      path: ['a/b', '..%', '_mapping'],
      query: { 'wait for': true, n: 1 },
      body: '{"__proto__":{"type":"keyword"},"n":9007199254740993}',
    };
    expect(await send(call)).toEqual({ status: 200, body: '{"acknowledged":true}' });
    expect(server.seen.map(({ method, url, body }) => ({ method, url, body }))).toEqual([
      { method: 'PUT', url: '/a%2Fb/..%25/_mapping?wait%20for=true&n=1', body: call.body },
    ]);
    expect(server.seen[0]?.headers).toMatchObject({ 'content-type': 'application/json', accept: 'application/json' });
    expect(server.seen[0]?.headers.authorization).toBeUndefined();
  });

  it('below a path of the URL keeps it', async () => {
    const server = await startServer((response) => sendJson(response, 200, '{}'));
    await gatewayTo(`${server.url}/search/`).send(GET);
    expect(server.seen[0]?.url).toBe('/search/logs/_mapping');
  });

  it('gives back the text as it came', async () => {
    const text = '{"__proto__":{"constructor":1},"big":9223372036854775807,"decimal":1.10,"pile":"💥"}\n';
    const { send } = await gatewayOver((response) => {
      // Cut within a character.
      const bytes = Buffer.from(text);
      response
        .writeHead(200, { 'content-type': 'application/json; charset=UTF-8' })
        .write(bytes.subarray(0, bytes.length - 5));
      response.end(bytes.subarray(bytes.length - 5));
    });
    expect((await send(GET)).body).toBe(text);
  });

  it('may be answered without a body', async () => {
    const { send } = await gatewayOver((response) =>
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 0 }).end(),
    );
    expect(await send({ method: 'HEAD', path: ['logs'] })).toEqual({ status: 200, body: '' });
    expect(await send(PUT)).toEqual({ status: 200, body: '' });
  });

  it.each([
    [{ kind: 'basic', username: 'ada', password: 'pa:ss' }, `Basic ${Buffer.from('ada:pa:ss').toString('base64')}`],
    [{ kind: 'api_key', key: 'id:secret' }, `ApiKey ${Buffer.from('id:secret').toString('base64')}`],
    [{ kind: 'api_key', key: 'aWQ6c2VjcmV0' }, 'ApiKey aWQ6c2VjcmV0'],
    [{ kind: 'bearer', token: 'abc.def' }, 'Bearer abc.def'],
  ] as const)('says who asks with %j', async (credentials, header) => {
    const { server, send } = await gatewayOver((response) => sendJson(response, 200, '{}'), {}, credentials);
    await send(GET);
    expect(server.seen[0]?.headers.authorization).toBe(header);
  });

  it('for a name that would lead elsewhere is not sent', async () => {
    const { server, send } = await gatewayOver((response) => sendJson(response, 200, '{}'));
    expect(await failureOf(send({ method: 'DELETE', path: ['..'] }))).toMatchObject({
      fault: 'refused',
      status: 400,
      message: expect.stringContaining('".."'),
    });
    expect(server.seen).toEqual([]);
  });
});

describe('a list that a cluster refuses as a whole', () => {
  const refuse = (reason: string, path: readonly string[]) =>
    gatewayOver((response) =>
      sendJson(response, 403, JSON.stringify({ error: { type: 'security_exception', reason } })),
    ).then(({ send }) => failureOf(send({ method: 'GET', path })));
  const REASON = 'no permissions for [indices:monitor/stats] and User [name=ada]';
  const HINT = /OpenSearch refuses a list as a whole .* do_not_fail_on_forbidden\. Ask a cluster administrator\.$/;

  it.each([[['_cat', 'indices']], [['_alias']]])('says which setting shows the rest of %j', async (path) => {
    expect(await refuse(REASON, path)).toMatchObject({ message: expect.stringMatching(HINT) });
  });

  it('says nothing of it where one index is refused, or by another engine', async () => {
    for (const [reason, path] of [
      [REASON, ['_cat', 'indices', 'logs']],
      ['action [indices:monitor/stats] is unauthorized for user [ada]', ['_cat', 'indices']],
    ] as const)
      expect(await refuse(reason, path)).toMatchObject({ message: expect.not.stringMatching(HINT) });
  });
});

describe('what a cluster answers', () => {
  const error = {
    error: {
      type: 'mapper_parsing_exception',
      reason: 'outer',
      root_cause: [],
      caused_by: { type: 'x', reason: 'middle', caused_by: { type: 'y', reason: 'innermost' } },
    },
  };

  it.each<readonly [number, JsonValue, object, RegExp]>([
    [400, error, { fault: 'refused', type: 'mapper_parsing_exception', reason: 'innermost' }, /prod.*innermost/],
    [404, { error: 'no handler found' }, { fault: 'refused', reason: 'no handler found' }, /404/],
    [401, error, { fault: 'unauthorized' }, /prod.*requires credentials/],
    [
      403,
      { error: { type: 'security_exception', reason: 'no' } },
      { fault: 'forbidden' },
      /Missing privileges.*no\..*administrator/,
    ],
    [
      403,
      { error: { type: 'cluster_block_exception', reason: 'read-only' } },
      { fault: 'forbidden' },
      /blocks this: read-only/,
    ],
    [429, error, { fault: 'overloaded' }, /Nothing was changed/],
    [
      503,
      HTML,
      { fault: 'failed' },
      /What is in front of .* does not let this through .*HTML page with the title "Sign in to Proxy".* It may have been applied/,
    ],
    ...['master_not_discovered_exception', 'cluster_manager_not_discovered_exception'].map(
      (type) =>
        [
          503,
          { error: { type, reason: null } },
          { fault: 'overloaded', type },
          /has no elected master node \(503/,
        ] as const,
    ),
    [
      503,
      { error: { type: 'cluster_block_exception', reason: 'blocked by: [SERVICE_UNAVAILABLE/2/no master];' } },
      { fault: 'overloaded' },
      /has no elected master node/,
    ],
    [
      503,
      { error: { type: 'no_shard_available_action_exception', reason: 'No shard available for [get]' } },
      { fault: 'overloaded' },
      /has shards that are not available, as while they recover/,
    ],
    [503, { error: { type: 'x', reason: 'busy' } }, { fault: 'overloaded' }, /is overloaded/],
    [500, error, { fault: 'failed' }, /500.*innermost.*may have been applied/],
    [502, 'plain', { fault: 'failed' }, /"plain"/],
  ])('with %i says what happened: %j', async (status, body, expected, message) => {
    const { send } = await gatewayOver((response) => {
      if (typeof body !== 'string') return sendJson(response, status, body);
      response.writeHead(status, { 'content-type': 'text/html' }).end(body);
    });
    const failure = await failureOf(send(PUT));
    expect(failure).toMatchObject({ status, request: { method: 'PUT', path: '/logs', body: '{}' }, ...expected });
    expect(failure.message).toMatch(message);
  });

  const FLOOD =
    'index [logs] blocked by: [TOO_MANY_REQUESTS/12/disk usage exceeded flood-stage watermark, index has read-only-allow-delete block];';

  it.each<readonly [number, object, object, RegExp]>([
    [
      429,
      {
        type: 'cluster_block_exception',
        reason: FLOOD,
        root_cause: [{ type: 'cluster_block_exception', reason: FLOOD }],
      },
      { fault: 'forbidden', isOfName: true, reason: FLOOD },
      /^Index "logs" of cluster "prod" refuses writes, since a disk was over the flood-stage watermark \(index\.blocks\.read_only_allow_delete\)\. Nothing was changed\. Free up disk space: .* If it stays, remove it in the settings of the index\.$/,
    ],
    [
      429,
      {
        type: 'circuit_breaking_exception',
        reason: '[parent] Data too large',
        bytes_wanted: 1100,
        bytes_limit: 1000,
        durability: 'PERMANENT',
      },
      { fault: 'overloaded', isOfName: false },
      /^Cluster "prod" lacks the memory for this \(429\): \[parent\] Data too large\. Nothing was changed\. Retrying does not help: request less at once, or give its nodes more memory\.$/,
    ],
    [
      500,
      { type: 'illegal_state_exception', reason: 'alias [a] has is_hidden set to true on indices [logs]' },
      { fault: 'refused', isOfName: true },
      /^Cluster "prod" refused this \(500\): alias \[a\] has is_hidden set to true on indices \[logs\]\.$/,
    ],
    [
      500,
      { type: 'mapper_exception', reason: "the [enabled] parameter can't be updated" },
      { fault: 'refused' },
      /refused this \(500\)/,
    ],
    [
      503,
      { type: 'unavailable_shards_exception', reason: '[logs][0] primary shard is not active Timeout: [1m]' },
      { fault: 'overloaded', isOfName: true },
      /has shards that are not available.*Nothing was changed\. Try again later\. The health of the index says why they are not assigned\.$/,
    ],
    [
      429,
      { type: 'timeout_exception', reason: 'timed out after 30s' },
      { fault: 'failed' },
      /^Cluster "prod" did not finish this in time \(429\): timed out after 30s\. It may have been applied\./,
    ],
    [
      503,
      {
        type: 'process_cluster_event_timeout_exception',
        reason: 'failed to process cluster event (create-index [logs], cause [api]) within 30s',
      },
      { fault: 'overloaded', isOfName: false },
      /^Cluster "prod" did not get to this in time, since its master node is busy \(503\).*Nothing was changed\. Try again later\.$/,
    ],
  ])(
    'with %i and a type that says more is asked once, and told by it: %j',
    async (status, error, expected, message) => {
      const { server, send } = await gatewayOver((response) => sendJson(response, status, { error, status }));
      const failure = await failureOf(send(PUT));
      expect(failure).toMatchObject({ status, ...expected });
      expect(failure.message).toMatch(message);
      expect(server.seen).toHaveLength(1);
    },
  );

  it('as a page instead of JSON is refused, and said', async () => {
    const { send } = await gatewayOver((response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(HTML),
    );
    expect(await failureOf(send(GET))).toMatchObject({
      fault: 'not_json',
      status: 200,
      message: expect.stringContaining('an HTML page with the title "Sign in to Proxy" instead of JSON'),
    });
  });

  it('as a page that calls itself JSON is refused', async () => {
    const { send } = await gatewayOver((response) => sendJson(response, 200, HTML));
    expect(await failureOf(send(GET))).toMatchObject({ fault: 'not_json' });
  });

  it('as a redirect is not followed, and repeats no secret of the place', async () => {
    const { server, send } = await gatewayOver((response) =>
      response.writeHead(302, { location: 'https://ada:hunter2@login.example/start?token=s3cret#x' }).end(),
    );
    const failure = await failureOf(send(GET));
    expect(failure).toMatchObject({ fault: 'redirected', status: 302 });
    expect(failure.message).toContain('to https://login.example/start.');
    expect(inspect(failure, { depth: 9 })).not.toMatch(/hunter2|s3cret/);
    expect(server.seen).toHaveLength(1);
  });

  it('beyond the bound is not read to its end', async () => {
    let written = 0;
    const { send } = await gatewayOver(
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const chunk = `"${'x'.repeat(1_022)}"`;
        const more = () => {
          while (!response.destroyed && written < 100_000) if (((written += 1), !response.write(chunk))) return;
        };
        response.on('drain', more);
        more();
      },
      { maxAnswerBytes: 10 * 1_024 },
    );
    expect(await failureOf(send(GET))).toMatchObject({ fault: 'too_large' });
    expect(written).toBeLessThan(100_000);
  });

  it('may have many and long headers, as a warning for each deprecated part of a mapping', async () => {
    const warnings = Array.from(
      { length: 4_000 },
      (_, index) => `299 OpenSearch-2.19.3 "field [f${index}] is deprecated"`,
    );
    expect(warnings.join('').length).toBeGreaterThan(100_000);
    const { server, send } = await gatewayOver((response) => {
      response.setHeader('warning', warnings);
      sendJson(response, 200, '{"acknowledged":true}');
    });
    expect(await send(PUT)).toEqual({ status: 200, body: '{"acknowledged":true}' });
    expect(server.seen).toHaveLength(1);
  });

  it('keeps its content type behind however many headers', async () => {
    const { send } = await gatewayOver((response) => {
      response.setHeader(
        'warning',
        Array.from({ length: 4_000 }, () => '299 -'),
      );
      response.setHeader('content-type', 'text/html');
      response.writeHead(200).end('{}');
    });
    expect(await failureOf(send(PUT))).toMatchObject({ fault: 'not_json' });
  });

  it('with more headers than are read leaves open whether a change was made, and is asked for once', async () => {
    const { server, send, waits } = await gatewayOver((response) => {
      response.setHeader(
        'warning',
        Array.from({ length: 1_100 }, () => `299 OpenSearch "${'x'.repeat(1_000)}"`),
      );
      sendJson(response, 200, '{"acknowledged":true}');
    });
    expect(await failureOf(send(PUT))).toMatchObject({
      fault: 'too_large',
      message:
        'The response headers of cluster "prod" are larger than 1 MiB, and were discarded. It may have been applied. Check before retrying.',
    });
    expect(await failureOf(send(GET))).toMatchObject({ fault: 'too_large' });
    expect(waits).toEqual([]);
    expect(server.seen).toHaveLength(2);
  });
});

describe('a connection', () => {
  it('that is refused is tried again for a reading call alone', async () => {
    const server = await startServer(() => undefined);
    await server.close();
    const { send, waits } = gatewayTo(server.url);
    const failure = await failureOf(send(GET));
    expect(failure).toMatchObject({
      fault: 'unreachable',
      message: expect.stringMatching(/"prod" can’t be reached at http:\/\/127\.0\.0\.1:\d+: nothing listens there/),
    });
    expect(waits).toEqual([200, 400, 800]);
    expect(await failureOf(send(PUT))).toMatchObject({ fault: 'unreachable' });
    expect(waits).toHaveLength(3);
  });

  it('that breaks in mid-answer is tried again for a POST that says it only reads, and leaves nobody wondering', async () => {
    const { server, send } = await gatewayOver((response) => {
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': 100 })
        .write('{"template"', () => response.destroy());
    });
    const simulate: ClusterCall = {
      method: 'POST',
      path: ['_index_template', '_simulate'],
      body: '{}',
      isReading: true,
    };
    expect(await failureOf(send(simulate))).toMatchObject({
      fault: 'cut',
      message: expect.not.stringContaining('may have been applied'),
    });
    expect(server.seen).toHaveLength(4);
    const { isReading: _, ...silent } = simulate;
    expect(await failureOf(send(silent))).toMatchObject({ message: expect.stringContaining('may have been applied') });
    expect(server.seen).toHaveLength(5);
  });

  it('to a name that there is not is unreachable', async () => {
    expect(await failureOf(gatewayTo('http://mapledger.invalid:9200').send(GET))).toMatchObject({
      fault: 'unreachable',
      message: expect.stringContaining('host name'),
    });
  });

  it('that breaks in mid-answer leaves a writing call unknown', async () => {
    const { server, send } = await gatewayOver((response) => {
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': 100 })
        .write('{"acknowledged"', () => response.destroy());
    });
    expect(await failureOf(send(PUT))).toMatchObject({
      fault: 'cut',
      message: expect.stringContaining('middle of its answer. It may have been applied'),
    });
    expect(server.seen).toHaveLength(1);
    expect(await failureOf(send(GET))).toMatchObject({
      fault: 'cut',
      message: expect.not.stringContaining('may have been applied'),
    });
    expect(server.seen).toHaveLength(5);
  });

  it('that breaks before the answer is made again for a reading call', async () => {
    const { server, send } = await gatewayOver((response, _request, count) =>
      count < 2 ? response.destroy() : sendJson(response, 200, '{}'),
    );
    expect(await send(GET)).toEqual({ status: 200, body: '{}' });
    expect(server.seen).toHaveLength(3);
  });

  it('suggests TLS for a broken connection only while nothing has answered there', async () => {
    const { send } = await gatewayOver((response, _request, count) =>
      count === 1 ? sendJson(response, 200, '{}') : response.destroy(),
    );
    expect((await failureOf(send(PUT))).message).toContain('https://');
    await send(PUT);
    expect((await failureOf(send(PUT))).message).not.toContain('https://');
  });

  it.each(['before the answer', 'within it'])('that hangs %s times out, and is not tried again', async (when) => {
    const { server, send, waits } = await gatewayOver((response) => {
      if (when === 'within it') response.writeHead(200, { 'content-type': 'application/json' }).write('{');
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    /** Lets the time of a call pass once the cluster has it, and the caller the beginning of the answer. */
    const timedOut = async (call: ClusterCall) => {
      const count = server.seen.length + 1;
      const failure = failureOf(send({ ...call, timeoutMs: 60_500 }));
      await expect.poll(() => server.seen.length).toBe(count);
      for (let turns = 0; turns < 2; turns++) await new Promise((resolve) => setImmediate(resolve));
      vi.advanceTimersByTime(60_500);
      return failure;
    };
    expect(await timedOut(GET)).toMatchObject({
      fault: 'timeout',
      message: expect.stringContaining('60.5 s'),
    });
    expect(await timedOut(PUT)).toMatchObject({
      message: expect.stringContaining('may have been applied'),
    });
    expect([server.seen.length, waits]).toEqual([2, []]);
  });

  it('that makes an index is waited for longer than the engine waits for its shards', async () => {
    const { server, send } = await gatewayOver(
      (response) => void setTimeout(() => sendJson(response, 200, '{}'), 30_000),
    );
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const sent = send(PUT);
    await expect.poll(() => server.seen.length).toBe(1);
    vi.advanceTimersByTime(30_000);
    expect(await sent).toMatchObject({ status: 200 });
  });

  it('is given up with the caller, in mid-call, in a pause, and before', async () => {
    const inCall = new AbortController();
    const hanging = await gatewayOver(() => inCall.abort());
    expect(await failureOf(hanging.send({ ...PUT, signal: inCall.signal }))).toMatchObject({
      fault: 'cancelled',
      message: expect.stringContaining('may have been applied'),
    });
    expect(await failureOf(hanging.send({ ...PUT, signal: inCall.signal }))).toMatchObject({
      fault: 'cancelled',
      message: expect.stringContaining('Nothing was sent'),
    });
    expect(hanging.server.seen).toHaveLength(1);

    const inPause = new AbortController();
    const busy = await gatewayOver((response) => sendJson(response, 429, '{}'), { delay: async () => inPause.abort() });
    expect(await failureOf(busy.send({ ...GET, signal: inPause.signal }))).toMatchObject({ fault: 'cancelled' });
    expect(busy.server.seen).toHaveLength(1);
  });
});

describe('a busy cluster', () => {
  it.each([GET, PUT])('is asked again, because it has done nothing: %j', async (call) => {
    const { server, send, waits } = await gatewayOver((response, _request, count) =>
      sendJson(response, count === 0 ? 429 : count === 1 ? 503 : 200, '{}'),
    );
    expect(await send(call)).toEqual({ status: 200, body: '{}' });
    expect([server.seen.length, waits]).toEqual([3, [200, 400]]);
  });

  it.each([502, 504])('behind a proxy that answers %i is asked again for a reading call alone', async (status) => {
    const { server, send } = await gatewayOver((response) => sendJson(response, status, '{}'));
    expect(await failureOf(send(PUT))).toMatchObject({ fault: 'failed' });
    expect(server.seen).toHaveLength(1);
    expect(await failureOf(send(GET))).toMatchObject({ fault: 'failed' });
    expect(server.seen).toHaveLength(5);
  });

  it('behind a proxy that answers 503 with a page of its own is asked again for a reading call alone', async () => {
    const { server, send } = await gatewayOver((response) =>
      response.writeHead(503, { 'content-type': 'text/html' }).end(HTML),
    );
    expect(await failureOf(send(PUT))).toMatchObject({ fault: 'failed' });
    expect(server.seen).toHaveLength(1);
    expect(await failureOf(send(GET))).toMatchObject({ fault: 'overloaded' });
    expect(server.seen).toHaveLength(5);
  });

  it('is given the pause that it asks for, up to a bound', async () => {
    let retryAfter = '3';
    const { send, waits } = await gatewayOver((response, _request, count) =>
      sendJson(response, count === 0 ? 503 : 200, '{}', { 'retry-after': retryAfter }),
    );
    await send(GET);
    expect(waits).toEqual([3_000]);

    retryAfter = String(MAX_RETRY_AFTER_MS / 1_000 + 1);
    const patient = await gatewayOver((response) => sendJson(response, 503, '{}', { 'retry-after': retryAfter }));
    expect(await failureOf(patient.send(GET))).toMatchObject({
      fault: 'overloaded',
      message: expect.stringContaining('after 11 s'),
    });
    expect(patient.waits).toEqual([]);

    const dated = await gatewayOver((response, _request, count) =>
      sendJson(response, count === 0 ? 429 : 200, '{}', { 'retry-after': 'Thu, 01 Jan 1970 00:00:02 GMT' }),
    );
    await dated.send(GET);
    expect(dated.waits).toEqual([2_000]);
  });
});

describe('secrets', () => {
  it.each([
    { kind: 'basic', username: 'ada', password: 'hunter2-hunter2' },
    { kind: 'api_key', key: 'key-id:hunter2-hunter2' },
    { kind: 'bearer', token: 'hunter2-hunter2' },
  ] as const)('are in no error, whatever the cluster repeats: %j', async (credentials) => {
    const responses: Answerer[] = [
      (response, { headers }) =>
        sendJson(response, 400, {
          error: { type: headers.authorization, reason: `${headers.authorization} hunter2-hunter2` },
        }),
      (response, { headers }) =>
        response.writeHead(200, { 'content-type': 'text/plain' }).end(`${headers.authorization} hunter2-hunter2`),
      (response, { headers }) =>
        response.writeHead(302, { location: `/${headers.authorization?.split(' ')[1] ?? ''}` }).end(),
      (response) => response.destroy(),
      (response) => response.writeHead(401, 'no').end(),
    ];
    for (const answer of responses) {
      const { server, send } = await gatewayOver(answer, {}, credentials);
      const failure = await failureOf(send(PUT));
      const sent = server.seen[0]?.headers.authorization?.split(' ')[1] ?? 'nothing was sent';
      const shown = `${inspect(failure, { depth: 9, showHidden: true })}${String(failure.stack)}`;
      expect(shown).not.toContain('hunter2');
      expect(shown).not.toContain(sent);
    }
  });
});

describe('TLS', () => {
  const local = selfSigned('IP:127.0.0.1');
  const foreign = selfSigned('DNS:elsewhere.example');
  const skipped = 'there is no openssl to make certificates with';

  async function over(keys: KeyPair | undefined, options: Partial<RemoteClusterOptions>, skip: (why: string) => void) {
    if (keys === undefined) {
      skip(skipped);
      throw new Error(skipped);
    }
    const server = await startServer((response) => sendJson(response, 200, '{}'), keys);
    return gatewayTo(server.url, options).send(GET);
  }

  it('refuses a certificate of nobody, and says what to do', async ({ skip }) => {
    expect(await failureOf(over(local, {}, skip))).toMatchObject({
      fault: 'tls',
      message: expect.stringMatching(/certificate is signed by itself.*--ca-file/),
    });
  });

  it('takes one of an authority that is named', async ({ skip }) => {
    expect(await over(local, { ca: local?.cert ?? '' }, skip)).toMatchObject({ status: 200 });
  });

  it('refuses one for another host, unless only the chain is looked at', async ({ skip }) => {
    expect(await failureOf(over(foreign, { ca: foreign?.cert ?? '' }, skip))).toMatchObject({
      fault: 'tls',
      message: expect.stringMatching(/another host.*elsewhere\.example.*--tls-verification certificate/),
    });
    expect(await over(foreign, { ca: foreign?.cert ?? '', tlsVerification: 'certificate' }, skip)).toMatchObject({
      status: 200,
    });
    expect(
      await failureOf(over(local, { ca: foreign?.cert ?? '', tlsVerification: 'certificate' }, skip)),
    ).toMatchObject({ fault: 'tls' });
  });

  it('takes any where nothing is looked at', async ({ skip }) => {
    expect(await over(foreign, { tlsVerification: 'none' }, skip)).toMatchObject({ status: 200 });
  });

  it('with a server that speaks none says so', async () => {
    const server = await startServer((response) => sendJson(response, 200, '{}'));
    expect(await failureOf(gatewayTo(server.url.replace('http:', 'https:')).send(GET))).toMatchObject({
      fault: 'tls',
      message: expect.stringContaining('http://'),
    });
  });
});
