import { describe, expect, it } from 'vitest';
import type { TargetEngine } from '#domain/catalogue';
import { parseJson, valueAt, type JsonObject, type JsonValue } from '#domain/json';
import { describeValue } from './describe-value.ts';
import { MAX_DOCUMENT_DEPTH, MAX_DOCUMENT_VALUES } from './limits.ts';
import type { DocumentTrial } from './trial.ts';
import { tryDocument } from './try-document.ts';
import { withAddedFields } from './with-added.ts';

const ELASTIC: TargetEngine = { distribution: 'elasticsearch', version: '9.0.0' };
const OPEN: TargetEngine = { distribution: 'opensearch', version: '3.4.0' };

function tried(
  mappings: JsonObject,
  document: JsonValue,
  more: { settings?: JsonObject; engine?: TargetEngine } = {},
): DocumentTrial {
  return tryDocument({ mappings, engine: ELASTIC, ...more }, document);
}

const fields = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ ...more, properties });

/** The outcome, and what is added by path and type. */
function adds(mappings: JsonObject, document: JsonValue, engine = ELASTIC): string {
  const { outcome, added } = tried(mappings, document, { engine });
  const paths = added.map(
    ({ path, definition, container }) =>
      `${container === 'runtime' ? 'runtime ' : ''}${path} ${String(definition['type'])}`,
  );
  return [outcome, ...paths].join(', ');
}

function sentences(mappings: JsonObject, document: JsonValue): readonly string[] {
  return tried(mappings, document).values.map((value) => `${value.pointer} ${describeValue(value)}`);
}

describe('values', () => {
  it('says where each value goes', () => {
    const mappings = fields({
      title: { type: 'text', copy_to: 'all', fields: { raw: { type: 'keyword', ignore_above: 3 } } },
      all: { type: 'text' },
      size: { type: 'integer', store: true },
      note: { type: 'keyword', index: false, doc_values: false },
    });
    expect(sentences(mappings, { title: 'long', size: '5', note: 'n' })).toEqual([
      '/title Field title (text): indexed.',
      '/title Multi-field title.raw (keyword). Ignored: It has 4 characters, and ignore_above is 3.',
      '/title Copied from title to all (text): indexed.',
      '/size Field size (integer): indexed, doc values, stored. Read as 5.',
      '/note Field note (keyword). Not indexed, only kept in _source.',
    ]);
  });

  it('lists each item of a list, and a vector as one value', () => {
    const mappings = fields({ tags: { type: 'keyword' }, v: { type: 'dense_vector', dims: 2 } });
    const { values } = tried(mappings, { tags: ['a', ['b']], v: [1, 2] });
    expect(values.map(({ pointer }) => pointer)).toEqual(['/tags/0', '/tags/1/0', '/v']);
  });

  it('says what analysis can’t be told once for each field', () => {
    const { unknown, outcome } = tried(fields({ t: { type: 'text' } }), { t: ['a', 'b'] });
    expect(outcome).toBe('accepted');
    expect(unknown.map(({ what, decides, pointer }) => [what, decides, pointer])).toEqual([
      ['analysis', 'values', '/t/0'],
    ]);
  });

  it('goes on behind a value that is refused', () => {
    const trial = tried(fields({ n: { type: 'long' }, k: { type: 'keyword' } }), { n: 'x', k: 'y', more: 1 });
    expect(trial.refusal).toEqual({ reason: '"x" is not a number.', pointer: '/n', field: 'n' });
    expect(trial.values.map(({ field }) => field)).toEqual(['n', 'k', 'more']);
    expect(trial.added).toEqual([]);
  });
});

