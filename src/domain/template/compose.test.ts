import { describe, expect, it } from 'vitest';
import type { TargetEngine } from '../catalogue/engines.ts';
import type { JsonObject, JsonValue } from '../json/value.ts';
import { aliasesOfIndex, composeLayers, composeLegacy, composeTemplate } from './compose.ts';

const ELASTICSEARCH: TargetEngine = { distribution: 'elasticsearch', version: '9.5.3' };
const OPENSEARCH: TargetEngine = { distribution: 'opensearch', version: '3.4.0' };
const BOTH = [ELASTICSEARCH, OPENSEARCH];

function compose(target: TargetEngine, ...parts: readonly JsonObject[]) {
  return composeLayers(
    parts.map((part, index) => ({ name: index === parts.length - 1 ? null : `c${index}`, part })),
    target,
  );
}
const fields = (properties: JsonObject, rest: JsonObject = {}): JsonObject => ({ mappings: { ...rest, properties } });
const mappings = (members: JsonObject): JsonObject => ({ mappings: members });

describe('settings', () => {
  it('are composed by their whole names, however they are nested', () => {
    const { settings } = compose(
      ELASTICSEARCH,
      { settings: { number_of_shards: 2, 'index.codec': 'best_compression' } },
      { settings: { index: { number_of_shards: 3 } } },
    );
    expect(settings).toEqual({ 'index.number_of_shards': 3, 'index.codec': 'best_compression' });
  });

  it('count once where they are there with and without index.', () => {
    const settings = { number_of_shards: 3, 'index.number_of_shards': 2, codec: 'a', 'index.codec': 'b' };
    expect(compose(ELASTICSEARCH, { settings }).settings).toEqual({
      'index.number_of_shards': 3,
      'index.codec': 'b',
    });
  });

  it('replace lists as a whole, and keep null for what goes back to its default', () => {
    const { settings } = compose(
      OPENSEARCH,
      { settings: { index: { sort: { field: ['a', 'b'] }, refresh_interval: '5s' } } },
      { settings: { 'index.sort.field': ['c'], 'index.refresh_interval': null } },
    );
    expect(settings).toEqual({ 'index.sort.field': ['c'], 'index.refresh_interval': null });
  });
});

describe('fields', () => {
  it.each(BOTH)('replace one of the same name as a whole ($distribution)', (target) => {
    const below = fields({ a: { type: 'keyword', ignore_above: 5, fields: { t: { type: 'text' } } } });
    expect(compose(target, below, fields({ a: { type: 'keyword', doc_values: false } })).mappings).toEqual({
      properties: { a: { type: 'keyword', doc_values: false } },
    });
  });

  it('lose the parameters of an object that a later layer leaves out, where the engine composes texts', () => {
    const below = fields({ o: { dynamic: 'strict', properties: { x: { type: 'long' } } } });
    const above = fields({ o: { properties: { y: { type: 'long' } } } });
    const properties = { x: { type: 'long' }, y: { type: 'long' } };
    expect(compose(ELASTICSEARCH, below, above).mappings).toEqual({ properties: { o: { properties } } });
    expect(compose(OPENSEARCH, below, above).mappings).toEqual({
      properties: { o: { dynamic: 'strict', properties } },
    });
  });

  it('keep subobjects of an object', () => {
    const below = fields({ o: { subobjects: false, properties: { 'x.y': { type: 'long' } } } });
    expect(compose(ELASTICSEARCH, below, fields({ o: { properties: { 'x.z': { type: 'long' } } } })).mappings).toEqual({
      properties: { o: { subobjects: false, properties: { 'x.y': { type: 'long' }, 'x.z': { type: 'long' } } } },
    });
  });

  it('turn an object into another type only where the engine composes texts', () => {
    const below = fields({ o: { properties: { x: { type: 'long' } } } });
    const above = fields({ o: { type: 'keyword' } });
    expect(compose(ELASTICSEARCH, below, above)).toMatchObject({
      mappings: { properties: { o: { type: 'keyword' } } },
      problems: [],
    });
    const nested = compose(OPENSEARCH, fields({ o: { type: 'nested' } }), fields({ o: { type: 'object' } }));
    expect(nested.problems).toMatchObject([{ path: 'o', reason: 'It can’t be both nested and object.' }]);
    expect(compose(OPENSEARCH, below, above).problems).toEqual([
      { path: 'o', reason: 'It can’t be both object and keyword.', layer: null },
    ]);
  });

  it.each(BOTH)('with dots are the same as objects ($distribution)', (target) => {
    const dotted = fields({ 'a.b': { type: 'keyword' } });
    const nested = fields({ a: { properties: { b: { type: 'long' }, c: { type: 'long' } } } });
    expect(compose(target, dotted, nested).mappings).toEqual({
      properties: { a: { properties: { b: { type: 'long' }, c: { type: 'long' } } } },
    });
    expect(compose(target, nested, dotted).mappings).toEqual({
      properties: { a: { properties: { b: { type: 'keyword' }, c: { type: 'long' } } } },
    });
  });

  it.each(BOTH)('with dots below a field that is no object are a problem ($distribution)', (target) => {
    const { problems } = compose(target, fields({ a: { type: 'keyword' } }), fields({ 'a.b': { type: 'keyword' } }));
    expect(problems).toMatchObject([{ path: 'a' }]);
  });

  it('keep names like __proto__, and names with empty parts', () => {
    const properties = Object.fromEntries([
      ['__proto__', { type: 'long' }],
      ['.', { type: 'long' }],
      ['constructor', { type: 'long' }],
    ]);
    expect(Object.keys(compose(ELASTICSEARCH, fields(properties)).mappings['properties'] as JsonObject)).toEqual([
      '__proto__',
      '.',
      'constructor',
    ]);
  });
});

