import { Type, type TSchema } from 'typebox';
import { exact, fits, PointerSchema } from '#domain/json';
import type { TemplateStep } from './editor-tabs.ts';
import { fieldForm, newFieldForm, runtimeFieldForm } from './field-forms.ts';
import type { FormKind, FormSubject, Immutable, ValuesOf } from './form-kind.ts';
import { configurationForm, jsonForm, templatesForm } from './mapping-forms.ts';
import {
  logisticsForm,
  templateAliasesForm,
  templateLifecycleForm,
  templateSettingsForm,
  type StepValuesSchema,
} from './step-forms.ts';

/**
 * Every form of a document whose content is kept. Forms with secrets, or with a name to be typed again, are left out.
 */
const KINDS = [
  fieldForm,
  newFieldForm,
  runtimeFieldForm,
  configurationForm,
  templatesForm,
  jsonForm,
  logisticsForm,
  templateSettingsForm,
  templateAliasesForm,
  templateLifecycleForm,
] as const;
type Kind = (typeof KINDS)[number];

/** A form of a document, by its name in the store. */
export type DocumentForm = Kind['form'];
/** The forms of the steps in which a template is edited: a text for each input. */
export type StepForm = Extract<Kind, { readonly content: typeof StepValuesSchema }>['form'];

/**
 * The content of one form that is not part of the document. `baseVersion` is a version at which `field` had this
 * address; for edits of text, the version of that text.
 */
export type UnappliedValues = ValuesOf<Kind>;
/** The content of a form. */
export type ContentOf<Form extends DocumentForm> = Extract<UnappliedValues, { readonly form: Form }>['values'];
/** The input in the form of a field that is not applied yet. */
export type FormContent = Immutable<ContentOf<'field' | 'newField' | 'runtimeField'>>;

export const DOCUMENT_FORMS: readonly DocumentForm[] = KINDS.map(({ form }) => form);

const BY_FORM = new Map<string, FormKind>(KINDS.map((kind) => [kind.form, kind as unknown as FormKind]));

/** The kind of a form of this version; undefined for a form of another one. */
export function findKind(form: string): FormKind | undefined {
  return BY_FORM.get(form);
}

export function kindOf(form: DocumentForm): FormKind {
  return BY_FORM.get(form) as FormKind;
}

export const STEP_FORMS = DOCUMENT_FORMS.filter((form): form is StepForm => kindOf(form).place.tab === undefined);

const SUBJECTS: Readonly<Record<FormSubject, TSchema>> = {
  none: Type.Null(),
  field: PointerSchema,
  optional: Type.Union([PointerSchema, Type.Null()]),
};

/** The possible content of all forms, each with its form and subject. */
export const UnappliedValuesSchema = Type.Unsafe<UnappliedValues>(
  Type.Union(
    KINDS.map(({ form, subject, content }) =>
      exact({
        form: Type.Literal(form),
        field: SUBJECTS[subject],
        baseVersion: Type.Integer({ minimum: 0 }),
        values: content,
      }),
    ),
  ),
);

/** Whether a value, such as one from a store, is valid content of a form of this version. */
export function isUnappliedValues(value: unknown): value is UnappliedValues {
  return fits(UnappliedValuesSchema, value);
}

/** The form of a step whose content is not applied at once. */
export function formOfStep(step: TemplateStep | null): StepForm | undefined {
  return STEP_FORMS.find((form) => kindOf(form).place.step === step);
}

/** The step of a template that has a form; that of the mappings for a form of another version. */
export function stepOfForm(form: string): TemplateStep {
  return findKind(form)?.place.step ?? 'mappings';
}
