import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createState, LIVE_BODY_AT, liveTemplateDocument, templateStream } from '#domain/document';
import { joinPointer, type JsonObject } from '#domain/json';
import {
  addField,
  edited,
  editedMapping,
  savingServer,
  type SavingServer,
} from '../../tests/builders/saving-server.ts';
import { startBadCluster, type Fault } from '../../tests/e2e/bad-cluster.ts';
import { LATE_MS } from './actions/settle-actions.ts';

const keyword = { type: 'keyword' };
const WAIT = { timeout: 20_000 };
const mappings = { properties: { a: keyword } };
const cluster = await startBadCluster();
let server: SavingServer;

beforeAll(async () => {
  server = await savingServer('--cluster', cluster.url);
});
afterAll(async () => {
  await server.close();
  expect(server.failures).toEqual([]);
});
afterEach(() => {
  cluster.faultOf = () => undefined;
  vi.useRealTimers();
});

const GATEWAY_TIMEOUT: Fault = { kind: 'answer', status: 504, body: 'Gateway Timeout' };
const BROKEN: Fault = { kind: 'answer', status: 500, body: '{}' };

/** Sends a document, which the cluster answers as `fault` says; resolves with the status for the browser. */
async function sent(path: string, document: object, changes: object, fault: Fault): Promise<number> {
  cluster.faultOf = ({ line }) => (line.startsWith('PUT /') ? fault : undefined);
  const { status } = await server.put(path, document, changes);
  cluster.faultOf = () => undefined;
  return status;
}

async function editedIndex(name: string) {
  await cluster.ask('PUT', [name], { mappings });
  const stream = await server.streamOf(name);
  const { events } = editedMapping(mappings, addField('b'));
  expect((await server.append(stream, 0, events)).status).toBe(200);
  return { stream, events: events.slice(1).map(({ id }) => id) };
}

/** Waits until an edit of an index is noted as saved, without a question that reads the index. */
async function savedUnasked({ stream }: { readonly stream: string }): Promise<void> {
  await vi.waitFor(async () => {
    const { actions } = await server.actionsOf(stream);
    const [action] = actions;
    expect(actions.map(({ state, settled }) => [state, settled?.found])).toEqual([['done', 'done']]);
    expect((await server.eventsOf(stream)).slice(2)).toMatchObject([
      { summary: 'Saved to cluster (1 change)', command: { payload: { action: action?.id } } },
    ]);
  }, WAIT);
}

/** Answers the save of an index with `saved`, and a look at its mapping with `read`. */
function faultsOf(name: string, saved: Fault, read: Fault | undefined): typeof cluster.faultOf {
  const faults = new Map([
    [`PUT /${name}/_mapping`, saved],
    [`GET /${name}/_mapping`, read],
  ]);
  return ({ line }) => faults.get(line);
}

/** Waits until the server has looked at an index, so that it looks again after a while. */
async function lookedAt(name: string): Promise<void> {
  const line = `GET /${name}/_mapping`;
  await vi.waitFor(() => expect(cluster.received.map((call) => call.line)).toContain(line), WAIT);
}

