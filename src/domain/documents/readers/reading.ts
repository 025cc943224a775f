import { parameterOf } from '../../catalogue/catalogue.ts';
import { isKnownBy, type Engines, type TargetEngine } from '../../catalogue/engines.ts';
import { isFalse, isTrue } from '../../catalogue/values.ts';
import { literalIn } from '../../json/literals.ts';
import { formatJson } from '../../json/text.ts';
import { isArray, member, numberFrom, type JsonObject, type JsonValue } from '../../json/value.ts';
import type { IgnoredBy, UnknownKind } from '../trial.ts';
import type { TrialSettings } from '../trial-settings.ts';

/** A field that reads a value. */
export interface FieldInHand {
  readonly path: string;
  readonly type: string;
  readonly definition: JsonObject;
  readonly engine: TargetEngine;
  readonly settings: TrialSettings;
  readonly routing: string | undefined;
}

/** A value, and where it is held: numbers are read as they are written. */
interface ValueInHand {
  readonly value: JsonValue;
  /** As an engine's parser gives it; null for null, objects and lists. */
  readonly text: string | null;
}

/** What a field makes of one value. */
export type Reading =
  /** Taken; `to` where it is read as something else. */
  | { readonly kind: 'taken'; readonly to?: string; readonly cutTo?: number; readonly update?: JsonObject }
  /** No value, and the field has nothing for it. */
  | { readonly kind: 'nothing'; readonly by: 'null' | 'empty' }
  /** Refused, unless the field has `ignore_malformed`; then it is in `_ignored`, unless it is unlisted. */
  | { readonly kind: 'malformed'; readonly reason: string; readonly isUnlisted?: boolean }
  /** Refused; where `isFinal` even by an index that leaves out whatever it can't read. */
  | { readonly kind: 'refused'; readonly reason: string; readonly isFinal?: boolean }
  /** Left out of the index; `isListed` in `_ignored`. */
  | { readonly kind: 'ignored'; readonly by: IgnoredBy; readonly reason: string; readonly isListed: boolean }
  | { readonly kind: 'unknown'; readonly what: UnknownKind; readonly reason: string };

/** How fields of one type read values. */
export interface Reader {
  readonly read: (value: ValueInHand, field: FieldInHand) => Reading;
  /** It gets a list as a whole; other types get its items one by one. */
  readonly takesLists?: boolean;
  /** It takes objects: where dots are no levels, others are asked for their members. */
  readonly takesObjects?: boolean;
  /** The engines on which it also leaves out an object with `ignore_malformed`, and tells so. */
  readonly ignoresObjects?: Engines;
  /** It takes one value of a document: `'reads'` where it can't read another, `'stores'` where it can't keep one. */
  readonly takesOne?: (field: FieldInHand) => 'reads' | 'stores' | null;
  /** Whether it is in an index of terms or points, where it has no parameter `index` that says so. */
  readonly indexes?: boolean;
  /** Whether it has doc values, where it has no parameter `doc_values` that says so. */
  readonly hasDocValues?: boolean;
  /** Its index entries depend on an analysis that is not done here. */
  readonly isAnalyzed?: boolean;
}

export const TAKEN: Reading = { kind: 'taken' };
export const NO_VALUE: Reading = { kind: 'nothing', by: 'null' };
export const takenAs = (to: string): Reading => ({ kind: 'taken', to });
export const malformed = (reason: string) => ({ kind: 'malformed', reason }) as const satisfies Reading;
export const refused = (reason: string): Reading => ({ kind: 'refused', reason });
/** Refused even by an index that leaves out whatever it can't read. */
export const refusedAnyway = (reason: string): Reading => ({ kind: 'refused', reason, isFinal: true });
export const cannotTell = (what: UnknownKind, reason: string): Reading => ({ kind: 'unknown', what, reason });

/** The text of a scalar as engines' parsers give it: of a number, as it is written. */
export function textIn(holder: object, key: string | number, value: JsonValue): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return literalIn(holder, key) ?? formatJson(value);
  return typeof value === 'boolean' ? String(value) : null;
}

/** A value as a message quotes it. */
export function quoted(value: JsonValue): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : formatJson(value);
  return text.length <= LONGEST_QUOTE ? text : `${text.slice(0, LONGEST_QUOTE)}…`;
}
const LONGEST_QUOTE = 80;

/** A switch of a field: its own, or the one of the index where the type has it. */
export function isOn(
  name: 'coerce' | 'ignore_malformed',
  { type, definition, engine, settings }: FieldInHand,
): boolean {
  const own = member(definition, name);
  if (isTrue(own)) return true;
  if (isFalse(own)) return false;
  const ofIndex = name === 'coerce' ? settings.coerce : settings.ignoreMalformed;
  return ofIndex && parameterOf(type, name, engine) !== undefined;
}

export function numberParameter(definition: JsonObject, name: string): number | undefined {
  const value = member(definition, name);
  const number = value === '' ? Number.NaN : numberFrom(value);
  return Number.isNaN(number) ? undefined : number;
}

/** A parameter as text; undefined where it is absent or null. */
export function textParameter(definition: JsonObject, name: string): string | undefined {
  const value = member(definition, name);
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : formatJson(value);
}

/** What a null comes to: the field's `null_value`, or nothing. */
export function nullValueOf({ definition }: FieldInHand): JsonValue | undefined {
  const value = member(definition, 'null_value');
  return value === null ? undefined : value;
}

export const isScalar = (value: JsonValue): value is string | number | bigint | boolean => typeof value !== 'object';

export function kindOfValue(value: JsonValue): string {
  if (value === null) return 'null';
  if (isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'bigint') return 'a number';
  return `a ${typeof value}`;
}

export const isOf = (engines: Engines, { engine }: FieldInHand): boolean => isKnownBy(engines, engine);
