import type { FastifyInstance } from 'fastify';
import fastify from 'fastify';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { ClusterCall, ClusterGateway } from '#domain/ports';
import { API_BASE } from '#domain/wire';
import { openClusters, type Clusters } from './clusters/clusters.ts';
import { authorizationOf, type Credentials } from './cluster/credentials.ts';
import { remoteCluster } from './cluster/remote-cluster.ts';
import { sendJson, startServer, type Answerer } from './cluster/test-server.ts';
import { sendError } from './errors.ts';
import { addSessionRoutes, openClusterFor } from './session-routes.ts';
import { memorySessions, MAX_SESSIONS, SESSION_IDLE_MS, SESSION_LIFETIME_MS } from './sessions.ts';
import {
  MAX_FAILED_SIGN_INS,
  MAX_REMEMBERED,
  SIGN_IN_WINDOW_MS,
  LONGEST_SIGN_IN_DELAY_MS,
  MAX_UNDELAYED_SIGN_INS,
  SIGN_IN_SPACING_MS,
  LONGEST_SIGN_IN_PAUSE_MS,
  SIGN_IN_PAUSE_MS,
  signInLimit,
  type SignInAttempt,
  type SignInLimit,
} from './sign-in-limit.ts';

const ADA: Credentials = { kind: 'basic', username: 'ada', password: 'hunter2-hunter2' };
const KEY: Credentials = { kind: 'api_key', key: 'some-id:some-secret' };
const SIGN_IN = { username: 'ada', password: 'hunter2-hunter2' };
const sandbox: ClusterGateway = { send: () => Promise.reject(new Error('nobody asks the sandbox here')) };

/** An Elasticsearch with users. */
const withUsers: Answerer = (response, { url, headers }) => {
  const who =
    headers.authorization === authorizationOf(ADA)
      ? { username: 'ada' }
      : headers.authorization === authorizationOf(KEY)
        ? { username: 'ada', api_key: { name: 'deploy' } }
        : undefined;
  if (who === undefined)
    return sendJson(response, 401, { error: { type: 'security_exception', reason: 'who are you' } });
  sendJson(response, 200, url === '/_security/_authenticate' ? who : { version: { number: '9.5.3' } });
};
/** An OpenSearch with users, where not everybody may ask what it is. */
const openSearchWithUsers: Answerer = (response, { url, headers }) => {
  if (headers.authorization !== authorizationOf(ADA)) return response.writeHead(401).end('Unauthorized');
  if (url === '/') return sendJson(response, 403, { error: { type: 'security_exception', reason: 'no permissions' } });
  return url === '/_plugins/_security/authinfo'
    ? sendJson(response, 200, { user_name: 'ada of the team' })
    : sendJson(response, 400, { error: 'no handler found' });
};
const withoutUsers: Answerer = (response, { url }) =>
  url === '/'
    ? sendJson(response, 200, { version: { number: '9.5.3' } })
    : sendJson(response, 400, { error: 'no handler found' });

let time = 0;
beforeEach(() => {
  time = 1_000_000;
});

async function start({ secureCookies = false, basePath = '', limit = signInLimit(() => time) } = {}) {
  const ids = { prod: withUsers, search: openSearchWithUsers, open: withoutUsers };
  const configured = await Promise.all(
    Object.entries(ids).map(async ([id, answer]) => ({
      entry: { id, label: id, kind: 'remote' as const },
      remote: remoteCluster({ label: id, url: (await startServer(answer)).url }),
    })),
  );
  const clusters = openClusters([
    ...configured,
    { entry: { id: 'sandbox', label: 'Sandbox', kind: 'sandbox' }, gateway: sandbox },
  ]);
  const sessions = memorySessions(() => time);
  const log: string[] = [];
  const app = fastify({ logger: { level: 'trace', stream: { write: (line: string) => log.push(line) } } });
  app.setErrorHandler(sendError);
  const signedIn: string[] = [];
  await addSessionRoutes(app, {
    clusters,
    sessions,
    limit,
    secureCookies,
    basePath,
    onSignedIn: ({ entry, user }) => signedIn.push(`${entry.id} ${user ?? 'nobody'}`),
  });
  app.get(`${API_BASE}/whoami`, { config: { writes: false } }, (request) => {
    const { user } = openClusterFor(request, (request.query as { cluster?: string }).cluster, { clusters, sessions });
    return { user: user ?? null };
  });
  onTestFinished(async () => {
    await app.close();
    await clusters.close();
  });
  return { app, clusters, log, signedIn };
}

const signIn = (
  app: FastifyInstance,
  cluster: string,
  payload: object = SIGN_IN,
  cookies: Record<string, string> = {},
) => app.inject({ method: 'POST', url: `${API_BASE}/session?cluster=${cluster}`, payload, cookies });

