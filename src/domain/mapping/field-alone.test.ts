import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json/value.ts';
import { fieldAlone } from './field-alone.ts';

const MAPPINGS: JsonObject = {
  dynamic: 'strict',
  _routing: { required: true },
  _meta: { team: 'search' },
  properties: {
    title: {
      ...{ type: 'text', analyzer: 'english', copy_to: 'all' },
      fields: { raw: { type: 'keyword', ignore_above: 256 } },
    },
    all: { type: 'text', fields: { raw: { type: 'keyword' } } },
    other: { type: 'alias', path: 'title' },
    'shop.id': { type: 'long' },
    shop: { type: 'object', dynamic: 'strict', enabled: true, properties: { name: { type: 'keyword' } } },
    items: { type: 'nested', include_in_root: true, properties: { price: { type: 'double' }, tax: { type: 'float' } } },
    ['__proto__']: { type: 'keyword' },
  },
};

const ROOT = { dynamic: false, _routing: { required: true } };
const alone = (path: string) => fieldAlone(MAPPINGS, path);

describe('a field alone', () => {
  it('keeps its own parameters, and nothing of its multi-fields, copies and neighbours', () => {
    expect(alone('title')).toEqual({
      mappings: { ...ROOT, properties: { title: { type: 'text', analyzer: 'english' } } },
    });
    expect(alone('shop.id')).toEqual({ mappings: { ...ROOT, properties: { 'shop.id': { type: 'long' } } } });
  });

  it('has the values of its parent as a multi-field', () => {
    expect(alone('title.raw')).toEqual({
      mappings: { ...ROOT, properties: { title: { type: 'keyword', ignore_above: 256 } } },
    });
  });

  it('keeps the objects on the way to it, and tells nested ones apart', () => {
    expect(alone('shop.name')).toEqual({
      mappings: {
        ...ROOT,
        properties: { shop: { type: 'object', enabled: true, properties: { name: { type: 'keyword' } } } },
      },
    });
    const items = { type: 'nested', include_in_root: true };
    expect(alone('items.price')).toEqual({
      mappings: { ...ROOT, properties: { items: { ...items, properties: { price: { type: 'double' } } } } },
      without: { ...ROOT, properties: { items: { ...items, properties: {} } } },
    });
  });

  it('may have a name that objects of JavaScript have', () => {
    const found = alone('__proto__');
    expect(JSON.stringify(found)).toContain('{"__proto__":{"type":"keyword"}}');
  });

  it.each([
    ['other', 'it has no values'],
    ['shop', 'it has no values'],
    ['all', 'other fields copy their values to it'],
    ['all.raw', 'other fields copy their values to it'],
    ['missing', 'the mapping doesn’t have it'],
  ])('is not made of %s: %s', (path, reason) => {
    expect(alone(path)).toEqual({ reason });
  });
});
