import type { DocumentCommand } from '#domain/commands';
import { RETENTION_PATTERN } from '#domain/console';
import type { TemplateStreamKind } from '#domain/document';
import { formatJson, isObject, JsonTextError, parseJson, type JsonObject, type JsonValue } from '#domain/json';
import { readLogistics, templateNameProblem, withSetting } from '#domain/template';
import type { TemplateStep } from '../../../machines/forms/editor-tabs.ts';
import type { DocumentSession } from '../../../machines/document-session.ts';
import type { Editor } from '../../../machines/editor.ts';
import { formOfStep, STEP_FORMS, type StepForm } from '../../../machines/forms/registry.ts';
import { saveOptions } from '../../../machines/save-options.ts';
import { contentOf } from '../../../machines/session-state.ts';
import { showRejection } from '../../actions/dispatch-with-feedback.ts';
import { changeStep } from '../../editor/fields/editor-tab.ts';
import type { TextFault } from '../../kit/json-editor.tsx';
import { readAlias, withAlias } from './alias-form.ts';
import { bodyIn, FORM_KINDS, sectionOf } from './edited-template.ts';
import type { ListedDraft } from '../../platform/draft-list.ts';
import { readSettingInput, SETTING_INPUTS } from './setting-inputs.ts';

/** The input that contains the whole section of a step as text. */
export const JSON_INPUT = 'json';

type Values = Readonly<Record<string, string>>;
const NOTHING: Values = {};

function typedIn(editor: Editor, form: StepForm): Values {
  return contentOf(editor.getSession(), form) ?? NOTHING;
}

/** Stores the typed values of some inputs of a step; null resets an input to the document's value. */
export function type(editor: Editor, form: StepForm, inputs: Readonly<Record<string, string | null>>): void {
  const values = { ...typedIn(editor, form) };
  for (const [input, text] of Object.entries(inputs)) {
    if (text === null) delete values[input];
    else values[input] = text;
  }
  editor.dispatch({ type: 'stepForm.update', payload: { form, values } });
}

export type SectionReading = { readonly value: JsonObject | null } | { readonly fault: TextFault };

/** Reads the text of a section; an empty text means that there is no section. */
export function readSection(text: string, noun: string): SectionReading {
  if (text.trim() === '') return { value: null };
  try {
    const value = parseJson(text);
    return isObject(value) ? { value } : { fault: { line: 1, column: 1, reason: `${noun} must be a JSON object` } };
  } catch (error) {
    if (error instanceof JsonTextError) return { fault: error };
    throw error;
  }
}

/** The result of applying a form: commands, and the values that can't be applied and stay in the form. */
interface Applied {
  readonly commands: readonly DocumentCommand[];
  readonly left: Values;
}

function appliedOf(editor: Editor, kind: TemplateStreamKind, form: StepForm): Applied {
  const typed = typedIn(editor, form);
  switch (form) {
    case 'logistics':
      return logistics(bodyIn(editor), kind, typed);
    case 'templateSettings':
      return settings(sectionOf(bodyIn(editor), kind, 'settings'), typed);
    case 'templateAliases':
      return aliases(sectionOf(bodyIn(editor), kind, 'aliases'), typed);
    case 'templateLifecycle':
      return lifecycle(sectionOf(bodyIn(editor), kind, 'lifecycle'), typed);
  }
}

function logistics(body: JsonObject, kind: TemplateStreamKind, typed: Values): Applied {
  const { set, unset, faults } = readLogistics(FORM_KINDS[kind], body, typed);
  const isChanged = Object.keys(set).length > 0 || unset.length > 0;
  return {
    commands: isChanged ? [{ type: 'template.setLogistics', payload: { set: { ...set }, unset: [...unset] } }] : [],
    // The name is not part of the body: it is applied by its own input.
    left: Object.fromEntries(
      Object.entries(typed).filter(([input]) => Object.hasOwn(faults, input) || input === 'name'),
    ),
  };
}

function settings(before: JsonObject, typed: Values): Applied {
  if (typed[JSON_INPUT] !== undefined)
    return whole(typed, 'Settings', (value) => ({ type: 'template.setSettings', payload: { settings: value } }));
  const left: Record<string, string> = {};
  let after = before;
  for (const input of SETTING_INPUTS) {
    const text = typed[input.name];
    if (text === undefined) continue;
    const read = readSettingInput(input, text);
    if ('fault' in read) left[input.name] = text;
    else after = withSetting(after, input.name, read.value);
  }
  const value = Object.keys(after).length === 0 ? null : after;
  return {
    commands: after === before ? [] : [{ type: 'template.setSettings', payload: { settings: value } }],
    left,
  };
}

