import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { contentSecurityPolicy, noncePlaceholder } from './csp.ts';
import { RequestError } from './console/errors.ts';
import { sendGzipped } from './gzipped-assets.ts';

/** Where the console stands below the server's address; its screens are the routes under it. */
export const consolePath = '/management/data/index_management/';

const config = { writes: false };

/**
 * Serves the built web client: the page under every path of the console, files with a hash in their name for ever, the module for hosts, the icon.
 * Resolves to whether there is one in the folder; without, the page's paths answer 503 and say what to do.
 */
export async function addWebClient(app: FastifyInstance, clientDir: string): Promise<boolean> {
  const page = await readPage(clientDir);
  for (const url of ['/', '/management', '/management/']) {
    app.get(url, { config }, (_request, reply) => reply.redirect(`${consolePath}indices`));
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
