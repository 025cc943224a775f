import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { typeNames, type TargetEngine } from '#domain/catalogue';
import type { JsonObject } from '#domain/json';
import { runningTally } from '../case/tally.ts';
import { LawError } from '../case/target.ts';
import { agreementOf } from '../run/summary.ts';
import { absencesOf } from '../generate/known-absences.ts';
import { compare, knownDisagreement } from './compared.ts';
import { placeAt, type Difference } from './difference.ts';
import { levelsIn } from './levels.ts';
import { DISAGREEMENTS, type Compared } from './disagreements.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/engine-disagreements.md'), 'utf8');
const ELASTIC = { distribution: 'elasticsearch', version: '9.5.3' } as const;
const ELASTIC_8 = { distribution: 'elasticsearch', version: '8.19.21' } as const;
const OPEN = { distribution: 'opensearch', version: '3.4.0' } as const;

const TAKEN = 'the engine takes what validation lets through';
const CHANGED = 'the engine takes a change as it is classed';
const TOLD = 'the engine tells the mapping that was sent';
const COMPOSED = 'templates compose as the engine composes them';
const OF_SANDBOX = 'the engine takes what the sandbox takes';

const fields = (f: JsonObject): JsonObject => ({ properties: { f } });

function refused(refusal: string, sent: JsonObject, more: Partial<Difference> = {}): Difference {
  return { account: refusal, refusal, sent: [sent], ...more };
}

/** A difference between the field `f` as sent and as the engine returns it. */
function told(sent: JsonObject, live: JsonObject, at: string, more: Partial<Difference> = {}): Difference {
  const [ours, theirs] = [fields(sent), fields(live)];
  return { account: at, sent: [ours], place: placeAt(at, ours, theirs), marks: levelsIn(ours, theirs, at), ...more };
}

/** A difference that was met on an engine, in its own words. */
interface Example {
  readonly of: Compared;
  readonly target: TargetEngine;
  readonly difference: Difference;
  /** Where no type or parameter decides. */
  readonly isOfAny?: boolean;
}

const ofParameter = (type: string, name: string, sent: JsonObject['']) => ({ type, [name]: sent ?? null });