async function userAt(app: FastifyInstance, cluster: string, cookies: Record<string, string>): Promise<unknown> {
  return (await app.inject({ url: `${API_BASE}/whoami?cluster=${cluster}`, cookies })).json().user;
}

describe('a sign-in', () => {
  it('that the cluster takes is kept on the server, and its id in a cookie that pages can’t read', async () => {
    const { app } = await start();
    const response = await signIn(app, 'prod');
    expect([response.statusCode, response.json()]).toEqual([200, { user: 'ada' }]);
    expect(response.cookies).toEqual([
      {
        name: 'mapledger_session_prod',
        value: expect.stringMatching(/^[\w-]{43}$/),
        httpOnly: true,
        sameSite: 'Strict',
        path: API_BASE,
      },
    ]);
    expect(String(response.headers['set-cookie'])).not.toContain('hunter2');
    const cookies = { mapledger_session_prod: response.cookies[0]?.value ?? '' };
    expect(await userAt(app, 'prod', cookies)).toBe('ada');
    expect(await userAt(app, 'prod', {})).toBeNull();
  });

  it('below a path has a cookie for the API below that path alone', async () => {
    const { app } = await start({ basePath: '/ops/mapledger' });
    const [cookie] = (await signIn(app, 'prod')).cookies;
    expect(cookie?.path).toBe(`/ops/mapledger${API_BASE}`);
  });

  it('is told of with the credentials that it brings, and one that fails is not', async () => {
    const { app, signedIn } = await start();
    await signIn(app, 'prod', { ...SIGN_IN, password: 'wrong' });
    await signIn(app, 'prod');
    expect(signedIn).toEqual(['prod ada']);
  });

  it('is sent over TLS alone where the server is told so', async () => {
    const { app } = await start({ secureCookies: true });
    expect((await signIn(app, 'prod')).cookies[0]).toMatchObject({ secure: true });
  });

  it('holds for its own cluster alone', async () => {
    const { app } = await start();
    const token = (await signIn(app, 'prod')).cookies[0]?.value ?? '';
    expect(await userAt(app, 'search', { mapledger_session_search: token, mapledger_session_prod: token })).toBeNull();
  });

  it('may be with an API key, and to an OpenSearch that shows little', async () => {
    const { app } = await start();
    expect((await signIn(app, 'prod', { apiKey: KEY.key })).json()).toEqual({
      user: 'deploy',
    });
    expect((await signIn(app, 'search')).json()).toEqual({ user: 'ada of the team' });
  });

  it.each([
    ['prod', { ...SIGN_IN, password: 'wrong' }, 401, /rejected the credentials/],
    ['open', SIGN_IN, 409, /requires no credentials/],
    ['sandbox', SIGN_IN, 409, /without signing in/],
    ['nowhere', SIGN_IN, 404, /Available: prod, search, open, sandbox/],
    ['prod', { username: 'a:b', password: 'x' }, 400, /colon/],
    ['prod', { apiKey: 'two words' }, 400, /spaces/],
    ['prod', { username: 'ada' }, 400, /Invalid request: \/body/],
  ])('to %s with %j is answered %#', async (cluster, payload, status, message) => {
    const { app } = await start();
    const response = await signIn(app, cluster, payload);
    expect([response.statusCode, response.cookies]).toEqual([status, []]);
    expect(response.json().message).toMatch(message);
  });

  it('ends by signing out, and by signing in again', async () => {
    const { app } = await start();
    const first = { mapledger_session_prod: (await signIn(app, 'prod')).cookies[0]?.value ?? '' };
    const second = { mapledger_session_prod: (await signIn(app, 'prod', SIGN_IN, first)).cookies[0]?.value ?? '' };
    expect([await userAt(app, 'prod', first), await userAt(app, 'prod', second)]).toEqual([null, 'ada']);
    const out = await app.inject({ method: 'DELETE', url: `${API_BASE}/session?cluster=prod`, cookies: second });
    expect([out.statusCode, out.json(), out.cookies[0]?.value]).toEqual([200, {}, '']);
    expect(await userAt(app, 'prod', second)).toBeNull();
  });

  it('ends when it is not used, and after its time however it is used', async () => {
    const { app } = await start();
    const open = async () => ({ mapledger_session_prod: (await signIn(app, 'prod')).cookies[0]?.value ?? '' });
    const idle = await open();
    time += SESSION_IDLE_MS - 1;
    expect(await userAt(app, 'prod', idle)).toBe('ada');
    time += SESSION_IDLE_MS;
    expect(await userAt(app, 'prod', idle)).toBeNull();

    const busy = await open();
    const end = time + SESSION_LIFETIME_MS;
    while (time + SESSION_IDLE_MS / 2 < end) {
      time += SESSION_IDLE_MS / 2;
      expect(await userAt(app, 'prod', busy)).toBe('ada');
    }
    time = end;
    expect(await userAt(app, 'prod', busy)).toBeNull();
  });

  it('is in no line of the log', async () => {
    const { app, log } = await start();
    const token = (await signIn(app, 'prod')).cookies[0]?.value ?? '';
    await userAt(app, 'prod', { mapledger_session_prod: token });
    await signIn(app, 'prod', { ...SIGN_IN, password: 'wrong-wrong' });
    expect(log.length).toBeGreaterThan(0);
    expect(log.join('')).not.toMatch(new RegExp(`${token}|hunter2|wrong-wrong`));
  });
});

