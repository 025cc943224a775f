import { isReadingCall, type ClusterCall } from '#domain/ports';

/** How long an engine waits for the first shards of an index by itself (`timeout`; 30 s by default). */
const ENGINE_WAIT_MS = 30_000;
/**
 * For the rest of such a call. Together it stays below the 60 s after which most proxies between a browser and this
 * server give up.
 */
const MARGIN_MS = 15_000;

/** Endpoints of an index after which an engine waits until its shards have started. */
const WAITING = new Set(['_clone', '_shrink', '_split', '_open', '_close', '_rollover', '_freeze', '_unfreeze']);

/**
 * How long the answer to a call is waited for, if for `timeoutMs` in general: longer where an engine itself waits for
 * shards first. It answers after its wait, and that would always be too late.
 */
export function answerTimeoutMs(call: Pick<ClusterCall, 'method' | 'path' | 'isReading'>, timeoutMs: number): number {
  return waitsForShards(call) ? Math.max(timeoutMs, ENGINE_WAIT_MS + MARGIN_MS) : timeoutMs;
}

function waitsForShards(call: Pick<ClusterCall, 'method' | 'path' | 'isReading'>): boolean {
  if (isReadingCall(call)) return false;
  const [first = '', second] = call.path;
  if (first === '_data_stream') return call.method === 'PUT' && call.path.length === 2;
  if (second === undefined) return call.method === 'PUT' && !first.startsWith('_');
  return WAITING.has(second);
}
