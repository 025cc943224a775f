import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../json/value.ts';
import { countOfChanges, planMappingUpdate } from './live-changes.ts';
import { compareStoredMappings } from './stored-mapping.ts';

const elastic = { distribution: 'elasticsearch', version: '9.5.3' } as const;
const open = { distribution: 'opensearch', version: '3.4.0' } as const;
const fields = (properties: JsonValue): JsonObject => ({ properties });
const keyword = { type: 'keyword' };
const INT8: JsonObject = { type: 'int8_hnsw', m: 16, ef_construction: 100 };
const BBQ: JsonObject = { type: 'bbq_hnsw', m: 16, ef_construction: 100, rescore_vector: { oversample: 3 } };
const plan = (before: JsonObject, after: JsonObject) => planMappingUpdate(before, after, elastic);
const needs = (before: JsonObject, after: JsonObject) =>
  plan(before, after).needsReindex.map(({ path, reason }) => `${path}: ${reason}`);

describe('planMappingUpdate', () => {
  it('is empty where nothing changed', () => {
    const mappings = fields({ a: { type: 'text', fields: { raw: keyword } } });
    expect(plan(mappings, fields({ a: { fields: { raw: keyword }, type: 'text' } }))).toEqual({
      body: {},
      additions: [],
      updates: [],
      needsReindex: [],
    });
  });

  it.each<[string, JsonObject, JsonObject, string]>([
    ['a short vector', { dims: 64 }, { similarity: 'cosine', index_options: INT8 }, '9.5.3'],
    ['a long vector', { dims: 384 }, { similarity: 'cosine', index_options: BBQ }, '9.5.3'],
    ['a long vector before 9.1', { dims: 384 }, { similarity: 'cosine', index_options: INT8 }, '8.19.0'],
    ['a vector of floats', { element_type: 'float', dims: 8 }, { similarity: 'cosine', index_options: INT8 }, '9.5.3'],
    ['a vector of bits', { element_type: 'bit', dims: 8 }, { similarity: 'l2_norm' }, '9.5.3'],
    ['a vector of bytes', { element_type: 'byte', dims: 8 }, { similarity: 'cosine' }, '9.5.3'],
    ['a similarity', { dims: 8, similarity: 'l2_norm' }, { index_options: INT8 }, '9.5.3'],
    ['no dimensions', {}, { similarity: 'cosine' }, '9.5.3'],
    ['no dimensions before 9.1', {}, { similarity: 'cosine', index_options: INT8 }, '8.19.0'],
  ])('has nothing to change where an engine tells what it makes of %s', (_, sent, made, version) => {
    const { element_type: element, ...told } = { ...sent, index: true, ...made } as JsonObject;
    const isTold = element !== undefined && element !== 'float';
    const live = fields({ v: { type: 'dense_vector', ...told, ...(isTold && { element_type: element }) } });
    const file = fields({ v: { type: 'dense_vector', ...sent } });
    const target = { distribution: 'elasticsearch', version } as const;
    expect(planMappingUpdate(live, file, target).needsReindex).toEqual([]);
    expect(compareStoredMappings(file, live, target).places).toEqual([]);
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['another similarity', { similarity: 'l2_norm' }, {}],
    ['another element', { element_type: 'byte' }, { element_type: 'float' }],
    ['no index', { index: false }, { similarity: 'l2_norm' }],
  ])('sees %s of a vector', (_, before, after) => {
    const vector = (more: JsonObject) => fields({ v: { type: 'dense_vector', dims: 8, ...more } });
    expect(needs(vector(before), vector(after)).length).toBeGreaterThan(0);
  });

  it('sends an added field whole, and nothing of its neighbours', () => {
    const { body, additions } = plan(
      fields({ host: { dynamic: 'strict', properties: { ip: { type: 'ip' } } }, a: keyword }),
      fields({ host: { dynamic: 'strict', properties: { ip: { type: 'ip' }, name: keyword } }, a: keyword }),
    );
    expect(body).toEqual(fields({ host: { dynamic: 'strict', properties: { name: keyword } } }));
    expect(additions).toEqual([{ at: '/properties/host/properties/name', text: 'Add host.name (keyword)' }]);
  });

  it('sends a changed field with all of its parameters, since what is left out is reset, but not its multi-fields', () => {
    const before = { type: 'keyword', doc_values: false, ignore_above: 10, fields: { raw: { type: 'text' } } };
    const { body, updates } = plan(fields({ a: before }), fields({ a: { ...before, ignore_above: 20 } }));
    expect(body).toEqual(fields({ a: { type: 'keyword', doc_values: false, ignore_above: 20 } }));
    expect(updates).toEqual([{ at: '/properties/a/ignore_above', text: 'Change ignore_above of a from 10 to 20' }]);
  });

  it('sends the type and the parameters of what holds a new multi-field', () => {
    const { body } = plan(
      fields({ a: { type: 'text', norms: false } }),
      fields({ a: { type: 'text', norms: false, fields: { raw: keyword } } }),
    );
    expect(body).toEqual(fields({ a: { type: 'text', norms: false, fields: { raw: keyword } } }));
  });

  it('resets a parameter by leaving it out', () => {
    const { body, updates } = plan(fields({ a: { type: 'keyword', ignore_above: 10 } }), fields({ a: keyword }));
    expect(body).toEqual(fields({ a: keyword }));
    expect(updates[0]?.text).toBe('Remove ignore_above from a');
  });

  it('says the type of an object that nothing is added to', () => {
    expect(
      plan(
        fields({ o: { properties: { a: keyword } } }),
        fields({ o: { dynamic: 'false', properties: { a: keyword } } }),
      ).body,
    ).toEqual(fields({ o: { type: 'object', dynamic: 'false' } }));
  });

  it('keeps what holds it where a nested field gets a child', () => {
    const nested = { type: 'nested', include_in_parent: true };
    expect(plan(fields({ n: nested }), fields({ n: { ...nested, properties: { a: keyword } } })).body).toEqual(
      fields({ n: { ...nested, properties: { a: keyword } } }),
    );
  });

  it.each([
    ['hnsw', 'int8_hnsw', true],
    ['flat', 'bbq_disk', true],
    ['int8_flat', 'int4_hnsw', true],
    ['int8_hnsw', 'hnsw', false],
    ['bbq_flat', 'hnsw', false],
    ['int8_flat', 'flat', false],
  ])('lets the index of vectors become another where the engine does: %s to %s is %s', (from, to, isLive) => {
    const vector = (type: string) => fields({ v: { type: 'dense_vector', dims: 64, index_options: { type } } });
    expect(needs(vector(from), vector(to))).toHaveLength(isLive ? 0 : 1);
  });

  it('lets the graph of vectors have more links, and no fewer', () => {
    const vector = (m: number) => fields({ v: { type: 'dense_vector', dims: 8, index_options: { type: 'hnsw', m } } });
    expect(needs(vector(16), vector(32))).toEqual([]);
    expect(needs(vector(16), vector(8))).toEqual([
      'v: The links of a vector index (m) can’t become fewer on a live index.',
    ]);
  });

  it('sets the dimensions of vectors that have none yet, and changes no others', () => {
    const vector = (dims?: number) => fields({ v: { type: 'dense_vector', ...(dims !== undefined && { dims }) } });
    expect(needs(vector(), vector(8))).toEqual([]);
    expect(plan(vector(), vector(8)).body).toEqual(vector(8));
    expect(needs(vector(8), vector(16))).toEqual(['v: dims can’t be changed on a live index.']);
    expect(needs(vector(8), vector())).toEqual(['v: dims can’t be changed on a live index.']);
  });

  it('turns the timestamp of a data stream on, and not off again', () => {
    const mappings = (enabled: boolean): JsonObject => ({ _data_stream_timestamp: { enabled } });
    expect(plan({}, mappings(true)).body).toEqual(mappings(true));
    expect(plan(mappings(true), mappings(false)).needsReindex).toHaveLength(1);
  });

  it('names what needs a new index, and sends the rest', () => {
    const before = fields({
      gone: keyword,
      typed: keyword,
      old: { type: 'ip' },
      a: { type: 'keyword', fields: { raw: { type: 'text' } } },
      t: { type: 'text', norms: false },
    });
    const after = fields({
      typed: { type: 'text' },
      renamed: { type: 'ip' },
      a: { type: 'keyword', doc_values: false, ignore_above: 5 },
      t: { type: 'text' },
    });
    expect(needs(before, after)).toEqual([
      'gone: A field can’t be removed from a live index.',
      'old: A field can’t be renamed on a live index. renamed can be added, but indexed data stays under old.',
      'typed: The type can’t be changed from keyword to text on a live index.',
      'a: doc_values can’t be changed on a live index.',
      'a.raw: A multi-field can’t be removed from a live index.',
      't: Norms can be turned off on a live index, but not on again.',
    ]);
    expect(plan(before, after).body).toEqual(
      fields({ renamed: { type: 'ip' }, a: { type: 'keyword', ignore_above: 5 } }),
    );
  });

  it('takes an explicit default for what it is', () => {
    expect(needs(fields({ a: keyword }), fields({ a: { ...keyword, doc_values: true } }))).toEqual([]);
  });

  it('takes a runtime field that is null for none', () => {
    const { body, additions, updates } = plan({ runtime: { a: null } }, { runtime: { b: null } });
    expect({ body, additions, updates }).toEqual({ body: {}, additions: [], updates: [] });
  });

  it('removes a runtime field by null, and replaces one whole', () => {
    const { body, updates } = plan(
      { runtime: { a: { type: 'long' }, b: { type: 'ip' }, c: { type: 'ip' } } },
      { runtime: { b: keyword, c: { type: 'ip' } } },
    );
    expect(body).toEqual({ runtime: { a: null, b: keyword } });
    expect(updates.map(({ text }) => text)).toEqual(['Remove a from runtime (sent as null)', 'Change b in runtime']);
    expect(
      planMappingUpdate({ derived: { d: { type: 'long' } } }, {}, open).needsReindex.map(({ reason }) => reason),
    ).toEqual(['An entry of “derived fields” can’t be removed from a live index.']);
  });

  it('replaces dynamic templates and _meta whole, and empties what was taken out', () => {
    const before = { dynamic_templates: [{ a: {} }, { b: {} }], _meta: { a: 1 } };
    expect(plan(before, { dynamic_templates: [{ b: {} }], _meta: { a: 2 } }).body).toEqual({
      dynamic_templates: [{ b: {} }],
      _meta: { a: 2 },
    });
    expect(plan(before, {}).body).toEqual({ dynamic_templates: [], _meta: {} });
    expect(plan({ dynamic_templates: [], _meta: {} }, {})).toMatchObject({ body: {}, updates: [], needsReindex: [] });
  });

  it('sends what configures the mappings, and says what stays as it was made', () => {
    expect(plan({ dynamic: 'true' }, { dynamic: 'strict', date_detection: false }).body).toEqual({
      dynamic: 'strict',
      date_detection: false,
    });
    expect(needs({ dynamic: 'strict' }, {})).toEqual([
      'dynamic: Engines keep values that are omitted. Set it to its default true instead of removing it.',
    ]);
    expect(needs({}, { _routing: { required: true } })).toHaveLength(1);
    expect(needs({}, { _source: { includes: ['a'] } })).toHaveLength(1);
    expect(needs({}, { _source: { enabled: false } })).toEqual([]);
    expect(planMappingUpdate({}, { _source: { enabled: false } }, open).needsReindex).toHaveLength(1);
  });

  it('keeps hostile names as data', () => {
    const hostile = Object.fromEntries<JsonValue>([
      ['__proto__', keyword],
      ['constructor', keyword],
      ['a/b~c.d', keyword],
      ['0', { properties: Object.fromEntries<JsonValue>([['__proto__', { type: 'ip' }]]) }],
    ]);
    const { body, additions } = plan(fields({}), fields(hostile));
    expect(Object.keys(body['properties'] as JsonObject).sort()).toEqual(['0', '__proto__', 'a/b~c.d', 'constructor']);
    expect(additions.map(({ at }) => at)).toContain('/properties/a~1b~0c.d');
    expect(countOfChanges(plan(fields(hostile), fields({})))).toBe(4);
  });

  it('lets relations grow, and no child become a parent', () => {
    const join = (relations: JsonValue) => fields({ j: { type: 'join', relations } });
    expect(needs(join({ q: 'a' }), join({ q: ['a', 'b'] }))).toEqual([]);
    expect(needs(join({ q: ['a', 'b'] }), join({ q: 'a' }))).toHaveLength(1);
    expect(needs(join({ q: 'a' }), join({ q: 'a', a: 'v' }))).toHaveLength(1);
  });
});

