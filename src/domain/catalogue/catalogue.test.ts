import { describe, expect, it } from 'vitest';
import {
  canHaveChildFields,
  canHaveMultiFields,
  childContainerOf,
  isAliasTargetType,
  isMultiFieldType,
  isRootOnlyType,
  keepsChildren,
  mainTypeOf,
  parametersOf,
  selectableTypes,
  typeEntry,
  typeNames,
  typeTitle,
} from './catalogue.ts';
import { isKnownBy, type TargetEngine } from './engines.ts';

/** The main field types that are types of the engine too. */
const PLAIN_TYPES = [
  'alias',
  'binary',
  'boolean',
  'completion',
  'constant_keyword',
  'date',
  'date_nanos',
  'dense_vector',
  'flattened',
  'geo_point',
  'geo_shape',
  'ip',
  'join',
  'keyword',
  'nested',
  'object',
  'percolator',
  'rank_feature',
  'rank_features',
  'search_as_you_type',
  'shape',
  'text',
  'token_count',
  'histogram',
  'wildcard',
  'point',
  'version',
];
const NUMERIC_TYPES = ['byte', 'double', 'float', 'half_float', 'integer', 'long', 'scaled_float', 'short'];
const RANGE_TYPES = ['date_range', 'double_range', 'float_range', 'integer_range', 'ip_range', 'long_range'];
const SPECIFIED = [...PLAIN_TYPES, ...NUMERIC_TYPES, ...RANGE_TYPES];

const elasticsearch = (version: string): TargetEngine => ({ distribution: 'elasticsearch', version });
const opensearch = (version: string): TargetEngine => ({ distribution: 'opensearch', version });
const only = (holds: (type: string) => boolean) => SPECIFIED.filter(holds).sort();

describe('the types that a form offers', () => {
  it.each(SPECIFIED)('%s has an entry that says all of itself', (type) => {
    expect(typeNames()).toContain(type);
    expect(typeEntry(type)).toMatchObject({
      title: expect.stringMatching(/^[A-Zk]/) as string,
      description: expect.stringMatching(/\.$/) as string,
    });
    expect(typeTitle(type)).not.toBe(type);
  });

  it('have their main types', () => {
    expect(NUMERIC_TYPES.map(mainTypeOf)).toEqual(NUMERIC_TYPES.map(() => 'numeric'));
    expect(RANGE_TYPES.map(mainTypeOf)).toEqual(RANGE_TYPES.map(() => 'range'));
    expect(PLAIN_TYPES.map(mainTypeOf)).toEqual(PLAIN_TYPES);
    expect(['numeric', 'range', 'other'].map(typeTitle)).toEqual(['Numeric', 'Range', 'Other']);
  });

  it('are other where nobody knows them, whatever they are called', () => {
    for (const type of ['my_plugin_type', 'constructor', '__proto__', 'Keyword', '']) {
      expect([typeEntry(type), mainTypeOf(type), typeTitle(type), childContainerOf(type)]).toEqual([
        undefined,
        'other',
        type,
        'fields',
      ]);
      expect(parametersOf(type)).toEqual([]);
    }
  });

  it('hold properties, multi-fields or nothing', () => {
    expect(only(canHaveChildFields)).toEqual(['nested', 'object']);
    expect(canHaveChildFields('passthrough')).toBe(true);
    const nothing = ['alias', 'constant_keyword', 'flattened', 'geo_shape', 'join', 'percolator', 'point', 'shape'];
    expect(only((type) => childContainerOf(type) === null)).toEqual(nothing);
    expect(childContainerOf('aggregate_metric_double')).toBeNull();
    expect(only((type) => !canHaveMultiFields(type))).toEqual([...nothing, 'nested', 'object'].sort());
  });

  it('stand where they may', () => {
    expect(only((type) => !isMultiFieldType(type))).toEqual(['alias', 'join', 'nested', 'object']);
    expect(only(isRootOnlyType)).toEqual(['join']);
    expect(only((type) => !isAliasTargetType(type))).toEqual(['alias', 'nested', 'object']);
  });

  it('are beta where they are said to be, which some are', () => {
    const beta = typeNames().filter((type) => typeEntry(type)?.isBeta === true);
    expect(beta.length).toBeGreaterThan(0);
    expect(beta.length).toBeLessThan(typeNames().length / 2);
  });

  it('keep what a field holds between text and keyword, object and nested, and within one main type', () => {
    const kept = PLAIN_TYPES.flatMap((from) =>
      PLAIN_TYPES.filter((to) => from !== to && keepsChildren(from, to)).map((to) => `${from} ${to}`),
    );
    expect(kept.sort()).toEqual(['keyword text', 'nested object', 'object nested', 'text keyword']);
    expect([
      keepsChildren('long', 'byte'),
      keepsChildren('ip_range', 'date_range'),
      keepsChildren('long', 'long_range'),
      keepsChildren('ip', 'ip'),
    ]).toEqual([true, true, false, true]);
    expect([
      keepsChildren('my_type', 'my_type'),
      keepsChildren('my_type', 'your_type'),
      keepsChildren('my_type', 'other'),
    ]).toEqual([true, false, false]);
  });
});

