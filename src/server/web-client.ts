import { randomBytes } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, onSendAsyncHookHandler } from 'fastify';
import { basePathPlaceholder } from './base-path.ts';
import { contentSecurityPolicy, noncePlaceholder } from './csp.ts';
import { RequestError } from './console/errors.ts';
import { namesEncoding } from './payload.ts';

/** Where the console stands below the server's address; its screens are the routes under it. */
export const consolePath = '/management/data/index_management/';

const config = { writes: false };

/**
 * The address of a page as whoever typed it meant it, where it can't be decoded: with a bare `%`, say, which names of
 * indices may have. Null for what is no page, and for what can be decoded.
 */
export function decodablePage(url: string): string | null {
  const end = url.search(/[?#]/);
  const path = end === -1 ? url : url.slice(0, end);
  if (!path.startsWith('/management/')) return null;
  const decodable = path.split('/').map(decodableSegment).join('/');
  return decodable === path ? null : `${decodable}${url.slice(path.length)}`;
}

function decodableSegment(segment: string): string {
  const bare = segment.replace(/%(?![\dA-Fa-f]{2})/g, '%25');
  // What is no UTF-8 is meant as it stands there, too.
  return [segment, bare].find(isDecodable) ?? segment.replaceAll('%', '%25');
}

function isDecodable(segment: string): boolean {
  try {
    decodeURIComponent(segment);
    return true;
  } catch {
    return false;
  }
}

/**
 * Serves the built web client: the page under every path of the console, files with a hash in their name for ever, the
 * module for hosts, the icon. Browsers reach all of it below `basePath`. Resolves to whether there is one in the
 * folder; without, the page's paths answer 503 and say what to do.
 */
export async function addWebClient(app: FastifyInstance, clientDir: string, basePath = ''): Promise<boolean> {
  const page = (await readPage(clientDir))?.replaceAll(basePathPlaceholder, basePath);
  for (const url of ['/', '/management', '/management/']) {
    app.get(url, { config }, (_request, reply) => reply.redirect(`${basePath}${consolePath}indices`));
  }

  app.get('/management/*', { config }, (_request, reply) => {
    if (page === undefined) {
      throw new RequestError(
        503,
        'The web client is not built. Run "npm run build", or open the address of "npm run dev".',
      );
    }
    const nonce = randomBytes(16).toString('base64');
    return reply
      .header('content-security-policy', contentSecurityPolicy(nonce))
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(noncePlaceholder, nonce));
  });
  if (page === undefined) return false;

  await app.register(fastifyStatic, {
    serve: false,
    root: join(clientDir, 'assets'),
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    dotfiles: 'deny',
  });
  const onSend = await sendGzipped(join(clientDir, 'assets'));
  app.get<{ Params: { '*': string } }>('/assets/*', { config, onSend }, (request, reply) =>
    reply.sendFile(request.params['*']),
  );
  app.get('/favicon.svg', { config }, (_request, reply) =>
    reply.sendFile('favicon.svg', clientDir, { immutable: false, maxAge: '1d' }),
  );
  // What a host imports, under a name that stays: asked for each time whether it is still the same.
  app.get('/mapledger.js', { config }, (_request, reply) =>
    reply.sendFile('mapledger.js', clientDir, { immutable: false, maxAge: 0 }),
  );
  // By it the console notices that it is not the newest any more.
  app.get('/build.json', { config }, (_request, reply) =>
    reply.sendFile('build.json', clientDir, { immutable: false, maxAge: 0 }),
  );
  // What of it can be fetched before it is needed.
  app.get('/code.json', { config }, (_request, reply) =>
    reply.sendFile('code.json', clientDir, { immutable: false, maxAge: 0 }),
  );
  return true;
}

async function readPage(clientDir: string): Promise<string | undefined> {
  try {
    return await readFile(join(clientDir, 'index.html'), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

const compress = promisify(gzip);

/**
 * Sends gzip of a file to who takes no Brotli, which browsers take over TLS and on this machine only. The build has
 * Brotli twins alone: a file that has one is compressed for the first who asks, and kept until the server ends. They
 * are the files of one build, so that memory is bounded: 0.9 MB in all. For routes whose `*` is the name of a file in
 * the folder.
 */
async function sendGzipped(folder: string): Promise<onSendAsyncHookHandler> {
  const names = await readdir(folder);
  const worthIt = new Set(names.flatMap((name) => (name.endsWith('.br') ? [name.slice(0, -'.br'.length)] : [])));
  const kept = new Map<string, Promise<Buffer>>();
  const gzipOf = (name: string) => {
    const made = kept.get(name) ?? readFile(join(folder, name)).then((content) => compress(content));
    kept.set(name, made);
    // What could not be read now may be read by the next.
    made.catch(() => kept.delete(name));
    return made;
  };

  return async (request, reply, payload) => {
    const { '*': name = '' } = request.params as { readonly '*'?: string };
    const isWhole = reply.statusCode === 200 && payload instanceof Readable && !reply.hasHeader('content-encoding');
    if (!isWhole || !worthIt.has(name) || !namesEncoding(request.headers['accept-encoding'], 'gzip')) return payload;
    payload.destroy();
    const content = await gzipOf(name);
    reply.header('content-encoding', 'gzip').header('content-length', content.length);
    return content;
  };
}
