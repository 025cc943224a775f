import { ClusterError, isReadingCall, type ClusterCall, type ClusterFault, type ClusterRequest } from '#domain/ports';
import { describeContent, engineError, looksLikeJson, type EngineError } from './answer-text.ts';
import { missingWords } from './not-found.ts';
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
  /** Removes secrets from the cluster's messages. */
  readonly redact: (text: string) => string;
}

/** Message for a change that may have been applied. */
export const MAYBE_APPLIED = 'It may have been applied. Check before retrying.';

const IN_BETWEEN = 'Check the URL, and any proxy between this server and the cluster.';

interface Attempted {
  readonly call: ClusterCall;
  readonly request: ClusterRequest;
  readonly attempts: number;
}

/** What a message is made of, besides the failure itself. */
interface Told {
  readonly call: ClusterCall;
  readonly engine: EngineError;
  readonly isRead: boolean;
  readonly attempts: number;
}

/** Writes the message for a failed call: what happened, and what to do about it. */
export function failureWriter({ label, url, hasCredentials, redact }: FailureWriterOptions) {
  const cluster = `Cluster "${label}"`;

  /** `attempts` were made at a call, as the request that it makes. */
  function errorOf(failed: FailedCall, { call, request, attempts }: Attempted): ClusterError {
    const isRead = isReadingCall(call);
    const engine = 'text' in failed ? redacted(engineError(failed.text)) : {};
    const message = redact(messageOf(failed, { call, engine, isRead, attempts }));
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

  function messageOf(failed: FailedCall, { call, engine, isRead, attempts }: Told): string {
    const { reason } = engine;
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
        return `${unavailable(failed)} (${failed.status}${attempts > 1 ? `, ${attempts} attempts` : ''})${because(reason, failed)}${isRead ? '' : isOfProxy(failed) ? unknown : ' Nothing was changed.'} ${againAfter(failed.retryAfterMs)}${isOfProxy(failed) ? ` ${IN_BETWEEN}` : ''}`;
      case 'failed':
        return `${cluster} failed with ${failed.status}${because(reason, failed)}${unknown} See the cluster’s log.`;
      case 'refused':
        return (
          missingWords(call, failed.status, engine) ??
          `${cluster} refused this (${failed.status})${because(reason, failed)}`
        );
    }
  }

  /** The message for a cluster that is unavailable at the moment. */
  function unavailable(came: Came): string {
    const { type = '', reason = '' } = engineError(came.text);
    if (NO_MASTER.test(type) || (type === 'cluster_block_exception' && NO_MASTER_BLOCK.test(reason)))
      return `${cluster} has no elected master node`;
    if (NO_SHARDS.has(type)) return `${cluster} has shards that are not available, as while they recover`;
    return isOfProxy(came)
      ? `What is in front of cluster "${label}" does not let this through`
      : `${cluster} is overloaded`;
  }

  return { errorOf };
}

/** How the engines call it that nobody decides for the cluster; OpenSearch has another word for the node. */
const NO_MASTER = /^(?:master|cluster_manager)_not_discovered_exception$|^not_(?:master|cluster_manager)_exception$/;
const NO_MASTER_BLOCK = /no (?:master|cluster.manager)|state not recovered/i;
const NO_SHARDS: ReadonlySet<string> = new Set([
  'no_shard_available_action_exception',
  'unavailable_shards_exception',
  'primary_missing_action_exception',
  'search_phase_execution_exception',
]);

/** Whether an answer is a page or a text: no engine says it so. */
function isOfProxy({ status, contentType, text }: Came): boolean {
  return status === 503 && text !== '' && !looksLikeJson(contentType, text);
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
