import type { Author } from '#domain/events';
import type { JsonValue } from '#domain/json';
import {
  TrailError,
  type HttpService,
  type TrailFault,
  type TrailService,
  type CancelSignal,
  type TrailChanges,
} from '#domain/ports';
import { ApiError, consoleApi, type ConsoleApi } from './console-api.ts';

/** The trail over the routes of our server; `authorNow` returns the author where nobody is signed in. */
export function httpTrailService(http: HttpService, authorNow: () => Author): TrailService {
  const api = consoleApi(http, null);
  const author = () => authorNow().id;
  const follow = http.hasLines === true ? followChanges(api, author) : undefined;
  const optional = (signal: Parameters<TrailService['append']>[3]) => (signal === undefined ? {} : { signal });
  return {
    append: (stream, after, events, signal) =>
      orFault(
        api.call(
          'trail.append',
          // An event is JSON; its type is only more precise.
          { body: { stream, after, events: events as unknown as JsonValue as never, author: author() } },
          optional(signal),
        ),
      ),
    prove: async (id, hold, signal) => {
      const body = { author: id, ...(hold !== undefined && { hold: { ...hold } }) };
      return (await orFault(api.call('trail.prove', { body }, optional(signal)))).outcome;
    },
    read: (stream, after, signal) =>
      orFault(api.call('trail.read', { query: { stream, after, author: author() } }, optional(signal))),
    streams: async (prefix, signal) => {
      const query = { author: author(), ...(prefix !== '' && { prefix }) };
      return (await orFault(api.call('trail.streams', { query }, optional(signal)))).streams;
    },
    async changes(cursor, wait, signal) {
      // A read-only server would refuse each append: edits stay on this device, as where there is no trail.
      if (cursor === null) {
        const { isReadOnly, hasSharedTrail } = await orFault(api.call('clusters.list', {}, optional(signal)));
        if (isReadOnly || hasSharedTrail === false) throw new TrailError('absent', 'This server records no drafts');
      }
      const query = { author: author(), wait, ...(cursor !== null && { cursor, records: true }) };
      return orFault(api.call('trail.changes', { query }, optional(signal)));
    },
    ...(follow !== undefined && { follow: (...following) => orFault(follow(...following)) }),
  };
}

async function orFault<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ApiError) throw new TrailError(faultOf(error), error.message, error);
    throw error;
  }
}

const FAULTS: Readonly<Record<number, TrailFault>> = {
  0: 'offline',
  400: 'refused',
  401: 'signed_out',
  403: 'forbidden',
  404: 'absent',
  410: 'erased',
  413: 'too_large',
  422: 'refused',
};

function faultOf({ statusCode, attributes }: ApiError): TrailFault {
  if (attributes['readOnly'] === true) return 'read_only';
  if (statusCode === 403 && attributes['proof'] !== undefined) return 'unproved';
  if (statusCode === 409 && typeof attributes['rules'] === 'number') return 'other_rules';
  // A page instead of an answer, as from a proxy or an older server that sends the console for every address.
  if (statusCode >= 200 && statusCode < 300) return 'absent';
  return FAULTS[statusCode] ?? 'failed';
}

/** Without a first line after this time, in ms, something on the way buffers answers until they end. */
const FIRST_LINE_MS = 3_000;
/** Without any line for this time, in ms, the connection is lost: the server sends one at least every 15 s. */
const SILENCE_MS = 45_000;
/** An answer that ends sooner than this, in ms, was cut off on the way; a server that ends it does so once. */
const SHORTEST_MS = 3_000;
const MOST_SHORT = 3;

/** Follows the news of the trail, by the API of our server, for an author. */
function followChanges(api: ConsoleApi, author: () => string): NonNullable<TrailService['follow']> {
  let short = 0;
  return async (cursor, onChanges, signal) => {
    const from = performance.now();
    const { outcome, hasLine } = await watched(signal, (onLine, watch) =>
      api.follow(
        'trail.changes',
        { query: { author: author(), cursor, wait: 0, records: true } },
        (changes: TrailChanges) => {
          onLine();
          onChanges(changes);
        },
        watch,
      ),
    );
    if (outcome === 'silent' && !hasLine) return 'impossible';
    short = performance.now() - from < SHORTEST_MS ? short + 1 : 0;
    return short < MOST_SHORT ? 'ended' : 'impossible';
  };
}

/**
 * Runs a call that calls `onLine` for each line, until it ends or no line comes for too long. Rejects where the caller
 * has cancelled it, or it fails by itself.
 */
async function watched(
  signal: CancelSignal,
  run: (onLine: () => void, watch: AbortSignal) => Promise<void>,
): Promise<{ readonly outcome: 'ended' | 'silent'; readonly hasLine: boolean }> {
  const watch = new AbortController();
  const state: { hasLine: boolean; outcome: 'ended' | 'silent' } = { hasLine: false, outcome: 'ended' };
  const cancel = () => watch.abort();
  const giveUp = () => {
    state.outcome = 'silent';
    cancel();
  };
  let timer = setTimeout(giveUp, FIRST_LINE_MS);
  signal.addEventListener('abort', cancel);
  if (signal.aborted) cancel();
  try {
    await run(() => {
      state.hasLine = true;
      clearTimeout(timer);
      timer = setTimeout(giveUp, SILENCE_MS);
    }, watch.signal);
  } catch (error) {
    if (state.outcome !== 'silent') throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
  }
  return state;
}
