import { describe, expect, it } from 'vitest';
import { given, givenFields, type Given } from '../../../tests/builders/given.ts';
import { ADA, BOB, CLUSTER, EVE } from '../../fuzz/generate/stamps.ts';
import { reduce } from '../commands/reduce.ts';
import { liveDocument } from '../document/live-document.ts';
import { createState } from '../document/model.ts';
import { FIRST_RULES } from '../events/rules.ts';
import { valueAt } from '../json/patch.ts';
import { BlameIndex } from './blame-index.ts';

const keyword = { type: 'keyword' };
const edit = (field: string, changes: object) => ['field.edit', { field, ...changes }] as const;

/** The version that made each parameter, and who; removed ones with a minus. */
function blamed({ state }: Given, pointer: string) {
  const index = new BlameIndex();
  index.follow(state.history);
  const { named, parameters, last } = index.field(pointer, valueAt(state.body, pointer));
  return {
    named: named?.version ?? 0,
    last: last?.version ?? 0,
    ...Object.fromEntries(
      parameters.map(({ name, isRemoved, by }) => [
        isRemoved ? `-${name}` : name,
        by && [by.version, by.event.author.name],
      ]),
    ),
  };
}

describe('blame of the parameters of a field', () => {
  it('names who set each one, across renames of the field and of what holds it', () => {
    const document = givenFields({ o: { properties: { a: keyword } } })
      .after(...edit('/properties/o/properties/a', { set: { ignore_above: 10 } }), ADA)
      .after(...edit('/properties/o', { name: 'p' }), BOB)
      .after(...edit('/properties/p/properties/a', { name: 'b' }), EVE)
      .after(...edit('/properties/p/properties/b', { set: { index: false } }), BOB);
    expect(blamed(document, '/properties/p/properties/b')).toEqual({
      named: 3,
      last: 4,
      type: null,
      ignore_above: [1, ADA.name],
      index: [4, BOB.name],
    });
    expect(blamed(document, '/properties/p')).toEqual({ named: 2, last: 2 });
  });

  it('names who removed what a change of type takes with it', () => {
    const document = givenFields({ a: { type: 'keyword', store: true } })
      .after(...edit('/properties/a', { set: { ignore_above: 10 } }), ADA)
      .after(...edit('/properties/a', { set: { type: 'long' }, unset: ['ignore_above'] }), BOB);
    expect(blamed(document, '/properties/a')).toEqual({
      named: 0,
      last: 2,
      type: [2, BOB.name],
      store: null,
      '-ignore_above': [2, BOB.name],
    });
  });

  it('passes a replacement of the whole mapping over where it changes nothing', () => {
    const document = givenFields({ a: keyword, gone: keyword })
      .after(...edit('/properties/a', { set: { index: false } }), ADA)
      .after(
        'editor.replaceMappings',
        { mappings: { properties: { a: { type: 'ip', index: false }, b: keyword } } },
        BOB,
      );
    expect(blamed(document, '/properties/a')).toEqual({
      named: 0,
      last: 2,
      type: [2, BOB.name],
      index: [1, ADA.name],
    });
    expect(blamed(document, '/properties/b')).toEqual({ named: 2, last: 2, type: [2, BOB.name] });
  });

  it('does not mistake a field for one that had its name before', () => {
    const document = givenFields({ a: { type: 'ip' } })
      .after('field.remove', { field: '/properties/a' }, ADA)
      .after('field.add', { parent: null, name: 'a', definition: keyword }, BOB);
    expect(blamed(document, '/properties/a')).toEqual({ named: 2, last: 2, type: [2, BOB.name] });
  });

  it('leaves changes of child fields to them', () => {
    const document = givenFields({ o: { properties: {} } }).after('field.add', {
      parent: '/properties/o',
      name: 'a',
      definition: keyword,
    });
    expect(blamed(document, '/properties/o')).toEqual({ named: 0, last: 0 });
    expect(blamed(document, '/properties/o/properties/a')).toMatchObject({ last: 1 });
  });

  it('reads on where the log does, a part at a time, and anew where it is another log', () => {
    let document = givenFields({ a: keyword });
    for (let at = 0; at < 600; at++) document = document.after(...edit('/properties/a', { set: { ignore_above: at } }));
    const index = new BlameIndex();
    let looks = 0;
    expect(index.follow(document.state.history, () => ++looks > 1)).toBe(false);
    expect(index.version).toBe(256);
    expect(index.follow(document.state.history)).toBe(true);
    expect(index.setBy('/properties/a/ignore_above')?.version).toBe(600);
    const other = givenFields({ a: keyword }).after(...edit('/properties/a', { set: { index: false } }));
    expect(index.follow(other.state.history)).toBe(true);
    expect([
      index.version,
      index.setBy('/properties/a/ignore_above'),
      index.lastChange('/properties/a')?.version,
    ]).toEqual([1, null, 1]);
  });

  it('blames nobody for what a cluster was found to have first, and the cluster for what a later reading brought', () => {
    const found = (...names: readonly string[]) => ({
      properties: Object.fromEntries(names.map((name) => [name, keyword])),
    });
    const document = given(undefined, '/mappings')
      .after('document.create', { body: liveDocument(found('a')) }, CLUSTER)
      .after('field.edit', { field: '/mappings/properties/a', set: { index: false } }, BOB)
      .after('mapping.follow', { mappings: found('a', 'theirs') }, CLUSTER);
    expect(blamed(document, '/mappings/properties/a')).toEqual({
      named: 0,
      last: 2,
      type: null,
      index: [2, BOB.name],
    });
    expect(blamed(document, '/mappings/properties/theirs')).toMatchObject({ named: 3, last: 3 });
  });

  it('does not blame the viewer for the first event of something live by the first rules, and the author of a draft for it', () => {
    const stamp = { id: '01J0000000000000000000000Z', at: '2026-11-21T03:10:08.123Z', author: ADA };
    const command = { type: 'document.create', payload: { body: liveDocument({ properties: { a: keyword } }) } };
    const reduced = reduce(createState({ body: undefined, mappingsAt: '/mappings' }), command, stamp, FIRST_RULES);
    if (!('event' in reduced)) throw new Error('It came to nothing');
    const lastIn = (stream: string) => {
      const index = new BlameIndex(stream);
      index.follow(reduced.after.history);
      return index.lastChange('/mappings/properties/a')?.event.author.name ?? null;
    };
    expect(['index/prod/logs/uuid', 'component_template/prod/logs', 'draft/a'].map(lastIn)).toEqual([
      null,
      null,
      ADA.name,
    ]);
  });
});
