import { elasticsearch, isKnownBy, type TargetEngine } from '../catalogue/engines.ts';
import { isTrue } from '../catalogue/values.ts';
import { member, numberFrom, objectMember, type JsonObject } from '../json/value.ts';
import { DEFAULT_FIELD_LIMIT } from '../mapping/limit-refusals.ts';
import { settingIn } from '../template/setting-value.ts';
import { indexModeOf, settingInForce } from './index-mode.ts';

/** The settings of an index that decide what becomes of documents, with the engine's defaults. */
export interface TrialSettings {
  readonly totalFields: number;
  /** Fields beyond the limit are ignored, and not refused. */
  readonly ignoresBeyondLimit: boolean;
  readonly depth: number;
  readonly nestedFields: number;
  readonly nestedObjects: number;
  readonly nameLength: number;
  readonly coerce: boolean;
  readonly ignoreMalformed: boolean;
  /** Characters; undefined where the index sets none. */
  readonly ignoreAbove: number | undefined;
  /** Whether `_source` is made of the values of the fields; undefined where that depends on the license. */
  readonly hasSyntheticSource: boolean | undefined;
}

/** By the documentation of `index.mapping`; compared with Elasticsearch 9.5 and OpenSearch 3.4 only. */
const MORE_NESTED_FIELDS = elasticsearch({ from: '8.7' });
const IGNORES_BEYOND_LIMIT = elasticsearch({ from: '8.12' });
const HAS_IGNORE_ABOVE = elasticsearch({ from: '8.15' });

export function trialSettings(settings: JsonObject, engine: TargetEngine, mappings: JsonObject): TrialSettings {
  const number = (name: string, otherwise: number) => {
    const read = numberFrom(settingInForce(settings, name, engine)?.value);
    return Number.isFinite(read) ? read : otherwise;
  };
  const flag = (name: string, otherwise: boolean) => {
    const inForce = settingInForce(settings, name, engine);
    return inForce === undefined ? otherwise : isTrue(inForce.value);
  };
  const ignoreAbove = isKnownBy(HAS_IGNORE_ABOVE, engine) ? number('mapping.ignore_above', Number.NaN) : Number.NaN;
  return {
    totalFields: number('mapping.total_fields.limit', DEFAULT_FIELD_LIMIT),
    ignoresBeyondLimit:
      isKnownBy(IGNORES_BEYOND_LIMIT, engine) && flag('mapping.total_fields.ignore_dynamic_beyond_limit', false),
    depth: number('mapping.depth.limit', 20),
    nestedFields: number('mapping.nested_fields.limit', isKnownBy(MORE_NESTED_FIELDS, engine) ? 100 : 50),
    nestedObjects: number('mapping.nested_objects.limit', 10_000),
    nameLength: number('mapping.field_name_length.limit', Number.POSITIVE_INFINITY),
    coerce: flag('mapping.coerce', true),
    ignoreMalformed: flag('mapping.ignore_malformed', false),
    ignoreAbove: Number.isNaN(ignoreAbove) ? undefined : ignoreAbove,
    hasSyntheticSource: hasSyntheticSource(settings, engine, mappings),
  };
}

function hasSyntheticSource(settings: JsonObject, engine: TargetEngine, mappings: JsonObject): boolean | undefined {
  const own = settingIn(settings, 'mapping.source.mode') ?? member(objectMember(mappings, '_source') ?? {}, 'mode');
  if (engine.distribution === 'elasticsearch' && typeof own === 'string') return own.toLowerCase() === 'synthetic';
  return indexModeOf(settings, engine) === undefined ? false : undefined;
}
