import { typeEntry } from '#domain/catalogue';
import type { JsonObject, JsonValue } from '#domain/json';

/** A field found by walking a mappings object: the plain way, as an oracle for what the domain derives. */
export interface WalkedField {
  readonly id: string;
  readonly parentId: string | null;
  readonly name: string;
  readonly path: readonly string[];
  readonly container: 'properties' | 'fields';
  /** Names of the containers and fields on the way, from the root. */
  readonly tokens: readonly string[];
  readonly definition: JsonValue;
  readonly parent: WalkedField | null;
}

export function isPlainObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function own(object: JsonObject, name: string): JsonValue | undefined {
  return Object.getOwnPropertyDescriptor(object, name)?.value as JsonValue | undefined;
}

export function escapeName(name: string): string {
  return name.split('~').join('~0').split('/').join('~1');
}

/**
 * All fields of a mappings object that stands at `at`, parents before children, siblings in the order of their names.
 */
export function walkFields(mappings: JsonValue | undefined, at = ''): readonly WalkedField[] {
  const found: WalkedField[] = [];
  if (isPlainObject(mappings)) walkContainer(mappings, 'properties', at, null, found);
  return found;
}

function walkContainer(
  holder: JsonObject,
  container: 'properties' | 'fields',
  at: string,
  parent: WalkedField | null,
  found: WalkedField[],
): void {
  const members = own(holder, container);
  if (!isPlainObject(members)) return;
  for (const name of Object.keys(members).sort((a, b) => (a < b ? -1 : 1))) {
    const field: WalkedField = {
      id: `${at}/${container}/${escapeName(name)}`,
      parentId: parent?.id ?? null,
      name,
      path: [...(parent?.path ?? []), name],
      container,
      tokens: [...(parent?.tokens ?? []), container, name],
      definition: own(members, name) as JsonValue,
      parent,
    };
    found.push(field);
    if (!isPlainObject(field.definition)) continue;
    walkContainer(field.definition, 'properties', field.id, field, found);
    walkContainer(field.definition, 'fields', field.id, field, found);
  }
}

/** The type as an engine assumes it. */
export function walkedType({ definition }: Pick<WalkedField, 'definition'>): string {
  const type = isPlainObject(definition) ? own(definition, 'type') : undefined;
  return typeof type === 'string' ? type : 'object';
}

/** What the catalogue says that a type holds; an unknown type may hold multi-fields. */
export function holdingOf(type: string): 'properties' | 'fields' | 'nothing' {
  return typeEntry(type)?.holds ?? 'fields';
}

/**
 * The field that a dotted path names: of several, the one whose first names are shorter, properties before
 * multi-fields.
 */
export function findByPath(fields: readonly WalkedField[], dotted: string): WalkedField | undefined {
  return fields.filter(({ path }) => path.join('.') === dotted).sort(compareRoutes)[0];
}

function compareRoutes(a: WalkedField, b: WalkedField): number {
  for (let index = 0; index < Math.min(a.tokens.length, b.tokens.length); index++) {
    const left = a.tokens[index] as string;
    const right = b.tokens[index] as string;
    if (left === right) continue;
    if (index % 2 === 0) return left === 'properties' ? -1 : 1;
    return left.length - right.length;
  }
  return a.tokens.length - b.tokens.length;
}

/** Every text by which a field names another: an alias' path, then the targets of its `copy_to`. */
export function walkedReferences(
  field: WalkedField,
): readonly { readonly parameter: 'path' | 'copy_to'; readonly target: string }[] {
  if (!isPlainObject(field.definition)) return [];
  const path = own(field.definition, 'path');
  const copyTo = own(field.definition, 'copy_to');
  const targets: readonly JsonValue[] = Array.isArray(copyTo) ? copyTo : copyTo === undefined ? [] : [copyTo];
  return [
    ...(walkedType(field) === 'alias' && typeof path === 'string'
      ? [{ parameter: 'path', target: path } as const]
      : []),
    ...targets
      .filter((target) => typeof target === 'string')
      .map((target) => ({ parameter: 'copy_to', target }) as const),
  ];
}
