import { Type, type Static } from 'typebox';
import { exact } from '../json/schemas.ts';
import type { CancelSignal } from './platform.ts';

/** One request to the cluster as it was sent, without credentials: to be shown, and copied as curl or for Dev Tools. */
export const ClusterRequestSchema = exact({
  method: Type.String(),
  /** With the query, as a URL writes it. */
  path: Type.String(),
  body: Type.Optional(Type.String()),
});
export type ClusterRequest = Static<typeof ClusterRequestSchema>;

/** One REST call, as the engine's documentation writes it. */
export interface ClusterCall {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  /**
   * Segments of the path, not encoded: `['logs-1,logs-2', '_close']`. Each is encoded whole, so that a `/` or `..` in a
   * name stays one.
   */
  readonly path: readonly string[];
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  /** JSON text, sent as it is. */
  readonly body?: string;
  /** It changes nothing, whatever its method says: `POST _index_template/_simulate`. GET and HEAD never do. */
  readonly isReading?: true;
  /** Its body holds a document of a user, or looks for one: errors and records name the call without it. */
  readonly isConfidential?: true;
  /** Of this call, instead of the gateway's own. */
  readonly timeoutMs?: number;
  readonly signal?: CancelSignal;
}

export interface ClusterAnswer {
  readonly status: number;
  /** JSON text as it came; empty for HEAD. Parse it with `parseJson` where it may carry mappings. */
  readonly body: string;
}

/** Whether a call changes nothing, however often it is sent. */
export function isReadingCall({ method, isReading }: Pick<ClusterCall, 'method' | 'isReading'>): boolean {
  return isReading === true || method === 'GET' || method === 'HEAD';
}

/** The way to one cluster, with the credentials of whoever asks. */
export interface ClusterGateway {
  /**
   * Resolves with an answer below 300. Reading calls (GET, HEAD, and what says so) are tried again with backoff where
   * the cluster is busy or can't be reached; writing ones only where it has said that it did nothing and may take them
   * some moments later (engine-faults.ts).
   * @throws ClusterError
   */
  send(call: ClusterCall): Promise<ClusterAnswer>;
}

interface ClusterErrorOptions {
  /** The cluster's own status, where it answered. */
  readonly status?: number;
  /** In the engine's words. */
  readonly type?: string;
  readonly reason?: string;
  /** By default so of a refusal: of `refused` and `forbidden`. */
  readonly isOfName?: boolean;
  readonly request: ClusterRequest;
  readonly cause?: unknown;
}

/** A call to a cluster that did not come to what was asked. Never holds credentials. */
export class ClusterError extends Error {
  override readonly name = 'ClusterError';
  readonly fault: ClusterFault;
  readonly status: number | undefined;
  readonly type: string | undefined;
  readonly reason: string | undefined;
  /** Whether it is about a name in the call: the same call for another name may be taken. */
  readonly isOfName: boolean;
  readonly request: ClusterRequest;

  constructor(fault: ClusterFault, message: string, options: ClusterErrorOptions) {
    const { status, type, reason, isOfName, request, cause } = options;
    super(message, { cause });
    this.fault = fault;
    this.status = status;
    this.type = type;
    this.reason = reason;
    this.isOfName = isOfName ?? (fault === 'refused' || fault === 'forbidden');
    this.request = request;
  }
}

/**
 * The request that a call makes, as a URL and a console write it; without its body where that is confidential.
 * @throws RangeError for a segment that is empty or dots, or that no URL can say
 */
export function requestOf({ method, path, query, body, isConfidential }: ClusterCall): ClusterRequest {
  const pairs = Object.entries(query ?? {}).map(
    ([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`,
  );
  const where = `/${path.map(encodeSegment).join('/')}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`;
  return body === undefined || isConfidential === true ? { method, path: where } : { method, path: where, body };
}

/** One segment of a path. Every URL parser takes dots out, encoded or not, and the call would go to another place. */
function encodeSegment(segment: string): string {
  if (segment === '' || segment === '.' || segment === '..')
    throw new RangeError(`A path can't hold the segment "${segment}"`);
  try {
    return encodeURIComponent(segment);
  } catch {
    throw new RangeError("A path can't hold half a character (a lone surrogate)");
  }
}

/** How a call to a cluster went wrong, as `attributes.cause` of an error says it. */
export const CLUSTER_FAULTS = [
  'unreachable',
  'tls',
  'timeout',
  'cut',
  'redirected',
  'not_json',
  'too_large',
  'refused',
  'unauthorized',
  'forbidden',
  'overloaded',
  'failed',
  'cancelled',
] as const;
export type ClusterFault = (typeof CLUSTER_FAULTS)[number];

/** Faults after which nobody knows whether the cluster did what it was asked. */
const UNSURE: readonly ClusterFault[] = ['cut', 'timeout', 'not_json', 'too_large', 'failed', 'cancelled'];

/** Whether a change may have been made although its call came to this fault. */
export function isUnsureFault(fault: ClusterFault): boolean {
  return UNSURE.includes(fault);
}
