import { describe, expect, it } from 'vitest';
import { FIELD_TYPES } from '../catalogue/field-types.ts';
import { MESSAGES } from '../catalogue/messages.ts';
import { PARAMETERS } from '../catalogue/parameters.ts';
import { catalogueOf, typeNames } from '../catalogue/catalogue.ts';
import type { JsonObject, JsonValue } from '../json/value.ts';
import { importErrorText, validateMappings } from './validate-mappings.ts';

const texts = (input: JsonValue) => validateMappings(input).errors.map(importErrorText);
const valueOf = (input: JsonValue) => validateMappings(input).value;
/** Nothing is reported, and the very same object comes back. */
function expectKept(input: JsonObject): void {
  const { value, errors } = validateMappings(input);
  expect(errors).toEqual([]);
  expect(value).toBe(input);
}
const field = (definition: JsonValue): JsonObject => ({ properties: { f: definition } });

describe('an import', () => {
  it('of something that is no object is an empty definition without errors', () => {
    for (const input of [null, [], 'x', 3, true, 12n, [{ properties: {} }]])
      expect(validateMappings(input)).toEqual({ value: {}, errors: [] });
  });

  it('of an empty object, and of one with nothing wrong, is that object', () => {
    expectKept({});
    expectKept({
      dynamic: 'strict',
      _meta: { a: null },
      runtime: { r: null, s: 5 },
      dynamic_templates: [1],
      properties: { a: { type: 'keyword', fields: { b: { type: 'text' } } } },
    });
  });

  it('reports what is wrong, word for word', () => {
    expect(texts({ nonsense: 1, properties: { a: 5, b: { type: 'keyword', nonsense: 1 } } })).toEqual([
      'The nonsense configuration is invalid.',
      'The a field is invalid.',
      'The nonsense parameter on field b is invalid.',
    ]);
  });

  it('reports configuration first, by name; then fields in the order of the document, a child before its parent', () => {
    const input: JsonObject = {
      zeta: 1,
      properties: {
        parent: {
          nonsense: 1,
          properties: {
            child: { type: 'keyword', name: 'x', fields: { multi: { type: 'text', bogus: 1 } } },
            other: null,
          },
          fields: 5,
        },
        after: { type: 'text', bogus: 1 },
      },
      _source: { enabled: 5 },
      alpha: 1,
    };
    expect(validateMappings(input)).toEqual({
      value: {
        properties: {
          parent: { properties: { child: { type: 'keyword', fields: { multi: { type: 'text' } } } } },
          after: { type: 'text' },
        },
        _source: {},
      },
      errors: [
        { code: 'ERR_CONFIG', configName: '_source' },
        { code: 'ERR_CONFIG', configName: 'alpha' },
        { code: 'ERR_CONFIG', configName: 'zeta' },
        { code: 'ERR_PARAMETER', fieldPath: 'parent.child.multi', paramName: 'bogus' },
        { code: 'ERR_PARAMETER', fieldPath: 'parent.child', paramName: 'name' },
        { code: 'ERR_FIELD', fieldPath: 'parent.other' },
        { code: 'ERR_PARAMETER', fieldPath: 'parent', paramName: 'nonsense' },
        { code: 'ERR_PARAMETER', fieldPath: 'parent', paramName: 'fields' },
        { code: 'ERR_PARAMETER', fieldPath: 'after', paramName: 'bogus' },
      ],
    });
  });

  it('keeps the parts that nothing was left out of', () => {
    const whole = { type: 'object', properties: { a: { type: 'keyword' } } };
    const _meta = { owner: 'ada' };
    const value = valueOf({ _meta, properties: { whole, broken: 5 } });
    expect(value['_meta']).toBe(_meta);
    expect((value['properties'] as JsonObject)['whole']).toBe(whole);
  });

  it('leaves the input as it is', () => {
    const input = { nonsense: 1, properties: { a: 5, b: { name: 'x', properties: { c: null } } } };
    const before = JSON.stringify(input);
    validateMappings(input);
    expect(JSON.stringify(input)).toBe(before);
  });
});

