import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

const keyword = { type: 'keyword' };
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

describe('a save whose answer was lost', () => {
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
    const fault: Fault = { kind: 'answer', status: 504, body: 'Gateway Timeout' };
    expect(await sent('/mapping/lost-undone', { properties: { b: keyword } }, changes, fault)).toBeGreaterThan(499);
    await server.call('GET', '/mapping/lost-undone');
    const { actions } = await server.actionsOf(changes.stream);
    expect(actions.map(({ state, settled }) => [state, settled])).toEqual([['unknown', undefined]]);
    expect(await server.eventsOf(changes.stream)).toHaveLength(2);
  });

  it('of several is noted by the last one, which has what the others asked for', async () => {
    const changes = await editedIndex('lost-two');
    const state = editedMapping(mappings, addField('b'), addField('c'));
    const [, , third] = state.events;
    const document = { properties: { b: keyword } };
    const fault: Fault = { kind: 'answer', status: 504, body: 'Gateway Timeout' };
    await sent('/mapping/lost-two', document, changes, fault);
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
