import { takesAnyName } from '../events/rules.ts';
import { valueAt } from '../json/patch.ts';
import { joinPointer, lastToken, parentPointer, type Pointer } from '../json/pointer.ts';
import { isObject, member, type JsonValue } from '../json/value.ts';
import { impossibleComputedName } from '../mapping/field-names.ts';
import { COMPUTED_CONTAINERS, type ComputedContainer } from '../mapping/runtime-form.ts';
import type { DocumentState } from '../state/state.ts';
import { reject, type Rejection } from './define-command.ts';
import { isMissing, NAME_REQUIRED } from './field-place.ts';

/** Where the runtime fields of a document stand, or OpenSearch's derived ones. */
export function containerAt(state: Pick<DocumentState, 'mappingsAt'>, container: ComputedContainer): Pointer {
  return joinPointer(state.mappingsAt, container);
}

/** The definition of a runtime field; undefined where there is none at that place. */
export function runtimeFieldAt(state: DocumentState, field: Pointer): JsonValue | undefined {
  const at = COMPUTED_CONTAINERS.map((container) => containerAt(state, container)).find(
    (pointer) => pointer === parentPointer(field),
  );
  const container = at === undefined ? undefined : valueAt(state.body, at);
  return isObject(container) ? member(container, lastToken(field) as string) : undefined;
}

/** Why a computed field can't get a name, whatever is there, or null. By earlier rules it gets any but an empty one. */
export function runtimeNameRejection(
  { body, mappingsAt }: DocumentState,
  container: ComputedContainer,
  name: string,
  at?: Pointer,
  rules?: number,
): Rejection<'runtimeField.name_required' | 'runtimeField.name_not_allowed'> | null {
  if (isMissing(name, rules)) return reject('runtimeField.name_required', NAME_REQUIRED, at);
  const isAnyTaken = rules !== undefined && takesAnyName(rules);
  const reason = isAnyTaken ? null : impossibleComputedName(container, name, valueAt(body, mappingsAt));
  return reason === null ? null : reject('runtimeField.name_not_allowed', reason, at);
}

/** What a field is called in a summary: "runtime field" or "derived field". */
export function nounOf(field: Pointer): string {
  return `${lastToken(parentPointer(field)) ?? ''} field`;
}

export function runtimeFieldNotFound(field: Pointer): Rejection<'runtimeField.not_found'> {
  return reject('runtimeField.not_found', `Runtime field "${field}" doesn't exist.`, field);
}
