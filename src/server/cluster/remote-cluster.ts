import type { IncomingMessage } from 'node:http';
import { Client } from '@opensearch-project/opensearch';
import { MAX_TEXT_LENGTH } from '#domain/json';
import {
  ClusterError,
  requestOf,
  verdictOn,
  type ClusterAnswer,
  type ClusterCall,
  type ClusterGateway,
  type ClusterRequest,
} from '#domain/ports';
import { engineError, isPageOf, readText } from './answer-text.ts';
import { authorizationOf, redactorOf, type Credentials } from './credentials.ts';
import { authorize, ClusterConnection } from './connection.ts';
import { answerTimeoutMs } from './engine-waits.ts';
import { failureWriter, type FailedCall } from './failures.ts';
import { readRetryAfter, timerDelay, waitBeforeNext, type Delay } from './retry.ts';
import { socketFault } from './socket-faults.ts';

/** For the whole of one attempt, the answer included; of some calls longer (engine-waits.ts). */
const DEFAULT_REQUEST_TIMEOUT_MS = 30_000;
/** As much as the parser takes. */
const MAX_ANSWER_BYTES = MAX_TEXT_LENGTH;
/** Longer errors are not read for their reason. */
const MAX_ERROR_BYTES = 1024 * 1024;
/** An idle socket is closed before most load balancers drop it unheard, which a writing call would have to report. */
const IDLE_SOCKET_MS = 4_000;

/** How far a certificate is looked into: its chain and host name, the chain alone, or not at all. */
export const TLS_VERIFICATIONS = ['full', 'certificate', 'none'] as const;
export type TlsVerification = (typeof TLS_VERIFICATIONS)[number];

export interface RemoteClusterOptions {
  /** As its configuration calls it; errors name it. */
  readonly label: string;
  /** Without credentials. */
  readonly url: string;
  /** PEM of the authorities to trust, instead of the platform's. */
  readonly ca?: string;
  readonly tlsVerification?: TlsVerification;
  readonly requestTimeoutMs?: number;
  readonly maxAnswerBytes?: number;
  /** For tests, which don't wait. */
  readonly delay?: Delay;
  readonly now?: () => number;
}

/** A real Elasticsearch or OpenSearch. Connections are shared by all who ask. */
export interface RemoteCluster {
  /** The way to it for one user, or for nobody. */
  connect(credentials?: Credentials): ClusterGateway;
  close(): Promise<void>;
}

