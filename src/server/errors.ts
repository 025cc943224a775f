import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest, ConnectionError } from 'fastify';
import type { ErrorBody } from '#domain/console';
import { errorBody, failureBody, RequestError } from './console/errors.ts';
import { SECURITY_HEADERS } from './security.ts';

const MEBIBYTE = 1024 * 1024;

/**
 * Sends what was thrown as an `ErrorBody`. What is not the caller's fault goes to the log, and only its request id to
 * the caller.
 */
export function sendError(
  error: FastifyError | RequestError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const body = describe(error, request);
  if (body.statusCode >= 500) request.log.error({ err: error }, error.message);
  if ('code' in error && error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') readRest(request, reply);
  return reply.code(body.statusCode).send(body);
}

/**
 * How much is read of a body that is too large, so that its sender reads the answer: a connection that is closed
 * meanwhile is a network error there.
 */
const MAX_DRAINED_BYTES = 64 * MEBIBYTE;

/** Reads the rest of a body and keeps nothing of it; a connection on which too much comes is closed. */
function readRest({ raw }: FastifyRequest, reply: FastifyReply): void {
  let left = MAX_DRAINED_BYTES;
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) raw.destroy();
  });
  raw.resume();
  // The connection would be closed with the answer, and what is still on its way would reset it.
  reply.removeHeader('connection');
}

function describe(error: FastifyError | RequestError, request: FastifyRequest): ErrorBody {
  if (error instanceof RequestError) return errorBody(error.statusCode, error.message, error.attributes);
  const statusCode = error.statusCode ?? 500;
  if (statusCode < 400 || statusCode >= 500) return failureBody(request.id, error);
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const limit = request.routeOptions.bodyLimit;
    return errorBody(
      413,
      `The body is larger than the limit of ${limit >= MEBIBYTE ? `${limit / MEBIBYTE} MiB` : `${limit} bytes`}.`,
      { limit },
    );
  }
  if (error.validation) {
    const issues = error.validation.map(({ instancePath, message }) => ({
      at: instancePath,
      reason: message ?? 'not valid',
    }));
    return errorBody(statusCode, error.message, { issues });
  }
  return errorBody(statusCode, error.message);
}

/** What the HTTP parser found, by its code; anything else is no HTTP. */
const FAULTS: Readonly<Record<string, readonly [status: number, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: [431, 'The request headers are too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions are too large.'],
};

/**
 * Answers what the HTTP parser can't read, or does not wait for any longer, as every other error is answered, and
 * closes the connection.
 */
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
