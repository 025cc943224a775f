import { describe, expect, it } from 'vitest';
import type { TargetEngine } from '../catalogue/engines.ts';
import { parseJson } from '../json/text.ts';
import type { JsonObject, JsonValue } from '../json/value.ts';
import { foreseenRefusals } from './foreseen-refusals.ts';

const ELASTIC: TargetEngine = { distribution: 'elasticsearch', version: '9.5.3' };
const ELASTIC_8_10: TargetEngine = { distribution: 'elasticsearch', version: '8.10.0' };
const OPEN: TargetEngine = { distribution: 'opensearch', version: '3.4.0' };
const OPEN_2: TargetEngine = { distribution: 'opensearch', version: '2.19.0' };
const OPEN_3_5: TargetEngine = { distribution: 'opensearch', version: '3.5.0' };
const REDUCED: TargetEngine = { ...ELASTIC, plugins: [], modules: ['x-pack-core'] };

const BEFORE: JsonObject = {
  properties: {
    tag: { type: 'keyword' },
    title: { type: 'text', fields: { raw: { type: 'keyword' } } },
    place: { properties: { city: { type: 'keyword' } } },
    rows: { type: 'nested', properties: { cell: { type: 'keyword' } } },
    other: { type: 'alias', path: 'tag' },
    links: { type: 'join', relations: { a: 'b' } },
  },
};
const said = (update: JsonObject, target: TargetEngine = ELASTIC, settings?: JsonObject) =>
  foreseenRefusals(BEFORE, update, target, settings).map(({ at, reason }) => `${at} ${reason}`);
const field = (definition: JsonValue, name = 'f'): JsonObject => ({
  properties: Object.fromEntries([[name, definition]]),
});
const ofField = (definition: JsonValue, target?: TargetEngine, settings?: JsonObject) =>
  said(field(definition), target, settings);

const NESTED_DIMENSION: JsonObject = {
  type: 'nested',
  properties: { sub: { type: 'keyword', time_series_dimension: true } },
};

const VECTOR = { type: 'knn_vector', dimension: 8 };
const FAISS = { name: 'hnsw', engine: 'faiss' };
const LUCENE = { name: 'hnsw', engine: 'lucene' };
const knn = (engine: string | undefined, parameters: JsonValue): JsonObject => ({
  ...VECTOR,
  method: { name: 'hnsw', ...(engine !== undefined && { engine }), parameters },
});
const encoded = (engine: string, encoder: JsonValue) => knn(engine, { encoder });
/** With the notation of its numbers. */
const asWritten = (text: string) => parseJson(text);

