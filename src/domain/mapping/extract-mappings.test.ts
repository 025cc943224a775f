import { describe, expect, it } from 'vitest';
import { extractMappingsDefinition, hasSeveralTypes } from './extract-mappings.ts';

describe('extractMappingsDefinition', () => {
  it('finds mappings as they are', () => {
    for (const mappings of [
      {},
      { properties: {} },
      { dynamic: 'nonsense', _source: 5, runtime: {}, dynamic_templates: [] },
      { derived: {}, composite: {}, properties: { dynamic: { type: 'keyword' } } },
    ]) {
      expect(extractMappingsDefinition(mappings)).toEqual({ mappings });
      expect(extractMappingsDefinition(mappings)?.mappings).toBe(mappings);
    }
  });

  it('finds mappings under the name of a type', () => {
    const mappings = { dynamic: false, properties: { a: { type: 'keyword' } } };
    for (const type of ['tweet', '_doc', '__proto__', 'a/b', 'mappings']) {
      const wrapped = JSON.parse(`{${JSON.stringify(type)}:${JSON.stringify(mappings)}}`) as typeof mappings;
      expect(extractMappingsDefinition(wrapped)).toEqual({ type, mappings });
    }
    expect(extractMappingsDefinition({ tweet: mappings, version: 5, junk: { a: 1 } })).toEqual({
      type: 'tweet',
      mappings,
    });
    expect(extractMappingsDefinition({ tweet: {} })).toEqual({ type: 'tweet', mappings: {} });
  });

  it('finds none where there is none, or several', () => {
    for (const json of [
      null,
      5,
      'x',
      [],
      [{ properties: {} }],
      { a: 1 },
      { a: { b: 1 } },
      { a: { properties: {} }, b: { dynamic: true } },
    ])
      expect(extractMappingsDefinition(json)).toBeNull();
  });

  it('needs members of the right kind', () => {
    for (const json of [{ properties: 'x' }, { runtime: [] }, { dynamic_templates: {} }, { a: { properties: null } }])
      expect(extractMappingsDefinition(json)).toBeNull();
  });

  it('takes no member of mappings for a type, whatever the fields are called', () => {
    expect(extractMappingsDefinition({ nonsense: 1, properties: { dynamic: { type: 'keyword' } } })).toBeNull();
    expect(extractMappingsDefinition({ nonsense: {}, properties: {} })).toBeNull();
  });
});

describe('hasSeveralTypes', () => {
  it('tells the mappings of several types from all else', () => {
    expect(hasSeveralTypes({ user: { properties: {} }, tweet: { properties: {} } })).toBe(true);
    expect(hasSeveralTypes({ user: {}, tweet: {} })).toBe(true);
    for (const json of [
      null,
      [],
      {},
      { properties: {} },
      { tweet: { properties: {} } },
      { tweet: {}, junk: 5 },
      { properties: {}, dynamic: true },
    ])
      expect(hasSeveralTypes(json)).toBe(false);
  });
});
