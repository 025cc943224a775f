import { childContainerOf, OTHER_TYPE, MESSAGES } from '#domain/catalogue';
import { NAME_REQUIRED, NAME_TAKEN, TYPE_REQUIRED } from '#domain/commands';
import type { DocumentState } from '#domain/document';
import { parentPointer, joinPointer, valueAt } from '#domain/json';
import { childId, parseFieldId, typeOf, type FieldId } from '#domain/mapping';
import type { FieldPlace, TypePick } from './type-choices.ts';

/** What is wrong with a field form, part by part; an absent part is fine. */
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

/** Where a field that is being created will stand. */
export function placeBelow(state: DocumentState, parent: FieldId | null): FieldPlace {
  if (parent === null) return { isRoot: true, isMultiField: false };
  return { isRoot: false, isMultiField: childContainerOf(typeOf(valueAt(state.body, parent))) === 'fields' };
}

/** Whether a field is a multi-field, so that one below it would be a chained one. */
export function isMultiField(state: DocumentState, field: FieldId | null): boolean {
  return field !== null && parseFieldId(field, state.mappingsAt)?.container === 'fields';
}

/** Engines refuse a name of blanks, and an empty one. */
function isBlank(name: string): boolean {
  return name.trim() === '';
}

export function newNameError(state: DocumentState, parent: FieldId | null, name: string): string | undefined {
  if (isBlank(name)) return NAME_REQUIRED;
  const holder = parent ?? state.mappingsAt;
  const container = parent === null ? 'properties' : childContainerOf(typeOf(valueAt(state.body, parent)));
  if (container === null) return undefined;
  return valueAt(state.body, childId(holder, container, name)) === undefined ? undefined : NAME_TAKEN;
}

/** A field may keep its own name, whatever it is. */
export function changedNameError(
  state: DocumentState,
  field: FieldId,
  before: string,
  name: string,
): string | undefined {
  if (name === before) return undefined;
  if (isBlank(name)) return NAME_REQUIRED;
  return valueAt(state.body, joinPointer(parentPointer(field), name)) === undefined ? undefined : NAME_TAKEN;
}

/** Messages of the type pickers. */
export function typeErrors(pick: TypePick): Omit<FieldErrors, 'parameters'> {
  if (pick.main === null) return { type: TYPE_REQUIRED };
  if (pick.main === OTHER_TYPE) return pick.name.trim() === '' ? { typeName: MESSAGES.otherTypeRequired } : {};
  return pick.name === '' ? { subType: TYPE_REQUIRED } : {};
}
