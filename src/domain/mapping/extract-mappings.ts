import { isMappingsKey, isMemberOfKind, MAPPINGS_MEMBERS, type MappingsMember } from '../catalogue/configuration.ts';
import { isObject, type JsonObject, type JsonValue } from '../json/value.ts';

export interface ExtractedMappings {
  /** The mapping type that the mappings were wrapped in, as indices of old have one. */
  readonly type?: string;
  readonly mappings: JsonObject;
}

/**
 * The mappings in what somebody pasted: the object itself where every key is one of a mappings object, or the one
 * member that is such an object, with its name as the type; null where none is or
 * several are. An object with a key of a mappings object is never taken for a wrapper. What stands beside the one match
 * is left behind, so a caller that must lose nothing looks at the number of keys. Configuration is not looked into:
 * `validateMappings` does that. Whole bodies of templates and indices are the matter of `locateMappings`.
 * @public
 */
export function extractMappingsDefinition(json: JsonValue): ExtractedMappings | null {
  if (!isObject(json)) return null;
  if (isMappingsDefinition(json)) return { mappings: json };
  const [match, ...others] = wrapped(json);
  if (match === undefined || others.length > 0) return null;
  return { type: match[0], mappings: match[1] };
}

/** Whether an object holds the mappings of several types, which no engine of today takes. */
export function hasSeveralTypes(json: JsonValue): boolean {
  return isObject(json) && !isMappingsDefinition(json) && wrapped(json).length > 1;
}

function isMappingsDefinition(object: JsonObject): boolean {
  return Object.entries(object).every(([name, value]) => {
    if (!isMappingsKey(name)) return false;
    return !Object.hasOwn(MAPPINGS_MEMBERS, name) || isMemberOfKind(MAPPINGS_MEMBERS[name] as MappingsMember, value);
  });
}

function wrapped(object: JsonObject): readonly (readonly [string, JsonObject])[] {
  const entries = Object.entries(object);
  if (entries.some(([name]) => isMappingsKey(name))) return [];
  return entries.filter((entry): entry is [string, JsonObject] => {
    const [, value] = entry;
    return isObject(value) && isMappingsDefinition(value);
  });
}