describe('required parameters', () => {
  it.each<readonly [string, string, readonly (readonly [number | string | undefined, string | null])[]]>([
    [
      'alias',
      'path',
      [
        [undefined, 'Select a field to point the alias to.'],
        ['', 'Select a field to point the alias to.'],
        ['a.b', null],
      ],
    ],
    [
      'scaled_float',
      'scaling_factor',
      [
        [undefined, 'A scaling factor is required.'],
        ['', 'A scaling factor is required.'],
        [0, 'The scaling factor must be greater than 0.'],
        [-1, 'The scaling factor must be greater than 0.'],
        ['ten', 'The scaling factor must be greater than 0.'],
        [0.1, null],
        [100, null],
      ],
    ],
    [
      'dense_vector',
      'dims',
      [
        [undefined, 'Specify a dimension.'],
        ['', 'Specify a dimension.'],
        [384, null],
      ],
    ],
  ])('%s cannot be without %s, and says so', (type, name, cases) => {
    const parameter = parametersOf(type).find((candidate) => candidate.name === name);
    expect(parameter?.isRequired).toBe(true);
    for (const [value, message] of cases) expect(parameter?.validate?.(value, { type, parameters: {} })).toBe(message);
  });

  it('of a dense vector say how large it is', () => {
    expect(parametersOf('dense_vector').find(({ name }) => name === 'dims')?.description).toContain(
      '4 * dimensions + 4 bytes',
    );
  });
});

describe('engines', () => {
  it('know a thing from one version on and until another, in the order of numbers', () => {
    const range = { elasticsearch: { from: '7.9', until: '8.10' } };
    const known = ['7.8.23', '7.9', '7.9.0', '7.10.2', '8.9.9', '8.10', '8.10.0', '9'].filter((version) =>
      isKnownBy(range, elasticsearch(version)),
    );
    expect(known).toEqual(['7.9', '7.9.0', '7.10.2', '8.9.9']);
    expect(isKnownBy(range, opensearch('7.9'))).toBe(false);
    expect(isKnownBy({ opensearch: {} }, opensearch('1.0.0'))).toBe(true);
    expect(isKnownBy({ elasticsearch: { from: '8' } }, elasticsearch('8.0.0-SNAPSHOT'))).toBe(true);
  });

  it('offer what they know, where it may stand, in the order of the titles', () => {
    const root = selectableTypes(elasticsearch('8.15.0'), { isRoot: true, isMultiField: false });
    expect(root).toEqual(expect.arrayContaining(SPECIFIED));
    expect(root.map(typeTitle)).toEqual(root.map(typeTitle).sort());
    expect(root).not.toContain('knn_vector');
    const multi = selectableTypes(opensearch('3.0.0'), { isRoot: false, isMultiField: true });
    expect(multi).toEqual(expect.arrayContaining(['keyword', 'text', 'knn_vector']));
    for (const type of ['join', 'object', 'nested', 'alias', 'dense_vector', 'flattened'])
      expect(multi).not.toContain(type);
    expect(selectableTypes(elasticsearch('8.15.0'), { isRoot: false, isMultiField: false })).toEqual(
      root.filter((type) => type !== 'join'),
    );
  });
});

describe('the family of a type', () => {
  it.each([
    ['long', 'number'],
    ['ip_range', 'number'],
    ['date_range', 'date'],
    ['geo_point', 'geo'],
    ['nested', 'structure'],
    ['ip', undefined],
    ['a_plugin_type', undefined],
    ['__proto__', undefined],
  ])('of %s is %s', (type, family) => expect(typeEntry(type)?.family).toBe(family));

  it('is known for most types of the catalogue', () => {
    const known = typeNames().filter((type) => typeEntry(type)?.family !== undefined);
    expect(known.length).toBeGreaterThan(typeNames().length / 2);
  });
});
