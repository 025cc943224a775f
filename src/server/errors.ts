import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

export interface ErrorBody {
  readonly statusCode: number;
  readonly error: string;
  readonly message: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
}

/** An error that a route means the caller to see; anything else that is thrown is answered without its text. */
export class RequestError extends Error {
  readonly statusCode: number;
  readonly attributes: ErrorBody['attributes'];

  constructor(statusCode: number, message: string, attributes?: ErrorBody['attributes']) {
    super(message);
    this.name = 'RequestError';
    this.statusCode = statusCode;
    this.attributes = attributes;
  }
}

/** The one shape in which every error leaves the server. */
export function errorBody(statusCode: number, message: string, attributes?: ErrorBody['attributes']): ErrorBody {
  const error = STATUS_CODES[statusCode] ?? 'Error';
  return attributes === undefined ? { statusCode, error, message } : { statusCode, error, message, attributes };
}

/** Sends what was thrown as an `ErrorBody`. What is not the caller's fault goes to the log, and only its request id to the caller. */
export function sendError(error: FastifyError | RequestError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const body = describe(error, request);
  if (body.statusCode >= 500) request.log.error({ err: error }, error.message);
  return reply.code(body.statusCode).send(body);
}

function describe(error: FastifyError | RequestError, request: FastifyRequest): ErrorBody {
  if (error instanceof RequestError) return errorBody(error.statusCode, error.message, error.attributes);
  const statusCode = error.statusCode ?? 500;
  if (statusCode < 400 || statusCode >= 500) {
    const message = 'The server failed while answering. Its log has the reason under the request id.';
    return errorBody(500, message, { requestId: request.id });
  }
  if (error.validation) {
    const issues = error.validation.map(({ instancePath, message }) => ({ at: instancePath, reason: message ?? 'not valid' }));
    return errorBody(statusCode, error.message, { issues });
  }
  return errorBody(statusCode, error.message);
}
