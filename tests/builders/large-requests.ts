import { reduce, type Command } from '#domain/commands';
import { createState, type DocumentState } from '#domain/document';
import type { DocumentEvent } from '#domain/events';
import { API_BASE, DEVICE_HEADER, MAX_NAMES, ROUTES, type RouteId } from '#domain/wire';
import { deviceSecret } from './device-secret.ts';
import type { SentRequest } from './listening-server.ts';

const ADA = { id: 'ada', name: 'Ada', verified: false };
const AT = '2026-11-22T10:00:00.000Z';
const SECRET = deviceSecret();

/** A request, by its route. */
interface Asked {
  readonly id: RouteId;
  readonly name?: string;
  readonly query?: string;
  readonly body?: unknown;
}

/** As a client sends it. */
function requestOf({ id, name = '', query = '', body }: Asked): SentRequest {
  const { method, path } = ROUTES[id];
  return {
    method,
    path: `${API_BASE}${path.replace(':name', name)}${query}`,
    headers: { [DEVICE_HEADER]: SECRET },
    ...(body !== undefined && { pieces: [Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))] }),
  };
}

let ids = 0;
function step(state: DocumentState, type: string, payload: unknown): { event: DocumentEvent; after: DocumentState } {
  const stamp = { id: `01J${String(++ids).padStart(23, '0')}`, at: AT, author: ADA };
  const command: Command = { type, payload };
  const reduced = reduce(state, command, stamp);
  if (!('event' in reduced)) throw new Error(`${type} came to nothing`);
  return reduced;
}
const fresh = () => createState({ body: undefined, mappingsAt: '' });
const created = (body: unknown) => step(fresh(), 'document.create', { body });
const fields = (count: number, type = 'keyword') => ({
  properties: Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, { type }])),
});
const append = (stream: string, after: number, ...events: readonly DocumentEvent[]): Asked => ({
  id: 'trail.append',
  body: { stream, after, events },
});

/** What is sent first, and then the large request, with the status of its answer; null where that depends on the route. */
interface Story<Sent> {
  readonly before?: readonly Sent[];
  readonly asked: Sent;
  readonly status: number | null;
}

const list = () => created({ _meta: { a: [] } });
const document = () => created(fields(12_000));
const replaced = () => step(document().after, 'editor.replaceMappings', { mappings: fields(12_000, 'long') });

const STORIES: Readonly<Record<string, () => Story<Asked>>> = {
  'an event that puts 32,000 items in front of a list': () => {
    const patch = Array.from({ length: 32_000 }, () => ({ op: 'add' as const, path: '/_meta/a/0', value: 1 }));
    const bomb = { ...replaced().event, patch, inverse: [] };
    return { before: [append('draft/list', 0, list().event)], asked: append('draft/list', 1, bomb), status: 422 };
  },
  'a first event that does the same': () => {
    const add = Array.from({ length: 32_000 }, () => ({ op: 'add' as const, path: '/a/0', value: 1 }));
    const { event } = created({});
    const bomb = { ...event, patch: [{ op: 'add' as const, path: '', value: { a: [] } }, ...add] };
    return { asked: append('draft/first', 0, bomb), status: 422 };
  },
  'a draft of 12,000 fields': () => ({ asked: append('draft/large', 0, document().event), status: 200 }),
  'another text of 12,000 fields': () => ({
    before: [append('draft/other', 0, document().event)],
    asked: append('draft/other', 1, replaced().event),
    status: 200,
  }),
  'a batch of whole texts': () => {
    const { event } = replaced();
    const commands = Array.from({ length: 10 }, () => event.command);
    const batch = { ...event, command: { type: 'batch', payload: { commands } } } as unknown as DocumentEvent;
    return {
      before: [append('draft/texts', 0, document().event)],
      asked: append('draft/texts', 1, batch),
      status: 422,
    };
  },
  'a batch of 10,000 fields': () => {
    const add = (name: string) => ({ type: 'field.add', payload: { parent: null, name, definition: { type: 'ip' } } });
    const commands = Array.from({ length: 10_000 }, (_, at) => add(`new${at}`));
    const command = { type: 'batch', payload: { commands } };
    const batch = { ...replaced().event, patch: [], command } as unknown as DocumentEvent;
    return {
      before: [append('draft/batch', 0, document().event)],
      asked: append('draft/batch', 1, batch),
      status: 422,
    };
  },
  'the deletion of 10,000 unknown names': () => ({
    asked: { id: 'indices.delete', body: { indices: Array.from({ length: MAX_NAMES }, (_, at) => `unknown-${at}`) } },
    status: 200,
  }),
  'a mapping of 49,000 fields': () => ({
    before: [{ id: 'indices.create', name: 'large', body: {} }],
    asked: { id: 'mapping.update', name: 'large', body: fields(49_000) },
    status: 400,
  }),
  'a template of 49,000 fields': () => ({
    asked: {
      id: 'index_templates.create',
      body: { name: 'large', index_patterns: ['large-*'], template: { mappings: fields(49_000) } },
    },
    status: 400,
  }),
  'a body of 20,000 passwords': () => ({
    before: [{ id: 'indices.create', name: 'secret', body: {} }],
    asked: {
      id: 'mapping.update',
      name: 'secret',
      body: {
        _meta: Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`a${at}`, { password: `secret ${at}` }])),
      },
    },
    status: 200,
  }),
  'the verification of 2,001 events': () => {
    const events: DocumentEvent[] = [];
    let { event, after } = created({ properties: {} });
    for (let at = 0; at < 2_000; at++) {
      events.push(event);
      const definition = { type: 'keyword' };
      ({ event, after } = step(after, 'field.add', { parent: null, name: `f${at}`, definition }));
    }
    events.push(event);
    const pages = [0, 1_000, 2_000].map((from) => append('draft/long', from, ...events.slice(from, from + 1_000)));
    return {
      before: pages,
      asked: { id: 'proof.verify', query: '?stream=draft/long&author=ada' },
      status: 200,
    };
  },
};

const KEYS = `{${Array.from({ length: 99_000 }, (_, at) => `"k${at}":1`).join(',')}}`;
/** Each route that takes a document or events, with as many keys as it reads. */
const KEY_STORIES = Object.fromEntries(
  (Object.keys(ROUTES) as RouteId[])
    .filter((id) => 'takesDocument' in ROUTES[id] || 'takesEvents' in ROUTES[id])
    .map((id) => {
      const asked = (body: unknown): Asked => ({ id, name: 'keys', body });
      return [`99,000 keys by ${id}`, (): Story<Asked> => ({ before: [asked({})], asked: asked(KEYS), status: null })];
    }),
);

/** The largest requests that are taken, and what was found to cost the most, by what they are. They are made when they are called for: each has megabytes. */
export const LARGE_REQUESTS: Readonly<Record<string, () => Story<SentRequest>>> = Object.fromEntries(
  Object.entries({ ...STORIES, ...KEY_STORIES }).map(([what, story]) => [
    what,
    () => {
      const { before = [], asked, status } = story();
      return { before: before.map(requestOf), asked: requestOf(asked), status };
    },
  ]),
);
