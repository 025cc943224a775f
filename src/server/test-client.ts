import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp, type AppOptions } from './app.ts';
import { openClusters } from './clusters/clusters.ts';
import type { OpenCluster } from './console/context.ts';
import { noncePlaceholder } from './csp.ts';
import type { SessionRoutesOptions } from './session-routes.ts';
import { memorySessions } from './sessions.ts';
import { signInLimit } from './sign-in-limit.ts';

/** The Host header under which the app of these tests answers. */
export const testHost = '127.0.0.1:7300';

const files = {
  'dist/client/index.html': `<!doctype html><meta property="csp-nonce" nonce="${noncePlaceholder}"><div id="root"></div>`,
  'dist/client/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'dist/client/assets/index-1a2b3c.js': 'export {};',
  'dist/client/assets/index-1a2b3c.js.br': 'as brotli',
  'dist/client/assets/small-4d5e6f.js': 'export {};',
  'dist/server/main.js': 'outside the client',
  'secret.txt': 'outside the client',
};

/** The routes to sign in and out of a cluster of a test, with sessions in memory. */
export function sessionRoutesOver({ gateway }: OpenCluster): SessionRoutesOptions {
  const connect = () => gateway;
  const clusters = openClusters([
    {
      entry: { id: 'recorded', label: 'Recorded', kind: 'remote' },
      remote: { connect, close: () => Promise.resolve() },
    },
  ]);
  return { clusters, sessions: memorySessions(() => 0), limit: signInLimit(() => 0), secureCookies: false };
}

/** An app that serves a small built client from a temporary folder; `dispose` closes and deletes both. */
export async function appWithClient(
  options: Partial<AppOptions> = {},
): Promise<{ app: FastifyInstance; dispose(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'mapledger-'));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  const clientDir = join(folder, 'dist/client');
  const app = await buildApp({
    host: '127.0.0.1',
    port: 7300,
    allowedHosts: [],
    version: '1.2.3',
    clientDir,
    ...options,
  });
  return {
    app,
    async dispose() {
      await app.close();
      await rm(folder, { recursive: true });
    },
  };
}
