import { describe, expect } from 'vitest';
import type { Distribution } from '#domain/catalogue';
import type { TemplateStreamKind } from '#domain/document';
import { formatJson, isObject, valueAt, type JsonObject } from '#domain/json';
import { isSameTemplate, sendableTemplate, simulationBody } from '#domain/template';
import { itOnEachEngine, report, type Engine } from './engine.ts';

/** Fewer accepted ones prove little; each engine lacks some members. */
const LEAST_ACCEPTED = 30;

const PATHS: Readonly<Record<TemplateStreamKind, string>> = {
  component_template: '_component_template',
  index_template: '_index_template',
  legacy_template: '_template',
};

/** Parts of templates that engines answer with defaults, or in another form than they were sent in. */
const PARTS: readonly JsonObject[] = [
  {},
  { settings: {} },
  { settings: { index: { number_of_replicas: 0, hidden: false }, 'index.refresh_interval': '10s' } },
  { settings: { number_of_shards: 1, 'index.codec': 'default' } },
  { settings: { index: { 'query.default_field': ['a', 'b'], max_result_window: 20_000 } } },
  { settings: { index: { 'mapping.total_fields.limit': '2000', 'blocks.write': true } } },
  {
    settings: {
      analysis: {
        filter: { stops: { type: 'stop', stopwords: ['a', 'the'] } },
        analyzer: { own: { type: 'custom', tokenizer: 'standard', filter: ['lowercase', 'stops'] } },
      },
    },
  },
  { settings: { index: { refresh_interval: null, number_of_replicas: 1 } } },
  { mappings: {} },
  { mappings: { properties: {} } },
  { mappings: { dynamic: false, _meta: { id: 12_345_678_901_234_567_891n, share: 1.5 } } },
  {
    mappings: {
      dynamic: 'strict',
      date_detection: false,
      properties: { a: { properties: { b: { type: 'keyword' } } } },
    },
  },
  {
    mappings: {
      _source: { enabled: true },
      _routing: { required: true },
      properties: { a: { type: 'text', norms: false } },
    },
  },
  { mappings: { dynamic_templates: [{ all: { match: '*', mapping: { type: 'keyword' } } }] } },
  { aliases: {} },
  { aliases: { one: {} } },
  { aliases: { one: { routing: '1' } } },
  { aliases: { one: { index_routing: '1' }, two: { search_routing: '1,2' } } },
  { aliases: { one: { routing: '1', search_routing: '2' } } },
  { aliases: { one: { is_write_index: true }, two: { is_hidden: false }, three: { is_hidden: true } } },
  { aliases: { one: { is_write_index: false } } },
  { aliases: { one: { filter: { term: { id: 12_345_678_901_234_567_891n } } } } },
  { aliases: { one: { filter: { bool: { must: [{ term: { a: { value: true } } }], boost: 1.0 } } } } },
];

/** Of data streams, in the `template` of composable and component templates only. */
const STREAM_PARTS: readonly JsonObject[] = [
  { lifecycle: {} },
  { lifecycle: { enabled: true } },
  { lifecycle: { enabled: false } },
  { lifecycle: { data_retention: '7d' } },
  { lifecycle: { data_retention: '24h', enabled: true } },
  { lifecycle: { downsampling: [{ after: '1d', fixed_interval: '10m' }] } },
  { data_stream_options: {} },
  { data_stream_options: { failure_store: { enabled: true } } },
  { data_stream_options: { failure_store: { enabled: true, lifecycle: { data_retention: '5d' } } } },
];

/** Members of a composable template beside its part. */
const MEMBERS: readonly JsonObject[] = [
  { data_stream: {} },
  { data_stream: { hidden: false } },
  { data_stream: { hidden: true } },
  { data_stream: { allow_custom_routing: true } },
  { data_stream: { timestamp_field: { name: '@timestamp' } } },
  { template: {} },
  { composed_of: [] },
  { composed_of: ['not-there'], ignore_missing_component_templates: ['not-there'] },
  { ignore_missing_component_templates: [] },
  { priority: 0, version: 9_007_199_254_740_993n },
  { priority: '7' },
  { allow_auto_create: true },
  { allow_auto_create: false },
  { deprecated: true },
  { deprecated: false },
  { _meta: {} },
  { _meta: { by: 'ada', id: 12_345_678_901_234_567_891n } },
];

