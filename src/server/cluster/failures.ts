import {
  blockSentences,
  ClusterError,
  isReadingCall,
  type AnsweredFault,
  type ClusterCall,
  type ClusterRequest,
  type EngineVerdict,
} from '#domain/ports';
import { describeContent, engineError, isPageOf, looksLikeJson, type EngineError } from './answer-text.ts';
import { missingWords } from './not-found.ts';
import type { HeadersTooLarge, SocketFault } from './socket-faults.ts';

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
  | Answered;

/** An error that the cluster, or what is in front of it, has answered. */
interface Answered extends Came {
  readonly fault: AnsweredFault;
  readonly verdict: EngineVerdict;
  readonly retryAfterMs?: number;
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
      ...('verdict' in failed && { isOfName: failed.verdict.isOfName }),
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
        return isOfBlock(failed)
          ? blockedWords(cluster, engine, isRead)
          : `Missing privileges on cluster "${label}"${because(reason, failed)}${isRefusedAsWhole(call, reason) ? AS_WHOLE : ''} Ask a cluster administrator.`;
      case 'overloaded':
        return `${unavailable(failed)} (${failed.status}${attempts > 1 ? `, ${attempts} attempts` : ''})${because(reason, failed)}${isRead ? '' : ' Nothing was changed.'} ${nextStep(failed)}${isOfProxy(failed) ? ` ${IN_BETWEEN}` : ''}`;
      case 'failed':
        if (isOfProxy(failed))
          return `${unavailable(failed)} (${failed.status})${because(reason, failed)}${unknown} ${IN_BETWEEN}`;
        return failed.verdict.what === undefined
          ? `${cluster} failed with ${failed.status}${because(reason, failed)}${unknown} See the cluster’s log.`
          : `${cluster} ${failed.verdict.what} (${failed.status})${because(reason, failed)}${unknown || ' Try again later.'}`;
      case 'refused':
        return (
          missingWords(call, failed.status, engine) ??
          `${cluster} refused this (${failed.status})${because(reason, failed)}`
        );
    }
  }

  /** The message for a cluster that is unavailable at the moment. */
  function unavailable(came: Answered): string {
    return isOfProxy(came)
      ? `What is in front of cluster "${label}" does not let this through`
      : `${cluster} ${came.verdict.what ?? 'is overloaded'}`;
  }

  return { errorOf };
}

/** The message for what blocks of an engine stop, with what to do about them where they are known. */
export function blockedWords(cluster: string, { reason = '' }: EngineError, isRead: boolean): string {
  const nothing = isRead ? '' : ' Nothing was changed.';
  const words = blockSentences(reason, cluster);
  if (words !== undefined) return `${words.what}${nothing} ${words.next}`;
  return `${cluster} blocks this${reason === '' ? '.' : `: ${asSentence(reason)}`}${nothing}`;
}

/** Some reasons of the engines end with a semicolon. */
function asSentence(reason: string): string {
  return `${reason.replace(/;$/, '')}${/[.!?]$/.test(reason) ? '' : '.'}`;
}

/** Whether an answer is a page or a text: no engine says it so. */
function isOfProxy({ status, contentType, text }: Came): boolean {
  return status === 503 && isPageOf(contentType, text);
}

function mebibytes(bytes: number): string {
  return `${Math.floor(bytes / (1024 * 1024))} MiB`;
}

/** What the plugin for security of OpenSearch sends as a body; the sentence around it says as much. */
const STATUS_WORDS: ReadonlySet<string> = new Set(['Unauthorized', 'Forbidden']);

function because(reason: string | undefined, { contentType, text }: Came): string {
  if (reason !== undefined) return `: ${asSentence(reason)}`;
  if (text === '' || STATUS_WORDS.has(text.trim())) return '.';
  return looksLikeJson(contentType, text) ? '.' : `, with ${describeContent(contentType, text)}.`;
}

/** Measured on OpenSearch 3.4, with the setting and without. */
const AS_WHOLE =
  ' OpenSearch refuses a list as a whole where you may not read all of it, unless its security has do_not_fail_on_forbidden.';
const LISTS: readonly string[] = ['_cat/indices', '_alias'];

/** Whether a list of all indices is refused in the words of the plugin for security of OpenSearch. */
function isRefusedAsWhole({ path }: ClusterCall, reason: string | undefined): boolean {
  return LISTS.includes(path.join('/')) && reason?.startsWith('no permissions for [indices:') === true;
}

function isOfBlock({ text }: Came): boolean {
  const { type, rootType } = engineError(text);
  return type === BLOCKED || rootType === BLOCKED;
}

/** How engines call it that a block stops a call. */
export const BLOCKED = 'cluster_block_exception';

function nextStep({ retryAfterMs, verdict: { next, again } }: Answered): string {
  const later = retryAfterMs === undefined ? 'Try again later.' : `Retry after ${Math.ceil(retryAfterMs / 1_000)} s.`;
  return [...(again === 'none' ? [] : [later]), ...(next === undefined ? [] : [next])].join(' ');
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
