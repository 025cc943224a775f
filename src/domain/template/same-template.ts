import { flatSettings } from '../console/index-settings.ts';
import { literalIn } from '../json/literals.ts';
import {
  copyMember,
  copyObject,
  pickMembers,
  deepEqual,
  isArray,
  isObject,
  member,
  objectMember,
  setMember,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from '../json/value.ts';

/** Read-only members of a template in an engine's response: when it was created and changed. */
const TOLD_ONLY: readonly string[] = ['created_date', 'created_date_millis', 'modified_date', 'modified_date_millis'];

/** The body of a template as it can be sent, without read-only members. */
export function sendableTemplate(body: JsonObject): JsonObject {
  if (!TOLD_ONLY.some((name) => Object.hasOwn(body, name))) return body;
  return pickMembers(body, (name) => !TOLD_ONLY.includes(name));
}

/** A template as it was sent, with what only the engine says as another body has it. */
export function withToldMembers(sent: JsonObject, body: JsonObject): JsonObject {
  const told = TOLD_ONLY.filter((name) => Object.hasOwn(body, name));
  if (told.length === 0) return sent;
  const template = copyObject(sendableTemplate(sent));
  for (const name of told) copyMember(template, name, body);
  return template;
}

/**
 * Whether an engine that was sent one of these would answer with the other: settings by their full names and as text,
 * patterns as a list, what is empty like what is absent, and what engines add to aliases, data streams and lifecycles.
 */
export function isSameTemplate(a: JsonObject, b: JsonObject): boolean {
  return deepEqual(canonicalTemplate(a), canonicalTemplate(b));
}

/** Empty containers of a template that engines add or leave out. */
const MAY_BE_EMPTY: readonly string[] = ['composed_of', 'settings', 'mappings', 'aliases', '_meta', 'template'];

/** A template in the one form that {@link isSameTemplate} compares, settings flat and as text. */
export function canonicalTemplate(body: JsonObject): JsonObject {
  const result: MutableJsonObject = {};
  for (const [name, value] of Object.entries(sendableTemplate(body))) {
    const read = canonicalMember(name, value);
    const isEmpty =
      MAY_BE_EMPTY.includes(name) && typeof read === 'object' && read !== null && Object.keys(read).length === 0;
    // A legacy template without an order has 0.
    if (!isEmpty && !(name === 'order' && read === 0)) setMember(result, name, read);
  }
  return result;
}

function canonicalMember(name: string, value: JsonValue): JsonValue {
  if (name === 'index_patterns') return isArray(value) ? value : [value];
  if (!isObject(value)) return value;
  if (name === 'settings') return asTexts(flatSettings(value));
  if (name === 'mappings')
    return member(value, '_doc') !== undefined && Object.keys(value).length === 1
      ? (objectMember(value, '_doc') ?? {})
      : value;
  if (name === 'data_stream') return withoutDefaults(value, DATA_STREAM_DEFAULTS);
  if (name === 'lifecycle') return withoutDefaults(value, LIFECYCLE_DEFAULTS);
  if (name === 'aliases')
    return Object.fromEntries(Object.entries(value).map(([alias, given]) => [alias, withBothRoutings(given)]));
  return name === 'template' ? canonicalTemplate(value) : value;
}

/** What engines add to `data_stream`: Elasticsearch the first two, OpenSearch the last. */
const DATA_STREAM_DEFAULTS: JsonObject = {
  hidden: false,
  allow_custom_routing: false,
  timestamp_field: { name: '@timestamp' },
};
const LIFECYCLE_DEFAULTS: JsonObject = { enabled: true };

function withoutDefaults(value: JsonObject, defaults: JsonObject): JsonObject {
  const isDefault = (name: string, given: JsonValue) => {
    const usual = member(defaults, name);
    return usual !== undefined && deepEqual(given, usual);
  };
  return Object.fromEntries(Object.entries(value).filter(([name, given]) => !isDefault(name, given)));
}

/** An alias as engines answer it: one routing stands for both. */
function withBothRoutings(alias: JsonValue): JsonValue {
  const routing = isObject(alias) ? member(alias, 'routing') : undefined;
  if (!isObject(alias) || routing === undefined) return alias;
  const rest = Object.entries(alias).filter(([name]) => name !== 'routing');
  return { index_routing: routing, search_routing: routing, ...Object.fromEntries(rest) };
}

function asTexts(settings: JsonObject): JsonObject {
  // Engines keep a number as it was written: 1.0 becomes "1.0".
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, literalIn(settings, name) ?? asText(value)]),
  );
}

function asText(value: JsonValue): JsonValue {
  if (isArray(value)) return value.map(asText);
  return typeof value === 'object' && value !== null ? value : String(value);
}