describe('failed sign-ins', () => {
  const ada: SignInAttempt = { cluster: 'prod', address: '192.0.2.1', user: 'ada' };

  const wrong = { ...SIGN_IN, password: 'wrong' };

  /** The delay of one more sign-in, which fails. */
  const delayOf = (limit: SignInLimit, attempt: Partial<SignInAttempt> = {}) =>
    limit.begin({ ...ada, ...attempt }).delayMs;

  it('of one user refuse no correct password, and slow down nobody else, and no other address', async () => {
    const { app } = await start();
    const from = async (remoteAddress: string, payload: object) => {
      const startedMs = performance.now();
      const { statusCode } = await app.inject({
        method: 'POST',
        url: `${API_BASE}/session?cluster=prod`,
        payload,
        remoteAddress,
      });
      return { statusCode, hasWaited: performance.now() - startedMs > SIGN_IN_PAUSE_MS / 2 };
    };
    for (let count = 0; count < MAX_FAILED_SIGN_INS; count++) {
      expect(await from('192.0.2.1', wrong)).toMatchObject({ statusCode: 401 });
      expect(await from('192.0.2.1', { apiKey: 'wrong:wrong' })).toMatchObject({ statusCode: 401 });
    }
    expect(await from('192.0.2.1', SIGN_IN)).toEqual({ statusCode: 200, hasWaited: true });
    expect(await from('192.0.2.2', SIGN_IN)).toMatchObject({ statusCode: 200 });
    expect(await from('192.0.2.1', { apiKey: 'some-id:some-secret' })).toMatchObject({ statusCode: 200 });
  });

  it('of one user wait for longer with each, in either case of the name, each cluster and address by itself', () => {
    const limit = signInLimit(() => time);
    for (let count = 0; count < MAX_FAILED_SIGN_INS; count++) expect(delayOf(limit)).toBe(0);
    const delays: number[] = [];
    for (let count = 0; count < 7; count++) {
      delays.push(delayOf(limit, { user: count % 2 === 0 ? 'ada' : 'ADA' }));
      time += delays.at(-1) ?? 0;
    }
    expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, LONGEST_SIGN_IN_PAUSE_MS, LONGEST_SIGN_IN_PAUSE_MS]);
    for (const other of [{ cluster: 'search' }, { address: '192.0.2.2' }, { user: 'grace' }])
      expect(delayOf(limit, other)).toBe(0);
    time += SIGN_IN_WINDOW_MS;
    expect(delayOf(limit)).toBe(0);
  });

  it('of one user that come at once are tried one after another, as many as a minute allows', async () => {
    const limit = signInLimit(() => time);
    for (let count = 0; count < MAX_FAILED_SIGN_INS; count++) limit.begin(ada);
    const delays = Array.from({ length: 5 }, () => delayOf(limit));
    expect(delays).toEqual([1_000, 3_000, 7_000, 15_000, 31_000]);
    expect(() => limit.begin(ada)).toThrow('Other sign-ins of this user are waiting. Try again in 1 s.');
    time += 1_000;
    expect(delayOf(limit)).toBe(LONGEST_SIGN_IN_DELAY_MS);
  });

  it('that wait for too long are refused with the time after which one is taken', async () => {
    const limit = signInLimit(() => time);
    const { app } = await start({ limit });
    const attempt = { ...ada, address: '127.0.0.1' };
    for (let count = 0; count < MAX_FAILED_SIGN_INS + 5; count++) limit.begin(attempt);
    const refused = await signIn(app, 'prod');
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1']);
  });

  it('are remembered up to a number', () => {
    const limit = signInLimit(() => time);
    for (let count = 0; count < MAX_FAILED_SIGN_INS; count++) limit.begin(ada);
    const others = { ...ada, address: '192.0.2.9' };
    // Those that succeed are not remembered, and make nobody forgotten.
    for (let count = 0; count < 2 * MAX_REMEMBERED; count++)
      limit.begin({ ...others, user: `user-${count}` }).notFailed();
    expect(delayOf(limit)).toBe(SIGN_IN_PAUSE_MS);
    for (let count = 0; count < MAX_REMEMBERED; count++) limit.begin({ ...others, user: `user-${count}` });
    expect(delayOf(limit)).toBe(0);
  });

  it('of many users slow down the address that they come from, and refuse nobody', () => {
    const limit = signInLimit(() => time);
    const tryAs = (user: string, address = '192.0.2.1') => limit.begin({ cluster: 'prod', address, user });
    for (let count = 0; count < MAX_UNDELAYED_SIGN_INS; count++) expect(tryAs(`user-${count}`).delayMs).toBe(0);
    const delays = Array.from({ length: 20 }, (_, at) => tryAs(`next-${at}`).delayMs);
    expect(delays).toEqual(delays.map((_, at) => (at + 1) * SIGN_IN_SPACING_MS));
    for (let count = 0; count < 5_000; count++) tryAs(`more-${count}`);
    expect(tryAs('grace').delayMs).toBe(LONGEST_SIGN_IN_DELAY_MS);
    expect(tryAs('grace', '192.0.2.2').delayMs).toBe(0);
    time += SIGN_IN_WINDOW_MS;
    expect(tryAs('grace').delayMs).toBe(0);
    // One network of IPv6 is one address, however many of its addresses are used.
    for (let count = 0; count < MAX_UNDELAYED_SIGN_INS; count++) tryAs(`user-${count}`, `2001:db8::${count}`);
    expect(tryAs('grace', '2001:db8::ffff:1').delayMs).toBe(SIGN_IN_SPACING_MS);
    expect(tryAs('grace', '2001:db8:0:1::1').delayMs).toBe(0);
  });

  it('that succeed are no reason to slow down', () => {
    const limit = signInLimit(() => time);
    for (let count = 0; count < 3 * MAX_UNDELAYED_SIGN_INS; count++)
      limit.begin({ ...ada, user: `user-${count}` }).notFailed();
    expect(delayOf(limit)).toBe(0);
  });

  it('do not keep a correct password from being taken', async () => {
    const { app } = await start();
    const from = (payload: object) =>
      app.inject({ method: 'POST', url: `${API_BASE}/session?cluster=prod`, payload, remoteAddress: '192.0.2.1' });
    for (let count = 0; count <= MAX_UNDELAYED_SIGN_INS; count++)
      expect((await from({ apiKey: `guess-${count}:wrong` })).statusCode).toBe(401);
    expect((await from(SIGN_IN)).statusCode).toBe(200);
  });

  it('do not count those that succeed, but those under way', () => {
    const limit = signInLimit(() => time);
    for (let count = 0; count < MAX_FAILED_SIGN_INS * 2; count++) limit.begin(ada).notFailed();
    const begun = Array.from({ length: MAX_FAILED_SIGN_INS }, () => limit.begin(ada));
    begun[0]?.notFailed();
    expect(delayOf(limit)).toBe(0);
    expect(delayOf(limit)).toBe(SIGN_IN_PAUSE_MS);
  });
});

