import { describe, expect, it } from 'vitest';
import type { TargetEngine } from '../catalogue/engines.ts';
import { reduce } from '../commands/reduce.ts';
import { stampSource } from '../../fuzz/generate/stamps.ts';
import { readPastedText } from '../json/pasted-text.ts';
import { formatJson, parseJson } from '../json/text.ts';
import { valueAt } from '../json/patch.ts';
import { isObject, type JsonObject, type JsonValue } from '../json/value.ts';
import { foreseenRefusals } from '../mapping/foreseen-refusals.ts';
import { validateMappings } from '../mapping/validate-mappings.ts';
import { emptyState } from '../state/state.ts';
import { locateMappings } from '../template/locate.ts';
import { pastedBodies } from '../template/pasted.ts';
import { lintedBodies, seriesOf } from './bodies.ts';
import { BREAKING_CHANGES } from './breaking-changes.ts';
import { fixesAtOnce } from './fixes.ts';
import { lint, MAX_FINDINGS_PER_RULE } from './lint.ts';
import { LINT_RULES, RULE_IDS } from './rules/list.ts';
import type { LintInput } from './subject.ts';
import type { FieldUsage, Structure } from './usage.ts';

const es = (version: string): TargetEngine => ({ distribution: 'elasticsearch', version });
const os = (version: string): TargetEngine => ({ distribution: 'opensearch', version });

type Example = Partial<LintInput> & { readonly body: JsonValue };

const fields = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ properties, ...more });
const many = (count: number, definition: JsonValue = { type: 'keyword' }): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`field_${index}`, definition]));

/** A template of one field, and of the component template `base`. */
const COMPOSED: JsonObject = {
  index_patterns: ['logs-*'],
  composed_of: ['base'],
  template: { mappings: { properties: { field_0: { type: 'ip' } } } },
};

const composedOf = (template: JsonObject) => new Map([['base', { template }]]);

/** Uses by path: their number, and the structures that were used. */
const used = (uses: Readonly<Record<string, readonly [number, ...Structure[]]>>): FieldUsage =>
  new Map(Object.entries(uses).map(([path, [any, ...structures]]) => [path, { any, structures: new Set(structures) }]));

const LOGS: JsonObject = {
  index_patterns: ['logs-*'],
  priority: 10,
  template: { mappings: fields({ a: { type: 'ip' } }) },
};
const among = (
  indexTemplates: Readonly<Record<string, JsonObject>>,
  legacy: Readonly<Record<string, JsonObject>> = {},
) => ({
  name: 'logs',
  indexTemplates: new Map(Object.entries(indexTemplates)),
  legacyTemplates: new Map(Object.entries(legacy)),
});
const growth = (...counts: readonly number[]) =>
  counts.map((count, index) => ({ name: `logs-${index}`, fields: count }));
const USED_TEXT = fields({ title: { type: 'text', fields: { keyword: { type: 'keyword' } } } });

