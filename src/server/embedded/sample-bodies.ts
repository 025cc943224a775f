import type { JsonObject } from '#domain/json';
import type { Figures } from './documents.ts';
import { sampleCustomers } from './sample-documents.ts';

/** Bodies of the sandbox, made for it: a small shop and its servers. */

const keyword: JsonObject = { type: 'keyword' };
const date: JsonObject = { type: 'date' };
const money: JsonObject = { type: 'scaled_float', scaling_factor: 100 };
const searchable: JsonObject = { type: 'text', fields: { raw: { type: 'keyword', ignore_above: 256 } } };
const figures = (documents: number, deleted: number, bytes: number, segments: number): Figures => ({
  documents,
  deleted,
  bytes,
  segments,
});

export interface SampleIndex {
  readonly name: string;
  readonly body: JsonObject;
  readonly figures: Figures;
  /** Documents that it has beside the figures, by their IDs. */
  readonly documents?: ReadonlyMap<string, JsonObject>;
  readonly isClosed?: boolean;
  readonly isSystem?: boolean;
}

const PRODUCTS: JsonObject = {
  settings: {
    number_of_shards: 2,
    refresh_interval: '5s',
    analysis: {
      filter: { shop_synonyms: { type: 'synonym', synonyms: ['mug, cup', 'bicycle, bike'] } },
      analyzer: { shop_text: { type: 'custom', tokenizer: 'standard', filter: ['lowercase', 'shop_synonyms'] } },
    },
  },
  mappings: {
    dynamic: 'strict',
    _meta: { owner: 'Sandbox shop', purpose: 'What the shop sells' },
    dynamic_templates: [{ translations: { path_match: 'title.*', mapping: { type: 'text', analyzer: 'shop_text' } } }],
    properties: {
      sku: keyword,
      title: {
        type: 'object',
        dynamic: true,
        properties: {
          en: { type: 'text', analyzer: 'english', fields: { raw: { type: 'keyword', ignore_above: 200 } } },
          de: { type: 'text', analyzer: 'german' },
        },
      },
      description: { type: 'text', analyzer: 'shop_text', index_options: 'offsets' },
      suggest: { type: 'completion' },
      price: { properties: { amount: money, currency: keyword, valid: { type: 'date_range' } } },
      stock: { type: 'integer', null_value: 0 },
      weight_grams: { type: 'half_float' },
      variants: {
        type: 'nested',
        properties: {
          sku: keyword,
          colour: searchable,
          size: { properties: { label: keyword, width_mm: { type: 'short' }, height_mm: { type: 'short' } } },
        },
      },
      attributes: { type: 'flattened', depth_limit: 5 },
      warehouse: { properties: { code: keyword, place: { type: 'geo_point' } } },
      code: { type: 'alias', path: 'sku' },
      added: { type: 'date', format: 'strict_date_optional_time||epoch_millis' },
    },
    runtime: { margin: { type: 'double', script: { source: "emit(doc['price.amount'].value * 0.4)" } } },
  },
  aliases: { 'sandbox-shop': {}, 'sandbox-cheap': { filter: { range: { 'price.amount': { lt: 10 } } } } },
};

const order = (month: string, body: Figures, isCurrent = false): SampleIndex => ({
  name: `sandbox-orders-${month}`,
  body: { aliases: { 'sandbox-orders': { is_write_index: isCurrent } } },
  figures: body,
});

export const SAMPLE_INDICES: readonly SampleIndex[] = [
  { name: 'sandbox-products', body: PRODUCTS, figures: figures(18_204, 311, 24_117_248, 14) },
  order('2026-08', figures(41_870, 12, 38_797_312, 3)),
  order('2026-09', figures(45_112, 40, 41_943_040, 6)),
  order('2026-10', figures(50_934, 118, 48_234_496, 11)),
  order('2026-11', figures(30_227, 904, 29_884_416, 23), true),
  {
    name: 'sandbox-orders-2025',
    body: { settings: { codec: 'best_compression', number_of_replicas: 0 } },
    figures: figures(512_408, 0, 301_989_888, 1),
    isClosed: true,
  },
  {
    name: 'sandbox-customers',
    // More copies than the sandbox has nodes: shards stay unassigned.
    body: {
      settings: { number_of_replicas: 2 },
      mappings: {
        properties: {
          id: keyword,
          name: searchable,
          email: { type: 'keyword', ignore_above: 320 },
          since: date,
          address: {
            properties: {
              street: { type: 'text' },
              city: searchable,
              country: keyword,
              location: { type: 'geo_point' },
            },
          },
        },
      },
    },
    figures: figures(0, 0, 0, 3),
    documents: sampleCustomers(),
  },
  {
    name: 'sandbox-places',
    body: {
      mappings: {
        properties: {
          name: searchable,
          outline: { type: 'geo_shape' },
          network: { type: 'ip_range' },
          host: { type: 'ip' },
        },
      },
    },
    figures: figures(643, 0, 1_572_864, 2),
  },
  {
    name: 'sandbox-vectors',
    body: {
      settings: { number_of_replicas: 0 },
      mappings: {
        properties: { text: { type: 'text' }, vector: { type: 'dense_vector', dims: 8, similarity: 'cosine' } },
      },
    },
    figures: figures(2_048, 0, 6_291_456, 4),
  },
  { name: 'sandbox-empty', body: {}, figures: figures(0, 0, 249, 0) },
  {
    name: 'sandbox-read-only',
    body: {
      settings: { 'blocks.write': true, 'lifecycle.name': 'sandbox-keep' },
      mappings: { properties: { note: { type: 'text' } } },
    },
    figures: figures(120, 0, 65_536, 1),
  },
  {
    name: 'sandbox-hidden',
    body: { settings: { hidden: true }, mappings: { properties: { job: keyword, at: date } } },
    figures: figures(77, 3, 40_960, 2),
  },
  {
    name: '.sandbox-tasks',
    body: {
      settings: { hidden: true, auto_expand_replicas: '0-1' },
      mappings: {
        dynamic: false,
        properties: { task: { type: 'object', enabled: false }, completed: { type: 'boolean' } },
      },
    },
    figures: figures(12, 0, 20_480, 1),
    isSystem: true,
  },
];

