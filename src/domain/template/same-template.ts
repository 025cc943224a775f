import { flatSettings } from '../console/index-settings.ts';
import {
  deepEqual,
  isObject,
  member,
  objectMember,
  setMember,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from '../json/value.ts';

/** What engines say of a template and take from nobody: when it was created and changed. */
const TOLD_ONLY: readonly string[] = ['created_date', 'created_date_millis', 'modified_date', 'modified_date_millis'];

/** The body of a template as it can be sent: without what only the engine says. */
export function sendableTemplate(body: JsonObject): JsonObject {
  if (!TOLD_ONLY.some((name) => Object.hasOwn(body, name))) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !TOLD_ONLY.includes(name)));
}

/** A template as it was sent, with what only the engine says as another body has it. */
export function withToldMembers(sent: JsonObject, body: JsonObject): JsonObject {
  const told = TOLD_ONLY.flatMap((name) =>
    Object.hasOwn(body, name) ? [[name, body[name] as JsonValue] as const] : [],
  );
  return told.length === 0 ? sent : Object.fromEntries([...Object.entries(sendableTemplate(sent)), ...told]);
}

/**
 * Whether an engine that was sent one of these would answer with the other: settings by their full names and as text, patterns as a list, and what
 * is empty like what is absent.
 */
export function isSameTemplate(a: JsonObject, b: JsonObject): boolean {
  return deepEqual(canonical(a), canonical(b));
}

/** Empty containers of a template that engines add or leave out. */
const MAY_BE_EMPTY: readonly string[] = ['composed_of', 'settings', 'mappings', 'aliases', '_meta', 'template'];

function canonical(body: JsonObject): JsonObject {
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
  if (name === 'index_patterns') return Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
  if (!isObject(value)) return value;
  if (name === 'settings') return asTexts(flatSettings(value));
  if (name === 'mappings')
    return member(value, '_doc') !== undefined && Object.keys(value).length === 1
      ? (objectMember(value, '_doc') ?? {})
      : value;
  return name === 'template' ? canonical(value) : value;
}

function asTexts(settings: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, asText(value)]));
}

function asText(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(asText);
  return typeof value === 'object' && value !== null ? value : String(value);
}
