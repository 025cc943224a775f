import {
  CONFIGURATION,
  DERIVED_FIELD_TYPES,
  isKnownBy,
  RUNTIME_FIELD_TYPES,
  RUNTIME_SCRIPT_ERRORS,
  type Engines,
  type MemberTypeEntry,
  type TargetEngine,
} from '#domain/catalogue';
import type { JsonObject, JsonValue } from '#domain/json';
import type { ComputedContainer } from '#domain/mapping';

interface ConfigurationSample {
  readonly value: JsonValue;
  /** Where not every engine that knows the key takes this value. */
  readonly engines?: Engines;
}

const elasticsearch = (from: string): Engines => ({ elasticsearch: { from } });
const opensearch = (from: string): Engines => ({ opensearch: { from } });
const everywhere = (...values: readonly JsonValue[]): readonly ConfigurationSample[] =>
  values.map((value) => ({ value }));

/** Values of each configuration key that some engine of today knows; the keys of engines of old have none. */
const CONFIGURATION_SAMPLES: Readonly<Record<string, readonly ConfigurationSample[]>> = {
  dynamic: [
    ...everywhere(true, false, 'true', 'false', 'strict'),
    { value: 'runtime', engines: elasticsearch('7.11') },
    { value: 'strict_allow_templates', engines: opensearch('2.16') },
    { value: 'false_allow_templates', engines: opensearch('3.3') },
  ],
  date_detection: everywhere(true, false, 'false'),
  numeric_detection: everywhere(true, false, 'true'),
  dynamic_date_formats: everywhere(['yyyy-MM-dd', 'strict_date_time'], [], 'yyyy-MM-dd'),
  _source: [
    ...everywhere({ enabled: true }, { enabled: false }, { includes: ['a.*'], excludes: ['a.b'] }, {}),
    { value: { mode: 'stored' }, engines: elasticsearch('8.10') },
    { value: { mode: 'synthetic' }, engines: elasticsearch('8.10') },
    { value: { mode: 'disabled' }, engines: elasticsearch('8.10') },
    { value: { recovery_source_enabled: false }, engines: opensearch('2.19') },
    { value: { recovery_source_includes: ['a'], recovery_source_excludes: ['b'] }, engines: opensearch('2.19') },
  ],
  _meta: everywhere({ origin: { file: 'a', line: 9_007_199_254_740_993n }, tags: ['x'] }, {}),
  _routing: everywhere({ required: true }, { required: false }),
  subobjects: everywhere(true, false),
  enabled: everywhere(true, false),
  _size: everywhere({ enabled: true }),
  _data_stream_timestamp: everywhere({ enabled: false }),
  _doc_count: everywhere({}),
  _field_names: everywhere({ enabled: false }),
  _id: everywhere({}),
  disable_objects: everywhere(true, false),
};

/** Each configuration key that a target knows, with values that it takes. */
export function configurationSamples(
  target: TargetEngine,
): readonly { readonly key: string; readonly values: readonly JsonValue[] }[] {
  const known = Object.keys(CONFIGURATION).filter((key) => isKnownBy(CONFIGURATION[key]?.engines ?? {}, target));
  return known.map((key) => {
    const samples = (CONFIGURATION_SAMPLES[key] ?? []).filter(
      ({ engines }) => engines === undefined || isKnownBy(engines, target),
    );
    return { key, values: samples.map(({ value }) => value) };
  });
}

/** What a script gives for a field of each type. */
const SCRIPTS: Readonly<Record<string, string>> = {
  boolean: 'emit(true)',
  composite: "emit('number', 1L)",
  date: 'emit(1577836800000L)',
  double: 'emit(1.5)',
  float: 'emit(1.5)',
  geo_point: 'emit(1.5, 2.5)',
  geo_shape: "emit('POINT (1 2)')",
  ip: "emit('::1')",
  keyword: "emit('a')",
  long: 'emit(1L)',
  object: 'emit(params._source.toString())',
  text: "emit('a')",
};

/** What a type can't do without, beside a script. */
const OF_ITS_OWN: Readonly<Record<string, JsonObject>> = {
  composite: { fields: { number: { type: 'long' } } },
  lookup: { target_index: 'sample', input_field: 'sample_target', target_field: 'id', fetch_fields: ['name'] },
};

export interface ComputedSample {
  readonly type: string;
  readonly isMinimal: boolean;
  readonly definition: JsonObject;
}

const TYPES: Readonly<Record<ComputedContainer, Readonly<Record<string, MemberTypeEntry>>>> = {
  runtime: RUNTIME_FIELD_TYPES,
  derived: DERIVED_FIELD_TYPES,
};

/** The least and the most of each type that a target knows of runtime or derived fields. */
export function computedSamples(container: ComputedContainer, target: TargetEngine): readonly ComputedSample[] {
  const known = Object.entries(TYPES[container]).filter(([, { engines }]) => isKnownBy(engines, target));
  return known.flatMap(([type, { hasFormat = false, hasNoScript = false }]): ComputedSample[] => {
    const least = { type, ...OF_ITS_OWN[type] };
    if (hasNoScript) return [{ type, isMinimal: true, definition: least }];
    const script = { source: SCRIPTS[type] ?? '', lang: 'painless' };
    const needsScript = container === 'derived' || type === 'composite';
    const most = {
      ...least,
      script: { ...script, params: { factor: 2 } },
      ...(hasFormat && { format: 'strict_date_optional_time||epoch_millis' }),
      ...(container === 'runtime'
        ? isKnownBy(RUNTIME_SCRIPT_ERRORS, target) && { on_script_error: 'continue' }
        : { ignore_malformed: true, prefilter_field: 'sample_target' }),
      ...(type === 'object' && { properties: { number: 'long' } }),
    };
    return [
      { type, isMinimal: true, definition: { ...least, ...(needsScript && { script }) } },
      { type, isMinimal: false, definition: most },
    ];
  });
}
