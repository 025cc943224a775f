import { describe, expect, it } from 'vitest';
import type { TargetEngine } from '../catalogue/engines.ts';
import { parseJson, type JsonObject, type JsonValue } from '../json/index.ts';
import type { ComponentBodies } from './compose.ts';
import { templateRefusals } from './template-refusals.ts';

const ELASTICSEARCH: TargetEngine = { distribution: 'elasticsearch', version: '8.19.21', plugins: [] };
const OPENSEARCH: TargetEngine = { distribution: 'opensearch', version: '3.4.0', plugins: [] };

const found = (
  body: JsonObject,
  target = ELASTICSEARCH,
  kind: 'index_template' | 'component_template' | 'legacy_template' = 'index_template',
  components: ComponentBodies | null = new Map(),
) => templateRefusals({ kind, body }, components, target).map(({ path, reason }) => `${path}: ${reason}`);
const template = (members: JsonObject): JsonObject => ({ index_patterns: ['q*'], ...members });
const fields = (properties: JsonObject) => ({ mappings: { properties } });

/** Members as Elasticsearch 8.19, OpenSearch 1.3 and OpenSearch 3.4 take or refuse them. */
const MEMBERS: Readonly<Record<'taken' | 'refused', Readonly<Record<string, readonly JsonValue[]>>>> = {
  taken: {
    index_patterns: ['a*', [7], [true], [''], ['A*'], ['-a', '+b'], ['.', '..'], ['a', 'a'], ['**']],
    priority: [1.5, '5', '1.0', 2_147_483_648, 99_999_999_999, parseJson('9007199254740993') ?? null],
    version: [1.5, '5', '1.0', 2_147_483_648],
    _meta: [{}],
    data_stream: [{}, { hidden: true }],
    composed_of: [[]],
    template: [{}, { settings: {}, mappings: {}, aliases: {} }],
  },
  refused: {
    index_patterns: [
      [],
      null,
      [null],
      ['_a'],
      ...['?', '"', '<', '>', '|', '\\', '/', ' ', ',', '#', ':'].map((c) => [`q${c}`]),
    ],
    priority: ['x', -1, null, true, 1e20, [1], {}, ''],
    version: ['x', null, true, 1e20, [1], {}],
    _meta: ['x', null, [], 7],
    data_stream: ['x', null, [], 7],
    composed_of: [null, {}, ['h', null]],
    template: [
      ...['x', null, [], { foo: 1 }, { settings: null }, { settings: 7 }, { settings: [] }, { mappings: null }],
      ...[{ mappings: 7 }, { mappings: [] }, { mappings: '{}' }, { aliases: null }, { aliases: 7 }, { aliases: [] }],
      ...[{ aliases: { 'A b': {} } }, { aliases: { _a: {} } }, { lifecycle: {} }, { data_stream_options: {} }],
    ],
    colour: [{}],
    order: [1],
    settings: [{}],
  },
};

describe.each([ELASTICSEARCH, OPENSEARCH])('of the members of a template $distribution', (target) => {
  it.each(Object.entries(MEMBERS.taken))('takes %s', (name, values) => {
    for (const value of values) expect([value, found(template({ [name]: value }), target)]).toEqual([value, []]);
  });

  it.each(Object.entries(MEMBERS.refused))('refuses %s', (name, values) => {
    for (const value of values) {
      const refusals = found(template({ [name]: value }), target);
      expect([value, refusals]).toEqual([value, [expect.stringMatching(/^[\w.]+(?: \S.*)?: .+\.$/)]]);
    }
  });

  it('refuses what it needs and has not', () => {
    expect(found({}, target)).toEqual(['index_patterns: An index template needs it.']);
    expect(found({}, target, 'component_template')).toEqual(['template: A component template needs it.']);
  });
});

it('knows the members of one engine', () => {
  const members = { allow_auto_create: 'true', deprecated: false, ignore_missing_component_templates: [] };
  expect(found(template(members))).toEqual([]);
  expect(found(template(members), OPENSEARCH)).toEqual(
    Object.keys(members).map((name) => `${name}: OpenSearch 3.4.0 doesn’t know it.`),
  );
  expect(found(template({ allow_auto_create: 1 }))).toEqual(['allow_auto_create: It has to be true or false.']);
  expect(found(template({ context: { name: 'x' } }))).toHaveLength(1);
  expect(found(template({ context: { name: 'x' } }), OPENSEARCH)).toEqual([]);
  expect(found(template({ version: -1 }))).toEqual([]);
  expect(found(template({ version: -1 }), OPENSEARCH)).toEqual(['version: OpenSearch fails on a negative version.']);
  const lifecycle = { data_stream: {}, template: { lifecycle: { data_retention: '7d' } } };
  expect(found(template(lifecycle))).toEqual([]);
  expect(found(template(lifecycle), OPENSEARCH)).toEqual(['template.lifecycle: OpenSearch 3.4.0 doesn’t know it.']);
});

it('judges mappings with the settings and the component templates', () => {
  const base = (body: JsonObject) => new Map([['base', { template: body }]]);
  const alias = template({ composed_of: ['base'], template: fields({ a: { type: 'alias', path: 'b' } }) });
  expect(found(alias, ELASTICSEARCH, 'index_template', base(fields({ b: { type: 'ip' } })))).toEqual([]);
  expect(found(alias, ELASTICSEARCH, 'index_template', base({}))).toEqual([expect.stringMatching(/^a: /)]);
  // Without its component templates nothing is claimed.
  expect(found(alias, ELASTICSEARCH, 'index_template', null)).toEqual([]);
  expect(found(alias, ELASTICSEARCH, 'index_template', new Map())).toEqual([]);
  const analyzed = template({ composed_of: ['base'], template: fields({ a: { type: 'text', analyzer: 'names' } }) });
  const analyzer = { type: 'custom', tokenizer: 'standard' };
  expect(
    found(
      analyzed,
      ELASTICSEARCH,
      'index_template',
      base({ settings: { analysis: { analyzer: { names: analyzer } } } }),
    ),
  ).toEqual([]);
  expect(found(analyzed, ELASTICSEARCH, 'index_template', base({}))).toEqual(['a: The index has no analyzer names.']);
});

it.each([
  ['a type that there is not', fields({ a: { type: 'nope' } }), 'a: '],
  ['a value that is refused', fields({ a: { type: 'keyword', ignore_above: 'many' } }), 'a: '],
  ['a field alias to nothing', fields({ a: { type: 'alias', path: 'gone' } }), 'a: '],
  [
    'too many fields',
    fields(Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`f${at}`, { type: 'ip' }]))),
    '',
  ],
  ['a type', { mappings: { tweet: { properties: { a: { type: 'ip' } } } } }, 'template.mappings: '],
] as const)('refuses mappings with %s, also of a component template', (_what, part, start) => {
  for (const [kind, body] of [
    ['index_template', template({ template: part })],
    ['component_template', { template: part }],
  ] as const)
    expect(found(body, ELASTICSEARCH, kind)).toEqual([expect.stringMatching(new RegExp(`^${start}`))]);
});

it('refuses of a legacy template what its mappings and aliases show', () => {
  const legacy = { index_patterns: ['a*'], order: 1, mappings: { properties: { a: { type: 'nope' } } } };
  expect(found(legacy, ELASTICSEARCH, 'legacy_template')).toEqual([expect.stringMatching(/^a: /)]);
});
