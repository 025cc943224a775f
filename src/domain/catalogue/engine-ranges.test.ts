import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json/value.ts';
import {
  defaultOf,
  missingPartOf,
  parameterOf,
  parametersOf,
  selectableTypes,
  synonymsOf,
  typeEntry,
  typeNames,
  validateParameter,
} from './catalogue.ts';
import { CONFIGURATION, RUNTIME_SCRIPT_ERRORS } from './configuration.ts';
import { isKnownBy } from './engines.ts';
import { offeredOptions, type OfferedOption } from './options.ts';
import { frequencyBoundError } from './rules.ts';

const elasticsearch = (version: string) => ({ distribution: 'elasticsearch', version }) as const;
const opensearch = (version: string) => ({ distribution: 'opensearch', version }) as const;
const valuesOf = (options: readonly OfferedOption[]) => options.map(({ value }) => value);

function offered(type: string, name: string, target: ReturnType<typeof elasticsearch | typeof opensearch>) {
  const editor = parameterOf(type, name)?.editor;
  const options = editor?.kind === 'analyzer' ? editor.languages : editor?.kind === 'select' ? editor.options : [];
  return valuesOf(offeredOptions(options, target));
}

describe('a list of options', () => {
  it.each([
    ['dense_vector', 'element_type', elasticsearch('8.6'), ['float', 'byte']],
    ['dense_vector', 'element_type', elasticsearch('8.19'), ['float', 'byte', 'bit']],
    ['dense_vector', 'element_type', elasticsearch('9.3'), ['float', 'bfloat16', 'byte', 'bit']],
    ['dense_vector', 'similarity', elasticsearch('8.10'), ['l2_norm', 'dot_product', 'cosine']],
    ['knn_vector', 'data_type', opensearch('2.15'), ['float', 'byte']],
    ['knn_vector', 'data_type', opensearch('2.16'), ['float', 'byte', 'binary']],
  ])('of %s.%s offers what the engine takes', (type, name, target, values) => {
    expect(offered(type, name, target)).toEqual(values);
  });

  it('of languages has no Serbian on OpenSearch, nor before Elasticsearch 8.12', () => {
    expect(offered('text', 'analyzer', opensearch('3.4'))).not.toContain('serbian');
    expect(offered('text', 'analyzer', opensearch('3.4'))).toContain('estonian');
    expect(offered('text', 'analyzer', elasticsearch('8.11'))).not.toContain('serbian');
    expect(offered('text', 'analyzer', elasticsearch('8.12'))).toContain('serbian');
    expect(offered('text', 'analyzer', elasticsearch('7.5'))).not.toContain('estonian');
  });

  it('keeps and marks the value of a document that the engine does not take', () => {
    const { editor } = parameterOf('dense_vector', 'element_type') ?? {};
    const options = editor?.kind === 'select' ? editor.options : [];
    const shown = offeredOptions(options, elasticsearch('8.19'), 'bfloat16');
    expect(shown.find(({ value }) => value === 'bfloat16')?.isUnknown).toBe(true);
    expect(shown.filter(({ isUnknown }) => isUnknown)).toHaveLength(1);
  });
});

