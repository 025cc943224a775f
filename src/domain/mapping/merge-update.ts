import { canHaveChildFields, DEFAULT_TYPE } from '../catalogue/catalogue.ts';
import {
  copyMember,
  withMembers,
  isObject,
  member,
  setMember,
  copyObject,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from '../json/value.ts';
import { MAPPINGS_MEMBERS } from '../catalogue/configuration.ts';
import { CHILD_CONTAINERS, typeOf } from './field.ts';

/**
 * What an engine makes of its mappings when an update comes in: fields are merged by name, a field's own parameters are
 * replaced as a whole (those of an object one by one), and what the update does not name stays. Measured on
 * Elasticsearch 9.5 and OpenSearch 3.4.
 */
export function mergeUpdate(before: JsonObject, update: JsonObject): JsonObject {
  const merged = copyObject(before);
  for (const [name, value] of Object.entries(update)) {
    const now = member(before, name) ?? {};
    const how = Object.hasOwn(MAPPINGS_MEMBERS, name) ? MAPPINGS_MEMBERS[name]?.liveMerge : 'whole';
    if (!isObject(value) || !isObject(now) || how === 'whole' || how === undefined) copyMember(merged, name, update);
    else if (how === 'fields') setMember(merged, name, mergeFields(now, value));
    else {
      const entries = mergeEntries(now, value);
      // A container whose last entry went goes with it.
      if (how === 'removable entries' && Object.keys(entries).length === 0) delete merged[name];
      else setMember(merged, name, entries);
    }
  }
  return merged;
}

function mergeEntries(before: JsonObject, update: JsonObject): JsonObject {
  const merged = copyObject(before);
  for (const [name, value] of Object.entries(update)) {
    if (value === null) delete merged[name];
    else copyMember(merged, name, update);
  }
  return merged;
}

function mergeFields(before: JsonObject, update: JsonObject): JsonObject {
  const merged = copyObject(before);
  for (const [name, value] of Object.entries(update))
    setMember(merged, name, mergeDefinition(member(before, name), value));
  return merged;
}

function mergeDefinition(before: JsonValue | undefined, update: JsonValue): JsonValue {
  if (!isObject(before) || !isObject(update)) return update;
  const merged: MutableJsonObject = canHaveChildFields(typeOf(before))
    ? withMembers(before, update)
    : copyObject(update);
  // An engine does not tell the type that it would assume.
  if (member(merged, 'type') === DEFAULT_TYPE && !Object.hasOwn(before, 'type')) delete merged['type'];
  for (const container of CHILD_CONTAINERS) {
    const now = member(before, container);
    const more = member(update, container);
    if (isObject(now)) setMember(merged, container, isObject(more) ? mergeFields(now, more) : now);
  }
  return merged;
}