describe('a field', () => {
  it.each<readonly [string, JsonValue]>([
    ['a text', 'keyword'],
    ['a number', 5],
    ['null', null],
    ['a list', []],
    ['a type that is null', { type: null }],
    ['a type that is empty', { type: '' }],
    ['a type that is an object', { type: {} }],
    ['a type that is a number', { type: 5, properties: { a: 5 } }],
  ])('that is %s goes, with one error', (_, definition) => {
    expect(validateMappings(field(definition))).toEqual({
      value: { properties: {} },
      errors: [{ code: 'ERR_FIELD', fieldPath: 'f' }],
    });
  });

  it('without a type is an object', () => {
    expectKept(field({ dynamic: 'runtime', enabled: false, properties: {} }));
    expect(texts(field({ analyzer: 'standard' }))).toEqual(['The analyzer parameter on field f is invalid.']);
  });

  it('has no parameter called name, whatever its type', () => {
    for (const type of [...typeNames(), 'my_plugin_type'])
      expect(texts(field({ type, name: 'f' })), type).toEqual(['The name parameter on field f is invalid.']);
  });

  it('of a type that nobody knows is a plugin’s, and keeps its own parameters', () => {
    expectKept(field({ type: 'my_plugin_type', strength: { a: [1] }, fields: { raw: { type: 'keyword' } } }));
    expect(texts(field({ type: 'my_plugin_type', a: null, fields: 'x', properties: null }))).toEqual([
      'The a parameter on field f is invalid.',
      'The fields parameter on field f is invalid.',
      'The properties parameter on field f is invalid.',
    ]);
  });

  it.each<readonly [string, string, JsonValue]>([
    ['text', 'doc_values', { cardinality: 'low' }],
    ['text', 'analyzer', 1],
    ['text', 'search_analyzer', true],
    ['text', 'similarity', 1],
    ['wildcard', 'store', {}],
    ['ip', 'boost', 'high'],
    ['long_range', 'format', {}],
  ])('of type %s has no %s of the wrong shape, also where the type ignores it', (type, name, wrong) => {
    expect(texts(field({ type, [name]: wrong }))).toEqual([`The ${name} parameter on field f is invalid.`]);
  });

  it('keeps a value that is merely unknown', () => {
    expectKept(field({ type: 'text', analyzer: 'my_analyzer', similarity: 'my_similarity' }));
    expectKept(field({ type: 'semantic_text', model_settings: { a: [1] } }));
    expectKept(field({ type: 'wildcard', store: true }));
  });

  it('takes no null, on any parameter of any type', () => {
    for (const type of typeNames()) {
      for (const name of Object.keys(FIELD_TYPES[type]?.parameters ?? {}))
        expect(texts(field({ type, [name]: null })), `${type}.${name}`).toHaveLength(1);
    }
  });

  it.each(['properties', 'fields'])('has only an object as its %s', (container) => {
    for (const wrong of ['x', 5, true, []])
      expect(texts(field({ [container]: wrong }))).toEqual([`The ${container} parameter on field f is invalid.`]);
    expectKept(field({ [container]: {} }));
  });

  it('keeps what its type does not hold', () => {
    expectKept(field({ type: 'keyword', properties: { a: { type: 'text' } } }));
    expectKept(field({ type: 'alias', path: 'a', fields: { b: { type: 'keyword' } } }));
  });

  it.each<readonly [string, JsonObject, JsonObject]>([
    ['byte', { null_value: 127 }, { null_value: 128 }],
    ['byte', { null_value: '-128' }, { null_value: '-129' }],
    ['byte', { null_value: '5' }, { null_value: 1.5 }],
    ['short', { null_value: 32_767 }, { null_value: 32_768 }],
    ['integer', { null_value: -2_147_483_648 }, { null_value: 2_147_483_648 }],
    ['long', { null_value: 9_223_372_036_854_775_807n }, { null_value: 9_223_372_036_854_775_808n }],
    ['unsigned_long', { null_value: 18_446_744_073_709_551_615n }, { null_value: -1 }],
    ['half_float', { null_value: 65_504 }, { null_value: 65_520 }],
    ['float', { null_value: '1.5e3' }, { null_value: 1e39 }],
    ['boolean', { null_value: 'true' }, { null_value: 'yes' }],
    ['keyword', { doc_values: 'false', ignore_above: '32', boost: '2.0' }, { doc_values: 1 }],
    ['keyword', { copy_to: ['a', 'b'], index_options: 'freqs' }, { index_options: 'positions' }],
    ['keyword', { meta: { a: 'b' } }, { meta: { a: 1 } }],
    ['text', { index: 'not_analyzed', norms: { enabled: false } }, { index: 'maybe' }],
    ['text', { index_prefixes: { min_chars: '1', max_chars: 19 } }, { index_prefixes: { least: 1 } }],
    ['text', { fielddata_frequency_filter: { min: 0.1 } }, { fielddata_frequency_filter: { x: 1 } }],
    ['text', { term_vector: 'yes' }, { term_vector: 'true' }],
    ['integer', { index_options: 'docs', time_series_metric: 'gauge' }, { analyzer: 'standard' }],
    ['scaled_float', { scaling_factor: '100' }, { scaling_factor: 0 }],
    ['date', { format: 'yyyy', locale: 'en_US' }, { format: {} }],
    ['geo_point', { null_value: [1, 2] }, { null_value: true }],
    ['geo_shape', { orientation: 'clockwise', strategy: 'recursive' }, { orientation: 'up' }],
    ['search_as_you_type', { max_shingle_size: '2' }, { max_shingle_size: 5 }],
    ['join', { relations: { a: ['b', 'c'], b: 'd' } }, { relations: 'a' }],
    ['object', { subobjects: false, synthetic_source_keep: 'all' }, { subobjects: 'never' }],
    ['passthrough', { priority: '1' }, { priority: 1.5 }],
    ['aggregate_metric_double', { metrics: ['min', 'max'], default_metric: 'max' }, { metrics: ['median'] }],
    [
      'knn_vector',
      { dimension: 3, method: { name: 'hnsw' }, space_type: 'l2', data_type: 'byte', mode: 'on_disk' },
      { dimension: 'three' },
    ],
    ['semantic', { model_id: 'x', chunking: true }, { model_id: {} }],
    ['dense_vector', { element_type: 'byte', similarity: 'cosine' }, { similarity: 'BM25' }],
    ['string', { index: 'not_analyzed', include_in_all: false }, { include_in_all: 'maybe' }],
    ['nested', { dynamic: 'strict_allow_templates' }, { dynamic: 'sometimes' }],
  ])('of type %s keeps %o, and not %o', (type, good, bad) => {
    expectKept(field({ type, ...good }));
    const [name] = Object.keys(bad);
    expect(validateMappings(field({ type, ...bad }))).toEqual({
      value: field({ type }),
      errors: [{ code: 'ERR_PARAMETER', fieldPath: 'f', paramName: name }],
    });
  });
});