describe('sessions', () => {
  it('are bounded: the one that was used the longest ago ends', () => {
    const sessions = memorySessions(() => time);
    const signedIn = { user: 'ada', credentials: ADA };
    const first = sessions.open('prod', signedIn);
    const second = sessions.open('prod', signedIn);
    for (let count = 2; count < MAX_SESSIONS; count++) sessions.open('prod', signedIn);
    expect(sessions.find(first, 'prod')).toBe(signedIn);
    sessions.open('prod', signedIn);
    expect([sessions.find(first, 'prod'), sessions.find(second, 'prod')]).toEqual([signedIn, undefined]);
  });
});

describe('clusters', () => {
  const call: ClusterCall = { method: 'GET', path: [] };

  it('ask with the credentials of the session before those of the server', async () => {
    const server = await startServer((response) => sendJson(response, 200, '{}'));
    const remote = remoteCluster({ label: 'a', url: server.url });
    const clusters: Clusters = openClusters([
      { entry: { id: 'a', label: 'a', kind: 'remote' }, remote, credentials: KEY },
    ]);
    onTestFinished(() => clusters.close());
    const signedIn = { user: 'ada', credentials: ADA };
    await clusters.open('a', signedIn).gateway.send(call);
    await clusters.open().gateway.send(call);
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([
      authorizationOf(ADA),
      authorizationOf(KEY),
    ]);
    expect(clusters.open('a', signedIn)).toBe(clusters.open('a', signedIn));
  });
});
