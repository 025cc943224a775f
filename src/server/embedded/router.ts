import { isObject, JsonTextError, parseJson, type JsonObject, type JsonValue } from '#domain/json';
import type { ClusterCall } from '#domain/ports';
import { bodyRequired, EngineError, illegalArgument } from './engine-error.ts';

/** A call is over before anything else can run, and a document is looked at several times over. */
const SANDBOX_LIMITS = { maxKeys: 50_000, maxValues: 150_000 };

export type Method = ClusterCall['method'];

/** One call as a handler sees it: names taken out of the path, query as texts. */
export class EngineRequest {
  constructor(
    readonly uri: string,
    readonly method: Method,
    readonly names: readonly string[],
    readonly query: Readonly<Record<string, string>>,
    readonly text: string | undefined,
  ) {}

  name(index: number): string {
    return this.names[index] ?? '';
  }

  /** A switch of the query: there without a value means true. */
  is(key: string, otherwise = false): boolean {
    const value = Object.hasOwn(this.query, key) ? this.query[key] : undefined;
    if (value === undefined) return otherwise;
    if (value === '' || value === 'true') return true;
    if (value === 'false') return false;
    throw illegalArgument(`Failed to parse value [${value}] as only [true] or [false] are allowed.`);
  }

  /** @throws EngineError where there is no body, or it is no object */
  body(): JsonObject {
    const value = this.anyBody();
    if (value === undefined) throw bodyRequired();
    return value;
  }

  anyBody(): JsonObject | undefined {
    if (this.text === undefined || this.text.trim() === '') return undefined;
    let value: JsonValue;
    try {
      value = parseJson(this.text, SANDBOX_LIMITS);
    } catch (error) {
      if (!(error instanceof JsonTextError)) throw error;
      throw new EngineError(400, 'x_content_parse_exception', `[${error.line}:${error.column}] ${error.reason}`);
    }
    if (!isObject(value)) throw new EngineError(400, 'parse_exception', 'Failed to parse content to map');
    return value;
  }
}

export interface Route {
  readonly methods: readonly Method[];
  /** `_cat/indices/{}`: `{}` takes any segment, a text itself. */
  readonly path: string;
  /** What the query may say, beside what every endpoint takes. */
  readonly query?: readonly string[];
  readonly run: (request: EngineRequest) => JsonValue | EngineReply;
}

/** A response with a status. */
export class EngineReply {
  constructor(
    readonly status: number,
    readonly body: JsonValue,
  ) {}
}

const QUERY_OF_ALL = ['pretty', 'human', 'error_trace', 'filter_path', 'format'];
const QUERY_OF_INDICES = [
  'expand_wildcards',
  'ignore_unavailable',
  'allow_no_indices',
  'timeout',
  'master_timeout',
  'wait_for_active_shards',
  'flat_settings',
  'include_defaults',
  'local',
];
const KNOWN = new Set([...QUERY_OF_ALL, ...QUERY_OF_INDICES]);

interface Parsed extends Route {
  readonly segments: readonly string[];
}

/** Which of the routes a call is for. */
export function router(routes: readonly Route[]): (call: ClusterCall, uri: string) => JsonValue | EngineReply {
  const parsed = routes.map((route): Parsed => ({
    ...route,
    segments: route.path === '' ? [] : route.path.split('/'),
  }));
  // Texts are tried before names, so that `_cat` is no index.
  const score = ({ segments }: Parsed) => segments.filter((segment) => segment === '{}').length;
  parsed.sort((a, b) => score(a) - score(b));

  return (call, uri) => {
    const { path } = call;
    const fitting = parsed.filter(
      ({ segments }) =>
        segments.length === path.length &&
        segments.every((segment, at) => segment === path[at] || (segment === '{}' && isName(path[at] as string, at))),
    );
    const route = fitting.find(
      ({ methods }) => methods.includes(call.method) || (call.method === 'HEAD' && methods.includes('GET')),
    );
    if (route === undefined) {
      if (fitting.length === 0)
        return new EngineReply(400, { error: `no handler found for uri [${uri}] and method [${call.method}]` });
      const allowed = [...new Set(fitting.flatMap(({ methods }) => methods))].sort();
      return new EngineReply(405, {
        error: `Incorrect HTTP method for uri [${uri}] and method [${call.method}], allowed: [${allowed.join(', ')}]`,
        status: 405,
      });
    }
    const query = Object.fromEntries(Object.entries(call.query ?? {}).map(([key, value]) => [key, String(value)]));
    const unknown = Object.keys(query).filter((key) => !KNOWN.has(key) && route.query?.includes(key) !== true);
    if (unknown.length > 0) {
      const words = unknown.length === 1 ? 'parameter: ' : 'parameters: ';
      throw illegalArgument(
        `request [/${path.join('/')}] contains unrecognized ${words}${unknown.map((key) => `[${key}]`).join(', ')}`,
      );
    }
    const names = path.filter((_segment, at) => route.segments[at] === '{}');
    return route.run(new EngineRequest(uri, call.method, names, query, call.body));
  };
}

/**
 * `_all` is the one name that an underscore may begin; a `PUT` of another finds its endpoint, and the rules of names.
 */
function isName(segment: string, at: number): boolean {
  return at > 0 || !segment.startsWith('_') || segment === '_all' || !ENDPOINTS.has(segment);
}

const ENDPOINTS = new Set([
  '_cat',
  '_cluster',
  '_nodes',
  '_security',
  '_license',
  '_resolve',
  '_alias',
  '_aliases',
  '_data_stream',
  '_index_template',
  '_component_template',
  '_template',
  '_ilm',
  '_stats',
  '_mapping',
  '_settings',
  '_count',
  '_search',
  '_plugins',
  '_reindex',
  '_tasks',
  '_bulk',
]);