describe('objects', () => {
  it.each<readonly [string, JsonObject, JsonValue, string]>([
    ['a value where an object is', fields({ o: { properties: {} } }), { o: 1 }, 'refused'],
    ['null where an object is', fields({ o: { properties: {} } }), { o: null }, 'accepted'],
    [
      'a list of objects',
      fields({ o: { properties: { a: { type: 'long' } } } }),
      { o: [{ a: 1 }, { a: 2 }] },
      'accepted',
    ],
    ['a list with a value', fields({ o: { properties: {} } }), { o: [{}, 1] }, 'refused'],
    [
      'anything in an object that is not enabled',
      fields({ o: { type: 'object', enabled: false } }),
      { o: { '': [1, {}] } },
      'accepted',
    ],
    ['a name with dots', fields({ o: { properties: { a: { type: 'long' } } } }), { 'o.a': 1 }, 'accepted'],
    [
      'a name with dots that is refused',
      fields({ o: { properties: { a: { type: 'long' } } } }),
      { 'o.a': 'x' },
      'refused',
    ],
    ['mappings with dots', fields({ 'o.a': { type: 'long' } }), { o: { a: 'x' } }, 'refused'],
    [
      'mappings with dots beside the object',
      fields({ 'o.a': { type: 'long' }, o: { properties: { b: { type: 'long' } } } }),
      { o: { a: 1, b: 2 } },
      'accepted',
    ],
    ['dots through a value', fields({ o: { type: 'keyword' } }), { 'o.a': 1 }, 'refused'],
    ['dots through a flattened object', fields({ o: { type: 'flattened' } }), { 'o.a': 1 }, 'accepted'],
    ['a metadata field', fields({}), { _id: 1 }, 'refused'],
    ['a metadata field in an object', fields({}), { a: { _id: 1 } }, 'accepted, a object, a._id long'],
    ['a count of documents', fields({}), { _doc_count: 3 }, 'accepted'],
    ['a count of no documents', fields({}), { _doc_count: 0 }, 'refused'],
    ['a count beyond 32 bits', fields({}), { _doc_count: 2_147_483_648 }, 'refused'],
    ['no object', fields({}), [1], 'refused'],
  ])('tries %s', (_name, mappings, document, expected) => {
    expect(adds(mappings, document)).toBe(expected);
  });

  it('reads dots as parts of names below an object without subobjects', () => {
    const mappings = fields({ m: { type: 'object', subobjects: false, properties: { 'cpu.max': { type: 'long' } } } });
    expect(adds(mappings, { m: { 'cpu.max': 1 } })).toBe('accepted');
    expect(adds(mappings, { m: { 'cpu.max': 'x' } })).toBe('refused');
    expect(adds(mappings, { m: { 'cpu.min': 1 } })).toBe('accepted, m.cpu.min long');
    expect(adds(mappings, { m: { cpu: { max: 'x' } } })).toBe('refused');
  });

  it('gives the fields of a nested object levels, also where dots are none around it', () => {
    const mappings = { subobjects: false, properties: { n: { type: 'nested', properties: { x: { type: 'ip' } } } } };
    const document = { n: { y: { z: 1 } } };
    expect(adds(mappings, document)).toBe('accepted, n.y object, n.y.z long');
    const after = withAddedFields(mappings, tried(mappings, document).added);
    expect(valueAt(after, '/properties/n/properties/y/properties/z')).toEqual({ type: 'long' });
    expect(adds(after, document)).toBe('accepted');
    expect(adds(mappings, { n: { x: 1 } })).toBe('refused');
    for (const name of ['n.x', 'n.unknown']) expect(tried(mappings, { [name]: 1 }).outcome).toBe('unknown');
  });

  // Measured on Elasticsearch 8.19 and 9.5.
  it.each<readonly [JsonObject, JsonObject, string]>([
    [fields({ b: { type: 'date', copy_to: 't' } }), { b: { x: 1 } }, 'refused'],
    [{}, { _source: [{ a: 1 }] }, 'accepted, _source.a long'],
    [{}, { _source: 1 }, 'refused'],
    [{ dynamic_templates: [{ t: { match: '*', mapping: { type: 'ip' } } }] }, { _id: {} }, 'accepted'],
    [{}, { a: { ' ': 1 } }, 'accepted, a.  long'],
    [{}, { a: [{ '': 1 }] }, 'accepted, a. long'],
    [{}, { ' ': 1 }, 'refused'],
  ])('without subobjects %j takes %j: %s', (mappings, document, expected) => {
    expect(adds({ subobjects: false, ...mappings }, document)).toBe(expected);
  });

  it('can’t tell what becomes of dots in a nested object below one without subobjects', () => {
    const mappings = { subobjects: false, properties: { n: { type: 'nested' } } };
    expect(tried(mappings, { n: { 'a.b': 1 } }).outcome).toBe('unknown');
    expect(adds(fields({ n: { type: 'nested' } }), { n: { 'a.b': 1 } })).toBe('accepted, n.a object, n.a.b long');
  });

  it('refuses a field where the document has an object beside it, also one that is mapped as nothing', () => {
    const long = { t: { match_mapping_type: 'long', mapping: { type: 'long' } } };
    const mappings: JsonObject = { dynamic: 'runtime', dynamic_templates: [long] };
    expect(tried(mappings, { c: [{}, 1] }).outcome).toBe('refused');
    expect(tried(mappings, { c: [{ d: 'x' }, 1] }).outcome).toBe('refused');
    expect(tried({ dynamic: 'runtime' }, { c: [{}, 1] }).outcome).toBe('accepted');
  });

  it('can’t tell of a new field’s further values where it can’t tell of its first', () => {
    const mappings: JsonObject = { dynamic_date_formats: ['year'] };
    const { outcome, unknown } = tried(mappings, { a: ['0x10', true, '1,2'] });
    expect(outcome).toBe('unknown');
    expect(unknown.map(({ reason }) => reason)).toEqual([
      'Whether dynamic mapping takes it for a date can’t be told.',
      'The type that an earlier value gives a can’t be told.',
      'The type that an earlier value gives a can’t be told.',
    ]);
    expect(tried({}, { a: [true, '1,2'] }).outcome).toBe('refused');
  });

  it('can’t tell of objects that a template makes other fields of among runtime fields', () => {
    const template = { t: { match_mapping_type: 'object', mapping: { type: 'geo_point' } } };
    expect(tried({ dynamic: 'runtime', dynamic_templates: [template] }, { a: {} }).outcome).toBe('unknown');
    expect(tried({ dynamic_templates: [template] }, { a: {} }).outcome).toBe('refused');
  });

  it('lists no value as ignored that it would put nowhere', () => {
    const keyword: JsonObject = { type: 'keyword', ignore_above: 2 };
    expect(tried(fields({ a: keyword }), { a: 'abc' }).ignoredFields).toEqual(['a']);
    const nowhere = { ...keyword, index: false, doc_values: false };
    expect(tried(fields({ a: nowhere }), { a: 'abc' }).ignoredFields).toEqual([]);
    expect(tried(fields({ a: { ...nowhere, store: true } }), { a: 'abc' }).ignoredFields).toEqual(['a']);
  });

  it('can’t tell what a multi-field gets of an empty object, or whether a list of one number is left out', () => {
    const binary = fields({ b: { type: 'binary', fields: { raw: { type: 'integer_range' } } } });
    expect(tried(binary, { b: {} }).outcome).not.toBe('accepted');
    const point = fields({ p: { type: 'geo_point', ignore_malformed: true } });
    expect(tried(point, { p: [1] }).outcome).toBe('unknown');
    expect(tried(fields({ p: { type: 'geo_point' } }), { p: [1] }).outcome).toBe('refused');
  });

  it('takes one shape only where shapes are kept in doc values, and leaves out none of two', () => {
    const shapes = { s: ['POINT (1 2)', 'POINT (3 4)'] };
    const settings = { 'index.mapping.ignore_malformed': true };
    const shape = fields({ s: { type: 'geo_shape' } });
    expect(tried(shape, shapes).outcome).toBe('accepted');
    expect(tried(shape, shapes, { engine: OPEN, settings }).outcome).toBe('refused');
    expect(tried(fields({ s: { type: 'geo_shape', doc_values: false } }), shapes, { engine: OPEN }).outcome).toBe(
      'accepted',
    );
    const feature = fields({ s: { type: 'rank_feature' } });
    expect(tried(feature, { s: [1, 2] }, { engine: OPEN }).outcome).toBe('refused');
    expect(tried(feature, { s: [1, 2] }, { engine: OPEN, settings }).outcome).toBe('accepted');
  });

  it('matches nothing by a dynamic template that says nothing of names and types', () => {
    const template = (more: JsonObject): JsonObject => ({
      dynamic_templates: [{ t: { ...more, mapping: { type: 'keyword' } } }],
    });
    expect(adds(template({}), { b: 1 })).toBe('accepted, b long');
    expect(adds(template({ match: 'b' }), { b: 1 })).toBe('accepted, b keyword');
    expect(adds(template({ match_mapping_type: '*' }), { b: 1 })).toBe('accepted, b keyword');
  });

  it('matches the whole name where dots are no levels', () => {
    const template = (match: string): JsonObject => ({
      subobjects: false,
      dynamic_templates: [{ t: { match, match_mapping_type: 'long', mapping: { type: 'keyword' } } }],
    });
    for (const document of [{ b: { a: 1 } }, { 'b.a': 1 }]) {
      expect(adds(template('a*'), document)).toBe('accepted, b.a long');
      expect(adds(template('b.a'), document)).toBe('accepted, b.a keyword');
    }
  });

  it('counts nested objects', () => {
    const mappings = fields({ n: { type: 'nested' } });
    const settings = { 'index.mapping.nested_objects.limit': 2 };
    expect(tried(mappings, { n: [{}, {}] }, { settings }).outcome).toBe('accepted');
    expect(tried(mappings, { n: [{}, {}, {}] }, { settings }).outcome).toBe('refused');
  });
});

