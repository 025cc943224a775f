import type { ClusterErrorAttributes, ErrorBody } from '#domain/console';
import type { ClusterError } from '#domain/ports';
import { DISK_FULL, isDiskFull } from './disk-full.ts';
import { refusedField } from './refused-field.ts';

/** The names of the statuses that this server answers with (RFC 9110, and 499 for a caller that has gone). */
const STATUS_NAMES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  413: 'Payload Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  421: 'Misdirected Request',
  422: 'Unprocessable Entity',
  424: 'Failed Dependency',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  499: 'Client Closed Request',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  507: 'Insufficient Storage',
};

/** An error that a route means the caller to see; anything else that is thrown is answered without its text. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly statusCode: number;
  readonly attributes: ErrorBody['attributes'];

  constructor(statusCode: number, message: string, attributes?: ErrorBody['attributes']) {
    super(message);
    this.statusCode = statusCode;
    this.attributes = attributes;
  }
}

/** The one shape in which every error leaves the server. */
export function errorBody(statusCode: number, message: string, attributes?: ErrorBody['attributes']): ErrorBody {
  const error = STATUS_NAMES[statusCode] ?? 'Error';
  return attributes === undefined ? { statusCode, error, message } : { statusCode, error, message, attributes };
}

/**
 * The response body for an internal error: the disk is full, or the reason is in the server log under the id of the
 * request.
 */
export function failureBody(requestId: string, error?: unknown): ErrorBody {
  if (isDiskFull(error)) return errorBody(507, DISK_FULL, { requestId });
  return errorBody(500, 'Internal server error. See the server log for this request ID.', {
    requestId,
  });
}

/** What went wrong at a cluster, with its own status, type and reason as attributes. */
export function clusterErrorBody(error: ClusterError, cluster?: string): ErrorBody {
  const { fault, status, type, reason, request } = error;
  const attributes: ClusterErrorAttributes = {
    cause: fault,
    ...(status !== undefined && { status }),
    ...(type !== undefined && { type }),
    ...(reason !== undefined && { reason }),
    ...(fault === 'refused' && refusedField(reason)),
    request,
    ...(cluster !== undefined && { cluster }),
  };
  return errorBody(statusOf(error), error.message, attributes);
}

function statusOf({ fault, status }: ClusterError): number {
  switch (fault) {
    case 'refused':
      return status !== undefined && status >= 400 && status < 500 ? status : 400;
    case 'unauthorized':
      return 401;
    case 'forbidden':
      return 403;
    case 'timeout':
      return 504;
    case 'overloaded':
      return status === 429 ? 429 : 503;
    case 'cancelled':
      return 499;
    case 'unreachable':
    case 'tls':
    case 'cut':
    case 'redirected':
    case 'not_json':
    case 'too_large':
    case 'failed':
      return 502;
  }
}
