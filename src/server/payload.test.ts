import { gunzipSync } from 'node:zlib';
import type { InjectOptions } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { consoleOver, recordedCluster } from '../../tests/builders/recording-gateway.ts';
import { appWithClient, testHost } from './test-client.ts';

const ROWS = Array.from({ length: 5_000 }, (_, at) => ({ index: `logs-${String(at).padStart(5, '0')}`, pri: '1' }));

async function listWith({ headers, ...options }: InjectOptions) {
  const cluster = recordedCluster(({ path }) => (path[0] === '_cat' ? JSON.stringify(ROWS) : '{}'));
  const { dispatch } = consoleOver(cluster);
  const { app, dispose } = await appWithClient({ api: { dispatch, openCluster: () => cluster } });
  onTestFinished(dispose);
  return app.inject({
    url: '/api/index_management/indices',
    headers: { host: testHost, ...headers },
    ...options,
  });
}

const REMOTE = '192.0.2.1';

describe('a list', () => {
  it('is sent compressed to who takes it', async () => {
    const { headers, rawPayload } = await listWith({
      remoteAddress: REMOTE,
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-length': String(rawPayload.length),
      'content-type': 'application/json; charset=utf-8',
      vary: 'accept-encoding',
    });
    const text = gunzipSync(rawPayload).toString();
    expect((JSON.parse(text) as { name: string }[]).map(({ name }) => name)).toEqual(ROWS.map(({ index }) => index));
    expect(rawPayload.length).toBeLessThan(text.length / 5);
  });

  it.each([
    ['on this machine', { remoteAddress: '127.0.0.1', headers: { 'accept-encoding': 'gzip' } }],
    ['without gzip', { remoteAddress: REMOTE, headers: { 'accept-encoding': 'br' } }],
    ['that refuses gzip', { remoteAddress: REMOTE, headers: { 'accept-encoding': 'gzip;q=0, *' } }],
    ['that says nothing', { remoteAddress: REMOTE }],
  ])('is sent as it is to a client %s', async (_who, options) => {
    const { headers, body } = await listWith(options);
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers['vary']).toBe('accept-encoding');
    expect(JSON.parse(body)).toHaveLength(ROWS.length);
  });

  it('is compressed for a proxy on this machine', async () => {
    const headers = { 'accept-encoding': '*', 'x-forwarded-for': REMOTE };
    expect((await listWith({ remoteAddress: '127.0.0.1', headers })).headers['content-encoding']).toBe('gzip');
  });
});