const EXAMPLES: Readonly<Record<string, Example>> = {
  'decimals that are read twice': {
    of: 'a document is taken as it is tried',
    target: ELASTIC,
    difference: refused('Internal error: this code path should never get executed', fields({ type: 'long' })),
  },
  'paths that are left over': {
    of: 'a document is taken as it is tried',
    target: OPEN,
    difference: refused('found leftover path elements: f.', fields({ type: 'knn_vector', dimension: 3 })),
  },
  'text that is no base64': {
    of: 'a document is taken as it is tried',
    target: OPEN,
    difference: refused(
      "Unexpected character ('o' (code 111)): was expecting comma to separate Object entries",
      fields({ type: 'binary', doc_values: true }),
    ),
  },
  'vectors that are stored': {
    of: 'the sandbox takes what the engine takes',
    target: ELASTIC,
    difference: refused(
      'Mapper for [f] conflicts with existing mapper:',
      fields({ type: 'sparse_vector', store: true }),
    ),
  },
  'doc values of text': {
    of: 'the sandbox takes what the engine takes',
    target: ELASTIC,
    difference: refused(
      'unknown parameter [doc_values] on mapper [f] of type [text]',
      fields({ type: 'text', doc_values: true }),
    ),
  },
  'not installed': {
    of: TAKEN,
    target: ELASTIC,
    difference: refused('No handler for type [wildcard] declared on field [f]', fields({ type: 'wildcard' })),
  },
  'what the sandbox does not look into': {
    of: OF_SANDBOX,
    target: ELASTIC,
    difference: refused('Field [time_series_metric] requires that [doc_values] is true', {}, { marks: ['foreseen'] }),
    isOfAny: true,
  },
  'objects where there are none': {
    of: TAKEN,
    target: ELASTIC,
    difference: refused(
      'Object mapper [f] was found in a context where subobjects is set to false. Auto-flattening [f] failed because the value of [enabled] is [false]; no fields with the prefix [f] are allowed',
      { subobjects: false, ...fields({ type: 'object', enabled: false }) },
    ),
  },
  'nested objects below flat ones': {
    of: COMPOSED,
    target: ELASTIC_8,
    difference: refused(
      'Tried to add nested object [f] to object [o] which does not support subobjects',
      fields({ type: 'nested' }),
    ),
  },
  'null for a parameter': {
    of: 'validation lets through what the engine takes',
    target: ELASTIC,
    difference: refused(
      'The null_value parameter on field f is invalid.',
      fields({ type: 'keyword', null_value: null }),
    ),
  },
  'boosts that are none': {
    of: 'validation lets through what the engine takes',
    target: OPEN,
    difference: refused('The boost parameter on field f is invalid.', fields({ type: 'short', boost: '' })),
  },
  'objects where there is text': {
    of: 'validation lets through what the engine takes',
    target: ELASTIC,
    difference: refused('The copy_to parameter on field f is invalid.', fields({ type: 'binary', copy_to: {} })),
  },
  'values that OpenSearch reads strictly': {
    of: TAKEN,
    target: OPEN,
    difference: refused('Field [f] is expected to be a string value', fields({ type: 'constant_keyword', value: -1 })),
  },
  'script errors of numbers that take no script': {
    of: TAKEN,
    target: ELASTIC,
    difference: refused(
      'Field [on_script_error] requires field [script] to be configured',
      fields({ type: 'byte', on_script_error: 'continue' }),
    ),
  },
  'doc values of search_as_you_type': {
    of: TAKEN,
    target: OPEN,
    difference: refused(
      'Cannot set [doc_values] on field of type [search_as_you_type]',
      fields({ type: 'search_as_you_type', doc_values: true }),
    ),
  },
  'filters of aliases': {
    of: OF_SANDBOX,
    target: ELASTIC,
    difference: refused("'0' is not an IP string literal.", fields({ type: 'ip' })),
  },
  'vectors whose data fit no space': {
    of: TAKEN,
    target: OPEN,
    difference: refused(
      'Space type [l2] is not supported with [binary] data type',
      fields({ type: 'knn_vector', dimension: 8, data_type: 'binary' }),
    ),
  },
  'names of vectors': {
    of: TAKEN,
    target: OPEN,
    difference: refused(
      "Vector field name must not include invalid characters of [' ', '\"', '*', '\\', '<', '|', ',', '>', '/', '?']. Provided field name=[o.a b] had a disallowed character [' ']",
      { properties: { o: { properties: { 'a b': { type: 'knn_vector', dimension: 8 } } } } },
    ),
  },
  'versions in objects': {
    of: CHANGED,
    target: OPEN,
    difference: told({ type: 'version', meta: { a: 'b' } }, { type: 'version' }, '/properties/f', {
      impact: 'new_index',
    }),
  },
  'dots in names': {
    of: TOLD,
    target: ELASTIC,
    difference: {
      account: 'Add a.b (keyword)',
      sent: [{ properties: { 'a.b': { type: 'keyword' } } }],
      marks: levelsIn(
        { properties: { 'a.b': { type: 'keyword' } } },
        { properties: { a: { properties: { b: { type: 'keyword' } } } } },
        '/properties/a.b',
      ),
    },
    isOfAny: true,
  },
  'points written otherwise': {
    of: TOLD,
    target: ELASTIC,
    difference: told(
      { type: 'geo_point', null_value: 'POINT (1 2)' },
      { type: 'geo_point', null_value: { lat: 2, lon: 1 } },
      '/properties/f/null_value',
    ),
  },
  'places that are not indexed': {
    of: TOLD,
    target: OPEN,
    difference: told({ type: 'geo_shape', index: false }, { type: 'geo_shape' }, '/properties/f/index'),
  },
  'what is assumed anyway': {
    of: TOLD,
    target: OPEN,
    difference: told({ type: 'text', search_analyzer: 'standard' }, { type: 'text' }, '/properties/f/search_analyzer'),
  },
  'prefix trees of shapes': {
    of: TOLD,
    target: OPEN,
    difference: told(
      { type: 'geo_shape', precision: '100m' },
      { type: 'geo_shape', precision: '100.0m' },
      '/properties/f/precision',
    ),
  },
  'a field in two notations': {
    of: COMPOSED,
    target: ELASTIC,
    difference: { account: 'ours {} theirs {}', sent: [], marks: ['two notations'] },
    isOfAny: true,
  },
  'numbers where there is text': {
    of: TOLD,
    target: ELASTIC,
    difference: told(
      ofParameter('date', 'null_value', 1_099_511_627_776),
      ofParameter('date', 'null_value', '1099511627776'),
      '/properties/f/null_value',
    ),
  },
  'a source mode that is ignored': {
    of: TOLD,
    target: ELASTIC,
    difference: {
      account: '_source',
      sent: [{ _source: { mode: 'disabled' } }],
      place: placeAt('/_source', { _source: { mode: 'disabled' } }, {}),
    },
  },
};

/** The same difference with another type or parameter in every part of it. */
function renamed(difference: Difference, from: string, to: string): Difference {
  const { account, refusal, sent, place, ...rest } = difference;
  const renamedIn = <T>(value: T): T =>
    JSON.parse(JSON.stringify(value).replaceAll(new RegExp(`(?<![\\w.])${from}(?!\\w)`, 'g'), to)) as T;
  return {
    ...rest,
    account,
    sent: renamedIn(sent),
    ...(refusal !== undefined && { refusal: renamedIn(refusal) }),
    ...(place !== undefined && { place: renamedIn(place) }),
  };
}

