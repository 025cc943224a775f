import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reduce } from '#domain/commands';
import {
  createState,
  indexStream,
  LIVE_BODY_AT,
  LIVE_MAPPINGS_AT,
  liveDocument,
  liveTemplateDocument,
  openState,
  templateStream,
} from '#domain/document';
import { clusterAuthor, type DocumentEvent } from '#domain/events';
import { joinPointer, type JsonObject } from '#domain/json';
import { CHANGES_HEADER, CHANGES_IN_BODY, ROUTES } from '#domain/wire';
import {
  ADA,
  addField,
  edited,
  editedMapping,
  savingServer,
  type SavingServer,
} from '../../tests/builders/saving-server.ts';
import { stampSource } from '../fuzz/generate/stamps.ts';

const stamp = stampSource(902);
const keyword = { type: 'keyword' };

let server: SavingServer;
let call: SavingServer['call'];
let put: SavingServer['put'];
let eventsOf: SavingServer['eventsOf'];

beforeAll(async () => {
  server = await savingServer();
  ({ call, put, eventsOf } = server);
});
afterAll(async () => {
  await server.close();
  expect(server.failures).toEqual([]);
});

async function append(stream: string, after: number, events: readonly DocumentEvent[]) {
  const { status, body } = await server.append(stream, after, events);
  expect([status, body]).toMatchObject([200, { outcome: 'recorded' }]);
}

const actionsOf = async (stream: string, event?: string) => (await server.actionsOf(stream, event)).actions;

/** An index of the sandbox whose document has a field more than the cluster. */
async function editedIndex(name: string, field: string) {
  expect((await call('PUT', `/indices/${name}`, { mappings: { properties: { a: keyword } } })).status).toBe(200);
  const stream = await server.streamOf(name);
  const { events } = editedMapping({ properties: { a: keyword } }, addField(field));
  return { stream, events, ids: events.slice(1).map(({ id }) => id) };
}

const added = (field: string) => ({ properties: { [field]: keyword } });

