import { canHaveChildFields, DEFAULT_TYPE, parameterOf, tolerates, typeEntry } from '../catalogue/catalogue.ts';
import { isKnownBy, type TargetEngine } from '../catalogue/engines.ts';
import type { Parameter } from '../catalogue/types.ts';
import { numberLike } from '../catalogue/values.ts';
import { joinPointer, type Pointer } from '../json/pointer.ts';
import { formatJson } from '../json/text.ts';
import {
  copyMember,
  deepEqual,
  isObject,
  member,
  setMember,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from '../json/value.ts';
import { CHILD_CONTAINERS, dottedPath, typeOf } from './field.ts';

/** One change of a mapping, in words. */
export interface PlannedChange {
  /** Its place in the mappings. */
  readonly at: Pointer;
  readonly text: string;
  /** It says what the engine assumes anyway, or says it otherwise. */
  readonly hasNoEffect?: true;
}

/** A change that no live index takes. */
export interface ReindexNeed {
  readonly at: Pointer;
  /** Of the field as people write it, or the member of the mappings. */
  readonly path: string;
  readonly reason: string;
}

/** What a plan has to tell, as it is found. */
export interface PlanNotes {
  readonly additions: PlannedChange[];
  readonly updates: PlannedChange[];
  readonly needsReindex: ReindexNeed[];
}

/** The `dynamic` that is in force where a field has none of its own, before and after a change. */
export interface DynamicAround {
  readonly was: JsonValue;
  readonly wanted: JsonValue;
}

/** Where a container of fields stands. */
interface FieldsPlace {
  readonly at: Pointer;
  /** Names of the fields on the way. */
  readonly path: readonly string[];
  readonly isMultiField: boolean;
  readonly dynamic: DynamicAround;
}

/** One field of a container. */
interface FieldPlace {
  readonly at: Pointer;
  readonly path: readonly string[];
  readonly dynamic: DynamicAround;
}

/** A field as it is and as it should be. */
interface ChangedField {
  readonly type: string;
  readonly was: JsonObject;
  readonly wanted: JsonObject;
  readonly target: TargetEngine;
  readonly dynamic: DynamicAround;
}

/** What is in force in mappings that have no `dynamic`. */
const ANY_DYNAMIC: DynamicAround = { was: true, wanted: true };

/** The `dynamic` that is in force for the fields in an object, or in the mappings. */
export function dynamicWithin(holder: JsonObject, around: JsonValue = true): JsonValue {
  return member(holder, 'dynamic') ?? around;
}

const LONGEST_VALUE = 60;

/** A value in a sentence. */
export function describeValue(value: JsonValue): string {
  const text = formatJson(value);
  return text.length <= LONGEST_VALUE ? text : `${text.slice(0, LONGEST_VALUE - 1)}…`;
}

/** The part of a container that is sent; undefined where nothing of it is. */
export function planFields(
  before: JsonObject,
  after: JsonObject,
  place: FieldsPlace,
  target: TargetEngine,
  notes: PlanNotes,
): JsonObject | undefined {
  const part: MutableJsonObject = {};
  for (const [name, definition] of Object.entries(before)) {
    if (!Object.hasOwn(after, name)) noteRemoved(name, definition, before, after, place, notes);
  }
  for (const [name, wanted] of Object.entries(after)) {
    const was = member(before, name);
    if (deepEqual(was, wanted)) continue;
    const field = { at: joinPointer(place.at, name), path: [...place.path, name], dynamic: place.dynamic };
    const sent =
      was === undefined ? planAddition(wanted, field, place, notes) : planDefinition(was, wanted, field, target, notes);
    if (sent !== undefined) setMember(part, name, sent);
  }
  return Object.keys(part).length === 0 ? undefined : part;
}

/**
 * What of a changed definition no live index takes, with what the field holds left out. A reason stands at the pointer
 * of the parameter below the field, or at `""` for the field itself.
 * @param path the names down to the field: some fields take changes at the top level only
 * @param dynamic what is in force around the field
 */
export function definitionReindexNeeds(
  was: JsonValue,
  wanted: JsonValue,
  target: TargetEngine,
  path: readonly string[] = [],
  dynamic: DynamicAround = ANY_DYNAMIC,
): readonly ReindexNeed[] {
  const notes: PlanNotes = { additions: [], updates: [], needsReindex: [] };
  planDefinition(withoutChildren(was), withoutChildren(wanted), { at: '', path, dynamic }, target, notes);
  return notes.needsReindex;
}

function withoutChildren(definition: JsonValue): JsonValue {
  if (!isObject(definition)) return definition;
  return Object.fromEntries(Object.entries(definition).filter(([name]) => name !== 'properties' && name !== 'fields'));
}

function planAddition(
  wanted: JsonValue,
  { at, path }: FieldPlace,
  { isMultiField }: FieldsPlace,
  notes: PlanNotes,
): JsonValue {
  notes.additions.push({
    at,
    text: `Add ${isMultiField ? 'multi-field ' : ''}${dottedPath(path)} (${typeOf(wanted)})`,
  });
  return wanted;
}

function noteRemoved(
  name: string,
  definition: JsonValue,
  before: JsonObject,
  after: JsonObject,
  { at, path, isMultiField }: FieldsPlace,
  notes: PlanNotes,
): void {
  const newName = Object.keys(after).find(
    (other) => !Object.hasOwn(before, other) && deepEqual(after[other], definition),
  );
  const what = isMultiField ? 'multi-field' : 'field';
  const reason =
    newName === undefined
      ? `A ${what} can’t be removed from a live index.`
      : `A ${what} can’t be renamed on a live index. ${newName} can be added, but indexed data stays under ${name}.`;
  notes.needsReindex.push({ at: joinPointer(at, name), path: dottedPath([...path, name]), reason });
}

function planDefinition(
  was: JsonValue,
  wanted: JsonValue,
  field: FieldPlace,
  target: TargetEngine,
  notes: PlanNotes,
): JsonObject | undefined {
  const isBelowRoot = field.path.length > 1;
  if (!isBelowRoot || !isObject(was) || !isKnownBy(typeEntry(typeOf(was))?.misplacedBy ?? {}, target))
    return planInPlace(was, wanted, field, target, notes);
  const own: PlanNotes = { additions: [], updates: [], needsReindex: [] };
  planInPlace(was, wanted, field, target, own);
  const idle = own.updates.filter(({ hasNoEffect }) => hasNoEffect === true);
  notes.updates.push(...idle);
  notes.needsReindex.push(...own.needsReindex);
  if (own.additions.length > 0 || own.updates.length > idle.length) {
    const path = dottedPath(field.path);
    const other = `${dottedPath(field.path.slice(0, -1))}.${path}`;
    const reason = `The engine would add a field ${other} instead: it changes ${typeOf(was)} fields at the top level only.`;
    notes.needsReindex.push({ at: field.at, path, reason });
  }
  return undefined;
}

/** What is sent of a definition; `undefined` where nothing is. */
function planInPlace(
  was: JsonValue,
  wanted: JsonValue,
  field: FieldPlace,
  target: TargetEngine,
  notes: PlanNotes,
): JsonObject | undefined {
  const need = (reason: string) => notes.needsReindex.push({ at: field.at, path: dottedPath(field.path), reason });
  if (!isObject(was) || !isObject(wanted)) {
    need('It is not a valid field definition.');
    return undefined;
  }
  const type = typeOf(wanted);
  if (typeOf(was) !== type) {
    need(`The type can’t be changed from ${typeOf(was)} to ${type} on a live index.`);
    return undefined;
  }
  const { definition, isChanged } = planParameters(was, wanted, type, field, target, notes);
  let hasChildren = false;
  for (const container of CHILD_CONTAINERS) {
    const [before = {}, after = {}] = [member(was, container), member(wanted, container)];
    if (!isObject(before) || !isObject(after)) {
      if (!deepEqual(before, after)) need(`${container} must be an object.`);
      continue;
    }
    const children = planFields(
      before,
      after,
      {
        at: joinPointer(field.at, container),
        path: field.path,
        isMultiField: container === 'fields',
        dynamic: {
          was: dynamicWithin(was, field.dynamic.was),
          wanted: dynamicWithin(wanted, field.dynamic.wanted),
        },
      },
      target,
      notes,
    );
    if (children === undefined) continue;
    setMember(definition, container, children);
    hasChildren = true;
  }
  if (!isChanged && !hasChildren) return undefined;
  // Without properties an engine asks for the type that it would assume.
  return type === DEFAULT_TYPE && !Object.hasOwn(definition, 'properties') ? { type, ...definition } : definition;
}

/** All parameters of a field as they are sent: what can't be changed as it is, the rest as it should be. */
function planParameters(
  was: JsonObject,
  wanted: JsonObject,
  type: string,
  { at, path, dynamic }: FieldPlace,
  target: TargetEngine,
  notes: PlanNotes,
) {
  const definition: MutableJsonObject = {};
  const field: ChangedField = { type, was, wanted, target, dynamic };
  let isChanged = false;
  for (const name of new Set([...Object.keys(wanted), ...Object.keys(was)])) {
    if (name === 'properties' || name === 'fields') continue;
    const before = member(was, name);
    const after = member(wanted, name);
    const isSame =
      name === 'type' ||
      deepEqual(before, after) ||
      isForgotten(type, name, target) ||
      isKeptAs(name, before, after, field);
    const obstacle = isSame ? null : obstacleTo(name, before, after, field);
    if (obstacle !== null)
      notes.needsReindex.push({ at: joinPointer(at, name), path: dottedPath(path), reason: obstacle });
    else if (!isSame) {
      isChanged = true;
      notes.updates.push({
        at: joinPointer(at, name),
        text: describeChange(name, dottedPath(path), before, after),
        ...(isAssumed(name, before, after, field) && { hasNoEffect: true }),
      });
    }
    const from = obstacle !== null || isSentAsItWas(name, before, after, field) ? was : wanted;
    if (member(from, name) !== undefined) copyMember(definition, name, from);
  }
  return { definition, isChanged };
}

function describeChange(
  name: string,
  path: string,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): string {
  if (after === undefined) return `Remove ${name} from ${path}`;
  return before === undefined
    ? `Set ${name} of ${path} to ${describeValue(after)}`
    : `Change ${name} of ${path} from ${describeValue(before)} to ${describeValue(after)}`;
}

/** Why a parameter of a live field can't be changed so, or null. */
function obstacleTo(
  name: string,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  field: ChangedField,
): string | null {
  const { type, target } = field;
  const parameter = parameterWithDefaultOf(type, name, target);
  if (after === undefined && isKept(type, name, target)) {
    const inForce = parameter?.isInherited === true ? field.dynamic.wanted : parameter?.defaultValue;
    const instead = inForce === undefined ? '' : ` Set it to ${describeValue(inForce)} instead of removing it.`;
    return `Engines keep ${name} if it is omitted.${instead}`;
  }
  if (parameter === undefined) return null;
  const [from, to] = readAs(parameter, before, after, field);
  if (deepEqual(from, to)) return null;
  if (from === undefined && isKnownBy(parameter.takenWithout ?? {}, target)) return null;
  if (parameter.liveChange === 'reindex') return `${name} can’t be changed on a live index.`;
  return parameter.liveLimit?.(from, to, target) ?? null;
}

/** Whether an engine takes a parameter on a type and ignores it: what is sent of it changes nothing, ever. */
function isForgotten(type: string, name: string, target: TargetEngine): boolean {
  const parameter = parameterOf(type, name);
  if (parameter === undefined || !isKnownBy(parameter.engines, target)) return tolerates(type, name, target);
  return isKnownBy(parameter.forgottenBy ?? {}, target);
}

/**
 * Whether a parameter that an engine keeps where it is left out is what the engine assumes anyway: then there is
 * nothing to say.
 */
function isKeptAs(
  name: string,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  field: ChangedField,
): boolean {
  return after === undefined && isKept(field.type, name, field.target) && isAssumed(name, before, after, field);
}

/** Whether an engine keeps a parameter of a live field where an update leaves it out. */
function isKept(type: string, name: string, target: TargetEngine): boolean {
  return canHaveChildFields(type) || isKnownBy(parameterOf(type, name)?.keptBy ?? {}, target);
}

/** Whether a parameter that means the same as before is sent as it was, since an engine would refuse it otherwise. */
function isSentAsItWas(
  name: string,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  field: ChangedField,
): boolean {
  const { defaultSetApartBy = {} } = parameterOf(field.type, name) ?? {};
  return isKnownBy(defaultSetApartBy, field.target) && isAssumed(name, before, after, field);
}

/** Whether an engine reads both values of a parameter alike. */
function isAssumed(
  name: string,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  field: ChangedField,
): boolean {
  const parameter = parameterWithDefaultOf(field.type, name, field.target);
  if (parameter?.isInherited === true)
    return [field.dynamic.was, field.dynamic.wanted].every((around) =>
      deepEqual(asEngine(before ?? around), asEngine(after ?? around)),
    );
  return parameter !== undefined && deepEqual(...readAs(parameter, before, after, field));
}

/** Two values of a parameter as an engine reads them, absent ones too. */
function readAs(
  parameter: Parameter,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  { was, wanted, target }: ChangedField,
): [JsonValue | undefined, JsonValue | undefined] {
  // What a section shows when it is switched on is not what the engine assumes.
  const shown = parameter.switching === 'optional' ? undefined : parameter.defaultValue;
  const assumed = parameter.assumes ?? shown;
  const read = (value: JsonValue | undefined, beside: JsonObject) => {
    const followed = parameter.follows?.find((name) => Object.hasOwn(beside, name));
    const made = parameter.assumesBeside?.(beside, target) ?? assumed;
    const told = asEngine(value ?? (followed === undefined ? made : member(beside, followed)));
    if (told === undefined || told === null) return told;
    const plain = parameter.editor.kind === 'number' && parameter.accepts(told) ? numberInText(told) : told;
    return parameter.readAs?.(plain) ?? plain;
  };
  return [read(before, was), read(after, wanted)];
}

/** A parameter, known to the target or not, with what the target assumes. */
function parameterWithDefaultOf(type: string, name: string, target: TargetEngine): Parameter | undefined {
  const parameter = parameterOf(type, name);
  return parameter?.otherDefault === undefined ? parameter : (parameterOf(type, name, target) ?? parameter);
}

/** Engines take a number as text, and tell the number. An integer that no double holds keeps its digits. */
function numberInText(value: JsonValue): JsonValue {
  if (typeof value !== 'string' || !numberLike(value)) return value;
  const number = Number(value);
  if (!Number.isInteger(number) || Number.isSafeInteger(number)) return number;
  return /^[+-]?\d+$/.test(value) ? BigInt(value) : value;
}

/** As engines read a value: "true" is true. */
export function asEngine<T extends JsonValue | undefined>(value: T): T | boolean {
  return value === 'true' ? true : value === 'false' ? false : value;
}
