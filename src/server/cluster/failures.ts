import { ClusterError, isReadingCall, type ClusterCall, type ClusterFault, type ClusterRequest } from '#domain/ports';
import { describeContent, engineError, looksLikeJson } from './answer-text.ts';
import type { HeadersTooLarge, SocketFault } from './socket-faults.ts';

type StatusFault = Extract<ClusterFault, 'refused' | 'unauthorized' | 'forbidden' | 'overloaded' | 'failed'>;

/** Content as it came; empty where there was none. */
interface Came {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly text: string;
}

/** One attempt at a call that did not come to an answer. */
export type FailedCall =
  | SocketFault
  | { readonly fault: 'cancelled'; readonly wasSent: boolean }
  | { readonly fault: 'timeout'; readonly timeoutMs: number }
  | { readonly fault: 'redirected'; readonly status: number; readonly location: string | undefined }
  | { readonly fault: 'too_large'; readonly status: number; readonly limitBytes: number }
  | HeadersTooLarge
  | ({ readonly fault: 'not_json' } & Came)
  | ({ readonly fault: StatusFault; readonly retryAfterMs?: number } & Came);

export function faultOfStatus(status: number): StatusFault {
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 429 || status === 503) return 'overloaded';
  return status < 500 ? 'refused' : 'failed';
}

export interface FailureWriterOptions {
  readonly label: string;
  readonly url: URL;
  readonly hasCredentials: boolean;
  /** Takes secrets out of what the cluster said. */
  readonly redact: (text: string) => string;
}

/** Said of a change after which nobody knows whether it was made. */
export const MAYBE_APPLIED = 'It may have been applied. Check before retrying.';

const IN_BETWEEN = 'Check the URL, and any proxy between this server and the cluster.';

interface Attempted {
  readonly call: ClusterCall;
  readonly request: ClusterRequest;
  readonly attempts: number;
}

/** Says what happened to a call, and what to do about it. */
export function failureWriter({ label, url, hasCredentials, redact }: FailureWriterOptions) {
  const cluster = `Cluster "${label}"`;

  /** `attempts` were made at a call, as the request that it makes. */
  function errorOf(failed: FailedCall, { call, request, attempts }: Attempted): ClusterError {
    const isRead = isReadingCall(call);
    const engine = 'text' in failed ? redacted(engineError(failed.text)) : {};
    const message = redact(messageOf(failed, engine.reason, isRead, attempts));
    return new ClusterError(failed.fault, message, {
      request,
      ...engine,
      ...('status' in failed && { status: failed.status }),
      ...('cause' in failed && { cause: failed.cause }),
    });
  }

  function redacted({ type, reason }: ReturnType<typeof engineError>): ReturnType<typeof engineError> {
    return {
      ...(type !== undefined && { type: redact(type) }),
      ...(reason !== undefined && { reason: redact(reason) }),
    };
  }

  function messageOf(failed: FailedCall, reason: string | undefined, isRead: boolean, attempts: number): string {
    const unknown = isRead ? '' : ` ${MAYBE_APPLIED}`;
    switch (failed.fault) {
      case 'cancelled':
        return `The request to cluster "${label}" was cancelled.${failed.wasSent ? unknown : ' Nothing was sent.'}`;
      case 'timeout':
        return `${cluster} did not respond within ${failed.timeoutMs / 1_000} s.${unknown || ' Retry, or raise --request-timeout.'}`;
      case 'unreachable':
        return `${cluster} can’t be reached at ${url.origin}: ${failed.words}.`;
      case 'tls':
        return `No secure connection to cluster "${label}" at ${url.origin}: ${failed.words}.`;
      case 'cut':
        return `The connection to cluster "${label}" was lost: ${failed.words}.${unknown || ' Retry.'}`;
      case 'redirected':
        return `${cluster} redirects (${failed.status})${placeOf(failed.location)}. Redirects are not followed: use the cluster’s own address as its URL.`;
      case 'too_large':
        return 'status' in failed
          ? `The response of cluster "${label}" is larger than ${mebibytes(failed.limitBytes)}, and was discarded.${unknown || ' Request less of it.'}`
          : `The response headers of cluster "${label}" are larger than ${mebibytes(failed.limitBytes)}, and were discarded.${unknown || ' Check for deprecation warnings in the cluster’s log.'}`;
      case 'not_json':
        return `${cluster} responded with ${describeContent(failed.contentType, failed.text)} instead of JSON.${unknown} ${IN_BETWEEN}`;
      case 'unauthorized':
        return hasCredentials
          ? `${cluster} rejected the credentials${because(reason, failed)} Sign in with different ones.`
          : `${cluster} requires credentials${because(reason, failed)} Sign in.`;
      case 'forbidden':
        return reasonType(failed) === 'cluster_block_exception'
          ? `${cluster} blocks this${because(reason, failed)}`
          : `Missing privileges on cluster "${label}"${because(reason, failed)} Ask a cluster administrator.`;
      case 'overloaded':
        return `${cluster} is overloaded (${failed.status}${attempts > 1 ? `, ${attempts} attempts` : ''})${because(reason, failed)}${isRead ? '' : ' Nothing was changed.'} ${againAfter(failed.retryAfterMs)}`;
      case 'failed':
        return `${cluster} failed with ${failed.status}${because(reason, failed)}${unknown} See the cluster’s log.`;
      case 'refused':
        return `${cluster} refused this (${failed.status})${because(reason, failed)}`;
    }
  }

  return { errorOf };
}

function mebibytes(bytes: number): string {
  return `${Math.floor(bytes / (1024 * 1024))} MiB`;
}

function because(reason: string | undefined, { contentType, text }: Came): string {
  // Some reasons of the engines end with a semicolon.
  if (reason !== undefined) return `: ${reason.replace(/;$/, '')}${/[.!?]$/.test(reason) ? '' : '.'}`;
  if (text === '') return '.';
  return looksLikeJson(contentType, text) ? '.' : `, with ${describeContent(contentType, text)}.`;
}

const reasonType = ({ text }: Came) => engineError(text).type;

function againAfter(retryAfterMs: number | undefined): string {
  return retryAfterMs === undefined ? 'Try again later.' : `Retry after ${Math.ceil(retryAfterMs / 1_000)} s.`;
}

/** Where a redirect points, without what may hold a secret: user, query, fragment. */
function placeOf(location: string | undefined): string {
  if (location === undefined) return '';
  try {
    const { origin, pathname } = new URL(location, 'http://same.invalid');
    return ` to ${origin === 'http://same.invalid' ? pathname : `${origin}${pathname}`}`;
  } catch {
    return '';
  }
}
