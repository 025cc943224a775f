import { isObject, type JsonObject, type JsonValue } from '../json/value.ts';
import { both, elasticsearch, EVERYWHERE, isKnownBy, opensearch, type Engines, type TargetEngine } from './engines.ts';
import { onlyOffFrom, onlyOn } from './live-limits.ts';
import type { DocsPages, LiveChange, LiveLimit } from './types.ts';
import {
  anything,
  asList,
  booleanLike,
  either,
  listOf,
  object,
  objectOf,
  oneOf,
  oneOrMore,
  text,
  type Accepts,
} from './values.ts';

/** A member of a mappings object that configures all of it. */
export interface ConfigurationEntry {
  readonly title: string;
  readonly description: string;
  /** What the engine assumes where it is absent; shown, never written unasked. */
  readonly defaultValue?: JsonValue;
  readonly engines: Engines;
  readonly docs?: DocsPages;
  /** Whether any engine takes this value: what import keeps. Never called with null. */
  readonly accepts: Accepts;
  /** Of an object whose members are checked one by one: what each of them takes. Others are dropped, not the whole. */
  readonly members?: Readonly<Record<string, Accepts>>;
  /** Whether a live index lets it be changed; it does where absent. */
  readonly liveChange?: LiveChange;
  readonly liveLimit?: LiveLimit;
  /** Of an object: what the engine assumes of its members. */
  readonly assumes?: JsonObject;
  /** The value as engines read and tell it, where that is written otherwise. */
  readonly readAs?: (value: JsonValue) => JsonValue;
  /** The value that is as good as none: a live index keeps what is left out. */
  readonly emptied?: JsonValue;
}

const enabled = objectOf({ enabled: booleanLike });
const page = (elastic: string, open?: string): DocsPages => ({
  elasticsearch: elastic,
  ...(open !== undefined && { opensearch: open }),
});
const legacy = (title: string, accepts: Accepts, until = '6.0'): ConfigurationEntry => ({
  title,
  description: 'Legacy; not supported by current engines.',
  engines: elasticsearch({ until }),
  accepts,
});

