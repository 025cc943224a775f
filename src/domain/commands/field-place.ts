import { isMultiFieldType, isRootOnlyType } from '../catalogue/catalogue.ts';
import type { ChildContainer } from '../catalogue/types.ts';
import { takesAnyName } from '../events/rules.ts';
import { valueAt } from '../json/patch.ts';
import type { Pointer } from '../json/pointer.ts';
import { hasFlatNames, impossibleName, type NamePlace } from '../mapping/field-names.ts';
import type { DocumentState } from '../state/state.ts';
import { reject, type Rejection } from './define-command.ts';

export const NAME_REQUIRED = 'Give a name to the field.';
export const NAME_TAKEN = 'There is already a field with this name.';
export const TYPE_REQUIRED = 'Specify a field type.';

export function fieldNotFound(field: Pointer): Rejection<'field.not_found'> {
  return reject('field.not_found', `Field "${field}" doesn't exist.`, field);
}

/** Where a child of a field, or of the mappings, gets its name. */
export function placeOfName(
  { body, mappingsAt }: DocumentState,
  parent: Pointer | null,
  container: ChildContainer,
): NamePlace {
  // The mappings may say for all objects below what dots in names are.
  const isFlat = [parent ?? mappingsAt, mappingsAt].some((at) => hasFlatNames(valueAt(body, at)));
  return { isRoot: parent === null, isMultiField: container === 'fields', isFlat };
}

/**
 * Why a field can't get a name in a place, whatever stands there, or null. By earlier rules it gets any but an empty
 * one.
 */
export function nameRejection(
  name: string,
  place: NamePlace,
  at?: Pointer,
  rules?: number,
): Rejection<'field.name_required' | 'field.name_not_allowed'> | null {
  if (isMissing(name, rules)) return reject('field.name_required', NAME_REQUIRED, at);
  const reason = rules !== undefined && takesAnyName(rules) ? null : impossibleName(name, place);
  return reason === null ? null : reject('field.name_not_allowed', reason, at);
}

/** Whether a name is none. One of spaces was one by earlier rules. */
export function isMissing(name: string, rules?: number): boolean {
  return (rules !== undefined && takesAnyName(rules) ? name : name.trim()) === '';
}

/** Why a type can't stand in a place, or null. */
export function placementError(
  type: string,
  place: { readonly isRoot: boolean; readonly container: ChildContainer },
): string | null {
  if (place.container === 'fields' && !isMultiFieldType(type)) return `A multi-field cannot be of type ${type}.`;
  if (!place.isRoot && isRootOnlyType(type)) return `A field of type ${type} must be at the root of the mappings.`;
  return null;
}
