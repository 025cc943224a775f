import { formatJson, type JsonValue } from '#domain/json';
import type { HttpAnswer, HttpRequest, HttpService } from '#domain/ports';
import {
  API_BASE,
  AUTHOR_HEADER,
  DEVICE_HEADER,
  BODY_LIMITS,
  bodyKindOf,
  CHANGES_HEADER,
  REASON_HEADER,
  ROUTES,
  type RouteContract,
} from '#domain/wire';
import { localCaller } from './caller.ts';
import { readClaimedAuthor } from './claimed-author.ts';
import { readDevice } from './device-secret.ts';
import type { HandledRouteId, OpenCluster } from './context.ts';
import type { Dispatch } from './dispatch.ts';
import { errorBody, RequestError } from './errors.ts';
import { readReason } from './reasons.ts';
import { openBody, parseBody } from './request-body.ts';

interface MatchedRoute {
  readonly id: HandledRouteId;
  readonly params: Readonly<Record<string, string>>;
}

const NEVER_ABORTED = new AbortController().signal;

/** The API without a socket: the same answers as those of the server, from the same dispatcher. */
export function localHttpService(
  dispatch: Dispatch,
  openCluster: (id: string | undefined) => OpenCluster,
): HttpService {
  let requests = 0;
  return {
    async send(request) {
      const route = matchRoute(request);
      if (route === undefined)
        return responseOf(404, errorBody(404, `Not found: ${request.method} ${request.path.slice(0, 255)}.`));
      let parts: ReturnType<typeof openBody>;
      try {
        const body = parseBody(request.body, BODY_LIMITS[bodyKindOf(ROUTES[route.id])]);
        parts = openBody(route.id, request.headers?.[CHANGES_HEADER], body);
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        return responseOf(error.statusCode, errorBody(error.statusCode, error.message, error.attributes));
      }
      const query = request.query ?? {};
      const signal = request.signal ?? NEVER_ABORTED;
      const reason = readReason(request.headers?.[REASON_HEADER]);
      const claimed = readClaimedAuthor(request.headers?.[AUTHOR_HEADER]);
      const device = readDevice(request.headers?.[DEVICE_HEADER]);
      const response = await dispatch({
        ...route,
        ...parts,
        query,
        requestId: `local-${(requests += 1)}`,
        openCluster,
        ...((claimed !== undefined || device !== undefined) && {
          caller: {
            ...localCaller(),
            ...(claimed !== undefined && { claimed }),
            ...(device !== undefined && { device }),
          },
        }),
        ...(reason !== undefined && { reason }),
        signal,
      });
      return 'error' in response
        ? responseOf(response.status, response.error)
        : responseOf(response.status, response.value);
    },
  };
}

function responseOf(status: number, value: unknown): HttpAnswer {
  // Responses consist of parsed JSON and plain objects.
  return { status, body: formatJson(value as JsonValue) };
}

/** The route at a path: one that names each segment goes before one with parameters, as on the server. */
function matchRoute({ method, path }: HttpRequest): MatchedRoute | undefined {
  if (!path.startsWith(`${API_BASE}/`)) return undefined;
  const segments = path.slice(API_BASE.length + 1).split('/');
  const matches = Object.entries(ROUTES).flatMap(([id, contract]: [string, RouteContract]) => {
    if (contract.method !== method || id === 'session.open' || id === 'session.close') return [];
    const params = paramsOf(contract.path.slice(1).split('/'), segments);
    return params === undefined ? [] : [{ id: id as HandledRouteId, params }];
  });
  return matches.sort((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0];
}

function paramsOf(
  pattern: readonly string[],
  segments: readonly string[],
): Readonly<Record<string, string>> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? '';
    if (part.startsWith(':')) {
      const name = decoded(segment);
      if (name === undefined) return undefined;
      params[part.slice(1)] = name;
    } else if (part !== segment) return undefined;
  }
  return params;
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