describe('dynamic mapping', () => {
  it.each<readonly [JsonValue, string]>([
    [{ a: 'x' }, 'accepted, a text'],
    [{ a: 1 }, 'accepted, a long'],
    [{ a: 1.5 }, 'accepted, a float'],
    [{ a: true }, 'accepted, a boolean'],
    [{ a: '2020-01-01' }, 'accepted, a date'],
    [{ a: '2020/01/01' }, 'accepted, a date'],
    [{ a: '2020' }, 'accepted, a text'],
    [{ a: {} }, 'accepted, a object'],
    [{ a: { b: 1 } }, 'accepted, a object, a.b long'],
    [{ 'a.b': 1 }, 'accepted, a object, a.b long'],
    [{ a: null }, 'accepted'],
    [{ a: [] }, 'accepted'],
    [{ a: [null] }, 'accepted'],
    [{ a: [1, 2] }, 'accepted, a long'],
    [{ a: [1, 'x'] }, 'refused'],
    [{ a: [{ b: 1 }, { c: 1 }] }, 'accepted, a object, a.b long, a.c long'],
    [{ a: 1, 'a.b': 1 }, 'refused'],
    [{ a: 1e300 }, 'refused'],
    [{ '': 1 }, 'refused'],
    [{ ' ': 1 }, 'refused'],
    [{ '.a': 1 }, 'refused'],
    [{ 'a..b': 1 }, 'refused'],
    [{ 'a.': 1 }, 'accepted, a long'],
  ])('adds for %j: %s', (document, expected) => {
    expect(adds({}, document)).toBe(expected);
  });

  it('reads a decimal as it is written', () => {
    expect(adds({}, parseJson('{"a": 1.0}'))).toBe('accepted, a float');
  });

  it.each<readonly [JsonValue, JsonValue, string]>([
    [false, { a: 1, b: { c: 1 }, d: [1] }, 'accepted'],
    ['false', { a: 1 }, 'accepted'],
    ['strict', { a: 1 }, 'refused'],
    ['strict', { a: [] }, 'refused'],
    ['strict', {}, 'accepted'],
    ['runtime', { a: 'x', b: 1.5, o: { c: 1 } }, 'accepted, runtime a keyword, runtime b double, runtime o.c long'],
  ])('dynamic %j with %j: %s', (dynamic, document, expected) => {
    expect(adds({ dynamic }, document)).toBe(expected);
  });

  it('takes dynamic of the object that a value is in', () => {
    const mappings = fields(
      { o: { dynamic: 'strict', properties: { p: { properties: {} } } }, q: { dynamic: true, properties: {} } },
      { dynamic: false },
    );
    expect(adds(mappings, { a: 1, q: { b: 1 } })).toBe('accepted, q.b long');
    expect(adds(mappings, { o: { p: { b: 1 } } })).toBe('refused');
  });

  const levels = fields({
    k: { type: 'keyword' },
    o: { properties: { k: { type: 'keyword' }, p: { properties: {} } } },
    s: { dynamic: 'strict', properties: { k: { type: 'keyword' }, p: { properties: {} } } },
    n: { type: 'nested', properties: {} },
  });
  const strict = { ...levels, dynamic: 'strict' };
  // Measured on OpenSearch 1.3, 2.19 and 3.4 and on Elasticsearch 7.17; 9.5 has what it inherits.
  it.each<readonly [JsonObject, JsonObject, old: string, now: string]>([
    [levels, { x: null }, 'accepted', 'accepted'],
    [strict, { x: null }, 'refused', 'refused'],
    [strict, { o: { x: null } }, 'accepted', 'refused'],
    [strict, { 'o.x': null }, 'refused', 'refused'],
    [strict, { 'o.k': null }, 'accepted', 'accepted'],
    [strict, { 'k.x': null }, 'refused', 'refused'],
    [strict, { o: null }, 'accepted', 'accepted'],
    [levels, { s: { x: null } }, 'refused', 'refused'],
    [levels, { 's.x': null }, 'accepted', 'refused'],
    [levels, { s: { 'k.x': null } }, 'refused', 'refused'],
    [levels, { s: { p: { x: null } } }, 'accepted', 'refused'],
    [levels, { s: { x: [null] } }, 'refused', 'refused'],
    [levels, { 'n.x': null }, 'refused', 'accepted'],
  ])('a null is refused by what is strict: %j with %j was %s, is %s', (mappings, document, old, now) => {
    expect(adds(mappings, document, OPEN)).toBe(old);
    expect(adds(mappings, document, { distribution: 'elasticsearch', version: '7.17.0' })).toBe(old);
    expect(adds(mappings, document)).toBe(now);
  });

  it('detects numbers and dates as the mappings say', () => {
    expect(adds({ numeric_detection: true }, { a: '5', b: '1.5' })).toBe('accepted, a long, b float');
    expect(adds({ date_detection: false }, { a: '2020-01-01' })).toBe('accepted, a text');
    const { added } = tried({ dynamic_date_formats: ['dd.MM.yyyy'] }, { a: '31.12.2020' });
    expect(added.map(({ definition }) => definition)).toEqual([{ type: 'date', format: 'dd.MM.yyyy' }]);
  });

  it('detects dates whose day is none on OpenSearch where a pattern has the year of an era', () => {
    const detected = (format: string, a: string) => adds({ dynamic_date_formats: [format] }, { a }, OPEN);
    expect(detected('yyyy-MM-dd', '2020-13-45')).toBe('refused');
    expect(detected('uuuu-MM-dd', '2020-02-31')).toBe('accepted, a text');
    expect(adds({ dynamic_date_formats: ['yyyy-MM-dd'] }, { a: '2020-13-45' })).toBe('accepted, a text');
  });

  it('can’t tell whether a value that was computed fits a field that a later one adds', () => {
    const mappings = { dynamic_templates: [{ t: { match_mapping_type: 'long', runtime: {} } }] };
    expect(tried(mappings, { a: [1, true] }).outcome).toBe('unknown');
    expect(adds(mappings, { a: [1, { b: 'x' }] })).toContain('refused');
  });

  it('does not add a field that is computed', () => {
    expect(adds({ runtime: { a: { type: 'keyword' } } }, { a: 1 })).toBe('accepted');
  });

  it('makes a vector of a long list of decimals', () => {
    const list = Array.from({ length: 128 }, () => 0.5);
    expect(adds({}, { a: list })).toBe('accepted, a dense_vector');
    expect(adds({}, { a: list.slice(1) })).toBe('accepted, a float');
  });
});

