import type { Static, TSchema } from 'typebox';
import type { Command } from '#domain/commands';
import type { Pointer } from '#domain/json';
import type { EditorTab, TemplateStep } from './editor-tabs.ts';

/** A deeply read-only type. Records of any names are left as they are: JSON is immutable already, and recursive. */
export type Immutable<T> = T extends object
  ? string extends keyof T
    ? T
    : { readonly [Key in keyof T]: Immutable<T[Key]> }
  : T;

/** The subject of a form: none, a field, or a field that may be absent, such as the parent of a new one. */
export type FormSubject = 'none' | 'field' | 'optional';
interface SubjectTypes {
  readonly none: null;
  readonly field: Pointer;
  readonly optional: Pointer | null;
}

/** Where a form is in the editor. */
interface FormPlace {
  /** The step of a template. In a document without steps, forms are in the step of the mappings. */
  readonly step: TemplateStep;
  /** Absent where the step is the form. */
  readonly tab?: EditorTab;
  readonly view?: 'default' | 'json';
}

/** The session commands that open the form of a field. */
type OpenCommand =
  | { readonly type: 'documentField.editField'; readonly payload: { readonly field: Pointer } }
  | { readonly type: 'documentField.createField'; readonly payload: { readonly parent: Pointer | null } }
  | { readonly type: 'runtimeFieldsList.editField'; readonly payload: { readonly field: Pointer } }
  | { readonly type: 'runtimeFieldsList.createField'; readonly payload: Readonly<Record<string, never>> };

/** How fields are named in labels: by their path, or by their own name. */
interface FieldNames {
  readonly pathOf: (field: Pointer) => string;
  readonly nameOf: (field: Pointer) => string;
}

export type AppliedCommand = Pick<Command, 'type' | 'payload'>;

interface FormTraits<Content, Field> {
  readonly place: FormPlace;
  /** The command that opens the form for its subject. Absent where the form is on its tab without one. */
  readonly opens?: (field: Field) => OpenCommand;
  /** The name of the form within a sentence. */
  readonly label: (field: Field, names: FieldNames) => string;
  /** The name of the form by itself, where that is not the label. */
  readonly title?: string;
  /** The labels of its inputs, by name. */
  readonly inputs?: Readonly<Record<string, string>>;
  /** The content as lines to be copied, where it is more than one text for each input. */
  readonly lines?: (content: Content) => readonly string[];
  /** Content that is not worth keeping. */
  readonly isEmpty: (content: Content) => boolean;
  /** Whether the tab can be left with this content. Absent where it always can. */
  readonly isValid?: (content: Content) => boolean;
  /** The content belongs to the text of its base version, and stays with it. */
  readonly isOfText?: boolean;
  /** Whether a command applies the content to the document. The command has the addresses from before it. */
  readonly applies: (command: AppliedCommand, field: Field) => boolean;
  /** Returns the content that stays in the form after a command has applied it. Absent if none stays. */
  readonly left?: (content: Content, command: AppliedCommand) => Content;
}

/** The definition of one kind of form whose content is kept. */
export interface FormKind<
  Form extends string = string,
  Schema extends TSchema = TSchema,
  Subject extends FormSubject = FormSubject,
> extends FormTraits<Immutable<Static<Schema>>, SubjectTypes[Subject]> {
  /** The name in the store and in traces. */
  readonly form: Form;
  readonly content: Schema;
  readonly subject: Subject;
}

/** Keeps the types of a kind. */
export function defineForm<const Form extends string, Schema extends TSchema, const Subject extends FormSubject>(
  kind: FormKind<Form, Schema, Subject>,
): FormKind<Form, Schema, Subject> {
  return kind;
}

/**
 * The content of a form of a kind, with the form and its subject. `baseVersion` is a version at which `field` had this
 * address; for edits of text, the version of that text.
 */
export type ValuesOf<Kind> = Kind extends {
  readonly form: infer Form;
  readonly content: infer Schema extends TSchema;
  readonly subject: infer Subject extends FormSubject;
}
  ? {
      readonly form: Form;
      readonly field: SubjectTypes[Subject];
      readonly baseVersion: number;
      readonly values: Immutable<Static<Schema>>;
    }
  : never;

/** Whether a command has a type and is about the field of a form. */
export function isAbout({ type, payload }: AppliedCommand, wanted: string, member: string, field: Pointer | null) {
  return type === wanted && (payload as Readonly<Record<string, unknown>>)[member] === field;
}
