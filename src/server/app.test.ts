import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noncePlaceholder } from './csp.ts';
import { appWithClient, testHost } from './test-client.ts';

let app: FastifyInstance;
let dispose: () => Promise<void>;

beforeAll(async () => {
  ({ app, dispose } = await appWithClient());
});
afterAll(() => dispose());

function get(url: string, headers: Record<string, string> = {}) {
  return app.inject({ url, headers: { host: testHost, ...headers } });
}

describe('the API', () => {
  it('answers on health with its version', async () => {
    const response = await get('/api/index_management/health');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ status: 'ok', version: '1.2.3' });
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it('answers 404 as JSON below /api', async () => {
    const response = await get('/api/index_management/nothing');
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual({
      statusCode: 404,
      error: 'Not Found',
      message: 'Not found: GET /api/index_management/nothing.',
    });
  });
});

describe('the page', () => {
  it.each(['/', '/management', '/management/'])('is reached from %s', async (url) => {
    const response = await get(url);
    expect(response.statusCode).toBe(302);
    expect(response.headers.location).toBe('/management/data/index_management/indices');
  });

  it('is served under every path of the console, never from a cache, with a fresh nonce in policy and page', async () => {
    const nonces = new Set<string>();
    for (const path of ['', 'drafts', 'templates/a%2Fb', 'drafts/1?field=/properties/a~1b']) {
      const response = await get(`/management/data/index_management/${path}`);
      expect(response.statusCode).toBe(200);
      expect(response.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
      });
      const nonce =
        /style-src 'self' 'nonce-([^']{24})'/.exec(String(response.headers['content-security-policy']))?.[1] ?? 'none';
      expect(response.body).toContain(`nonce="${nonce}"`);
      expect(response.body).not.toContain(noncePlaceholder);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(4);
  });

  it('says what to do where the client is not built', async () => {
    const unbuilt = await appWithClient({ clientDir: '/nowhere' });
    const response = await unbuilt.app.inject({
      url: '/management/data/index_management/',
      headers: { host: testHost },
    });
    expect(response.statusCode).toBe(503);
    expect(response.json()).toMatchObject({ message: expect.stringContaining('npm run build') });
    expect(unbuilt.app.hasWebClient).toBe(false);
    await unbuilt.dispose();
  });
});

describe('files', () => {
  it('with a hash in their name are kept for ever, and sent compressed to who takes it', async () => {
    const plain = await get('/assets/index-1a2b3c.js');
    expect(plain.body).toBe('export {};');
    expect(plain.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    });
    expect(plain.headers['content-type']).toMatch(/javascript/);

    const compressed = await get('/assets/index-1a2b3c.js', { 'accept-encoding': 'br, gzip' });
    expect(compressed.headers['content-encoding']).toBe('br');
    expect(compressed.body).toBe('as brotli');
  });

  it('are compressed by gzip for who takes no Brotli, once', async () => {
    const path = '/assets/index-1a2b3c.js';
    const plain = await get(path);
    for (const accepted of ['gzip, deflate', 'gzip;q=0.5', '*, br;q=0']) {
      const { statusCode, headers, rawPayload } = await get(path, { 'accept-encoding': accepted });
      expect(statusCode).toBe(200);
      expect(gunzipSync(rawPayload).toString()).toBe(plain.body);
      expect(headers).toEqual({
        ...plain.headers,
        'content-encoding': 'gzip',
        'content-length': String(rawPayload.length),
        date: headers.date,
        'x-request-id': headers['x-request-id'],
      });
    }
  });

  it('are sent as they are to who takes no compression, in parts, and where the build has no smaller twin', async () => {
    const path = '/assets/index-1a2b3c.js';
    for (const headers of [{ 'accept-encoding': 'deflate' }, { 'accept-encoding': 'gzip;q=0' }, {}]) {
      const response = await get(path, headers);
      expect(response.body).toBe('export {};');
      expect(response.headers['content-encoding']).toBeUndefined();
    }
    const part = await get(path, { 'accept-encoding': 'gzip', range: 'bytes=0-5' });
    expect({ status: part.statusCode, body: part.body }).toEqual({ status: 206, body: 'export' });
    const small = await get('/assets/small-4d5e6f.js', { 'accept-encoding': 'gzip' });
    expect(small.body).toBe('export {};');
    const tag = (await get(path)).headers.etag ?? '';
    const known = await get(path, { 'accept-encoding': 'gzip', 'if-none-match': tag });
    expect({ status: known.statusCode, body: known.body }).toEqual({ status: 304, body: '' });
  });

  it('include the icon, which is asked for again', async () => {
    const response = await get('/favicon.svg');
    expect(response.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=86400',
    });
  });
});

describe('hostile paths', () => {
  // Through a socket, and not `inject` or `fetch`: both tidy the path before they send it.
  let origin: URL;
  let listening: { app: FastifyInstance; dispose(): Promise<void> };
  beforeAll(async () => {
    listening = await appWithClient();
    origin = new URL(await listening.app.listen({ host: '127.0.0.1', port: 0 }));
  });
  afterAll(() => listening.dispose());

  async function getVerbatim(path: string): Promise<IncomingMessage> {
    const sent = request({ host: origin.hostname, port: origin.port, path }).end();
    const [response]: IncomingMessage[] = await once(sent, 'response');
    if (response === undefined) throw new Error('no response');
    return response;
  }

  it.each([
    ['100%', '100%25'],
    ['100%?filter=5%', '100%25?filter=5%'],
    ['a%zz%20b', 'a%25zz%20b'],
    ['%ff', '%25ff'],
    ['a%/%ff%20', 'a%25/%25ff%2520'],
  ])('of a page are led to what they mean: %s', async (typed, meant) => {
    const base = '/management/data/index_management/indices';
    const response = await getVerbatim(`${base}/${typed}`);
    expect([response.statusCode, response.headers.location]).toEqual([302, `${base}/${meant}`]);
    expect(response.headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
    expect((await getVerbatim(`${base}/${meant}`)).statusCode).toBe(200);
  });

  it.each([
    '/assets/missing.js',
    '/assets/',
    '/assets/../index.html',
    '/assets/%2e%2e/index.html',
    '/assets/%2e%2e%2findex.html',
    '/assets/..%2f..%2fserver%2fmain.js',
    '/assets/%252e%252e%252fserver/main.js',
    '/assets/..%5c..%5cserver%5cmain.js',
    '/assets//etc/passwd',
    '/assets/%2fetc%2fpasswd',
    '/assets/%00',
    '/assets/index-1a2b3c.js%00.svg',
    '/assets/%',
    '/assets/%ff',
    '/..%2f..%2fsecret.txt',
    '/../../secret.txt',
    '/%2e%2e/server/main.js',
    '//evil.example/secret.txt',
    '/dist/server/main.js',
    '/package.json',
    '/index.html',
  ])('never leave the assets: %s', async (path) => {
    const response = await getVerbatim(path);
    const body = await json(response);
    expect([400, 403, 404]).toContain(response.statusCode);
    expect(body).toMatchObject({
      statusCode: response.statusCode,
      error: expect.any(String),
      message: expect.any(String),
    });
    expect(JSON.stringify(body)).not.toContain('outside the client');
    expect(response.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
  });
});