describe('dynamic of an object', () => {
  const strict = (o: JsonObject): JsonObject => ({ dynamic: 'strict', ...fields({ o, n: { properties: { o } } }) });
  const bare = { properties: { a: keyword } };

  it('has an effect where what is around it has another', () => {
    const { updates, needsReindex } = plan(strict(bare), strict({ dynamic: true, ...bare }));
    expect(updates).toEqual([
      { at: '/properties/o/dynamic', text: 'Set dynamic of o to true' },
      { at: '/properties/n/properties/o/dynamic', text: 'Set dynamic of n.o to true' },
    ]);
    expect(needsReindex).toEqual([]);
    const same = plan(strict(bare), strict({ dynamic: 'strict', ...bare }));
    expect(same.updates.map(({ hasNoEffect }) => hasNoEffect)).toEqual([true, true]);
  });

  it('is kept where it is left out, unless that is what is around it', () => {
    const [need] = plan(strict({ dynamic: true, ...bare }), strict(bare)).needsReindex;
    expect(need?.reason).toBe('Engines keep dynamic if it is omitted. Set it to "strict" instead of removing it.');
    expect(plan(strict({ dynamic: 'strict', ...bare }), strict(bare)).needsReindex).toEqual([]);
  });

  it('has an effect where what is around it changes at the same time', () => {
    const { updates } = plan(fields({ o: bare }), { dynamic: 'strict', ...fields({ o: { dynamic: true, ...bare } }) });
    expect(updates).toEqual([{ at: '/properties/o/dynamic', text: 'Set dynamic of o to true' }]);
  });
});

