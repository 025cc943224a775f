import type { HttpRequest, HttpService } from '#domain/ports';
import { API_BASE } from '#domain/wire';
import { APP_BASE } from '../platform/app-base.ts';
import { keptPreference, listedNamesKey } from '../platform/device-preferences.ts';

/**
 * The first request of the screen at an address, where it is known before its code is loaded; null for other screens.
 * The address is below `basePath`. Lists may be narrowed on this device: then the list asks for itself.
 */
export function firstRequestOf(
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  basePath = '',
): HttpRequest | null {
  const path = pathname.replace(/\/$/, '');
  const list = `${basePath}${APP_BASE}`;
  if (path !== list && path !== `${list}/indices`) return null;
  const cluster = new URLSearchParams(search).get('cluster');
  if (keptPreference(listedNamesKey(cluster)) !== null) return null;
  return { method: 'GET', path: `${API_BASE}/indices`, ...(cluster !== null && { query: { cluster } }) };
}

/** Sends a request now, and gives its answer to the first equal request; all others are sent as usual. */
export function withEarlyRequest(http: HttpService, early: HttpRequest | null): HttpService {
  if (early === null) return http;
  let answer: ReturnType<HttpService['send']> | null = http.send(early);
  // The caller that gets the answer handles the error.
  answer.catch(() => undefined);
  return {
    ...http,
    send(request) {
      if (answer === null || !isSame(request, early)) return http.send(request);
      const given = answer;
      answer = null;
      return given;
    },
  };
}

/** Whether two requests without a body and headers are equal. */
function isSame(request: HttpRequest, early: HttpRequest): boolean {
  return (
    request.method === early.method &&
    request.path === early.path &&
    request.query?.['cluster'] === early.query?.['cluster'] &&
    Object.keys(request.query ?? {}).every((name) => name === 'cluster')
  );
}
