import { isMultiFieldType, isRootOnlyType } from '../catalogue/catalogue.ts';
import type { ChildContainer } from '../catalogue/types.ts';
import type { Pointer } from '../json/pointer.ts';
import { reject, type Rejection } from './define-command.ts';

export const NAME_REQUIRED = 'Give a name to the field.';
export const NAME_TAKEN = 'There is already a field with this name.';
export const TYPE_REQUIRED = 'Specify a field type.';

export function fieldNotFound(field: Pointer): Rejection<'field.not_found'> {
  return reject('field.not_found', `Field "${field}" doesn't exist.`, field);
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
