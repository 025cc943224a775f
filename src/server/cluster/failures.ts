import { ClusterError, isReadingCall, type ClusterCall, type ClusterFault, type ClusterRequest } from '#domain/ports';
import { describeContent, engineError, looksLikeJson } from './answer-text.ts';
import type { SocketFault } from './socket-faults.ts';

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

const IN_BETWEEN =
  'Something between this server and the cluster answers in its place, such as a proxy that asks for a login. Check the URL of the cluster.';

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
    const unknown = isRead ? '' : ' It may have been done all the same: look before you try again.';
    switch (failed.fault) {
      case 'cancelled':
        return `The call to cluster "${label}" was cancelled.${failed.wasSent ? unknown : ' Nothing was sent.'}`;
      case 'timeout':
        return `${cluster} did not answer within ${failed.timeoutMs / 1_000} s.${unknown || ' Try again, or allow it more time with --request-timeout.'}`;
      case 'unreachable':
        return `${cluster} can’t be reached at ${url.origin}: ${failed.words}.`;
      case 'tls':
        return `There is no safe connection to cluster "${label}" at ${url.origin}: ${failed.words}.`;
      case 'cut':
        return `${cluster} was cut off: ${failed.words}.${unknown || ' Try again.'}`;
      case 'redirected':
        return `${cluster} answers with a redirect (${failed.status})${placeOf(failed.location)}, which is not followed. Use the cluster’s own address as its URL.`;
      case 'too_large':
        return `The answer of cluster "${label}" is larger than ${Math.floor(failed.limitBytes / (1024 * 1024))} MiB, and was not read to its end.${unknown || ' Ask for less of it.'}`;
      case 'not_json':
        return `${cluster} answered with ${describeContent(failed.contentType, failed.text)} instead of JSON. ${IN_BETWEEN}`;
      case 'unauthorized':
        return hasCredentials
          ? `${cluster} did not take the credentials${because(reason, failed)} Sign in with others.`
          : `${cluster} asks for credentials${because(reason, failed)} Sign in.`;
      case 'forbidden':
        return reasonType(failed) === 'cluster_block_exception'
          ? `${cluster} blocks this${because(reason, failed)}`
          : `The user is not allowed this on cluster "${label}"${because(reason, failed)} Ask who manages the cluster for the privilege.`;
      case 'overloaded':
        return `${cluster} can’t take this now (${failed.status}${attempts > 1 ? `, ${attempts} attempts` : ''})${because(reason, failed)}${isRead ? '' : ' Nothing was changed.'} ${againAfter(failed.retryAfterMs)}`;
      case 'failed':
        return `${cluster} failed with ${failed.status}${because(reason, failed)}${unknown} Its own log may say more.`;
      case 'refused':
        return `${cluster} refused this (${failed.status})${because(reason, failed)}`;
    }
  }

  return { errorOf };
}

function because(reason: string | undefined, { contentType, text }: Came): string {
  // Some reasons of the engines end with a semicolon.
  if (reason !== undefined) return `: ${reason.replace(/;$/, '')}${/[.!?]$/.test(reason) ? '' : '.'}`;
  if (text === '') return '.';
  return looksLikeJson(contentType, text) ? '.' : `, with ${describeContent(contentType, text)}.`;
}

const reasonType = ({ text }: Came) => engineError(text).type;

function againAfter(retryAfterMs: number | undefined): string {
  return retryAfterMs === undefined
    ? 'Try again in a while.'
    : `It asks to be tried again after ${Math.ceil(retryAfterMs / 1_000)} s.`;
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
