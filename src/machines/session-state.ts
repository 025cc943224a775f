import type { Expansion, FieldId } from '#domain/mapping';
import type { DocumentFacts } from './document-facts.ts';
import type { EditorTab, TemplateStep } from './forms/editor-tabs.ts';
import type { ContentOf, DocumentForm, FormContent, UnappliedValues } from './forms/registry.ts';
import type { SessionPayload, StrandedContent } from './session-commands.ts';

export type ListStatus = 'idle' | 'creatingField' | 'editingField';
export type EditorKind = 'default' | 'json';

/** The deepest tree that the editor shows; the engines' own `index.mapping.depth.limit` is 20 by default. */
export const DEFAULT_MAX_DEPTH = 20;

/** A change of type that would remove more, waiting for a person to confirm it. */
export interface PendingEdit {
  /** The payload of the `field.edit` that is sent when it is confirmed. */
  readonly payload: SessionPayload<'documentField.requestTypeChange'>;
}

/** Validity of a form: null while nobody has tried it. */
export type Validity = boolean | null;

/** A form by its kind and its subject. */
export interface FormKey {
  readonly form: DocumentForm;
  /** The field; the parent of a new one; null where the form is about none. */
  readonly field: FieldId | null;
}

/** A form as a key of a record. */
type FormId = string;

/** The typed content of a form that is not part of the document yet. The form may be closed. */
export interface TypedForm<Form extends DocumentForm = DocumentForm> extends FormKey {
  readonly form: Form;
  readonly content: ContentOf<Form>;
  /** The version of the document when it was typed. */
  readonly typedAt: number;
  /** A version at which `field` had this address; for edits of text, the version of that text. */
  readonly baseVersion: number;
}

/** The view and the typed content of a person. Plain JSON, small, and never part of the document. */
export interface SessionData {
  /** The typed content of forms. The content of a field's form is kept while the form is closed. */
  readonly forms: Readonly<Record<FormId, TypedForm>>;
  /** The validity of forms that can block leaving their tab; a form that is absent is valid. */
  readonly validity: Readonly<Partial<Record<DocumentForm, Validity>>>;
  /** The validity of the open form of a field; null while nobody has typed in it or tried it. */
  readonly tried: { readonly isValid: Validity; readonly isNameEmpty: boolean } | null;
  readonly pendingEdit: PendingEdit | null;
  readonly fieldToRemove: FieldId | null;
  /** The field that has the keyboard focus. */
  readonly activeField: FieldId | null;
  readonly expansion: Expansion;
  readonly search: { readonly term: string };
  /** The text of the JSON view as it was last read. */
  readonly fieldsJsonEditor: {
    readonly isValid: boolean;
    readonly maxNestedDepth: number;
  };
  /** The step of a template that is shown; null in a document that has no steps. */
  readonly step: TemplateStep | null;
  /** The step that is shown unless another one is requested. */
  readonly firstStep: TemplateStep | null;
  /** Typed content that no form accepts any more. The user can copy it. */
  readonly stranded: readonly StrandedContent[];
  /** The content that was discarded last, and the version of the document then, while it can be restored. */
  readonly discarded: { readonly content: UnappliedValues; readonly at: number } | null;
  /** How often a form was emptied or filled by anything but its inputs. */
  readonly formEpoch: number;
  /** Why the editor did not change, such as 'JSON is invalid'. */
  readonly editorError: string | null;
  /** The facts that the session has about its document. */
  readonly facts: DocumentFacts;
  /** The deepest tree that the default view shows. */
  readonly maxDepth: number;
}

/** The editor's session, as one plain value: the data, and the state of its statechart. */
export interface SessionState extends SessionData {
  /** The field to edit; null while none is. */
  readonly fieldToEdit: FieldId | null;
  /** The parent of the field that is being created; `parent: null` is the root. Null while none is. */
  readonly creation: { readonly parent: FieldId | null } | null;
  readonly documentFields: { readonly status: ListStatus; readonly isConfirming: boolean; readonly editor: EditorKind };
  /** The runtime field that is being edited: `field: null` is one that is being created. Null while there is none. */
  readonly runtimeEdit: { readonly field: FieldId | null } | null;
  readonly runtimeFieldsList: { readonly status: ListStatus };
  readonly tab: EditorTab;
  readonly history: {
    readonly isOpen: boolean;
    /** The version that is shown; null for the present one. */
    readonly version: number | null;
    /** The view of that version; null where nobody has chosen one. */
    readonly editor: EditorKind | null;
  };
  readonly isLoadDialogOpen: boolean;
}

export function formId({ form, field }: FormKey): FormId {
  return JSON.stringify([form, field]);
}

/** The content that is typed in a form; undefined if there is none. */
export function typedForm({ forms }: Pick<SessionData, 'forms'>, key: FormKey): TypedForm | undefined {
  return forms[formId(key)];
}

/** The form of a field that is open; that of a runtime field is in front of the other. Null where none is. */
export function openFormOf({
  runtimeEdit,
  creation,
  fieldToEdit,
}: Pick<SessionState, 'runtimeEdit' | 'creation' | 'fieldToEdit'>): FormKey | null {
  if (runtimeEdit !== null) return { form: 'runtimeField', field: runtimeEdit.field };
  if (creation !== null) return { form: 'newField', field: creation.parent };
  return fieldToEdit === null ? null : { form: 'field', field: fieldToEdit };
}

/** The content that is typed in the open form of a field; null if there is none. */
export function openContentOf(session: SessionState): FormContent | null {
  const open = openFormOf(session);
  return open === null ? null : ((typedForm(session, open)?.content as FormContent | undefined) ?? null);
}

/** The content of a form that is about no field; null where nothing is typed in it. */
export function contentOf<Form extends DocumentForm>(
  session: Pick<SessionData, 'forms'>,
  form: Form,
): ContentOf<Form> | null {
  return (typedForm(session, { form, field: null })?.content as ContentOf<Form> | undefined) ?? null;
}

/** The validity of a form that can block leaving its tab. */
export function validityOf({ validity }: Pick<SessionData, 'validity'>, form: DocumentForm): Validity {
  const judged = validity[form];
  return judged === undefined ? true : judged;
}

/**
 * Overall validity: every form that is open and the JSON editor are valid. A field
 * form with an empty name is skipped while a field is created.
 * @public
 */
export function isSessionValid(session: SessionState): Validity {
  const { tried, fieldsJsonEditor, documentFields, validity } = session;
  const content = openContentOf(session);
  const isUntouched = tried === null && content === null;
  const isNameEmpty = tried === null ? content?.name === '' : tried.isNameEmpty;
  const isSkipped = isUntouched || (documentFields.status === 'creatingField' && isNameEmpty);
  const parts: Validity[] = [...Object.values(validity), isSkipped ? true : (tried?.isValid ?? null)];
  if (documentFields.editor === 'json') parts.push(fieldsJsonEditor.isValid);
  if (parts.includes(false)) return false;
  return parts.includes(null) ? null : true;
}