describe('what engines give back', () => {
  it('of the largest float is a little above it', () => {
    for (const nullValue of [3.4028235e38, -3.4028235e38, 3.4028234663852886e38])
      expectKept(field({ type: 'float', null_value: nullValue }));
    expect(texts(field({ type: 'float', null_value: 3.5e38 }))).toEqual([
      'The null_value parameter on field f is invalid.',
    ]);
  });

  it('of a token count has a number for null', () => {
    expectKept(field({ type: 'token_count', analyzer: 'standard', null_value: 0 }));
    expect(texts(field({ type: 'token_count', analyzer: 'standard', null_value: 'none' }))).toEqual([
      'The null_value parameter on field f is invalid.',
    ]);
  });

  it('of nested objects keeps all of their source, or none', () => {
    for (const keep of ['all', 'none']) expectKept(field({ type: 'nested', synthetic_source_keep: keep }));
    expect(texts(field({ type: 'nested', synthetic_source_keep: 'arrays' }))).toEqual([
      'The synthetic_source_keep parameter on field f is invalid.',
    ]);
  });
});

describe('the configuration', () => {
  it.each<readonly [string, readonly JsonValue[], readonly JsonValue[]]>([
    [
      'dynamic',
      [true, false, 'true', 'false', 'strict', 'runtime', 'strict_allow_templates'],
      ['sometimes', 1, {}, null],
    ],
    ['date_detection', [true, 'false'], ['yes', 1, null]],
    ['numeric_detection', [false, 'true'], [[], null]],
    ['dynamic_date_formats', [['yyyy'], 'yyyy', []], [[1], {}, [null], null]],
    ['_meta', [{}, { a: { b: null } }], ['x', [], null]],
    ['_routing', [{ required: true }, {}], [{ needed: true }, true, null]],
    ['subobjects', [false, 'auto'], ['never', null]],
    ['_size', [{ enabled: true }], [true, null]],
    ['_data_stream_timestamp', [{ enabled: true }], [true]],
    ['_doc_count', [{}], [1]],
    ['_field_names', [{ enabled: false }], [{ disabled: true }]],
    ['_tier', [{}], ['hot']],
    ['properties', [{}], ['x', [], null, 5]],
    ['runtime', [{ r: { type: 'long' } }], [[], 'x', null]],
    ['derived', [{ d: { type: 'long' } }], [[], null]],
    ['composite', [{ c: { type: 'star_tree' } }], ['x']],
    ['dynamic_templates', [[], [{ a: {} }]], [{}, 'x', null]],
    ['__proto__', [], [1]],
    ['constructor', [], [{}]],
  ])('%s', (name, good, bad) => {
    for (const value of good) expectKept({ [name]: value });
    for (const value of bad)
      expect(validateMappings({ [name]: value }), JSON.stringify(value)).toEqual({
        value: {},
        errors: [{ code: 'ERR_CONFIG', configName: name }],
      });
  });

  it('loses only those keys of _source that are wrong, and reports it once', () => {
    expectKept({ _source: { enabled: 'false', includes: ['a*'], excludes: [], mode: 'synthetic' } });
    expect(validateMappings({ _source: { enabled: false, compress: true, includes: 'a', mode: null } })).toEqual({
      value: { _source: { enabled: false } },
      errors: [{ code: 'ERR_CONFIG', configName: '_source' }],
    });
  });
});

