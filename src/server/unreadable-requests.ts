import type { ConnectionError } from 'fastify';
import type { Socket } from 'node:net';
import { errorBody } from './console/errors.ts';
import { SECURITY_HEADERS } from './security.ts';

/** What the HTTP parser found, by its code; anything else is no HTTP. */
const FAULTS: Readonly<Record<string, readonly [status: number, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: [431, 'The request headers are too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions are too large.'],
};

/** Answers what the HTTP parser can't read, or does not wait for any longer, as every other error is answered, and closes the connection. */
export function refuseUnreadable(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy(error);
    return;
  }
  const [status, message] = FAULTS[error.code] ?? [400, 'Invalid HTTP request.'];
  const body = errorBody(status, message);
  const text = JSON.stringify(body);
  const headers = {
    ...SECURITY_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${body.error}\r\n${lines.join('')}\r\n${text}`);
  // A peer that does not read must not hold the socket.
  socket.destroySoon();
}