describe('a save whose answer was lost', () => {
  it('is settled and noted at once, though nobody reads anything', async () => {
    const changes = await editedIndex('lost-unread');
    expect(await sent('/mapping/lost-unread', { properties: { b: keyword } }, changes, { kind: 'cut' })).toBe(502);
    await savedUnasked(changes);
  });

  it.each([
    ['did it late', 'lost-late', GATEWAY_TIMEOUT, undefined],
    ['could not be read', 'lost-broken', { kind: 'cut' }, BROKEN],
  ] as const)('is settled and noted a minute later where the cluster %s', async (_, name, fault, reads) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const changes = await editedIndex(name);
    cluster.faultOf = faultsOf(name, fault, reads);
    const document = { properties: { b: keyword } };
    const { status } = await server.put(`/mapping/${name}`, document, changes);
    expect(status).toBeGreaterThan(499);
    await lookedAt(name);
    cluster.faultOf = () => undefined;
    if (reads === undefined) await cluster.ask('PUT', [name, '_mapping'], document);
    expect(await server.eventsOf(changes.stream)).toHaveLength(2);
    expect((await server.actionsOf(changes.stream)).actions).toMatchObject([{ state: 'unknown' }]);
    await vi.advanceTimersByTimeAsync(LATE_MS);
    await savedUnasked(changes);
  });

  it('is noted with the next reading where the cluster failed while it was looked at, and not read before', async () => {
    const name = 'lost-between';
    const changes = await editedIndex(name);
    cluster.faultOf = faultsOf(name, { kind: 'cut' }, BROKEN);
    await server.put(`/mapping/${name}`, { properties: { b: keyword } }, changes);
    await lookedAt(name);
    let looks = 0;
    cluster.faultOf = ({ line }) => (line === `GET /${name}/_mapping` && ++looks === 2 ? BROKEN : undefined);
    // It is found done, and what the save has made of it can’t be read.
    const { status } = await server.call('GET', `/mapping/${name}`);
    expect([status, looks]).toEqual([502, 2]);
    expect(await server.eventsOf(changes.stream)).toHaveLength(2);
    await server.call('GET', `/mapping/${name}`);
    await savedUnasked(changes);
    expect(await server.eventsOf(changes.stream)).toHaveLength(3);
  });

  it('of a mapping is noted as that save before anybody reads what it did', async () => {
    const changes = await editedIndex('lost-one');
    const document = { properties: { b: keyword } };
    expect(await sent('/mapping/lost-one', document, changes, { kind: 'cut' })).toBe(502);
    const { body } = await server.call('GET', '/mapping/lost-one');
    expect(body['mappings']).toEqual({ properties: { a: keyword, b: keyword } });
    const [action] = (await server.actionsOf(changes.stream, changes.events[0])).actions;
    expect(action).toMatchObject({
      state: 'done',
      settled: { found: 'done', note: 'The fields of index "lost-one" are as requested.' },
    });
    expect((await server.eventsOf(changes.stream)).slice(2)).toMatchObject([
      {
        summary: 'Saved to cluster (1 change)',
        author: { id: 'cluster:server' },
        command: { payload: { sent: true, action: action?.id } },
      },
    ]);
  });

  it.each([
    ['is longer than what is recorded of it', 'lost-long', { note: 'x'.repeat(70_000) }],
    ['is redacted in the record', 'lost-redacted', { password: 'hunter2' }],
  ])('is noted likewise where its body %s', async (_, name, more) => {
    const changes = await editedIndex(name);
    const document = { properties: { b: keyword }, _meta: more };
    expect(await sent(`/mapping/${name}`, document, changes, { kind: 'cut' })).toBe(502);
    await server.call('GET', `/mapping/${name}`);
    expect((await server.eventsOf(changes.stream)).at(-1)).toMatchObject({ command: { payload: { sent: true } } });
    const { actions } = await server.actionsOf(changes.stream);
    expect(actions).toMatchObject([{ state: 'done' }]);
    const { body } = await server.call('GET', `/actions/${actions[0]?.id ?? ''}`);
    for (const left of Object.values(more)) expect(JSON.stringify(body)).not.toContain(left);
  });

  it('of a template likewise', async () => {
    const name = 'lost-template';
    const template = { index_patterns: ['lost-template-*'], template: { mappings } };
    await cluster.ask('PUT', ['_index_template', name], template);
    const { body: read } = await server.call('GET', `/index_templates/${name}?legacy=false`);
    const stream = templateStream({ kind: 'index_template', cluster: server.cluster, name });
    const mappingsAt = joinPointer(joinPointer(LIVE_BODY_AT, 'template'), 'mappings');
    const create = { type: 'document.create', payload: { body: liveTemplateDocument(read['body'] as JsonObject) } };
    const { state, events } = edited(createState({ body: undefined, mappingsAt }), [create, addField('b')]);
    expect((await server.append(stream, 0, events)).status).toBe(200);
    const { body: wanted } = state.body as { readonly body: JsonObject };
    const changes = { stream, events: events.slice(1).map(({ id }) => id) };
    expect(await sent(`/index_templates/${name}?legacy=false`, wanted, changes, { kind: 'cut' })).toBe(502);
    await server.call('GET', `/index_templates/${name}?legacy=false`);
    expect((await server.eventsOf(stream)).at(-1)).toMatchObject({
      summary: 'Saved to cluster (1 change)',
      author: { id: 'cluster:server' },
    });
    expect((await server.actionsOf(stream)).actions).toMatchObject([{ state: 'done' }]);
  });

  it('stays open where the cluster has not done it, and nothing is noted', async () => {
    const changes = await editedIndex('lost-undone');
    expect(
      await sent('/mapping/lost-undone', { properties: { b: keyword } }, changes, GATEWAY_TIMEOUT),
    ).toBeGreaterThan(499);
    await server.call('GET', '/mapping/lost-undone');
    const { actions } = await server.actionsOf(changes.stream);
    expect(actions.map(({ state, settled }) => [state, settled])).toEqual([['unknown', undefined]]);
    expect(await server.eventsOf(changes.stream)).toHaveLength(2);
  });

  it('is not found done by what a later save has left, which others have changed since', async () => {
    const name = 'lost-older';
    const start = { template: { mappings } };
    await cluster.ask('PUT', ['_component_template', name], start);
    const stream = templateStream({ kind: 'component_template', cluster: server.cluster, name });
    const mappingsAt = joinPointer(joinPointer(LIVE_BODY_AT, 'template'), 'mappings');
    const create = { type: 'document.create', payload: { body: liveTemplateDocument(start) } };
    const first = edited(createState({ body: undefined, mappingsAt }), [create, addField('b')]);
    const second = edited(first.state, [addField('c')]);
    expect((await server.append(stream, 0, [...first.events, ...second.events])).status).toBe(200);
    const wantedOf = ({ body }: typeof first.state) => (body as { readonly body: JsonObject }).body;
    const path = `/component_templates/${name}`;
    const [older, newer] = [first.events.slice(1), second.events].map((events) => ({
      stream,
      events: events.map(({ id }) => id),
    }));
    if (older === undefined || newer === undefined) throw new Error('There are no changes.');
    expect(await sent(path, wantedOf(first.state), older, GATEWAY_TIMEOUT)).toBeGreaterThan(499);
    const named = { stream, events: [...older.events, ...newer.events] };
    expect((await server.put(path, wantedOf(second.state), named)).body).toMatchObject({ savedVersion: 4 });
    // Somebody takes back what the later save had more.
    await cluster.ask('PUT', ['_component_template', name], wantedOf(first.state));
    await server.call('GET', path);
    expect(await server.eventsOf(stream)).toHaveLength(4);
    const { actions } = await server.actionsOf(stream);
    expect(actions.map(({ state }) => state)).toEqual(['done', 'unknown']);
  });

  it('of several is noted by the last one, which has what the others asked for', async () => {
    const changes = await editedIndex('lost-two');
    const state = editedMapping(mappings, addField('b'), addField('c'));
    const [, , third] = state.events;
    const document = { properties: { b: keyword } };
    await sent('/mapping/lost-two', document, changes, GATEWAY_TIMEOUT);
    if (third === undefined) throw new Error('There is no second change.');
    expect((await server.append(changes.stream, 2, [third])).status).toBe(200);
    const both = { stream: changes.stream, events: [...changes.events, third.id] };
    await sent('/mapping/lost-two', { properties: { b: keyword, c: keyword } }, both, { kind: 'cut' });
    await server.call('GET', '/mapping/lost-two');
    expect((await server.eventsOf(changes.stream)).slice(3)).toMatchObject([
      { summary: 'Saved to cluster (2 changes)' },
    ]);
  });
});
