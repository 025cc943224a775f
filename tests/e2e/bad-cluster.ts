import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll } from 'vitest';
import { formatJson, type JsonValue } from '#domain/json';
import { ClusterError, type ClusterCall, type ClusterGateway } from '#domain/ports';
import { ulidSource } from '../../src/infra/platform.ts';
import { remoteCluster } from '../../src/server/cluster/remote-cluster.ts';
import { embeddedEngine } from '../../src/server/embedded/embedded-engine.ts';
import { memoryEngineStorage } from '../../src/server/embedded/storage.ts';

/** How a call is answered in place of the engine. */
export type Fault =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** The engine does it, and the connection ends half-way through its answer. */
  | { readonly kind: 'cut' }
  /** The engine does it once this is resolved. */
  | { readonly kind: 'wait'; readonly until: Promise<unknown> };

/** A call as the cluster receives it; `path` is `POST /logs-1,logs-2/_close`, decoded. */
export interface ReceivedCall {
  readonly line: string;
  readonly body: string;
  readonly user: string | undefined;
}

/** An engine behind a real socket, which can be told to misbehave. */
export interface BadCluster {
  readonly url: string;
  readonly received: readonly ReceivedCall[];
  /** What to do with each call from now on; undefined for what the engine says. */
  faultOf: (call: ReceivedCall) => Fault | undefined;
  /** `authorization` headers that are taken, by the name of who has them; everybody is let in where there is none. */
  users: Readonly<Record<string, string>>;
  /** Asks the engine itself, past the faults. */
  ask(method: ClusterCall['method'], path: readonly string[], body?: JsonValue): Promise<string>;
  /** Nobody listens at its address any more. */
  goDown(): Promise<void>;
  comeBack(): Promise<void>;
}

export function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

/** An error as the engines word them. */
export function refusal(
  status: number,
  type: string,
  reason: string,
  headers: Readonly<Record<string, string>> = {},
): Fault {
  return { kind: 'answer', status, body: errorText(status, type, reason), headers };
}

function errorText(status: number, type: string, reason: string): string {
  return JSON.stringify({ error: { root_cause: [{ type, reason }], type, reason }, status });
}

/**
 * Starts one with no index at all, or one before the engine at an address; it is gone after the tests around the call.
 */
export async function startBadCluster(address?: string): Promise<BadCluster> {
  const { engine, close } = engineAt(address);
  const received: ReceivedCall[] = [];
  const server = createServer((request, response) => void answer(request, response));
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;

  const cluster: BadCluster = {
    url: `http://127.0.0.1:${port}`,
    received,
    faultOf: () => undefined,
    users: {},
    async ask(method, path, body) {
      return (await engine.send({ method, path, ...(body !== undefined && { body: formatJson(body) }) })).body;
    },
    async goDown() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
    comeBack: () => listen(port),
  };
  afterAll(async () => {
    if (server.listening) await cluster.goDown();
    await close();
  });
  return cluster;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const url = new URL(request.url ?? '/', 'http://cluster.invalid');
    const path = url.pathname.split('/').filter(Boolean).map(decodeURIComponent);
    const user = Object.entries(cluster.users).find(
      ([, authorization]) => authorization === request.headers.authorization,
    )?.[0];
    const call = { line: `${String(request.method)} /${path.join('/')}`, body, user };
    received.push(call);
    const fault = Object.keys(cluster.users).length > 0 && user === undefined ? NOT_LET_IN : cluster.faultOf(call);
    if (fault?.kind === 'answer') {
      response.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers }).end(fault.body);
      return;
    }
    if (fault?.kind === 'wait') await fault.until;
    const said = await ofEngine(
      {
        method: request.method as ClusterCall['method'],
        path,
        query: Object.fromEntries(url.searchParams),
        ...(body !== '' && { body }),
      },
      user,
    );
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(said.body) };
    if (fault?.kind === 'cut') {
      response.writeHead(said.status, headers);
      response.write(said.body.slice(0, 5), () => response.destroy());
      return;
    }
    response.writeHead(said.status, headers).end(said.body);
  }

  async function ofEngine(
    call: ClusterCall,
    user: string | undefined,
  ): Promise<{ readonly status: number; readonly body: string }> {
    if (user !== undefined && call.path.join('/') === '_security/_authenticate')
      return { status: 200, body: JSON.stringify({ username: user }) };
    try {
      return await engine.send(call);
    } catch (error) {
      if (!(error instanceof ClusterError) || error.status === undefined) throw error;
      return { status: error.status, body: errorText(error.status, error.type ?? 'exception', error.reason ?? '') };
    }
  }
}

function engineAt(address: string | undefined): { engine: ClusterGateway; close: () => unknown } {
  if (address !== undefined) {
    const remote = remoteCluster({ label: 'the engine', url: address });
    return { engine: remote.connect(), close: () => remote.close() };
  }
  const engine = embeddedEngine({
    storage: memoryEngineStorage(),
    clock: { now: () => new Date().toISOString() },
    ids: ulidSource(),
  });
  return { engine, close: () => engine.close() };
}

const NOT_LET_IN = refusal(401, 'security_exception', 'missing or wrong authentication credentials for REST request', {
  'www-authenticate': 'Basic realm="security" charset="UTF-8", ApiKey',
});
