import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from '#domain/console';
import { errorBody, failureBody, RequestError } from './console/errors.ts';

const MEBIBYTE = 1024 * 1024;

/** Sends what was thrown as an `ErrorBody`. What is not the caller's fault goes to the log, and only its request id to the caller. */
export function sendError(
  error: FastifyError | RequestError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const body = describe(error, request);
  if (body.statusCode >= 500) request.log.error({ err: error }, error.message);
  return reply.code(body.statusCode).send(body);
}

function describe(error: FastifyError | RequestError, request: FastifyRequest): ErrorBody {
  if (error instanceof RequestError) return errorBody(error.statusCode, error.message, error.attributes);
  const statusCode = error.statusCode ?? 500;
  if (statusCode < 400 || statusCode >= 500) return failureBody(request.id);
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
