import { describe, expect, it } from 'vitest';
import { mergeUpdate } from './merge-update.ts';

const keyword = { type: 'keyword' };
const long = { type: 'long' };

describe('mergeUpdate', () => {
  it('adds fields, and keeps those that the update does not name', () => {
    expect(mergeUpdate({ properties: { a: keyword } }, { properties: { b: long } })).toEqual({
      properties: { a: keyword, b: long },
    });
    expect(mergeUpdate({}, { properties: { b: long } })).toEqual({ properties: { b: long } });
  });

  it('replaces the parameters of a field, but keeps its multi-fields', () => {
    const before = { properties: { a: { type: 'text', norms: false, fields: { raw: keyword } } } };
    expect(mergeUpdate(before, { properties: { a: { type: 'text', fielddata: true } } })).toEqual({
      properties: { a: { type: 'text', fielddata: true, fields: { raw: keyword } } },
    });
  });

  it('merges the parameters of an object one by one, and does not write the type that it would assume', () => {
    const before = { properties: { o: { dynamic: 'strict', properties: { x: long } } } };
    expect(mergeUpdate(before, { properties: { o: { type: 'object', properties: { y: long } } } })).toEqual({
      properties: { o: { dynamic: 'strict', properties: { x: long, y: long } } },
    });
  });

  it('removes a runtime field that is sent as null, and the container with the last one', () => {
    const before = { runtime: { r: long, s: long } };
    expect(mergeUpdate(before, { runtime: { r: null } })).toEqual({ runtime: { s: long } });
    expect(mergeUpdate(before, { runtime: { r: null, s: null } })).toEqual({});
    expect(mergeUpdate({}, { runtime: { r: null } })).toEqual({});
    expect(mergeUpdate({}, { runtime: { r: long, s: null } })).toEqual({ runtime: { r: long } });
  });

  it('replaces the rest of the mappings as a whole', () => {
    const before = { _meta: { a: 1 }, dynamic_templates: [{ a: {} }], dynamic: 'strict' };
    expect(mergeUpdate(before, { _meta: { b: 2 }, dynamic_templates: [] })).toEqual({
      _meta: { b: 2 },
      dynamic_templates: [],
      dynamic: 'strict',
    });
  });
});
