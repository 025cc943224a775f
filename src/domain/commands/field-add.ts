import { Type } from 'typebox';
import type { ChildContainer } from '../catalogue/types.ts';
import { valueAt } from '../json/patch.ts';
import { joinPointer, parsePointer, type Pointer } from '../json/pointer.ts';
import { JsonObjectSchema, PointerSchema, exact } from '../json/schemas.ts';
import { isObject, member, type JsonValue } from '../json/value.ts';
import { containerForChildren, containerOf, dottedPath, findField, typeOf } from '../mapping/field.ts';
import type { DocumentState } from '../state/state.ts';
import { addAt, defineCommand, reject, type Rejection } from './define-command.ts';
import {
  fieldNotFound,
  nameRejection,
  placementError,
  placeOfName,
  NAME_REQUIRED,
  NAME_TAKEN,
  TYPE_REQUIRED,
} from './field-place.ts';

/** Adds a field at the root of the mappings (`parent: null`) or under another field, as property or multi-field. */
export const fieldAdd = defineCommand({
  type: 'field.add',
  event: 'field.added',
  pointers: ['parent'],
  payload: exact({
    parent: Type.Union([PointerSchema, Type.Null()]),
    name: Type.String(),
    /** As the engine takes it: type, parameters, and what the field holds. */
    definition: JsonObjectSchema,
  }),
  rejects: [
    'field.name_required',
    'field.name_not_allowed',
    'field.not_found',
    'field.cannot_hold',
    'field.type_required',
    'field.type_not_allowed_here',
    'field.name_taken',
    'document.unexpected_container',
  ],
  isBatchable: true,
  decide(state, { parent, name, definition }, { rules }) {
    if (name === '') return reject('field.name_required', NAME_REQUIRED);
    const place = placeForChild(state, parent);
    if ('rejected' in place) return place;
    const misnamed = nameRejection(name, placeOfName(state, parent, place.container), undefined, rules);
    if (misnamed !== null) return misnamed;
    if (!declaresType(definition)) return reject('field.type_required', TYPE_REQUIRED, place.at);
    const misplaced = placementError(typeOf(definition), place);
    if (misplaced !== null) return reject('field.type_not_allowed_here', misplaced, place.at);
    const at = joinPointer(place.at, place.container);
    if (valueAt(state.body, joinPointer(at, name)) !== undefined)
      return reject('field.name_taken', NAME_TAKEN, joinPointer(at, name));
    // Where the body has no mappings yet, the containers on the way are added with the field.
    const patch = addAt(state, [...parsePointer(place.at), place.container, name], '', definition);
    if (patch === null) return reject('document.unexpected_container', `The value at "${at}" can't hold fields.`, at);
    return { patch, summary: `Add ${dottedPath([...place.path, name])} (${typeOf(definition)})` };
  },
});

interface ChildPlace {
  /** The parent field, or the mappings. */
  readonly at: Pointer;
  readonly path: readonly string[];
  readonly container: ChildContainer;
  readonly isRoot: boolean;
}

/** Where a child of `parent` goes, by what the parent's type holds. */
function placeForChild(
  state: DocumentState,
  parent: Pointer | null,
): ChildPlace | Rejection<'field.not_found' | 'field.cannot_hold'> {
  if (parent === null) return { at: state.mappingsAt, path: [], container: 'properties', isRoot: true };
  const found = findField(state.body, state.mappingsAt, parent);
  if (found === null) return fieldNotFound(parent);
  const { address, definition } = found;
  const container = containerForChildren(definition);
  const type = typeOf(definition);
  if (container === null || !isObject(definition)) {
    return reject('field.cannot_hold', `A field of type ${type} can hold neither properties nor multi-fields.`, parent);
  }
  return { at: parent, path: address.path, container, isRoot: false };
}

/** Whether a definition names a type, or is an object by what it holds. */
function declaresType(definition: JsonValue): boolean {
  if (!isObject(definition)) return false;
  const type = member(definition, 'type');
  return type === undefined
    ? containerOf(definition, 'properties') !== undefined
    : typeof type === 'string' && type !== '';
}
