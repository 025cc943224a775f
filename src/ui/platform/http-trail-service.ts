import type { Author } from '#domain/events';
import type { JsonValue } from '#domain/json';
import { TrailError, type HttpService, type TrailFault, type TrailService } from '#domain/ports';
import { ApiError, consoleApi } from './console-api.ts';

/** The trail over the routes of our server; `authorNow` says for whom, where nobody is signed in. */
export function httpTrailService(http: HttpService, authorNow: () => Author): TrailService {
  const api = consoleApi(http, null);
  const author = () => authorNow().id;
  const optional = (signal: Parameters<TrailService['append']>[3]) => (signal === undefined ? {} : { signal });
  return {
    append: (stream, after, events, signal) =>
      orFault(
        api.call(
          'trail.append',
          // An event is JSON; its type only says more.
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
      // A read-only server would refuse each append: what is edited stays on this device, as where there is no trail.
      if (cursor === null) {
        const { isReadOnly, hasSharedTrail } = await orFault(api.call('clusters.list', {}, optional(signal)));
        if (isReadOnly || hasSharedTrail === false) throw new TrailError('absent', 'This server records no drafts');
      }
      const query = { author: author(), wait, ...(cursor !== null && { cursor }) };
      return orFault(api.call('trail.changes', { query }, optional(signal)));
    },
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
