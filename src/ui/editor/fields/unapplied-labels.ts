import { lastToken, type Pointer } from '#domain/json';
import type { FieldId } from '#domain/mapping';
import type { KeptForm } from '../../../machines/session-state.ts';
import type { TypedContent } from '../../../machines/unapplied-content.ts';
import { pathLabel } from '../parameters/field-labels.ts';
import { shownName } from '../../files/shown-name.ts';

/** The fields whose forms are closed and have what is not applied. */
export function unappliedFields(keptForms: readonly KeptForm[]): ReadonlySet<FieldId> {
  return new Set(keptForms.flatMap(({ form, field }) => (field === null || form === 'runtimeField' ? [] : [field])));
}

/** What something typed is about, within a sentence. */
export function unappliedLabel({ form, field }: Pick<TypedContent, 'form' | 'field'>, mappingsAt: Pointer): string {
  switch (form) {
    case 'field':
      return `field ${pathLabel(field ?? '', mappingsAt)}`;
    case 'newField':
      return field === null ? 'the new field' : `the new field in ${pathLabel(field, mappingsAt)}`;
    case 'runtimeField':
      return field === null ? 'the new runtime field' : `runtime field ${shownName(lastToken(field) ?? '')}`;
    case 'configuration':
      return 'advanced options';
    case 'templates':
      return 'dynamic templates';
    case 'json':
      return 'the JSON text';
    case 'settings':
    case 'templateSettings':
      return 'settings';
    case 'logistics':
      return 'logistics';
    case 'templateAliases':
      return 'aliases';
    case 'templateLifecycle':
      return 'lifecycle';
    default:
      return 'an unknown form';
  }
}

/** A label at the beginning of a line. */
export function capitalized(label: string): string {
  return label.charAt(0).toUpperCase() + label.slice(1);
}
