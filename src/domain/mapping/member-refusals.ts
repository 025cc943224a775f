import {
  CONFIGURATION,
  DERIVED_FIELD_TYPES,
  MAPPINGS_MEMBERS,
  RUNTIME_FIELD_TYPES,
  isMemberOfKind,
  takesDynamic,
  type ConfigurationEntry,
} from '../catalogue/configuration.ts';
import { dateFormatRefusal, dynamicDateFormatsRefusal } from '../catalogue/date-format-fault.ts';
import { EVERYWHERE, isKnownBy, opensearch, type Engines, type TargetEngine } from '../catalogue/engines.ts';
import { missingPartOf } from '../catalogue/catalogue.ts';
import { namedByIndex } from '../catalogue/index-names.ts';
import { isTrue, type Accepts } from '../catalogue/values.ts';
import { joinPointer } from '../json/pointer.ts';
import { deepEqual, isArray, isObject, member, objectMember, type JsonObject, type JsonValue } from '../json/value.ts';
import { dynamicTemplateRefusals } from './dynamic-template-refusals.ts';
import { impossibleComputedName } from './field-names.ts';
import type { ForeseenRefusal } from './foreseen-refusal.ts';
import { describeValue } from './live-field-changes.ts';
import { typeOf } from './field.ts';
import type { ComputedContainer } from './runtime-form.ts';

/**
 * Members that an engine takes though it makes nothing of them; of `include_in_all` it does not read the value either.
 * Measured on Elasticsearch 9.5 and OpenSearch 3.4.
 */
const ALSO_TAKEN: Readonly<Record<string, Engines>> = {
  date_formats: EVERYWHERE,
  include_in_all: EVERYWHERE,
  _doc_count: EVERYWHERE,
  _field_names: EVERYWHERE,
  _id: opensearch(),
};

const SIZE_PLUGIN = 'mapper-size';

/**
 * What an engine refuses of the members of the mappings, but for the properties. `merged` is what the mappings would
 * be.
 */
export function memberRefusals(
  before: JsonObject,
  update: JsonObject,
  merged: JsonObject,
  target: TargetEngine,
): readonly ForeseenRefusal[] {
  return Object.entries(update).flatMap(([name, value]): readonly ForeseenRefusal[] => {
    if (deepEqual(member(before, name), value)) return [];
    const at = joinPointer('', name);
    // What they hold is judged field by field; an empty list stands for none.
    if (name === 'properties' && (isObject(value) || (isArray(value) && value.length === 0))) return [];
    const reason = memberRefusal(name, value, target) ?? timestampRefusal(name, value, merged);
    if (reason !== null) return [{ at, path: name, reason }];
    const found =
      name === 'dynamic_templates'
        ? dynamicTemplateRefusals(value, target)
        : name === 'runtime' || name === 'derived'
          ? computedRefusals(name, objectMember(before, name) ?? {}, value, merged, target)
          : [];
    return found.map(({ at: below, path, reason: why }) => ({ at: `${at}${below}`, path, reason: why }));
  });
}

function memberRefusal(name: string, value: JsonValue, target: TargetEngine): string | null {
  const holder = Object.hasOwn(MAPPINGS_MEMBERS, name) ? MAPPINGS_MEMBERS[name] : undefined;
  const entry = Object.hasOwn(CONFIGURATION, name) ? CONFIGURATION[name] : undefined;
  const engines = holder?.engines ?? entry?.engines ?? {};
  if (!isKnownBy(engines, target) && !isKnownBy(ALSO_TAKEN[name] ?? {}, target))
    return `The cluster doesn’t support ${name} in mappings.`;
  if (name === '_size' && target.plugins?.includes(SIZE_PLUGIN) === false)
    return `The cluster doesn’t support _size without the ${SIZE_PLUGIN} plugin.`;
  // Elasticsearch has the member, and lets nothing in it be set.
  if (name === '_field_names' && !isKnownBy(engines, target) && isObject(value) && Object.keys(value).length > 0)
    return 'The cluster no longer lets _field_names be changed.';
  if (name === 'include_in_all') return null;
  if (value === null) return TAKEN_AS_NOTHING.includes(name) ? null : `${name} can’t be null.`;
  if (holder !== undefined)
    return isMemberOfKind(holder, value)
      ? null
      : `${name} must be ${holder.kind === 'object' ? 'an object' : 'a list'}.`;
  return entry === undefined ? null : valueRefusal(name, value, entry, target);
}

/**
 * Members that may be null, which says nothing. Every other one is refused so. Measured on Elasticsearch 9.5 and
 * OpenSearch 3.4.
 */
const TAKEN_AS_NOTHING: readonly string[] = ['_meta', 'subobjects', 'composite'];

function valueRefusal(name: string, value: JsonValue, entry: ConfigurationEntry, target: TargetEngine): string | null {
  const isTaken = entry.accepts(value) && (name !== 'dynamic' || takesDynamic(value, target));
  if (!isTaken) return `${name} can’t be ${describeValue(value)}.`;
  if (name === 'dynamic_date_formats') return dynamicDateFormatsRefusal(value, target);
  return entry.members === undefined || !isObject(value) ? null : innerRefusal(name, value, entry.members);
}

