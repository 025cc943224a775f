import type { CancelSignal, HttpService } from '#domain/ports';

/** HTTP by the browser's `fetch`, to the server that the page came from, with the header that every change needs. */
export function fetchHttp(): HttpService {
  return {
    async send({ method, path, query, body, headers: given, signal, keepalive = false }) {
      const search = query === undefined ? '' : `?${new URLSearchParams(query)}`;
      const headers = {
        ...given,
        'x-mapledger': '1',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      };
      const content = { ...(body !== undefined && { body }), ...(signal && { signal: abortSignalOf(signal) }) };
      const response = await fetch(`${path}${search}`, {
        method,
        headers,
        redirect: 'error',
        credentials: 'same-origin',
        keepalive,
        ...content,
      });
      return { status: response.status, body: await response.text() };
    },
  };
}

function abortSignalOf(signal: CancelSignal): AbortSignal {
  if (signal instanceof AbortSignal) return signal;
  const controller = new AbortController();
  if (signal.aborted) controller.abort();
  else signal.addEventListener('abort', () => controller.abort(), { once: true });
  return controller.signal;
}