describe('options of a data stream', () => {
  const store = (failureStore: JsonValue): JsonObject => ({ data_stream_options: { failure_store: failureStore } });
  const kept = store({ enabled: true, lifecycle: { data_retention: '5d' } });

  // As Elasticsearch 9.5 answers to _simulate.
  it.each<[string, readonly JsonObject[], JsonValue | undefined]>([
    ['nothing', [{}], undefined],
    ['one layer', [kept], { enabled: true, lifecycle: { enabled: true, data_retention: '5d' } }],
    [
      'a flag that is turned off',
      [kept, store({ enabled: false })],
      { enabled: false, lifecycle: { enabled: true, data_retention: '5d' } },
    ],
    [
      'another retention',
      [kept, store({ lifecycle: { data_retention: '9d' } })],
      { enabled: true, lifecycle: { enabled: true, data_retention: '9d' } },
    ],
    [
      'a lifecycle that is turned off',
      [store({ lifecycle: { data_retention: '9d' } }), store({ lifecycle: { enabled: false } })],
      { lifecycle: { enabled: false, data_retention: '9d' } },
    ],
    ['no lifecycle', [kept, store({ lifecycle: null })], { enabled: true }],
    ['options that are reset', [kept, { data_stream_options: null }], undefined],
    [
      'options after a reset',
      [kept, { data_stream_options: null }, store({ lifecycle: { data_retention: '9d' } })],
      { lifecycle: { enabled: true, data_retention: '9d' } },
    ],
  ])('are composed member by member: %s', (_, layers, expected) => {
    const { data_stream_options: options } = compose(ELASTICSEARCH, ...layers);
    expect(options?.['failure_store']).toEqual(expected);
    expect(options === undefined).toBe(expected === undefined);
  });

  it('are left without a failure store that is reset', () => {
    expect(compose(ELASTICSEARCH, kept, store(null)).data_stream_options).toEqual({});
  });
});

