import { valueAt } from '../json/patch.ts';
import { joinPointer, lastToken, parentPointer, type Pointer } from '../json/pointer.ts';
import { isObject, member, type JsonValue } from '../json/value.ts';
import { COMPUTED_CONTAINERS, type ComputedContainer } from '../mapping/runtime-form.ts';
import type { DocumentState } from '../state/state.ts';
import { reject, type Rejection } from './define-command.ts';

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

/** What a field is called in a summary: "runtime field" or "derived field". */
export function nounOf(field: Pointer): string {
  return `${lastToken(parentPointer(field)) ?? ''} field`;
}

export function runtimeFieldNotFound(field: Pointer): Rejection<'runtimeField.not_found'> {
  return reject('runtimeField.not_found', `Runtime field "${field}" doesn't exist.`, field);
}
