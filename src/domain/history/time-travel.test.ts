import { describe, expect, it } from 'vitest';
import { given, givenFields, type Given } from '../../../tests/builders/given.ts';
import { BOB } from '../../fuzz/generate/stamps.ts';
import { blame, bodyAt, eventsAfter, newestFirst } from './time-travel.ts';

const keyword = { type: 'keyword' };
const add = (name: string, parent: string | null = null) =>
  ['field.add', { parent, name, definition: keyword }] as const;
const edit = (field: string, changes: object) => ['field.edit', { field, ...changes }] as const;
const UNDO = ['history.undo', {}] as const;

describe('bodyAt', () => {
  const document = given(undefined)
    .after('document.create', { body: { properties: {} } })
    .after(...add('a'))
    .after(...edit('/properties/a', { name: 'b', set: { index: false } }))
    .after(...UNDO);

  it('gives the body of every version, from nothing to the present one', () => {
    expect([0, 1, 2, 3, 4].map((version) => bodyAt(document.state, version))).toEqual([
      undefined,
      { properties: {} },
      { properties: { a: keyword } },
      { properties: { b: { type: 'keyword', index: false } } },
      { properties: { a: keyword } },
    ]);
    expect(bodyAt(document.state, 4)).toBe(document.state.body);
  });

  it.each([-1, 5, 1.5, Number.NaN])('has no version %d', (version) => {
    expect(() => bodyAt(document.state, version)).toThrow(
      new RangeError(`There is no version ${version}: the log has 4`),
    );
  });

  it('leaves the present body as it is', () => {
    bodyAt(document.state, 1);
    expect(document.state.body).toEqual({ properties: { a: keyword } });
  });

  it('of a document that began with a body, version 0 is that body', () => {
    expect(bodyAt(givenFields({}).after(...add('a')).state, 0)).toEqual({ properties: {} });
  });

  it('goes with the events since, in both directions', () => {
    const { history } = document.state;
    expect(eventsAfter(history, 2)).toEqual(document.events.slice(2));
    expect(eventsAfter(history, 4)).toEqual([]);
    expect(Array.from(newestFirst(history), ({ version }) => version)).toEqual([4, 3, 2, 1]);
    expect(Array.from(newestFirst(history, 3), ({ event }) => event)).toEqual(document.events.slice(3));
  });
});

describe('blame', () => {
  const blamed = ({ state }: Given, pointer: string) =>
    Array.from(blame(state.history, pointer), ({ node, at }) => [node.event.summary, at]);

  it('follows a field back through renames of itself and of what holds it, to where it was made', () => {
    const document = givenFields({ o: { properties: {} } })
      .after(...add('x', '/properties/o'))
      .after(...edit('/properties/o', { name: 'p' }), BOB)
      .after(...edit('/properties/p/properties/x', { set: { index: false } }))
      .after(...add('y', '/properties/p'), BOB)
      .after(...edit('/properties/p/properties/x', { name: 'z' }));
    expect(blamed(document, '/properties/p/properties/z')).toEqual([
      ['Rename p.x to p.z', '/properties/p/properties/z'],
      ['Edit p.x: index', '/properties/p/properties/x'],
      ['Rename o to p', '/properties/p/properties/x'],
      ['Add o.x (keyword)', '/properties/o/properties/x'],
    ]);
  });

  it('of a parameter names only what changed it', () => {
    const document = givenFields({ a: keyword })
      .after(...edit('/properties/a', { set: { index: false } }))
      .after(...edit('/properties/a', { set: { store: true } }))
      .after(...edit('/properties/a', { set: { index: true } }));
    expect(blamed(document, '/properties/a/index').map(([summary]) => summary)).toEqual([
      'Edit a: index',
      'Edit a: index',
    ]);
    expect(blamed(document, '/properties/a')).toHaveLength(3);
    expect(blamed(document, '/properties')).toHaveLength(3);
  });

  it('of a parameter does not name renames of its field, nor of what holds it, but what changed it beside one', () => {
    const document = givenFields({ o: { properties: { a: keyword } } })
      .after(...edit('/properties/o/properties/a', { set: { index: false } }))
      .after(...edit('/properties/o/properties/a', { name: 'b' }))
      .after(...edit('/properties/o', { name: 'p' }))
      .after(...edit('/properties/p/properties/b', { name: 'c', set: { index: true } }))
      .after(...edit('/properties/p/properties/c', { name: 'd', set: { store: true } }))
      .after(...edit('/properties/p/properties/d', { name: 'e' }))
      .after(...UNDO);
    expect(blamed(document, '/properties/p/properties/d/index')).toEqual([
      [expect.stringMatching(/^Rename p\.b to p\.c/), '/properties/p/properties/c/index'],
      ['Edit o.a: index', '/properties/o/properties/a/index'],
    ]);
    expect(blamed(document, '/properties/p/properties')).toHaveLength(6);
  });

  it('does not mistake a field for one that had its name before', () => {
    const document = givenFields({})
      .after(...add('a'))
      .after('field.remove', { field: '/properties/a' })
      .after(...add('a'), BOB);
    expect(blamed(document, '/properties/a')).toEqual([['Add a (keyword)', '/properties/a']]);
    expect(Array.from(blame(document.state.history, '/properties/a'), ({ node }) => node.event.author)).toEqual([BOB]);
  });

  it('names the aliases that were renamed along', () => {
    const document = givenFields({ a: keyword, al: { type: 'alias', path: 'a' } }).after(
      ...edit('/properties/a', { name: 'b' }),
    );
    expect(blamed(document, '/properties/al/path')).toEqual([['Rename a to b', '/properties/al/path']]);
    expect(blamed(document, '/properties/al/type')).toEqual([]);
  });

  it('ends at the replacement that brought the field, and goes on past one that had it already', () => {
    const replaced = {
      type: 'editor.replaceMappings',
      payload: { mappings: { properties: { a: { type: 'ip' }, b: keyword } } },
    };
    const document = givenFields({ a: keyword })
      .after(...edit('/properties/a', { set: { store: true } }))
      .after(replaced.type, replaced.payload);
    expect(blamed(document, '/properties/b')).toEqual([['Replace mappings (2 fields)', '/properties/b']]);
    expect(blamed(document, '/properties/a').map(([summary]) => summary)).toEqual([
      'Replace mappings (2 fields)',
      'Edit a: store',
    ]);
  });

  it('counts an undo as a change, and is asked no further than it is read', () => {
    const document = givenFields({ a: keyword })
      .after(...edit('/properties/a', { name: 'b' }))
      .after(...UNDO);
    expect(blamed(document, '/properties/a')).toEqual([
      ['Undo: Rename a to b', '/properties/a'],
      ['Rename a to b', '/properties/b'],
    ]);
    expect(blame(document.state.history, '/properties/a').next().value).toMatchObject({ node: { version: 2 } });
    expect(blamed(document, '/properties/none')).toEqual([]);
  });
});