describe('what an engine tells otherwise than it was sent', () => {
  it.each(['', ' ', '0x64', '100 ', 'Infinity', '1e400'])('is no number in the text %j', (text) => {
    for (const number of [0, 100])
      expect(
        needs(
          fields({ a: { type: 'scaled_float', scaling_factor: number } }),
          fields({ a: { type: 'scaled_float', scaling_factor: text } }),
        ),
      ).toHaveLength(1);
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['a boolean as text', { dynamic: 'false', date_detection: false }, { dynamic: false, date_detection: 'false' }],
    [
      'a number as text',
      fields({ a: { type: 'keyword', ignore_above: 256 }, b: { type: 'scaled_float', scaling_factor: 100 } }),
      fields({ a: { type: 'keyword', ignore_above: '256' }, b: { type: 'scaled_float', scaling_factor: '100' } }),
    ],
    [
      'a number as text, in another notation or beyond 2^53',
      fields({ a: { type: 'scaled_float', scaling_factor: 100 }, b: { type: 'long', null_value: 2n ** 60n } }),
      fields({ a: { type: 'scaled_float', scaling_factor: '1e2' }, b: { type: 'long', null_value: `${2n ** 60n}` } }),
    ],
    ['one date format as a list', { dynamic_date_formats: ['yyyy'] }, { dynamic_date_formats: 'yyyy' }],
    [
      'nothing for what it assumes',
      {},
      { enabled: true, _routing: { required: false }, _source: {}, numeric_detection: 'false' },
    ],
    [
      'nothing for a source that is on',
      { _source: { excludes: ['a'] } },
      { _source: { enabled: true, excludes: ['a'] } },
    ],
    [
      'nothing for what it assumes of an object',
      fields({ o: { properties: { a: keyword } } }),
      fields({ o: { enabled: true, properties: { a: keyword } } }),
    ],
  ])('is no change: %s', (_what, told, sent) => {
    for (const [from, to] of [
      [told, sent],
      [sent, told],
    ] as const) {
      const { body, additions, updates, needsReindex } = plan(from, to);
      const effects = [...additions, ...updates].filter(({ hasNoEffect }) => hasNoEffect !== true);
      expect({ effects, needsReindex }).toEqual({ effects: [], needsReindex: [] });
      expect(Object.keys(body).filter((name) => name !== 'properties')).toEqual([]);
    }
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['one target of copy_to', { type: 'keyword', copy_to: ['a'] }, { type: 'keyword', copy_to: 'a' }],
    ['a format that it assumes', { type: 'date' }, { type: 'date', format: 'strict_date_optional_time||epoch_millis' }],
    ['a locale', { type: 'date', locale: 'en_US' }, { type: 'date', locale: 'en-US' }],
    ['the root locale', { type: 'date', locale: '' }, { type: 'date', locale: 'ROOT' }],
    ['a locale in capitals', { type: 'date', locale: 'en_US' }, { type: 'date', locale: 'EN-us' }],
    [
      'a search analyzer that is the analyzer',
      { type: 'completion', analyzer: 'english' },
      { type: 'completion', analyzer: 'english', search_analyzer: 'english' },
    ],
    [
      'a search quote analyzer that is the search analyzer',
      { type: 'text', search_analyzer: 'stop' },
      { type: 'text', search_analyzer: 'stop', search_quote_analyzer: 'stop' },
    ],
    [
      'analyzers beside a search quote analyzer',
      { type: 'match_only_text', analyzer: 'default', search_analyzer: 'default', search_quote_analyzer: 'stop' },
      { type: 'match_only_text', search_quote_analyzer: 'stop' },
    ],
    ['an analyzer beside a search analyzer', { type: 'text', analyzer: 'default' }, { type: 'text' }],
    ['metadata that say nothing', { type: 'ip' }, { type: 'ip', meta: {} }],
    ['index options', { type: 'keyword' }, { type: 'keyword', index_options: 'docs' }],
    ['an orientation', { type: 'geo_shape', orientation: 'LEFT' }, { type: 'geo_shape', orientation: 'cw' }],
    ['a length that it assumes', { type: 'completion', max_input_length: 50 }, { type: 'completion' }],
    [
      'contexts',
      { type: 'completion', contexts: [{ name: 'a', type: 'CATEGORY' }] },
      { type: 'completion', contexts: { name: 'a', type: 'category' } },
    ],
  ])('has no effect on a field: %s', (_what, told, sent) => {
    for (const [from, to] of [
      [told, sent],
      [sent, told],
    ] as const) {
      const { updates, needsReindex } = plan(fields({ f: from }), fields({ f: to }));
      expect(needsReindex).toEqual([]);
      expect(new Set(updates.map(({ hasNoEffect }) => hasNoEffect))).toEqual(new Set([true]));
    }
  });

  it('is still a change where it differs', () => {
    expect(needs({ _routing: { required: false } }, { _routing: { required: true } })).toHaveLength(1);
    expect(
      needs(fields({ f: { type: 'date_nanos' } }), fields({ f: { type: 'date_nanos', format: 'yyyy' } })),
    ).toHaveLength(1);
    const searched = { type: 'text', analyzer: 'english', search_analyzer: 'stop' };
    expect(plan(fields({ f: searched }), fields({ f: { type: 'text', analyzer: 'english' } })).updates).toEqual([
      { at: '/properties/f/search_analyzer', text: 'Remove search_analyzer from f' },
    ]);
    const { updates } = plan(
      fields({ f: { type: 'ip', copy_to: 'a' } }),
      fields({ f: { type: 'ip', copy_to: ['a', 'b'] } }),
    );
    expect(updates.map(({ hasNoEffect }) => hasNoEffect)).toEqual([undefined]);
  });
});

it('says again that mappings are not searchable: OpenSearch refuses an update that leaves it out', () => {
  const before = { enabled: false, properties: { a: keyword } };
  const { body } = planMappingUpdate(before, { enabled: false, properties: { a: keyword, b: keyword } }, open);
  expect(body).toEqual({ enabled: false, properties: { b: keyword } });
  expect(planMappingUpdate(before, before, open).body).toEqual({});
});

it('sees no change in a parameter that the engine forgets', () => {
  const [before, after] = [
    { properties: { n: { type: 'long' }, t: { type: 'text' } } },
    { properties: { n: { type: 'long', boost: 2 }, t: { type: 'text', boost: 2 } } },
  ];
  for (const [from, to] of [
    [before, after],
    [after, before],
  ] as const)
    expect(planMappingUpdate(from, to, open)).toMatchObject({ updates: [{ at: '/properties/t/boost' }] });
  expect(Object.keys(planMappingUpdate(before, after, open).body['properties'] ?? {})).toEqual(['t']);
  const [plain, boosted] = [{ type: 'date' }, { type: 'date', boost: 1 }];
  expect(planMappingUpdate(fields({ d: plain }), fields({ d: boosted }), open).updates).toMatchObject([
    { hasNoEffect: true },
  ]);
});
