import { CONFIGURATION, MAPPINGS_MEMBERS, type ConfigurationEntry } from '../catalogue/configuration.ts';
import type { TargetEngine } from '../catalogue/engines.ts';
import { joinPointer } from '../json/pointer.ts';
import { keepLiterals } from '../json/literals.ts';
import {
  deepEqual,
  isObject,
  member,
  setMember,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from '../json/value.ts';
import {
  asEngine,
  type DynamicAround,
  dynamicWithin,
  planFields,
  describeValue,
  type PlannedChange,
  type PlanNotes,
  type ReindexNeed,
} from './live-field-changes.ts';

/** What leads a live index from one mapping to another, as far as it can be led. */
export interface MappingUpdatePlan {
  /**
   * Of `PUT /{index}/_mapping`: what is added or changed, and what the engine must be told again beside it. Empty where
   * there is nothing to send.
   */
  readonly body: JsonObject;
  readonly additions: readonly PlannedChange[];
  readonly updates: readonly PlannedChange[];
  readonly needsReindex: readonly ReindexNeed[];
}

/**
 * Plans the update of a live index' mappings. An engine resets a parameter that a field's definition leaves out to its
 * default, so a changed field is sent with all its parameters and without its unchanged children. In objects, in points
 * and shapes of OpenSearch, and in the mappings as a whole, it keeps what is left out. Changes that can't be made in
 * place are not in the body, but in `needsReindex`. Parameters that the catalogue does not know are sent: the engine
 * decides.
 */
export function planMappingUpdate(before: JsonObject, after: JsonObject, target: TargetEngine): MappingUpdatePlan {
  const notes: PlanNotes = { additions: [], updates: [], needsReindex: [] };
  const body: MutableJsonObject = {};
  const dynamic = { was: dynamicWithin(before), wanted: dynamicWithin(after) };
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const was = member(before, name);
    const wanted = member(after, name);
    if (deepEqual(was, wanted)) continue;
    const part = planMember(name, was, wanted, dynamic, target, notes);
    if (part !== undefined) setMember(body, name, part);
  }
  keepLiterals(body, after);
  // OpenSearch takes mappings that leave it out for enabled ones, and refuses them.
  const enabled = member(before, 'enabled');
  if (asEngine(enabled) === false && Object.keys(body).length > 0 && enabled !== undefined)
    setMember(body, 'enabled', enabled);
  return { body, ...notes };
}

/** Number of changes of a plan. */
export function countOfChanges({ additions, updates, needsReindex }: MappingUpdatePlan): number {
  return additions.length + updates.length + needsReindex.length;
}

function planMember(
  name: string,
  was: JsonValue | undefined,
  wanted: JsonValue | undefined,
  dynamic: DynamicAround,
  target: TargetEngine,
  notes: PlanNotes,
): JsonValue | undefined {
  const holder = Object.hasOwn(MAPPINGS_MEMBERS, name) ? MAPPINGS_MEMBERS[name] : undefined;
  if (holder === undefined || holder.liveMerge === 'whole') return planWhole(name, was, wanted, target, notes);
  if (isAbsentOrObject(was) && isAbsentOrObject(wanted)) {
    if (holder.liveMerge === 'fields')
      return planFields(
        was ?? {},
        wanted ?? {},
        { at: joinPointer('', name), path: [], isMultiField: false, dynamic },
        target,
        notes,
      );
    return planEntries(name, was ?? {}, wanted ?? {}, notes);
  }
  notes.needsReindex.push({
    at: joinPointer('', name),
    path: name,
    reason: 'It must be an object.',
  });
  return undefined;
}

function isAbsentOrObject(value: JsonValue | undefined): value is JsonObject | undefined {
  return value === undefined || isObject(value);
}

