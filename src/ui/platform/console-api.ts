import type { SentChanges } from '#domain/action';
import type { ClusterErrorAttributes } from '#domain/console';
import { errorText, formatJson, isObject, member, parseJson, type JsonObject, type JsonValue } from '#domain/json';
import {
  CLUSTER_FAULTS,
  type CancelSignal,
  type ClusterFault,
  type ClusterRequest,
  type HttpService,
} from '#domain/ports';
import {
  API_BASE,
  bodyRefusal,
  CHANGES_HEADER,
  CHANGES_IN_BODY,
  routeCall,
  type RouteAnswer,
  type RouteCall,
  type RouteId,
  type RouteInput,
} from '#domain/wire';

/** A call that our server did not answer with what was asked; `message` is for people. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** 0 where the server did not answer at all. */
  readonly statusCode: number;
  /** Everything that the answer said besides, such as `issues`. */
  readonly attributes: JsonObject;
  /** Where the cluster had part in it. */
  readonly cluster: Partial<ClusterErrorAttributes> | null;

  constructor(statusCode: number, message: string, attributes: JsonObject = {}, cause?: unknown) {
    super(message, { cause });
    this.statusCode = statusCode;
    this.attributes = attributes;
    this.cluster = clusterPart(attributes);
  }
}

/** What was thrown as one; what is none says what it says. */
export function asApiError(thrown: unknown): ApiError {
  return thrown instanceof ApiError ? thrown : new ApiError(0, errorText(thrown));
}

/** Faults after which the cluster may have done what it was asked for. */
const UNSURE: readonly ClusterFault[] = ['cut', 'timeout', 'not_json', 'too_large', 'failed', 'cancelled'];

/** Whether nobody knows if a write was done: its answer was lost, between our server and the cluster or on the way here. */
export function isOutcomeUnknown({ statusCode, cluster }: ApiError): boolean {
  const isOfReading = cluster?.request?.method === 'GET' || cluster?.request?.method === 'HEAD';
  if (cluster?.cause !== undefined) return UNSURE.includes(cluster.cause) && !isOfReading;
  return statusCode === 0 || statusCode >= 500;
}

/** The API of our server, for one of its clusters. */
export interface ConsoleApi {
  /** @throws ApiError */
  call<Id extends RouteId>(
    id: Id,
    input: RouteInput<Id>,
    options?: {
      readonly signal?: CancelSignal;
      readonly keepalive?: boolean;
      /** Of which changes the body is made, for a route that takes them. */
      readonly changes?: SentChanges | undefined;
    },
  ): Promise<RouteAnswer<Id>>;
}

/** Calls over an HTTP service; `cluster` is the id of one, or null for the first of the configuration. */
export function consoleApi(http: HttpService, cluster: string | null): ConsoleApi {
  return {
    async call(id, input, { signal, keepalive, changes } = {}) {
      const contract = routeCall(id);
      const given = input as {
        readonly params?: Readonly<Record<string, string>>;
        readonly query?: Readonly<Record<string, unknown>>;
        readonly body?: JsonValue;
      };
      const query = { ...textsOf(given.query ?? {}), ...(contract.usesCluster && cluster !== null && { cluster }) };
      const sent = changes === undefined ? given.body : { document: given.body ?? null, changes };
      const text = sent === undefined ? undefined : formatJson(sent);
      const refusal = text === undefined ? null : bodyRefusal(text, contract.takes);
      if (refusal !== null) throw new ApiError(413, `${refusal} Nothing was sent.`);
      const answer = await http
        .send({
          method: contract.method,
          path: `${API_BASE}${pathOf(contract.path, given.params ?? {})}`,
          ...(Object.keys(query).length > 0 && { query }),
          ...(text !== undefined && { body: text }),
          ...(changes !== undefined && { headers: { [CHANGES_HEADER]: CHANGES_IN_BODY } }),
          ...(signal && { signal }),
          ...(keepalive === true && { keepalive }),
        })
        .catch((cause: unknown) => {
          throw new ApiError(0, 'Can’t reach the Mapledger server. Your edits are saved on this device.', {}, cause);
        });
      const body = unwrapList(id, readBody(answer.body));
      if (answer.status >= 200 && answer.status < 300 && hasShapeOf(contract, body))
        return body as RouteAnswer<typeof id>;
      throw errorOf(answer.status, body);
    },
  };
}

function pathOf(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''));
}

function textsOf(query: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, typeof value === 'string' ? value : JSON.stringify(value)]],
    ),
  );
}

/** Routes whose list may be in a field called `data` (console.md section 7). */
const LISTS_IN_DATA: readonly RouteId[] = ['indices.list'];

function unwrapList(id: RouteId, body: JsonValue | undefined): JsonValue | undefined {
  if (!LISTS_IN_DATA.includes(id) || !isObject(body)) return body;
  const data = member(body, 'data');
  return Array.isArray(data) ? data : body;
}

/** Whether a body is what a route answers as far as that costs nothing: a list, or an object. */
function hasShapeOf({ answers }: RouteCall, body: JsonValue | undefined): boolean {
  if (answers === 'array') return Array.isArray(body);
  return answers === 'object' ? isObject(body) : body !== undefined;
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
  const cause = CLUSTER_FAULTS.find((fault: ClusterFault) => fault === member(attributes, 'cause'));
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
