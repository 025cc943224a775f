import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonValue } from '#domain/json';
import { API_BASE, AUTHOR_HEADER, MAX_REASON_LENGTH, REASON_HEADER, ROUTES } from '#domain/wire';
import { consoleOver, recordedCluster } from '../../tests/builders/recording-gateway.ts';
import { HANDLED, sampleInput } from '../../tests/builders/route-samples.ts';
import { memoryEventStore } from '../infra/memory-event-store.ts';
import { memoryActionLog } from '../ui/testing/memory-actions.ts';
import { redaction } from './actions/redaction.ts';
import { callerOf } from './session-routes.ts';
import { appWithClient, sessionRoutesOver, testHost } from './test-client.ts';
import { addressList, proxyUsers, type TrustedProxy } from './trusted-proxy.ts';

const disposals: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(disposals.splice(0).map((dispose) => dispose()));
});

const PROXY: TrustedProxy = { trustedProxies: ['10.0.0.0/8'], userHeader: 'x-forwarded-user' };
const SECRET = 'sw0rdfish-secret';

async function server({
  proxy = {},
  reasons = 'optional',
  answer = () => '{"acknowledged":true}',
}: {
  readonly proxy?: TrustedProxy;
  readonly reasons?: 'optional' | 'required';
  readonly answer?: Parameters<typeof recordedCluster>[0];
} = {}) {
  const store = memoryEventStore();
  const actionLog = memoryActionLog({ redaction: redaction(['pin', 's3.*.key']) }, store);
  const redact = (text: string) => text.replaceAll('credential-of-the-call', '[redacted]');
  const cluster = { ...recordedCluster(answer), redact };
  const { dispatch } = consoleOver(cluster, { actionLog, reasons });
  const session = sessionRoutesOver(cluster);
  const token = session.sessions.open('recorded', {
    user: 'ada',
    credentials: { kind: 'basic', username: 'ada', password: SECRET },
  });
  const { app, dispose } = await appWithClient({
    ...proxy,
    api: {
      dispatch,
      openCluster: () => cluster,
      callerOf: (request) => callerOf(request, { ...session, proxyUserOf: proxyUsers(proxy) }),
      session,
    },
  });
  disposals.push(dispose);
  const signedIn = { cookie: `mapledger_session_recorded=${token}` };
  return { app, actionLog, cluster, store, signedIn };
}

function close(app: FastifyInstance, headers: Readonly<Record<string, string>> = {}, remoteAddress = '192.0.2.7') {
  return app.inject({
    method: 'POST',
    url: `${API_BASE}/indices/refresh`,
    headers: { host: testHost, 'x-mapledger': '1', ...headers },
    payload: { indices: ['logs'] },
    remoteAddress,
  });
}

