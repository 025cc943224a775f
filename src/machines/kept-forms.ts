import { castDraft, type Draft } from 'immer';
import { isObject, toJsonValue, type JsonObject } from '#domain/json';
import { configurationErrors, readTemplates, type FieldId } from '#domain/mapping';
import type { StepForm } from '#domain/ports';
import type { FormContent, SessionPayload, UnappliedValues } from './session-commands.ts';
import type { FieldFormKind, KeptForm, SessionData } from './session-state.ts';

/** The session with what its open forms are about. */
export interface SessionForms extends SessionData {
  /** The field under which one is being created; null for the root. */
  readonly fieldToAddFieldTo: FieldId | null;
  readonly runtimeFieldToEdit: FieldId | null;
}

/** A form by its kind and what it is about. */
export type FormKey = Pick<KeptForm, 'form' | 'field'>;

const isSame = (a: FormKey, b: FormKey) => a.form === b.form && a.field === b.field;

/** A form of a new field without a name has nothing to be kept but parameters. */
export function isWorthKeeping(content: FormContent): boolean {
  if (content.kind !== 'newField' || content.name !== '') return true;
  const { edits, opened, faults } = content.entered;
  return [Object.keys(edits.set), edits.unset, opened, Object.keys(faults)].some(({ length }) => length > 0);
}

/** The open form with what was entered in it; null where nothing was. */
export function openForm({
  fieldForm,
  fieldToEdit,
  fieldToAddFieldTo,
  runtimeFieldToEdit,
}: Pick<SessionForms, 'fieldForm' | 'fieldToEdit' | 'fieldToAddFieldTo' | 'runtimeFieldToEdit'>): KeptForm | null {
  if (fieldForm === null || fieldForm.content === null) return null;
  const { content, typedAt } = fieldForm;
  const fields = { field: fieldToEdit, newField: fieldToAddFieldTo, runtimeField: runtimeFieldToEdit };
  return { form: content.kind, field: fields[content.kind], content, typedAt };
}

/** What the open form has is kept, and the form is as nobody touched it; unless it is another form that has it. */
export function keepOpenForm(draft: Draft<SessionForms>, isMeant: (form: FieldFormKind) => boolean): void {
  const open = openForm(draft);
  if (open !== null && !isMeant(open.form)) return;
  draft.fieldForm = null;
  if (open !== null && isWorthKeeping(open.content)) keep(draft, open);
}

function keep(draft: Draft<SessionForms>, form: KeptForm): void {
  draft.keptForms = [...draft.keptForms.filter((kept) => !isSame(kept, form)), castDraft(form)];
}

/** Puts what is kept of a form into it, now that it is open. */
export function fillForm(draft: Draft<SessionForms>, key: FormKey): void {
  const index = draft.keptForms.findIndex((kept) => isSame(kept, key));
  if (index === -1 || openForm(draft) !== null) return;
  const [kept] = draft.keptForms.splice(index, 1);
  if (kept === undefined) return;
  const { content, typedAt } = kept;
  draft.fieldForm = { isValid: null, isNameEmpty: content.name === '', content, typedAt };
}

/** What was entered about a field that is gone can be copied. Its address is that of the version before. */
export function strand(draft: Draft<SessionForms>, { form, field, content }: KeptForm): void {
  const { version: baseVersion } = draft.facts;
  draft.stranded.push(
    castDraft({ form, field, baseVersion, values: objectOf(content), reason: 'gone' as const, tab: null }),
  );
}

/** Something alive as the JSON object that it is. */
export function objectOf(value: object): JsonObject {
  const json = toJsonValue(value);
  return isObject(json) ? json : {};
}

/** What is typed in a step; nothing where no input is left. */
export function setStepForm(
  draft: Draft<SessionForms>,
  form: StepForm,
  values: Readonly<Record<string, string>>,
): void {
  if (Object.keys(values).length === 0) delete draft.stepForms[form];
  else draft.stepForms[form] = { values: { ...values }, typedAt: draft.facts.version };
}

/** Puts what was typed back where it belongs: forms of fields find it when they open. */
export function putBack(draft: Draft<SessionForms>, unapplied: UnappliedValues): void {
  const { version: typedAt } = draft.facts;
  switch (unapplied.form) {
    case 'configuration': {
      const isValid = Object.keys(configurationErrors(unapplied.values)).length === 0;
      draft.configuration = castDraft({ edits: unapplied.values, isValid, typedAt });
      return;
    }
    case 'templates': {
      const { json } = unapplied.values;
      draft.templates = { json, isValid: readTemplates(json) !== null, typedAt };
      return;
    }
    case 'json': {
      const { baseVersion, values } = unapplied;
      Object.assign(draft.fieldsJsonEditor, castDraft({ edits: values.edits, baseVersion, typedAt }));
      return;
    }
    case 'field':
    case 'newField':
    case 'runtimeField': {
      const { form, field, values: content } = unapplied;
      keep(draft, { form, field, content, typedAt });
      return;
    }
    default:
      setStepForm(draft, unapplied.form, unapplied.values);
  }
}

/** Takes out of the session what was typed in a form; null where that is nothing. */
export function takeOut(
  draft: Draft<SessionForms>,
  { form, field }: SessionPayload<'unapplied.discard'>,
  empty: Pick<SessionData, 'configuration' | 'templates'> & {
    readonly json: Pick<SessionData['fieldsJsonEditor'], 'edits' | 'baseVersion' | 'typedAt'>;
  },
): UnappliedValues | null {
  const { version } = draft.facts;
  const { configuration, templates, fieldsJsonEditor } = draft;
  switch (form) {
    case 'configuration': {
      draft.configuration = castDraft(empty.configuration);
      if (Object.keys(configuration.edits).length === 0) return null;
      return { form, field: null, baseVersion: version, values: configuration.edits };
    }
    case 'templates': {
      draft.templates = castDraft(empty.templates);
      const { json } = templates;
      return json === null ? null : { form, field: null, baseVersion: version, values: { json } };
    }
    case 'json': {
      const { edits, baseVersion } = fieldsJsonEditor;
      draft.fieldsJsonEditor = castDraft({ ...fieldsJsonEditor, ...empty.json });
      return baseVersion === null ? null : { form, field: null, baseVersion, values: { edits } };
    }
    case 'settings':
      return null;
    case 'logistics':
    case 'templateSettings':
    case 'templateAliases':
    case 'templateLifecycle': {
      const values = draft.stepForms[form]?.values;
      setStepForm(draft, form, {});
      return values === undefined ? null : { form, field: null, baseVersion: version, values: { ...values } };
    }
    default: {
      const key = { form, field };
      const open = openForm(draft);
      const kept = draft.keptForms.find((other) => isSame(other, key));
      if (open !== null && isSame(open, key)) draft.fieldForm = null;
      else if (kept !== undefined) draft.keptForms = draft.keptForms.filter((other) => other !== kept);
      const content = open !== null && isSame(open, key) ? open.content : kept?.content;
      return content === undefined || !isWorthKeeping(content) ? null : valuesOf(key, content, version);
    }
  }
}

/** The content of a form of a field with its place. */
function valuesOf({ field }: FormKey, content: FormContent, baseVersion: number): UnappliedValues {
  if (content.kind === 'field') return { form: 'field', field: field ?? '', baseVersion, values: content };
  return content.kind === 'newField'
    ? { form: 'newField', field, baseVersion, values: content }
    : { form: 'runtimeField', field, baseVersion, values: content };
}
