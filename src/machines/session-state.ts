import type { ConfigurationEdits, Expansion, FieldId } from '#domain/mapping';
import type { DocumentFacts } from './document-facts.ts';
import type { TextEdits } from './text-edits.ts';
import type { StepForm } from '#domain/ports';
import type { EditorTab, TemplateStep } from './editor-tabs.ts';
import type { FormContent, SessionPayload, StrandedContent, UnappliedValues } from './session-commands.ts';

export type ListStatus = 'idle' | 'creatingField' | 'editingField';
export type EditorKind = 'default' | 'json';

/** The deepest tree that the editor shows; the engines' own `index.mapping.depth.limit` is 20 by default. */
export const DEFAULT_MAX_DEPTH = 20;

/** What a change of type would take along, waiting for a person to confirm it. */
export interface PendingEdit {
  /** The payload of the `field.edit` that is sent when it is confirmed. */
  readonly payload: SessionPayload<'documentField.requestTypeChange'>;
}

/** Validity of a form: null while nobody has tried it. */
export type Validity = boolean | null;

/** The forms that one opens for a field. */
export type FieldFormKind = FormContent['kind'];

/** What was entered in a form that is closed. */
export interface KeptForm {
  readonly form: FieldFormKind;
  /** What the form is about; the parent of a new field. */
  readonly field: FieldId | null;
  readonly content: FormContent;
  /** The version of the document when it was typed. */
  readonly typedAt: number;
}

/** What was typed in a step: the text of each input that differs from the document. */
export interface StepFormContent {
  readonly values: Readonly<Record<string, string>>;
  /** The version of the document when it was typed. */
  readonly typedAt: number;
}

/** What a person looks at and has in hand. Plain JSON, small, and never part of the document. */
export interface SessionData {
  /** The field to edit; null while none is. */
  readonly fieldToEdit: FieldId | null;
  readonly pendingEdit: PendingEdit | null;
  readonly fieldToRemove: FieldId | null;
  /** The field that the keyboard is on. */
  readonly activeField: FieldId | null;
  readonly expansion: Expansion;
  readonly search: { readonly term: string };
  readonly fieldsJsonEditor: {
    readonly isValid: boolean;
    readonly maxNestedDepth: number;
    /** What was changed in the text of the base version; the text itself is not here. */
    readonly edits: TextEdits;
    /** The version whose text is edited; null while nothing is. */
    readonly baseVersion: number | null;
    readonly typedAt: number;
  };
  /** What was changed in the advanced options and is not part of the document yet. */
  readonly configuration: { readonly isValid: Validity; readonly edits: ConfigurationEdits; readonly typedAt: number };
  /** The text of the dynamic templates while it is not part of the document; null where it is. */
  readonly templates: { readonly isValid: Validity; readonly json: string | null; readonly typedAt: number };
  /** The step of a template that is shown; null in a document that has no steps. */
  readonly step: TemplateStep | null;
  /** The step that is shown where nothing else is asked for. */
  readonly firstStep: TemplateStep | null;
  /** What was typed in the steps of a template and is not part of the document, by input. */
  readonly stepForms: { readonly [Form in StepForm]?: StepFormContent };
  /** The open form of a field; null while nobody has touched it. */
  readonly fieldForm: {
    readonly isValid: Validity;
    readonly isNameEmpty: boolean;
    /** What was entered and is not part of the document; null where nothing is. */
    readonly content: FormContent | null;
    readonly typedAt: number;
  } | null;
  /** What was entered in forms of fields that were closed, for when they open again. */
  readonly keptForms: readonly KeptForm[];
  /** What was typed and no form takes any more, to be copied. */
  readonly stranded: readonly StrandedContent[];
  /** What was discarded last, and at which version of the document, while it can be brought back. */
  readonly discarded: { readonly content: UnappliedValues; readonly at: number } | null;
  /** How often a form was emptied or filled by something else than its inputs. */
  readonly formEpoch: number;
  /** Why the editor did not change, such as 'JSON is invalid'. */
  readonly editorError: string | null;
  /** What the session knows of its document. */
  readonly facts: DocumentFacts;
  /** The deepest tree that the default view shows. */
  readonly maxDepth: number;
}

/** The editor's session, as one plain value: the data, and where its statechart stands. */
export interface SessionState extends SessionData {
  /** The place of the field that is being created; `parent: null` is the root. Null while none is. */
  readonly creation: { readonly parent: FieldId | null } | null;
  readonly documentFields: { readonly status: ListStatus; readonly isConfirming: boolean; readonly editor: EditorKind };
  /** The runtime field in hand: `field: null` is one that is being created. Null while there is none. */
  readonly runtimeEdit: { readonly field: FieldId | null } | null;
  readonly runtimeFieldsList: { readonly status: ListStatus };
  readonly tab: EditorTab;
  readonly history: {
    readonly isOpen: boolean;
    /** The version that is looked at; null for the present one. */
    readonly version: number | null;
    /** How that version is looked at; null where nobody has chosen. */
    readonly editor: EditorKind | null;
  };
  readonly isLoadDialogOpen: boolean;
}

/**
 * Overall validity (mappings-editor.md, section 4): every form that is open and the JSON editor are valid. A field
 * form with an empty name is skipped while a field is created.
 * @public
 */
export function isSessionValid(session: SessionState): Validity {
  const { configuration, templates, fieldForm, fieldsJsonEditor, documentFields } = session;
  const isSkipped = fieldForm === null || (documentFields.status === 'creatingField' && fieldForm.isNameEmpty);
  const parts: Validity[] = [configuration.isValid, templates.isValid, isSkipped ? true : fieldForm.isValid];
  if (documentFields.editor === 'json') parts.push(fieldsJsonEditor.isValid);
  if (parts.includes(false)) return false;
  return parts.includes(null) ? null : true;
}