describe('one entry in the catalogue', () => {
  const catalogue = catalogueOf(
    {
      ...FIELD_TYPES,
      mood: {
        title: 'Mood',
        description: 'How a text feels.',
        holds: 'nothing',
        engines: { opensearch: {} },
        parameters: { tint: {}, index: {} },
      },
    },
    {
      ...PARAMETERS,
      tint: {
        title: 'Tint',
        description: 'A colour.',
        editor: { kind: 'text' },
        switching: 'always',
        liveChange: 'updatable',
        engines: { opensearch: {} },
        accepts: (value) => typeof value === 'string',
        validate: (value) => (value === undefined ? MESSAGES.valueRequired : null),
      },
    },
  );

  it('adds a type and a parameter everywhere', () => {
    expect(
      catalogue.selectableTypes({ distribution: 'opensearch', version: '3.0' }, { isRoot: true, isMultiField: false }),
    ).toContain('mood');
    expect(
      catalogue.selectableTypes(
        { distribution: 'elasticsearch', version: '9.0' },
        { isRoot: true, isMultiField: false },
      ),
    ).not.toContain('mood');
    expect(catalogue.parametersOf('mood').map(({ name }) => name)).toEqual(['tint', 'index']);
    expect(catalogue.validateParameter('mood', 'tint', undefined)).toBe(MESSAGES.valueRequired);
    expect(validateMappings(field({ type: 'mood', tint: 'blue' }), catalogue).errors).toEqual([]);
    expect(validateMappings(field({ type: 'mood', tint: 5, shade: 1 }), catalogue).errors.map(importErrorText)).toEqual(
      ['The tint parameter on field f is invalid.', 'The shade parameter on field f is invalid.'],
    );
  });
});