/** The configuration keys of a mappings object. */
export const CONFIGURATION: Readonly<Record<string, ConfigurationEntry>> = {
  dynamic: {
    title: 'Dynamic mapping',
    description:
      'Whether new fields are added to the mappings. Otherwise they are ignored or the document is rejected.',
    defaultValue: true,
    engines: EVERYWHERE,
    docs: page('dynamic', 'mapping-parameters/dynamic'),
    accepts: either(booleanLike, oneOf('strict', 'runtime', 'strict_allow_templates', 'false_allow_templates')),
  },
  date_detection: {
    title: 'Date detection',
    description: 'Whether strings that look like dates are mapped as dates.',
    defaultValue: true,
    engines: EVERYWHERE,
    docs: page('dynamic-field-mapping'),
    accepts: booleanLike,
  },
  numeric_detection: {
    title: 'Numeric detection',
    description: 'Whether strings that look like numbers are mapped as numbers.',
    defaultValue: false,
    engines: EVERYWHERE,
    docs: page('dynamic-field-mapping'),
    accepts: booleanLike,
  },
  dynamic_date_formats: {
    title: 'Date formats',
    description: 'The formats of strings that are mapped as dates.',
    defaultValue: ['strict_date_optional_time', 'yyyy/MM/dd HH:mm:ss Z||yyyy/MM/dd Z'],
    engines: EVERYWHERE,
    docs: page('dynamic-field-mapping'),
    accepts: oneOrMore(text),
    readAs: asList,
  },
  _source: {
    title: '_source field',
    description: 'Whether the original document is stored, and which parts of it.',
    engines: EVERYWHERE,
    docs: page('mapping-source-field', 'metadata-fields/source'),
    accepts: object,
    members: {
      enabled: booleanLike,
      includes: listOf(text),
      excludes: listOf(text),
      mode: oneOf('stored', 'synthetic', 'disabled'),
      recovery_source_enabled: booleanLike,
      recovery_source_includes: listOf(text),
      recovery_source_excludes: listOf(text),
    },
    assumes: { enabled: true, mode: 'stored', includes: [], excludes: [] },
    liveLimit: onlyOffFrom('_source', 'enabled', { elasticsearch: { from: '8.4' } }),
  },
  _meta: {
    title: '_meta field',
    description: 'Custom metadata of the mappings. The engine ignores it.',
    engines: EVERYWHERE,
    docs: page('mapping-meta-field', 'metadata-fields/meta'),
    accepts: object,
    emptied: {},
  },
  _routing: {
    title: '_routing field',
    description: 'Whether documents require a routing value.',
    engines: EVERYWHERE,
    docs: page('mapping-routing-field', 'metadata-fields/routing'),
    accepts: objectOf({ required: booleanLike, path: text }),
    assumes: { required: false },
    liveChange: 'reindex',
  },
  subobjects: {
    title: 'Subobjects',
    description: 'Whether dots in field names create objects.',
    defaultValue: true,
    engines: elasticsearch({ from: '8.3' }),
    docs: page('subobjects'),
    accepts: either(booleanLike, oneOf('auto')),
    liveChange: 'reindex',
  },
  enabled: {
    title: 'Searchable fields',
    description: 'Whether fields are indexed.',
    defaultValue: true,
    engines: EVERYWHERE,
    docs: page('enabled'),
    accepts: booleanLike,
    liveChange: 'reindex',
  },
  _size: {
    title: '_size field',
    description: 'Whether the size of _source is indexed. Needs the mapper-size plugin.',
    engines: EVERYWHERE,
    accepts: objectOf({ enabled: booleanLike, store: booleanLike }),
  },
  _data_stream_timestamp: {
    title: 'Data stream timestamp',
    description: 'Whether documents require the timestamp of a data stream. Set by the engine.',
    engines: both({ from: '7.9' }),
    accepts: objectOf({ enabled: booleanLike, timestamp_field: object }),
    assumes: { enabled: false },
    liveLimit: onlyOn('_data_stream_timestamp', 'enabled', elasticsearch({ from: '8.0' })),
  },
  _doc_count: {
    title: '_doc_count field',
    description: 'The number of documents that a pre-aggregated document represents.',
    // Elasticsearch has the field, but says that it is not configurable.
    engines: opensearch({ from: '2.2' }),
    docs: page('mapping-doc-count-field'),
    accepts: object,
    assumes: {},
  },
  _field_names: {
    title: '_field_names field',
    description: 'Whether the names of fields without doc values and norms are indexed.',
    engines: both({ until: '8.0' }),
    docs: page('mapping-field-names-field', 'metadata-fields/field-names'),
    accepts: enabled,
  },
  // Elasticsearch has the field, but says that it is not configurable: 7.17, 8.19 and 9.5 do.
  _tier: {
    title: '_tier field',
    description: 'The data tier that the index prefers; no engine lets it be configured.',
    engines: {},
    docs: page('mapping-tier-field'),
    accepts: object,
  },
  // 9.5 takes it empty; 8.19 does not.
  _id: {
    title: '_id field',
    description: 'How ids of documents are kept.',
    engines: elasticsearch({ from: '9.5' }),
    docs: page('mapping-id-field'),
    accepts: object,
    assumes: {},
  },
  disable_objects: {
    title: 'Disable objects',
    description: 'Whether dots in names are part of them.',
    defaultValue: false,
    engines: opensearch({ from: '3.5' }),
    accepts: booleanLike,
    liveChange: 'reindex',
  },
  date_formats: legacy('Date formats (legacy)', oneOrMore(text)),
  _all: legacy('_all field', object, '7.0'),
  _parent: legacy('_parent field', object),
  _type: legacy('_type field', object, '7.0'),
  _index: legacy('_index field', object),
  _timestamp: legacy('_timestamp field', object),
  _ttl: legacy('_ttl field', object),
  _analyzer: legacy('_analyzer field', object),
  _boost: legacy('_boost field', object),
  include_in_all: legacy('Include in _all', booleanLike),
  analyzer: legacy('Analyzer', text),
  index_analyzer: legacy('Index analyzer', text),
  search_analyzer: legacy('Search analyzer', text),
  transform: legacy('Transform', anything),
};

/** A member of a mappings object that holds definitions. */
export interface MappingsMember {
  readonly title: string;
  readonly kind: 'object' | 'list';
  readonly engines: Engines;
  /**
   * What a live index does with it in an update: fields are merged with all that they hold, entries one by one (some
   * can be removed, by null), a list is replaced as a whole, and `none` is made with the index.
   */
  readonly liveMerge: 'fields' | 'entries' | 'removable entries' | 'whole' | 'none';
  /** The value that is as good as none. */
  readonly emptied?: JsonValue;
}

/**
 * The members that hold definitions. OpenSearch's derived fields stand under `derived`, and its star trees under
 * `composite`: no field of the properties can be of those types, though OpenSearch 3.4 tells a star tree among them.
 */
export const MAPPINGS_MEMBERS: Readonly<Record<string, MappingsMember>> = {
  properties: { title: 'Mapped fields', kind: 'object', engines: EVERYWHERE, liveMerge: 'fields' },
  runtime: {
    title: 'Runtime fields',
    kind: 'object',
    engines: elasticsearch({ from: '7.11' }),
    liveMerge: 'removable entries',
  },
  dynamic_templates: { title: 'Dynamic templates', kind: 'list', engines: EVERYWHERE, liveMerge: 'whole', emptied: [] },
  derived: { title: 'Derived fields', kind: 'object', engines: opensearch({ from: '2.15' }), liveMerge: 'entries' },
  composite: { title: 'Star trees', kind: 'object', engines: opensearch({ from: '2.18' }), liveMerge: 'none' },
};