describe('a parameter', () => {
  const isOffered = (type: string, name: string, target: ReturnType<typeof elasticsearch | typeof opensearch>) =>
    parameterOf(type, name, target) !== undefined;

  it('is offered from the version that has it', () => {
    expect(isOffered('boolean', 'ignore_malformed', elasticsearch('8.7.0'))).toBe(false);
    expect(isOffered('boolean', 'ignore_malformed', elasticsearch('8.8.0'))).toBe(true);
    expect(isOffered('keyword', 'use_similarity', opensearch('2.19.3'))).toBe(false);
    expect(isOffered('keyword', 'use_similarity', opensearch('3.0.0'))).toBe(true);
    expect(isOffered('rank_features', 'positive_score_impact', opensearch('1.3.20'))).toBe(false);
    expect(isOffered('rank_features', 'positive_score_impact', opensearch('2.19.3'))).toBe(true);
    expect(isOffered('rank_features', 'positive_score_impact', elasticsearch('7.12'))).toBe(false);
    expect(isOffered('rank_feature', 'positive_score_impact', opensearch('1.3.20'))).toBe(true);
    for (const type of ['date_range', 'double_range', 'float_range', 'integer_range', 'ip_range', 'long_range']) {
      expect(isOffered(type, 'ignore_malformed', opensearch('1.3.20')), type).toBe(false);
      expect(isOffered(type, 'ignore_malformed', opensearch('2.19.3')), type).toBe(true);
    }
    for (const type of ['double', 'float', 'half_float'])
      expect(isOffered(type, 'time_series_dimension', elasticsearch('7.17')), type).toBe(false);
    expect(isOffered('long', 'time_series_dimension', elasticsearch('7.17'))).toBe(true);
  });

  it('is required by the engines that refuse a field without it', () => {
    const isRequired = (type: string, name: string, target: ReturnType<typeof elasticsearch | typeof opensearch>) =>
      parameterOf(type, name, target)?.isRequired === true;
    expect(isRequired('constant_keyword', 'value', opensearch('3.4'))).toBe(true);
    expect(isRequired('constant_keyword', 'value', elasticsearch('9.5'))).toBe(false);
    expect(isRequired('token_count', 'analyzer', opensearch('1.3'))).toBe(true);
    expect(isRequired('token_count', 'analyzer', elasticsearch('9.5'))).toBe(true);
    expect(isRequired('knn_vector', 'dimension', opensearch('3.4'))).toBe(true);
  });

  it('that is required says what is missing, and assumes nothing', () => {
    expect(validateParameter('token_count', 'analyzer', undefined)).toBe(
      'Specify the custom analyzer name or choose a built-in analyzer.',
    );
    expect(validateParameter('token_count', 'analyzer', 'standard')).toBeNull();
    expect(validateParameter('constant_keyword', 'value', undefined)).toBe('Enter a value.');
    expect(defaultOf('token_count', 'analyzer')).toBeUndefined();
    for (const type of typeNames())
      for (const { name, isRequired, defaultValue } of parametersOf(type))
        if (isRequired === true) expect(defaultValue, `${type}.${name}`).toBeUndefined();
  });

  it('can stand in for a required one', () => {
    expect(validateParameter('knn_vector', 'dimension', undefined)).toBe('Specify a dimension.');
    expect(validateParameter('knn_vector', 'dimension', undefined, { parameters: { model_id: 'm' } })).toBeNull();
    expect(parameterOf('knn_vector', 'model_id')?.insteadOf).toBe('dimension');
    for (const type of typeNames())
      for (const { name, insteadOf } of parametersOf(type))
        if (insteadOf !== undefined) expect(parameterOf(type, insteadOf)?.isRequired, `${type}.${name}`).toBe(true);
  });
});

describe('metadata', () => {
  it('is held to what engines take', () => {
    const judge = (value: JsonObject) => validateParameter('keyword', 'meta', value);
    const entries = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 'x']));
    expect(judge(entries(5))).toBeNull();
    expect(judge(entries(6))).toBe('At most 5 entries are allowed.');
    expect(judge({ ['k'.repeat(20)]: 'x'.repeat(50) })).toBeNull();
    expect(judge({ ['k'.repeat(21)]: 'x' })).toBe('Keys must have at most 20 characters and values at most 50.');
    expect(judge({ k: 'x'.repeat(51) })).toBe('Keys must have at most 20 characters and values at most 50.');
  });
});

describe('a bound of a frequency filter', () => {
  it.each([
    ['absolute', 0.5, 'Value must be greater than one.'],
    ['absolute', 1, 'Value must be greater than one.'],
    ['absolute', 1.5, null],
    ['absolute', 300, null],
    ['percentage', 150, 'The value must be between 0 and 100.'],
    ['percentage', -1, 'The value must be between 0 and 100.'],
    ['percentage', 0.5, null],
    ['percentage', 100, null],
    ['percentage', 'x', 'Enter a number.'],
    ['percentage', undefined, null],
  ] as const)('is judged by its mode: %s %j', (mode, value, message) => {
    expect(frequencyBoundError(mode, value)).toBe(message);
  });
});

