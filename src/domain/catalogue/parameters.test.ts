import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../json/value.ts';
import {
  defaultOf,
  engineTypeOf,
  optionsOf,
  parameterGroups,
  parameterOf,
  parametersOf,
  typeEntry,
  typeNames,
  validateParameter,
} from './catalogue.ts';
import { CONFIGURATION } from './configuration.ts';
import { docsUrl, fieldTypesDocs } from './docs.ts';
import { isKnownBy, type TargetEngine } from './engines.ts';
import { FIELD_TYPES } from './field-types.ts';
import { forgottenNote, vectorSizeNote } from './messages.ts';
import { PARAMETERS } from './parameters.ts';
import { isAbsoluteFilter } from './rules.ts';

const elasticsearch = (version: string) => ({ distribution: 'elasticsearch', version }) as const;
const opensearch = (version: string) => ({ distribution: 'opensearch', version }) as const;
const namesOf = (type: string) => parametersOf(type).map(({ name }) => name);
const everyUse = typeNames().flatMap((type) => parametersOf(type).map((parameter) => ({ type, ...parameter })));

describe('every entry', () => {
  it('of a type names parameters that have one, in its order', () => {
    for (const type of typeNames()) {
      const names = Object.keys(FIELD_TYPES[type]?.parameters ?? {});
      expect(
        names.filter((name) => !Object.hasOwn(PARAMETERS, name)),
        type,
      ).toEqual([]);
      // What no engine of the type knows is left out: synthetic_source_keep of a type that only OpenSearch has.
      expect(namesOf(type), type).toEqual(names.filter((name) => namesOf(type).includes(name)));
    }
    expect(namesOf('xy_shape')).not.toContain('synthetic_source_keep');
  });

  it('of a parameter is used by a type', () => {
    const used = new Set(everyUse.map(({ name }) => name));
    expect(Object.keys(PARAMETERS).filter((name) => !used.has(name))).toEqual([]);
  });

  it('says itself in words of its own', () => {
    for (const { type, name, title, description } of everyUse) {
      expect(title, `${type}.${name}`).toMatch(/^[A-Z]/);
      expect(description, `${type}.${name}`).toMatch(/\.$/);
    }
    for (const { title, description } of Object.values(CONFIGURATION))
      expect([title.length > 0, description.endsWith('.')]).toEqual([true, true]);
  });

  it('accepts its own default and what it offers, and finds nothing wrong with them', () => {
    for (const { type, name, defaultValue, accepts } of everyUse) {
      if (defaultValue === undefined || defaultValue === 'index_default') continue;
      expect(accepts(defaultValue), `${type}.${name}`).toBe(true);
      expect(validateParameter(type, name, defaultValue), `${type}.${name}`).toBeNull();
    }
    for (const { type, name, accepts, editor } of everyUse) {
      if (editor.kind !== 'select') continue;
      for (const { value } of optionsOf(type, name))
        expect([accepts(value), validateParameter(type, name, value)], `${type}.${name}`).toEqual([true, null]);
    }
  });

  it('lets a form save no text and no number that an import takes for invalid', () => {
    const samples: Readonly<Record<string, readonly JsonValue[]>> = {
      text: ['abc', '1.5', '-1', 'x_y', '99999999999'],
      number: [1.5, -1, 0, 99_999_999_999],
    };
    const saved = everyUse.flatMap(({ type, name, accepts, editor }) =>
      (samples[editor.kind] ?? [])
        .filter((value) => validateParameter(type, name, value) === null && !accepts(value))
        .map((value) => `${type}.${name}: ${String(value)}`),
    );
    expect(saved).toEqual([]);
  });

  it('stands in the section of a parameter that the type has too', () => {
    for (const { type, name, section } of everyUse)
      if (section !== undefined) expect(namesOf(type), `${type}.${name}`).toContain(section);
  });

  it('that is a switch has a default, and one that is required is always there', () => {
    for (const { type, name, switching, defaultValue, isRequired, isAdvanced } of everyUse) {
      if (switching === 'itself') expect(typeof defaultValue, `${type}.${name}`).toBe('boolean');
      if (isRequired === true) expect([switching, isAdvanced === true], `${type}.${name}`).toEqual(['always', false]);
    }
  });

  it('is known by an engine that knows its type', () => {
    const versions = [
      ...['6.8.0', '5.6.0', '7.17.29', '8.19.0', '9.5.3'].map(elasticsearch),
      ...['1.3.0', '2.19.0', '3.4.0', '3.9.0'].map(opensearch),
    ];
    for (const { type, name, engines } of everyUse) {
      expect(
        versions.some((target) => isKnownBy(engines, target) && isKnownBy(FIELD_TYPES[type]?.engines ?? {}, target)),
        `${type}.${name}`,
      ).toBe(true);
    }
  });
});

