import { describe, expect, it } from 'vitest';
import { MAX_DEPTH, type JsonObject } from '../json/value.ts';
import { asEnginesRead, expandDots } from './expand-dots.ts';

const ip = { type: 'ip' };

it.each<[string, JsonObject, JsonObject]>([
  ['names with dots are levels', { 'a.b': ip }, { a: { properties: { b: ip } } }],
  ['dots at the end are left out', { 'a.b.': ip, 'c..': ip }, { a: { properties: { b: ip } }, c: ip }],
  ['a name with nothing between two dots is one, which engines refuse', { 'a..b': ip }, { 'a..b': ip }],
  ['so is one that begins with a dot', { '.a': ip, '...': ip }, { '.a': ip, '...': ip }],
])('%s', (_, properties, expected) => {
  expect(expandDots({ properties }, [])).toEqual({ properties: expected });
});

it.each([{ subobjects: false }, { subobjects: 'false' }, { disable_objects: true }])(
  'dots are a part of names in mappings with %j',
  (flat) => {
    const mappings = { ...flat, properties: { x: ip, 'x.y': ip, z: { properties: { a: ip } } } };
    expect(expandDots(mappings, [])).toEqual({ ...flat, properties: { x: ip, 'x.y': ip, 'z.a': ip } });
  },
);

it('leaves a name whole that has more levels than anything can nest', () => {
  const properties = {
    [`${'a.'.repeat(MAX_DEPTH)}a`]: ip,
    b: { properties: { [`${'a.'.repeat(MAX_DEPTH - 1)}a`]: ip } },
  };
  expect(expandDots({ properties }, [])).toEqual({ properties });
});

describe('mappings as engines read them', () => {
  it.each<[string, JsonObject]>([
    ['without dots', { properties: { a: { properties: { b: ip } }, c: ip } }],
    ['with dots that are no levels', { properties: { o: { subobjects: false, properties: { 'a.b': ip } } } }],
    ['without fields', { dynamic: 'strict' }],
    ['that can’t be', { properties: { a: ip, 'a.b': ip } }],
  ])('are the same object %s', (_, mappings) => {
    expect(asEnginesRead(mappings)).toBe(mappings);
  });

  it.each<[string, JsonObject, JsonObject]>([
    [
      'dots',
      { 'a.b': ip, o: { properties: { 'x.y': ip } } },
      { a: { properties: { b: ip } }, o: { properties: { x: { properties: { y: ip } } } } },
    ],
    ['dots at the end', { 'c.': ip }, { c: ip }],
    [
      'objects where dots are no levels',
      { o: { subobjects: false, properties: { a: { properties: { b: ip } } } } },
      { o: { subobjects: false, properties: { 'a.b': ip } } },
    ],
  ])('have other names for %s', (_, properties, expected) => {
    expect(asEnginesRead({ properties })).toMatchObject({ properties: expected });
  });
});

it('keeps objects in which no name says other levels', () => {
  const plain = { properties: { x: { properties: { y: { type: 'ip' } } } } };
  const expanded = expandDots({ properties: { plain, 'a.b': { type: 'ip' } } }, []);
  expect(expanded).toEqual({ properties: { plain, a: { properties: { b: { type: 'ip' } } } } });
  expect(Object.values(expanded['properties'] ?? {})[0]).toBe(plain);
  expect(expandDots(plain, [])).toBe(plain);
});