describe('synonyms', () => {
  it.each([
    ['string', ['keyword', 'text']],
    ['json', ['object', 'nested', 'flattened', 'flat_object']],
    ['knn', ['dense_vector', 'knn_vector']],
    ['int', ['long', 'short', 'byte', 'unsigned_long']],
    ['number', ['numeric', 'long', 'double']],
    ['bool', ['boolean']],
  ])('of %s are known', (word, types) => {
    for (const type of types) expect(synonymsOf(type), type).toContain(word);
  });

  it('are lower case', () => {
    for (const type of typeNames()) for (const word of synonymsOf(type)) expect(word, type).toBe(word.toLowerCase());
  });
});

describe('a default', () => {
  it.each([
    ['wildcard', 'doc_values', opensearch('2.19.3'), false],
    ['wildcard', 'doc_values', opensearch('3.4.0'), true],
    ['sparse_vector', 'store', elasticsearch('8.19.21'), false],
    ['sparse_vector', 'store', elasticsearch('9.5.3'), true],
  ])('of %s.%s on %j is %s', (type, name, target, value) => {
    expect(parameterOf(type, name, target)?.defaultValue).toBe(value);
  });
});

it('The count of documents is known since OpenSearch 2.2', () => {
  const { engines = {} } = CONFIGURATION['_doc_count'] ?? {};
  expect(isKnownBy(engines, opensearch('1.3.20'))).toBe(false);
  expect(isKnownBy(engines, opensearch('2.19.3'))).toBe(true);
});

describe('a type that a plugin brings', () => {
  const ROOT = { isRoot: true, isMultiField: false };
  const isOffered = (type: string, target: Parameters<typeof selectableTypes>[0]) =>
    selectableTypes(target, ROOT).includes(type);

  it.each([
    ['murmur3', elasticsearch('9.5'), 'mapper-murmur3'],
    ['annotated_text', opensearch('3.4'), 'mapper-annotated-text'],
    ['icu_collation_keyword', elasticsearch('7.17'), 'analysis-icu'],
    ['knn_vector', opensearch('3.4'), 'opensearch-knn'],
    ['xy_point', opensearch('3.4'), 'opensearch-geospatial'],
    ['semantic', opensearch('3.4'), 'opensearch-neural-search'],
  ])('such as %s is offered where the cluster has %j and %s, or does not say', (type, target, plugin) => {
    expect(isOffered(type, { ...target, plugins: [plugin, 'other'] })).toBe(true);
    expect(isOffered(type, target)).toBe(true);
    expect(isOffered(type, { ...target, plugins: ['other'] })).toBe(false);
    expect(missingPartOf(type, { ...target, plugins: [] })).toEqual({ kind: 'plugin', name: plugin });
  });

  it.each([
    ['scaled_float', elasticsearch('9.5'), 'mapper-extras'],
    ['join', opensearch('3.4'), 'parent-join'],
    ['geo_shape', opensearch('3.4'), 'geo'],
    ['wildcard', elasticsearch('8.19'), 'wildcard'],
  ])('such as %s is offered where the nodes of %j have the module %s, or do not say', (type, target, module) => {
    expect(isOffered(type, { ...target, modules: [module, 'other'] })).toBe(true);
    expect(isOffered(type, target)).toBe(true);
    expect(isOffered(type, { ...target, modules: ['other'] })).toBe(false);
    expect(missingPartOf(type, { ...target, modules: ['other'] })).toEqual({ kind: 'module', name: module });
  });

  it('on one distribution needs none on the other', () => {
    expect(isOffered('sparse_vector', { ...opensearch('3.4'), plugins: [] })).toBe(false);
    expect(isOffered('sparse_vector', { ...elasticsearch('9.5'), plugins: [] })).toBe(true);
  });

  it('says so to a draft, which has no cluster', () => {
    for (const type of typeNames()) {
      const { plugin, description } = typeEntry(type) ?? {};
      if (plugin?.elasticsearch !== undefined)
        expect(description).toContain(`Needs the ${plugin.elasticsearch} plugin.`);
    }
  });
});

it('A runtime field says what to do when its script fails since Elasticsearch 8.7, a derived field never', () => {
  expect(isKnownBy(RUNTIME_SCRIPT_ERRORS, elasticsearch('8.6.2'))).toBe(false);
  expect(isKnownBy(RUNTIME_SCRIPT_ERRORS, elasticsearch('8.7.0'))).toBe(true);
  expect(isKnownBy(RUNTIME_SCRIPT_ERRORS, opensearch('3.4'))).toBe(false);
});
