import { describe, expect, it } from 'vitest';
import { givenFields, type Given } from '../../../tests/builders/given.ts';
import type { JsonValue } from '../json/value.ts';
import { aliasesTo, referencesTo, renamedReference } from './references.ts';

const keyword = { type: 'keyword' };
const alias = (path: JsonValue) => ({ type: 'alias', path });

/** Who names a field, and by what: `from` without its container, a colon, the target. */
function references({ state: { body, mappingsAt } }: Given, id: string): readonly string[] {
  return referencesTo(body, mappingsAt, id).map(({ from, target }) => `${from.replace('/properties/', '')}: ${target}`);
}

describe('the references to a field', () => {
  const document = givenFields({
    host: { properties: { ip: { type: 'ip' }, self: alias('host.ip') } },
    hosts: keyword,
    one: alias('host.ip'),
    text: {
      type: 'text',
      copy_to: 'host.ip',
      fields: { raw: { type: 'keyword', copy_to: ['hosts', 'host.ip', 'host'] } },
    },
  });

  it('are those to it and to what it holds, in the order of their addresses', () => {
    expect(references(document, '/properties/host')).toEqual([
      'host/properties/self: host.ip',
      'one: host.ip',
      'text: host.ip',
      'text/fields/raw: host.ip',
      'text/fields/raw: host',
    ]);
    expect(references(document, '/properties/host/properties/ip')).toHaveLength(4);
    expect(references(document, '/properties/hosts')).toEqual(['text/fields/raw: hosts']);
    expect(references(document, '/properties/one')).toEqual([]);
  });

  it('come with the parameter that they stand in, and all of it', () => {
    const { state } = document;
    expect(referencesTo(state.body, '', '/properties/hosts')).toEqual([
      {
        from: '/properties/text/fields/raw',
        parameter: 'copy_to',
        target: 'hosts',
        value: ['hosts', 'host.ip', 'host'],
      },
    ]);
  });

  it('are none of what is no field', () => {
    for (const at of ['', '/properties', '/runtime/a', '/properties/none'])
      expect(references(document, at)).toEqual([]);
  });

  it.each<readonly [string, JsonValue]>([
    ['a path of another type', { type: 'keyword', path: 'a' }],
    ['an alias without a path', { type: 'alias' }],
    ['a path that is no text', alias(['a'])],
    ['a copy_to that is none', { type: 'text', copy_to: { a: 'a' } }],
    ['items that are no text', { type: 'text', copy_to: [1, null, ['a']] }],
    ['a longer name', alias('ab')],
    ['a name in another case', alias('A')],
  ])('leave out %s', (_, definition) => {
    expect(references(givenFields({ a: keyword, other: definition }), '/properties/a')).toEqual([]);
  });

  it('go as far as the path goes, where it ends in nothing: a copy_to may name a field that the engine will make', () => {
    const dangling = givenFields({
      o: { properties: { p: { properties: {} } } },
      text: { type: 'text', copy_to: 'o.p.later' },
      one: alias('o.later.p'),
      lost: alias('x.o'),
    });
    expect(references(dangling, '/properties/o')).toEqual(['one: o.later.p', 'text: o.p.later']);
    expect(references(dangling, '/properties/o/properties/p')).toEqual(['text: o.p.later']);
    expect(dangling.when('field.edit', { field: '/properties/o', name: 'q' }).patch).toEqual([
      { op: 'move', from: '/properties/o', path: '/properties/q' },
      { op: 'replace', path: '/properties/one/path', value: 'q.later.p' },
      { op: 'replace', path: '/properties/text/copy_to', value: 'q.p.later' },
    ]);
  });

  it('lead to the one field that the path finds, where names hold dots', () => {
    const dotted = givenFields({
      'a.b': keyword,
      a: { properties: { c: keyword } },
      one: alias('a.b'),
      two: alias('a.c'),
      three: alias('a.d'),
    });
    expect(references(dotted, '/properties/a.b')).toEqual(['one: a.b']);
    expect(references(dotted, '/properties/a')).toEqual(['three: a.d', 'two: a.c']);
  });
});

describe('references after an edit', () => {
  it('an alias that becomes another type is none any more, though its path is left', () => {
    const document = givenFields({ a: keyword, al: alias('a') }).after('field.edit', {
      field: '/properties/al',
      set: { type: 'keyword' },
    });
    expect(references(document, '/properties/a')).toEqual([]);
    expect(document.when('field.edit', { field: '/properties/a', name: 'b' }).patch).toHaveLength(1);
    const back = document.after('field.edit', { field: '/properties/al', set: { type: 'alias' } });
    expect(references(back, '/properties/a')).toEqual(['al: a']);
  });

  it('come and go with the field that has them, on every level', () => {
    const document = givenFields({ a: keyword, o: { properties: { p: { properties: {} } } } }).after('field.add', {
      parent: '/properties/o/properties/p',
      name: 'al',
      definition: alias('a'),
    });
    expect(references(document, '/properties/a')).toEqual(['o/properties/p/properties/al: a']);
    const moved = document.after('field.edit', { field: '/properties/o', name: 'q' });
    expect(references(moved, '/properties/a')).toEqual(['q/properties/p/properties/al: a']);
    expect(references(moved.after('field.remove', { field: '/properties/q/properties/p' }), '/properties/a')).toEqual(
      [],
    );
    expect(references(document, '/properties/a')).toEqual(['o/properties/p/properties/al: a']);
  });
});

describe('the aliases that go with a field', () => {
  const aliases = (properties: JsonValue, id: string) => aliasesTo({ properties }, '', id);

  it('are those to it and into it, each once; what copies to it stays', () => {
    const properties = {
      o: { properties: { x: keyword } },
      a: alias('o.x'),
      b: { properties: { c: alias('o') } },
      t: { type: 'text', copy_to: 'o.x' },
    };
    expect(aliases(properties, '/properties/o')).toEqual(['/properties/a', '/properties/b/properties/c']);
  });

  it('are none that stand in it or hold it', () => {
    const properties = {
      o: { properties: { x: keyword, al: alias('o.x') } },
      x: { type: 'alias', path: 'x.y', properties: { y: keyword } },
    };
    expect(aliases(properties, '/properties/o')).toEqual([]);
    expect(aliases(properties, '/properties/x/properties/y')).toEqual([]);
  });

  it('are none that stand in another one of them', () => {
    expect(
      aliases({ a: keyword, b: { type: 'alias', path: 'a', properties: { c: alias('a') } } }, '/properties/a'),
    ).toEqual(['/properties/b']);
  });
});

it('a renamed reference keeps the form that it had', () => {
  const rename = (target: string) => `new.${target}`;
  expect([
    renamedReference('a', rename),
    renamedReference(['a', 1, 'b'], rename),
    renamedReference(null, rename),
  ]).toEqual(['new.a', ['new.a', 1, 'new.b'], null]);
});
