import type { TargetEngine } from '../catalogue/engines.ts';
import { defaultsInForce, type TriedIndex } from '../documents/index.ts';
import { isWithin, lastToken, parentPointer, parsePointer, type Pointer } from '../json/pointer.ts';
import { valueAt } from '../json/patch.ts';
import {
  copyObject,
  deepEqual,
  isObject,
  member,
  objectMember,
  setMember,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from '../json/value.ts';
import { asEngine } from '../mapping/live-field-changes.ts';
import { planMappingUpdate, type ForeseenRefusal, type MappingUpdatePlan } from '../mapping/index.ts';

/**
 * What a change means for a live index: nothing, something is added, it is changed in place, it takes a new index, or
 * no index of the target takes it.
 */
export type ImpactClass = 'none' | 'additive' | 'in_place' | 'new_index' | 'refused';

/** One change of a live mapping, and what it means. */
export interface ClassedChange {
  /** Its place in the mappings. */
  readonly at: Pointer;
  readonly impact: ImpactClass;
  /** The change in words; of one that takes a new index, where it is. */
  readonly text: string;
  /** Why it can't be done in place, or not at all. */
  readonly reason?: string;
}

/** An index as it is, and the mappings that it should have. */
export interface ChangedIndex {
  readonly index: TriedIndex;
  readonly after: JsonObject;
}

/**
 * Classifies every change of a plan; those that need a new index come last. A change is `refused` if a refusal of the
 * plan's body is predicted at it, above it or below it; a limit can affect several changes.
 * @param changed the index with its settings, where they are known: they decide what is in force without a parameter
 */
export function classifyChanges(
  { additions, updates, needsReindex }: MappingUpdatePlan,
  refusals: readonly ForeseenRefusal[],
  changed?: ChangedIndex,
): readonly ClassedChange[] {
  const refusalAt = (at: Pointer) => refusals.find((refusal) => isWithin(refusal.at, at) || isWithin(at, refusal.at));
  const sent =
    (impact: 'additive' | 'in_place') =>
    (change: MappingUpdatePlan['additions'][number]): ClassedChange => {
      const refusal = refusalAt(change.at);
      if (refusal !== undefined) return { ...pick(change), impact: 'refused', reason: refusal.reason };
      const hasNoEffect = (changed && hasNoEffectIn(changed, change.at)) ?? change.hasNoEffect === true;
      return { ...pick(change), impact: hasNoEffect ? 'none' : impact };
    };
  return [
    ...additions.map(sent('additive')),
    ...updates.map(sent('in_place')),
    ...needsReindex.map(({ at, path, reason }): ClassedChange => ({ at, impact: 'new_index', text: path, reason })),
  ];
}

/** Whether a change of a parameter has no effect; undefined where settings and modes don't decide it. */
function hasNoEffectIn({ index, after }: ChangedIndex, at: Pointer): boolean | undefined {
  const field = parentPointer(at);
  const definition = valueAt(after, field);
  if (!isObject(definition)) return undefined;
  const name = lastToken(at) ?? '';
  const inForce = defaultsInForce(index, field, definition);
  const found = Object.hasOwn(inForce, name) ? inForce[name] : undefined;
  if (found === undefined || found.origin.kind === 'mapping' || found.origin.kind === 'object') return undefined;
  const read = (value: JsonValue | undefined) => asEngine(value ?? found.value);
  return deepEqual(read(valueAt(index.mappings, at)), read(definition[name]));
}

function pick({ at, text }: MappingUpdatePlan['additions'][number]): Pick<ClassedChange, 'at' | 'text'> {
  return { at, text };
}

/** A change by itself, as an index can be asked to take it. */
export interface ChangeTrial {
  /** Of the change that is tried. */
  readonly at: Pointer;
  /** Of `PUT /{index}/_mapping`. */
  readonly body: JsonObject;
}

/** At most so many changes are tried at once: each is a request. */
export const MAX_TRIALS = 100;

/**
 * Each change as an update without the others. A change that no update can express, like a removal, is left out. A
 * change that is considered impossible is still tried with the new definition, to see it rejected. Covers only the
 * first `MAX_TRIALS` changes: each costs a separate plan.
 */
export function trialsOf(before: JsonObject, after: JsonObject, target: TargetEngine): readonly ChangeTrial[] {
  const changes = classifyChanges(planMappingUpdate(before, after, target), []).slice(0, MAX_TRIALS);
  return changes.flatMap(({ at }): readonly ChangeTrial[] => {
    const wanted = withValueAt(before, parsePointer(at), valueAt(after, at));
    const { body } = planMappingUpdate(before, wanted, target);
    const asked = Object.keys(body).length > 0 ? body : askedAt(wanted, parsePointer(at));
    return asked === null ? [] : [{ at, body: asked }];
  });
}

/** A copy in which one place has another value; undefined removes it. */
export function withValueAt(
  value: JsonObject,
  [name = '', ...rest]: readonly string[],
  wanted: JsonValue | undefined,
): JsonObject {
  const copy = copyObject(value);
  if (rest.length > 0) {
    setMember(copy, name, withValueAt(objectMember(value, name) ?? {}, rest, wanted));
    return copy;
  }
  if (wanted === undefined) delete copy[name];
  else setMember(copy, name, wanted);
  return copy;
}

/** The field or member at a place, said whole but without the fields beside and below it; null where it is gone. */
function askedAt(mappings: JsonObject, path: readonly string[]): JsonObject | null {
  const [name = '', ...rest] = path;
  const value = member(mappings, name);
  if (value === undefined) return null;
  const asked: MutableJsonObject = {};
  if (!isObject(value) || rest.length === 0 || !CONTAINERS.includes(name)) {
    setMember(asked, name, value);
    return asked;
  }
  const inner = askedField(value, rest);
  if (inner === null) return null;
  setMember(asked, name, inner);
  return asked;
}

const CONTAINERS: readonly string[] = ['properties', 'fields'];

function askedField(fields: JsonObject, [name = '', container, ...rest]: readonly string[]): JsonObject | null {
  const field = member(fields, name);
  if (!isObject(field)) return null;
  const definition = Object.fromEntries(Object.entries(field).filter(([key]) => !CONTAINERS.includes(key)));
  const asked: MutableJsonObject = {};
  const inner = container !== undefined && CONTAINERS.includes(container) ? objectMember(field, container) : undefined;
  if (container === undefined || inner === undefined || rest.length === 0) setMember(asked, name, definition);
  else {
    const below = askedField(inner, rest);
    if (below === null) return null;
    setMember(asked, name, { ...definition, [container]: below });
  }
  return asked;
}
