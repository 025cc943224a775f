import { elasticsearch, isKnownBy, type Engines, type TargetEngine } from '../catalogue/engines.ts';
import { isFalse } from '../catalogue/values.ts';
import { member, objectMember, type JsonObject, type JsonValue } from '../json/value.ts';
import { streamTimestamp, TIMESTAMP, timestampIn } from '../template/compose.ts';
import { modeIn } from '../template/index-mode.ts';
import { settingIn } from '../template/setting-value.ts';
import type { TriedIndex } from './trial.ts';

export const STREAM_TIMESTAMP = '_data_stream_timestamp';

/** A mode of Elasticsearch that changes what is in force in an index. */
export type IndexMode = 'logsdb' | 'time_series';

export function indexModeOf(settings: JsonObject, engine: TargetEngine): IndexMode | undefined {
  const mode = engine.distribution === 'elasticsearch' ? modeIn(settings) : undefined;
  return mode === 'logsdb' || mode === 'time_series' ? mode : undefined;
}

/** By the documentation of logs data streams; compared with Elasticsearch 8.19 and 9.5. */
const DEFAULTS_OF_LOGS: Readonly<Record<string, { readonly engines: Engines; readonly value: JsonValue }>> = {
  'mapping.ignore_malformed': { engines: elasticsearch({ from: '8.15' }), value: true },
  'mapping.ignore_above': { engines: elasticsearch({ from: '8.15' }), value: 8_191 },
  'mapping.total_fields.ignore_dynamic_beyond_limit': { engines: elasticsearch({ from: '8.17' }), value: true },
};

/** A setting as it is in force, and whether the index has it or its mode makes it. */
export interface SettingInForce {
  readonly value: JsonValue;
  readonly by: 'index' | IndexMode;
}

/**
 * A setting by its name without `index`, as it is in force where that is not the engine's default for all indices; else
 * undefined.
 */
export function settingInForce(settings: JsonObject, name: string, engine: TargetEngine): SettingInForce | undefined {
  const value = settingIn(settings, name);
  if (value !== undefined && value !== null) return { value, by: 'index' };
  if (indexModeOf(settings, engine) !== 'logsdb' || !Object.hasOwn(DEFAULTS_OF_LOGS, name)) return undefined;
  const made = DEFAULTS_OF_LOGS[name];
  return made !== undefined && isKnownBy(made.engines, engine) ? { value: made.value, by: 'logsdb' } : undefined;
}

const NO_SETTINGS: JsonObject = {};
const NO_FIELDS: JsonObject = {};

/** The field of the time that every document of a new index has; undefined where a document needs none. */
export function timeOfNewIndex({ settings = NO_SETTINGS, engine, dataStream }: TriedIndex): string | undefined {
  if (dataStream === undefined) return indexModeOf(settings, engine) === undefined ? undefined : TIMESTAMP;
  return engine.distribution === 'opensearch' ? timestampIn(dataStream) : TIMESTAMP;
}

/**
 * The mappings that a new index gets: engines add the time that every document of a data stream has, and of some
 * modes. Mappings that a live index told have it already.
 */
export function mappingsOfNewIndex(index: TriedIndex): JsonObject {
  const { mappings, engine } = index;
  const time = timeOfNewIndex(index);
  if (time === undefined) return mappings;
  const properties = objectMember(mappings, 'properties') ?? NO_FIELDS;
  const own = objectMember(properties, time) ?? { type: 'date' };
  // An index of logs may be made so that documents need no time.
  const isSwitchedOff =
    index.dataStream === undefined &&
    isFalse(member(objectMember(mappings, STREAM_TIMESTAMP) ?? NO_FIELDS, 'enabled') ?? true);
  if (isSwitchedOff) return { ...mappings, properties: { ...properties, [time]: own } };
  // Elasticsearch does not leave out the time, whatever the index does with other fields.
  const made = engine.distribution === 'elasticsearch' ? { ...own, ignore_malformed: false } : own;
  return {
    ...mappings,
    [STREAM_TIMESTAMP]: streamTimestamp(time),
    properties: { ...properties, [time]: made },
  };
}
