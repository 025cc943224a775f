import { describe, expect, it } from 'vitest';
import { given, givenFields } from '../../../tests/builders/given.ts';
import { typeChangeLosses } from './field-edit.ts';

const keyword = { type: 'keyword' };
const edit = (field: string, changes: object) => ['field.edit', { field, ...changes }] as const;

describe('field.edit, parameters', () => {
  const document = givenFields({ a: { type: 'keyword', ignore_above: 256, meta: { unit: 'ms' } } });

  it('writes and removes what the user changed, compared one level deep', () => {
    const outcome = document.when(
      ...edit('/properties/a', {
        set: { ignore_above: 1024, index: false, meta: { unit: 'ms' } },
        unset: ['doc_values'],
      }),
    );
    expect(outcome.patch).toEqual([
      { op: 'replace', path: '/properties/a/ignore_above', value: 1024 },
      { op: 'add', path: '/properties/a/index', value: false },
    ]);
    expect(outcome.summary).toBe('Edit a: ignore_above, index');
  });

  it('removes a parameter', () => {
    expect(document.when(...edit('/properties/a', { unset: ['meta'] })).patch).toEqual([
      { op: 'remove', path: '/properties/a/meta' },
    ]);
  });

  it('writes parameters that are called like members of every object', () => {
    const set: unknown = JSON.parse('{"__proto__": 1, "constructor": {"prototype": 2}, "name": "n"}');
    const outcome = document.when(...edit('/properties/a', { set }));
    expect(outcome.patch?.map(({ path }) => path)).toEqual([
      '/properties/a/__proto__',
      '/properties/a/constructor',
      '/properties/a/name',
    ]);
    expect(outcome.event?.inverse?.map(({ op }) => op)).toEqual(['remove', 'remove', 'remove']);
  });

  it('keeps a large integer to the last digit', () => {
    const outcome = document.when(...edit('/properties/a', { set: { null_value: 9_007_199_254_740_993n } }));
    expect(outcome.patch).toEqual([{ op: 'add', path: '/properties/a/null_value', value: 9_007_199_254_740_993n }]);
  });

  it.each([
    ['nothing given', {}],
    ['what is there already', { name: 'a', set: { type: 'keyword', meta: { unit: 'ms' } } }],
    ['the removal of what is not there', { unset: ['index'] }],
  ])('is no event for %s', (_, changes) => {
    expect(document.when(...edit('/properties/a', changes)).unchanged).toBe(true);
  });

  it.each([
    ['field.not_found', '/properties/none', {}],
    ['field.not_found', '/properties/a/fields/none', {}],
    ['field.not_found', '/properties', {}],
    ['field.not_found', '', {}],
    ['field.not_found', '/properties/list/fields/0', { name: 'x' }],
    ['field.no_definition', '/properties/odd', { name: 'x' }],
    ['field.children_not_parameters', '/properties/a', { set: { properties: {} } }],
    ['field.children_not_parameters', '/properties/a', { unset: ['fields'] }],
    ['field.name_required', '/properties/a', { name: '' }],
    ['field.name_required', '/properties/a', { name: '  ' }],
    ['field.name_not_allowed', '/properties/a', { name: 'a..b' }],
    ['field.name_not_allowed', '/properties/a', { name: '_id' }],
    ['field.name_taken', '/properties/a', { name: 'b' }],
    ['field.name_taken', '/properties/a', { name: 'host.ip' }],
    ['field.name_taken', '/properties/a', { name: 'x/y~z' }],
    ['field.type_required', '/properties/a', { set: { type: '' } }],
    ['field.type_not_allowed_here', '/properties/t/fields/raw', { set: { type: 'nested' } }],
    ['field.type_not_allowed_here', '/properties/o/properties/x', { set: { type: 'join' } }],
    ['command.invalid', 'no pointer', {}],
    ['command.invalid', '/properties/a~2', {}],
    ['command.invalid', '/properties/a', { set: [] }],
  ])('refuses with %s at %s', (code, field, changes) => {
    const state = givenFields({
      a: keyword,
      b: keyword,
      t: { type: 'text', fields: { raw: keyword } },
      o: { properties: { x: keyword } },
      odd: null,
      list: { type: 'text', fields: [keyword] },
      'host.ip': keyword,
      'x/y~z': keyword,
    });
    expect(state.when(...edit(field, changes)).rejected).toBe(code);
  });
});

