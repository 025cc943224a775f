import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json/value.ts';
import { refusedFields, withoutFields } from './refused-fields.ts';

const BODY: JsonObject = {
  properties: {
    hash: { type: 'murmur3' },
    host: { properties: { hash: { type: 'keyword', ignore_above: 9 }, name: { type: 'murmur3' } } },
    title: { type: 'text', fields: { hash: { type: 'long' } } },
    'a.b': { type: 'ip' },
  },
  runtime: { day: { type: 'keyword' } },
};
const pathsOf = (refusal: Parameters<typeof refusedFields>[1]) => refusedFields(BODY, refusal).map(({ path }) => path);

describe('the fields that a refusal means', () => {
  it('are the one that it names by its path', () => {
    expect(refusedFields(BODY, { field: 'host.name' })).toEqual([
      { at: '/properties/host/properties/name', path: 'host.name' },
    ]);
    expect(pathsOf({ field: 'title.hash' })).toEqual(['title.hash']);
    expect(pathsOf({ field: 'a.b' })).toEqual(['a.b']);
    expect(refusedFields(BODY, { field: 'day' })).toEqual([{ at: '/runtime/day', path: 'day' }]);
  });

  it('are all of the name that it gives, unless a type or a parameter tells them apart', () => {
    expect(pathsOf({ field: 'hash' }).toSorted()).toEqual(['hash', 'host.hash', 'title.hash']);
    expect(pathsOf({ field: 'hash', fieldType: 'murmur3' })).toEqual(['hash']);
    expect(pathsOf({ field: 'hash', parameter: 'ignore_above' })).toEqual(['host.hash']);
    expect(pathsOf({ field: 'name', fieldType: 'keyword' })).toEqual(['host.name']);
  });

  it('are none where it names none, or one that was not sent', () => {
    expect(pathsOf({})).toEqual([]);
    expect(pathsOf({ field: '__proto__' })).toEqual([]);
    expect(pathsOf({ field: 'constructor', fieldType: 'murmur3' })).toEqual([]);
  });

  it('are found at any depth', () => {
    let deep: JsonObject = { type: 'murmur3' };
    for (let level = 0; level < 20_000; level++) deep = { properties: { a: deep } };
    expect(refusedFields(deep, { field: 'a', fieldType: 'murmur3' })).toHaveLength(1);
  });
});

describe('mappings without fields', () => {
  it('leave new ones out, and keep all else', () => {
    const before = { dynamic: 'false', properties: { host: { properties: {} } } };
    const after = { dynamic: 'strict', ...BODY };
    expect(
      withoutFields(before, after, ['/properties/hash', '/properties/host/properties/name', '/runtime/day']),
    ).toEqual({
      dynamic: 'strict',
      properties: {
        host: { properties: { hash: { type: 'keyword', ignore_above: 9 } } },
        title: BODY['properties'] && (BODY['properties'] as JsonObject)['title'],
        'a.b': { type: 'ip' },
      },
      runtime: {},
    });
  });

  it('give others their own parameters back, and let what they hold change', () => {
    const before = { properties: { title: { type: 'text' }, host: { dynamic: 'false', properties: {} } } };
    const after = {
      properties: {
        title: { type: 'text', boost: 2, fields: { raw: { type: 'keyword' } } },
        host: { dynamic: 'odd', properties: { ip: { type: 'ip' } } },
      },
    };
    expect(withoutFields(before, after, ['/properties/title', '/properties/host'])).toEqual({
      properties: {
        title: { type: 'text', fields: { raw: { type: 'keyword' } } },
        host: { dynamic: 'false', properties: { ip: { type: 'ip' } } },
      },
    });
  });

  it('are what they were where none is named', () => {
    expect(withoutFields({}, BODY, [])).toBe(BODY);
  });

  it('hold hostile names as names', () => {
    const after = JSON.parse(
      '{"properties":{"__proto__":{"type":"murmur3"},"constructor":{"type":"ip"}}}',
    ) as JsonObject;
    expect(withoutFields({}, after, ['/properties/__proto__'])).toEqual({
      properties: { constructor: { type: 'ip' } },
    });
  });
});
