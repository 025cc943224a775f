import { joinPointer, parsePointer, type Pointer } from '../json/pointer.ts';
import { keepLiterals } from '../json/literals.ts';
import { isObject, member, setMember, type JsonObject, type JsonValue, type MutableJsonObject } from '../json/value.ts';
import { CHILD_CONTAINERS, containerOf, dottedPath, typeOf } from './field.ts';
import { COMPUTED_CONTAINERS } from './runtime-form.ts';

/** The part of mappings that an engine rejects, according to its message. */
export interface Refusal {
  /** The path of a field, or its own name alone: engines say now one, now the other. */
  readonly field?: string;
  readonly fieldType?: string;
  readonly parameter?: string;
}

export interface RefusedField {
  readonly at: Pointer;
  /** As people write it. */
  readonly path: string;
}

/** A field with the way to it, which is written out only for those that are meant. */
interface FoundField {
  readonly definition: JsonValue;
  readonly name: string;
  readonly container: string;
  readonly parent: FoundField | null;
}

/**
 * The fields in the body of an update that a refusal can refer to: several if the engine gives only a name that several
 * fields have. If any of them have the type and the parameter of the refusal, only those. Not recursive, so depth is
 * not limited.
 */
export function refusedFields(body: JsonObject, { field, fieldType, parameter }: Refusal): readonly RefusedField[] {
  if (field === undefined) return [];
  const found: FoundField[] = COMPUTED_CONTAINERS.flatMap((container) => {
    const fields = member(body, container);
    const definition = isObject(fields) ? member(fields, field) : undefined;
    return definition === undefined ? [] : [{ definition, name: field, container, parent: null }];
  });
  const waiting: (FoundField | null)[] = [null];
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
    for (const container of CHILD_CONTAINERS) {
      const children = containerOf(parent === null ? body : parent.definition, container);
      for (const [name, definition] of Object.entries(children ?? {})) {
        const child = { definition, name, container, parent };
        waiting.push(child);
        if (name === field || isAt(child, field)) found.push(child);
      }
    }
  }
  const ofType = narrowed(found, ({ definition }) => fieldType === undefined || typeOf(definition) === fieldType);
  return narrowed(ofType, ({ definition }) => parameter === undefined || hasMember(definition, parameter)).map(located);
}

/** Whether a path is that of a field; reads no more of the way to it than the path is long. */
function isAt(field: FoundField, path: string): boolean {
  let rest = path;
  let at = field;
  for (;;) {
    if (!rest.endsWith(at.name)) return false;
    rest = rest.slice(0, rest.length - at.name.length);
    if (at.parent === null) return rest === '';
    if (!rest.endsWith('.')) return false;
    rest = rest.slice(0, -1);
    at = at.parent;
  }
}

function located(field: FoundField): RefusedField {
  const tokens: string[] = [];
  const path: string[] = [];
  for (let at: FoundField | null = field; at !== null; at = at.parent) {
    tokens.push(at.name, at.container);
    path.push(at.name);
  }
  return { at: joinPointer('', ...tokens.reverse()), path: dottedPath(path.reverse()) };
}

const hasMember = (definition: JsonValue, name: string) => isObject(definition) && Object.hasOwn(definition, name);

function narrowed<T>(things: readonly T[], isMeant: (thing: T) => boolean): readonly T[] {
  const meant = things.filter(isMeant);
  return meant.length > 0 ? meant : things;
}

/**
 * The mappings without what they change in some fields: such as are new are left out, the others keep what they were,
 * and both keep what else changes.
 */
export function withoutFields(before: JsonObject, after: JsonObject, fields: readonly Pointer[]): JsonObject {
  return fields.reduce((mappings, at) => restored(before, mappings, parsePointer(at)) as JsonObject, after);
}

function restored(
  was: JsonValue | undefined,
  now: JsonValue | undefined,
  path: readonly string[],
): JsonValue | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return withOwnParameters(was, now);
  if (!isObject(now)) return now;
  const value = restored(isObject(was) ? member(was, name) : undefined, member(now, name), rest);
  const copy: MutableJsonObject = {};
  for (const [key, item] of Object.entries(now)) {
    const kept = key === name ? value : item;
    if (kept !== undefined) setMember(copy, key, kept);
  }
  keepLiterals(copy, now);
  return copy;
}

/** A field as it was, with what it holds now. */
function withOwnParameters(was: JsonValue | undefined, now: JsonValue | undefined): JsonValue | undefined {
  if (!isObject(was) || !isObject(now)) return was;
  const copy: MutableJsonObject = { ...was };
  for (const container of CHILD_CONTAINERS) {
    const children = member(now, container);
    if (children !== undefined) setMember(copy, container, children);
  }
  return copy;
}