export interface SampleStream {
  readonly name: string;
  /** What is in each backing index, the oldest first. */
  readonly generations: readonly Figures[];
}

export const SAMPLE_STREAMS: readonly SampleStream[] = [
  {
    name: 'sandbox-logs-web',
    generations: [
      figures(1_204_113, 0, 412_090_368, 6),
      figures(1_198_220, 0, 409_993_216, 8),
      figures(310_554, 0, 113_246_208, 31),
    ],
  },
  {
    name: 'sandbox-logs-payments',
    generations: [figures(88_120, 0, 37_748_736, 5), figures(14_007, 0, 7_340_032, 12)],
  },
  { name: 'sandbox-metrics-hosts', generations: [figures(730_400, 0, 98_566_144, 9)] },
];

export const SAMPLE_COMPONENTS: Readonly<Record<string, JsonObject>> = {
  'sandbox-two-copies': {
    template: { settings: { number_of_shards: 1, number_of_replicas: 1 } },
    version: 1,
    _meta: { description: 'One shard, and a copy of it' },
  },
  'sandbox-host': {
    template: {
      mappings: {
        properties: {
          host: {
            properties: {
              name: keyword,
              ip: { type: 'ip' },
              os: { properties: { name: keyword, version: { type: 'version' } } },
            },
          },
        },
      },
    },
    version: 2,
  },
  'sandbox-log-fields': {
    template: {
      mappings: {
        dynamic_templates: [{ labels: { path_match: 'labels.*', mapping: { type: 'keyword' } } }],
        properties: {
          '@timestamp': date,
          message: { type: 'match_only_text' },
          log: { properties: { level: keyword, logger: keyword } },
          labels: { type: 'object' },
        },
      },
    },
    version: 3,
    _meta: { managed: true, description: 'Kept by the sandbox itself' },
  },
  '.sandbox-internal': { template: { settings: { hidden: true } }, version: 1, _meta: { managed: true } },
  'sandbox-unused': { template: { mappings: { properties: { spare: keyword } }, aliases: { 'sandbox-spare': {} } } },
};

export const SAMPLE_TEMPLATES: Readonly<Record<string, JsonObject>> = {
  'sandbox-orders': {
    index_patterns: ['sandbox-orders-*'],
    priority: 200,
    version: 4,
    composed_of: ['sandbox-two-copies'],
    template: {
      mappings: {
        properties: {
          number: keyword,
          placed: { type: 'date', format: 'strict_date_optional_time' },
          customer: { properties: { id: keyword, name: searchable } },
          total: money,
          lines: { type: 'nested', properties: { sku: keyword, quantity: { type: 'integer' }, price: money } },
          status: keyword,
          note: { type: 'text', norms: false },
        },
      },
    },
    _meta: { description: 'Orders of the sandbox shop, one index a month' },
  },
  'sandbox-logs': {
    index_patterns: ['sandbox-logs-*'],
    priority: 300,
    composed_of: ['sandbox-two-copies', 'sandbox-log-fields', 'sandbox-host'],
    data_stream: {},
    template: {
      settings: { 'lifecycle.name': 'sandbox-30-days' },
      mappings: {
        properties: { http: { properties: { method: keyword, status: { type: 'short' }, bytes: { type: 'long' } } } },
      },
    },
    _meta: { managed: true, description: 'Logs of the sandbox shop' },
  },
  'sandbox-metrics': {
    index_patterns: ['sandbox-metrics-*'],
    priority: 300,
    composed_of: ['sandbox-host'],
    data_stream: {},
    template: {
      lifecycle: { data_retention: '90d' },
      mappings: {
        properties: {
          cpu: { type: 'float' },
          memory: { properties: { used: { type: 'long' }, free: { type: 'long' } } },
        },
      },
    },
  },
  '.sandbox-internal': {
    index_patterns: ['.sandbox-internal-*'],
    priority: 500,
    composed_of: ['.sandbox-internal'],
    _meta: { managed: true },
  },
  'sandbox-everything-else': {
    index_patterns: ['sandbox-misc-*', 'sandbox-temp-*'],
    priority: 1,
    template: { settings: { refresh_interval: '30s' }, aliases: { 'sandbox-misc': {} } },
  },
};

export const SAMPLE_LEGACY_TEMPLATES: Readonly<Record<string, JsonObject>> = {
  'sandbox-legacy': {
    index_patterns: ['sandbox-old-*'],
    order: 5,
    version: 2,
    settings: { number_of_shards: 3 },
    mappings: { properties: { old: keyword } },
    aliases: { 'sandbox-old': {} },
  },
};