/**
 * What engines take and forget, in the texts of bodies: there the template on the cluster is another one, and has to be
 * told from what was sent.
 */
const FORGOTTEN: Readonly<Record<Distribution, readonly RegExp[]>> = {
  elasticsearch: [],
  opensearch: [
    // Options of the aliases of legacy templates, and of data streams.
    /^legacy_template .*"(?:is_write_index|is_hidden)"/,
    /"data_stream":\{"(?:hidden":true|allow_custom_routing":true)/,
  ],
};

interface Sent {
  readonly kind: TemplateStreamKind;
  readonly body: JsonObject;
}

function sentBodies(name: string): readonly Sent[] {
  const patterns = { index_patterns: [`${name}-*`] };
  const legacy = (part: JsonObject): Sent => ({ kind: 'legacy_template', body: { ...patterns, ...part } });
  const component = (template: JsonObject): Sent => ({ kind: 'component_template', body: { template } });
  const composable = (members: JsonObject): Sent => ({ kind: 'index_template', body: { ...patterns, ...members } });
  return [
    ...PARTS.flatMap((part) => [legacy(part), component(part), composable({ template: part })]),
    ...STREAM_PARTS.flatMap((part) => [component(part), composable({ template: part, data_stream: {} })]),
    ...MEMBERS.map(composable),
    ...[{ order: 0 }, { order: 3 }, { version: 2 }, { index_patterns: `${name}-*` }].map(legacy),
    composable({ index_patterns: `${name}-*` }),
    { kind: 'component_template', body: { template: {}, version: 3, _meta: { by: 'ada' } } },
    { kind: 'component_template', body: { template: {}, deprecated: true } },
  ];
}

/** What the engine has of a template, as the console reads it. */
async function readBack(engine: Engine, kind: TemplateStreamKind, name: string): Promise<JsonObject> {
  const { body } = await engine.request('GET', `/${PATHS[kind]}/${name}`);
  const found = valueAt(body, kind === 'legacy_template' ? `/${name}` : `/${kind}s/0/${kind}`);
  if (!isObject(found)) throw new Error(`There is no ${kind} ${name}: ${formatJson(body)}`);
  return found;
}

/** What is wrong with the template that an engine makes of a body. */
async function faultsOf(engine: Engine, { kind, body }: Sent, name: string): Promise<readonly string[]> {
  const answered = await readBack(engine, kind, name);
  const faults: string[] = [];
  const isForgotten = FORGOTTEN[engine.target.distribution].some((form) => form.test(`${kind} ${formatJson(body)}`));
  if (isSameTemplate(body, answered) === isForgotten)
    faults.push(isForgotten ? 'is kept by now' : 'is another one as it is read');
  const again = await engine.request('PUT', `/${PATHS[kind]}/${name}`, sendableTemplate(answered));
  if (again.status !== 200) faults.push(`is refused as it was read: ${formatJson(again.body)}`);
  else if (!isSameTemplate(answered, await readBack(engine, kind, name))) faults.push('is another one when sent back');
  if (kind === 'index_template') {
    const path = '/_index_template/_simulate';
    const sent = await engine.request('POST', path, simulationBody(body));
    const read = await engine.request('POST', path, simulationBody(answered));
    if (sent.status === 200 && read.status !== 200)
      faults.push(`is refused by the simulation as it was read: ${formatJson(read.body)}`);
  }
  return faults.map((fault) => `${kind} ${formatJson(body)} ${fault}: ${formatJson(answered)}`);
}

describe('what an engine adds to a template, and rewrites', () => {
  itOnEachEngine('is no change, and is never sent back', async (engine) => {
    const name = 'mapledger-test-readings';
    const faults: string[] = [];
    const refused: string[] = [];
    const bodies = sentBodies(name);
    for (const sent of bodies) {
      const address = `/${PATHS[sent.kind]}/${name}`;
      const put = await engine.request('PUT', address, sent.body);
      if (put.status !== 200) {
        refused.push(formatJson(sent.body));
        continue;
      }
      try {
        faults.push(...(await faultsOf(engine, sent, name)));
      } finally {
        await engine.request('DELETE', address);
      }
    }
    report(engine.target, `${bodies.length - refused.length} templates accepted, refused: ${refused.join(' ')}`);
    expect(faults).toEqual([]);
    expect(bodies.length - refused.length).toBeGreaterThan(LEAST_ACCEPTED);
  });
});
