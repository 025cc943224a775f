import { describe, expect, it } from 'vitest';
import type { TargetEngine } from '../catalogue/engines.ts';
import type { JsonObject } from '../json/value.ts';
import { commonRefusals, documentAlterations, documentRefusals, fieldRefusals } from './document-refusals.ts';

const es = (version: string): TargetEngine => ({ distribution: 'elasticsearch', version });
const os = (version: string): TargetEngine => ({ distribution: 'opensearch', version });
const CHAINED: JsonObject = {
  properties: { name: { type: 'keyword', fields: { t: { type: 'text', fields: { k: { type: 'keyword' } } } } } },
};
const UNTAUGHT: JsonObject = { properties: { part: { type: 'object', dynamic: 'false_allow_templates' } } };
const pairs = (refusals: readonly { readonly path: string; readonly reason: string }[]) =>
  refusals.map(({ path, reason }) => `${path}: ${reason}`);

describe('what no engine takes', () => {
  it.each<readonly [string, JsonObject, readonly string[]]>([
    [
      'a scaled_float without its factor',
      { properties: { a: { type: 'scaled_float' } } },
      ['a: scaling_factor is required.'],
    ],
    ['an alias without its path', { properties: { a: { type: 'alias' } } }, ['a: path is required.']],
    ['a field without a type', { properties: { a: { properties: { b: {} } } } }, ['a.b: A field needs a type.']],
    [
      'a type of Elasticsearch 2',
      { properties: { a: { type: 'string' } } },
      ['a: The cluster doesn’t support the type string.'],
    ],
  ])('is %s', (_, mappings, refusals) => {
    expect(pairs(commonRefusals(mappings))).toEqual(refusals);
  });

  it.each<readonly [string, JsonObject]>([
    ['a join without relations', { properties: { a: { type: 'join' } } }],
    ['an alias of a field that another template brings', { properties: { a: { type: 'alias', path: 'b.c' } } }],
    ['the time of a data stream that another template brings', { _data_stream_timestamp: { enabled: true } }],
    ['a chained multi-field, which OpenSearch takes', CHAINED],
    ['a dynamic of OpenSearch alone', UNTAUGHT],
    ['a type of one engine', { properties: { a: { type: 'semantic_text' }, b: { type: 'flat_object' } } }],
    ['a member of a later version', { disable_objects: true }],
    ['a type of a plugin', { properties: { a: { type: 'murmur3' } } }],
    ['an analyzer that the settings of the index define', { properties: { a: { type: 'text', analyzer: 'own' } } }],
  ])('is not %s', (_, mappings) => {
    expect(pairs(commonRefusals(mappings))).toEqual([]);
  });
});

describe('what one engine refuses', () => {
  it('is known of chained multi-fields and of ways of dynamic mapping', () => {
    const chained = ['name.t.k: A multi-field can’t have multi-fields.'];
    expect(pairs(documentRefusals(CHAINED, es('8.19')))).toEqual(chained);
    expect(pairs(documentRefusals(CHAINED, os('2.19')))).toEqual([]);
    const untaught = ['part: dynamic can’t be "false_allow_templates".'];
    expect(pairs(documentRefusals(UNTAUGHT, es('8.19')))).toEqual(untaught);
    expect(pairs(documentRefusals(UNTAUGHT, os('2.19')))).toEqual(untaught);
    expect(pairs(documentRefusals(UNTAUGHT, os('3.4')))).toEqual([]);
  });

  it('is an alias of an object in the same document', () => {
    const mappings = { properties: { o: { properties: { x: { type: 'ip' } } }, a: { type: 'alias', path: 'o' } } };
    expect(pairs(documentRefusals(mappings, es('8.19')))).toEqual([
      'a: o is of the type object, and an alias points to a value.',
    ]);
  });
});