/** Sends nothing but the calls it is given: no sniffing, no look at the product, no ping of a node that was down. */
export function remoteCluster(options: RemoteClusterOptions): RemoteCluster {
  const { requestTimeoutMs = DEFAULT_REQUEST_TIMEOUT_MS, delay = timerDelay, now = Date.now } = options;
  const url = new URL(options.url);
  const client = new Client({
    node: url.href,
    Connection: ClusterConnection,
    maxRetries: 0,
    resurrectStrategy: 'none',
    agent: { keepAlive: true, maxSockets: 64, ...{ timeout: IDLE_SOCKET_MS } },
    headers: { accept: 'application/json', 'user-agent': 'mapledger' },
    ssl: {
      ...(options.ca !== undefined && { ca: options.ca }),
      rejectUnauthorized: options.tlsVerification !== 'none',
      ...(options.tlsVerification === 'certificate' && { checkServerIdentity: () => undefined }),
    },
  });

  let hasAnswered = false;

  function connect(credentials?: Credentials): ClusterGateway {
    const authorization = credentials === undefined ? undefined : authorizationOf(credentials);
    const failures = failureWriter({
      label: options.label,
      url,
      hasCredentials: credentials !== undefined,
      redact: redactorOf(credentials),
    });

    return {
      async send(call) {
        const request = sentRequest(call, options.label);
        for (let attempts = 1; ; attempts++) {
          const outcome = await attempt(call, request);
          if ('body' in outcome) return outcome;
          const wait = waitBeforeNext(outcome, call, attempts);
          if (wait === undefined) throw failures.errorOf(outcome, { call, request, attempts });
          await delay(wait, call.signal);
        }
      },
    };

    /** Sends the call once; never rejects. */
    async function attempt(call: ClusterCall, request: ClusterRequest): Promise<ClusterAnswer | FailedCall> {
      if (call.signal?.aborted === true) return { fault: 'cancelled', wasSent: false };
      const timeoutMs = call.timeoutMs ?? answerTimeoutMs(call, requestTimeoutMs);
      const params = { method: call.method, path: request.path, ...(call.body !== undefined && { body: call.body }) };
      if (authorization !== undefined) authorize(params, authorization);
      const pending = client.transport.request(params, { asStream: true, requestTimeout: timeoutMs });

      let stopped: 'timeout' | 'cancelled' | undefined;
      const stop = (why: 'timeout' | 'cancelled') => {
        stopped ??= why;
        pending.abort();
      };
      const onAbort = () => stop('cancelled');
      const timer = setTimeout(() => stop('timeout'), timeoutMs);
      call.signal?.addEventListener('abort', onAbort);
      let response: IncomingMessage | undefined;
      try {
        response = (await pending).body as IncomingMessage;
        hasAnswered = true;
        return await read(response, call);
      } catch (error) {
        if (stopped === 'cancelled') return { fault: 'cancelled', wasSent: true };
        if (stopped === 'timeout' || (error instanceof Error && error.name === 'TimeoutError'))
          return { fault: 'timeout', timeoutMs };
        if (response !== undefined)
          return {
            fault: 'cut',
            words: 'the connection broke in the middle of its answer',
            cause: new Error('The answer was cut off'),
          };
        return socketFault(
          error instanceof Error && error.cause !== undefined ? error.cause : error,
          url.protocol !== 'https:' && !hasAnswered,
        );
      } finally {
        clearTimeout(timer);
        call.signal?.removeEventListener('abort', onAbort);
        // What is left of an answer that was not read to its end.
        response?.destroy();
      }
    }
  }

  async function read(response: IncomingMessage, call: ClusterCall): Promise<ClusterAnswer | FailedCall> {
    const { statusCode: status = 0, headers } = response;
    if (status >= 300 && status < 400) return { fault: 'redirected', status, location: headers.location };
    const limitBytes = status >= 400 ? MAX_ERROR_BYTES : (options.maxAnswerBytes ?? MAX_ANSWER_BYTES);
    const text = await readText(response, limitBytes);
    const contentType = headers['content-type'];
    if (status >= 400) {
      const retryAfterMs = readRetryAfter(headers['retry-after'], now());
      const isPage = isPageOf(contentType, text ?? '');
      const verdict = verdictOn({ status, isPage, ...engineError(text ?? '') }, call);
      return {
        fault: verdict.fault,
        verdict,
        status,
        contentType,
        text: text ?? '',
        ...(retryAfterMs !== undefined && { retryAfterMs }),
      };
    }
    if (text === undefined) return { fault: 'too_large', status, limitBytes };
    if (isPageOf(contentType, text)) return { fault: 'not_json', status, contentType, text };
    return { status, body: text };
  }

  return {
    connect,
    async close() {
      await client.close();
    },
  };
}

/** @throws ClusterError for a name that can't stand in a path */
function sentRequest(call: ClusterCall, label: string): ClusterRequest {
  try {
    return requestOf(call);
  } catch (error) {
    const path = call.path.map((segment) => encodeURIComponent(wellFormed(segment)));
    const request = { method: call.method, path: `/${path.join('/')}` };
    const name =
      call.path.find((segment) => ['', '.', '..'].includes(segment) || segment !== wellFormed(segment)) ?? '';
    throw new ClusterError(
      'refused',
      `"${wellFormed(name)}" is not a valid name on cluster "${label}". Nothing was sent.`,
      {
        status: 400,
        request,
        cause: error,
      },
    );
  }
}

/** Halves of a surrogate pair, which no URL can say, as the replacement character. */
function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\ufffd');
}