/** For each rule mappings that it finds something in, and mappings that it does not. */
const EXAMPLES: Readonly<Record<string, { readonly fires: readonly Example[]; readonly quiet: readonly Example[] }>> = {
  upgrade: {
    fires: [
      { body: fields({ a: { type: 'text', boost: 2 } }), target: es('7.17') },
      {
        body: fields({ a: { type: 'text', fields: { b: { type: 'text', fields: { c: { type: 'ip' } } } } } }),
        target: es('7.17'),
      },
      { body: fields({ a: { type: 'geo_shape', tree: 'quadtree' } }), target: es('7.17') },
      {
        body: fields({
          a: {
            type: 'completion',
            contexts: Array.from({ length: 11 }, (_, n) => ({ name: `c${n}`, type: 'category' })),
          },
        }),
        target: es('7.17'),
      },
      { body: { _field_names: { enabled: false }, properties: {} }, target: es('7.17') },
      { body: { _source: { mode: 'synthetic' }, properties: {} }, target: es('8.19') },
      { body: { _source: { mode: 'synthetic', excludes: ['a'] }, properties: {} }, target: es('8.19') },
      { body: { _routing: { required: true, boost: 1 }, properties: {} }, target: es('8.19') },
      { body: fields({ a: { type: 'text', search_analyzer: 'persian', analyzer: 'standard' } }), target: es('8.19') },
      { body: fields({ a: { type: 'dense_vector', dims: 3 } }), target: es('9.1') },
      {
        body: fields({ a: { type: 'knn_vector', dimension: 3, method: { name: 'hnsw', engine: 'nmslib' } } }),
        target: os('2.19'),
      },
      // What no release note says, the catalogue knows.
      { body: fields({ a: { type: 'wildcard', doc_values: true } }), target: es('7.17') },
      { body: fields({ a: { type: 'match_only_text' } }), target: es('8.19'), upgradeTo: [os('1.3')] },
    ],
    quiet: [
      { body: fields({ a: { type: 'text' } }), target: es('7.17') },
      { body: fields({ a: { type: 'text', boost: 2 } }), target: es('9.5') },
      { body: fields({ a: { type: 'text', boost: 2 } }), target: es('7.17'), upgradeTo: [es('7.18')] },
      { body: { _source: { mode: 'synthetic' }, properties: {} }, target: es('9.1') },
      {
        body: fields({ a: { type: 'knn_vector', dimension: 3, method: { name: 'hnsw', engine: 'faiss' } } }),
        target: os('2.19'),
      },
      { body: { _meta: { type: 'mine' }, properties: {} }, target: es('8.19') },
    ],
  },
  'overlapping-templates': {
    fires: [
      { body: LOGS, template: among({ other: { index_patterns: ['logs-web-*'], priority: 10 } }) },
      {
        body: LOGS,
        template: among({
          a: { index_patterns: ['*-web'], priority: 10 },
          b: { index_patterns: 'logs-1', priority: 11 },
        }),
      },
      { body: LOGS, template: among({ all: { index_patterns: ['lo*'], priority: 11 } }) },
      { body: LOGS, template: among({}, { old: { index_patterns: ['logs-*'] } }) },
      { body: { index_template: LOGS }, template: among({ all: { index_patterns: ['*'], priority: 500 } }) },
      {
        body: { index_patterns: ['logs-*'], mappings: fields({ a: { type: 'ip' } }) },
        template: among({ all: { index_patterns: ['logs-*'], priority: 1 } }),
        target: es('9.5'),
      },
    ],
    quiet: [
      { body: LOGS, template: among({ logs: LOGS }) },
      { body: LOGS, template: among({ narrower: { index_patterns: ['logs-web-*'], priority: 11 } }) },
      { body: LOGS, template: among({ other: { index_patterns: ['metrics-*'], priority: 10 } }) },
      { body: { template: { mappings: {} } }, template: among({ all: { index_patterns: ['*'], priority: 500 } }) },
    ],
  },
  'field-limit': {
    fires: [
      { body: fields(many(800)) },
      { body: { settings: { 'index.mapping.total_fields.limit': 10 }, mappings: fields(many(8)) } },
      { body: { settings: { index: { mapping: { total_fields: { limit: '5' } } } }, mappings: fields(many(8)) } },
      { body: { runtime: many(900, { type: 'long' }) } },
      { body: COMPOSED, components: composedOf({ mappings: fields(many(800)) }) },
      {
        body: COMPOSED,
        components: composedOf({ settings: { index: { mapping: { total_fields: { limit: 1 } } } } }),
      },
      {
        body: { index_patterns: ['a*'], composed_of: ['base'] },
        components: composedOf({ mappings: fields(many(800)) }),
      },
    ],
    quiet: [
      { body: fields(many(799)) },
      // The field of the template is one of the component, too.
      { body: COMPOSED, components: composedOf({ mappings: fields(many(799)) }) },
      {
        body: { ...LOGS, template: { mappings: fields(many(800)) }, composed_of: ['base'] },
        components: composedOf({ settings: { 'index.mapping.total_fields.limit': 5_000 } }),
      },
      { body: { settings: { index: { mapping: { total_fields: { limit: 5_000 } } } }, mappings: fields(many(1_500)) } },
      { body: fields(many(1_500)), settings: { 'index.mapping.total_fields.limit': '5000' } },
      { body: {} },
    ],
  },
  'field-growth': {
    fires: [
      { body: fields(many(3)), growth: growth(100, 150, 200) },
      { body: fields(many(3)), growth: growth(980, 985, 990) },
      { body: {}, growth: growth(1_100, 1_200, 1_300) },
    ],
    quiet: [
      { body: fields(many(3)), growth: growth(100, 101, 102) },
      { body: fields(many(3)), growth: growth(300, 200, 100) },
    ],
  },
  'dynamic-root': {
    fires: [
      { body: fields({ a: { type: 'ip' } }) },
      { body: fields({ a: { type: 'ip' } }, { dynamic: true }) },
      { body: { mappings: fields({ a: { type: 'ip' } }, { dynamic: 'true' }) } },
      { body: LOGS },
      { body: COMPOSED, components: composedOf({}) },
      { body: COMPOSED, components: composedOf({ mappings: { dynamic: true } }) },
      {
        body: { ...COMPOSED, composed_of: ['gone'], ignore_missing_component_templates: ['gone'] },
        components: composedOf({ mappings: { dynamic: 'strict' } }),
      },
    ],
    quiet: [
      { body: COMPOSED, components: composedOf({ mappings: { dynamic: 'strict' } }) },
      { body: COMPOSED, components: composedOf({ mappings: { dynamic_templates: [{ a: { mapping: {} } }] } }) },
      { body: { ...COMPOSED, composed_of: ['base', 'gone'] }, components: composedOf({}) },
      { body: fields({ a: { type: 'ip' } }, { dynamic: false }) },
      { body: fields({ a: { type: 'ip' } }, { dynamic: 'strict' }) },
      { body: fields({ a: { type: 'ip' } }, { dynamic: 'runtime' }) },
      { body: fields({ a: { type: 'ip' } }, { enabled: false }) },
      { body: fields({ a: { type: 'ip' } }, { dynamic_templates: [{ a: { mapping: {} } }] }) },
      { body: { ...LOGS, composed_of: ['base'] } },
      { body: { template: { mappings: fields({ a: { type: 'ip' } }) } } },
      { body: {} },
    ],
  },
  'unused-keyword': {
    fires: [
      { body: USED_TEXT, usage: used({ title: [5, 'inverted_index'] }) },
      { body: USED_TEXT, usage: used({ 'title.keyword': [0] }) },
    ],
    quiet: [
      { body: USED_TEXT, usage: used({ 'title.keyword': [1, 'doc_values'] }) },
      { body: fields({ title: { type: 'keyword' } }), usage: new Map() },
      {
        body: fields({ ...(USED_TEXT['properties'] as JsonObject), t: { type: 'alias', path: 'title.keyword' } }),
        usage: new Map(),
      },
    ],
  },
  'unused-structure': {
    fires: [
      { body: fields({ a: { type: 'keyword' } }), usage: used({}) },
      { body: fields({ a: { type: 'keyword' } }), usage: used({ a: [3, 'inverted_index'] }) },
      { body: fields({ a: { type: 'date', doc_values: true } }), usage: used({ a: [3, 'points'] }) },
      { body: fields({ a: { type: 'long', doc_values: false } }), usage: used({}) },
      { body: fields({ a: { type: 'text' } }), usage: used({ a: [3, 'inverted_index'] }) },
      { body: fields({ a: { type: 'text', norms: false } }), usage: used({}) },
      { body: fields({ o: { properties: { a: { type: 'ip' } } } }), usage: used({ 'o.a': [1, 'doc_values'] }) },
      // The keyword is sorted by, and never searched.
      { body: USED_TEXT, usage: used({ title: [1, 'inverted_index', 'norms'], 'title.keyword': [1, 'doc_values'] }) },
      {
        body: { mappings: fields({ a: { type: 'long' } }), settings: { 'index.sort.field': ['b'] } },
        usage: used({ a: [1, 'points'] }),
      },
    ],
    quiet: [
      { body: fields({ a: { type: 'keyword' } }), usage: used({ a: [2, 'inverted_index', 'doc_values'] }) },
      { body: fields({ a: { type: 'text' } }), usage: used({ a: [2, 'inverted_index', 'norms'] }) },
      { body: fields({ a: { type: 'text', index: false } }), usage: used({}) },
      { body: fields({ a: { type: 'keyword', index: false, doc_values: false } }), usage: used({}) },
      // A multi-field that is not used at all is removed by another rule.
      { body: USED_TEXT, usage: used({ title: [1, 'inverted_index', 'norms'] }) },
      { body: fields({ '@timestamp': { type: 'date' } }), usage: used({}) },
      { body: fields({ a: { type: 'keyword', time_series_dimension: true } }), usage: used({}) },
      { body: fields({ a: { type: 'geo_shape' }, b: { type: 'flattened' } }), usage: used({}) },
      ...[{ 'index.sort.field': ['a'] }, { index: { sort: { field: 'a' } } }, { 'index.mode': 'logsdb' }].map(
        (settings): Example => ({
          body: { mappings: fields({ a: { type: 'long' } }), settings },
          usage: used({ a: [1, 'points'] }),
        }),
      ),
      {
        body: fields({ a: { type: 'long' } }, { _source: { mode: 'synthetic' } }),
        usage: used({ a: [1, 'points'] }),
      },
    ],
  },
  'keyword-without-ignore-above': {
    fires: [
      { body: fields({ a: { type: 'keyword' } }) },
      { body: fields({ a: { type: 'text', fields: { raw: { type: 'keyword' } } } }) },
      { body: fields({ a: { type: 'keyword', index: false } }) },
    ],
    quiet: [
      { body: fields({ a: { type: 'keyword', ignore_above: 256 } }) },
      { body: fields({ a: { type: 'keyword', index: false, doc_values: false } }) },
      { body: fields({ a: { type: 'keyword', time_series_dimension: true } }) },
      ...['logsdb', 'LogsDB'].map((mode) => ({
        body: { settings: { index: { mode } }, mappings: fields({ a: { type: 'keyword' } }) },
      })),
      { body: { settings: { 'index.mapping.ignore_above': 100 }, mappings: fields({ a: { type: 'keyword' } }) } },
      { body: fields({ a: { type: 'text' } }) },
    ],
  },
  'numeric-identifier': {
    fires: [
      ...['id', 'user_id', 'userId', 'isbn', 'ZIP', 'order.id', 'phone_number', 'orderNo'].map((name) => ({
        body: fields({ [name]: { type: 'long' } }),
      })),
      { body: fields({ id: { type: 'integer', coerce: true, null_value: 0, ignore_malformed: true, store: true } }) },
      { body: fields({ id: { type: 'long', fields: { text: { type: 'text' } } } }) },
    ],
    quiet: [
      ...['valid', 'pid', 'bid', 'count', 'width', 'paid', 'grid'].map((name) => ({
        body: fields({ [name]: { type: 'long' } }),
      })),
      { body: fields({ id: { type: 'keyword' } }) },
      { body: fields({ id: { type: 'double' } }) },
      { body: fields({ id: { type: 'long', index: false } }) },
      { body: fields({ id: { type: 'long', time_series_metric: 'counter' } }) },
      { body: fields({ id: { type: 'long', fields: { raw: { type: 'keyword' } } } }) },
    ],
  },
  'lenient-date': {
    fires: [
      ...['strict_date', 'strict_date_hour', 'epoch_millis||strict_date', 'strict_date_hour_minute'].map((format) => ({
        body: fields({ a: { type: 'date', format } }),
      })),
      { body: fields({ a: { type: 'date_range', format: 'strict_date' } }) },
      { body: { dynamic_date_formats: ['yyyy', 'epoch_millis||strict_date'] } },
      { body: { dynamic_templates: [{ d: { match: 'd*', mapping: { type: 'date', format: 'strict_date' } } }] } },
      {
        body: {
          dynamic_templates: [
            { d: { match_mapping_type: 'date', mapping: { type: '{dynamic_type}', format: 'strict_date' } } },
          ],
        },
      },
      { body: { dynamic_templates: [{ d: { match_mapping_type: 'date', mapping: { format: 'strict_date' } } }] } },
    ],
    quiet: [
      ...['strict_year_month_day', 'strict_date_optional_time', 'yyyy-MM-dd', 'date', 'strict_date_time'].map(
        (format) => ({ body: fields({ a: { type: 'date', format } }) }),
      ),
      { body: fields({ a: { type: 'date' } }) },
      { body: fields({ a: { type: 'keyword', format: 'strict_date' } }) },
      { body: { dynamic_date_formats: ['strict_year_month_day', 'strict_date_optional_time'] } },
      { body: { dynamic_date_formats: 'strict', dynamic_templates: [null, { a: null, b: {} }] } },
      { body: { dynamic_templates: [{ d: { match_mapping_type: 'long', mapping: { format: 'strict_date' } } }] } },
    ],
  },
  'float-as-integer': {
    fires: [
      ...['float', 'half_float'].map((type) => ({
        body: fields({ a: { type, fields: { k: { type: 'keyword' }, n: { type: 'integer' } } } }),
      })),
      { body: fields({ a: { type: 'float', fields: { n: { type: 'integer', ignore_malformed: true } } } }) },
      { body: fields({ a: { type: 'float', copy_to: 'o.n' }, o: { properties: { n: { type: 'long' } } } }) },
      { body: fields({ a: { type: 'float', copy_to: ['t', 'n'] }, t: { type: 'text' }, n: { type: 'byte' } }) },
      {
        body: { ...COMPOSED, template: { mappings: fields({ a: { type: 'float', copy_to: 'n' } }) } },
        components: composedOf({ mappings: fields({ n: { type: 'long' } }) }),
      },
    ],
    quiet: [
      { body: fields({ a: { type: 'double', fields: { n: { type: 'integer' } } } }) },
      { body: fields({ a: { type: 'float', fields: { d: { type: 'double' }, n: { type: 'integer' } } } }) },
      {
        body: fields({
          a: { type: 'float', copy_to: ['b', 'gone'], fields: { k: { type: 'keyword' } } },
          b: { type: 'float' },
        }),
      },
      { body: fields({ a: { type: 'float' }, n: { type: 'integer' } }) },
      {
        body: fields({ a: { type: 'float', fields: { n: { type: 'integer', ignore_malformed: true } } } }),
        target: { distribution: 'opensearch', version: '3.4' },
      },
      { body: fields({ a: { type: 'long', fields: { f: { type: 'float' } } } }) },
    ],
  },
  'date-as-text': {
    fires: [
      ...['date', 'timestamp', '@timestamp', 'created_at', 'createdAt', 'orderDate', 'updated_on', 'DATE'].map(
        (name) => ({
          body: fields({ [name]: { type: 'keyword' } }),
        }),
      ),
      { body: fields({ date: { type: 'text', analyzer: 'english', norms: false } }) },
      { body: fields({ date: { type: 'keyword', ignore_above: 10, null_value: 'none' } }) },
      { body: fields({ date: { type: 'text', fields: { raw: { type: 'keyword' } } } }) },
    ],
    quiet: [
      ...['update', 'candidate', 'lat', 'mandate', 'date_format', 'format', 'look_at', 'time'].map((name) => ({
        body: fields({ [name]: { type: 'text' } }),
      })),
      { body: fields({ date: { type: 'date' } }) },
      { body: fields({ date: { type: 'date', fields: { date: { type: 'keyword' } } } }) },
    ],
  },
  'nested-in-nested': {
    fires: [
      { body: fields({ a: { type: 'nested', properties: { b: { type: 'nested' } } } }) },
      { body: fields({ a: { type: 'nested', properties: { o: { properties: { b: { type: 'nested' } } } } } }) },
    ],
    quiet: [
      { body: fields({ a: { type: 'nested', properties: { b: { type: 'object' } } }, c: { type: 'nested' } }) },
      { body: fields({ a: { properties: { b: { type: 'nested' } } } }) },
    ],
  },
  'vector-not-quantized': {
    fires: [
      {
        body: fields({ v: { type: 'dense_vector', dims: 384, index_options: { type: 'hnsw', m: 32 } } }),
        target: es('9.5'),
      },
      { body: fields({ v: { type: 'dense_vector', dims: 384, index_options: { type: 'flat' } } }), target: es('8.15') },
      {
        body: fields({ v: { type: 'dense_vector', dims: 384, index: true, similarity: 'cosine' } }),
        target: es('8.10'),
      },
      { body: fields({ v: { type: 'dense_vector', dims: 384 } }), target: es('8.12') },
      { body: fields({ v: { type: 'knn_vector', dimension: 768 } }), target: os('2.19') },
      {
        body: fields({ v: { type: 'knn_vector', dimension: 768, mode: 'in_memory', compression_level: '1x' } }),
        target: os('3.4'),
      },
      {
        body: fields({ v: { type: 'knn_vector', dimension: 768, method: { name: 'hnsw', engine: 'faiss' } } }),
        target: os('3.4'),
      },
    ],
    quiet: [
      { body: fields({ v: { type: 'dense_vector', dims: 384 } }), target: es('9.5') },
      { body: fields({ v: { type: 'dense_vector', dims: 384 } }), target: es('8.10') },
      { body: fields({ v: { type: 'dense_vector', dims: 384, index: false } }), target: es('8.12') },
      { body: fields({ v: { type: 'dense_vector', dims: 384, element_type: 'byte' } }), target: es('8.12') },
      { body: fields({ v: { type: 'dense_vector', dims: 3, index_options: { type: 'hnsw' } } }), target: es('9.5') },
      {
        body: fields({ v: { type: 'dense_vector', dims: 384, index_options: { type: 'int8_hnsw' } } }),
        target: es('9.5'),
      },
      { body: fields({ v: { type: 'knn_vector', dimension: 768, mode: 'on_disk' } }), target: os('3.4') },
      { body: fields({ v: { type: 'knn_vector', dimension: 768, compression_level: '4x' } }), target: os('3.4') },
      { body: fields({ v: { type: 'knn_vector', dimension: 768, data_type: 'BYTE' } }), target: os('3.4') },
      {
        body: fields({
          v: {
            type: 'knn_vector',
            dimension: 768,
            method: { engine: 'faiss', parameters: { encoder: { name: 'sq' } } },
          },
        }),
        target: os('3.4'),
      },
    ],
  },
};