describe('dynamic templates', () => {
  const template = (rule: JsonObject): JsonObject => ({ dynamic_templates: [{ t: rule }] });
  const keyword = { type: 'keyword' };
  it.each<readonly [JsonObject, JsonValue, string]>([
    [{ match_mapping_type: 'string', mapping: keyword }, { a: 'x', b: 1 }, 'accepted, a keyword, b long'],
    [{ match: 'a*', unmatch: '*z', mapping: keyword }, { ab: 1, az: 1 }, 'accepted, ab keyword, az long'],
    [{ match: 'a', mapping: { type: 'long' } }, { a: 'x' }, 'refused'],
    [{ path_match: 'o.*', mapping: keyword }, { o: { a: 1 }, a: 1 }, 'accepted, o object, o.a keyword, a long'],
    [
      { match: '^a_\\d+$', match_pattern: 'regex', mapping: keyword },
      { a_12: 1, a_x: 1 },
      'accepted, a_12 keyword, a_x long',
    ],
    [{ match: '(a|b)+', match_pattern: 'regex', mapping: keyword }, { a: 1 }, 'unknown'],
    [
      { match_mapping_type: '*', mapping: { type: '{dynamic_type}', index: false } },
      { a: 1, b: 'x' },
      'accepted, a long, b text',
    ],
    [
      { match_mapping_type: 'object', mapping: { type: 'object', enabled: false } },
      { a: { b: [{}, 1] } },
      'accepted, a object',
    ],
    [{ match: 'place', mapping: { type: 'geo_point' } }, { place: [1, 2] }, 'accepted, place geo_point'],
    [{ match: 'place', mapping: { type: 'geo_point' } }, { place: { lat: 1, lon: 2 } }, 'accepted, place geo_point'],
    [{ match_mapping_type: 'string', runtime: {} }, { a: 'x' }, 'accepted, runtime a keyword'],
    [{ match_mapping_type: ['string', 'long'], mapping: keyword }, { a: 1, b: true }, 'accepted, a keyword, b boolean'],
    [{ match: 'a', mapping: { type: 'no_such_type' } }, { a: 1 }, 'unknown, a no_such_type'],
    [{ match: 'a', mapping: { type: 'long', analyzer: 'x' } }, { a: 1 }, 'refused'],
  ])('%j with %j: %s', (rule, document, expected) => {
    expect(adds(template(rule), document)).toBe(expected);
  });

  it('puts in the name and the type of the field', () => {
    const mappings = template({
      match: '*',
      match_mapping_type: 'long',
      mapping: { type: 'keyword', copy_to: 'all_{name}' },
    });
    expect(adds(mappings, { a: 1 })).toBe('accepted, a keyword, all_a keyword');
  });

  it('takes the first that matches', () => {
    const mappings = {
      dynamic_templates: [{ one: { match: 'a', mapping: keyword } }, { two: { match: '*', mapping: { type: 'ip' } } }],
    };
    const { added } = tried(mappings, { a: 'x' });
    expect(added[0]?.by).toEqual({ kind: 'dynamicTemplate', name: 'one' });
  });

  it('refuses what no template allows on OpenSearch', () => {
    const mappings = { dynamic: 'strict_allow_templates', ...template({ match: 'a', mapping: keyword }) };
    expect(adds(mappings, { a: 'x' }, OPEN)).toBe('accepted, a keyword');
    expect(adds(mappings, { b: 'x' }, OPEN)).toBe('refused');
  });
});

