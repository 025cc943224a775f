import { canHaveChildFields } from '../catalogue/catalogue.ts';
import type { Pointer } from '../json/pointer.ts';
import { isObject, objectMember, type JsonObject } from '../json/value.ts';
import { summaryOf } from '../mapping/folds.ts';
import { typeOf } from '../mapping/field.ts';
import { limitedFieldCount, LIMIT_REASONS } from '../mapping/limit-refusals.ts';
import { impliedFields } from './fields.ts';
import type { TrialSettings } from './trial-settings.ts';
import type { AddedField, TakenBy } from './trial.ts';

const EMPTY: JsonObject = {};

/** What a document adds to the mappings, and whether the index takes so much. */
export class AddedFields {
  readonly #mappings: JsonObject;
  readonly #settings: TrialSettings;
  /** By path: the fields, and those that are told of already by the value that added them. */
  readonly #fields = new Map<string, AddedField>();
  readonly #announced = new WeakSet<AddedField>();
  #count = 0;
  #nested = 0;
  #before: { readonly fields: number; readonly nested: number } | undefined;

  constructor(mappings: JsonObject, settings: TrialSettings) {
    this.#mappings = mappings;
    this.#settings = settings;
  }

  list(): readonly AddedField[] {
    return [...this.#fields.values()].map(({ definition: { properties: _, ...definition }, ...field }) => ({
      ...field,
      definition,
    }));
  }

  definitionAt(path: string, container: AddedField['container'] = 'properties'): JsonObject | undefined {
    return this.#fields.get(keyOf(path, container))?.definition;
  }

  /** An added object, which holds what else is added. */
  objectAt(path: string): JsonObject | undefined {
    const definition = this.definitionAt(path);
    return definition !== undefined && canHaveChildFields(typeOf(definition)) ? definition : undefined;
  }

  replaceRuntime(path: string, definition: JsonObject): void {
    const key = keyOf(path, 'runtime');
    const known = this.#fields.get(key);
    if (known !== undefined) this.#fields.set(key, { ...known, definition });
  }

  takerOf(path: string): TakenBy {
    const by = this.#fields.get(path)?.by;
    return by ?? { kind: 'dynamic' };
  }

  add(field: AddedField): void {
    this.#fields.set(keyOf(field.path, field.container), field);
    this.#count += fieldsIn(field.definition);
    if (typeOf(field.definition) === 'nested') this.#nested++;
  }

  /** Another value of the document makes the same field with other multi-fields: it has all of them. */
  merge(path: string, definition: JsonObject): void {
    const known = this.#fields.get(path);
    const more = objectMember(definition, 'fields');
    if (known === undefined || more === undefined) return;
    const fields = { ...objectMember(known.definition, 'fields'), ...more };
    this.#count += Object.keys(fields).length - Object.keys(objectMember(known.definition, 'fields') ?? EMPTY).length;
    this.#fields.set(path, { ...known, definition: { ...known.definition, fields } });
  }

  /** A field that is there gets a parameter from the first document. */
  complete(path: string, definition: JsonObject, update: JsonObject, pointer: Pointer): void {
    const known = this.#fields.get(path);
    const completed: JsonObject = { ...(known?.definition ?? definition), ...update };
    const entry: AddedField = known ?? {
      path,
      definition,
      container: 'properties',
      by: { kind: 'dynamic' },
      pointer,
    };
    this.#fields.set(path, { ...entry, definition: completed });
  }

  /** The definition of a field that this very value adds, the first time it is asked for. */
  announce(path: string, pointer: Pointer): JsonObject | undefined {
    const found = [this.#fields.get(path), this.#fields.get(keyOf(path, 'runtime'))];
    const field = found.find((each) => each !== undefined && each.pointer === pointer && !this.#announced.has(each));
    if (field === undefined) return undefined;
    this.#announced.add(field);
    const { properties: _, ...definition } = field.definition;
    return definition;
  }

  /** The limit that one more field passes, or null. */
  excessOf(
    path: string,
    definition: JsonObject,
    container: 'properties' | 'runtime',
  ): { readonly reason: string; readonly isCount: boolean } | null {
    const { totalFields, depth, nameLength, nestedFields } = this.#settings;
    const before = this.#countBefore();
    const total = before.fields + this.#count + fieldsIn(definition);
    if (total > totalFields) return { reason: LIMIT_REASONS.fields(total, totalFields), isCount: true };
    if (container === 'runtime') return null;
    const levels = path.split('.');
    const isObjectType = canHaveChildFields(typeOf(definition));
    if (levels.length - (isObjectType ? 0 : 1) >= depth) return { reason: LIMIT_REASONS.depth(depth), isCount: false };
    if ((levels.at(-1) ?? '').length > nameLength)
      return { reason: LIMIT_REASONS.nameLength(nameLength), isCount: false };
    const nested = before.nested + this.#nested + 1;
    return typeOf(definition) === 'nested' && nested > nestedFields
      ? { reason: LIMIT_REASONS.nested(nested, nestedFields), isCount: false }
      : null;
  }

  #countBefore(): { readonly fields: number; readonly nested: number } {
    if (this.#before !== undefined) return this.#before;
    this.#before = {
      fields: limitedFieldCount(this.#mappings) + impliedFields(this.#mappings),
      nested: summaryOf(objectMember(this.#mappings, 'properties') ?? EMPTY).counts.nested,
    };
    return this.#before;
  }
}

/** A definition and all that it holds. */
function fieldsIn(definition: JsonObject): number {
  let count = 1;
  for (const container of ['properties', 'fields']) {
    const held = objectMember(definition, container);
    if (held !== undefined) for (const each of Object.values(held)) count += isObject(each) ? fieldsIn(each) : 1;
  }
  return count;
}

/** Fields of both containers may have one path. */
const keyOf = (path: string, container: AddedField['container']) => (container === 'runtime' ? `\0${path}` : path);
