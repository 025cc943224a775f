import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../json/value.ts';
import { childId, findField, parseFieldId, resolvePath, rootContainer, typeOf } from './field.ts';

const keyword = { type: 'keyword' };

describe('the address of a field', () => {
  it('says its path, its container and its parent', () => {
    expect(parseFieldId('/template/mappings/properties/host/properties/name/fields/raw', '/template/mappings')).toEqual(
      {
        id: '/template/mappings/properties/host/properties/name/fields/raw',
        path: ['host', 'name', 'raw'],
        name: 'raw',
        container: 'fields',
        parentId: '/template/mappings/properties/host/properties/name',
      },
    );
    expect(parseFieldId('/properties/a~1b', '')).toEqual({
      id: '/properties/a~1b',
      path: ['a/b'],
      name: 'a/b',
      container: 'properties',
      parentId: null,
    });
  });

  it('may be of fields that are called like containers, or have no name', () => {
    expect(parseFieldId('/properties/properties/properties/fields/fields/', '')).toMatchObject({
      path: ['properties', 'fields', ''],
      parentId: '/properties/properties/properties/fields',
    });
  });

  it.each([
    '',
    '/properties',
    '/properties/a/properties',
    '/properties/a/b/c',
    '/fields/a',
    '/runtime/a',
    '/properties/a/type',
  ])('%j is none', (pointer) => {
    expect(parseFieldId(pointer, '')).toBeNull();
  });

  it('is none outside of the mappings', () => {
    expect(parseFieldId('/properties/a', '/mappings')).toBeNull();
    expect(parseFieldId('/mappings2/properties/a', '/mappings')).toBeNull();
  });

  it('of a child is made of its parent, its container and its name', () => {
    expect(childId('/properties/a', 'fields', 'x/y')).toBe('/properties/a/fields/x~1y');
  });
});

describe('finding a field', () => {
  const body = {
    mappings: {
      properties: {
        a: { type: 'text', fields: { raw: keyword } },
        odd: null,
        list: { type: 'text', fields: [keyword] },
      },
    },
  };

  it('gives its definition, whatever that is', () => {
    expect(findField(body, '/mappings', '/mappings/properties/a/fields/raw')?.definition).toEqual(keyword);
    expect(findField(body, '/mappings', '/mappings/properties/odd')).toMatchObject({
      definition: null,
      address: { name: 'odd' },
    });
  });

  it.each([
    '/mappings/properties/none',
    '/mappings/properties/toString',
    '/mappings/properties/list/fields/0',
    '/mappings/properties/odd/properties/x',
    '/mappings/properties/a/type',
  ])('gives null for %s', (pointer) => {
    expect(findField(body, '/mappings', pointer)).toBeNull();
  });

  it('needs a container that is an object', () => {
    expect(rootContainer(body, '/mappings')).toBe(body.mappings.properties);
    expect(rootContainer({ properties: [] }, '')).toBeUndefined();
    expect(rootContainer(undefined, '')).toBeUndefined();
  });
});

describe('the type of a field', () => {
  it.each<readonly [JsonValue | undefined, string]>([
    [{ type: 'ip' }, 'ip'],
    [{ properties: {} }, 'object'],
    [{}, 'object'],
    [{ type: 7 }, 'object'],
    ['keyword', 'object'],
    [null, 'object'],
    [undefined, 'object'],
    [{ type: 'my_plugin_type' }, 'my_plugin_type'],
  ])('of %j is %s', (definition, type) => {
    expect(typeOf(definition)).toBe(type);
  });
});

describe('a dotted path', () => {
  const resolve = (properties: JsonValue, path: string) => resolvePath({ properties }, '', path);

  it('leads through properties and multi-fields', () => {
    const host = { properties: { name: { type: 'text', fields: { raw: keyword } } } };
    expect(resolve({ host }, 'host')).toBe('/properties/host');
    expect(resolve({ host }, 'host.name.raw')).toBe('/properties/host/properties/name/fields/raw');
  });

  it.each(['', '.', 'host.', '.host', 'none', 'host.none', 'hos', 'constructor', '__proto__.constructor'])(
    '%j leads nowhere',
    (path) => {
      expect(resolve({ host: { properties: { name: keyword } } }, path)).toBeNull();
    },
  );

  it('finds names that hold dots, the way with shorter first names before others', () => {
    expect(resolve({ 'a.b': keyword }, 'a.b')).toBe('/properties/a.b');
    expect(resolve({ 'a.b': { properties: { c: keyword } } }, 'a.b.c')).toBe('/properties/a.b/properties/c');
    expect(resolve({ 'a.b': keyword, a: { properties: { b: keyword } } }, 'a.b')).toBe('/properties/a/properties/b');
    expect(resolve({ 'a.b': { properties: { c: keyword } }, a: { properties: { x: keyword } } }, 'a.b.c')).toBe(
      '/properties/a.b/properties/c',
    );
  });

  it('finds properties before multi-fields of the same name, and escapes what it found', () => {
    expect(resolve({ a: { properties: { b: keyword }, fields: { b: keyword } } }, 'a.b')).toBe(
      '/properties/a/properties/b',
    );
    expect(resolve({ 'a/b': { properties: { '~': keyword } } }, 'a/b.~')).toBe('/properties/a~1b/properties/~0');
  });
});