describe('what a dynamic template shows', () => {
  const keyword = { type: 'keyword' };
  const template = (body: JsonObject): JsonObject => ({ dynamic_templates: [{ t: body }] });
  const refused = (body: JsonObject, target: TargetEngine) => pairs(documentRefusals(template(body), target));
  const altered = (body: JsonObject, target: TargetEngine) => pairs(documentAlterations(template(body), target));

  it.each<readonly [string, JsonObject, string, readonly TargetEngine[], readonly TargetEngine[]]>([
    [
      'several types in a condition',
      { match_mapping_type: ['long', 'double'], mapping: keyword },
      't: match_mapping_type can’t be a list.',
      [es('8.12'), os('3.4')],
      [es('8.13')],
    ],
    [
      'unmatch_mapping_type',
      { match: 'a', unmatch_mapping_type: 'object', mapping: keyword },
      't: The cluster doesn’t support unmatch_mapping_type in dynamic templates.',
      [es('8.12'), os('3.4')],
      [es('8.13')],
    ],
    [
      'a type of another engine',
      { match: 'a', mapping: { type: 'flat_object' } },
      't: The cluster doesn’t support the type flat_object.',
      [es('8.19')],
      [es('7.17'), os('3.4')],
    ],
    [
      'a regular expression with an open group',
      { match_pattern: 'regex', match: String.raw`^n(\d+$`, mapping: keyword },
      String.raw`t: match is not a regular expression: ^n(\d+$`,
      [es('7.17'), es('9.5'), os('3.4')],
      [],
    ],
    [
      'a list with a number',
      { match: ['a', 1], mapping: keyword },
      't: match must be a list of strings.',
      [es('8.19')],
      [os('3.4')],
    ],
    ['null', { match: 'a', unmatch: null, mapping: keyword }, 't: unmatch can’t be null.', [es('9.5'), os('3.4')], []],
    [
      'no condition',
      { mapping: keyword },
      't: It needs a condition, such as match or match_mapping_type.',
      [os('3.4')],
      [es('7.17')],
    ],
  ])('is refused: %s', (_, body, reason, refusing, taking) => {
    for (const target of refusing) expect(refused(body, target), JSON.stringify(target)).toEqual([reason]);
    for (const target of taking) expect(refused(body, target), JSON.stringify(target)).toEqual([]);
  });

  it('is altered: lists of patterns, and a definition that documents fail on', () => {
    const lists = { match: ['a', 'b'], unmatch: { c: [1] }, mapping: { type: 'semantic_text' } };
    const [match, unmatch, fails] = [
      't: match will be stored as "[a, b]", one pattern.',
      't: unmatch will be stored as "{c=[1]}", one pattern.',
      't: The cluster doesn’t support the type semantic_text. Documents that it matches will be rejected.',
    ];
    expect(altered(lists, os('3.4'))).toEqual([match, unmatch, fails]);
    expect(altered({ ...lists, mapping: keyword }, es('9.5'))).toEqual([unmatch]);
    // What is refused is not altered.
    expect(altered({ ...lists, match: ['a', 1] }, es('9.5'))).toEqual([]);
  });
});

describe('what an engine refuses of one field', () => {
  const body = {
    template: {
      mappings: {
        properties: {
          ...(CHAINED['properties'] as JsonObject),
          n: {
            type: 'nested',
            properties: { o: { properties: { d: { type: 'keyword', time_series_dimension: true } } } },
          },
          j: { properties: { j: { type: 'join' } } },
          s: { type: 'scaled_float', scaling_factor: 10 },
        },
      },
    },
  };
  const at = '/template/mappings';
  const reasons = (field: string) => fieldRefusals(body, `${at}/properties/${field}`, at, es('8.19'));

  it('depends on where the field is', () => {
    expect(reasons('name/fields/t/fields/k')).toEqual(['A multi-field can’t have multi-fields.']);
    expect(reasons('n/properties/o/properties/d')).toEqual(['A field of a nested object can’t be a dimension.']);
    expect(reasons('j/properties/j')).toEqual(['The type join is only possible outside of other fields.']);
  });

  it('is nothing of a sound field, of one that holds a wrong one, and of one that is gone', () => {
    for (const field of ['s', 'name', 'name/fields/t', 'n', 'gone']) expect(reasons(field)).toEqual([]);
  });
});