/** The status of the same request over a socket, where a header can come twice: names and values in turn. */
async function statusOverSocket(address: string, headers: readonly string[]): Promise<number | undefined> {
  const sent = request(`${address}${API_BASE}/indices/refresh`, {
    method: 'POST',
    headers: ['host', new URL(address).host, 'x-mapledger', '1', 'content-type', 'application/json', ...headers],
  });
  sent.end('{"indices":["logs"]}');
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

describe('who is recorded', () => {
  it('is who has signed in to the cluster, verified', async () => {
    const { app, actionLog, signedIn } = await server();
    await close(app, { ...signedIn, [AUTHOR_HEADER]: encodeURIComponent('{"id":"device-1","name":"Mallory"}') });
    const [action] = await actionLog.recent(1);
    expect(action).toMatchObject({ author: { name: 'ada', verified: true }, address: '192.0.2.7' });
    expect(action?.author.id).not.toContain('ada');
  });

  it('is what a browser says of itself where nobody vouches, and marked so', async () => {
    const { app, actionLog } = await server();
    await close(app);
    await close(app, { [AUTHOR_HEADER]: encodeURIComponent('{"id":"device-1","name":"Ädä"}') });
    expect((await actionLog.recent(2)).map(({ author }) => author)).toEqual([
      { id: 'device-1', name: 'Ädä', verified: false },
      { id: 'anonymous', name: 'anonymous', verified: false },
    ]);
    const wrong = ['{}', '{"id":"","name":"a"}', '{"id":"a","name":"a\\nb"}', `{"id":"a","name":"${'x'.repeat(257)}"}`];
    // Ids that only the server gives, and that of a cluster, which makes no change.
    const taken = ['server', 'anonymous', 'cluster:device-1', `user:${'0'.repeat(24)}`].map((id) =>
      JSON.stringify({ id, name: 'Mallory' }),
    );
    for (const header of ['%', 'x', ...[...wrong, ...taken].map(encodeURIComponent)])
      expect((await close(app, { [AUTHOR_HEADER]: header })).statusCode).toBe(400);
  });

  it('is whom a trusted proxy vouches for, with the address that it says', async () => {
    const { app, actionLog, signedIn } = await server({ proxy: PROXY });
    const response = await close(
      app,
      {
        ...signedIn,
        'x-forwarded-user': Buffer.from('grace höpper').toString('latin1'),
        'x-forwarded-for': '198.51.100.9',
      },
      '10.1.2.3',
    );
    expect(response.statusCode).toBe(200);
    expect(await actionLog.recent(1)).toMatchObject([
      { author: { name: 'grace höpper', verified: true }, address: '198.51.100.9' },
    ]);
  });

  it('is never what anybody else says in the header of the proxy', async () => {
    const { app, actionLog, cluster } = await server({ proxy: PROXY });
    const forged = { 'x-forwarded-user': 'admin', 'x-forwarded-for': '10.1.2.3' };
    expect((await close(app, forged, '192.0.2.7')).statusCode).toBe(403);
    const here = await server({ proxy: { ...PROXY, trustedProxies: ['127.0.0.1'] } });
    const address = await here.app.listen({ host: '127.0.0.1', port: 0 });
    expect(await statusOverSocket(address, ['x-forwarded-user', 'admin'])).toBe(200);
    expect(await statusOverSocket(address, ['x-forwarded-user', 'admin', 'x-forwarded-user', 'grace'])).toBe(403);
    const read = await app.inject({ url: `${API_BASE}/clusters`, headers: { host: testHost, ...forged } });
    expect(read.statusCode).toBe(403);
    expect([await actionLog.recent(9), cluster.calls]).toEqual([[], []]);
    // Without the setting the header means nothing.
    const other = await server();
    expect((await close(other.app, forged)).statusCode).toBe(200);
    expect(await other.actionLog.recent(1)).toMatchObject([{ author: { name: 'anonymous' }, address: '192.0.2.7' }]);
  });
});

describe('a trusted address', () => {
  it.each([
    ['10.0.0.1', true],
    ['::ffff:10.0.0.1', true],
    ['11.0.0.1', false],
    ['2001:db8::1', true],
    ['2001:db9::1', false],
    ['not an address', false],
    [undefined, false],
  ])('%s: %s', (address, isTrusted) => {
    expect(addressList(['10.0.0.0/8', '2001:db8::/32']).has(address)).toBe(isTrusted);
  });
});

describe('a reason', () => {
  it('is recorded with the action', async () => {
    const { app, actionLog } = await server();
    await close(app, { [REASON_HEADER]: encodeURIComponent(' OPS-1: größer machen ') });
    expect(await actionLog.recent(1)).toMatchObject([{ reason: 'OPS-1: größer machen' }]);
  });

  it('is refused where it is not one', async () => {
    const { app, cluster } = await server();
    for (const reason of [
      '%',
      '%zz',
      encodeURIComponent('a\nb'),
      encodeURIComponent('x'.repeat(MAX_REASON_LENGTH + 1)),
    ]) {
      const response = await close(app, { [REASON_HEADER]: reason });
      expect([response.statusCode, response.json<{ message: string }>().message]).toEqual([
        400,
        expect.stringContaining('Invalid reason'),
      ]);
    }
    expect(cluster.calls).toEqual([]);
  });

  it('is required of every change where the server says so, and of nothing else', async () => {
    const { app, cluster, actionLog } = await server({ reasons: 'required' });
    for (const id of HANDLED.filter((each) => ROUTES[each].writes && ROUTES[each].usesCluster)) {
      const { method, path } = ROUTES[id];
      const { body } = sampleInput(id, 'logs');
      const response = await app.inject({
        method,
        url: `${API_BASE}${path.replace(':name', 'logs')}`,
        headers: { host: testHost, 'x-mapledger': '1', [REASON_HEADER]: '%20' },
        ...(body !== undefined && { payload: body }),
      });
      expect([id, response.statusCode]).toEqual([id, 428]);
      expect(response.json()).toMatchObject({ attributes: { reasonRequired: true } });
    }
    expect([cluster.calls, await actionLog.recent(9)]).toEqual([[], []]);
    expect((await close(app, { [REASON_HEADER]: 'OPS-1' })).statusCode).toBe(200);
    const read = await app.inject({ url: `${API_BASE}/plans`, headers: { host: testHost } });
    expect(read.statusCode).toBe(200);
  });
});

/** A body with secrets under the names that are redacted, wherever there is room for more members. */
function withSecrets(body: JsonValue): JsonValue {
  if (Array.isArray(body)) return body.map(withSecrets);
  if (typeof body !== 'object' || body === null) return body;
  const inner = Object.entries(body).map(([name, value]): [string, JsonValue] => [name, withSecrets(value)]);
  const secrets = { password: SECRET, 'a.pin': SECRET, s3: { main: { key: SECRET } }, echo: `it is ${SECRET}` };
  return { ...Object.fromEntries(inner), ...secrets };
}

describe('no secret reaches the log', () => {
  const writing = HANDLED.filter((id) => ROUTES[id].writes && ROUTES[id].usesCluster);

  it.each(writing)('through %s', async (id) => {
    // The cluster repeats what it was sent, and the credentials of the call.
    const { app, store, signedIn, actionLog } = await server({
      answer: ({ body, path }) =>
        path[0] === '_cat'
          ? '[]'
          : `{"acknowledged":true,"authorization":"credential-of-the-call","also":"credential-of-the-call","echo":${body === undefined || body.includes('\n') ? '{}' : body}}`,
    });
    const { method, path } = ROUTES[id];
    const { body } = sampleInput(id, 'logs');
    const headers = {
      ...{ host: testHost, 'x-mapledger': '1', ...signedIn },
      ...{
        authorization: `Basic ${SECRET}`,
        password: SECRET,
        'x-api-key': SECRET,
        referer: `http://h/?password=${SECRET}`,
      },
    };
    const url = `${API_BASE}${path.replace(':name', 'logs')}`;
    for (const payload of body === undefined ? [undefined] : [body, withSecrets(body)])
      for (const query of ['', `?password=${SECRET}`, `?pin=${SECRET}`])
        await app.inject({
          method,
          url: `${url}${query}`,
          headers,
          ...(payload !== undefined && { payload: payload as object }),
        });
    const texts = [];
    for (const { stream } of await store.streams()) texts.push(...(await store.read(stream)));
    expect((await actionLog.recent(1)).length).toBe(1);
    for (const { text } of texts) expect(text).not.toMatch(new RegExp(`${SECRET}|credential-of-the-call`));
  });

  it('that a body of any shape carries', async () => {
    const { app, store, actionLog } = await server({ answer: ({ body }) => body ?? '{}' });
    await app.inject({
      method: 'PUT',
      url: `${API_BASE}/settings/logs`,
      headers: { host: testHost, 'x-mapledger': '1' },
      payload: withSecrets({ 'index.a': 1 }) as object,
    });
    expect((await actionLog.recent(1))[0]?.body?.text).toContain('"index.a":1');
    for (const { stream } of await store.streams())
      for (const { text } of await store.read(stream)) expect(text).not.toContain(SECRET);
  });
});
