import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** How the server answers the n-th request, from 0. */
export type Answerer = (response: ServerResponse, request: SeenRequest, count: number) => void;

export interface TestServer {
  readonly url: string;
  readonly seen: readonly SeenRequest[];
  close(): Promise<void>;
}

export interface KeyPair {
  readonly key: string;
  readonly cert: string;
}

/** A server that answers as a cluster might, well or badly. It is gone after the test. */
export async function startServer(answer: Answerer, keys?: KeyPair): Promise<TestServer> {
  const seen: SeenRequest[] = [];
  const listener: RequestListener = (request, response) => {
    void text(request).then((body) => {
      const { method = '', url = '', headers } = request;
      const one = { method, url, headers, body };
      answer(response, one, seen.push(one) - 1);
    });
  };
  const server = keys === undefined ? createServer(listener) : createTlsServer(keys, listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const close = async () => {
    if (!server.listening) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  onTestFinished(close);
  return { url: `http${keys === undefined ? '' : 's'}://127.0.0.1:${address.port}`, seen, close };
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** A certificate that is signed by itself, for the names of `subjectAltName`; undefined where there is no openssl. */
export function selfSigned(subjectAltName: string, days = 1): KeyPair | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'mapledger-keys-'));
  try {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const subject = ['-subj', '/CN=mapledger test', '-addext', `subjectAltName=${subjectAltName}`];
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-days',
        String(days),
        '-keyout',
        key,
        '-out',
        cert,
        ...subject,
      ],
      { stdio: 'ignore' },
    );
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