/** Types and parameters that an example names. */
function namedIn({ sent, place, refusal }: Difference): { types: readonly string[]; parameters: readonly string[] } {
  const definitions = sent.flatMap((mappings) => Object.values(mappings['properties'] ?? {}) as readonly JsonObject[]);
  const types = definitions.flatMap((each) => (typeof each['type'] === 'string' ? [each['type']] : []));
  const parameters = definitions
    .flatMap((each) => Object.keys(each))
    .filter(
      (name) => name !== 'type' && name !== 'properties' && (refusal === undefined || refusal.includes(`[${name}]`)),
    );
  return {
    types,
    parameters: place === undefined ? parameters : [place.parameter ?? ''].filter((name) => name !== ''),
  };
}

const isExcused = ({ of, target }: Example, difference: Difference, on: TargetEngine = target) =>
  knownDisagreement(of, on, difference)?.name;

describe('known disagreements', () => {
  it('have names of their own, and an example each', () => {
    const names = DISAGREEMENTS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(Object.keys(EXAMPLES).sort()).toEqual(names.toSorted());
  });

  it('are all in the documentation, with their reasons, in the order of the table', () => {
    const rows = DISAGREEMENTS.map(({ name, because }) => `- **${name}**: ${because}`);
    expect(page.split('\n').filter((line) => line.startsWith('- **'))).toEqual(rows);
  });

  it.each(Object.entries(EXAMPLES))('%s: excuses what it names', (name, example) => {
    expect(isExcused(example, example.difference)).toBe(name);
  });

  it.each(Object.entries(EXAMPLES))('%s: does not excuse a near neighbour', (_, example) => {
    const { difference, target } = example;
    const other = target.distribution === 'opensearch' ? ELASTIC : OPEN;
    const named = DISAGREEMENTS.find(({ name }) => name === isExcused(example, difference));
    // Not on the other engine, unless the disagreement is of both.
    const isOfBoth = named?.cases.some(({ engines }) => Object.keys(engines).length === 2) === true;
    if (!isOfBoth) expect(isExcused(example, difference, other)).toBeUndefined();
    if (example.isOfAny === true) {
      // What decides is a mark, which the comparison makes.
      expect(isExcused(example, { ...difference, marks: [] })).toBeUndefined();
      return;
    }
    const { types, parameters } = namedIn(difference);
    const known = new Set([
      ...(named?.cases.flatMap(({ types: of = [] }) => of) ?? []),
      ...(named?.name === 'not installed' ? typeNames().filter((type) => absencesOf(target, type).length > 0) : []),
    ]);
    for (const type of types)
      for (const another of typeNames()
        .filter((each) => !known.has(each))
        .slice(0, 12))
        expect
          .soft(isExcused(example, renamed(difference, type, another)), `${type} as ${another}`)
          .not.toBe(named?.name);
    for (const parameter of parameters)
      expect.soft(isExcused(example, renamed(difference, parameter, 'no_such')), parameter).toBeUndefined();
  });

  it('excuses no parameter that an engine does not know, whatever the type', () => {
    for (const target of [ELASTIC, ELASTIC_8, OPEN])
      for (const type of typeNames())
        for (const parameter of ['boost', 'precision', 'doc_values', 'index', 'no_such'])
          for (const reason of [
            `unknown parameter [${parameter}] on mapper [f] of type [${type}]`,
            `Unknown parameter [${parameter}] on mapper [f]`,
            `Mapping definition for [f] has unsupported parameters:  [${parameter} : 1]`,
          ]) {
            const difference = refused(reason, fields({ type, [parameter]: 1 }));
            for (const of of [TAKEN, CHANGED, OF_SANDBOX] as const)
              expect(knownDisagreement(of, target, difference)?.name, `${target.version}: ${reason}`).toBeUndefined();
          }
  });

  it('excuse no value by the words of its refusal alone', () => {
    for (const reason of [
      '[ignore_above] must be positive, got [-1]',
      'Failed to parse value [x] as only [true] or [false] are allowed.',
    ])
      for (const of of [TAKEN, OF_SANDBOX] as const)
        expect(knownDisagreement(of, ELASTIC, refused(reason, fields({ type: 'keyword' })))).toBeUndefined();
  });
});

describe('a comparison', () => {
  it('is counted where the two agree or are known to differ', () => {
    const counter = runningTally();
    compare(TAKEN, ELASTIC, null, counter);
    compare(TAKEN, ELASTIC, EXAMPLES['script errors of numbers that take no script']?.difference ?? null, counter);
    expect(agreementOf(counter.tally())).toEqual({
      compared: 2,
      agreed: 1,
      disagreements: [['script errors of numbers that take no script', 1]],
    });
  });

  it('names the law and the kind of a difference that nobody has named, without what stands in it', () => {
    const counter = runningTally();
    const differ = (account: string) => () => compare(TAKEN, ELASTIC, { account, sent: [] }, counter);
    expect(differ('No room for [a] of 17')).toThrow(LawError);
    expect(differ('No room for [a] of 17')).toThrow('No room for [a] of 17');
    try {
      differ('No room for [a] of 17\n  {}')();
    } catch (error) {
      expect((error as LawError).law).toBe('the engine takes what validation lets through: No room for … of …');
    }
    expect(agreementOf(counter.tally())).toBeNull();
  });
});