/** Runtime fields and the like: each entry is one thing, replaced as a whole. */
function planEntries(container: string, was: JsonObject, wanted: JsonObject, notes: PlanNotes): JsonObject | undefined {
  const { title, liveMerge } = MAPPINGS_MEMBERS[container] ?? { title: container, liveMerge: 'entries' };
  const entry = `entry of “${title.toLowerCase()}”`;
  const part: MutableJsonObject = {};
  for (const name of new Set([...Object.keys(was), ...Object.keys(wanted)])) {
    const before = entryOf(was, name, liveMerge);
    const after = entryOf(wanted, name, liveMerge);
    if (deepEqual(before, after)) continue;
    const at = joinPointer('', container, name);
    if (liveMerge === 'none')
      notes.needsReindex.push({ at, path: name, reason: `An ${entry} can only be set when the index is created.` });
    else if (after !== undefined) {
      setMember(part, name, after);
      (before === undefined ? notes.additions : notes.updates).push({
        at,
        text: `${before === undefined ? 'Add' : 'Change'} ${name} in ${container}`,
      });
    } else if (liveMerge === 'removable entries') {
      setMember(part, name, null);
      notes.updates.push({ at, text: `Remove ${name} from ${container} (sent as null)` });
    } else notes.needsReindex.push({ at, path: name, reason: `An ${entry} can’t be removed from a live index.` });
  }
  keepLiterals(part, wanted);
  return Object.keys(part).length === 0 ? undefined : part;
}

/** Null is how an entry that can be removed is removed: an engine has none of it. */
function entryOf(container: JsonObject, name: string, liveMerge: string): JsonValue | undefined {
  const entry = member(container, name);
  return entry === null && liveMerge === 'removable entries' ? undefined : entry;
}

/** A member of the mappings that an engine replaces as a whole, and keeps where it is left out. */
function planWhole(
  name: string,
  was: JsonValue | undefined,
  wanted: JsonValue | undefined,
  target: TargetEngine,
  notes: PlanNotes,
): JsonValue | undefined {
  const entry = Object.hasOwn(CONFIGURATION, name) ? CONFIGURATION[name] : undefined;
  const emptied = entry?.emptied ?? MAPPINGS_MEMBERS[name]?.emptied;
  const at = joinPointer('', name);
  const need = (reason: string) => {
    notes.needsReindex.push({ at, path: name, reason });
    return undefined;
  };
  const [from, to] = [was ?? emptied, wanted ?? emptied];
  if (deepEqual(from, to) || deepEqual(readByEngine(entry, was), readByEngine(entry, wanted))) return undefined;
  if (to === undefined) {
    const { defaultValue } = entry ?? {};
    need(
      `Engines keep values that are omitted.${defaultValue === undefined ? '' : ` Set it to its default ${describeValue(defaultValue)} instead of removing it.`}`,
    );
    return;
  }
  if (entry?.liveChange === 'reindex') {
    need(`${entry.title} can’t be changed on a live index.`);
    return;
  }
  const limit = entry?.liveLimit?.(was ?? entry.defaultValue, to, target) ?? null;
  if (limit !== null) {
    need(limit);
    return;
  }
  const isAdded = was === undefined;
  (isAdded ? notes.additions : notes.updates).push({
    at,
    text:
      wanted === undefined
        ? `Empty ${name}`
        : `${isAdded ? 'Set' : 'Change'} ${name}${isObject(to) || Array.isArray(to) ? '' : ` to ${describeValue(to)}`}`,
  });
  return to;
}

/** A member of the mappings as an engine reads it, an absent one too; what it assumes of an object is left out. */
function readByEngine(entry: ConfigurationEntry | undefined, value: JsonValue | undefined): JsonValue | undefined {
  const told = asEngine(value ?? entry?.defaultValue);
  const { assumes, readAs } = entry ?? {};
  if (assumes === undefined) return told === undefined ? undefined : (readAs?.(told) ?? told);
  const members = told ?? {};
  if (!isObject(members)) return told;
  const saying = Object.entries(members).filter(([name, each]) => !deepEqual(asEngine(each), member(assumes, name)));
  return Object.fromEntries(saying);
}
