import { once } from 'node:events';
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request as it reached the cluster, and what that answered. */
export interface WireCall {
  readonly method: string;
  /** With the query, as it was sent. */
  readonly path: string;
  readonly body: string;
  readonly status: number;
  /** Whether the answer was not passed on. */
  readonly isLost?: true;
  /** When the answer was passed on, in ms since 1970. */
  readonly endedMs: number;
}

export interface RecordingProxy {
  readonly url: string;
  readonly calls: readonly WireCall[];
  /** Keeps back the answer to the next call of a method. */
  loseNext(method: string): void;
  stop(): Promise<void>;
}

/** Stands between a server and a cluster, and writes down all that passes. */
export async function startRecordingProxy(target: string): Promise<RecordingProxy> {
  const calls: WireCall[] = [];
  let lost: string | null = null;
  const { hostname, port } = new URL(target);
  const server = createServer((request, response) => void pass(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const { method = 'GET', url: path = '/', headers } = request;
    const asked = send({ hostname, port, method, path, headers: { ...headers, host: `${hostname}:${port}` } });
    asked.on('error', () => response.destroy());
    asked.on('response', (answer) => {
      void buffer(answer).then((text) => {
        const isLost = method === lost;
        const call = { method, path, body: body.toString(), status: answer.statusCode ?? 0, endedMs: Date.now() };
        calls.push({ ...call, ...(isLost && { isLost }) });
        if (isLost) {
          lost = null;
          response.destroy();
          return;
        }
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        response.end(text);
      });
    });
    asked.end(body);
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    loseNext(method) {
      lost = method;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
