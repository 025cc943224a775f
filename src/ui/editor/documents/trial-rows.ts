import type { DocumentTrial, TriedValue } from '#domain/documents';
import {
  asJson,
  deepEqual,
  formatJson,
  isArray,
  isObject,
  lastToken,
  literalIn,
  parentPointer,
  valueAt,
  type JsonValue,
  type Pointer,
} from '#domain/json';

/** A value of a document, and the fields that it reaches. */
export interface TrialRow {
  readonly pointer: Pointer;
  readonly values: readonly TriedValue[];
  /** What happened to it before, where that differs. */
  readonly before?: readonly TriedValue[];
}

/** One row for each value, in the order of the document. */
export function trialRows(after: DocumentTrial, before: DocumentTrial | null): readonly TrialRow[] {
  const now = byPointer(after);
  if (before === null) return [...now].map(([pointer, values]) => ({ pointer, values }));
  const then = byPointer(before);
  return [...new Set([...now.keys(), ...then.keys()])].map((pointer) => {
    const [values, old] = [now.get(pointer) ?? [], then.get(pointer) ?? []];
    return deepEqual(asJson(values), asJson(old)) ? { pointer, values } : { pointer, values, before: old };
  });
}

function byPointer({ values }: DocumentTrial): ReadonlyMap<Pointer, readonly TriedValue[]> {
  const found = new Map<Pointer, TriedValue[]>();
  for (const value of values) {
    const known = found.get(value.pointer);
    if (known === undefined) found.set(value.pointer, [value]);
    else known.push(value);
  }
  return found;
}

/** The most characters of a value that a row shows. */
const SHOWN_LENGTH = 120;
/** The most members of a list or an object that are looked at for it. */
const SHOWN_MEMBERS = 20;

/** A value in one line, shortened; numbers as they were written. */
export function shownValue(document: JsonValue, pointer: Pointer): string {
  const value = valueAt(document, pointer);
  if (value === undefined) return '';
  const holder = pointer === '' ? undefined : valueAt(document, parentPointer(pointer));
  const key = lastToken(pointer);
  const isHeld = key !== undefined && (isObject(holder) || isArray(holder));
  const text = (isHeld ? literalIn(holder, key) : undefined) ?? formatJson(cut(value));
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
}

function cut(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value.slice(0, SHOWN_LENGTH + 1);
  if (isArray(value)) return value.slice(0, SHOWN_MEMBERS);
  if (isObject(value)) return Object.fromEntries(Object.entries(value).slice(0, SHOWN_MEMBERS));
  return value;
}
