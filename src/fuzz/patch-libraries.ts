import fastJsonPatch from 'fast-json-patch';
import jsonpatch from 'jsonpatch';
import { isObject, parseJson, type Body, type JsonValue } from '#domain/json';
import { parseLog } from '#domain/log';

/** A JSON Patch library that is not ours. */
export interface PatchLibrary {
  readonly name: string;
  /** The document after a patch; may change the one before. */
  apply(document: unknown, patch: readonly unknown[]): unknown;
}

/** JSON Patch libraries of others. */
export const PATCH_LIBRARIES: readonly PatchLibrary[] = [
  {
    name: 'fast-json-patch',
    apply: (document, patch) => fastJsonPatch.applyPatch(document, patch as never, true).newDocument,
  },
  { name: 'jsonpatch', apply: (document, patch) => jsonpatch.apply_patch(document, patch) },
];

/**
 * The libraries read what `JSON.parse` makes of a record, as anybody would. Neither can hold a member `__proto__`, one
 * refuses `prototype` below `constructor`, and nobody's `JSON.parse` reads a large integer: all go under other names
 * meanwhile.
 */
const BIGINT = 'bigint stand-in:';
const STAND_INS: ReadonlyMap<string, string> = new Map([
  ['__proto__', 'proto stand-in'],
  ['prototype', 'prototype stand-in'],
]);
const MEANT: ReadonlyMap<string, string> = new Map(Array.from(STAND_INS, ([name, standIn]) => [standIn, name]));

/** Replays an exported log by a library. */
export function replayWith(library: PatchLibrary, start: Body, log: string): Body {
  let document: unknown = start === undefined ? null : withStandIns(start);
  for (const { text } of parseLog(log)) document = library.apply(document, plainPatch(text));
  return fromForeign(document);
}

/** The patch in the text of a record, as a library can take it. */
export function plainPatch(text: string): readonly unknown[] {
  // Most texts go in as they are.
  const needsStandIns = /__proto__|prototype|[0-9]{16}|\\/.test(text);
  const plain: unknown = needsStandIns ? withStandIns(parseJson(text)) : JSON.parse(text);
  return (plain as { readonly patch: readonly unknown[] }).patch;
}

function withStandIns(value: JsonValue): JsonValue {
  if (typeof value === 'bigint') return `${BIGINT}${value}`;
  if (typeof value === 'string') return value.startsWith('/') ? renamedPointer(value, STAND_INS) : value;
  if (Array.isArray(value)) return value.map(withStandIns);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [STAND_INS.get(name) ?? name, withStandIns(item)]),
  );
}

function renamedPointer(text: string, names: ReadonlyMap<string, string>): string {
  return text
    .split('/')
    .map((token) => names.get(token) ?? token)
    .join('/');
}

/** Our value of a document that a library has made of such patches. */
export function fromForeign(document: unknown): JsonValue {
  if (typeof document === 'string') {
    if (document.startsWith(BIGINT)) return BigInt(document.slice(BIGINT.length));
    return document.startsWith('/') ? renamedPointer(document, MEANT) : document;
  }
  if (Array.isArray(document)) return document.map(fromForeign);
  if (typeof document !== 'object' || document === null) return document as JsonValue;
  const found: Record<string, JsonValue> = {};
  for (const [name, item] of Object.entries(document)) {
    // An own member, which an assignment would not make of this name.
    Object.defineProperty(found, MEANT.get(name) ?? name, {
      ...{ value: fromForeign(item), enumerable: true, configurable: true, writable: true },
    });
  }
  return found;
}
