import type { Pointer } from '../json/pointer.ts';
import { isWithin, joinPointer } from '../json/pointer.ts';
import type { Body } from '../json/patch.ts';
import { isObject, member, type JsonObject, type JsonValue } from '../json/value.ts';
import { CHILD_CONTAINERS, containerOf, dottedPath, parseFieldId, resolvePath, rootContainer, typeOf, type FieldId } from './field.ts';
import { compareNames, summaryOf } from './folds.ts';

/** A field that names another one by its dotted path. */
export interface Reference {
  readonly from: FieldId;
  readonly parameter: 'path' | 'copy_to';
  /** The dotted path that it names. */
  readonly target: string;
}

/** Calls `visit` for every alias and `copy_to` of the mappings; visits only the branches that hold one. */
function forEachReference(body: Body, mappingsAt: Pointer, visit: (reference: Reference) => void): void {
  const root = rootContainer(body, mappingsAt);
  if (root !== undefined) visitContainer(root, joinPointer(mappingsAt, 'properties'), visit);
}

function visitContainer(container: JsonObject, at: Pointer, visit: (reference: Reference) => void): void {
  // Sorted, so that a patch does not depend on how the fold came about.
  for (const name of [...summaryOf(container).referring].sort(compareNames)) {
    const definition = container[name] as JsonValue;
    const id = joinPointer(at, name);
    if (isObject(definition)) {
      const path = member(definition, 'path');
      if (typeof path === 'string' && typeOf(definition) === 'alias') visit({ from: id, parameter: 'path', target: path });
      for (const target of copyTargets(definition)) visit({ from: id, parameter: 'copy_to', target });
    }
    for (const kind of CHILD_CONTAINERS) {
      const children = containerOf(definition, kind);
      if (children !== undefined) visitContainer(children, joinPointer(id, kind), visit);
    }
  }
}

function copyTargets(definition: JsonObject): readonly string[] {
  const targets = member(definition, 'copy_to');
  if (typeof targets === 'string') return [targets];
  return Array.isArray(targets) ? targets.filter((target) => typeof target === 'string') : [];
}

/** The references that name the field `id` or one below it, in the order of the tree. */
export function referencesTo(body: Body, mappingsAt: Pointer, id: FieldId): readonly Reference[] {
  const address = parseFieldId(id, mappingsAt);
  if (address === null) return [];
  const path = dottedPath(address.path);
  const found: Reference[] = [];
  forEachReference(body, mappingsAt, (reference) => {
    if (reference.target !== path && !reference.target.startsWith(`${path}.`)) return;
    // Two fields can share a dotted path when names hold dots: what counts is the field that the path finds.
    const target = resolvePath(body, mappingsAt, reference.target);
    if (target !== null && isWithin(target, id)) found.push(reference);
  });
  return found;
}

/**
 * The alias fields that point to the field `id` or to one below it, and can be removed beside it: none that stands in
 * it, holds it, or stands in another of them.
 */
export function aliasesTo(body: Body, mappingsAt: Pointer, id: FieldId): readonly FieldId[] {
  const aliases: FieldId[] = [];
  for (const { parameter, from } of referencesTo(body, mappingsAt, id)) {
    if (parameter !== 'path' || isWithin(from, id) || isWithin(id, from)) continue;
    // In the order of the tree a field comes directly before what stands in it.
    const last = aliases.at(-1);
    if (last === undefined || !isWithin(from, last)) aliases.push(from);
  }
  return aliases;
}

/** An alias' `path` or a `copy_to` with targets named otherwise, in the form that it had. */
export function renamedReference(value: JsonValue | undefined, rename: (target: string) => string): JsonValue {
  if (typeof value === 'string') return rename(value);
  return Array.isArray(value) ? value.map((item: JsonValue) => (typeof item === 'string' ? rename(item) : item)) : (value ?? null);
}