describe('copies', () => {
  const toNew = fields({ n: { type: 'ip', copy_to: 'new' } });
  const below = fields({ n: { type: 'ip', copy_to: 'o.new' } });
  const switchedOff = fields({ o: { enabled: false }, n: { type: 'ip', copy_to: 'o.new' } });
  const made = { ...toNew, dynamic_templates: [{ t: { match: 'ne*', mapping: { type: 'ip' } } }] };
  const address = { n: '10.0.0.1' };
  const ELASTIC_7: TargetEngine = { distribution: 'elasticsearch', version: '7.17.0' };

  // Measured on OpenSearch 3.4 and on Elasticsearch 7.17 and 9.5.
  it.each<readonly [JsonObject, JsonObject, open: string, old: string, now: string]>([
    [toNew, address, 'accepted, new text', 'accepted, new text', 'accepted, new text'],
    [toNew, { n: null }, 'refused', 'accepted', 'accepted'],
    [made, { n: null }, 'accepted, new ip', 'accepted, new ip', 'accepted'],
    [below, { o: 1 }, 'refused', 'refused', 'accepted, o long'],
    [below, { o: { new: { a: 1 } } }, 'refused', 'refused', 'refused'],
    [switchedOff, address, 'accepted, o.new text', 'accepted, o.new text', 'accepted'],
  ])('%j takes %j as it is copied: %s, %s, %s', (mappings, document, open, old, now) => {
    expect([OPEN, ELASTIC_7, undefined].map((engine) => adds(mappings, document, engine))).toEqual([open, old, now]);
  });
});

