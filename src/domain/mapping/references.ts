import type { Pointer } from '../json/pointer.ts';
import { isWithin, joinPointer, lastToken, parentPointer } from '../json/pointer.ts';
import { valueAt, type Body } from '../json/patch.ts';
import { isObject, type JsonValue } from '../json/value.ts';
import { containerOf, dottedPath, parseFieldId, resolvePath, rootContainer, type FieldId } from './field.ts';
import { compareNames, summaryOf, type HeldReference } from './folds.ts';

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
 * The references whose path leads to the field `id` or through it, whether or not there is anything at its end (a
 * `copy_to` may name a field that the engine will make); in the order of their addresses. Cost: all references once.
 */
export function referencesTo(body: Body, mappingsAt: Pointer, id: FieldId): readonly Reference[] {
  const address = parseFieldId(id, mappingsAt);
  const root = rootContainer(body, mappingsAt);
  if (address === null || root === undefined) return [];
  const path = dottedPath(address.path);
  const found: Reference[] = [];
  let isOnlyWay: boolean | undefined;
  for (const held of summaryOf(root).references) {
    const { parameter, value } = held;
    for (const target of typeof value === 'string' ? [value] : Array.isArray(value) ? (value as readonly JsonValue[]) : []) {
      if (typeof target !== 'string' || !isPathWithin(target, path)) continue;
      // Two fields can share a dotted path where names hold dots: then what counts is the field that the path finds.
      isOnlyWay ??= isOnlyWayTo(body, mappingsAt, id);
      const reached = isOnlyWay ? id : resolveAsFarAsItGoes(body, mappingsAt, target);
      if (reached !== null && isWithin(reached, id)) found.push({ from: addressOf(held, mappingsAt), parameter, target, value });
    }
  }
  return found.sort((a, b) => compareNames(a.from, b.from));
}

/** Whether no other field can have the same dotted path: no name beside those on the way holds a dot, and no level has multi-fields. */
function isOnlyWayTo(body: Body, mappingsAt: Pointer, id: FieldId): boolean {
  for (let field = id; field.length > mappingsAt.length; field = parentPointer(parentPointer(field))) {
    const container = valueAt(body, parentPointer(field));
    if (!isObject(container) || containerOf(valueAt(body, field), 'fields') !== undefined) return false;
    if (lastToken(parentPointer(field)) === 'fields' || summaryOf(container).names.some((name) => name.includes('.'))) return false;
  }
  return true;
}

/** The field that a dotted path names, or the last one on the way there. */
function resolveAsFarAsItGoes(body: Body, mappingsAt: Pointer, dotted: string): FieldId | null {
  for (let path = dotted; ; path = path.slice(0, path.lastIndexOf('.'))) {
    const found = resolvePath(body, mappingsAt, path);
    if (found !== null || !path.includes('.')) return found;
  }
}

function addressOf(held: HeldReference, mappingsAt: Pointer): FieldId {
  let pointer = joinPointer(mappingsAt, 'properties', held.name);
  for (let { below } = held; below !== null; { below } = below.reference) {
    pointer = joinPointer(pointer, below.container, below.reference.name);
  }
  return pointer;
}

function isPathWithin(path: string, ancestor: string): boolean {
  return path.startsWith(ancestor) && (path.length === ancestor.length || path[ancestor.length] === '.');
}

/**
 * The alias fields that point to the field `id` or to one below it, and can be removed beside it: none that stands in
 * it, holds it, or stands in another of them.
 */
export function aliasesTo(body: Body, mappingsAt: Pointer, id: FieldId): readonly FieldId[] {
  const aliases = new Set<FieldId>();
  for (const { parameter, from } of referencesTo(body, mappingsAt, id)) {
    if (parameter === 'path' && !isWithin(from, id) && !isWithin(id, from)) aliases.add(from);
  }
  return [...aliases].filter((alias) => !ancestorsOf(alias).some((ancestor) => aliases.has(ancestor)));
}

function ancestorsOf(id: FieldId): readonly Pointer[] {
  const ancestors: Pointer[] = [];
  for (let above = parentPointer(id); above !== ''; above = parentPointer(above)) ancestors.push(above);
  return ancestors;
}

/** An alias' `path` or a `copy_to` with targets named otherwise, in the form that it had. */
export function renamedReference(value: JsonValue, rename: (target: string) => string): JsonValue {
  if (typeof value === 'string') return rename(value);
  return Array.isArray(value) ? value.map((item: JsonValue) => (typeof item === 'string' ? rename(item) : item)) : value;
}