describe('a save of changes that are recorded', () => {
  it('is recorded by the server, as what it read afterwards, with the action', async () => {
    const { stream, events, ids } = await editedIndex('save-one', 'b');
    await append(stream, 0, events);
    const { status, body } = await put('/mapping/save-one', added('b'), { stream, events: ids });
    expect([status, body]).toEqual([200, { acknowledged: true, action: expect.any(String), savedVersion: 3 }]);
    const [action] = await actionsOf(stream, ids[0]);
    expect(action).toMatchObject({
      route: 'mapping.update',
      state: 'done',
      sent: { events: 1, calls: [{ method: 'PUT', path: '/save-one/_mapping', status: 200 }] },
    });
    const log = await eventsOf(stream);
    expect(log.at(-1)).toMatchObject({
      type: 'mapping.followed',
      summary: 'Saved to cluster (1 change)',
      author: { id: 'cluster:server', verified: true },
      command: { payload: { sent: true, action: action?.id } },
    });
    const { body: document } = openState({ body: undefined, mappingsAt: LIVE_MAPPINGS_AT }, log);
    expect(document).toEqual(liveDocument({ properties: { a: keyword, b: keyword } }));
  });

  it('has what others have changed on the cluster meanwhile in an event of its own, before it', async () => {
    const { stream, events, ids } = await editedIndex('save-others', 'b');
    await append(stream, 0, events);
    await call('PUT', '/mapping/save-others', {
      properties: { third: { type: 'ip' }, a: { ...keyword, ignore_above: 9 } },
    });
    expect((await put('/mapping/save-others', added('b'), { stream, events: ids })).body['savedVersion']).toBe(4);
    const [, , others, save] = await eventsOf(stream);
    expect(others).toMatchObject({ summary: 'Synced from cluster (2 changes)', author: { id: 'cluster:server' } });
    expect(others?.command.payload).not.toHaveProperty('sent');
    expect(others?.patch.map(({ path }) => path).sort()).toEqual([
      '/cluster/properties/a/ignore_above',
      '/cluster/properties/third',
      '/mappings/properties/a/ignore_above',
      '/mappings/properties/third',
    ]);
    expect(save).toMatchObject({ summary: 'Saved to cluster (1 change)', command: { payload: { sent: true } } });
    expect(save?.patch.map(({ path }) => path)).toEqual(['/cluster/properties/b']);
  });

  it('has theirs before it too in a mapping that had no fields', async () => {
    const name = 'save-first-fields';
    expect((await call('PUT', `/indices/${name}`, {})).status).toBe(200);
    const stream = await server.streamOf(name);
    const { events } = editedMapping({}, addField('b'));
    await append(stream, 0, events);
    await call('PUT', `/mapping/${name}`, { properties: { third: { type: 'ip' } } });
    const changes = { stream, events: events.slice(1).map(({ id }) => id) };
    expect((await put(`/mapping/${name}`, added('b'), changes)).body['savedVersion']).toBe(4);
    const [, , others, save] = await eventsOf(stream);
    expect(others).toMatchObject({ summary: 'Synced from cluster (1 change)' });
    expect(save?.patch.map(({ path }) => path)).toEqual(['/cluster/properties/b']);
  });

  it('keeps what was not sent as a change that the cluster does not have', async () => {
    const { stream, events, ids } = await editedIndex('save-part', 'b');
    const before = openState({ body: undefined, mappingsAt: LIVE_MAPPINGS_AT }, events);
    const more = edited(before, [addField('later')]);
    await append(stream, 0, [...events, ...more.events]);
    expect((await put('/mapping/save-part', added('b'), { stream, events: ids })).body['savedVersion']).toBe(4);
    const log = await eventsOf(stream);
    const { body } = openState({ body: undefined, mappingsAt: LIVE_MAPPINGS_AT }, log);
    expect(body).toEqual({
      mappings: { properties: { a: keyword, b: keyword, later: keyword } },
      cluster: { properties: { a: keyword, b: keyword } },
    });
    // Only what was sent has reached the cluster.
    expect(await actionsOf(stream, more.events[0]?.id)).toEqual([]);
  });

  it('of a template is recorded likewise', async () => {
    const name = 'save-template';
    const body = { index_patterns: ['save-template-*'], template: { mappings: { properties: { a: keyword } } } };
    expect((await call('POST', '/index_templates', { name, ...body })).status).toBe(200);
    const { body: read } = await call('GET', `/index_templates/${name}?legacy=false`);
    const stream = templateStream({ kind: 'index_template', cluster: 'sandbox', name });
    const mappingsAt = joinPointer(joinPointer(LIVE_BODY_AT, 'template'), 'mappings');
    const empty = createState({ body: undefined, mappingsAt });
    const create = { type: 'document.create', payload: { body: liveTemplateDocument(read['body'] as JsonObject) } };
    const { state, events } = edited(empty, [create, addField('b')]);
    await append(stream, 0, events);
    const wanted = (state.body as { body: JsonObject }).body;
    const ids = events.slice(1).map(({ id }) => id);
    const answer = await put(`/index_templates/${name}?legacy=false`, wanted, { stream, events: ids });
    expect([answer.status, answer.body]).toEqual([
      200,
      { acknowledged: true, action: expect.any(String), savedVersion: 3 },
    ]);
    expect((await eventsOf(stream)).at(-1)).toMatchObject({
      type: 'template.followed',
      summary: 'Saved to cluster (1 change)',
      author: { id: 'cluster:server' },
    });
  });

  it('is left to the browser where the server has not recorded all of them, which the action says', async () => {
    const { stream, events, ids } = await editedIndex('save-early', 'b');
    await append(stream, 0, events.slice(0, 1));
    const { status, body } = await put('/mapping/save-early', added('b'), { stream, events: ids });
    expect([status, body]).toEqual([200, { acknowledged: true, action: expect.any(String) }]);
    const [action] = await actionsOf(stream);
    expect(action).toMatchObject({ id: body['action'], sent: { events: 1, unrecorded: 1 } });
    expect(await eventsOf(stream)).toHaveLength(1);
    // It records the changes afterwards, and the save with the action that made it: no other one.
    const before = openState({ body: undefined, mappingsAt: LIVE_MAPPINGS_AT }, events);
    const mappings = { properties: { a: keyword, b: keyword } };
    const saveBy = (id: string) => {
      const command = { type: 'mapping.follow', payload: { mappings, sent: mappings, action: id } };
      const reduced = reduce(before, command, stamp(clusterAuthor(ADA)));
      if (!('event' in reduced)) throw new Error('The save came to nothing.');
      return reduced.event;
    };
    const other = await editedIndex('save-other', 'b');
    await append(other.stream, 0, other.events);
    const { body: saved } = await put('/mapping/save-other', added('b'), { stream: other.stream, events: other.ids });
    for (const id of ['01J00000000000000000000000', saved['action'] as string]) {
      const sent = { stream, after: 1, events: [...events.slice(1), saveBy(id)], author: ADA.id };
      const { status: refused, body: answer } = await call('POST', ROUTES['trail.append'].path, sent);
      expect([refused, answer['message']]).toEqual([
        422,
        'Not recorded: /body/events/1/command/payload/action is no action that has saved this document.',
      ]);
    }
    await append(stream, 1, [...events.slice(1), saveBy(action?.id ?? '')]);
    expect((await eventsOf(stream)).at(-1)).toMatchObject({
      summary: 'Saved to cluster (1 change)',
      author: { id: 'cluster:ada-of-saves', verified: false },
      command: { payload: { sent: true, action: action?.id } },
    });
  });

  it('that the cluster refuses is no save', async () => {
    const { stream, events, ids } = await editedIndex('save-refused', 'b');
    await append(stream, 0, events);
    const { status } = await put(
      '/mapping/save-refused',
      { properties: { a: { type: 'long' }, b: keyword } },
      { stream, events: ids },
    );
    expect(status).toBe(400);
    expect(await actionsOf(stream, ids[0])).toMatchObject([{ state: 'failed' }]);
    expect(await eventsOf(stream)).toHaveLength(2);
  });
});