function aliases(before: JsonObject, typed: Values): Applied {
  if (typed[JSON_INPUT] !== undefined)
    return whole(typed, 'Aliases', (value) => ({ type: 'template.setAliases', payload: { aliases: value } }));
  const alias = readAlias(typed, before);
  if (alias === null || 'faults' in alias) return { commands: [], left: typed };
  return { commands: [{ type: 'template.setAliases', payload: { aliases: withAlias(before, alias) } }], left: {} };
}

/** Retention in the format of engines. */
const RETENTION = new RegExp(RETENTION_PATTERN, 'u');

/** Why a text is not a valid retention; null where it is valid or empty. */
export function retentionFault(text: string): string | null {
  return text.trim() === '' || RETENTION.test(text.trim()) ? null : 'Enter a duration such as 30d.';
}

function lifecycle(before: JsonObject, typed: Values): Applied {
  const command = (value: JsonObject | null): DocumentCommand => ({
    type: 'template.setLifecycle',
    payload: { lifecycle: value },
  });
  const text = typed['data_retention'];
  if (typed[JSON_INPUT] !== undefined || text === undefined) return whole(typed, 'Lifecycle', command);
  if (retentionFault(text) !== null) return { commands: [], left: typed };
  const { data_retention: _, ...others } = before;
  const value = text.trim() === '' ? others : { ...others, data_retention: text.trim() };
  return { commands: [command(value)], left: {} };
}

function whole(typed: Values, noun: string, command: (value: JsonObject | null) => DocumentCommand): Applied {
  const text = typed[JSON_INPUT];
  if (text === undefined) return { commands: [], left: {} };
  const read = readSection(text, noun);
  return 'fault' in read ? { commands: [], left: typed } : { commands: [command(read.value)], left: {} };
}

/**
 * Applies the typed values of a form to the template, as far as they are valid; the rest stays in the form. Returns
 * whether nothing is left.
 */
export function applyForm(editor: Editor, kind: TemplateStreamKind, form: StepForm): boolean {
  if (Object.keys(typedIn(editor, form)).length === 0) return true;
  const { commands, left } = appliedOf(editor, kind, form);
  for (const command of commands) {
    const reduced = editor.dispatch(command);
    if (!('rejected' in reduced)) continue;
    showRejection(reduced);
    return false;
  }
  editor.dispatch({ type: 'stepForm.update', payload: { form, values: left } });
  return Object.keys(left).length === 0;
}

/** Applies the typed values of all steps to the template, as far as they are valid. */
export function applyForms(editor: Editor, kind: TemplateStreamKind): void {
  for (const rejected of saveOptions(editor)) showRejection({ rejected });
  for (const form of STEP_FORMS) applyForm(editor, kind, form);
}

/**
 * Shows another step. Valid values of the current step become part of the template; the rest stays in its form, and
 * invalid options of the mappings prevent leaving their step. Returns whether the step is shown.
 */
export function showStep(editor: Editor, kind: TemplateStreamKind, step: TemplateStep): boolean {
  const { step: left } = editor.getSession();
  if (left === step) return true;
  const form = formOfStep(left);
  if (form !== undefined) applyForm(editor, kind, form);
  if (!changeStep(editor, step)) return false;
  if (left === 'mappings') editor.dispatch({ type: 'documentField.changeStatus', payload: { status: 'idle' } });
  return true;
}

/**
 * Gives a draft the typed name, where a template may have that name.
 * @returns the draft's name afterwards, and why the draft could not get the typed one
 */
export function applyName(
  editor: Editor,
  drafts: Pick<DocumentSession, 'dispatch'>,
  draft: ListedDraft,
): { readonly name: string; readonly refusal: string | null } {
  const typed = typedIn(editor, 'logistics')['name'];
  if (typed === undefined || templateNameProblem(typed) !== null) return { name: draft.name, refusal: null };
  const reduced = drafts.dispatch({ type: 'draft.rename', payload: { id: draft.id, name: typed } });
  if ('rejected' in reduced) return { name: draft.name, refusal: reduced.rejected.detail.message };
  type(editor, 'logistics', { name: null });
  return { name: typed, refusal: null };
}

/** A section as the text of its editor. */
export function sectionText(value: JsonValue): string {
  return isObject(value) && Object.keys(value).length === 0 ? '' : formatJson(value, 2);
}
