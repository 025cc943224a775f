import { createServer } from 'node:http';
import { once } from 'node:events';
import { join } from 'node:path';
import { build } from 'vite';

export interface Site {
  /** Ends in a slash. It stays the same for the whole run, and what the pages stored with it. */
  readonly address: string;
  close(): void;
}

/** Builds the page of the suite, and serves it from memory on a free port. */
export async function serveSite(): Promise<Site> {
  const built = await build({
    configFile: false,
    root: join(import.meta.dirname, 'page'),
    logLevel: 'warn',
    build: { write: false, target: 'es2023', modulePreload: false, minify: false },
  });
  const outputs = Array.isArray(built) ? built : 'output' in built ? [built] : [];
  const files = new Map(
    outputs
      .flatMap(({ output }) => output)
      .map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]),
  );
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://page').pathname;
    const name = path === '/' ? '/index.html' : path;
    const content = files.get(name);
    if (content === undefined) response.writeHead(404).end();
    else
      response.writeHead(200, { 'content-type': name.endsWith('.js') ? 'text/javascript' : 'text/html' }).end(content);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const at = server.address();
  if (at === null || typeof at === 'string') throw new Error('The server has no port.');
  return {
    address: `http://127.0.0.1:${at.port}/`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
