import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { reduce } from '#domain/commands';
import {
  createState,
  indexStream,
  LIVE_BODY_AT,
  LIVE_MAPPINGS_AT,
  liveDocument,
  liveTemplateDocument,
  parseLiveStream,
} from '#domain/document';
import { clusterAuthor, sha256Hex, type Author } from '#domain/events';
import type { JsonObject } from '#domain/json';
import { API_BASE, DEVICE_HEADER, ROUTES, type RouteAnswer, type RouteInput } from '#domain/wire';
import { deviceSecret } from '../../builders/device-secret.ts';

export type Appended = RouteAnswer<'trail.append'>;

/** What a browser asks of the trail of a server, over a socket. Rejects where no whole answer came. */
export interface TrailClient {
  append(input: RouteInput<'trail.append'>['body']): Promise<Appended>;
  /** Sends an append and goes before the answer comes. */
  appendAndLeave(input: RouteInput<'trail.append'>['body']): Promise<void>;
  /** Creates an index on the server's first cluster, which has this id; resolves with the stream of its mapping. */
  createIndex(name: string, cluster?: string): Promise<string>;
  /** Erases a log, on the machine of the server. */
  eraseStream(input: RouteInput<'trail.erase_stream'>['body']): Promise<RouteAnswer<'trail.erase_stream'>>;
  read(query: {
    readonly stream: string;
    readonly after?: number;
    readonly author: string;
  }): Promise<RouteAnswer<'trail.read'>>;
}

/** An answer that is no answer of the trail. */
export class TrailRefusedError extends Error {
  override readonly name = 'TrailRefusedError';
  constructor(
    readonly status: number,
    readonly body: string,
  ) {
    super(`${status}: ${body.slice(0, 500)}`);
  }
}

/** With connections of its own, which are kept for the next call; authors are proved by the secret, null for none. */
export function trailClient(port: number, secret: string | null = deviceSecret()): TrailClient {
  const device = secret === null ? {} : { [DEVICE_HEADER]: secret };
  const agent = new Agent({ keepAlive: true });
  async function send(method: string, path: string, body?: string): Promise<unknown> {
    const response = await new Promise<{ status: number; body: string }>((resolve, reject) => {
      const sent = request(
        {
          agent,
          host: '127.0.0.1',
          port,
          method,
          path: `${API_BASE}${path}`,
          headers: { 'x-mapledger': '1', ...device, ...(body !== undefined && { 'content-type': 'application/json' }) },
        },
        (answer) => {
          text(answer).then((all) => {
            if (answer.complete) resolve({ status: answer.statusCode ?? 0, body: all });
            else reject(new Error('The answer was cut off.'));
          }, reject);
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
    if (response.status !== 200) throw new TrailRefusedError(response.status, response.body);
    return JSON.parse(response.body) as unknown;
  }
  return {
    appendAndLeave: (input) =>
      new Promise((resolve, reject) => {
        const sent = request({
          host: '127.0.0.1',
          port,
          method: 'POST',
          path: `${API_BASE}${ROUTES['trail.append'].path}`,
          headers: { 'x-mapledger': '1', ...device, 'content-type': 'application/json' },
        });
        sent.on('error', reject);
        sent.end(JSON.stringify(input), () => {
          sent.off('error', reject);
          sent.on('error', () => undefined);
          sent.destroy();
          resolve();
        });
      }),
    append: async (input) => (await send('POST', ROUTES['trail.append'].path, JSON.stringify(input))) as Appended,
    async createIndex(name, cluster = 'sandbox') {
      await send('PUT', `/indices/${name}`, JSON.stringify({ mappings: { properties: {} } }));
      const rows = (await send('GET', '/indices')) as RouteAnswer<'indices.list'>;
      return indexStream({ cluster, name, uuid: rows.find((row) => row.name === name)?.uuid ?? '' });
    },
    eraseStream: async (input) =>
      (await send(
        'POST',
        ROUTES['trail.erase_stream'].path,
        JSON.stringify(input),
      )) as RouteAnswer<'trail.erase_stream'>,
    read: async ({ stream, after = 0, author }) => {
      const query = new URLSearchParams({ stream, after: String(after), author });
      return (await send('GET', `${ROUTES['trail.read'].path}?${query}`)) as RouteAnswer<'trail.read'>;
    },
  };
}

type Sent = RouteInput<'trail.append'>['body']['events'][number];

const AT = '2026-11-22T10:00:00.000Z';

/** What a log of a stream begins with; that of something live with what the author has read from its cluster. */
export function startEvent(person: Author, stream: string): Sent {
  const author = parseLiveStream(stream) === null ? person : clusterAuthor(person);
  const stamp = { id: `start-${sha256Hex(stream).slice(0, 16)}`, at: AT, author };
  const reduced = reduce(
    createState({ body: undefined, mappingsAt: mappingsAtOf(stream) }),
    { type: 'document.create', payload: { body: bodyOf(stream) } },
    stamp,
  );
  if ('event' in reduced) return reduced.event as unknown as Sent;
  throw new Error(`The log of ${stream} has no beginning`);
}

/** One event of an author, the same for the same number: it fits after whatever others have recorded since the beginning. */
export function fieldEvent(author: Author, number: number, stream = 'draft/'): Sent {
  const name = `${author.id}-${number}`;
  const state = createState({ body: bodyOf(stream), mappingsAt: mappingsAtOf(stream) });
  const command = { type: 'field.add', payload: { parent: null, name, definition: { type: 'keyword' } } };
  const reduced = reduce(state, command, { id: name, at: AT, author });
  if ('event' in reduced) return reduced.event as unknown as Sent;
  throw new Error(`${name} came to nothing`);
}

function bodyOf(stream: string): JsonObject {
  const mappings = { properties: {} };
  const live = parseLiveStream(stream);
  if (live === null) return mappings;
  return live.kind === 'index' ? liveDocument(mappings) : liveTemplateDocument({ template: { mappings } });
}

function mappingsAtOf(stream: string): string {
  const live = parseLiveStream(stream);
  if (live === null) return '';
  return live.kind === 'index' ? LIVE_MAPPINGS_AT : `${LIVE_BODY_AT}/template/mappings`;
}
