import { childContainerOf, OTHER_TYPE, MESSAGES, type ChildContainer } from '#domain/catalogue';
import { nameRejection, NAME_TAKEN, placeOfName, TYPE_REQUIRED } from '#domain/commands';
import type { DocumentState } from '#domain/document';
import { valueAt } from '#domain/json';
import { childId, parseFieldId, typeOf, type FieldAddress, type FieldId } from '#domain/mapping';
import type { FieldPlace, TypePick } from './type-choices.ts';

/** The errors of a field form, part by part; an absent part is valid. */
export interface FieldErrors {
  readonly name?: string;
  readonly type?: string;
  readonly subType?: string;
  readonly typeName?: string;
  readonly json?: string;
  readonly parameters: Readonly<Record<string, string>>;
}

export function isFine({ parameters, ...parts }: FieldErrors): boolean {
  return (
    Object.keys(parameters).length === 0 && Object.values<string | undefined>(parts).every((part) => part === undefined)
  );
}

/** The place of a new field below this parent. */
export function placeBelow(state: DocumentState, parent: FieldId | null): FieldPlace {
  if (parent === null) return { isRoot: true, isMultiField: false };
  return { isRoot: false, isMultiField: childContainerOf(typeOf(valueAt(state.body, parent))) === 'fields' };
}

/** Whether a field is a multi-field, so that one below it would be a chained one. */
export function isMultiField(state: DocumentState, field: FieldId | null): boolean {
  return field !== null && parseFieldId(field, state.mappingsAt)?.container === 'fields';
}

/** The container that a child of a field, or of the mappings, belongs to. */
export function containerBelow(state: DocumentState, parent: FieldId | null): ChildContainer {
  return placeBelow(state, parent).isMultiField ? 'fields' : 'properties';
}

export function newNameError(state: DocumentState, parent: FieldId | null, name: string): string | undefined {
  return nameError(state, parent, containerBelow(state, parent), name);
}

/** The error of a changed name. A field may keep its own name, whatever it is. */
export function changedNameError(
  state: DocumentState,
  { name: before, parentId, container }: FieldAddress,
  name: string,
): string | undefined {
  return name === before ? undefined : nameError(state, parentId, container, name);
}

/** The same errors that the command would report. */
function nameError(
  state: DocumentState,
  parent: FieldId | null,
  container: ChildContainer,
  name: string,
): string | undefined {
  const rejection = nameRejection(name, placeOfName(state, parent, container));
  if (rejection !== null) return rejection.rejected.detail.message;
  return valueAt(state.body, childId(parent ?? state.mappingsAt, container, name)) === undefined
    ? undefined
    : NAME_TAKEN;
}

/** The errors of the type pickers. */
export function typeErrors(pick: TypePick): Omit<FieldErrors, 'parameters'> {
  if (pick.main === null) return { type: TYPE_REQUIRED };
  if (pick.main === OTHER_TYPE) return pick.name.trim() === '' ? { typeName: MESSAGES.otherTypeRequired } : {};
  return pick.name === '' ? { subType: TYPE_REQUIRED } : {};
}
