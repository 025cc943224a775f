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

/**
 * What engines add to a template by themselves or leave out of it, in the one list for all comparisons and requests.
 * tests/cluster/template-readings.cluster.test.ts writes and reads templates on each engine, and fails for any other.
 */
const OF_ENGINES = {
  /** When a template was created and changed. Elasticsearch 9.5 refuses a request that has one of them. */
  toldOnly: ['created_date', 'created_date_millis', 'modified_date', 'modified_date_millis'],
  /** Containers that are answered where none was sent, or not where an empty one was. */
  mayBeEmpty: ['composed_of', 'settings', 'mappings', 'aliases', '_meta', 'template'],
  /** Values of members, by the name of the object that they are added to. */
  defaults: {
    // Elasticsearch adds the first two, OpenSearch the last.
    data_stream: { hidden: false, allow_custom_routing: false, timestamp_field: { name: '@timestamp' } },
    // Of a data stream, and of its failure store.
    lifecycle: { enabled: true },
  },
  /** Numbers that may be sent as text, and are answered as numbers. */
  numbers: ['priority', 'order', 'version'],
} as const satisfies Readonly<Record<string, readonly string[] | JsonObject>>;

const TOLD_ONLY: readonly string[] = OF_ENGINES.toldOnly;

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
 * A template with everything that is the same in meaning as an engine answers it, and with what the engine adds: two
 * that are compared place by place then differ only where somebody changed something.
 */
export function asAnswered(template: JsonObject, answered: JsonObject): JsonObject {
  return partAsAnswered(withToldMembers(template, answered), answered, OF_ENGINES.toldOnly);
}

/** The members of an object as answered; `added` are those that engines add to it, whatever their value. */
function partAsAnswered(part: JsonObject, answered: JsonObject, added: readonly string[] = []): JsonObject {
  const result = copyObject(part);
  for (const [name, value] of Object.entries(answered)) {
    const own = member(part, name);
    if (own === undefined) {
      if (added.includes(name) || isEmptyMember(name, canonicalMember(name, value))) copyMember(result, name, answered);
    } else if (deepEqual(canonicalMember(name, own), canonicalMember(name, value))) copyMember(result, name, answered);
    else if (isObject(own) && isObject(value)) setMember(result, name, objectAsAnswered(name, own, value));
  }
  return result;
}

function objectAsAnswered(name: string, own: JsonObject, answered: JsonObject): JsonObject {
  if (name === 'aliases')
    return Object.fromEntries(
      Object.entries(own).map(([alias, value]) => {
        const other = member(answered, alias);
        const isSame = other !== undefined && deepEqual(withBothRoutings(value), withBothRoutings(other));
        return [alias, isSame ? other : value];
      }),
    );
  if (name === 'data_stream' || name === 'lifecycle') {
    const defaults = OF_ENGINES.defaults[name];
    const isAdded = (key: string, value: JsonValue) =>
      !Object.hasOwn(own, key) && Object.keys(withoutDefaults({ [key]: value }, defaults)).length === 0;
    return { ...own, ...pickMembers(answered, isAdded) };
  }
  return CONTAINERS.includes(name) ? partAsAnswered(own, answered) : own;
}

const CONTAINERS: readonly string[] = ['template', 'data_stream_options', 'failure_store'];

/**
 * Whether an engine that was sent one of these would answer with the other: settings by their full names and as text,
 * patterns as a list, what is empty like what is absent, and what engines add to aliases, data streams and lifecycles.
 */
export function isSameTemplate(a: JsonObject, b: JsonObject): boolean {
  return deepEqual(canonicalTemplate(a), canonicalTemplate(b));
}

/** A template in the one form that {@link isSameTemplate} compares, settings flat and as text. */
export function canonicalTemplate(body: JsonObject): JsonObject {
  const result: MutableJsonObject = {};
  for (const [name, value] of Object.entries(sendableTemplate(body))) {
    const read = canonicalMember(name, value);
    if (!isEmptyMember(name, read)) setMember(result, name, read);
  }
  return result;
}

/** Whether a member in its canonical form is what engines answer where none was sent. */
function isEmptyMember(name: string, read: JsonValue): boolean {
  // A legacy template without an order has 0.
  if (name === 'order') return read === 0;
  return (
    isOneOf(OF_ENGINES.mayBeEmpty, name) && typeof read === 'object' && read !== null && Object.keys(read).length === 0
  );
}

function isOneOf(names: readonly string[], name: string): boolean {
  return names.includes(name);
}

function canonicalMember(name: string, value: JsonValue): JsonValue {
  if (name === 'index_patterns') return isArray(value) ? value : [value];
  if (isOneOf(OF_ENGINES.numbers, name)) return typeof value === 'string' ? asNumber(value) : value;
  if (!isObject(value)) return value;
  if (name === 'settings') return asTexts(flatSettings(value));
  if (name === 'mappings')
    return member(value, '_doc') !== undefined && Object.keys(value).length === 1
      ? (objectMember(value, '_doc') ?? {})
      : value;
  if (name === 'data_stream' || name === 'lifecycle') return withoutDefaults(value, OF_ENGINES.defaults[name]);
  if (name === 'data_stream_options' || name === 'failure_store')
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, canonicalMember(key, item)]));
  if (name === 'aliases')
    return Object.fromEntries(Object.entries(value).map(([alias, given]) => [alias, withBothRoutings(given)]));
  return name === 'template' ? canonicalTemplate(value) : value;
}

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

/** The number that a text says; the text where it is none. */
function asNumber(text: string): JsonValue {
  if (!/^-?\d+$/.test(text)) return text;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

function asTexts(settings: JsonObject): JsonObject {
  // Engines keep a number as it was written: 1.0 becomes "1.0". What is left as an object is empty: they keep none.
  return Object.fromEntries(
    Object.entries(settings)
      .filter(([, value]) => !isObject(value))
      .map(([name, value]) => [name, literalIn(settings, name) ?? asText(value)]),
  );
}

function asText(value: JsonValue): JsonValue {
  if (isArray(value)) return value.map(asText);
  return typeof value === 'object' && value !== null ? value : String(value);
}