/** What is refused within a member whose own members are checked one by one. */
function innerRefusal(name: string, value: JsonObject, members: Readonly<Record<string, Accepts>>): string | null {
  for (const [key, each] of Object.entries(value)) {
    const accepts = Object.hasOwn(members, key) ? members[key] : undefined;
    if (accepts === undefined) return `The cluster doesn’t support ${key} in ${name}.`;
    if (each === null || !accepts(withTexts(each))) return `${key} of ${name} can’t be ${describeValue(each)}.`;
  }
  return null;
}

/** Engines write out a number where a list is of texts. */
function withTexts(value: JsonValue): JsonValue {
  return isArray(value) ? value.map((item) => (typeof item === 'object' ? item : String(item))) : value;
}

const TIMESTAMP = '@timestamp';

/** Every document of a data stream has a time, so its mappings have it first. */
function timestampRefusal(name: string, value: JsonValue, merged: JsonObject): string | null {
  if (name !== '_data_stream_timestamp' || !isObject(value) || !isTrue(member(value, 'enabled'))) return null;
  const field = member(objectMember(merged, 'properties') ?? {}, TIMESTAMP);
  return field !== undefined && ['date', 'date_nanos'].includes(typeOf(field))
    ? null
    : `It needs a date field ${TIMESTAMP}.`;
}

/** Parameters of any computed field, in addition to those of its type. */
const COMPUTED_MEMBERS: Readonly<Record<ComputedContainer, readonly string[]>> = {
  runtime: ['type', 'script', 'on_script_error', 'meta'],
  derived: ['type', 'script', 'properties', 'format', 'ignore_malformed', 'prefilter_field', 'meta'],
};
/** Additional parameters of types of runtime fields. An engine rejects a field without the required ones. */
const OF_RUNTIME_TYPES: Readonly<
  Record<string, { readonly members: readonly string[]; readonly required: readonly string[] }>
> = {
  date: { members: ['format', 'locale'], required: [] },
  composite: { members: ['fields'], required: ['script', 'fields'] },
  lookup: {
    members: ['target_index', 'input_field', 'target_field', 'fetch_fields'],
    required: ['target_index', 'input_field', 'target_field', 'fetch_fields'],
  },
};

function computedRefusals(
  container: ComputedContainer,
  before: JsonObject,
  value: JsonValue,
  merged: JsonObject,
  target: TargetEngine,
): readonly ForeseenRefusal[] {
  return Object.entries(isObject(value) ? value : {}).flatMap(([name, definition]) => {
    if (definition === null || deepEqual(member(before, name), definition)) return [];
    const reason = container === 'derived' ? derivedNameRefusal(name, merged) : null;
    const why = reason ?? computedRefusal(container, definition, target);
    return why === null ? [] : [{ at: joinPointer('', name), path: name, reason: why }];
  });
}

function derivedNameRefusal(name: string, merged: JsonObject): string | null {
  if (name === '') return 'A derived field needs a name.';
  const impossible = impossibleComputedName('derived', name, merged);
  if (impossible !== null) return impossible;
  return Object.hasOwn(objectMember(merged, 'properties') ?? {}, name) ? `There is a field ${name} already.` : null;
}

function computedRefusal(container: ComputedContainer, definition: JsonValue, target: TargetEngine): string | null {
  if (!isObject(definition)) return 'A field is defined by an object.';
  const type = member(definition, 'type');
  if (typeof type !== 'string') return 'A field needs a type.';
  const types = container === 'runtime' ? RUNTIME_FIELD_TYPES : DERIVED_FIELD_TYPES;
  const entry = Object.hasOwn(types, type) ? types[type] : undefined;
  const isLacking = container === 'runtime' && type === 'geo_shape' && missingPartOf(type, target) !== null;
  if (entry === undefined || !isKnownBy(entry.engines, target) || isLacking)
    return `The cluster doesn’t support the type ${type} of ${container} fields.`;
  const own = container === 'runtime' && Object.hasOwn(OF_RUNTIME_TYPES, type) ? OF_RUNTIME_TYPES[type] : undefined;
  const lacking = own?.required.find((name) => member(definition, name) === undefined);
  if (lacking !== undefined) return `${lacking} is required.`;
  const known = [...COMPUTED_MEMBERS[container], ...(own?.members ?? [])].filter(
    (name) => name !== 'script' || entry.hasNoScript !== true,
  );
  const unknown = Object.keys(definition).find((name) => !known.includes(name));
  if (unknown !== undefined) return `The cluster doesn’t support the parameter ${unknown} of ${type}.`;
  const format = container === 'runtime' ? member(definition, 'format') : undefined;
  const unread = format === undefined ? null : dateFormatRefusal(format, target);
  if (unread !== null) return unread;
  const script = member(definition, 'script');
  return script === undefined ? null : namedByIndex('script', script, target, undefined);
}