describe('limits', () => {
  it('counts what a type brings, also that of a multi-field', () => {
    const a: JsonObject = { type: 'search_as_you_type' };
    for (const [mappings, count] of [
      [fields({ a }), 5],
      [fields({ a: { type: 'keyword', fields: { raw: a } } }), 6],
    ] as const) {
      expect(tried(mappings, { c: 1 }, { settings: limit('total_fields', count) }).outcome).toBe('accepted');
      expect(tried(mappings, { c: 1 }, { settings: limit('total_fields', count - 1) }).outcome).toBe('refused');
    }
  });

  const limit = (name: string, value: number): JsonObject => ({ [`index.mapping.${name}.limit`]: value });

  it('counts all fields, those that names with dots imply too', () => {
    const mappings = fields({ 'o.a': { type: 'long' }, b: { type: 'text', fields: { raw: { type: 'keyword' } } } });
    expect(tried(mappings, { c: 1 }, { settings: limit('total_fields', 5) }).outcome).toBe('accepted');
    const { refusal } = tried(mappings, { c: 1 }, { settings: limit('total_fields', 4) });
    expect(refusal?.reason).toBe(
      'The index would have 5 fields, and its limit is 4 (index.mapping.total_fields.limit).',
    );
  });

  it('ignores fields beyond the limit where the index says so', () => {
    const settings = { ...limit('total_fields', 1), 'index.mapping.total_fields.ignore_dynamic_beyond_limit': true };
    const { outcome, added, ignoredFields } = tried({}, { a: 1, b: 2, c: { d: 1 } }, { settings });
    expect([outcome, added.map(({ path }) => path), ignoredFields]).toEqual(['accepted', ['a'], ['b', 'c']]);
  });

  it('refuses what is too deep, and names that are too long', () => {
    expect(tried({}, { a: { b: { c: 1 } } }, { settings: limit('depth', 3) }).outcome).toBe('accepted');
    expect(tried({}, { a: { b: { c: {} } } }, { settings: limit('depth', 3) }).outcome).toBe('refused');
    expect(tried({}, { abc: 1 }, { settings: limit('field_name_length', 2) }).outcome).toBe('refused');
  });

  it('reads settings however they are written', () => {
    const settings = { index: { mapping: { total_fields: { limit: '0' } } } };
    expect(tried({}, { a: 1 }, { settings }).outcome).toBe('refused');
    expect(
      tried(fields({ a: { type: 'long' } }), { a: 'x' }, { settings: { mapping: { ignore_malformed: true } } }),
    ).toMatchObject({
      outcome: 'accepted',
      ignoredFields: ['a'],
    });
  });

  it('does not try a document that is too deep or has too many values', () => {
    let deep: JsonValue = 1;
    for (let level = 0; level <= MAX_DOCUMENT_DEPTH; level++) deep = { a: deep };
    const wide = { a: Array.from({ length: MAX_DOCUMENT_VALUES + 1 }, () => 1) };
    for (const document of [deep, wide]) {
      const { outcome, values, unknown } = tried({}, document);
      expect([outcome, values.length, unknown[0]?.what]).toEqual(['unknown', 0, 'limit']);
    }
  });
});