describe('members of the mappings', () => {
  const template = (name: string, rule: JsonObject): JsonObject => ({ [name]: rule });

  it('merge or replace dynamic templates by name, in the order of the first', () => {
    const below = mappings({
      dynamic_templates: [template('a', { match: 'a*', mapping: { type: 'long' } }), template('b', {})],
    });
    const above = mappings({ dynamic_templates: [template('c', {}), template('a', { unmatch: 'x' })] });
    expect(compose(ELASTICSEARCH, below, above).mappings).toEqual({
      dynamic_templates: [{ a: { match: 'a*', mapping: { type: 'long' }, unmatch: 'x' } }, { b: {} }, { c: {} }],
    });
    expect(compose(OPENSEARCH, below, above).mappings).toEqual({
      dynamic_templates: [{ a: { unmatch: 'x' } }, { b: {} }, { c: {} }],
    });
  });

  it('have one dynamic template of each name where layers are joined, the last of them, and all of a single layer', () => {
    const of = (match: string, type: string) => ({ match, mapping: { type } });
    const first = mappings({
      dynamic_templates: [template('a', of('x*', 'keyword')), template('b', of('b*', 'keyword'))],
    });
    const twice = mappings({ dynamic_templates: [template('a', of('y*', 'long')), template('a', of('z*', 'date'))] });
    const last = mappings({ dynamic_templates: [template('b', of('1*', 'long'))] });
    // As Elasticsearch 8.19 and OpenSearch 3.4 answer to _simulate_index.
    for (const engine of [ELASTICSEARCH, OPENSEARCH]) {
      const templatesOf = (...layers: readonly JsonObject[]) =>
        compose(engine, ...layers).mappings['dynamic_templates'];
      expect(templatesOf(first, twice, last)).toEqual([{ a: of('z*', 'date') }, { b: of('1*', 'long') }]);
      expect(templatesOf(twice, last)).toEqual([{ a: of('z*', 'date') }, { b: of('1*', 'long') }]);
      expect(templatesOf(last, twice)).toEqual([{ b: of('1*', 'long') }, { a: of('z*', 'date') }]);
      expect(templatesOf(twice)).toEqual([{ a: of('y*', 'long') }, { a: of('z*', 'date') }]);
    }
  });

  it('merge _meta, with the lists of both', () => {
    const below = mappings({ _meta: { a: { x: 1 }, l: [1, 2], s: 1 } });
    const above = mappings({ _meta: { a: { y: 2 }, l: [2, 3], s: 2 } });
    expect(compose(ELASTICSEARCH, below, above).mappings).toEqual({
      _meta: { a: { x: 1, y: 2 }, l: [2, 3, 1], s: 2 },
    });
    expect(compose(OPENSEARCH, below, above).mappings).toEqual({ _meta: { a: { x: 1, y: 2 }, l: [1, 2, 3], s: 2 } });
  });

  it('join _source and date formats, or replace them as a whole', () => {
    const below = mappings({ _source: { includes: ['a'], excludes: ['b'] }, dynamic_date_formats: ['yyyy'] });
    const above = mappings({ _source: { excludes: ['c'] }, dynamic_date_formats: ['MM'] });
    expect(compose(ELASTICSEARCH, below, above).mappings).toEqual({
      _source: { includes: ['a'], excludes: ['c', 'b'] },
      dynamic_date_formats: ['MM', 'yyyy'],
    });
    expect(compose(OPENSEARCH, below, above).mappings).toEqual(above['mappings']);
  });

  it('name a routing that contradicts an earlier one, where the engine refuses it', () => {
    const layers = [true, false].map((required) => mappings({ _routing: { required } }));
    expect(compose(ELASTICSEARCH, ...layers).problems).toMatchObject([{ path: '_routing.required', layer: null }]);
    expect(compose(OPENSEARCH, ...layers).problems).toEqual([]);
  });

  it('are read through the name of no type', () => {
    const typed = mappings({ _doc: { properties: { a: { type: 'long' } } } });
    expect(compose(ELASTICSEARCH, typed, fields({ b: { type: 'long' } })).mappings).toEqual({
      properties: { a: { type: 'long' }, b: { type: 'long' } },
    });
  });
});

describe('aliases and lifecycle', () => {
  it('replace an alias as a whole', () => {
    const below: JsonObject = { aliases: { a: { is_write_index: true }, b: {} } };
    expect(compose(OPENSEARCH, below, { aliases: { a: { routing: '1' } } }).aliases).toEqual({
      a: { routing: '1' },
      b: {},
    });
  });

  it('have the name of the index where the template leaves a place for it', () => {
    const { aliases } = composeLegacy([
      { aliases: { '{index}-a': { is_hidden: true }, 'b-{index}-{index}': {}, c: {} } },
    ]);
    expect(aliasesOfIndex(aliases, 'logs-1')).toEqual({
      'logs-1-a': { is_hidden: true },
      'b-logs-1-logs-1': {},
      c: {},
    });
  });

  it('compose a lifecycle member by member, null taking one away', () => {
    const below: JsonObject = { lifecycle: { data_retention: '7d', enabled: false } };
    expect(compose(ELASTICSEARCH, below, { lifecycle: { data_retention: '9d' } }).lifecycle).toEqual({
      enabled: true,
      data_retention: '9d',
    });
    expect(compose(ELASTICSEARCH, below, { lifecycle: { data_retention: null } }).lifecycle).toEqual({ enabled: true });
    expect(compose(ELASTICSEARCH, {}, below).lifecycle).toEqual({ data_retention: '7d', enabled: false });
    expect(compose(ELASTICSEARCH, {})).not.toHaveProperty('lifecycle');
  });
});

