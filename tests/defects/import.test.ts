import { describe, expect, it } from 'vitest';
import { parseJson, type JsonObject, type JsonValue } from '#domain/json';
import { importErrorText, validateMappings } from '#domain/mapping';
import { counting } from '../builders/counting.ts';

const texts = (input: JsonValue) => validateMappings(input).errors.map(importErrorText);
const field = (definition: JsonValue): JsonObject => ({ properties: { f: definition } });

/** Nothing is reported, and the very same object comes back. */
function expectKept(input: JsonObject): void {
  const { value, errors } = validateMappings(input);
  expect(errors).toEqual([]);
  expect(value).toBe(input);
}

describe('what the best-known editor of this kind gets wrong, on import', () => {
  it('numeric dims and object index_options stripped on import', () => {
    expectKept(
      field({
        type: 'dense_vector',
        dims: 384,
        index: true,
        similarity: 'dot_product',
        index_options: { type: 'int8_hnsw', m: 16, ef_construction: 100 },
      }),
    );
    expectKept(field({ type: 'dense_vector', dims: '384' }));
  });

  it('whole fields dropped for types it does not know', () => {
    for (const type of ['knn_vector', 'flat_object', 'match_only_text', 'some_new_type', 'constructor', '__proto__'])
      expectKept(field({ type }));
  });

  it("dynamic: 'runtime' or 'true' rewritten to false", () => {
    expectKept({
      dynamic: 'runtime',
      properties: { a: { type: 'object', dynamic: 'true' }, b: { dynamic: 'runtime' } },
    });
  });

  it('children under passthrough and multi-fields under flattened lost on a round trip', () => {
    expectKept({
      properties: {
        a: { type: 'passthrough', priority: 1, properties: { b: { type: 'keyword' } } },
        c: { type: 'flattened', fields: { d: { type: 'keyword' } }, properties: { e: { type: 'keyword' } } },
      },
    });
  });

  it('a field called __proto__ lost', () => {
    const input = parseJson(
      '{"properties":{"__proto__":{"type":"object","properties":{"__proto__":{"type":"keyword"},"x":5}},"constructor":{"type":"text"},"b":null}}',
    );
    const { value, errors } = validateMappings(input);
    expect(errors.map(importErrorText)).toEqual(['The __proto__.x field is invalid.', 'The b field is invalid.']);
    expect(JSON.stringify(value)).toBe(
      '{"properties":{"__proto__":{"type":"object","properties":{"__proto__":{"type":"keyword"}}},"constructor":{"type":"text"}}}',
    );
  });

  it('null under _source or a string under properties throws', () => {
    expect(texts({ _source: null, properties: 'x' })).toEqual([
      'The _source configuration is invalid.',
      'The properties configuration is invalid.',
    ]);
    expect(texts({ _source: { includes: null }, properties: { a: { properties: 'x' } } })).toEqual([
      'The _source configuration is invalid.',
      'The properties parameter on field a is invalid.',
    ]);
  });

  it('quadratic cost in collecting errors', () => {
    const visitsOf = (count: number) => {
      const wrong = { type: 'keyword', name: 'x', nonsense: 1, fields: 5 };
      const children = Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`f${index}`, index % 2 === 0 ? wrong : 5]),
      );
      const counter = { visits: 0 };
      const { errors } = validateMappings({ properties: { parent: { properties: counting(children, counter) } } });
      expect(errors).toHaveLength(count / 2 + (count / 2) * 3);
      return counter.visits;
    };
    const [once, twice] = [visitsOf(1_000), visitsOf(2_000)];
    expect(once).toBeLessThan(30 * 1_000);
    expect(twice).toBeLessThanOrEqual(2 * once);
  });

  it('overflow of the call stack on deep documents', () => {
    const depth = 10_000;
    let inner: JsonObject = { type: 'keyword', nonsense: 1 };
    for (let level = 0; level < depth; level++) inner = { properties: { a: inner } };
    const { value, errors } = validateMappings(inner);
    expect(errors).toHaveLength(1);
    let reached: JsonValue | undefined = value;
    for (let level = 0; level < depth; level++) reached = ((reached as JsonObject)['properties'] as JsonObject)['a'];
    expect(reached).toEqual({ type: 'keyword' });
  });
});