const inputOf = (example: Example): LintInput => ({ ...locateMappings(example.body), ...example });

/** What one rule finds, whether it is on by default or not. */
function findingsOf(rule: string, input: LintInput) {
  const { findings } = lint(input, { on: new Set(RULE_IDS) });
  return findings.filter((finding) => finding.rule === rule);
}

function faultsIn(body: JsonValue | undefined, { mappingsAt, target }: LintInput): number {
  const mappings = valueAt(body, mappingsAt);
  const refused = isObject(mappings) ? foreseenRefusals({}, mappings, target ?? es('9.5')).length : 0;
  return validateMappings(mappings ?? {}).errors.length + refused;
}

it('has examples of each rule, and of no other', () => {
  expect(Object.keys(EXAMPLES).toSorted()).toEqual(RULE_IDS.toSorted());
  expect(new Set(RULE_IDS).size).toBe(RULE_IDS.length);
});

describe.each(LINT_RULES.map((rule) => [rule.id, rule] as const))('the rule %s', (id, rule) => {
  const { fires, quiet } = EXAMPLES[id] ?? { fires: [], quiet: [] };

  it('has words, and addresses of public documentation', () => {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(rule.reason).toMatch(/^[A-Z].*\.$/);
    expect(rule.documentation.elasticsearch).toMatch(/^https:\/\/www\.elastic\.co\//);
    expect(rule.documentation.opensearch).toMatch(/^https:\/\/docs\.opensearch\.org\//);
    expect(fires.length).toBeGreaterThan(0);
    expect(quiet.length).toBeGreaterThan(0);
  });

  it.each(fires.map((example, index) => [index, example] as const))('finds something in example %i', (_, example) => {
    const input = inputOf(example);
    const found = findingsOf(id, input);
    expect(found).not.toEqual([]);
    for (const { at, path, evidence } of found) {
      expect(valueAt(input.body, at), at).toBeDefined();
      expect(path).not.toBe('');
      expect(evidence).toMatch(/\.$/);
    }
  });

  it.each(quiet.map((example, index) => [index, example] as const))(
    'finds nothing in counterexample %i',
    (_, example) => {
      expect(findingsOf(id, inputOf(example))).toEqual([]);
    },
  );

  it('finds nothing by usage in what was not counted', () => {
    for (const example of fires) {
      if (example.usage === undefined) continue;
      const { usage: _, ...without } = inputOf(example);
      const findings = (input: LintInput) => findingsOf(id, input).map(({ at }) => at);
      expect(findings({ ...inputOf(example), counted: [inputOf(example).body as JsonObject, {}] })).toEqual(
        findings(without),
      );
    }
  });

  it('has fixes that can be made as one step', () => {
    for (const example of fires) {
      const input = inputOf(example);
      const commands = fixesAtOnce(findingsOf(id, input)).map(({ fix }) => fix.command);
      if (commands.length === 0) continue;
      const reduced = reduce(
        emptyState(input),
        { type: 'batch', payload: { commands, summary: 'Fix' } },
        stampSource()(),
      );
      if (!('event' in reduced)) throw new Error(JSON.stringify(reduced));
      const left = findingsOf(id, { ...input, body: reduced.after.body }).filter(({ fix }) => fix !== null);
      expect(left).toEqual([]);
    }
  });

  it('has fixes that take their finding away and break nothing', () => {
    for (const example of fires) {
      const input = inputOf(example);
      const found = findingsOf(id, input);
      for (const { fix, at } of found) {
        if (fix === null) continue;
        const reduced = reduce(emptyState(input), fix.command, stampSource()());
        if (!('event' in reduced)) throw new Error(`${fix.title}: ${JSON.stringify(reduced)}`);
        const after = { ...input, body: reduced.after.body };
        expect(
          findingsOf(id, after).map((each) => each.at),
          fix.title,
        ).not.toContain(at);
        expect(findingsOf(id, after).length).toBeLessThan(found.length);
        expect(faultsIn(after.body, input), fix.title).toBeLessThanOrEqual(faultsIn(input.body, input));
      }
    }
  });
});

describe('fixes', () => {
  const fixIn = (rule: string, example: Example) => findingsOf(rule, inputOf(example))[0]?.fix ?? null;

  it('change a type with what the new one does not take', () => {
    expect(
      fixIn('numeric-identifier', { body: fields({ id: { type: 'long', coerce: true, doc_values: true } }) }),
    ).toEqual({
      title: 'Change the type to Keyword',
      command: {
        type: 'field.edit',
        payload: { field: '/properties/id', set: { type: 'keyword' }, unset: ['coerce'] },
      },
    });
  });

  it('name the format that refuses days that are none, where there is one', () => {
    const fixOf = (format: string) => fixIn('lenient-date', { body: fields({ a: { type: 'date', format } }) });
    expect(fixOf('strict_date||epoch_millis')?.command.payload).toEqual({
      field: '/properties/a',
      set: { format: 'strict_year_month_day||epoch_millis' },
    });
    expect(fixOf('strict_date_hour')).toBeNull();
    const body = fields({ a: { type: 'date', format: 'strict_date' } });
    expect(findingsOf('lenient-date', inputOf({ body }))[0]?.evidence).toBe(
      'strict_date takes 2021-02-31 and stores 2021-03-03T00:00:00.000Z.',
    );
  });

  it('name it for the formats that make dates of new fields, and for all dynamic templates at once', () => {
    const dynamic_date_formats = ['yyyy', 'strict_date||epoch_millis'];
    expect(fixIn('lenient-date', { body: { dynamic_date_formats } })?.command).toEqual({
      type: 'configuration.save',
      payload: { set: { dynamic_date_formats: ['yyyy', 'strict_year_month_day||epoch_millis'] } },
    });
    expect(fixIn('lenient-date', { body: { dynamic_date_formats: ['strict_date', 'strict_date_hour'] } })).toBeNull();
    const template = (match: string, format: string) => ({ [match]: { match, mapping: { type: 'date', format } } });
    const body = {
      dynamic_templates: [
        template('a', 'strict_date'),
        template('b', 'strict_date_hour'),
        template('c', 'strict_date'),
      ],
    };
    const found = findingsOf('lenient-date', inputOf({ body }));
    expect(found.map(({ path }) => path)).toEqual(['a', 'b', 'c'].map((name) => `dynamic template ${name}`));
    const command = {
      type: 'templates.save',
      payload: {
        templates: [
          template('a', 'strict_year_month_day'),
          template('b', 'strict_date_hour'),
          template('c', 'strict_year_month_day'),
        ],
      },
    };
    expect(found.map(({ fix }) => fix?.command)).toEqual([command, undefined, command]);
  });

  it('are not offered where they would lose fields', () => {
    expect(
      fixIn('date-as-text', { body: fields({ date: { type: 'text', fields: { raw: { type: 'keyword' } } } }) }),
    ).toBeNull();
  });

  it('keep the other options of a vector index', () => {
    const body = fields({ v: { type: 'dense_vector', dims: 384, index_options: { type: 'hnsw', m: 32 } } });
    expect(fixIn('vector-not-quantized', { body, target: es('9.5') })?.command.payload).toMatchObject({
      set: { index_options: { type: 'int8_hnsw', m: 32 } },
    });
  });

  it('of one field are made as one step, and of two that write the same the first', () => {
    const shape = { type: 'geo_shape', tree: 'quadtree', boost: 2 };
    const input = inputOf({ body: fields({ a: shape }), target: es('7.17') });
    const found = fixesAtOnce(findingsOf('upgrade', input));
    expect(found.map(({ fix }) => fix.title).toSorted()).toEqual(['Remove boost', 'Remove tree']);
    const source = { _source: { mode: 'synthetic', type: 'x' }, properties: {} };
    const of = findingsOf('upgrade', inputOf({ body: source, target: es('8.19') }));
    expect(of.flatMap(({ fix }) => fix?.title ?? [])).toEqual(['Remove _source.mode', 'Remove _source.type']);
    expect(fixesAtOnce(of).map(({ fix }) => fix.title)).toEqual(['Remove _source.mode']);
  });

  it('raise a priority above all that overlap', () => {
    const other = (priority: number) => ({ index_patterns: ['logs-*'], priority });
    const template = among({ a: other(10), b: other(11), c: other(12), d: { index_patterns: ['x'], priority: 13 } });
    const found = findingsOf('overlapping-templates', inputOf({ body: LOGS, template }));
    expect(found.map(({ fix }) => fix?.title)).toEqual(['Set the priority to 13', 'Set the priority to 13']);
  });
});

describe('a lint', () => {
  it('says what a rule would have to know, and guesses nothing', () => {
    const { noData, findings } = lint(inputOf({ body: LOGS }));
    expect(findings).toEqual([]);
    expect(noData).toEqual([
      { rule: 'upgrade', missing: 'the engine and version that it is on' },
      { rule: 'overlapping-templates', missing: 'the other templates' },
      { rule: 'field-growth', missing: 'the fields of 3 indices of one pattern' },
      { rule: 'unused-keyword', missing: 'how often each field is used' },
      { rule: 'unused-structure', missing: 'how often each field is used' },
    ]);
  });

  it('leaves out what is switched off, with the reason, and what is off by default', () => {
    const input = inputOf({ body: fields({ id: { type: 'long' } }) });
    expect(lint(input).findings.map(({ rule }) => rule)).toEqual(['numeric-identifier']);
    const { findings, off } = lint(input, {
      off: new Map([['numeric-identifier', 'ranges of ids']]),
      on: new Set(['dynamic-root']),
    });
    expect(findings.map(({ rule }) => rule)).toEqual(['dynamic-root']);
    expect(off).toEqual([{ rule: 'numeric-identifier', reason: 'ranges of ids' }]);
  });

  it('names the release note of a breaking change', () => {
    const [finding] = lint(inputOf({ body: fields({ a: { type: 'text', boost: 2 } }), target: es('7.17') })).findings;
    expect(finding).toMatchObject({
      rule: 'upgrade',
      severity: 'error',
      path: 'a',
      at: '/properties/a/boost',
      evidence: 'Elasticsearch 9.5: The boost of a field was removed. Boost queries instead.',
      documentation: 'https://www.elastic.co/guide/en/elasticsearch/reference/8.9/migrating-8.0.html#mapping-boosts',
    });
  });

  it('says once what a release note and the catalogue both know', () => {
    const input = inputOf({ body: fields({ a: { type: 'ip', boost: 2 } }), target: es('7.17') });
    expect(findingsOf('upgrade', input)).toHaveLength(1);
  });

  it('has public addresses for every breaking change', () => {
    for (const { note, inField, inBody } of BREAKING_CHANGES) {
      expect(note).toMatch(/^https:\/\/(www\.elastic\.co|docs\.opensearch\.org)\/.*#/);
      expect([inField, inBody].filter((each) => each !== undefined)).toHaveLength(1);
    }
  });

  it('reports the first findings of a rule, and counts the others', () => {
    const { findings, more } = lint(inputOf({ body: fields(many(10_000, { type: 'keyword' })) }), {
      on: new Set(['keyword-without-ignore-above']),
    });
    expect(findings.filter(({ rule }) => rule === 'keyword-without-ignore-above')).toHaveLength(MAX_FINDINGS_PER_RULE);
    expect(more).toEqual([{ rule: 'keyword-without-ignore-above', count: 9_000 }]);
  });

  it.each([
    ['no object', '[]'],
    ['nothing', 'null'],
    ['properties that are no object', '{"properties":[1,{"a":{"type":"keyword"}}]}'],
    ['definitions that are no objects', '{"properties":{"id":1,"date":null,"b":"x","c":[{}]}}'],
    ['types that are no names', '{"properties":{"id":{"type":5},"date":{"type":["text"]},"c":{"type":null}}}'],
    [
      'parameters of other kinds',
      '{"properties":{"v":{"type":"knn_vector","method":"x","data_type":4},"w":{"type":"dense_vector","index_options":[]}}}',
    ],
    ['settings that are none', '{"settings":[],"mappings":{"properties":{"a":{"type":"keyword"}}}}'],
    ['patterns that are none', '{"index_patterns":{"a":1},"priority":"x","template":{"mappings":[]}}'],
    [
      'names of the language',
      '{"properties":{"__proto__":{"type":"keyword","fields":{"constructor":{"type":"keyword"}}},"toString":{"type":"valueOf"}}}',
    ],
  ])('takes %s', (_, text) => {
    const body = parseJson(text);
    const template = among({ __proto__: {}, other: { index_patterns: 7 } });
    const input = { ...locateMappings(body), body, target: es('7.17'), template, usage: new Map<string, never>() };
    for (const { at } of lint(input, { on: new Set(RULE_IDS) }).findings) expect(valueAt(body, at), at).toBeDefined();
  });

  it('finds what is deep, and what is called __proto__', () => {
    let field = '{"type":"keyword"}';
    for (let depth = 0; depth < 240; depth++) field = `{"properties":{"__proto__":${field}}}`;
    const body = parseJson(field);
    expect(findingsOf('keyword-without-ignore-above', inputOf({ body }))).toHaveLength(1);
  });
});

describe('the bodies in a response', () => {
  const index = (count: number) => ({ mappings: fields(many(count)) });
  const bodiesIn = (value: JsonValue) => pastedBodies(readPastedText(formatJson(value)));

  it('are those of every index, and only the newest of a series grows', () => {
    const bodies = bodiesIn({ 'logs-2': index(2), 'logs-10': index(10), 'logs-1': index(1), shop: index(5) });
    const logs = [
      { name: 'logs-1', fields: 1 },
      { name: 'logs-2', fields: 2 },
      { name: 'logs-10', fields: 10 },
    ];
    const of = (name: string, series: object) => ({
      kind: 'mappings',
      mappingsAt: '/mappings',
      index: name,
      growth: series,
    });
    const linted = lintedBodies(bodies);
    expect(linted).toEqual([
      of('logs-2', logs),
      of('logs-10', logs),
      of('logs-1', logs),
      of('shop', [{ name: 'shop', fields: 5 }]),
    ]);
    const found = linted.flatMap((each, at) => findingsOf('field-growth', { ...each, body: bodies[at]?.body }));
    expect(found.map(({ at, evidence }) => [at, evidence])).toEqual([
      [
        '/mappings/properties',
        'logs-1 has 1 fields and logs-10 has 10: at this rate the limit of 1,000 is reached after 220 more indices.',
      ],
    ]);
  });

  it('have no series where there is one, or where they are templates', () => {
    const linted = (value: JsonValue) => lintedBodies(bodiesIn(value));
    expect(linted(fields({ mappings: { properties: {} } }))).toEqual([{ kind: 'mappings', mappingsAt: '' }]);
    expect(linted({ orders: { mappings: {} } })).toEqual([{ kind: 'mappings', mappingsAt: '/mappings' }]);
    const template = { order: 1, index_patterns: ['a'], mappings: {} };
    expect(linted({ a: template, b: template })).toEqual([
      { kind: 'legacy template', mappingsAt: '/mappings' },
      { kind: 'legacy template', mappingsAt: '/mappings' },
    ]);
  });
});

describe('the series of indices', () => {
  it('are found by the numbers in the names, whatever order they come in', () => {
    const names = ['b-2', 'logs-2026.10.01', 'a', 'logs-2026.9.30', 'b-10', 'b-007', 'x1-2', 'x2-1', 'b'];
    const named = names.map((name) => ({ name }));
    expect(seriesOf(named).map(({ members }) => members)).toEqual([
      ['a'],
      ['b'],
      ['b-2', 'b-007', 'b-10'],
      ['logs-2026.9.30', 'logs-2026.10.01'],
      ['x1-2', 'x2-1'],
    ]);
    expect(seriesOf(named).map(({ newest }) => newest)).toEqual(['a', 'b', 'b-10', 'logs-2026.10.01', 'x2-1']);
    expect(seriesOf(named.toReversed())).toEqual(seriesOf(named));
    expect(seriesOf([])).toEqual([]);
  });

  it('are the backing indices of a data stream, in the order of its rollovers, whatever stands before their names', () => {
    const members = ['shrink-x1-.ds-app-2026.09.30-000009', '.ds-app-2026.10.01-000010', '.ds-app-2026.10.01-000011'];
    const app = members.map((name) => ({ name, stream: 'app' }));
    const other = { name: '.ds-app2-2026.10.01-000001', stream: 'app2' };
    expect(seriesOf([...app.toReversed(), other])).toEqual([
      { newest: members[2], members },
      { newest: other.name, members: [other.name] },
    ]);
  });
});