describe('the parameters of each type', () => {
  it.each<readonly [string, string]>([
    [
      'text',
      'analyzer search_analyzer search_quote_analyzer index_phrases index_prefixes norms position_increment_gap similarity term_vector fielddata fielddata_frequency_filter copy_to meta boost',
    ],
    [
      'keyword',
      'index_options normalizer eager_global_ordinals ignore_above norms similarity doc_values copy_to null_value store boost',
    ],
    ['scaled_float', 'scaling_factor ignore_malformed coerce doc_values copy_to null_value meta boost'],
    ['integer', 'ignore_malformed coerce doc_values copy_to null_value meta boost'],
    ['boolean', 'null_value'],
    ['date_range', 'format locale'],
    ['date', 'format locale ignore_malformed null_value'],
    ['date_nanos', 'format locale ignore_malformed null_value'],
    ['token_count', 'analyzer enable_position_increments'],
    ['completion', 'analyzer search_analyzer max_input_length preserve_separators preserve_position_increments meta'],
    ['geo_shape', 'orientation points_only ignore_z_value coerce'],
    ['shape', 'orientation ignore_z_value coerce'],
    ['search_as_you_type', 'max_shingle_size term_vector'],
    ['flattened', 'depth_limit'],
    ['dense_vector', 'dims'],
    ['object', 'dynamic'],
    ['nested', 'dynamic'],
    ['constant_keyword', 'value'],
    ['rank_feature', 'positive_score_impact'],
    ['point', 'ignore_malformed ignore_z_value null_value'],
    ['join', 'relations'],
    ['alias', 'path'],
  ])('gives %s its parameters', (type, names) => {
    expect(namesOf(type)).toEqual(expect.arrayContaining(names.split(' ')));
  });

  it('keeps format and locale to date_range, points_only to geo_shape, the factor to scaled_float', () => {
    for (const type of ['double_range', 'ip_range', 'long_range'])
      expect(namesOf(type)).not.toEqual(expect.arrayContaining(['format']));
    expect(typeNames().filter((type) => namesOf(type).includes('points_only'))).toEqual(['geo_shape']);
    expect(typeNames().filter((type) => namesOf(type).includes('scaling_factor'))).toEqual(['scaled_float']);
  });

  it.each<readonly [string, string, JsonValue]>([
    ['keyword', 'store', false],
    ['keyword', 'index', true],
    ['keyword', 'doc_values', true],
    ['binary', 'doc_values', false],
    ['text', 'fielddata', false],
    ['long', 'coerce', true],
    ['geo_shape', 'coerce', false],
    ['ip', 'ignore_malformed', false],
    ['completion', 'max_input_length', 50],
    ['date', 'locale', 'ROOT'],
    ['geo_shape', 'orientation', 'ccw'],
    ['text', 'boost', 1],
    ['object', 'dynamic', true],
    ['object', 'enabled', true],
    ['date', 'format', 'strict_date_optional_time||epoch_millis'],
    ['text', 'analyzer', 'index_default'],
    ['text', 'index_options', 'positions'],
    ['keyword', 'index_options', 'docs'],
    ['flattened', 'index_options', 'docs'],
    ['keyword', 'eager_global_ordinals', false],
    ['join', 'eager_global_ordinals', true],
    ['text', 'index_phrases', false],
    ['rank_feature', 'positive_score_impact', true],
    ['completion', 'preserve_separators', true],
    ['geo_point', 'ignore_z_value', true],
    ['geo_shape', 'points_only', false],
    ['text', 'norms', true],
    ['keyword', 'norms', false],
    ['text', 'term_vector', 'no'],
    ['text', 'position_increment_gap', 100],
    ['text', 'index_prefixes', { min_chars: 2, max_chars: 5 }],
    ['text', 'similarity', 'BM25'],
    ['keyword', 'split_queries_on_whitespace', false],
    ['keyword', 'ignore_above', 8191],
    ['token_count', 'enable_position_increments', true],
    ['flattened', 'depth_limit', 20],
    ['search_as_you_type', 'max_shingle_size', 3],
    ['text', 'fielddata_frequency_filter', { min: 0.01, max: 1, min_segment_size: 50 }],
  ])('%s: %s is %o by default', (type, name, value) => {
    expect(defaultOf(type, name)).toEqual(value);
  });

  it('lists the options', () => {
    expect(optionsOf('text', 'index_options').map(({ value }) => value)).toEqual([
      'docs',
      'freqs',
      'positions',
      'offsets',
    ]);
    for (const type of ['keyword', 'flattened'])
      expect(optionsOf(type, 'index_options').map(({ value }) => value)).toEqual(['docs', 'freqs']);
    expect(optionsOf('boolean', 'null_value').map(({ value }) => value)).toEqual(['true', true, 'false', false]);
    expect(optionsOf('text', 'analyzer').map(({ value }) => value)).toEqual([
      'index_default',
      'standard',
      'simple',
      'whitespace',
      'stop',
      'keyword',
      'pattern',
      'fingerprint',
      'language',
    ]);
    const { editor } = parameterOf('text', 'analyzer') ?? {};
    expect(editor?.kind === 'analyzer' && editor.languages.length).toBe(36);
    const formats = optionsOf('date', 'format').map(({ value }) => value);
    expect(new Set(formats).size).toBe(formats.length);
    expect(formats).toEqual(
      expect.arrayContaining([
        'epoch_millis',
        'basic_t_time_no_millis',
        'strict_date_optional_time',
        'date_optional_time',
        'strict_year_month_day',
      ]),
    );
    expect(formats).not.toContain('strict_epoch_millis');
  });
});

