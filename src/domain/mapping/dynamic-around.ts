import { isFalse } from '../catalogue/values.ts';
import { parsePointer, type Pointer } from '../json/pointer.ts';
import { isObject, member, type JsonObject, type JsonValue } from '../json/value.ts';

/** A `dynamic`, and the object that has it: the names down to it, none for the mappings themselves. */
export interface HeldDynamic {
  readonly value: JsonValue;
  readonly path: readonly string[];
}

/**
 * The `dynamic` that is in force for a field that has none: that of the nearest object around it. Undefined where
 * neither an object nor the mappings have one.
 * @param at of the field, from the mappings
 */
export function dynamicAround(mappings: JsonValue | undefined, at: Pointer): HeldDynamic | undefined {
  let found: HeldDynamic | undefined;
  for (const { holder, path } of objectsAround(mappings, at)) {
    const own = member(holder, 'dynamic');
    if (own !== undefined && own !== null) found = { value: own, path };
  }
  return found;
}

/**
 * The names down to the outermost object around a field that is not enabled, so that no document gets to the field:
 * none for the mappings themselves, and null where all are enabled.
 * @param at of the field, from the mappings
 */
export function notEnabledAround(mappings: JsonValue | undefined, at: Pointer): readonly string[] | null {
  for (const { holder, path } of objectsAround(mappings, at)) if (isFalse(member(holder, 'enabled'))) return path;
  return null;
}

/** The mappings and the objects around a field, from the outermost one. */
function* objectsAround(
  mappings: JsonValue | undefined,
  at: Pointer,
): IterableIterator<{ readonly holder: JsonObject; readonly path: readonly string[] }> {
  let holder = mappings;
  const path: string[] = [];
  const tokens = parsePointer(at);
  for (let place = 0; place + 1 < tokens.length && isObject(holder); place += 2) {
    yield { holder, path: [...path] };
    const [container, name] = [tokens[place] as string, tokens[place + 1] as string];
    const fields: JsonValue | undefined = member(holder, container);
    holder = isObject(fields) ? member(fields, name) : undefined;
    path.push(name);
  }
}
