import fastJsonPatch from 'fast-json-patch';
import jsonpatch from 'jsonpatch';
import { formatJson, parseJson, type Body, type JsonValue } from '#domain/json';
import { parseLog } from '#domain/log';
import { objectOf } from '../tests/builders/values.ts';
import { isPlainObject } from '../tests/builders/walk.ts';

/**
 * Other people's JSON Patch libraries, reading our exported log as anybody would: `JSON.parse` on the text of each event.
 * Neither can hold a member `__proto__`, and nobody's `JSON.parse` a large integer: both go under other names meanwhile.
 */
const STAND_INS = { proto: 'proto stand-in', bigint: 'bigint stand-in:' } as const;

interface PlainEvent {
  readonly patch: readonly unknown[];
}

export function replayWithFastJsonPatch(start: Body, log: string): Body {
  let document: unknown = toForeign(start);
  for (const { patch } of plainEvents(log))
    document = fastJsonPatch.applyPatch(document, patch as never, true).newDocument;
  return fromForeign(document);
}

export function replayWithJsonpatch(start: Body, log: string): Body {
  let document: unknown = toForeign(start);
  for (const { patch } of plainEvents(log)) document = jsonpatch.apply_patch(document, patch);
  return fromForeign(document);
}

function plainEvents(log: string): readonly PlainEvent[] {
  return parseLog(log).map(
    ({ text }) => JSON.parse(needsStandIns(text) ? formatJson(withStandIns(parseJson(text))) : text) as PlainEvent,
  );
}

/** Most texts go in as they are. */
function needsStandIns(text: string): boolean {
  return /__proto__|"prototype"|[0-9]{16}/.test(text);
}

function toForeign(start: Body): unknown {
  return start === undefined ? null : (JSON.parse(formatJson(withStandIns(start))) as unknown);
}

function withStandIns(value: JsonValue): JsonValue {
  if (typeof value === 'bigint') return `${STAND_INS.bigint}${value}`;
  if (typeof value === 'string') return value.startsWith('/') ? renamedPointer(value) : value;
  if (Array.isArray(value)) return value.map(withStandIns);
  if (!isPlainObject(value)) return value;
  return objectOf(
    Object.entries(value).map(
      ([name, item]) => [name === '__proto__' ? STAND_INS.proto : name, withStandIns(item)] as const,
    ),
  );
}

function renamedPointer(text: string): string {
  return text
    .split('/')
    .map((token) => (token === '__proto__' ? STAND_INS.proto : token))
    .join('/');
}

function fromForeign(document: unknown): JsonValue {
  if (typeof document === 'string') {
    if (document.startsWith(STAND_INS.bigint)) return BigInt(document.slice(STAND_INS.bigint.length));
    return document.startsWith('/') ? document.split(STAND_INS.proto).join('__proto__') : document;
  }
  if (Array.isArray(document)) return document.map(fromForeign);
  if (!isPlainObject(document)) return document as JsonValue;
  return objectOf(
    Object.entries(document).map(
      ([name, item]) => [name === STAND_INS.proto ? '__proto__' : name, fromForeign(item)] as const,
    ),
  );
}
