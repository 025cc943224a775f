import { parsePointer } from '../json/pointer.ts';
import { member, pickMembers, setMember, type JsonObject, type MutableJsonObject } from '../json/value.ts';
import { findField, resolvePath, typeOf, type FieldId } from './field.ts';
import { referencesTo } from './references.ts';

/** Mappings from which engines store one field of a document, and nothing of the others. */
export interface FieldAlone {
  readonly mappings: JsonObject;
  /**
   * The same without the field, where a nested object on the way makes separate documents, which take up space without
   * it, too.
   */
  readonly without?: JsonObject;
}

const KEPT_OF_ROOT: readonly string[] = ['_routing', 'subobjects'];
/** Of an object that holds the field. */
const KEPT_OF_OBJECTS: readonly string[] = ['type', 'enabled', 'subobjects', 'include_in_parent', 'include_in_root'];
/** Of the field; each is measured on its own or belongs to another one. */
const LEFT_OUT: readonly string[] = ['fields', 'copy_to'];
const WITHOUT_DATA: readonly string[] = ['object', 'nested', 'alias'];
const NO_VALUES = 'it has no values';

/** Mappings from which engines store no field of a document. */
export function mappingsOfNoField(mappings: JsonObject): JsonObject {
  return rootWith(mappings, {});
}

/** Whether fields of a type have values that an engine stores: objects have those of the fields below them. */
export function hasOwnValues(type: string): boolean {
  return !WITHOUT_DATA.includes(type);
}

/** The mappings of a field by its dotted path, or why documents don't have its values. */
export function fieldAlone(mappings: JsonObject, path: string): FieldAlone | { readonly reason: string } {
  const id = resolvePath(mappings, '', path);
  const field = id === null ? null : findField(mappings, '', id);
  if (id === null || field === null) return { reason: 'the mapping doesn’t have it' };
  const definition = field.definition as JsonObject;
  if (!hasOwnValues(typeOf(definition))) return { reason: NO_VALUES };
  const tokens = parsePointer(id);
  const isMultiField = field.address.container === 'fields';
  // A multi-field has the values of its parent.
  const valuesOf = isMultiField ? (field.address.parentId ?? id) : id;
  if (isCopiedTo(mappings, valuesOf)) return { reason: 'other fields copy their values to it' };
  const own = pickMembers(definition, (key) => !LEFT_OUT.includes(key));
  const names = tokens.filter((_, at) => at % 2 === 1).slice(0, isMultiField ? -1 : undefined);
  const isNested = names.some((_, depth) => typeOf(ancestor(mappings, tokens, depth)) === 'nested');
  return {
    mappings: within(mappings, { tokens, names, own }),
    ...(isNested && { without: within(mappings, { tokens, names, own: null }) }),
  };
}

function isCopiedTo(mappings: JsonObject, id: FieldId): boolean {
  return referencesTo(mappings, '', id).some(({ parameter }) => parameter === 'copy_to');
}

interface Alone {
  /** Of the pointer of the field. */
  readonly tokens: readonly string[];
  /** From the root to the field that has the values. */
  readonly names: readonly string[];
  readonly own: JsonObject | null;
}

function within(mappings: JsonObject, { tokens, names, own }: Alone): JsonObject {
  let inner = own;
  for (let depth = names.length - 1; depth >= 0; depth--) {
    const properties: MutableJsonObject = {};
    if (inner !== null) setMember(properties, names[depth] as string, inner);
    if (depth === 0) return rootWith(mappings, properties);
    const holder = ancestor(mappings, tokens, depth - 1) as JsonObject;
    inner = { ...pickMembers(holder, (key) => KEPT_OF_OBJECTS.includes(key)), properties };
  }
  return rootWith(mappings, {});
}

function rootWith(mappings: JsonObject, properties: JsonObject): JsonObject {
  return { dynamic: false, ...pickMembers(mappings, (key) => KEPT_OF_ROOT.includes(key)), properties };
}

/** The definition at a depth of the way to a field, 0 for a field at the root. */
function ancestor(mappings: JsonObject, tokens: readonly string[], depth: number): JsonObject | undefined {
  let found: unknown = mappings;
  for (const token of tokens.slice(0, 2 * (depth + 1))) found = member(found as JsonObject, token);
  return found as JsonObject | undefined;
}