describe('what a browser says that a cluster had', () => {
  const seenIn = async (stream: string) => (await eventsOf(stream)).map(({ seen }) => seen);

  it('is marked as seen where the server has read the same there, and never because somebody says so', async () => {
    const { stream, events } = await editedIndex('seen-one', 'b');
    // Nobody has asked the server for the mapping yet.
    const [first, ...others] = events as [DocumentEvent, ...DocumentEvent[]];
    await append(stream, 0, [first]);
    await call('GET', '/mapping/seen-one');
    await append(stream, 1, others);
    expect(await seenIn(stream)).toEqual([undefined, undefined]);

    const other = await editedIndex('seen-two', 'b');
    await call('GET', '/mapping/seen-two');
    await append(other.stream, 0, other.events);
    expect(await seenIn(other.stream)).toEqual([true, undefined]);
    const lied = other.events.map((event) => ({ ...event, id: `${event.id}X`, seen: true as const }));
    await append('draft/lied', 0, lied);
    expect(await seenIn('draft/lied')).toEqual([undefined, undefined]);
  });
});

describe('changes that a call says it is made of', () => {
  it('are not those of which its body has nothing, whoever sends it, and it is no save of them', async () => {
    const { stream, events, ids } = await editedIndex('save-lied', 'salary');
    await append(stream, 0, events);
    const { status, body } = await put('/mapping/save-lied', added('harmless'), { stream, events: ids });
    expect([status, body]).toEqual([200, { acknowledged: true }]);
    expect(await actionsOf(stream, ids[0])).toEqual([]);
    expect(await eventsOf(stream)).toHaveLength(2);
    const sent = await put('/mapping/save-lied', { properties: { salary: { type: 'long' } } }, { stream, events: ids });
    expect(sent).toEqual({ status: 200, body: { acknowledged: true } });
    expect(await actionsOf(stream, ids[0])).toMatchObject([]);
  });

  it('are those of which its body has something, of all that it names', async () => {
    const { stream, events, ids } = await editedIndex('save-among', 'b');
    const state = openState({ body: undefined, mappingsAt: LIVE_MAPPINGS_AT }, events);
    const more = edited(state, [addField('c'), { type: 'field.remove', payload: { field: '/mappings/properties/c' } }]);
    await append(stream, 0, [...events, ...more.events]);
    const all = [...ids, ...more.events.map(({ id }) => id)];
    const { body } = await put('/mapping/save-among', added('b'), { stream, events: all });
    expect(body).toMatchObject({ savedVersion: 5 });
    expect(await actionsOf(stream)).toMatchObject([{ sent: { events: 1, ids } }]);
  });

  it.each([
    ['another index', indexStream({ cluster: 'sandbox', name: 'other', uuid: 'x' }), 400],
    [
      'the index as it was before it was made again',
      indexStream({ cluster: 'sandbox', name: 'save-whose', uuid: 'x' }),
      400,
    ],
    ['an index of another cluster', indexStream({ cluster: 'nowhere', name: 'save-whose', uuid: 'x' }), 400],
    ['a template', templateStream({ kind: 'index_template', cluster: 'sandbox', name: 'save-whose' }), 400],
    ['a draft', 'draft/somebody', 400],
    ['no kind that there is', 'nothing/at/all', 400],
  ])('are refused where they are of %s, and nothing is sent', async (_, stream, status) => {
    await call('PUT', '/indices/save-whose', { mappings: { properties: { a: keyword } } });
    const answer = await put('/mapping/save-whose', added('b'), { stream, events: ['01J'] });
    expect(answer.status).toBe(status);
    expect(answer.body['message']).toContain('Nothing was sent');
    const { body } = await call('GET', '/mapping/save-whose');
    expect(body['mappings']).toEqual({ properties: { a: keyword } });
  });

  it.each([
    ['a header with another value', 'yes', { document: {}, changes: { stream: 's', events: [] } }],
    ['a body without them', CHANGES_IN_BODY, { properties: {} }],
    ['more than the two parts', CHANGES_IN_BODY, { document: {}, changes: { stream: 's', events: [] }, more: 1 }],
    ['ids that are none', CHANGES_IN_BODY, { document: {}, changes: { stream: 's', events: [''] } }],
  ])('are refused for %s', async (_, header, body) => {
    const { status } = await call('PUT', '/mapping/save-whose', body, { [CHANGES_HEADER]: header });
    expect(status).toBe(400);
  });

  it('are those of a draft that an index is created with', async () => {
    const stream = 'draft/of-index';
    const empty = createState({ body: undefined, mappingsAt: '' });
    const create = { type: 'document.create', payload: { body: { properties: {} } } };
    const { state, events } = edited(empty, [create, addField('extra'), addField('unsent')]);
    const [, , unsent] = events;
    await append(stream, 0, events);
    expect(state.body).toMatchObject({ properties: { extra: keyword } });
    const body = { mappings: { properties: { extra: keyword } }, settings: { number_of_replicas: 0 } };
    const ids = events.map(({ id }) => id);
    const answer = await put('/indices/made-of-draft', body, { stream, events: ids });
    expect([answer.status, answer.body]).toEqual([200, { acknowledged: true }]);
    expect(await actionsOf(stream)).toMatchObject([{ route: 'indices.create', sent: { ids: ids.slice(0, 2) } }]);
    expect(await actionsOf(stream, unsent?.id)).toEqual([]);
    const other = indexStream({ cluster: 'sandbox', name: 'other', uuid: 'x' });
    expect((await put('/indices/made-of-index', body, { stream: other, events: ids })).body['message']).toContain(
      'is neither a draft nor the stream of the index that the request is about',
    );
  });

  it('are refused by routes that take none', async () => {
    const { status, body } = await call('PUT', '/settings/save-whose', {}, { [CHANGES_HEADER]: CHANGES_IN_BODY });
    expect([status, body]).toMatchObject([400, { attributes: { issues: [{ reason: 'is not for this route' }] } }]);
  });
});

