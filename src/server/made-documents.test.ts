import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createState, liveDocument, originsOf, templateStream } from '#domain/document';
import { asJson } from '#domain/json';
import { AUTHOR_HEADER, CHANGES_HEADER, CHANGES_IN_BODY, type RouteAnswer } from '#domain/wire';
import {
  ADA,
  addField,
  edited,
  editedMapping,
  savingServer,
  type SavingServer,
} from '../../tests/builders/saving-server.ts';

let server: SavingServer;

beforeAll(async () => {
  server = await savingServer();
});
afterAll(async () => {
  await server.close();
  expect(server.failures).toEqual([]);
});

const keyword = { type: 'keyword' };

async function editedIndex(name: string, field: string) {
  await server.call('PUT', `/indices/${name}`, { mappings: { properties: { a: keyword } } });
  const stream = await server.streamOf(name);
  const { events } = editedMapping({ properties: { a: keyword } }, addField(field));
  expect((await server.append(stream, 0, events)).status).toBe(200);
  return stream;
}

async function carriedOut(plan: object): Promise<RouteAnswer<'plans.get'>['plan']> {
  const proposed = await server.call('POST', '/plans', plan);
  expect(proposed).toMatchObject({ status: 200 });
  const path = `/plans/${String(proposed.body['id'])}`;
  await server.call('POST', `${path}/approve`);
  return vi.waitFor(
    async () => {
      const { body } = await server.call('GET', path);
      expect(body).toMatchObject({ plan: { state: 'done' }, isAtWork: false });
      return (body as unknown as RouteAnswer<'plans.get'>).plan;
    },
    { timeout: 20_000 },
  );
}

const mappings = { properties: { a: keyword, b: keyword } };
const template = (name: string) => ({ name, index_patterns: [`${name}-*`], template: { mappings } });
const component = { name: 'part', template: { mappings } };

it('an index that replaces another one begins with the logs of that and of the draft', async () => {
  const stream = await editedIndex('orders', 'b');
  const draft = 'draft/of-orders';
  const create = { type: 'document.create', payload: { body: mappings } };
  const { events } = edited(createState({ body: undefined, mappingsAt: '' }), [create]);
  expect((await server.append(draft, 0, events)).status).toBe(200);
  const replaceIndex = { newIndex: 'orders-2', cloneAs: 'orders-old', takesWrites: false, mappings };
  await carriedOut({ name: 'orders', draft: 'of-orders', replaceIndex });

  const [begins, ...others] = await server.eventsOf(await server.streamOf('orders-2'));
  expect(others).toEqual([]);
  expect(begins).toMatchObject({
    type: 'document.created',
    summary: 'Made from orders and a draft',
    author: { id: 'cluster:server', verified: true },
    patch: [{ op: 'add', path: '', value: liveDocument(mappings) }],
  });
  const hash = expect.stringMatching(/^[0-9a-f]{64}$/) as string;
  expect(begins && originsOf(begins)).toEqual([
    { stream, version: 2, hash },
    { stream: draft, version: 1, hash },
  ]);
  // The clone has what the cluster had, and was not made from the draft.
  const [clone] = await server.eventsOf(await server.streamOf('orders-old'));
  expect(clone && originsOf(clone)).toEqual([{ stream, version: 2, hash }]);
});

it.each([
  ['an index', 'PUT', '/indices/from-draft', { mappings }, {}],
  ['an index template', 'POST', '/index_templates', template('t-index'), { kind: 'index_template', name: 't-index' }],
  ['a component template', 'POST', '/component_templates', component, { kind: 'component_template', name: 'part' }],
] as const)('%s that is created from a draft begins with its log', async (_, method, path, document, live) => {
  const draft = `draft/of-${path.slice(1).replace('/', '-')}`;
  const { name: _name, ...body } = { name: '', ...document };
  const mappingsAt = 'mappings' in body ? '/mappings' : '/template/mappings';
  const { events } = edited(createState({ body: undefined, mappingsAt }), [
    { type: 'document.create', payload: { body: asJson(body) } },
    addField('c'),
  ]);
  expect((await server.append(draft, 0, events)).status).toBe(200);
  const changes = { stream: draft, events: events.slice(0, 1).map(({ id }) => id) };
  const claim = encodeURIComponent(JSON.stringify({ id: ADA.id, name: ADA.name }));
  const headers = { [CHANGES_HEADER]: CHANGES_IN_BODY, [AUTHOR_HEADER]: claim };
  expect(await server.call(method, path, { document, changes }, headers)).toMatchObject({ status: 200 });
  const stream =
    'kind' in live ? templateStream({ ...live, cluster: server.cluster }) : await server.streamOf('from-draft');
  const [begins] = await server.eventsOf(stream);
  expect(begins).toMatchObject({ summary: 'Made from a draft', author: { id: 'cluster:server' } });
  expect(begins && originsOf(begins)).toMatchObject([{ stream: draft, version: 2 }]);
});

it('nothing is recorded of an index whose source has no log, or that has one itself', async () => {
  await server.call('PUT', '/indices/plain', { mappings });
  await carriedOut({ name: 'plain', replaceIndex: { newIndex: 'plain-2', takesWrites: true } });
  expect(await server.eventsOf(await server.streamOf('plain-2'))).toEqual([]);
});

it('nobody else says what an index was made from', async () => {
  const from = await editedIndex('truth', 'b');
  const continues = [{ stream: from, version: 2, hash: 'a'.repeat(64) }];
  await server.call('PUT', '/indices/claimed', { mappings });
  const stream = await server.streamOf('claimed');
  const { events } = editedMapping(mappings, addField('c'));
  const [first, second] = events;
  const command = { type: 'document.create', payload: { ...(first?.command.payload as object), continues } };
  const forged = [{ ...first, summary: 'Made from truth', command }, second] as typeof events;
  const answer = await server.append(stream, 0, forged);
  expect([answer.status, JSON.stringify(answer.body)]).toEqual([
    422,
    expect.stringContaining('Only the server says what a document was made from.'),
  ]);
  expect(await server.eventsOf(stream)).toEqual([]);
});
