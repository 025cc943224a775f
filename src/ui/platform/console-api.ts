import type { SentChanges } from '#domain/action';
import type { ClusterErrorAttributes } from '#domain/console';
import { formatJson, isObject, member, parseJson, type JsonObject, type JsonValue } from '#domain/json';
import { errorWords } from './error-words.ts';
import {
  CLUSTER_FAULTS,
  isUnsureFault,
  type CancelSignal,
  type ClusterRequest,
  type HttpAnswer,
  type HttpRequest,
  type HttpService,
} from '#domain/ports';
import {
  API_BASE,
  bodyRefusal,
  CHANGES_HEADER,
  CHANGES_IN_BODY,
  LINES_TYPE,
  REASON_HEADER,
  routeCall,
  type RouteAnswer,
  type RouteCall,
  type RouteId,
  type RouteInput,
} from '#domain/wire';

/** A call to our server that failed; `message` is for people. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** 0 where the server did not answer at all. */
  readonly statusCode: number;
  /** All other members of the response, such as `issues`. */
  readonly attributes: JsonObject;
  /** The part of the cluster in it, where there is one. */
  readonly cluster: Partial<ClusterErrorAttributes> | null;

  constructor(statusCode: number, message: string, attributes: JsonObject = {}, cause?: unknown) {
    super(message, { cause });
    this.statusCode = statusCode;
    this.attributes = attributes;
    this.cluster = clusterPart(attributes);
  }
}

/** A thrown value as an ApiError; the message of any other error is kept. */
export function asApiError(thrown: unknown): ApiError {
  return thrown instanceof ApiError ? thrown : new ApiError(0, errorWords(thrown));
}

/**
 * Whether the outcome of a write is unknown: its answer was lost, between our server and the cluster or on the way
 * here.
 */
export function isOutcomeUnknown({ statusCode, cluster }: ApiError): boolean {
  const isOfReading = cluster?.request?.method === 'GET' || cluster?.request?.method === 'HEAD';
  if (cluster?.cause !== undefined) return isUnsureFault(cluster.cause) && !isOfReading;
  // A proxy may have replaced the answer of a call that was carried out.
  return statusCode < 300 || statusCode >= 500;
}

interface CallOptions {
  readonly signal?: CancelSignal | undefined;
  readonly keepalive?: boolean;
  /** The changes that the body is made of, for a route that takes them. */
  readonly changes?: SentChanges | undefined;
  /** Names and patterns to which a list is narrowed, with commas between. */
  readonly only?: string;
  /** Why the cluster is changed, as one line; recorded with this call alone. */
  readonly reason?: string | undefined;
}

/** The API of our server, for one of its clusters. */
export interface ConsoleApi {
  /** @throws ApiError */
  call<Id extends RouteId>(id: Id, input: RouteInput<Id>, options?: CallOptions): Promise<RouteAnswer<Id>>;
  /**
   * Calls a route that can be followed, and calls `onAnswer` with each of its answers as it comes. Resolves when the
   * server has ended it.
   * @throws ApiError
   */
  follow<Id extends RouteId>(
    id: Id,
    input: RouteInput<Id>,
    onAnswer: (answer: RouteAnswer<Id>) => void,
    signal: CancelSignal,
  ): Promise<void>;
}

/** Calls over an HTTP service; `cluster` is the id of one, or null for the first of the configuration. */
export function consoleApi(http: HttpService, cluster: string | null): ConsoleApi {
  async function send<Id extends RouteId>(
    id: Id,
    input: RouteInput<Id>,
    { signal, keepalive, changes, only, reason, onLine }: CallOptions & Pick<HttpRequest, 'onLine'>,
  ): Promise<HttpAnswer> {
    const contract = routeCall(id);
    const given = input as {
      readonly params?: Readonly<Record<string, string>>;
      readonly query?: Readonly<Record<string, unknown>>;
      readonly body?: JsonValue;
    };
    const query = {
      ...textsOf(given.query ?? {}),
      ...(only !== undefined && { only }),
      ...(contract.usesCluster && cluster !== null && { cluster }),
    };
    const sent = changes === undefined ? given.body : { document: given.body ?? null, changes };
    const text = sent === undefined ? undefined : formatJson(sent);
    const refusal = text === undefined ? null : bodyRefusal(text, contract.takes);
    if (refusal !== null) throw new ApiError(413, `${refusal} Nothing was sent.`);
    const headers = {
      ...(changes !== undefined && { [CHANGES_HEADER]: CHANGES_IN_BODY }),
      ...(reason !== undefined && { [REASON_HEADER]: encodeURIComponent(reason) }),
      ...(onLine !== undefined && { accept: LINES_TYPE }),
    };
    try {
      return await http.send({
        method: contract.method,
        path: `${API_BASE}${pathOf(contract.path, given.params ?? {})}`,
        ...(Object.keys(query).length > 0 && { query }),
        ...(text !== undefined && { body: text }),
        ...(Object.keys(headers).length > 0 && { headers }),
        ...(signal && { signal }),
        ...(keepalive === true && { keepalive }),
        ...(onLine !== undefined && { onLine }),
      });
    } catch (cause) {
      if (cause instanceof ApiError) throw cause;
      throw new ApiError(0, 'Can’t reach the Mapledger server. Data saved on this device is kept.', {}, cause);
    }
  }

  return {
    async call(id, input, options = {}) {
      return answerIn(id, await send(id, input, options));
    },
    async follow(id, input, onAnswer, signal) {
      const onLine = (line: string) => onAnswer(answerIn(id, { status: 200, body: line }));
      const answer = await send(id, input, { signal, onLine });
      // An answer that was not sent as lines.
      if (answer.status !== 200 || answer.body !== '') onAnswer(answerIn(id, answer));
    },
  };
}