describe('field.edit, rename', () => {
  it('is one move', () => {
    const outcome = givenFields({ host: { properties: { ip: { type: 'ip' } } } }).when(
      ...edit('/properties/host/properties/ip', { name: 'address' }),
    );
    expect(outcome.patch).toEqual([
      { op: 'move', from: '/properties/host/properties/ip', path: '/properties/host/properties/address' },
    ]);
    expect(outcome.event?.inverse).toEqual([
      { op: 'move', from: '/properties/host/properties/address', path: '/properties/host/properties/ip' },
    ]);
    expect(outcome.summary).toBe('Rename host.ip to host.address');
  });

  it('takes along every alias and copy_to that names the field or one below it', () => {
    const document = givenFields({
      host: { properties: { ip: { type: 'ip' }, self: { type: 'alias', path: 'host.ip' } } },
      all: { type: 'text' },
      address: { type: 'alias', path: 'host.ip' },
      title: { type: 'text', copy_to: 'host.ip' },
      body: { type: 'text', copy_to: ['all', 'host.ip', 'hosts'] },
      other: { type: 'alias', path: 'all' },
    });
    expect(document.when(...edit('/properties/host', { name: 'server' })).patch).toEqual([
      { op: 'move', from: '/properties/host', path: '/properties/server' },
      { op: 'replace', path: '/properties/address/path', value: 'server.ip' },
      { op: 'replace', path: '/properties/body/copy_to', value: ['all', 'server.ip', 'hosts'] },
      { op: 'replace', path: '/properties/server/properties/self/path', value: 'server.ip' },
      { op: 'replace', path: '/properties/title/copy_to', value: 'server.ip' },
    ]);
  });

  it('takes along both parameters of one field that name it', () => {
    const document = givenFields({ a: keyword, b: { type: 'alias', path: 'a', copy_to: ['a', 'x'] } });
    expect(document.when(...edit('/properties/a', { name: 'z' })).patch).toEqual([
      { op: 'move', from: '/properties/a', path: '/properties/z' },
      { op: 'replace', path: '/properties/b/path', value: 'z' },
      { op: 'replace', path: '/properties/b/copy_to', value: ['z', 'x'] },
    ]);
  });

  it('leaves alone what only looks like a path below it: names may hold dots', () => {
    const document = givenFields({
      a: { properties: { c: { type: 'text' } } },
      'a.b': keyword,
      x: { type: 'text', copy_to: ['a.c', 'a.b'] },
      y: { type: 'alias', path: 'a.b' },
    });
    expect(document.when(...edit('/properties/a', { name: 'z' })).patch).toEqual([
      { op: 'move', from: '/properties/a', path: '/properties/z' },
      { op: 'replace', path: '/properties/x/copy_to', value: ['z.c', 'a.b'] },
    ]);
  });

  it('goes with other changes in one event; what the edit writes itself is not renamed over', () => {
    const document = givenFields({ a: keyword, b: { type: 'text', copy_to: 'b' } });
    const outcome = document.when(...edit('/properties/b', { name: 'c', set: { copy_to: 'a', index: false } }));
    expect(outcome.patch).toEqual([
      { op: 'replace', path: '/properties/b/copy_to', value: 'a' },
      { op: 'add', path: '/properties/b/index', value: false },
      { op: 'move', from: '/properties/b', path: '/properties/c' },
    ]);
    expect(outcome.summary).toBe('Rename b to c, edit b: copy_to, index');
  });

  it('renames a multi-field and a field with hostile names', () => {
    const document = given(
      { mappings: { 'a/b': { properties: { 'x~y': { type: 'text', fields: { '': keyword } } } } } },
      '/mappings/a~1b',
    );
    const field = '/mappings/a~1b/properties/x~0y/fields/';
    expect(document.when(...edit(field, { name: '__proto__' })).patch).toEqual([
      { op: 'move', from: field, path: `${field}__proto__` },
    ]);
  });
});

