import { isObject, parsePointer, type JsonObject } from '#domain/json';

/** Says that dots in names, or objects that take none, explain that a field is here and not there. */
export function levelsIn(sent: JsonObject, live: JsonObject, at: string): string {
  const isAField = CONTAINERS.has(parsePointer(at).at(-2) ?? '');
  return isAField && [sent, live].some(hasOtherLevels) ? '\n  (dots are levels)' : '';
}

const CONTAINERS: ReadonlySet<string> = new Set(['properties', 'fields']);

function hasOtherLevels({ subobjects, properties }: JsonObject): boolean {
  if (subobjects !== undefined && subobjects !== true && subobjects !== 'true') return true;
  return (
    isObject(properties) &&
    Object.entries(properties).some(([name, field]) => name.includes('.') || (isObject(field) && hasOtherLevels(field)))
  );
}
