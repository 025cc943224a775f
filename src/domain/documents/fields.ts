import { isObject, member, objectMember, type JsonObject, type JsonValue } from '../json/value.ts';
import { expandDots } from '../mapping/expand-dots.ts';
import { typeOf } from '../mapping/field.ts';
import { hasFlatNames } from '../mapping/field-names.ts';
import { positionOf, summaryOf } from '../mapping/folds.ts';

/** Fields whose names have dots, as the levels that they say; by the container that holds them. */
const expanded = new WeakMap<JsonObject, Map<string, JsonValue | undefined>>();

/**
 * The definition of a field directly in an object or in the mappings, its name being one level. A name with dots in the
 * mappings is found by its first level. The cost does not grow with the other fields, once their names are sorted.
 */
export function fieldIn(holder: JsonObject, name: string): JsonValue | undefined {
  const properties = objectMember(holder, 'properties');
  if (properties === undefined) return undefined;
  const own = member(properties, name);
  const { names } = summaryOf(properties);
  const start = `${name}.`;
  let at = positionOf(names, start);
  if (names[at]?.startsWith(start) !== true) return own;
  let known = expanded.get(properties);
  if (known === undefined) expanded.set(properties, (known = new Map<string, JsonValue | undefined>()));
  if (known.has(name)) return known.get(name);
  const same: [string, JsonValue][] = own === undefined ? [] : [[name, own]];
  for (let each = names[at]; each?.startsWith(start) === true; each = names[++at])
    same.push([each, properties[each] as JsonValue]);
  const found = objectMember(expandDots({ properties: Object.fromEntries(same) }, []), 'properties');
  const definition = found && member(found, name);
  known.set(name, definition);
  return definition;
}

/** The definition of a field by its whole name below an object in whose names dots are no levels. */
export function flatFieldIn(holder: JsonObject, name: string): JsonValue | undefined {
  const properties = objectMember(holder, 'properties');
  if (properties === undefined) return undefined;
  const own = member(properties, name);
  if (own !== undefined) return own;
  // Mappings may have objects there, which engines take for names with dots.
  for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
    const object = member(properties, name.slice(0, dot));
    const isEntered = isObject(object) && typeOf(object) !== 'nested';
    const found = isEntered ? flatFieldIn(object, name.slice(dot + 1)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * The name of the nested field that a longer name leads through, below an object in whose names dots are no levels. The
 * fields of a nested field have levels of their own.
 */
export function nestedFieldOnTheWay(holder: JsonObject, name: string): string | undefined {
  const properties = objectMember(holder, 'properties');
  if (properties === undefined) return undefined;
  for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
    const way = name.slice(0, dot);
    const object = member(properties, way);
    if (!isObject(object)) continue;
    if (typeOf(object) === 'nested') return way;
    const below = nestedFieldOnTheWay(object, name.slice(dot + 1));
    if (below !== undefined) return `${way}.${below}`;
  }
  return undefined;
}

/** Whether an object in whose names dots are no levels has fields whose names begin with a path. */
export function hasFieldsBelow(
  { holder, prefix }: { readonly holder: JsonObject; readonly prefix: string },
  path: string,
): boolean {
  const properties = objectMember(holder, 'properties');
  if (properties === undefined) return false;
  const { names } = summaryOf(properties);
  const start = `${path.slice(prefix.length)}.`;
  return names[positionOf(names, start)]?.startsWith(start) === true;
}

const implied = new WeakMap<JsonObject, number>();

/** Fields that an engine keeps for one of these types beside it, which count as well. */
const HIDDEN_FIELDS: ReadonlyMap<string, number> = new Map([
  ['percolator', 5],
  ['search_as_you_type', 3],
]);

const hiddenFields = (definition: JsonValue) => HIDDEN_FIELDS.get(typeOf(definition)) ?? 0;

/**
 * Fields that count for an index and stand nowhere: objects that only the dots in names say, and those that a type
 * brings. Of all levels; worked out once for each container.
 */
export function impliedFields(holder: JsonObject): number {
  const properties = objectMember(holder, 'properties');
  if (properties === undefined) return 0;
  const known = implied.get(properties);
  if (known !== undefined) return known;
  const isFlat = hasFlatNames(holder);
  const ways = new Set<string>();
  let count = 0;
  for (const [name, field] of Object.entries(properties)) {
    for (let dot = isFlat ? -1 : name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
      const way = name.slice(0, dot);
      if (!Object.hasOwn(properties, way)) ways.add(way);
    }
    count += hiddenFields(field);
    if (!isObject(field)) continue;
    count += impliedFields(field);
    for (const multiField of Object.values(objectMember(field, 'fields') ?? {})) count += hiddenFields(multiField);
  }
  count += ways.size;
  implied.set(properties, count);
  return count;
}
