import { describe, expect, it } from 'vitest';
import { formatJson, JsonTextError, parseJson } from '#domain/json';
import { extractMappingsDefinition } from '#domain/mapping';
import { NotADraftError } from '../../files/import-draft.ts';
import { readMappingsOf, readOffersOf } from './load-mappings.ts';

const INNER = { dynamic: false, properties: { a: { type: 'keyword' } } };
const read = (value: unknown) => readMappingsOf(JSON.stringify(value));

describe('readMappingsOf', () => {
  it('takes a mappings object as it is, without a word', () => {
    expect(read(INNER)).toEqual({ mappings: INNER, warnings: [] });
    expect(read({ nonsense: 1, properties: {} })).toEqual({ mappings: { nonsense: 1, properties: {} }, warnings: [] });
  });

  it.each([
    [
      'an index template',
      { index_patterns: ['x'], template: { settings: {}, mappings: INNER } },
      'Only the mappings of this index template were taken.',
    ],
    [
      'a component template',
      { template: { mappings: INNER } },
      'Only the mappings of this component template were taken.',
    ],
    [
      'a typed legacy template',
      { order: 0, mappings: { _doc: INNER } },
      'Only the mappings of this legacy template were taken, those of its type “_doc”.',
    ],
    [
      'an answer about an index',
      { orders: { mappings: INNER } },
      'Only the mappings of the index “orders” were taken.',
    ],
    [
      'an answer about a typed index',
      { orders: { mappings: { tweet: INNER } } },
      'Only the mappings of the index “orders” were taken, those of its type “tweet”.',
    ],
    ['mappings under a type', { tweet: INNER }, 'The mappings of the type “tweet” were taken.'],
  ])('says what it took of %s', (_what, value, taken) => {
    expect(read(value)).toEqual({ mappings: INNER, taken, warnings: [] });
  });

  it('refuses a template without mappings, and several of which none has any', () => {
    const none = { index_patterns: ['x'], template: { settings: {} } };
    const list = { index_templates: [1, 2].map((name) => ({ name: String(name), index_template: none })) };
    expect(() => read(none)).toThrow(
      new NotADraftError('This index template has no mappings to load. Its “mappings” are expected.'),
    );
    expect(() => readOffersOf(JSON.stringify(list))).toThrow(
      new NotADraftError('None of its 2 templates has mappings to load.'),
    );
  });

  it('offers each of several, and only those with mappings can be chosen', () => {
    const list = {
      component_templates: [
        { name: 'a', component_template: { template: { mappings: INNER } } },
        { name: 'b', component_template: { template: {} } },
      ],
    };
    expect(readOffersOf(`${JSON.stringify(list)} // copied`)).toEqual([
      {
        label: 'a',
        description: 'component template, 1 field',
        given: {
          mappings: INNER,
          taken: 'Only the mappings of the component template “a” were taken.',
          omitted: 'Left out: 1 comment.',
          warnings: [],
        },
      },
      { label: 'b', description: 'component template, 0 fields and multi-fields', given: null },
    ]);
    expect(() => read(list)).toThrow(new NotADraftError('It has 2 mappings or templates, and one is expected: a, b.'));
  });

  it('keeps what stands beside a type', () => {
    const holder = { tweet: INNER, version: 5, junk: { a: 1 } };
    expect(read(holder)).toEqual({
      mappings: INNER,
      taken: 'The mappings of the type “tweet” were taken.',
      wrapper: { holder, others: ['version', 'junk'] },
      warnings: [],
    });
    expect(read({ order: 1, mappings: holder })).toMatchObject({
      mappings: INNER,
      wrapper: { holder, others: ['version', 'junk'] },
    });
  });

  it('finds what extractMappingsDefinition finds under a type, whatever it is called', () => {
    for (const type of ['tweet', '_doc', '__proto__', 'constructor', 'a/b~c', '1', '💥']) {
      const text = `{${JSON.stringify(type)}:${JSON.stringify(INNER)}}`;
      expect(extractMappingsDefinition(parseJson(text))).toEqual({ type, mappings: readMappingsOf(text).mappings });
    }
  });

  it('takes mappings of several types whole', () => {
    const several = { user: INNER, tweet: { dynamic: true } };
    expect(read(several)).toEqual({ mappings: several, types: ['user', 'tweet'], warnings: [] });
    expect(read({ order: 1, mappings: several })).toMatchObject({
      mappings: several,
      types: ['user', 'tweet'],
      taken: 'Only the mappings of this legacy template were taken.',
    });
  });

  it('keeps decimals of more digits than a double holds', () => {
    const text = '{"_meta":{"ratio":0.12345678901234567890123}}';
    const { mappings, warnings } = readMappingsOf(text);
    expect(formatJson(mappings)).toBe(text);
    expect(warnings).toEqual([]);
  });

  it('refuses what holds no mappings', () => {
    expect(() => readMappingsOf('')).toThrow(JsonTextError);
    expect(() => readMappingsOf('{,}')).toThrow(JsonTextError);
    for (const value of [null, 5, [INNER]]) expect(() => read(value)).toThrow(NotADraftError);
    expect(() => read({ order: 1, mappings: [] })).toThrow('The mappings in it are not a JSON object.');
  });
});
