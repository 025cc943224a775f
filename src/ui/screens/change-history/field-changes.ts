import { isObject, parsePointer, valueAt, type JsonValue, type Operation } from '#domain/json';
import { dottedPath } from '#domain/mapping';
import type { Change } from './change-reader.ts';

/**
 * The changes that concern a field, given by its dotted path, or a field below it; newest first, as given. Where a log
 * has renamed the field, older changes are found by its name at that time, also in the logs that it goes on from.
 */
export function changesOfField(changes: readonly Change[], field: string): readonly Change[] {
  const wanted = field.trim();
  if (wanted === '') return changes;
  const names = new Map<string, string>();
  return changes.filter(({ stream, patch, origins = [] }) => {
    let name = names.get(stream) ?? wanted;
    let isFound = false;
    for (let index = patch.length - 1; index >= 0; index--) {
      const operation = patch[index] as Operation;
      const at = fieldPath(operation.path);
      if (at === null) continue;
      if (concerns(operation, at, name)) isFound = true;
      if (operation.op !== 'move') continue;
      const from = fieldPath(operation.from);
      if (from === null) continue;
      if (isBelow(from, name)) isFound = true;
      if (isBelow(name, at)) name = from + name.slice(at.length);
    }
    names.set(stream, name);
    for (const origin of origins) names.set(origin.stream, name);
    return isFound;
  });
}

function concerns(operation: Operation, at: string, name: string): boolean {
  if (isBelow(at, name)) return true;
  if (!isBelow(name, at)) return false;
  // The operation is on a parent: its move and its removal affect the field too, a new value only where it has the
  // field.
  if (operation.op === 'move' || operation.op === 'remove') return true;
  return hasField(operation.value, at === '' ? name : name.slice(at.length + 1));
}

function isBelow(path: string, above: string): boolean {
  return above === '' || path === above || path.startsWith(`${above}.`);
}

/**
 * The dotted path of the field that a pointer is in; empty for a pointer above all fields, null for one beside them.
 */
function fieldPath(pointer: string): string | null {
  const tokens = parsePointer(pointer);
  const start = tokens.findIndex((token) => token === 'properties');
  // The recorded state of the cluster is not a change that anybody made.
  if (tokens[0] === 'cluster') return null;
  if (start === -1) return tokens.length === 0 || tokens.at(-1) === 'mappings' || tokens.at(-1) === 'body' ? '' : null;
  const names: string[] = [];
  for (let index = start; index < tokens.length; index += 2) {
    const name = tokens[index + 1];
    if (name === undefined || (tokens[index] !== 'properties' && tokens[index] !== 'fields')) break;
    names.push(name);
  }
  return dottedPath(names);
}

/** Whether a value has a field at a dotted path, at any of the places where mappings can be. */
function hasField(value: JsonValue, path: string): boolean {
  const mappings = ['/mappings', '/body/template/mappings', '/template/mappings', '/body/mappings', ''];
  return mappings.some((at) => isField(valueAt(value, at), path));
}

function isField(value: JsonValue | undefined, path: string): boolean {
  if (!isObject(value)) return false;
  // The value may be that of a field, of a mapping, or of a container itself.
  return [value['properties'], value['fields'], value].some(
    (container) =>
      isObject(container) &&
      Object.entries(container).some(
        ([name, definition]) =>
          isObject(definition) &&
          (name === path || (path.startsWith(`${name}.`) && isField(definition, path.slice(name.length + 1)))),
      ),
  );
}