describe('what an engine refuses of an update', () => {
  it('is nothing of what it takes', () => {
    const update: JsonObject = {
      dynamic: 'strict',
      runtime: { day: { type: 'date', format: 'yyyy' } },
      dynamic_templates: [{ a: { match: 'a*', mapping: { type: '{dynamic_type}' } } }],
      properties: {
        'a.b': { type: 'keyword', copy_to: ['tag', 'nowhere'] },
        short: { type: 'alias', path: 'title.raw' },
        // The first document says how many dimensions it has.
        vector: { type: 'dense_vector' },
        __proto__x: { type: 'text', fields: { '': { type: 'keyword' } } },
        place: { properties: { zip: { type: 'keyword', ignore_above: 9 } } },
      },
    };
    expect(said(update)).toEqual([]);
  });

  it('foresees what vectors need of their index, where its settings are known', () => {
    const refusals = (settings: JsonObject | undefined, definition: JsonObject) =>
      foreseenRefusals({}, { properties: { v: { ...VECTOR, ...definition } } }, OPEN, settings).map(
        ({ at, reason }) => `${at}: ${reason}`,
      );
    const needs = (name: string) => [`/properties/v/${name}: The index needs the setting index.knn for it.`];
    for (const [name, value] of [
      ['method', FAISS],
      ['mode', 'on_disk'],
      ['compression_level', '8x'],
    ] as const) {
      expect(refusals(undefined, { [name]: value })).toEqual([]);
      expect(refusals({ 'index.knn': 'true' }, { [name]: value })).toEqual([]);
      expect(refusals({ 'index.knn': 'false' }, { [name]: value })).toEqual(needs(name));
      expect(refusals({}, { [name]: value })).toEqual(needs(name));
    }
    expect(refusals({ 'index.knn': 'false' }, { space_type: 'hamming' })).toEqual([]);
    expect(refusals({ 'index.knn': 'true' }, { space_type: 'hamming' })).toEqual([
      '/properties/v/space_type: Vectors of the data type float have no space hamming.',
    ]);
  });

  it('judges a compression beside an engine by any name', () => {
    const method = { name: 'hnsw', engine: 'constructor' };
    const reasons = ofField({ ...VECTOR, compression_level: '8x', method }, OPEN);
    expect(reasons).toEqual(['/properties/f/method The engine of a method is faiss or lucene.']);
  });

  it.each([ELASTIC, OPEN])('is no value of include_in_all', (target) => {
    expect(said({ include_in_all: 7 }, target)).toEqual([]);
  });

  it('judges what stands for null again where its format changes', () => {
    const before = field({ type: 'date', format: 'yyyy', null_value: '2020' });
    const update = (definition: JsonObject) => foreseenRefusals(before, field(definition), ELASTIC);
    expect(update({ type: 'date', format: 'yyyy', null_value: '2020', store: true })).toEqual([]);
    expect(update({ type: 'date', format: 'HH:mm', null_value: '2020' })).toEqual([
      {
        at: '/properties/f/null_value',
        path: 'f',
        reason: '"2020" is not a date in the format HH:mm.',
      },
    ]);
  });

  it('is not what it has taken before', () => {
    const before = field({ type: 'keyword', since_when: 1 });
    const update = field({ type: 'keyword', since_when: 1, ignore_above: 5 });
    expect(foreseenRefusals(before, update, ELASTIC)).toEqual([]);
  });

  it.each<[string, JsonObject, TargetEngine, string]>([
    [
      'runtime fields',
      { runtime: { a: { type: 'keyword' } } },
      OPEN,
      '/runtime The cluster doesn’t support runtime in mappings.',
    ],
    [
      'derived fields',
      { derived: { a: { type: 'keyword' } } },
      ELASTIC,
      '/derived The cluster doesn’t support derived in mappings.',
    ],
    ['runtime as the way of new fields', { dynamic: 'runtime' }, OPEN, '/dynamic dynamic can’t be "runtime".'],
    [
      'templates as the way of new fields',
      { dynamic: 'strict_allow_templates' },
      ELASTIC,
      '/dynamic dynamic can’t be "strict_allow_templates".',
    ],
    [
      'names of fields',
      { _field_names: { enabled: false } },
      ELASTIC,
      '/_field_names The cluster no longer lets _field_names be changed.',
    ],
    ['a member of nobody', { no_such: 1 }, ELASTIC, '/no_such The cluster doesn’t support no_such in mappings.'],
    [
      'sizes without the plugin',
      { _size: { enabled: true } },
      REDUCED,
      '/_size The cluster doesn’t support _size without the mapper-size plugin.',
    ],
    [
      'a time of streams without one',
      { _data_stream_timestamp: { enabled: true } },
      ELASTIC,
      '/_data_stream_timestamp It needs a date field @timestamp.',
    ],
    ['a runtime field of no type', { runtime: { a: {} } }, ELASTIC, '/runtime/a A field needs a type.'],
    [
      'a lookup without its index',
      { runtime: { a: { type: 'lookup' } } },
      ELASTIC,
      '/runtime/a target_index is required.',
    ],
    [
      'a script without its language',
      { runtime: { a: { type: 'long', script: { source: 'emit(1)' } } } },
      REDUCED,
      '/runtime/a The cluster runs no scripts without the lang-painless module.',
    ],
    [
      'a derived field by the name of a field',
      { derived: { tag: { type: 'keyword' } } },
      OPEN,
      '/derived/tag There is a field tag already.',
    ],
    [
      'a template without a mapping',
      { dynamic_templates: [{ a: { match: 'a' } }] },
      ELASTIC,
      '/dynamic_templates/0 mapping is required.',
    ],
    [
      'a template without a condition',
      { dynamic_templates: [{ a: { mapping: {} } }] },
      OPEN,
      '/dynamic_templates/0 It needs a condition, such as match or match_mapping_type.',
    ],
    [
      'a template of an unknown parameter',
      { dynamic_templates: [{ a: { mapping: { type: 'keyword', odd: 1 } } }] },
      ELASTIC,
      '/dynamic_templates/0 The cluster doesn’t support the parameter odd of keyword.',
    ],
  ])('is %s, of the members of the mappings', (_, update, target, expected) => {
    expect(said(update, target)).toEqual([expected]);
  });

  it.each<[string, JsonValue, TargetEngine]>([
    ['a boost of binary', { type: 'binary', boost: 1 }, ELASTIC],
    ['a similarity of numbers', { type: 'long', similarity: 'BM25' }, ELASTIC],
    ['include_in_all of a value', { type: 'keyword', include_in_all: true }, OPEN],
    ['an index of a constant', { type: 'constant_keyword', value: 'a', index: false }, OPEN],
    ['a format of numbers', { type: 'long_range', format: 'yyyy' }, OPEN],
    ['a dimension without doc values', { type: 'long', time_series_dimension: true, doc_values: false }, ELASTIC],
    [
      'a dimension that is a metric',
      { type: 'long', time_series_dimension: true, time_series_metric: 'gauge' },
      ELASTIC,
    ],
    ['a dimension that is normalized', { type: 'keyword', time_series_dimension: true, normalizer: 'a' }, ELASTIC],
    ['a dimension in a nested object', NESTED_DIMENSION, ELASTIC],
    ['a metric without doc values', { type: 'long', time_series_metric: 'gauge', doc_values: false }, ELASTIC],
    ['errors of no script', { type: 'long', on_script_error: 'continue' }, ELASTIC],
    ['a gap below 0', { type: 'text', position_increment_gap: -1 }, ELASTIC],
    ['a point that is empty', { type: 'geo_point', null_value: '' }, ELASTIC],
    ['a model beside a dimension', { type: 'knn_vector', model_id: 'a', dimension: 8 }, OPEN],
    ['a language of one letter', { type: 'date', locale: 'x' }, OPEN],
    ['a country of one digit', { type: 'date_range', locale: 'de-1' }, ELASTIC],
    ['four parts of a locale', { type: 'date', locale: 'a-b-c-d' }, ELASTIC],
    ['an analyzer without a name', { type: 'text', analyzer: '' }, ELASTIC],
    ['a normalizer without a name', { type: 'keyword', normalizer: '' }, OPEN],
    ['a similarity without a name', { type: 'text', similarity: '' }, OPEN],
    ['a length with a decimal', { type: 'keyword', ignore_above: '2.0' }, ELASTIC],
    ['levels with a decimal', { type: 'geo_shape', tree_levels: 1.5 }, OPEN],
    ['a boost of text that is empty', { type: 'text', boost: '' }, OPEN],
    [
      'a space beside that of the method',
      { type: 'knn_vector', dimension: 8, space_type: 'hamming', method: { name: 'hnsw', space_type: 'l2' } },
      OPEN,
    ],
    ['dimensions in text', { type: 'dense_vector', dims: '8' }, ELASTIC],
    ['a switch that is a word', { type: 'keyword', index: 'not_analyzed' }, ELASTIC],
    ['a switch that is off by a word', { type: 'long', index: 'no' }, OPEN],
    ['a switch that is an object', { type: 'ip_range', doc_values: {} }, ELASTIC],
    ['norms that are an object', { type: 'text', norms: { enabled: false } }, OPEN_2],
    ['no date in place of null', { type: 'date', null_value: 'NULL' }, ELASTIC],
    ['a date in another format', { type: 'date', format: 'yyyy-MM-dd', null_value: 0 }, ELASTIC],
    ['a day that there is not', { type: 'date', format: 'yyyy-MM-dd', null_value: '2020-02-30' }, ELASTIC],
    ['no point in place of null', { type: 'geo_point', null_value: 'nowhere' }, OPEN],
    ['a point beyond a pole', { type: 'geo_point', null_value: '91,0' }, OPEN_2],
    ['a point beyond the date line', { type: 'geo_point', null_value: [181, 0], ignore_malformed: true }, ELASTIC],
    ['a point without a longitude', { type: 'geo_point', null_value: { lat: 1 } }, ELASTIC],
    ['an object in place of null', { type: 'date', null_value: {} }, ELASTIC],
    ['no address in place of null', { type: 'ip', null_value: 'unknown' }, ELASTIC],
    ['nanoseconds before 1970', { type: 'date_nanos', null_value: '1969-12-31T23:59:59Z' }, ELASTIC],
    ['nanoseconds after 2262', { type: 'date_nanos', null_value: '2263-01-01' }, ELASTIC],
    ['negative nanoseconds', { type: 'date_nanos', null_value: -1 }, ELASTIC],
    ['a mode of bytes', { ...VECTOR, data_type: 'BYTE', mode: 'on_disk' }, OPEN],
    ['a compression of bits', { ...VECTOR, data_type: 'binary', compression_level: '8x' }, OPEN],
    ['a compression that faiss lacks', { ...VECTOR, compression_level: '4x', method: FAISS }, OPEN],
    ['a compression that lucene lacks', { ...VECTOR, compression_level: '2x', method: LUCENE }, OPEN],
    ['none on disk', { ...VECTOR, compression_level: '1x', mode: 'on_disk', method: LUCENE }, OPEN],
    ['a method without a name', { ...VECTOR, method: { engine: 'faiss' } }, OPEN],
    ['a method that needs training', { ...VECTOR, method: { name: 'ivf' } }, OPEN],
    ['a method that is none', { ...VECTOR, method: { name: 'flat' } }, OPEN],
    ['a member of a method that is none', { ...VECTOR, method: { name: 'hnsw', m: 16 } }, OPEN],
    ['an engine that is gone', { ...VECTOR, method: { name: 'hnsw', engine: 'nmslib' } }, OPEN],
    ['the space of bits for numbers', { ...VECTOR, method: { name: 'hnsw', space_type: 'hamming' } }, OPEN],
    ['the space of numbers for bits', { ...VECTOR, data_type: 'binary', space_type: 'l2', method: FAISS }, OPEN],
    ['a space that is gone', { ...VECTOR, space_type: 'l1', method: LUCENE }, OPEN],
    [
      'an engine by the name of a member of objects',
      { ...VECTOR, method: { name: 'hnsw', engine: 'constructor' } },
      OPEN,
    ],
    ['a parameter of faiss beside lucene', knn('lucene', { ef_search: 10 }), OPEN],
    [
      'a parameter of faiss where lucene is chosen',
      { ...knn(undefined, { ef_search: 1 }), compression_level: '4x' },
      OPEN,
    ],
    ['a count of links as text', knn('faiss', { m: '16' }), OPEN],
    ['no links', knn('faiss', { m: 0 }), OPEN],
    ['links with a decimal', knn('faiss', asWritten('{"m":16.0}')), OPEN],
    ['too many links', knn('lucene', { m: 2 ** 31 }), OPEN],
    ['parameters that are none', knn('faiss', []), OPEN],
    ['an encoder that is a word', knn('faiss', { encoder: 'sq' }), OPEN],
    ['an encoder without a name', encoded('faiss', { parameters: {} }), OPEN],
    ['a member of an encoder that is none', encoded('faiss', { name: 'sq', bits: 1 }), OPEN],
    ['an encoder of the other engine', encoded('lucene', { name: 'flat' }), OPEN],
    ['an encoder that needs training', encoded('faiss', { name: 'pq' }), OPEN],
    ['an encoder in capitals', encoded('faiss', { name: 'SQ' }), OPEN],
    ['a parameter of the other encoder', encoded('faiss', { name: 'sq', parameters: { bits: 1 } }), OPEN],
    ['three bits', encoded('faiss', { name: 'binary', parameters: { bits: 3 } }), OPEN],
    ['a flag as text', encoded('faiss', { name: 'sq', parameters: { clip: 'true' } }), OPEN],
    ['a low confidence', encoded('lucene', { name: 'sq', parameters: { confidence_interval: 0.5 } }), OPEN],
    ['an encoder of bytes', { ...encoded('faiss', { name: 'sq' }), data_type: 'byte' }, OPEN],
    ['an encoder of another compression', { ...encoded('faiss', { name: 'sq' }), compression_level: '8x' }, OPEN],
    [
      'bits of another compression',
      { ...encoded('faiss', { name: 'binary', parameters: { bits: 1 } }), compression_level: '16x' },
      OPEN,
    ],
    ['bits that fill no byte', { ...VECTOR, dimension: 7, data_type: 'binary', method: FAISS }, OPEN],
    ['a space that is none', { type: 'knn_vector', dimension: 8, space_type: 'l3' }, OPEN],
  ])('foresees %s', (_, definition, target) => {
    expect(ofField(definition, target)).toHaveLength(1);
  });

  it.each<[string, JsonValue, TargetEngine]>([
    ['a boost that is ignored', { type: 'binary', boost: 1 }, OPEN],
    ['a dimension that is switched off', { type: 'long', time_series_dimension: false, doc_values: false }, ELASTIC],
    ['what is assumed of errors', { type: 'byte', on_script_error: 'fail' }, ELASTIC],
    ['a gap that is taken for the default', { type: 'text', position_increment_gap: -1 }, OPEN],
    ['the root locale', { type: 'date', locale: '' }, OPEN],
    ['a locale of a country alone', { type: 'date', locale: '_US' }, ELASTIC],
    ['a locale with a variant', { type: 'date', locale: 'de_DE_POSIX' }, OPEN],
    ['a null value with a decimal', { type: 'integer', null_value: '2.0' }, OPEN],
    ['a length as text', { type: 'keyword', ignore_above: '+2' }, OPEN],
    ['a locale of numbers', { type: 'long_range', locale: 'en' }, ELASTIC],
    [
      'the space of the method',
      { type: 'knn_vector', dimension: 8, space_type: 'l2', method: { name: 'hnsw', space_type: 'l2' } },
      OPEN,
    ],
    ['dimensions in text', { type: 'knn_vector', dimension: '8' }, OPEN],
    ['nanoseconds before 1970', { type: 'date_nanos', null_value: '1969-12-31T23:59:59Z' }, OPEN],
    ['switches as text', { type: 'keyword', index: 'false', doc_values: 'true' }, ELASTIC],
    ['objects that may have dots', { type: 'object', subobjects: 'auto' }, ELASTIC],
    ['a date of one of the formats', { type: 'date', format: 'yyyy||epoch_millis', null_value: 0 }, ELASTIC],
    [
      'a date in words of another language',
      { type: 'date', format: 'MMM yyyy', locale: 'de', null_value: 'Mai 2020' },
      ELASTIC,
    ],
    ['a date that is read later', { type: 'date', null_value: 'NULL' }, OPEN],
    ['points in all forms', { type: 'geo_point', null_value: 'POINT (1 2)' }, ELASTIC],
    ['a geohash', { type: 'geo_point', null_value: 'drm3b' }, OPEN],
    ['a point that is moved', { type: 'geo_point', null_value: '91,0', ignore_malformed: true }, OPEN],
    ['null itself', { type: 'date', null_value: null }, ELASTIC],
    ['an address with a zone', { type: 'ip', null_value: 'fe80::1%eth0' }, ELASTIC],
    ['nanoseconds since 1970', { type: 'date_nanos', null_value: '1970-01-01' }, ELASTIC],
    ['milliseconds as text', { type: 'date_nanos', format: 'epoch_millis', null_value: '3000' }, ELASTIC],
    ['milliseconds before 1970', { type: 'date', null_value: '1969-12-31' }, ELASTIC],
    ['a compression that faiss has', { ...VECTOR, compression_level: '8x', mode: 'on_disk', method: FAISS }, OPEN],
    ['a compression that lucene has', { ...VECTOR, compression_level: '4x', method: LUCENE }, OPEN],
    ['the parameters of faiss', knn('faiss', { m: 1, ef_construction: 512, ef_search: 10_000 }), OPEN],
    ['the parameters of the engine that is chosen', knn(undefined, { ef_search: 100 }), OPEN],
    ['no parameters', knn('lucene', null), OPEN],
    ['an encoder of its compression', { ...encoded('faiss', { name: 'sq' }), compression_level: '2x' }, OPEN],
    ['an encoder on disk', { ...encoded('lucene', { name: 'sq', parameters: null }), mode: 'on_disk' }, OPEN],
    ['an encoder without bits', { ...encoded('faiss', { name: 'binary' }), compression_level: '8x' }, OPEN],
    [
      'the confidence of all',
      encoded('lucene', asWritten('{"name":"sq","parameters":{"confidence_interval":1.0}}')),
      OPEN,
    ],
    ['vectors of bytes as they are', { ...encoded('faiss', { name: 'flat' }), data_type: 'byte' }, OPEN],
    ['parameters of a method of its time', knn('faiss', { m: '16' }), OPEN_2],
    ['a compression that is empty', { ...VECTOR, data_type: 'byte', compression_level: '' }, OPEN],
    ['any compression without an engine', { ...VECTOR, compression_level: '4x', mode: 'on_disk' }, OPEN],
    ['the space of bits', { ...VECTOR, data_type: 'binary', method: { name: 'hnsw', space_type: 'hamming' } }, OPEN],
    ['any space without a method', { ...VECTOR, space_type: 'hamming' }, OPEN],
    ['bits without a method', { ...VECTOR, dimension: 7, data_type: 'binary' }, OPEN],
    ['an engine in capitals', { ...VECTOR, method: { name: 'hnsw', engine: 'FAISS' } }, OPEN],
    ['an engine of its time', { ...VECTOR, method: { name: 'hnsw', engine: 'nmslib' } }, OPEN_2],
    ['a space that no form offers', { type: 'knn_vector', dimension: 8, space_type: 'linf' }, OPEN],
  ])('takes %s', (_, definition, target) => {
    expect(ofField(definition, target)).toEqual([]);
  });

  it.each<[string, JsonObject, TargetEngine, number]>([
    ['a value and what is below it', { a: { type: 'keyword' }, 'a.b': { type: 'keyword' } }, ELASTIC, 1],
    ['an object and a value of its name', { a: { enabled: false }, 'a.': { type: 'keyword' } }, OPEN, 1],
    ['a nested object and what is below it', { a: { type: 'nested' }, 'a.b': { type: 'keyword' } }, ELASTIC, 1],
    ['two values of a name, of which the later is', { a: { type: 'long' }, 'a.': { type: 'keyword' } }, ELASTIC, 0],
    ['two values of a name', { a: { type: 'long' }, 'a.': { type: 'keyword' } }, OPEN, 1],
    ['an object in two notations', { a: { properties: { c: { type: 'ip' } } }, 'a.b': { type: 'keyword' } }, OPEN, 0],
  ])('compares the fields that come together: %s', (_, properties, target, count) => {
    expect(foreseenRefusals({}, { properties }, target)).toHaveLength(count);
  });

  it('foresees a field of every document where dots are no levels', () => {
    expect(foreseenRefusals({}, { subobjects: false, properties: { _id: { type: 'keyword' } } }, ELASTIC)).toHaveLength(
      1,
    );
  });

  it.each<[string, JsonValue, TargetEngine, string]>([
    [
      'a type of the other engine',
      { type: 'flat_object' },
      ELASTIC,
      '/type The cluster doesn’t support the type flat_object.',
    ],
    [
      'a type whose module is missing',
      { type: 'scaled_float', scaling_factor: 2 },
      REDUCED,
      '/type The cluster doesn’t support the type scaled_float without the mapper-extras module.',
    ],
    [
      'a type that no plugin brings',
      { type: 'no_such' },
      REDUCED,
      '/type The cluster doesn’t support the type no_such.',
    ],
    [
      'a parameter of nobody',
      { type: 'keyword', odd: 1 },
      ELASTIC,
      '/odd The cluster doesn’t support the parameter odd of keyword.',
    ],
    ['a value of another kind', { type: 'keyword', index: 'maybe' }, ELASTIC, '/index index can’t be "maybe".'],
    ['null', { type: 'keyword', meta: null }, ELASTIC, '/meta meta can’t be null.'],
    ['what a type can’t be without', { type: 'scaled_float' }, ELASTIC, '/scaling_factor scaling_factor is required.'],
    ['a vector without dimensions', { type: 'dense_vector' }, ELASTIC_8_10, '/dims dims is required.'],
    ['an alias of nothing', { type: 'alias' }, ELASTIC, '/path path is required.'],
    [
      'multi-fields of an object',
      { type: 'object', fields: { a: { type: 'keyword' } } },
      ELASTIC,
      '/fields A field of the type object has no multi-fields.',
    ],
    [
      'properties of a value',
      { type: 'keyword', properties: {} },
      ELASTIC,
      '/properties A field of the type keyword has no properties.',
    ],
    [
      'an object as a multi-field',
      { type: 'text', fields: { a: { type: 'object' } } },
      ELASTIC,
      '/fields/a/type A multi-field can’t be of the type object.',
    ],
    [
      'a multi-field by a name with a dot',
      { type: 'text', fields: { 'a.b': { type: 'keyword' } } },
      ELASTIC,
      '/fields/a.b The name of a multi-field can’t contain a dot.',
    ],
    ['a second join', { type: 'join', relations: { c: 'd' } }, ELASTIC, ' There can be only one join in an index.'],
    [
      'a child of two parents',
      { type: 'join', relations: { c: 'e', d: 'e' } },
      ELASTIC,
      '/relations A child can have only one parent.',
    ],
    [
      'prefixes without an index',
      { type: 'text', index: false, index_prefixes: {} },
      ELASTIC,
      '/index_prefixes It needs the field to be indexed.',
    ],
    [
      'metadata that is too long',
      { type: 'keyword', meta: { a: 'x'.repeat(51) } },
      ELASTIC,
      '/meta Keys must have at most 20 characters and values at most 50.',
    ],
    [
      'an alias of nowhere',
      { type: 'alias', path: 'nowhere' },
      ELASTIC,
      '/path There is no field nowhere for the alias to point to.',
    ],
    [
      'an alias of an alias',
      { type: 'alias', path: 'other' },
      ELASTIC,
      '/path other is an alias, and an alias can’t point to another one.',
    ],
    [
      'an alias of an object',
      { type: 'alias', path: 'place' },
      ELASTIC,
      '/path place is of the type object, and an alias points to a value.',
    ],
    ['an alias of itself', { type: 'alias', path: 'f' }, ELASTIC, '/path An alias can’t point to itself.'],
    [
      'an alias into a nested object',
      { type: 'alias', path: 'rows.cell' },
      ELASTIC,
      '/path rows.cell is not in the same nested object as its alias.',
    ],
    [
      'a copy to an object',
      { type: 'keyword', copy_to: 'place' },
      ELASTIC,
      '/copy_to place is an object, so nothing can be copied there.',
    ],
    [
      'a copy to a multi-field',
      { type: 'keyword', copy_to: 'title.raw' },
      ELASTIC,
      '/copy_to title.raw is a multi-field, so nothing can be copied there.',
    ],
    [
      'a copy into a nested object',
      { type: 'keyword', copy_to: 'rows.cell' },
      ELASTIC,
      '/copy_to rows.cell is in a nested object that this field is not in.',
    ],
    ['no definition', 'keyword', ELASTIC, ' A field is defined by an object.'],
    ['no type', {}, ELASTIC, ' A field needs a type.'],
  ])('is %s, of a field', (what, definition, target, expected) => {
    const joins = ofField(definition, target).filter(
      (line) => !/second join|only one join/.test(line) || what === 'a second join',
    );
    expect(joins).toEqual([`/properties/f${expected}`]);
  });

  it.each<[string, TargetEngine, string]>([
    ['', ELASTIC, 'A field needs a name.'],
    [' ', ELASTIC, 'A name can’t consist of spaces alone.'],
    ['a..b', OPEN, 'A name between dots can’t be empty.'],
    ['_id', ELASTIC, 'Every document has a field _id already.'],
    ['tag.x', OPEN, 'tag is of the type keyword, and can’t hold fields.'],
    ['rows.x', ELASTIC, 'rows is nested, which a name with dots can’t say.'],
  ])('is the name %j', (name, target, expected) => {
    expect(foreseenRefusals(BEFORE, field({ type: 'keyword' }, name), target).map(({ reason }) => reason)).toEqual([
      expected,
    ]);
  });

  it.each([ELASTIC, OPEN])('is null for a member of the mappings, but where that says nothing', (target) => {
    const all = ['_meta', '_source', 'date_detection', 'dynamic', 'dynamic_templates', 'enabled', 'properties'];
    for (const name of all)
      expect(said({ [name]: null }, target)).toEqual(name === '_meta' ? [] : [`/${name} ${name} can’t be null.`]);
    expect(said({ properties: [1] }, target)).toEqual(['/properties properties must be an object.']);
    expect(said({ properties: [] }, target)).toEqual([]);
    expect(said({ subobjects: null })).toEqual([]);
    expect(said({ runtime: { r: null } })).toEqual([]);
  });

  it.each<[JsonObject, string]>([
    [{ odd: 1 }, 'The cluster doesn’t support odd in _source.'],
    [{ includes: 'a' }, 'includes of _source can’t be "a".'],
    [{ includes: [null] }, 'includes of _source can’t be [null].'],
    [{ excludes: null }, 'excludes of _source can’t be null.'],
    [{ enabled: 1 }, 'enabled of _source can’t be 1.'],
  ])('is within _source %j', (value, expected) => {
    for (const target of [ELASTIC, OPEN]) expect(said({ _source: value }, target)).toEqual([`/_source ${expected}`]);
    expect(said({ _source: { includes: ['a', 1], enabled: 'true' } })).toEqual([]);
  });

  it.each<[string, JsonObject]>([
    ['/properties/x It can’t be both keyword and object.', { x: { type: 'keyword' }, 'x.y': { type: 'keyword' } }],
    ['/properties/x It can’t be both object and keyword.', { 'x.y': { type: 'keyword' }, x: { type: 'keyword' } }],
    ['/properties/x.y It can’t be both keyword and object.', { 'x.y': { type: 'keyword' }, 'x.y.z': { type: 'ip' } }],
    ['/properties/x It can’t be both nested and object.', { x: { type: 'nested' }, 'x.y': { type: 'ip' } }],
  ])('is a field that others make an object of: %s', (expected, properties) => {
    for (const target of [ELASTIC, OPEN]) expect(said({ properties }, target)).toEqual([expected]);
    expect(said({ subobjects: false, properties })).toEqual([]);
    expect(said({ disable_objects: true, properties }, OPEN_3_5)).toEqual([]);
  });

  it('is no field that another one says a part of', () => {
    const properties: JsonObject = {
      'x.o.y': { type: 'keyword' },
      x: { dynamic: 'strict', properties: { o: { properties: { z: { type: 'keyword' } } } } },
    };
    expect(said({ properties })).toEqual([]);
  });

  it('is what passes a limit in the settings of the index, and nothing where they are not known', () => {
    const limit = (name: string, value: number): JsonObject => ({ [`index.mapping.${name}.limit`]: String(value) });
    const deep = { properties: { b: { properties: { c: { type: 'keyword' } } } } };
    expect(ofField(deep, ELASTIC)).toEqual([]);
    expect(ofField({ type: 'keyword' }, ELASTIC, limit('total_fields', 10))).toEqual([]);
    expect(ofField({ type: 'keyword' }, ELASTIC, limit('total_fields', 9))).toEqual([
      '/properties The index would have 10 fields, and its limit is 9 (index.mapping.total_fields.limit).',
    ]);
    expect(said(field({ type: 'keyword' }, 'a.b.c'), ELASTIC, limit('total_fields', 11))).toHaveLength(1);
    expect(ofField(deep, ELASTIC, limit('depth', 3))).toEqual([]);
    expect(ofField(deep, ELASTIC, limit('depth', 2))).toHaveLength(1);
    expect(ofField({ type: 'nested' }, ELASTIC, limit('nested_fields', 1))).toHaveLength(1);
    expect(said(field({ type: 'keyword' }, 'longer'), ELASTIC, limit('field_name_length', 5))).toEqual([
      '/properties/longer The name is longer than 5 characters (index.mapping.field_name_length.limit).',
    ]);
  });

  it('is an analyzer that neither the engine nor the index has, where that is known', () => {
    const analyzed = { type: 'text', analyzer: 'mine' };
    const plain: TargetEngine = { ...ELASTIC, plugins: [] };
    expect(ofField(analyzed, plain)).toEqual([]);
    for (const plugin of ['analysis-icu', 'jieba'])
      expect(ofField(analyzed, { ...ELASTIC, plugins: [plugin] }, {})).toEqual([]);
    expect(ofField(analyzed, { ...ELASTIC, plugins: ['repository-s3'] }, {})).not.toEqual([]);
    expect(ofField(analyzed, plain, { 'index.analysis.analyzer.mine.type': 'custom' })).toEqual([]);
    expect(ofField(analyzed, plain, {})).toEqual(['/properties/f/analyzer The index has no analyzer mine.']);
    expect(ofField({ type: 'text', analyzer: 'english' }, plain, {})).toEqual([]);
    expect(ofField({ type: 'text', analyzer: 'english' }, REDUCED, {})).toEqual([
      '/properties/f/analyzer The cluster has no analyzer english without the analysis-common module.',
    ]);
  });

  it('is not a type that a plugin, a module that is not told or a later version may bring', () => {
    const unknown = { type: 'no_such', any: 1 };
    for (const target of [ELASTIC, { ...ELASTIC, plugins: ['my-own'] }, { ...ELASTIC, version: '12.0.0', plugins: [] }])
      expect(ofField(unknown, target)).toEqual([]);
    expect(ofField({ type: 'scaled_float', scaling_factor: 2 }, { ...ELASTIC, plugins: [] })).toEqual([]);
  });

  it('is found however deep it is', () => {
    let deep: JsonObject = { type: 'no_such_type', fields: 1 };
    for (let level = 0; level < 500; level++) deep = { properties: { a: deep } };
    const before = field({ properties: { a: { type: 'keyword' } } });
    expect(foreseenRefusals({}, deep, { ...ELASTIC, plugins: [] })).toHaveLength(1);
    expect(foreseenRefusals(before, before, ELASTIC)).toEqual([]);
  });
});