describe('field.edit, type', () => {
  const text = { type: 'text', fields: { raw: keyword } };

  it.each([
    ['text', 'keyword', 'fields'],
    ['keyword', 'text', 'fields'],
    ['object', 'nested', 'properties'],
    ['nested', 'object', 'properties'],
    ['long', 'integer', 'fields'],
  ])('from %s to %s keeps what the field holds, and the aliases to it', (from, to, container) => {
    const document = givenFields({
      a: { type: from, [container]: { raw: keyword } },
      inside: { type: 'alias', path: 'a.raw' },
    });
    expect(document.when(...edit('/properties/a', { set: { type: to } })).patch).toEqual([
      { op: 'replace', path: '/properties/a/type', value: to },
    ]);
  });

  it.each([
    ['text', 'long', 'fields'],
    ['keyword', 'date', 'fields'],
    ['object', 'keyword', 'properties'],
    ['nested', 'flattened', 'properties'],
    ['text', 'object', 'fields'],
    ['my_plugin_type', 'other_plugin_type', 'fields'],
  ])('from %s to %s removes what the field holds, and the aliases into it', (from, to, container) => {
    const document = givenFields({
      a: { type: from, [container]: { raw: keyword } },
      inside: { type: 'alias', path: 'a.raw' },
      apart: keyword,
    });
    const outcome = document.when(...edit('/properties/a', { set: { type: to } }));
    expect(outcome.patch).toEqual([
      { op: 'remove', path: '/properties/inside' },
      { op: 'remove', path: `/properties/a/${container}` },
      { op: 'replace', path: '/properties/a/type', value: to },
    ]);
    expect(outcome.summary).toBe(`Change the type of a from ${from} to ${to}`);
  });

  it('removes the aliases to a field that becomes a type which is no target', () => {
    const document = givenFields({
      a: keyword,
      al: { type: 'alias', path: 'a' },
      o: { properties: { al: { type: 'alias', path: 'a' } } },
    });
    expect(document.when(...edit('/properties/a', { set: { type: 'object' } })).patch).toEqual([
      { op: 'remove', path: '/properties/al' },
      { op: 'remove', path: '/properties/o/properties/al' },
      { op: 'replace', path: '/properties/a/type', value: 'object' },
    ]);
  });

  it('keeps aliases to the field itself where only its multi-fields go', () => {
    const document = givenFields({ a: text, al: { type: 'alias', path: 'a' }, into: { type: 'alias', path: 'a.raw' } });
    expect(typeChangeLosses(document.state, '/properties/a', 'long')).toEqual({
      containers: ['/properties/a/fields'],
      aliases: ['/properties/into'],
    });
    expect(typeChangeLosses(document.state, '/properties/a', 'keyword')).toEqual({ containers: [], aliases: [] });
    expect(typeChangeLosses(document.state, '/properties/a', 'text')).toEqual({ containers: [], aliases: [] });
    expect(typeChangeLosses(document.state, '/properties/none', 'text')).toEqual({ containers: [], aliases: [] });
  });

  it('from no type to a type, and back by removing it', () => {
    const document = givenFields({
      o: { properties: { a: keyword } },
      k: { type: 'nested', properties: { a: keyword } },
    });
    expect(document.when(...edit('/properties/o', { set: { type: 'nested' } })).patch).toEqual([
      { op: 'add', path: '/properties/o/type', value: 'nested' },
    ]);
    expect(document.when(...edit('/properties/o', { set: { type: 'object' } })).summary).toBe('Edit o: type');
    expect(document.when(...edit('/properties/k', { unset: ['type'] })).patch).toEqual([
      { op: 'remove', path: '/properties/k/type' },
    ]);
  });

  it('an alias that is changed into another type loses its registration', () => {
    const outcome = givenFields({ a: keyword, al: { type: 'alias', path: 'a' } }).when(
      ...edit('/properties/al', { set: { type: 'keyword' }, unset: ['path'] }),
    );
    expect(outcome.patch).toEqual([
      { op: 'remove', path: '/properties/al/path' },
      { op: 'replace', path: '/properties/al/type', value: 'keyword' },
    ]);
  });

  it('of a field that stands in an alias to it leaves the alias: it holds the field', () => {
    const document = givenFields({ x: { type: 'alias', path: 'x.y', properties: { y: keyword } } });
    expect(document.when(...edit('/properties/x/properties/y', { set: { type: 'object' } })).patch).toEqual([
      { op: 'replace', path: '/properties/x/properties/y/type', value: 'object' },
    ]);
  });

  it('with a rename: removals first, then the changes, then the move, then what names the field', () => {
    const document = givenFields({ a: text, al: { type: 'alias', path: 'a' }, into: { type: 'alias', path: 'a.raw' } });
    const outcome = document.when(...edit('/properties/a', { name: 'b', set: { type: 'long' } }));
    expect(outcome.patch).toEqual([
      { op: 'remove', path: '/properties/into' },
      { op: 'remove', path: '/properties/a/fields' },
      { op: 'replace', path: '/properties/a/type', value: 'long' },
      { op: 'move', from: '/properties/a', path: '/properties/b' },
      { op: 'replace', path: '/properties/al/path', value: 'b' },
    ]);
    expect(outcome.summary).toBe('Rename a to b, change the type of a from text to long');
  });
});
