import { isObject, valueAt, parsePointer, type JsonObject, type JsonValue, type Pointer } from '#domain/json';
import type { Mark } from './difference.ts';

/**
 * Whether a field that only one of the two has is in the other one by other levels: as objects in the place of dots, or
 * dots in the place of objects.
 */
export function levelsIn(one: JsonObject, other: JsonObject, at: Pointer): readonly Mark[] {
  const names = parsePointer(at);
  if (names.length % 2 === 1 || !names.every((name, index) => index % 2 === 1 || name === 'properties')) return [];
  const [here, there] = [valueAt(one, at), valueAt(other, at)];
  if ((here === undefined) === (there === undefined)) return [];
  const [field, holder] = here === undefined ? [there, one] : [here, other];
  if (!isObject(field)) return [];
  const path = dotted(names.filter((_, index) => index % 2 === 1).join('.'));
  const wanted = new Map([...leavesIn(field)].map(([name, leaf]) => [name === '' ? path : `${path}.${name}`, leaf]));
  const found = new Map<string, JsonValue>(
    leavesIn({ properties: isObject(holder['properties']) ? holder['properties'] : {} }),
  );
  // Elasticsearch 9.5 loses an alias on the way out of its object.
  return [...wanted].every(
    ([name, type]) =>
      found.get(name) === type ||
      (type === 'alias' && !found.has(name)) ||
      (type === null && found.get(name) === undefined),
  )
    ? ['levels']
    : [];
}

const dotted = (path: string) => path.replace(/\.+$/, '');

/** The types of the values of a field by their paths below it, dots being levels; an object without any is null. */
function* leavesIn(field: JsonObject, path = ''): IterableIterator<readonly [string, JsonValue]> {
  const fields = field['properties'];
  if (!isObject(fields)) {
    yield [path, isContainer(field) ? null : (field['type'] ?? null)];
    return;
  }
  for (const [name, child] of Object.entries(fields))
    if (isObject(child)) yield* leavesIn(child, dotted(path === '' ? name : `${path}.${name}`));
}

function isContainer({ type }: JsonObject): boolean {
  return type === undefined || type === 'object' || type === 'nested';
}