describe('a composable template', () => {
  it.each(BOTH)('has the limits of its settings, and those that the engine assumes: $distribution', (target) => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`field_${at}`, { type: 'keyword' }]));
    const problems = (count: number, settings: JsonObject = {}) =>
      composeTemplate(
        { composed_of: ['c'], template: { settings, ...fields(many(count)) } },
        new Map([['c', { template: fields({ more: { type: 'ip' } }) }]]),
        target,
      ).problems;
    expect(problems(999)).toEqual([]);
    expect(problems(1000)).toEqual([
      {
        path: 'properties',
        reason: 'The index would have 1,001 fields, and its limit is 1,000 (index.mapping.total_fields.limit).',
        layer: null,
      },
    ]);
    expect(problems(1000, { 'mapping.total_fields.limit': 1001 })).toEqual([]);
    expect(problems(1000, { 'mapping.total_fields.limit': null })).toHaveLength(1);
    expect(problems(10, { 'mapping.total_fields.limit': 10 })).toHaveLength(1);
  });

  it('leaves out components that do not exist, and adds the time of data streams below and above', () => {
    const body: JsonObject = {
      index_patterns: ['logs-*'],
      composed_of: ['missing', 'known'],
      data_stream: {},
      template: fields({ '@timestamp': { type: 'date', format: 'epoch_millis' } }),
    };
    const components = new Map([['known', { template: fields({ a: { type: 'long' } }) }]]);
    expect(composeTemplate(body, components, ELASTICSEARCH).mappings).toEqual({
      _data_stream_timestamp: { enabled: true },
      properties: { '@timestamp': { type: 'date', format: 'epoch_millis' }, a: { type: 'long' } },
    });
    const named = { ...body, data_stream: { timestamp_field: { name: 'at' } }, template: {} };
    expect(composeTemplate(named, components, OPENSEARCH).mappings).toEqual({
      _data_stream_timestamp: { enabled: true, timestamp_field: { name: 'at' } },
      properties: { at: { type: 'date' }, a: { type: 'long' } },
    });
  });
});

describe('what an engine refuses', () => {
  it('is a required routing of a data stream that allows none', () => {
    const template = mappings({ _routing: { required: true } });
    const problemsOf = (data_stream: JsonObject, target: TargetEngine) =>
      composeTemplate({ data_stream, template }, new Map(), target).problems.map(({ path }) => path);
    expect(problemsOf({}, ELASTICSEARCH)).toEqual(['_routing.required']);
    expect(problemsOf({ allow_custom_routing: true }, ELASTICSEARCH)).toEqual([]);
    expect(problemsOf({}, OPENSEARCH)).toEqual([]);
  });

  it('is a field that one part defines twice, where it can’t be updated so', () => {
    const twice = (first: JsonObject, second: JsonObject) =>
      compose(OPENSEARCH, fields({ o: { properties: { a: first } }, 'o.a': second }));
    const [text, keyword] = [{ type: 'text', fields: { raw: { type: 'keyword' } } }, { type: 'keyword' }];
    expect(twice(text, keyword).problems).toMatchObject([{ path: 'o.a' }]);
    expect(twice(text, { type: 'text', fields: { more: keyword } })).toMatchObject({
      problems: [],
      mappings: {
        properties: { o: { properties: { a: { type: 'text', fields: { raw: keyword, more: keyword } } } } },
      },
    });
    const enabled = compose(OPENSEARCH, fields({ o: { enabled: false, properties: { a: keyword } }, 'o.b': keyword }));
    expect(enabled.problems).toMatchObject([{ path: 'o' }]);
    expect(compose(ELASTICSEARCH, fields({ o: { properties: { a: text } }, 'o.a': keyword })).problems).toEqual([]);
  });
});

describe('objects without subobjects', () => {
  it('hold the fields of plain objects by their dotted names', () => {
    const flat: JsonObject = {
      subobjects: false,
      properties: { o: { properties: { a: { type: 'long' } } }, s: { dynamic: false, properties: {} } },
    };
    expect(compose(ELASTICSEARCH, { mappings: flat }).mappings).toEqual({
      subobjects: false,
      properties: { 'o.a': { type: 'long' }, s: { dynamic: false, properties: {} } },
    });
  });

  it('hold the fields that names with dots put into them, at any level', () => {
    const [long, keyword] = [{ type: 'long' }, { type: 'keyword' }];
    const flat = { subobjects: false, properties: { n: long } };
    const composed = compose(
      ELASTICSEARCH,
      fields({ 'o.n.a': keyword, 'p.q.n.a': keyword, 'o.m': { properties: { b: keyword } } }),
      fields({ o: flat, p: { properties: { q: flat } } }),
    );
    const whole = { subobjects: false, properties: { n: long, 'n.a': keyword } };
    expect(composed).toMatchObject({ problems: [] });
    expect(composed.mappings).toEqual({
      properties: {
        o: { ...whole, properties: { ...whole.properties, 'm.b': keyword } },
        p: { properties: { q: whole } },
      },
    });
  });
});

describe('legacy templates', () => {
  it('merge the definitions of a field, the later over the earlier', () => {
    const composed = composeLegacy([
      { settings: { number_of_shards: 1 }, ...fields({ a: { type: 'keyword', ignore_above: 5 } }), aliases: { x: {} } },
      { settings: { 'index.number_of_shards': 2 }, ...fields({ a: { type: 'keyword', doc_values: false } }) },
    ]);
    expect(composed).toMatchObject({
      settings: { 'index.number_of_shards': 2 },
      mappings: { properties: { a: { type: 'keyword', ignore_above: 5, doc_values: false } } },
      aliases: { x: {} },
    });
  });
});
