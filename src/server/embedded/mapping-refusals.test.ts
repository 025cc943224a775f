import { describe, expect, it, onTestFinished } from 'vitest';
import { formatJson, isObject, member, parseJson, valueAt, type JsonObject, type JsonValue } from '#domain/json';
import { foreseenRefusals } from '#domain/mapping';
import { embeddedEngine, type EmbeddedEngine } from './embedded-engine.ts';
import { memoryEngineStorage } from './storage.ts';
import { TARGET } from './version.ts';

function newEngine(): EmbeddedEngine {
  let count = 0;
  const engine = embeddedEngine({
    storage: memoryEngineStorage(),
    clock: { now: () => '2026-11-24T10:00:00.000Z' },
    ids: { next: () => `id-${count++}` },
  });
  onTestFinished(() => engine.close());
  return engine;
}

const put = (engine: EmbeddedEngine, path: readonly string[], body: JsonValue) =>
  engine.send({ method: 'PUT', path, body: formatJson(body) });

const keyword = { type: 'keyword' };
const field = (definition: JsonValue): JsonObject => ({ properties: { f: definition } });
const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`f${at}`, keyword]));

describe('mappings that the sandbox refuses as engines do', () => {
  it.each<[JsonObject, string]>([
    [{ _meta: 1 }, '[_meta] config must be an object'],
    [{ _source: 'x' }, 'Failed to parse value [x] of parameter [_source]'],
    [{ _source: { includes: 'a' } }, '[_source] includes of _source can’t be "a".'],
    [{ properties: null }, 'Expected map for property [properties]'],
    [{ properties: 5 }, 'Expected map for property [properties]'],
    [{ dynamic: null }, 'Failed to parse value [null] as only [true] or [false] are allowed'],
    [{ _routing: null }, 'Failed to parse value [null] of parameter [_routing]'],
    [{ odd: 1, more: [2] }, 'Root mapping definition has unsupported parameters:  [odd : 1] [more : [2]]'],
    [{ runtime: { r: { type: 'keyword', odd: 1 } } }, 'runtime field [r] of type [keyword]'],
    [
      { dynamic_templates: [{ a: { mapping: { type: 'keyword', odd: 1 } } }] },
      'dynamic template [a] has invalid content',
    ],
    [field({ type: 'keyword', meta: { a: 1 } }), 'of parameter [meta] on mapper [f] of type [keyword]'],
    [
      field({ type: 'text', index: false, fielddata: true }),
      '[fielddata] on mapper [f] of type [text]: It needs the field to be indexed.',
    ],
    [field({ type: 'keyword', normalizer: 'nope' }), '[nope] of parameter [normalizer] on mapper [f]'],
    [field({ type: 'aggregate_metric_double' }), 'The [metrics] property must be specified for field [f]'],
    [field({ type: 'object', odd: 1, more: 2 }), 'Mapping definition for [f] has unsupported parameters:  [odd : 1]'],
    [field({ type: 'object', fields: {} }), 'Mapping definition for [f] has unsupported parameters:  [fields : {}]'],
    [field({ type: 'text', fields: { a: { type: 'nested' } } }), 'Type [nested] cannot be used in multi field'],
    [{ properties: { _id: keyword } }, 'mapper [_id] of type [keyword] is not possible: Every document has'],
    [
      { properties: { f: keyword, o: { type: 'nested', properties: { a: { type: 'alias', path: 'f' } } } } },
      'Invalid [path] value [f] for field alias [o.a]: f is not in the same nested object as its alias.',
    ],
    [{ properties: { o: { properties: {} }, f: { ...keyword, copy_to: 'o' } } }, '[copy_to] on mapper [f] of type'],
    [
      { properties: { a: { type: 'join', relations: { a: 'b' } }, b: { type: 'join', relations: { a: 'b' } } } },
      'There can be only one join in an index.',
    ],
  ])('%j: %s', async (mappings, reason) => {
    await expect(put(newEngine(), ['new'], { mappings })).rejects.toThrow(reason);
    expect(foreseenRefusals({}, mappings, TARGET, {})).not.toEqual([]);
  });

  it.each<[JsonObject, string]>([
    [{ subobjects: false }, "the [subobjects] parameter can't be updated for the object mapping [_doc]"],
    [{ properties: { o: { enabled: false } } }, "the [enabled] parameter can't be updated for the object mapping [o]"],
    [{ properties: { 'k.x': keyword } }, 'k is of the type keyword, and can’t hold fields.'],
    [
      { properties: { k: { ...keyword, index: false, doc_values: false } } },
      'Mapper for [k] conflicts with existing mapper:\n\tCannot update parameter [index] from [true] to [false]\n\tCannot update parameter [doc_values] from [true] to [false]',
    ],
    [{ _routing: { required: true } }, 'Cannot update parameter [required] from [false] to [true]'],
  ])('%j of live ones: %s', async (update, reason) => {
    const engine = newEngine();
    await put(engine, ['live'], { mappings: { properties: { o: { properties: {} }, k: keyword } } });
    await expect(put(engine, ['live', '_mapping'], update)).rejects.toThrow(reason);
  });

  it('and takes as many fields, and what the settings of the index define', async () => {
    const reason = 'The index would have 1,001 fields, and its limit is 1,000';
    await expect(put(newEngine(), ['new'], { mappings: { properties: many } })).rejects.toThrow(reason);
    const settings = { 'mapping.total_fields.limit': 2_000, analysis: { normalizer: { mine: { type: 'custom' } } } };
    const mappings = { properties: { ...many, n: { ...keyword, normalizer: 'mine' } } };
    await put(newEngine(), ['new'], { settings, mappings });
  });

  it('and reads dots in an update as the live mappings say', async () => {
    const engine = newEngine();
    await put(engine, ['live'], { mappings: { properties: { flat: { type: 'object', subobjects: false } } } });
    await put(engine, ['live', '_mapping'], {
      properties: { flat: { properties: { 'a.b': keyword } }, 'o.a': keyword },
    });
    const read = parseJson((await engine.send({ method: 'GET', path: ['live', '_mapping'] })).body);
    expect(valueAt(read, '/live/mappings/properties')).toEqual({
      flat: { type: 'object', subobjects: false, properties: { 'a.b': keyword } },
      o: { properties: { a: keyword } },
    });
  });
});

describe('settings that are there with and without "index."', () => {
  it('are read as the domain reads them', async () => {
    const engine = newEngine();
    await put(engine, ['new'], { settings: { number_of_shards: 2, 'index.number_of_shards': 3, analysis: {} } });
    const read = parseJson((await engine.send({ method: 'GET', path: ['new', '_settings'] })).body);
    const index = valueAt(read, '/new/settings/index');
    expect(isObject(index) && member(index, 'number_of_shards')).toBe('2');
  });
});
