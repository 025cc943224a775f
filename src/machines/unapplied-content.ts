import type { Command } from '#domain/commands';
import type { DocumentEvent } from '#domain/events';
import { trackPointer } from '#domain/history';
import { deepEqual, type JsonObject, type Pointer } from '#domain/json';
import { STEP_FORMS, type StepForm, type UnappliedContent, type UnappliedForm } from '#domain/ports';
import { formOfStep } from './editor-tabs.ts';
import { isWorthKeeping, objectOf } from './kept-forms.ts';
import { isUnappliedValues, type StrandedContent, type UnappliedValues } from './session-commands.ts';
import type { SessionState } from './session-state.ts';

/** The format of the values that this version writes. */
export const UNAPPLIED_FORMAT = 1;

/** What one form has that is not part of the document. */
export interface TypedContent {
  readonly form: UnappliedForm;
  readonly field: Pointer | null;
  /** A version at which `field` was called so; of a text, the one that its edits belong to. */
  readonly baseVersion: number;
  readonly values: JsonObject;
  /** The form is on the screen. */
  readonly isOpen: boolean;
  /** Another tab whose record in the store it still is; null where this session stores it. */
  readonly tab: string | null;
}

/** What was typed in a session and is not part of its document, form by form, with what no form takes any more. */
export function unappliedIn(session: SessionState): readonly TypedContent[] {
  const {
    fieldForm,
    keptForms,
    stranded,
    configuration,
    templates,
    fieldsJsonEditor,
    facts,
    tab,
    documentFields,
    step,
    stepForms,
  } = session;
  const { version } = facts;
  const found: TypedContent[] = [];
  const add = (form: UnappliedForm, field: Pointer | null, values: object, isOpen: boolean, baseVersion = version) => {
    found.push({ form, field, baseVersion, values: objectOf(values), isOpen, tab: null });
  };
  const content = fieldForm?.content ?? null;
  if (content !== null && isWorthKeeping(content)) add(content.kind, openFieldOf(session), content, true);
  for (const kept of keptForms) add(kept.form, kept.field, kept.content, false);
  if (Object.keys(configuration.edits).length > 0) add('configuration', null, configuration.edits, tab === 'advanced');
  if (templates.json !== null) add('templates', null, { json: templates.json }, tab === 'templates');
  if (fieldsJsonEditor.baseVersion !== null)
    add(
      'json',
      null,
      { edits: fieldsJsonEditor.edits },
      documentFields.editor === 'json' && tab === 'fields',
      fieldsJsonEditor.baseVersion,
    );
  for (const form of STEP_FORMS) {
    const typed = stepForms[form];
    if (typed !== undefined) add(form, null, typed.values, formOfStep(step) === form);
  }
  for (const { reason: _, ...content } of stranded) found.push({ ...content, isOpen: false });
  return found;
}

/** What the open form of a field is about. */
function openFieldOf({ fieldForm, creation, runtimeEdit, fieldToEdit }: SessionState): Pointer | null {
  switch (fieldForm?.content?.kind) {
    case 'newField':
      return creation?.parent ?? null;
    case 'runtimeField':
      return runtimeEdit?.field ?? null;
    default:
      return fieldToEdit;
  }
}

/** A form with content, and the version of the document when it was typed. */
export interface ShownContent extends Pick<TypedContent, 'form' | 'field'> {
  readonly typedAt: number;
}

