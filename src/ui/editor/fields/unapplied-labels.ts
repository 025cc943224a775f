import { lastToken, type Pointer } from '#domain/json';
import type { FieldId } from '#domain/mapping';
import type { TypedContent } from '#domain/ports';
import { capitalized } from '#domain/console';
import { findKind } from '../../../machines/forms/registry.ts';
import { openFormOf, type SessionState } from '../../../machines/session-state.ts';
import { pathLabel } from '../parameters/field-labels.ts';
import { shownName } from '../../files/shown-name.ts';

/** The fields whose forms are closed and have content that is not applied. */
export function unappliedFields(session: SessionState): readonly FieldId[] {
  const open = openFormOf(session);
  return Object.values(session.forms).flatMap(({ form, field }) =>
    field === null || form === 'runtimeField' || (form === open?.form && field === open.field) ? [] : [field],
  );
}

/** The subject of unapplied content, within a sentence. */
export function unappliedLabel({ form, field }: Pick<TypedContent, 'form' | 'field'>, mappingsAt: Pointer): string {
  const names = {
    pathOf: (id: Pointer) => pathLabel(id, mappingsAt),
    nameOf: (id: Pointer) => shownName(lastToken(id) ?? ''),
  };
  return findKind(form)?.label(field, names) ?? 'an unknown form';
}

/** The title of a form by itself. */
export function formTitle(form: string, mappingsAt: Pointer): string {
  return findKind(form)?.title ?? capitalized(unappliedLabel({ form, field: null }, mappingsAt));
}