describe('documents as a whole', () => {
  it('wants routing where the mappings require it', () => {
    const index = { mappings: { _routing: { required: true } }, engine: ELASTIC };
    expect(tryDocument(index, {}).outcome).toBe('refused');
    expect(tryDocument(index, {}, { routing: 'x' }).outcome).toBe('accepted');
  });

  it('wants one timestamp in a data stream', () => {
    const mappings = fields({ '@timestamp': { type: 'date' } }, { _data_stream_timestamp: { enabled: true } });
    expect(tried(mappings, {}).refusal?.field).toBe('@timestamp');
    expect(tried(mappings, { '@timestamp': '2020-01-01' }).outcome).toBe('accepted');
    expect(tried(mappings, { '@timestamp': ['2020-01-01', '2020-01-02'] }).outcome).toBe('refused');
    const lenient = { engine: OPEN, mappings, settings: { 'index.mapping.ignore_malformed': true } };
    expect(tryDocument(lenient, { '@timestamp': 'x' }).refusal).toMatchObject({
      field: '@timestamp',
      reason: 'A document has one @timestamp here, not 0 (_data_stream_timestamp).',
    });
  });

  it('wants the timestamp that a new data stream has, by the name that its template gives', () => {
    const index = { mappings: fields({ n: { type: 'long' } }), dataStream: {} };
    for (const engine of [ELASTIC, OPEN]) {
      expect(tryDocument({ ...index, engine }, { n: 1 }).refusal?.reason).toBe(
        'A document has one @timestamp here, not 0 (_data_stream_timestamp).',
      );
      const { outcome, added } = tryDocument({ ...index, engine }, { '@timestamp': '2026-06-01', n: 1 });
      expect({ outcome, added }).toEqual({ outcome: 'accepted', added: [] });
    }
    const named = { ...index, engine: OPEN, dataStream: { timestamp_field: { name: 'at' } } };
    expect(tryDocument(named, { '@timestamp': '2026-06-01' }).refusal?.field).toBe('at');
    expect(tryDocument(named, { at: '2026-06-01' }).outcome).toBe('accepted');
  });

  it('reads a decimal as a whole number only where it was not read as a float before', () => {
    const whole = { type: 'integer' };
    const mappings = fields({
      f: { type: 'float', fields: { n: whole } },
      h: { type: 'half_float', copy_to: 'n' },
      n: { type: 'long', ignore_malformed: true },
      d: { type: 'double', fields: { n: whole } },
      k: { type: 'keyword', fields: { a: { type: 'float' }, b: whole } },
      both: { type: 'float', fields: { a: { type: 'double' }, b: whole } },
    });
    const outcome = (text: string, engine = ELASTIC) => tried(mappings, parseJson(text), { engine }).outcome;
    for (const text of ['{"f":0.5}', '{"f":[1,2.0]}', '{"f":1e3}', '{"h":0.5}', '{"k":0.5}'])
      expect([text, outcome(text)]).toEqual([text, 'refused']);
    for (const text of ['{"f":3}', '{"f":"0.5"}', '{"h":3}', '{"d":0.5}', '{"both":0.5}'])
      expect([text, outcome(text)]).toEqual([text, 'accepted']);
    expect(outcome('{"h":0.5}', OPEN)).toBe('accepted');
    expect(tried(mappings, { f: 0.5 }).refusal).toEqual({
      reason: '0.5 was read as a float before, and no engine reads it as a whole number then.',
      pointer: '/f',
      field: 'f.n',
    });
  });

  it('makes a new field again for each value before Elasticsearch 9', () => {
    const old: TargetEngine = { distribution: 'elasticsearch', version: '8.19' };
    for (const [text, outcome] of [
      ['{"a":[1,1.5]}', 'refused'],
      ['{"a":["a",true]}', 'refused'],
      ['{"a":[1,2]}', 'accepted'],
    ] as const) {
      expect([text, tried({}, parseJson(text), { engine: old }).outcome]).toEqual([text, outcome]);
      expect(tried({}, parseJson(text)).outcome).toBe('accepted');
    }
  });

  it('reads milliseconds before 1970 as the engine does', () => {
    const mappings = fields({ d: { type: 'date' }, s: { type: 'date', format: 'epoch_second' } });
    const outcome = (document: JsonObject, version = '7.17') =>
      tried(mappings, document, { engine: { distribution: 'elasticsearch', version } }).outcome;
    expect([-1, -15, '-0'].map((d) => outcome({ d }))).toEqual(['refused', 'refused', 'refused']);
    expect([-1_000, 1, '-1000.5'].map((d) => outcome({ d }))).toEqual(['accepted', 'accepted', 'unknown']);
    expect([-1, '-1000.5'].map((d) => outcome({ d }, '8.2'))).toEqual(['accepted', 'accepted']);
    expect([-1, '-1.5', '-0', '-0.5', '-1.0'].map((s) => outcome({ s }))).toEqual([
      'accepted',
      'accepted',
      'unknown',
      'unknown',
      'unknown',
    ]);
  });

  it('looks into a binary field that _source is made of', () => {
    const mappings = fields({ b: { type: 'binary' } });
    const of = (settings: JsonObject, b: JsonValue) =>
      tried(mappings, { '@timestamp': '2026-06-01', b }, { settings }).outcome;
    expect([of({}, 5), of({ 'index.mapping.source.mode': 'synthetic' }, 5)]).toEqual(['accepted', 'refused']);
    const logs = { 'index.mode': 'logsdb' };
    expect([of(logs, 5), of(logs, 'aGk='), of({ ...logs, 'index.mapping.source.mode': 'stored' }, 5)]).toEqual([
      'unknown',
      'accepted',
      'accepted',
    ]);
  });

  // The outcomes are those of Elasticsearch 7.17, 8.19 and 9.5 and of OpenSearch 3.4.
  it('leaves an object out of a date only on Elasticsearch 9', () => {
    const mappings = fields({ d: { type: 'date', ignore_malformed: true } });
    const outcomes = (version: string) =>
      [{ d: {} }, { d: [{ c: 1 }] }, { d: 'no' }].map(
        (document) => tried(mappings, document, { engine: { distribution: 'elasticsearch', version } }).outcome,
      );
    expect(outcomes('9.5')).toEqual(['accepted', 'accepted', 'accepted']);
    for (const version of ['7.17', '8.19']) expect(outcomes(version)).toEqual(['refused', 'refused', 'accepted']);
  });

  it('takes a list of nothing for a field of the engine', () => {
    expect(tried({}, { _index: [[]] }).outcome).toBe('accepted');
    expect(tried({}, { _index: [[], ['a']] }).outcome).toBe('refused');
  });

  // The outcomes are those of Elasticsearch 8.19 and 9.5.
  describe('in an index of logs', () => {
    const mappings = fields({
      n: { type: 'long' },
      m: { type: 'long', ignore_malformed: false },
      k: { type: 'keyword' },
      t: { type: 'text', fields: { raw: { type: 'keyword' } } },
    });
    const long = 'x'.repeat(9_000);
    const settings = { 'index.mode': 'LogsDB' };
    const outcome = (document: JsonObject, more: JsonObject = {}) => {
      const trial = tried(mappings, document, { settings: { ...settings, ...more } });
      return trial.outcome === 'accepted' ? trial.ignoredFields : trial.outcome;
    };
    const at = '2026-06-01T00:00:00Z';

    it.each<[JsonObject, readonly string[] | 'refused', JsonObject?]>([
      [{ '@timestamp': at, n: 'no' }, ['n']],
      [{ '@timestamp': at, m: 'no' }, 'refused'],
      [{ '@timestamp': at, k: long }, ['k']],
      [{ '@timestamp': at, t: long }, ['t.raw']],
      [{ '@timestamp': 'no' }, 'refused'],
      [{ '@timestamp': [at, at] }, 'refused'],
      [{ n: 1 }, 'refused'],
      [{ '@timestamp': at, n: 'no' }, 'refused', { 'index.mapping.ignore_malformed': false }],
      [{ '@timestamp': at, k: long }, [], { 'index.mapping.ignore_above': 10_000 }],
      [{ '@timestamp': at, a: 1, b: 2 }, ['a', 'b'], { 'index.mapping.total_fields.limit': 6 }],
    ])('%j is %j', (document, expected, more) => {
      expect(outcome(document, more)).toEqual(expected);
    });

    it.each<[JsonObject, readonly string[] | 'refused']>([
      [{}, []],
      [{ '@timestamp': [] }, []],
      [{ '@timestamp': ['2026-06-01', '2026-06-02'] }, []],
      [{ '@timestamp': 'noon' }, ['@timestamp']],
    ])('that does not require a time %j is %j', (document, expected) => {
      const trial = tried({ _data_stream_timestamp: { enabled: false } }, document, { settings });
      expect(trial.outcome === 'accepted' ? trial.ignoredFields : trial.outcome).toEqual(expected);
    });

    it('is one of Elasticsearch', () => {
      expect(tried(mappings, { n: 1 }, { settings, engine: OPEN }).outcome).toBe('accepted');
    });
  });

  describe('in an index of time series', () => {
    const mappings = fields({
      '@timestamp': { type: 'date', format: 'strict_date_optional_time||epoch_second' },
      k: { type: 'keyword', time_series_dimension: true },
      o: { properties: { d: { type: 'keyword', time_series_dimension: true } } },
      n: { type: 'long' },
    });
    const settings = {
      index: {
        mode: 'time_series',
        routing_path: ['k', 'o.*'],
        time_series: { start_time: '2026-01-01T00:00:00Z', end_time: '2027-01-01T00:00:00Z' },
      },
    };
    const at = '2026-06-01T00:00:00Z';

    it.each<[JsonObject, string | null]>([
      [{ '@timestamp': at, k: 'a' }, null],
      [{ '@timestamp': at, k: ['a', 'b'] }, null],
      [{ '@timestamp': at, 'o.d': 'a' }, null],
      [{ '@timestamp': at, o: [], k: 'a' }, null],
      [{ '@timestamp': '2026-01-01T00:00:00Z', k: 'a' }, null],
      [{ '@timestamp': 1_780_272_000, k: 'a' }, null],
      [{ '@timestamp': '2025-12-31T23:59:59.999Z', k: 'a' }, 'index.time_series.start_time'],
      [{ '@timestamp': 5, k: 'a' }, 'index.time_series.start_time'],
      [{ '@timestamp': '2027-01-01T00:00:00Z', k: 'a' }, 'index.time_series.end_time'],
      [{ '@timestamp': at, n: 1 }, 'The index routes by k, o.*, and the document has no value there'],
      [{ '@timestamp': at, k: null }, 'has no value there'],
      [{ '@timestamp': at, k: [] }, 'has no value there'],
      [{ '@timestamp': at, k: [null, 'a'] }, 'The index routes by k, so a list there holds nothing but values'],
      [{ '@timestamp': at, k: 'a', o: [{ q: 1 }] }, 'routes by o, so a list'],
      [{ '@timestamp': at, o: { d: ['a', ['b']] } }, 'routes by o.d, so a list'],
      [{ k: 'a' }, 'one @timestamp here, not 0'],
    ])('%j is refused for %j', (document, reason) => {
      const trial = tried(mappings, document, { settings });
      expect(trial.outcome).toBe(reason === null ? 'accepted' : 'refused');
      expect(trial.refusal?.reason ?? '').toContain(reason ?? '');
    });

    it('takes no routing', () => {
      const { refusal } = tryDocument(
        { mappings, settings, engine: ELASTIC },
        { '@timestamp': at, k: 'a' },
        { routing: 'r' },
      );
      expect(refusal?.reason).toBe('An index of time series takes no routing.');
    });
  });

  it('looks at nothing where the mappings are not enabled', () => {
    expect(adds({ enabled: false }, { a: { '': 1 } })).toBe('accepted');
  });

  it('is JSON, whatever comes', () => {
    const trial = tried(fields({ n: { type: 'long', ignore_malformed: true } }), {
      n: 'x',
      a: 2n ** 70n,
      b: [{ c: 1.5 }],
    });
    expect(JSON.parse(JSON.stringify(trial))).toEqual(trial);
  });
});