const SMALL = 'The value must be greater or equal to 0.';
const ANALYZER = 'Specify the custom analyzer name or choose a built-in analyzer.';

describe('a value that a user entered', () => {
  it.each<readonly [string, string, readonly (readonly [JsonValue | undefined, string | null])[]]>([
    [
      'integer',
      'null_value',
      [
        [undefined, 'Null value is required.'],
        [5, null],
        [2_147_483_648, 'The value must be between -2147483648 and 2147483647.'],
        [1.5, 'Enter a whole number.'],
      ],
    ],
    [
      'byte',
      'null_value',
      [
        [-128, null],
        [127, null],
        [-129, 'The value must be between -128 and 127.'],
        ['x', 'Enter a number.'],
      ],
    ],
    [
      'short',
      'null_value',
      [
        [-32_768, null],
        [32_768, 'The value must be between -32768 and 32767.'],
      ],
    ],
    [
      'long',
      'null_value',
      [
        [9_223_372_036_854_775_807n, null],
        [9_223_372_036_854_775_808n, 'The value must be between -9223372036854775808 and 9223372036854775807.'],
      ],
    ],
    [
      'double',
      'null_value',
      [
        ['', 'Null value is required.'],
        [1.5, null],
      ],
    ],
    [
      'geo_point',
      'null_value',
      [
        [undefined, 'Null value is required.'],
        [{ lat: 1, lon: 2 }, null],
      ],
    ],
    [
      'point',
      'null_value',
      [
        ['', 'Null value is required.'],
        ['POINT (1 2)', null],
      ],
    ],
    [
      'text',
      'copy_to',
      [
        [undefined, 'Group field name is required.'],
        ['', 'Group field name is required.'],
        [[], 'Group field name is required.'],
        [['a', ''], 'Group field name is required.'],
        ['a', null],
        [['a', 'b'], null],
      ],
    ],
    [
      'text',
      'meta',
      [
        [undefined, null],
        ['', null],
        [['a'], 'Arrays are not allowed.'],
        [{ a: 1 }, 'Values must be a string.'],
        [5, 'Invalid JSON.'],
        [{ a: 'b' }, null],
      ],
    ],
    [
      'completion',
      'max_input_length',
      [
        [undefined, 'Specify a max input length.'],
        [50, null],
        [0, 'The value must be greater or equal to 1.'],
      ],
    ],
    [
      'date',
      'locale',
      [
        ['', 'Specify a locale.'],
        ['en-US', null],
        ['a_b_c_d', 'At most 2 separators are allowed.'],
      ],
    ],
    [
      'text',
      'boost',
      [
        [-1, SMALL],
        [0, null],
        [20, null],
        [21, null],
      ],
    ],
    [
      'scaled_float',
      'scaling_factor',
      [
        [undefined, 'A scaling factor is required.'],
        [0, 'The scaling factor must be greater than 0.'],
        [0.5, null],
      ],
    ],
    [
      'text',
      'analyzer',
      [
        [undefined, null],
        ['', ANALYZER],
        ['my analyzer', 'Spaces are not allowed.'],
        ['standard', null],
      ],
    ],
    [
      'text',
      'search_analyzer',
      [
        ['', ANALYZER],
        ['a b', 'Spaces are not allowed.'],
      ],
    ],
    ['text', 'search_quote_analyzer', [['', ANALYZER]]],
    [
      'keyword',
      'normalizer',
      [
        ['', 'Normalizer name is required.'],
        ['a b', 'Spaces are not allowed.'],
        ['lowercase', null],
      ],
    ],
    [
      'text',
      'fielddata_frequency_filter',
      [
        [{ min: 1, max: 5 }, 'Value must be greater than one.'],
        [{ min: 2, max: 5 }, null],
        [{ min: 5, max: 2 }, 'The minimum must not be greater than the maximum.'],
        [{ min: 0.01, max: 1 }, null],
        [{ min: -0.1, max: 1 }, 'The value must be between 0 and 100.'],
        [{ min: 0.5, max: 0.1 }, 'The minimum must not be greater than the maximum.'],
      ],
    ],
    [
      'alias',
      'path',
      [
        [undefined, 'Select a field to point the alias to.'],
        ['a', null],
      ],
    ],
    [
      'text',
      'position_increment_gap',
      [
        [undefined, 'Set a position increment gap value'],
        [-1, SMALL],
        [0, null],
        [200, null],
        [201, 'The value must be between 0 and 200.'],
      ],
    ],
    [
      'keyword',
      'ignore_above',
      [
        [undefined, 'Character length limit is required.'],
        [-1, SMALL],
        [8191, null],
      ],
    ],
    [
      'flattened',
      'depth_limit',
      [
        [-1, SMALL],
        [0, null],
      ],
    ],
    [
      'dense_vector',
      'dims',
      [
        [undefined, 'Specify a dimension.'],
        [384, null],
      ],
    ],
    [
      'text',
      'index_prefixes',
      [
        [{ min_chars: 2, max_chars: 5 }, null],
        [{ min_chars: 2, max_chars: 21 }, 'The value must be between 0 and 20.'],
        [{ min_chars: 6, max_chars: 5 }, 'The minimum must not be greater than the maximum.'],
        [{ min_chars: -1 }, SMALL],
      ],
    ],
    [
      'search_as_you_type',
      'max_shingle_size',
      [
        [2, null],
        [4, null],
        [5, 'Choose one of the values offered.'],
      ],
    ],
    [
      'join',
      'relations',
      [
        [undefined, 'Name a parent and at least one child.'],
        [{ a: [] }, 'Name a parent and at least one child.'],
        [{ a: 'b', c: ['d', 'e'] }, null],
      ],
    ],
  ])('as %s.%s is judged word for word', (type, name, cases) => {
    for (const [value, message] of cases) expect(validateParameter(type, name, value), String(value)).toBe(message);
  });

  it('is not judged where the type has no such parameter', () => {
    expect(validateParameter('my_type', 'dims', undefined)).toBeNull();
    expect(validateParameter('keyword', '__proto__', 5)).toBeNull();
  });

  it('of a position gap needs positions', () => {
    const gap = parameterOf('text', 'position_increment_gap');
    const title = 'Positions not enabled.';
    const message =
      'You need to set the index options (under the "Searchable" toggle) to "Positions" or "Offsets" in order to be able to change the position increment gap.';
    for (const parameters of [{ index_options: 'docs' }, { index_options: 'freqs' }, { index: false }])
      expect(gap?.obstacle?.({ type: 'text', parameters })).toEqual({ title, message });
    for (const parameters of [{}, { index_options: 'positions' }, { index_options: 'offsets' }])
      expect(gap?.obstacle?.({ type: 'text', parameters })).toBeNull();
  });

  it('is warned about where it costs much', () => {
    const context = { type: '', parameters: {} };
    expect(parameterOf('text', 'term_vector')?.warning?.('with_positions_offsets', context)).toContain(
      'double the index size',
    );
    expect(parameterOf('text', 'term_vector')?.warning?.('yes', context)).toBeNull();
    expect(parameterOf('join', 'relations')?.warning?.({ a: 'b', c: 'd' }, context)).toContain('memory');
    expect(parameterOf('join', 'relations')?.warning?.({ a: 'b' }, context)).toBeNull();
    expect(vectorSizeNote(384)).toBe('Each vector takes 1540 bytes (4 * dimensions + 4).');
  });

  it('of a frequency filter is absolute above one', () => {
    expect([{ max: 5 }, { max: 1 }, { min: 2 }, {}, 5, undefined].map(isAbsoluteFilter)).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('a form', () => {
  it('shows what the engine has, in two parts', () => {
    const names = (version: string) => parametersOf('text', elasticsearch(version)).map(({ name }) => name);
    expect(names('7.17.0')).toContain('boost');
    expect(names('9.5.0')).not.toContain('boost');
    expect(parametersOf('text', opensearch('3.4.0')).map(({ name }) => name)).toContain('boost');
    const { basic, advanced } = parameterGroups('keyword', opensearch('3.4.0'));
    expect(basic.map(({ name }) => name)).toEqual(['index', 'index_options']);
    expect([...basic, ...advanced].map(({ name }) => name).sort()).toEqual(
      parametersOf('keyword', opensearch('3.4.0'))
        .map(({ name }) => name)
        .sort(),
    );
  });

  it('says of the boost of which types an engine ignores it', () => {
    const types = ['text', 'date', 'date_range', 'boolean', 'long', 'scaled_float', 'ip', 'token_count'];
    const ignored = (target: TargetEngine) =>
      types.filter((type) => parameterOf(type, 'boost', target)?.note?.(2) === forgottenNote());
    expect(ignored(opensearch('3.4.0'))).toEqual(['long', 'scaled_float', 'ip', 'token_count']);
    expect(ignored({ distribution: 'elasticsearch', version: '7.17.29' })).toEqual(ignored(opensearch('3.4.0')));
    expect(ignored({ distribution: 'elasticsearch', version: '7.16.0' })).toEqual([]);
    expect(types.every((type) => parameterOf(type, 'boost', opensearch('3.4.0')) !== undefined)).toBe(true);
  });

  it('of a type that the engine lacks shows all of it', () => {
    expect(parametersOf('dense_vector', opensearch('3.4.0'))).toEqual(parametersOf('dense_vector'));
  });

  it('finds the engine’s type, or says that there is none', () => {
    expect([engineTypeOf('numeric', 'long'), engineTypeOf('keyword'), engineTypeOf('other', 'my_type')]).toEqual([
      'long',
      'keyword',
      'my_type',
    ]);
    for (const main of ['numeric', 'range', 'other', 'nonsense', '__proto__'])
      expect(() => engineTypeOf(main)).toThrow(new Error('Property type not recognized'));
  });
});

describe('a link to the documentation', () => {
  const docs = typeEntry('date_nanos')?.docs;
  it('follows engine and version', () => {
    expect(docsUrl(docs, elasticsearch('8.19.2'))).toBe(
      'https://www.elastic.co/guide/en/elasticsearch/reference/8.19/date_nanos.html',
    );
    expect(docsUrl(docs, elasticsearch('9.5.3'))).toBe(
      'https://www.elastic.co/docs/reference/elasticsearch/mapping-reference/date_nanos',
    );
    expect(docsUrl(docs, opensearch('3.4.0'))).toBe(
      'https://docs.opensearch.org/3.4/mappings/supported-field-types/date-nanos/',
    );
    expect(docsUrl(docs, opensearch('2.17.1'))).toBe(
      'https://docs.opensearch.org/2.17/field-types/supported-field-types/date-nanos/',
    );
    expect(docsUrl(PARAMETERS['index']?.docs, opensearch('3.4'))).toBe(
      'https://docs.opensearch.org/3.4/mappings/mapping-parameters/index-parameter/',
    );
  });

  it.each([
    [elasticsearch('8.19.2'), 'https://www.elastic.co/guide/en/elasticsearch/reference/8.19/mapping-types.html'],
    [elasticsearch('9.5.3'), 'https://www.elastic.co/docs/reference/elasticsearch/mapping-reference/field-data-types'],
    [opensearch('2.17.1'), 'https://docs.opensearch.org/2.17/field-types/supported-field-types/index/'],
    [opensearch('3.4.0'), 'https://docs.opensearch.org/3.4/mappings/supported-field-types/index/'],
  ])('leads to the page about all field types: %o', (target, url) =>
    expect(docsUrl(fieldTypesDocs(target), target)).toBe(url),
  );

  it('starts at the base that the settings give', () => {
    expect(docsUrl(docs, elasticsearch('7.17.0'), 'https://docs.example.org/{version}')).toBe(
      'https://docs.example.org/7.17/date_nanos.html',
    );
  });

  it('is none where there is no page', () => {
    expect(docsUrl(typeEntry('knn_vector')?.docs, elasticsearch('8.0'))).toBeNull();
    expect(docsUrl(undefined, elasticsearch('8.0'))).toBeNull();
  });
});
