import { afterAll, beforeAll, expect, it } from 'vitest';
import { reduce, type Command } from '#domain/commands';
import { createState, type DocumentState } from '#domain/document';
import type { DocumentEvent } from '#domain/events';
import { API_BASE, DEVICE_HEADER, MAX_NAMES, ROUTES, type RouteId } from '#domain/wire';
import {
  collectGarbage,
  stretchFault,
  watchCpuStretches,
  type CpuStretches,
} from '../../tests/builders/cpu-stretches.ts';
import { deviceSecret } from '../../tests/builders/device-secret.ts';
import { listeningServer, type ListeningServer, type SentRequest } from '../../tests/builders/listening-server.ts';

const ADA = { id: 'ada', name: 'Ada', verified: false };
const AT = '2026-11-22T10:00:00.000Z';
const TIMEOUT_MS = 120_000;

let server: ListeningServer;
let stretches: CpuStretches;
const secret = deviceSecret();

beforeAll(async () => {
  server = await listeningServer();
  stretches = watchCpuStretches();
});
afterAll(async () => {
  stretches.stop();
  await server.close();
});

interface Asked {
  readonly id: RouteId;
  readonly name?: string;
  readonly query?: string;
  readonly body?: unknown;
}

function requestOf({ id, name = '', query = '', body }: Asked): SentRequest {
  const { method, path } = ROUTES[id];
  return {
    method,
    path: `${API_BASE}${path.replace(':name', name)}${query}`,
    headers: { [DEVICE_HEADER]: secret },
    ...(body !== undefined && { pieces: [Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))] }),
  };
}
const ask = (asked: Asked) => server.send(requestOf(asked));

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

/** What is sent first, without being watched, and then what is watched, with the status that it is answered with. */
type Story = () => { readonly before?: readonly Asked[]; readonly asked: Asked; readonly status: number };

const list = () => created({ _meta: { a: [] } });
const document = () => created(fields(12_000));
const replaced = () => step(document().after, 'editor.replaceMappings', { mappings: fields(12_000, 'long') });

const STORIES: Readonly<Record<string, Story>> = {
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
const LARGE = (Object.keys(ROUTES) as RouteId[]).filter(
  (id) => 'takesDocument' in ROUTES[id] || 'takesEvents' in ROUTES[id],
);

async function watched(asked: Asked): Promise<{ readonly status: number | undefined; readonly fault: string | null }> {
  // What the client writes out, and what was left by what ran before, is no cost of the server.
  const request = requestOf(asked);
  await new Promise((resolve) => setTimeout(resolve, 20));
  await collectGarbage();
  stretches.take();
  const answer = await server.send(request);
  // What is not awaited by the answer comes after it.
  await new Promise((resolve) => setTimeout(resolve, 20));
  return { status: answer?.status, fault: stretchFault(stretches.take()) };
}

it.each(Object.entries(STORIES))(
  'to take %s holds up nobody',
  async (_, story) => {
    const { before = [], asked, status } = story();
    for (const each of before) expect((await ask(each))?.status).toBe(200);
    expect(await watched(asked)).toEqual({ status, fault: null });
  },
  TIMEOUT_MS,
);

it.each(LARGE)(
  'to take 99,000 keys by %s holds up nobody',
  async (id) => {
    // What a route loads when it is first asked is no cost of a request.
    await ask({ id, name: 'keys', body: {} });
    expect((await watched({ id, name: 'keys', body: KEYS })).fault).toBeNull();
  },
  TIMEOUT_MS,
);

it('failed at nothing of its own', () => {
  expect(server.failures).toEqual([]);
});
