import { castDraft, type Draft } from 'immer';
import type { Command } from '#domain/commands';
import { toJsonObject } from '#domain/json';
import { kindOf, type DocumentForm, type UnappliedValues } from './forms/registry.ts';
import type { StrandedContent } from './session-commands.ts';
import { formId, typedForm, type FormKey, type SessionData, type TypedForm } from './session-state.ts';
import type { DocumentChanged } from './document-facts.ts';

/** The session with its open forms. */
export interface SessionForms extends SessionData {
  /** The open form of a field, or of a new one. */
  readonly openField: FormKey | null;
  /** The open form of a runtime field, which is in front of the other form. */
  readonly openRuntime: FormKey | null;
}

export const isSame = (a: FormKey, b: FormKey) => a.form === b.form && a.field === b.field;

/** The open form of a field that gets what is typed. */
export function openForm({ openField, openRuntime }: Pick<SessionForms, 'openField' | 'openRuntime'>): FormKey | null {
  return openRuntime ?? openField;
}

/** Whether the typed content of a form is kept. */
export function isWorthKeeping({ form, content }: Pick<TypedForm, 'form' | 'content'>): boolean {
  return !kindOf(form).isEmpty(content);
}

/** Removes what was typed in a form. */
export function empty(draft: Draft<SessionForms>, key: FormKey): void {
  delete draft.forms[formId(key)];
  delete draft.validity[key.form];
}

/** Puts content into a form and replaces its present content. */
function put(draft: Draft<SessionForms>, typed: Omit<TypedForm, 'typedAt'>): void {
  const { isValid } = kindOf(typed.form);
  draft.forms[formId(typed)] = castDraft({ ...typed, typedAt: draft.facts.version });
  if (isValid !== undefined) draft.validity[typed.form] = isValid(typed.content);
}

/** Sets the content of a form as it is typed; null where it equals the document. It replaces discarded content. */
export function typeInto(
  draft: Draft<SessionForms>,
  key: FormKey,
  content: TypedForm['content'] | null,
  baseVersion = draft.facts.version,
): void {
  const { opens, isEmpty } = kindOf(key.form);
  // The form of a field has its content as long as it is open.
  if (content === null || (opens === undefined && isEmpty(content))) return empty(draft, key);
  put(draft, { ...key, content, baseVersion });
  draft.discarded = null;
}

/** Closes a form: what was typed in it stays if it is worth keeping. */
export function close(draft: Draft<SessionForms>, key: FormKey | null): void {
  const typed = key === null ? undefined : typedForm(draft, key);
  if (typed !== undefined && !isWorthKeeping(typed)) empty(draft, typed);
}

/**
 * Moves what was typed along with its field. It is stranded where the field is gone, by the field's address in the
 * version before.
 */
export function followForms(draft: Draft<SessionForms>, { follow, facts }: DocumentChanged): void {
  const forms = Object.values((draft as SessionForms).forms);
  if (forms.length > 0) draft.forms = {};
  for (const typed of forms) {
    const field = typed.field === null ? null : follow(typed.field);
    if (typed.field !== null && field === null) {
      if (isWorthKeeping(typed)) strand(draft, typed, 'gone');
      continue;
    }
    const followed = kindOf(typed.form).isOfText === true ? typed : { ...typed, field, baseVersion: facts.version };
    draft.forms[formId(followed)] = castDraft(followed);
  }
  const { discarded } = draft;
  if (discarded === null || discarded.content.field === null) return;
  const field = follow(discarded.content.field);
  if (field === null) draft.discarded = null;
  else discarded.content.field = field;
}

/** Keeps typed content that its form does not accept, so that the user can copy it. */
function strand(
  draft: Draft<SessionForms>,
  { form, field, content }: Pick<TypedForm, 'form' | 'field' | 'content'>,
  reason: StrandedContent['reason'],
): void {
  const { version: baseVersion } = draft.facts;
  draft.stranded.push(castDraft({ form, field, baseVersion, values: toJsonObject(content), reason, tab: null }));
}

/** Empties the forms that an own command has applied. A form of a field that is closed keeps its content. */
export function emptyApplied(draft: Draft<SessionForms>, command: Command): void {
  const open = openForm(draft);
  const opened = open === null ? undefined : typedForm(draft, open);
  if (opened === undefined ? command.type === 'field.add' : kindOf(opened.form).applies(command, opened.field))
    draft.tried = null;
  for (const typed of Object.values((draft as SessionForms).forms)) {
    const { applies, opens, left } = kindOf(typed.form);
    if (!applies(command, typed.field) || (opens !== undefined && typed !== opened)) continue;
    const content = left?.(typed.content, command) as TypedForm['content'] | undefined;
    if (content === undefined || !isWorthKeeping({ ...typed, content })) empty(draft, typed);
    else if (content !== typed.content) put(draft, { ...typed, content });
  }
  for (const form of Object.keys(draft.validity) as DocumentForm[])
    if (kindOf(form).applies(command, null)) delete draft.validity[form];
}

/**
 * Puts typed content back into its form. If the form has other content already, the user can copy the typed content
 * instead.
 */
export function putBack(draft: Draft<SessionForms>, { form, field, baseVersion, values }: UnappliedValues): void {
  const key = { form, field };
  const content = values;
  const { isOfText } = kindOf(form);
  const there = typedForm(draft, key);
  if (there !== undefined && isWorthKeeping(there)) strand(draft, { ...key, content }, 'older');
  else put(draft, { ...key, content, baseVersion: isOfText === true ? baseVersion : draft.facts.version });
}

/** Removes what was typed in a form from the session and returns it; null where nothing was typed. */
export function takeOut(draft: Draft<SessionForms>, key: FormKey): UnappliedValues | null {
  const typed = typedForm(draft, key);
  const open = openForm(draft);
  if (open !== null && isSame(open, key)) draft.tried = null;
  empty(draft, key);
  if (typed === undefined || !isWorthKeeping(typed)) return null;
  const { form, field, baseVersion, content } = typed;
  return { form, field, baseVersion, values: content } as UnappliedValues;
}
