import type { Pointer } from '../json/pointer.ts';
import { isWithin, joinPointer, lastToken, parentPointer } from '../json/pointer.ts';
import { applyPatch, valueAt, type Body, type Operation } from '../json/patch.ts';
import { isArray, isObject, member, stringsIn, type JsonObject, type JsonValue } from '../json/value.ts';
import {
  CHILD_CONTAINERS,
  containerOf,
  dottedPath,
  parseFieldId,
  resolvePath,
  rootContainer,
  typeOf,
  type FieldId,
} from './field.ts';
import { positionOf, summaryOf } from './folds.ts';

/** A field that names another one by its dotted path. */
export interface Reference {
  readonly from: FieldId;
  readonly parameter: 'path' | 'copy_to';
  /** The dotted path that it names. */
  readonly target: string;
  /** The whole parameter, which may name further fields. */
  readonly value: JsonValue;
}

/**
 * The references whose path points to the field `id` or below it, whether or not the target exists (a `copy_to` may
 * name a field that the engine will create); in tree order. Cost: all references once.
 */
export function referencesTo(body: Body, mappingsAt: Pointer, id: FieldId): readonly Reference[] {
  const address = parseFieldId(id, mappingsAt);
  const root = rootContainer(body, mappingsAt);
  if (address === null || root === undefined) return [];
  const path = dottedPath(address.path);
  let isOnlyWay: boolean | undefined;
  const leadsThere = (target: string): boolean => {
    if (!isPathWithin(target, path)) return false;
    // Two fields can share a dotted path where names hold dots: then what counts is the field that the path finds.
    isOnlyWay ??= isOnlyWayTo(body, mappingsAt, id);
    if (isOnlyWay) return true;
    const reached = resolveAsFarAsItGoes(body, mappingsAt, target);
    return reached !== null && isWithin(reached, id);
  };
  const found: Reference[] = [];
  collect(root, joinPointer(mappingsAt, 'properties'), leadsThere, found);
  return found;
}

/** Walks to the fields that refer, and to no others. */
function collect(
  container: JsonObject,
  at: Pointer,
  leadsThere: (target: string) => boolean,
  found: Reference[],
): void {
  for (const name of summaryOf(container).referring) {
    const definition = container[name];
    if (!isObject(definition)) continue;
    const path = typeOf(definition) === 'alias' ? member(definition, 'path') : undefined;
    if (typeof path === 'string' && leadsThere(path))
      found.push({ from: joinPointer(at, name), parameter: 'path', target: path, value: path });
    const copyTo = member(definition, 'copy_to');
    if (copyTo !== undefined)
      for (const target of isArray(copyTo) ? copyTo : [copyTo]) {
        if (typeof target === 'string' && leadsThere(target))
          found.push({ from: joinPointer(at, name), parameter: 'copy_to', target, value: copyTo });
      }
    for (const kind of CHILD_CONTAINERS) {
      const held = containerOf(definition, kind);
      if (held !== undefined) collect(held, joinPointer(at, name, kind), leadsThere, found);
    }
  }
}

/**
 * A body whose aliases and `copy_to` name their targets as `rename` says, which is given the pointer to the parameter,
 * too; the same body where nothing changes. Cost: the fields that refer to others.
 */
export function renameReferences(
  body: Body,
  mappingsAt: Pointer,
  rename: (target: string, at: Pointer) => string,
): Body {
  const found: Reference[] = [];
  collect(rootContainer(body, mappingsAt) ?? {}, joinPointer(mappingsAt, 'properties'), () => true, found);
  const patch = found.flatMap(({ from, parameter, target, value }): readonly Operation[] => {
    const path = joinPointer(from, parameter);
    if (rename(target, path) === target) return [];
    return [{ op: 'replace', path, value: renamedReference(value, (each) => rename(each, path)) }];
  });
  return patch.length === 0 ? body : applyPatch(body, patch).body;
}

/** The paths that a container's fields are copied to. Cost: the fields that refer to others. */
export function* copyTargetsIn(container: JsonObject): IterableIterator<string> {
  for (const name of summaryOf(container).referring) {
    const definition = container[name];
    if (!isObject(definition)) continue;
    const copyTo = member(definition, 'copy_to');
    yield* typeof copyTo === 'string' ? [copyTo] : stringsIn(copyTo);
    for (const kind of CHILD_CONTAINERS) {
      const held = containerOf(definition, kind);
      if (held !== undefined) yield* copyTargetsIn(held);
    }
  }
}

/**
 * Whether no other field can have the same dotted path: no name on the way holds a dot or begins another, and no level
 * has multi-fields.
 */
function isOnlyWayTo(body: Body, mappingsAt: Pointer, id: FieldId): boolean {
  for (let field = id; field.length > mappingsAt.length; field = parentPointer(parentPointer(field))) {
    const container = valueAt(body, parentPointer(field));
    const name = lastToken(field) as string;
    if (!isObject(container) || name.includes('.') || lastToken(parentPointer(field)) === 'fields') return false;
    if (containerOf(member(container, name), 'fields') !== undefined) return false;
    const { names } = summaryOf(container);
    if (names[positionOf(names, `${name}.`)]?.startsWith(`${name}.`) === true) return false;
  }
  return true;
}

/** The field that a dotted path names, or the last one on the way there. */
export function resolveAsFarAsItGoes(body: Body, mappingsAt: Pointer, dotted: string): FieldId | null {
  for (let path = dotted; ; path = path.slice(0, path.lastIndexOf('.'))) {
    const found = resolvePath(body, mappingsAt, path);
    if (found !== null || !path.includes('.')) return found;
  }
}

function isPathWithin(path: string, ancestor: string): boolean {
  return path.startsWith(ancestor) && (path.length === ancestor.length || path[ancestor.length] === '.');
}

/**
 * The alias fields that point to the field `id` or to one below it, and can be removed with it: none that is inside it,
 * contains it, or is inside another of them.
 */
export function aliasesTo(body: Body, mappingsAt: Pointer, id: FieldId): readonly FieldId[] {
  const aliases: FieldId[] = [];
  for (const { parameter, from } of referencesTo(body, mappingsAt, id)) {
    if (parameter !== 'path' || isWithin(from, id) || isWithin(id, from)) continue;
    // In tree order the descendants of an alias directly follow it.
    const last = aliases.at(-1);
    if (last === undefined || !isWithin(from, last)) aliases.push(from);
  }
  return aliases;
}

/** An alias' `path` or a `copy_to` with targets named otherwise, in the form that it had. */
export function renamedReference(value: JsonValue, rename: (target: string) => string): JsonValue {
  if (typeof value === 'string') return rename(value);
  return isArray(value) ? value.map((item: JsonValue) => (typeof item === 'string' ? rename(item) : item)) : value;
}
