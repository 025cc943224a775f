import { describe, expect, it } from 'vitest';
import { given, givenFields } from '../../../tests/builders/given.ts';

const keyword = { type: 'keyword' };

describe('field.add', () => {
  it('adds a field at the root by one operation', () => {
    const outcome = givenFields({ a: keyword }).when('field.add', {
      parent: null,
      name: 'b',
      definition: { type: 'ip' },
    });
    expect(outcome.patch).toEqual([{ op: 'add', path: '/properties/b', value: { type: 'ip' } }]);
    expect(outcome.event?.inverse).toEqual([{ op: 'remove', path: '/properties/b' }]);
    expect(outcome.event).toMatchObject({ type: 'field.added', summary: 'Add b (ip)', format: 1 });
  });

  it('adds a property under an object, and a multi-field under a text', () => {
    const document = givenFields({ host: { properties: {} }, message: { type: 'text' } });
    expect(
      document.when('field.add', { parent: '/properties/host', name: 'ip', definition: { type: 'ip' } }).patch,
    ).toEqual([{ op: 'add', path: '/properties/host/properties/ip', value: { type: 'ip' } }]);
    const multiField = document.when('field.add', { parent: '/properties/message', name: 'raw', definition: keyword });
    expect(multiField.patch).toEqual([{ op: 'add', path: '/properties/message/fields', value: { raw: keyword } }]);
    expect(multiField.summary).toBe('Add message.raw (keyword)');
  });

  it('adds the containers that are missing on the way, in the same operation', () => {
    const outcome = given({ index_patterns: ['x'] }, '/template/mappings').when('field.add', {
      parent: null,
      name: 'a',
      definition: keyword,
    });
    expect(outcome.patch).toEqual([
      { op: 'add', path: '/template', value: { mappings: { properties: { a: keyword } } } },
    ]);
  });

  it('takes names as they are: escaped in the pointer, never interpreted', () => {
    for (const [name, escaped] of [
      ['a/b', 'a~1b'],
      ['a~b', 'a~0b'],
      ['~1', '~01'],
      ['__proto__', '__proto__'],
      ['a.b', 'a.b'],
      ['💥', '💥'],
      ['0', '0'],
    ] as const) {
      const outcome = givenFields({}).when('field.add', { parent: null, name, definition: keyword });
      expect(outcome.patch).toEqual([{ op: 'add', path: `/properties/${escaped}`, value: keyword }]);
      const properties = (outcome.body as { readonly properties: object }).properties;
      expect(Object.keys(properties)).toEqual([name]);
    }
  });

  it('takes an object without a type by what it holds', () => {
    const definition = { properties: { ip: { type: 'ip' } } };
    expect(givenFields({}).when('field.add', { parent: null, name: 'host', definition }).summary).toBe(
      'Add host (object)',
    );
  });

  it.each(['a', 'host.ip', 'x/y~z'])('may add a field %j that the next author sees, and keeps the reason', (name) => {
    const document = givenFields({}).after('field.add', { parent: null, name, definition: keyword });
    expect(document.when('field.add', { parent: null, name, definition: keyword }).rejected).toBe('field.name_taken');
  });

  it.each<readonly [string, string | null, string]>([
    ['.', null, 'A name between dots can’t be empty.'],
    ['...', null, 'A name between dots can’t be empty.'],
    ['.a', null, 'A name between dots can’t be empty.'],
    ['a..b', null, 'A name between dots can’t be empty.'],
    ['a..b', '/properties/host', 'A name between dots can’t be empty.'],
    ['_id', null, 'Every document has a field _id already.'],
    ['_source.x', null, 'Every document has a field _source already.'],
    ['a.b', '/properties/text', 'The name of a multi-field can’t contain a dot.'],
  ])('refuses the name %j, which no engine takes, in %j', (name, parent, message) => {
    const document = givenFields({ host: { properties: {} }, text: { type: 'text' } });
    const outcome = document.when('field.add', { parent, name, definition: keyword });
    expect(outcome).toMatchObject({ rejected: 'field.name_not_allowed', detail: { message } });
  });

  it.each<readonly [string, string | null]>([
    ['a.', null],
    [' a ', null],
    ['_x', null],
    ['a._id', null],
    ['_id', '/properties/host'],
    ['_id', '/properties/text'],
    ['_tier', null],
    ['a..b', '/properties/flat'],
    ['.', '/properties/literal'],
  ])('leaves the name %j in %j to the engine, as some engine takes it there', (name, parent) => {
    const document = givenFields({
      host: { properties: {} },
      text: { type: 'text' },
      flat: { type: 'object', subobjects: false },
      literal: { type: 'object', disable_objects: true },
    });
    expect(document.when('field.add', { parent, name, definition: keyword })).toHaveProperty('patch');
  });

  it('takes dots as they are in the objects of mappings that say so for all', () => {
    const document = given({ disable_objects: true, properties: { host: { properties: {} } } });
    for (const parent of [null, '/properties/host'])
      expect(document.when('field.add', { parent, name: 'a..b', definition: keyword })).toHaveProperty('patch');
  });

  it.each([
    ['field.name_required', { parent: null, name: '', definition: keyword }, 'Give a name to the field.'],
    ['field.name_required', { parent: null, name: ' \t', definition: keyword }, 'Give a name to the field.'],
    [
      'field.name_taken',
      { parent: null, name: 'host', definition: keyword },
      'There is already a field with this name.',
    ],
    ['field.type_required', { parent: null, name: 'x', definition: {} }, 'Specify a field type.'],
    ['field.type_required', { parent: null, name: 'x', definition: { type: '' } }, 'Specify a field type.'],
    ['field.type_required', { parent: null, name: 'x', definition: { index: false } }, 'Specify a field type.'],
    [
      'field.not_found',
      { parent: '/properties/none', name: 'x', definition: keyword },
      'Field "/properties/none" doesn\'t exist.',
    ],
    ['field.not_found', { parent: '/settings', name: 'x', definition: keyword }, 'Field "/settings" doesn\'t exist.'],
    [
      'field.cannot_hold',
      { parent: '/properties/al', name: 'x', definition: keyword },
      'A field of type alias can hold neither properties nor multi-fields.',
    ],
    [
      'field.cannot_hold',
      { parent: '/properties/odd', name: 'x', definition: keyword },
      'A field of type object can hold neither properties nor multi-fields.',
    ],
    [
      'field.type_not_allowed_here',
      { parent: '/properties/message', name: 'x', definition: { type: 'object' } },
      'A multi-field cannot be of type object.',
    ],
    [
      'field.type_not_allowed_here',
      { parent: '/properties/host', name: 'x', definition: { type: 'join' } },
      'A field of type join must be at the root of the mappings.',
    ],
    [
      'document.unexpected_container',
      { parent: '/properties/list', name: 'x', definition: keyword },
      'The value at "/properties/list/properties" can\'t hold fields.',
    ],
    ['command.invalid', { parent: null, name: 'x' }, "The command's payload must have required properties definition"],
    ['command.invalid', { parent: 'host', name: 'x', definition: keyword }, undefined],
    ['command.invalid', { parent: null, name: 'x', definition: keyword, more: 1 }, undefined],
    [
      'command.invalid',
      { parent: null, name: 'x', definition: { type: 'long', null_value: Number.NaN } },
      'NaN is not a JSON number',
    ],
  ])('refuses with %s', (code, payload, message) => {
    const document = givenFields({
      host: { properties: { ip: { type: 'ip' } } },
      message: { type: 'text' },
      al: { type: 'alias', path: 'host.ip' },
      odd: 'keyword',
      list: { properties: [] },
    });
    const outcome = document.when('field.add', payload);
    expect(outcome.rejected).toBe(code);
    if (message !== undefined) expect(outcome.detail?.message).toBe(message);
    expect(outcome.state).toBe(document.state);
  });

  it('refuses what would nest deeper than 500 levels, and takes 500', () => {
    const nested = (levels: number) => {
      let value: unknown = 1;
      for (let level = 0; level < levels; level++) value = { a: value };
      return value;
    };
    const add = (levels: number) =>
      givenFields({}).when('field.add', {
        parent: null,
        name: 'x',
        definition: { type: 'object', meta: nested(levels) },
      });
    // The body, `properties` and the definition are three levels.
    expect(add(497).rejected).toBeUndefined();
    expect(add(498).rejected).toBe('document.too_deep');
    expect(add(600).rejected).toBe('command.invalid');
  });
});
