import { missingPluginOf, parameterOf, typeEntry } from '../catalogue/catalogue.ts';
import { isKnownBy, type TargetEngine } from '../catalogue/engines.ts';
import { joinPointer, type Pointer } from '../json/pointer.ts';
import { deepEqual, isObject, member, type JsonObject, type JsonValue } from '../json/value.ts';
import { CHILD_CONTAINERS, containerOf, dottedPath, typeOf } from './field.ts';

/** Something in mappings that an engine is likely to refuse, as it does not know it. */
export interface TargetGap {
  readonly at: Pointer;
  /** Of the field as people write it. */
  readonly path: string;
  /** "the type match_only_text". */
  readonly what: string;
}

/**
 * The types and parameters in `after` that a target does not know, but for those that `before` has in the same place. A type that the
 * catalogue does not know may be a plugin's, and so may its parameters. It does not recurse, so depth is no limit.
 */
export function targetGaps(before: JsonObject, after: JsonObject, target: TargetEngine): readonly TargetGap[] {
  const gaps: TargetGap[] = [];
  const waiting: Container[] = [];
  const open = (was: JsonValue | undefined, now: JsonValue | undefined, at: Pointer, path: readonly string[]) => {
    for (const name of CHILD_CONTAINERS) {
      const fields = containerOf(now, name);
      if (fields !== undefined)
        waiting.push({ was: containerOf(was, name) ?? {}, now: fields, at: joinPointer(at, name), path });
    }
  };
  open(before, after, '', []);
  for (let container = waiting.pop(); container !== undefined; container = waiting.pop()) {
    for (const [name, now] of Object.entries(container.now)) {
      const was = member(container.was, name);
      if (was === now || !isObject(now)) continue;
      const at = joinPointer(container.at, name);
      const path = [...container.path, name];
      gaps.push(
        ...gapsOf(isObject(was) ? was : {}, now, target).map(([key, what]) => ({
          at: joinPointer(at, key),
          path: dottedPath(path),
          what,
        })),
      );
      open(was, now, at, path);
    }
  }
  return gaps;
}

interface Container {
  readonly was: JsonObject;
  readonly now: JsonObject;
  readonly at: Pointer;
  readonly path: readonly string[];
}

/** Of one field: the members that are not known, and what to call them. */
function gapsOf(
  was: JsonObject,
  now: JsonObject,
  target: TargetEngine,
): readonly (readonly [key: string, what: string])[] {
  const type = typeOf(now);
  const entry = typeEntry(type);
  if (entry === undefined) return [];
  const plugin = missingPluginOf(type, target);
  if (plugin !== null || !isKnownBy(entry.engines, target)) {
    const what = `the type ${type}${plugin === null ? '' : ` without the ${plugin} plugin`}`;
    return member(was, 'type') === type ? [] : [['type', what]];
  }
  return Object.entries(now).flatMap(([name, value]) => {
    if (
      name === 'type' ||
      CHILD_CONTAINERS.some((container) => container === name) ||
      deepEqual(member(was, name), value)
    )
      return [];
    const parameter = parameterOf(type, name);
    const isKnown =
      parameter === undefined ? entry.tolerates?.includes(name) === true : isKnownBy(parameter.engines, target);
    return isKnown ? [] : [[name, `the parameter ${name} of ${type}`] as const];
  });
}