describe('a save that a browser notes, since the server could not', () => {
  const NOT_SENT = 'is an action that has not sent what this event has saved';
  const withFields = (...names: readonly string[]) => ({
    properties: Object.fromEntries(['a', ...names].map((name) => [name, keyword])),
  });

  /** An index with two recorded changes, of which one was sent with another that is not recorded. */
  async function sentUnrecorded(name: string) {
    const { stream, events, ids } = await editedIndex(name, 'b');
    const { state, events: more } = edited(openState({ body: undefined, mappingsAt: LIVE_MAPPINGS_AT }, events), [
      addField('salary'),
    ]);
    await append(stream, 0, [...events, ...more]);
    const changes = { stream, events: [...ids, '01J00000000000000000000000'] };
    const { body } = await put(`/mapping/${name}`, added('b'), changes);
    expect(body).toEqual({ acknowledged: true, action: expect.any(String) });
    const follow = (mappings: JsonObject, sent: JsonObject = mappings) =>
      edited(state, [{ type: 'mapping.follow', payload: { mappings, sent, action: body['action'] as string } }]).events;
    const noted = async (...given: Parameters<typeof follow>) => {
      const answer = await server.append(stream, 3, follow(...given));
      return [answer.status, JSON.stringify(answer.body)];
    };
    return { stream, noted };
  }

  it('has what its request sent, and nothing more', async () => {
    const { stream, noted } = await sentUnrecorded('note-lie');
    for (const lie of [withFields('b', 'salary'), withFields('salary'), withFields('b', 'wish')])
      expect([lie, await noted(lie, added('x'))]).toEqual([lie, [422, expect.stringContaining(NOT_SENT)]]);
    expect(await eventsOf(stream)).toHaveLength(3);
    expect(await noted(withFields('b'))).toMatchObject([200, expect.any(String)]);
    expect((await eventsOf(stream)).at(-1)?.summary).toBe('Saved to cluster (1 change)');
  });

  it('has what the server has read as well', async () => {
    const { noted } = await sentUnrecorded('note-others');
    await call('PUT', '/mapping/note-others', added('third'));
    expect(await noted(withFields('b', 'third'), added('b'))).toMatchObject([422, expect.stringContaining(NOT_SENT)]);
    await call('GET', '/mapping/note-others');
    expect(await noted(withFields('b', 'third'), added('b'))).toMatchObject([200, expect.any(String)]);
  });

  it('of a template is compared as a whole', async () => {
    const [name, start] = ['note-template', { template: { mappings: withFields() } }];
    expect((await call('POST', '/component_templates', { name, ...start })).status).toBe(200);
    const { body: read } = await call('GET', `/component_templates/${name}`);
    const stream = templateStream({ kind: 'component_template', cluster: 'sandbox', name });
    const mappingsAt = joinPointer(joinPointer(LIVE_BODY_AT, 'template'), 'mappings');
    const create = { type: 'document.create', payload: { body: liveTemplateDocument(read['body'] as JsonObject) } };
    const { state, events } = edited(createState({ body: undefined, mappingsAt }), [create, addField('b')]);
    await append(stream, 0, events);
    const changes = { stream, events: [events[1]?.id, '01J00000000000000000000000'] };
    const bodyWith = (...names: readonly string[]) => ({ template: { mappings: withFields(...names) } });
    const { body: answer } = await put(`/component_templates/${name}`, bodyWith('b'), changes);
    const noted = async (body: JsonObject) => {
      const payload = { body, sent: body, action: answer['action'] as string };
      return (await server.append(stream, 2, edited(state, [{ type: 'template.follow', payload }]).events)).status;
    };
    expect(await noted(bodyWith('b', 'salary'))).toBe(422);
    expect(await noted(bodyWith('b'))).toBe(200);
  });
});
