import type { CancelSignal, HttpService } from '#domain/ports';
import { LINES_TYPE } from '#domain/wire';

/**
 * HTTP by the browser's `fetch`, to the server that the page came from, with the header that every change needs.
 * `basePath` comes before each path: where the server is reached below a path of its host.
 */
export function fetchHttp(basePath = ''): HttpService {
  return {
    hasLines: true,
    async send({ method, path, query, body, headers: given, signal, keepalive = false, onLine }) {
      const search = query === undefined ? '' : `?${new URLSearchParams(query)}`;
      const headers = {
        ...given,
        'x-mapledger': '1',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      };
      const content = { ...(body !== undefined && { body }), ...(signal && { signal: abortSignalOf(signal) }) };
      const response = await fetch(`${basePath}${path}${search}`, {
        method,
        headers,
        redirect: 'error',
        credentials: 'same-origin',
        keepalive,
        ...content,
      });
      if (onLine !== undefined && response.body !== null && isInLines(response)) {
        await readLines(response.body, onLine);
        return { status: response.status, body: '' };
      }
      return { status: response.status, body: await response.text() };
    },
  };
}

function isInLines({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith(LINES_TYPE) === true;
}

/** Resolves when the answer has ended; what comes after the last line break is no line. */
async function readLines(body: ReadableStream<Uint8Array<ArrayBuffer>>, onLine: (line: string) => void): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  }
}

function abortSignalOf(signal: CancelSignal): AbortSignal {
  if (signal instanceof AbortSignal) return signal;
  const controller = new AbortController();
  if (signal.aborted) controller.abort();
  else signal.addEventListener('abort', () => controller.abort(), { once: true });
  return controller.signal;
}
