import { describe, expect, it } from 'vitest';
import { given } from '../../../tests/builders/given.ts';
import type { JsonObject, JsonValue } from '../json/value.ts';
import { indexStream, liveDocument, parseIndexStream } from '../document/live-document.ts';
import { CLUSTER } from '../../fuzz/generate/stamps.ts';

const keyword = { type: 'keyword' };
const fields = (properties: JsonValue): JsonObject => ({ properties });
const live = (properties: JsonValue) =>
  given(undefined).after('document.create', { body: liveDocument(fields(properties)) });
const start = (properties: JsonValue) => ({ ...live(properties), ...given(live(properties).state.body, '/mappings') });
const follow = (mappings: JsonObject, sent?: JsonObject) =>
  ['mapping.follow', { mappings, ...(sent && { sent }) }, CLUSTER] as const;
const add = (name: string, definition: JsonValue) => ['field.add', { parent: null, name, definition }] as const;

describe('mapping.follow', () => {
  it('is no part of what a person does at once', () => {
    const commands = [{ type: 'mapping.follow', payload: { mappings: fields({ theirs: keyword }) } }];
    const outcome = start({}).when('batch', { commands });
    expect(outcome.detail?.message).toBe('"mapping.follow" cannot be part of a batch.');
    // As it was decided by earlier rules.
    expect(start({}).when('batch', { commands }, undefined, 4).event).toBeDefined();
  });

  it('takes over what the cluster added, and keeps what was edited', () => {
    const outcome = start({ a: keyword })
      .after(...add('mine', { type: 'ip' }))
      .when(...follow(fields({ a: keyword, theirs: { type: 'long' } })));
    expect(outcome.body).toEqual({
      mappings: fields({ a: keyword, mine: { type: 'ip' }, theirs: { type: 'long' } }),
      cluster: fields({ a: keyword, theirs: { type: 'long' } }),
    });
    expect(outcome.summary).toBe('Synced from cluster (1 change)');
    expect(outcome.event?.author).toEqual(CLUSTER);
  });

  it('keeps mine where both made a field of another type, and says so', () => {
    const outcome = start({})
      .after(...add('x', keyword))
      .when(...follow(fields({ x: { type: 'text', fields: { keyword } } })));
    expect(outcome.body).toMatchObject({ mappings: fields({ x: keyword }) });
    expect(outcome.summary).toBe('Synced from cluster (1 change), keeping your edits to x');
    expect(outcome.event?.command.payload).toMatchObject({ kept: ['/properties/x'] });
  });

  it('calls what was kept by the names of its fields, in objects and below fields', () => {
    const nested = (definition: JsonObject) => ({
      fields: { properties: { properties: { properties: { raw: definition } } } },
    });
    const raw = '/mappings/properties/fields/properties/properties/properties/raw';
    const theirs = nested({ type: 'text', analyzer: 'theirs' });
    const edited = start({ title: { type: 'text' }, ...nested({ type: 'text' }) }).after('field.edit', {
      field: raw,
      set: { analyzer: 'mine' },
    });
    const one = edited.when(...follow(fields({ title: { type: 'text' }, ...theirs })));
    expect(one.summary).toBe('Synced from cluster (1 change), keeping your edits to fields.properties.raw.analyzer');
    const two = edited
      .after('field.add', { parent: '/mappings/properties/title', name: 'raw', definition: keyword })
      .when(...follow(fields({ title: { type: 'text', fields: { raw: { type: 'long' } } }, ...theirs })));
    expect(two.summary).toBe('Synced from cluster (2 changes), keeping your edits to title.raw and 1 more');
  });

  it('records nothing as kept where nothing was', () => {
    const outcome = start({}).when(...follow(fields({ theirs: keyword })));
    expect(outcome.event?.command.payload).not.toHaveProperty('kept');
    expect(outcome.summary).toBe('Synced from cluster (1 change)');
  });

  it('merges objects that both made', () => {
    const outcome = start({})
      .after(...add('host', { properties: { ip: { type: 'ip' } } }))
      .when(...follow(fields({ host: { properties: { name: keyword } } })));
    expect(outcome.body).toMatchObject({
      mappings: fields({ host: { properties: { ip: { type: 'ip' }, name: keyword } } }),
    });
  });

  it('keeps a removal that the cluster knows nothing of', () => {
    const outcome = start({ a: keyword, b: keyword })
      .after('field.remove', { field: '/mappings/properties/a' })
      .when(...follow(fields({ a: keyword, b: keyword, c: keyword })));
    expect(outcome.body).toMatchObject({ mappings: fields({ b: keyword, c: keyword }) });
  });

  it('takes what the cluster made of what was sent', () => {
    const wanted = fields({ a: keyword, b: { type: 'object', properties: { c: keyword } } });
    const document = start({ a: keyword }).after(...add('b', { type: 'object', properties: { c: keyword } }));
    const outcome = document.when(...follow(fields({ a: keyword, b: { properties: { c: keyword } } }), wanted));
    expect(outcome.body).toEqual({
      mappings: fields({ a: keyword, b: { properties: { c: keyword } } }),
      cluster: fields({ a: keyword, b: { properties: { c: keyword } } }),
    });
  });

  it('is never undone by who edits', () => {
    const document = start({})
      .after(...add('mine', keyword))
      .after(...follow(fields({ theirs: keyword })));
    const outcome = document.when('history.undo', {});
    expect(outcome.body).toEqual({ mappings: fields({ theirs: keyword }), cluster: fields({ theirs: keyword }) });
  });

  it('is nothing where the cluster has not changed', () => {
    expect(start({ a: keyword }).when(...follow(fields({ a: keyword }))).unchanged).toBe(true);
  });

  it('refuses a document of nothing live with mapping.not_live', () => {
    expect(given({ properties: {} }).when(...follow({})).rejected).toBe('mapping.not_live');
    expect(given({ mappings: {}, cluster: {} }, '/other').when(...follow({})).rejected).toBe('mapping.not_live');
  });

  it('keeps hostile names as data', () => {
    const hostile = fields(
      Object.fromEntries<JsonValue>([
        ['__proto__', keyword],
        ['a/b', keyword],
      ]),
    );
    expect(start({}).when(...follow(hostile)).body).toEqual({ mappings: hostile, cluster: hostile });
  });
});

describe('indexStream', () => {
  it('names an index by name and uuid, and is read back', () => {
    const old = { name: 'logs-1', uuid: 'Xy_-1' };
    expect(parseIndexStream(indexStream(old))).toEqual(old);
    for (const cluster of ['sandbox', 'a/b', '%', 'ü'])
      expect(parseIndexStream(indexStream({ ...old, cluster }))).toEqual({ ...old, cluster });
    expect(parseIndexStream('index/a%2Fb/logs-1/Xy')).toEqual({ cluster: 'a/b', name: 'logs-1', uuid: 'Xy' });
    expect(parseIndexStream('draft/1')).toBeNull();
    expect(parseIndexStream('index/x')).toBeNull();
  });
});