/** The same API, with a reason for each of its calls. */
export function withCallReason(api: ConsoleApi, reason: string | undefined): ConsoleApi {
  return { ...api, call: (id, input, options) => api.call(id, input, { ...options, reason }) };
}

/** @throws ApiError */
function answerIn<Id extends RouteId>(id: Id, answer: HttpAnswer): RouteAnswer<Id> {
  const body = unwrapList(id, readBody(answer.body));
  if (answer.status >= 200 && answer.status < 300 && hasShapeOf(routeCall(id), body)) return body as RouteAnswer<Id>;
  throw errorOf(answer.status, body);
}

function pathOf(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''));
}

function textsOf(query: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, typeof value === 'string' ? value : formatJson(value as JsonValue)]],
    ),
  );
}

/** Routes whose list may be in a member called `data`. */
const LISTS_IN_DATA: readonly RouteId[] = ['indices.list'];

function unwrapList(id: RouteId, body: JsonValue | undefined): JsonValue | undefined {
  if (!LISTS_IN_DATA.includes(id) || !isObject(body)) return body;
  const data = member(body, 'data');
  return Array.isArray(data) ? data : body;
}

/**
 * Whether a body has the shape of a route's answer, as far as that is cheap to check: a list, or the members that are
 * iterated.
 */
function hasShapeOf({ answers }: RouteCall, body: JsonValue | undefined): boolean {
  if (answers === 'array') return Array.isArray(body);
  if (!isObject(body)) return false;
  return answers === 'object' || answers.split(' ').every((shape) => hasMember(body, shape));
}

function hasMember(body: JsonObject, shape: string): boolean {
  const value = member(body, shape.replace(/\W+$/, ''));
  if (shape.endsWith('[]')) return Array.isArray(value);
  return shape.endsWith('{}') ? isObject(value) : value !== undefined;
}

function readBody(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    // A response that is not JSON does not come from our API, but for example from a proxy.
    return undefined;
  }
}

function errorOf(status: number, body: JsonValue | undefined): ApiError {
  const error = isObject(body) ? body : {};
  const message = member(error, 'message');
  const attributes = member(error, 'attributes');
  if (typeof message === 'string') return new ApiError(status, message, isObject(attributes) ? attributes : {});
  return new ApiError(
    status,
    `Unexpected response (status ${status}). Check any proxy between this page and the Mapledger server.`,
  );
}

function clusterPart(attributes: JsonObject): Partial<ClusterErrorAttributes> | null {
  const cause = CLUSTER_FAULTS.find((fault) => fault === member(attributes, 'cause'));
  if (cause === undefined) return null;
  const text = (name: string) => {
    const value = member(attributes, name);
    return typeof value === 'string' ? { [name]: value } : {};
  };
  const status = member(attributes, 'status');
  const request = requestOf(member(attributes, 'request'));
  return {
    cause,
    ...(typeof status === 'number' && { status }),
    ...text('type'),
    ...text('reason'),
    ...text('field'),
    ...text('parameter'),
    ...text('fieldType'),
    ...text('cluster'),
    ...(request && { request }),
  };
}

function requestOf(value: JsonValue | undefined): ClusterRequest | null {
  if (!isObject(value)) return null;
  const [method, path, body] = ['method', 'path', 'body'].map((name) => member(value, name));
  if (typeof method !== 'string' || typeof path !== 'string') return null;
  return typeof body === 'string' ? { method, path, body } : { method, path };
}