/** The form that is on the screen and has what is not part of the document; null where there is none. */
export function shownContent(session: SessionState): ShownContent | null {
  const { tab, documentFields, fieldForm, configuration, templates, fieldsJsonEditor, step, stepForms } = session;
  const shown = (form: UnappliedForm, { typedAt }: { readonly typedAt: number }, field: Pointer | null = null) => ({
    form,
    field,
    typedAt,
  });
  if (step !== null && step !== 'mappings') {
    const form = formOfStep(step);
    const typed = form && stepForms[form];
    return typed === undefined ? null : shown(form as StepForm, typed);
  }
  if (tab === 'advanced')
    return Object.keys(configuration.edits).length > 0 ? shown('configuration', configuration) : null;
  if (tab === 'templates') return templates.json === null ? null : shown('templates', templates);
  if (tab === 'fields' && documentFields.editor === 'json')
    return fieldsJsonEditor.baseVersion === null ? null : shown('json', fieldsJsonEditor);
  if (fieldForm === null || fieldForm.content === null || !isWorthKeeping(fieldForm.content)) return null;
  const { kind } = fieldForm.content;
  return (kind === 'runtimeField') === (tab === 'runtime') ? shown(kind, fieldForm, openFieldOf(session)) : null;
}

/** Whether a command makes what a form has part of the document; it names fields as they are before it. */
export function appliesForm(
  { type, payload }: Pick<Command, 'type' | 'payload'>,
  { form, field }: Pick<TypedContent, 'form' | 'field'>,
): boolean {
  const named = payload as { readonly field?: Pointer; readonly parent?: Pointer | null };
  switch (type) {
    case 'field.edit':
      return form === 'field' && named.field === field;
    case 'field.add':
      return form === 'newField' && named.parent === field;
    case 'runtimeField.add':
      return form === 'runtimeField' && field === null;
    case 'runtimeField.edit':
      return form === 'runtimeField' && named.field === field;
    case 'configuration.save':
      return form === 'configuration';
    case 'templates.save':
      return form === 'templates';
    case 'editor.replaceMappings':
      return form === 'json';
    case 'template.setLogistics':
      return form === 'logistics';
    case 'template.setSettings':
      return form === 'templateSettings';
    case 'template.setAliases':
      return form === 'templateAliases';
    case 'template.setLifecycle':
      return form === 'templateLifecycle';
    default:
      return false;
  }
}

/** What tells a command that applies a form from others of its type, wherever its field is by now. */
export function payloadApart({ type, payload }: Pick<Command, 'type' | 'payload'>): JsonObject {
  // The mappings as a whole are too much to be noted twice.
  if (type === 'editor.replaceMappings') return {};
  const { field: _, parent: __, ...rest } = objectOf(payload as object);
  return rest;
}

/** A record against the present document: what can be put into its form again, what can only be copied and why, or what was applied. */
export type Restorable =
  | { readonly kind: 'form'; readonly content: UnappliedValues }
  | { readonly kind: 'text'; readonly content: StrandedContent }
  | { readonly kind: 'applied' };

/** The events after a version; null where the log has no such version. */
export type EventsAfter = (version: number) => readonly DocumentEvent[] | null;

/**
 * What a record is good for now. The pointer of its field is followed over the events since the base version; edits of a text are not, since
 * they belong to the text of that version.
 */
export function restorable(content: UnappliedContent, eventsAfter: EventsAfter, authorId: string): Restorable {
  const { form, field, baseVersion, values, applying, tab } = content;
  const stranded = (reason: StrandedContent['reason']): Restorable => ({
    kind: 'text',
    content: { form, field, baseVersion, values: objectOf(values), reason, tab },
  });
  const isAppliedBy = ({ author, command }: DocumentEvent) =>
    author.id === authorId && command.type === applying?.command && deepEqual(payloadApart(command), applying.payload);
  if (applying !== undefined && eventsAfter(applying.after)?.some(isAppliedBy) === true) return { kind: 'applied' };
  if (content.format !== UNAPPLIED_FORMAT) return stranded('unknown format');
  const restored = { form, field, baseVersion, values };
  if (field !== null || form === 'json') {
    const events = eventsAfter(baseVersion);
    if (events === null) return stranded('unknown version');
    restored.field = field === null ? null : trackPointer(field, events);
    if (field !== null && restored.field === null) return stranded('gone');
    if (form !== 'json') restored.baseVersion += events.length;
  }
  return isUnappliedValues(restored) ? { kind: 'form', content: restored } : stranded('unknown format');
}
