import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { isObject, parseJson } from '#domain/json';
import { ClusterError, type ClusterCall, type ClusterGateway } from '#domain/ports';
import { embeddedEngine } from '../../server/embedded/embedded-engine.ts';
import { memoryEngineStorage } from '../../server/embedded/storage.ts';

/** What happens to a request on its way: nothing, or it is lost before or after the engine has carried it out. */
export type Mishap = 'none' | 'lost before' | 'lost after' | { readonly status: number; readonly reason: string };

export interface TestCluster {
  readonly url: string;
  /** Straight to the engine. */
  readonly engine: ClusterGateway;
  /** Requests that change something, as `PUT /_index_template/a`, in the order in which they arrived. */
  readonly writes: readonly string[];
  /** Asked for each of them, with how many came before; and for reading ones with `undefined`. */
  mishap: (write: number | undefined, path: string) => Mishap;
}

/** An embedded engine behind a socket, as a cluster is. It is gone after the test. */
export async function startCluster(): Promise<TestCluster> {
  let ids = 0;
  const engine = embeddedEngine({
    storage: memoryEngineStorage(),
    clock: { now: () => '2026-11-25T10:00:00.000Z' },
    ids: { next: () => `id${ids++}` },
  });
  const writes: string[] = [];
  const server = createServer((request, response) => void answer(request, response));
  const cluster: { url: string } & TestCluster = { url: '', engine, writes, mishap: () => 'none' };
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = request;
    const body = await text(request);
    const call = callOf(method, url, body);
    const isWrite = method !== 'GET' && method !== 'HEAD';
    const written = writes.length;
    if (isWrite) writes.push(`${method} ${decodeURIComponent(url.split('?')[0] ?? '')}`);
    const mishap: Mishap = cluster.mishap(isWrite ? written : undefined, url);
    if (mishap === 'lost before') return void request.socket.destroy();
    if (typeof mishap === 'object') {
      const reason = JSON.stringify(mishap.reason);
      sendJson(response, mishap.status, `{"error":{"type":"test_exception","reason":${reason}}}`);
      return;
    }
    try {
      const { status, body: found } = await engine.send(call);
      if (mishap === 'lost after') return void request.socket.destroy();
      sendJson(response, status, found);
    } catch (error) {
      if (!(error instanceof ClusterError)) throw error;
      const reason =
        error.type === undefined ? '{}' : JSON.stringify({ error: { type: error.type, reason: error.reason } });
      sendJson(response, error.status ?? 500, reason);
    }
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
    engine.close();
  });
  return Object.assign(cluster, { url: `http://127.0.0.1:${address.port}` });
}

/**
 * Has the first write that ends so (`POST /_reindex`, `/_mapping`) meet a mishap, and no other request.
 *
 * @returns whether it has come
 */
export function onFirst(cluster: TestCluster, ending: string, mishap: Mishap): () => boolean {
  let hasCome = false;
  cluster.mishap = (write) => {
    if (hasCome || write === undefined || cluster.writes[write]?.endsWith(ending) !== true) return 'none';
    hasCome = true;
    return mishap;
  };
  return () => hasCome;
}

/** A refusal that no plan expects. */
export const NOT_NOW: Mishap = { status: 400, reason: 'Not now.' };

function sendJson(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}

function callOf(method: string, url: string, body: string): ClusterCall {
  const { pathname, searchParams } = new URL(url, 'http://cluster');
  return {
    method: method as ClusterCall['method'],
    path: pathname
      .split('/')
      .filter((part) => part !== '')
      .map(decodeURIComponent),
    query: Object.fromEntries(searchParams),
    ...(body !== '' && { body }),
  };
}

/** The templates of a cluster by their paths: what two clusters must have alike. */
export async function templatesOn(engine: ClusterGateway): Promise<unknown> {
  const read = async (path: string) => parseJson((await engine.send({ method: 'GET', path: [path] })).body);
  const lists = [await read('_component_template'), await read('_index_template'), await read('_template')];
  return lists.map((list) => (isObject(list) ? list : {}));
}
