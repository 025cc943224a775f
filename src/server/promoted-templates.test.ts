import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createState, LIVE_BODY_AT, liveTemplateDocument, originsOf, templateStream } from '#domain/document';
import type { JsonObject } from '#domain/json';
import type { RouteAnswer } from '#domain/wire';
import { addField, edited, savingServer, type SavingServer } from '../../tests/builders/saving-server.ts';
import { startBadCluster } from '../../tests/e2e/bad-cluster.ts';

const source = await startBadCluster();
let server: SavingServer;

beforeAll(async () => {
  server = await savingServer('--cluster', source.url, '--cluster-name', 'staging', '--sandbox');
});
afterAll(async () => {
  await server.close();
  expect(server.failures).toEqual([]);
});

/** Carries out a plan on the sandbox that writes a template; resolves with the words of its request. */
async function wordsOfWrite(promotion: object): Promise<string | undefined> {
  const proposed = await server.call('POST', '/plans?cluster=sandbox', { name: 'staging', promotion });
  expect(proposed).toMatchObject({ status: 200 });
  const id = String(proposed.body['id']);
  await server.call('POST', `/plans/${id}/approve?cluster=sandbox`);
  await vi.waitFor(
    async () => {
      const { body } = await server.call('GET', `/plans/${id}?cluster=sandbox`);
      expect(body).toMatchObject({ plan: { state: 'done' }, isAtWork: false });
    },
    { timeout: 20_000 },
  );
  const { body } = await server.call('GET', '/actions?cluster=sandbox');
  const { actions } = body as unknown as RouteAnswer<'actions.list'>;
  return actions.find(({ title }) => title.includes('plan step'))?.doneTitle;
}

it('a promoted template says which version of the log at its source it was made of', async () => {
  const name = 'promoted';
  const template = { index_patterns: ['promoted-*'], template: { mappings: { properties: {} } } };
  await source.ask('PUT', ['_index_template', name], template);
  const read = async () => (await server.call('GET', `/index_templates/${name}?legacy=false`)).body['body'];
  const sent = (body: unknown) => ({ from: 'staging', templates: [{ kind: 'index_template', name, body }] });

  // Nobody has changed it with Mapledger yet.
  const words = 'Ran plan step 1: Create index template promoted, from staging';
  expect(await wordsOfWrite(sent(await read()))).toBe(words);
  await server.call('POST', '/delete_index_templates?cluster=sandbox', { templates: [{ name }] });

  const stream = templateStream({ kind: 'index_template', cluster: server.cluster, name });
  const empty = createState({ body: undefined, mappingsAt: `${LIVE_BODY_AT}/template/mappings` });
  const create = { type: 'document.create', payload: { body: liveTemplateDocument((await read()) as JsonObject) } };
  const { state, events } = edited(empty, [create, addField('b')]);
  expect((await server.append(stream, 0, events)).status).toBe(200);
  const { body: wanted } = state.body as { readonly body: JsonObject };
  const changes = { stream, events: events.slice(1).map(({ id }) => id) };
  expect((await server.put(`/index_templates/${name}?legacy=false`, wanted, changes)).body).toMatchObject({
    savedVersion: 3,
  });
  expect(await wordsOfWrite(sent(await read()))).toBe(`${words} (version 3 of its log)`);

  // Its own log begins with that version.
  const [begins] = await server.eventsOf(templateStream({ kind: 'index_template', cluster: 'sandbox', name }));
  expect(begins).toMatchObject({ summary: 'Made from promoted' });
  expect(begins && originsOf(begins)).toMatchObject([{ stream, version: 3 }]);
});

it('says when it is no longer what the source has, or came from a file', async () => {
  const name = 'other';
  const body = { index_patterns: ['other-*'], priority: 7 };
  await source.ask('PUT', ['_index_template', name], { ...body, priority: 8 });
  const created = 'Ran plan step 1: Create index template other';
  const templates = [{ kind: 'index_template', name, body }];
  expect(await wordsOfWrite({ from: 'staging', templates })).toBe(
    `${created}, from staging when the plan was proposed`,
  );
  const third = { ...templates[0], name: 'third', body: { index_patterns: ['third-*'] } };
  expect(await wordsOfWrite({ templates: [third] })).toBe('Ran plan step 1: Create index template third, from a file');
});
