import type { DocumentEvent } from '#domain/events';
import { trackPointer } from '#domain/history';
import { toJsonValue, formatJson, isObject, type JsonObject, type Pointer } from '#domain/json';
import type { UnappliedContent, UnappliedForm } from '#domain/ports';
import type { SessionState } from './session-state.ts';

/** The format of the values that this version writes. */
export const UNAPPLIED_FORMAT = 1;

/** What one form has that is not part of the document. */
export interface UnappliedValues {
  readonly form: UnappliedForm;
  readonly field: Pointer | null;
  /** The version that the values differ from. */
  readonly baseVersion: number;
  readonly values: JsonObject;
}

/** Whether anything was typed in a session that is not part of its document. */
export function hasUnapplied({ fieldForm, configuration, templates, fieldsJsonEditor }: SessionState): boolean {
  return (
    (fieldForm?.content ?? null) !== null ||
    Object.keys(configuration.edits).length > 0 ||
    templates.json !== null ||
    fieldsJsonEditor.baseVersion !== null
  );
}

/** What was typed in a session and is not part of its document, form by form. */
export function unappliedIn(session: SessionState): readonly UnappliedValues[] {
  const { fieldForm, creation, runtimeEdit, fieldToEdit, configuration, templates, fieldsJsonEditor, facts } = session;
  const { version } = facts;
  const found: UnappliedValues[] = [];
  const add = (form: UnappliedForm, field: Pointer | null, values: object, baseVersion = version) => {
    const json = toJsonValue(values);
    found.push({ form, field, baseVersion, values: isObject(json) ? json : {} });
  };
  const content = fieldForm?.content ?? null;
  if (content?.kind === 'field') add('field', fieldToEdit, content);
  if (content?.kind === 'newField') add('newField', creation?.parent ?? null, content);
  if (content?.kind === 'runtimeField') add('runtimeField', runtimeEdit?.field ?? null, content);
  if (Object.keys(configuration.edits).length > 0) add('configuration', null, configuration.edits);
  if (templates.json !== null) add('templates', null, { json: templates.json });
  if (fieldsJsonEditor.baseVersion !== null)
    add('json', null, { edits: fieldsJsonEditor.edits }, fieldsJsonEditor.baseVersion);
  return found;
}

/** A record against the present document: what can be put into its form again, or a text to copy and why. */
export type Restorable =
  | { readonly kind: 'form'; readonly content: UnappliedContent }
  | { readonly kind: 'text'; readonly reason: 'unknown format' | 'gone' | 'unknown version'; readonly text: string };

/**
 * What a record is good for after all events of its stream. The pointer of its field is followed over the events since the base version;
 * edits of a text are not, since they belong to the text of that version.
 */
export function restorable(content: UnappliedContent, events: readonly DocumentEvent[]): Restorable {
  const text = formatJson(content.values, 2);
  if (content.format !== UNAPPLIED_FORMAT) return { kind: 'text', reason: 'unknown format', text };
  if (content.baseVersion > events.length) return { kind: 'text', reason: 'unknown version', text };
  if (content.field === null || content.form === 'json') return { kind: 'form', content };
  const field = trackPointer(content.field, events.slice(content.baseVersion));
  if (field === null) return { kind: 'text', reason: 'gone', text };
  return { kind: 'form', content: { ...content, field, baseVersion: events.length } };
}