/** A type that an entry of a {@link MAPPINGS_MEMBERS} can have. */
export interface MemberTypeEntry {
  readonly title: string;
  readonly description: string;
  readonly engines: Engines;
  /** Its values are formatted, as dates are. */
  readonly hasFormat?: boolean;
  /** Its values come from elsewhere than a script. */
  readonly hasNoScript?: boolean;
}

const RUNTIME = elasticsearch({ from: '7.11' });

/** The types of runtime fields; measured on Elasticsearch 7.17, 8.19 and 9.5. */
export const RUNTIME_FIELD_TYPES: Readonly<Record<string, MemberTypeEntry>> = {
  boolean: { title: 'Boolean', description: 'True or false.', engines: RUNTIME },
  composite: {
    title: 'Composite',
    description: 'Several fields from one script.',
    engines: elasticsearch({ from: '7.15' }),
  },
  date: { title: 'Date', description: 'A date, in milliseconds.', engines: RUNTIME, hasFormat: true },
  double: { title: 'Double', description: 'A 64-bit floating-point number.', engines: RUNTIME },
  geo_point: { title: 'Geo-point', description: 'A latitude and longitude.', engines: RUNTIME },
  geo_shape: { title: 'Geo-shape', description: 'A shape on the globe.', engines: elasticsearch({ from: '8.13' }) },
  ip: { title: 'IP', description: 'An IPv4 or IPv6 address.', engines: RUNTIME },
  keyword: { title: 'Keyword', description: 'Exact text.', engines: RUNTIME },
  long: { title: 'Long', description: 'A signed 64-bit integer.', engines: RUNTIME },
  lookup: {
    title: 'Lookup',
    description: 'Fields of a document in another index.',
    engines: elasticsearch({ from: '8.2' }),
    hasNoScript: true,
  },
};

/** Where a runtime field may say what to do when its script fails; a derived field can't. */
export const RUNTIME_SCRIPT_ERRORS = elasticsearch({ from: '8.7' });

const DERIVED = opensearch({ from: '2.15' });

/** The types of OpenSearch's derived fields; measured on OpenSearch 3.4. */
export const DERIVED_FIELD_TYPES: Readonly<Record<string, MemberTypeEntry>> = {
  boolean: { title: 'Boolean', description: 'True or false.', engines: DERIVED },
  date: { title: 'Date', description: 'A date, in milliseconds.', engines: DERIVED, hasFormat: true },
  double: { title: 'Double', description: 'A 64-bit floating-point number.', engines: DERIVED },
  float: { title: 'Float', description: 'A 32-bit floating-point number.', engines: DERIVED },
  geo_point: { title: 'Geo-point', description: 'A latitude and longitude.', engines: DERIVED },
  ip: { title: 'IP', description: 'An IPv4 or IPv6 address.', engines: DERIVED },
  keyword: { title: 'Keyword', description: 'Exact text.', engines: DERIVED },
  long: { title: 'Long', description: 'A signed 64-bit integer.', engines: DERIVED },
  object: { title: 'Object', description: 'A JSON object with typed "properties".', engines: DERIVED },
  text: { title: 'Text', description: 'Analyzed text for full-text search.', engines: DERIVED },
};

/** Types of the entries of `composite`. */
export const COMPOSITE_TYPES: Readonly<Record<string, MemberTypeEntry>> = {
  star_tree: {
    title: 'Star tree',
    description: 'Pre-computed aggregations over selected dimensions.',
    engines: opensearch({ from: '2.18' }),
  },
};

/** The ways of dynamic mapping that not every engine has. */
const DYNAMIC_WAYS: Readonly<Record<string, Engines>> = {
  runtime: elasticsearch({ from: '7.11' }),
  strict_allow_templates: opensearch({ from: '2.16' }),
  false_allow_templates: opensearch({ from: '3.3' }),
};

/** Whether a target has a way of dynamic mapping, of those that some engine has. */
export function takesDynamic(value: JsonValue, target: TargetEngine): boolean {
  const engines = typeof value === 'string' && Object.hasOwn(DYNAMIC_WAYS, value) ? DYNAMIC_WAYS[value] : undefined;
  return engines === undefined || isKnownBy(engines, target);
}

/** Whether a mappings object may have this member at all. */
export function isMappingsKey(name: string): boolean {
  return Object.hasOwn(MAPPINGS_MEMBERS, name) || Object.hasOwn(CONFIGURATION, name);
}

/** Whether a member that holds definitions is of the kind that it must be. */
export function isMemberOfKind({ kind }: MappingsMember, value: JsonValue): boolean {
  return kind === 'object' ? isObject(value) : Array.isArray(value);
}
