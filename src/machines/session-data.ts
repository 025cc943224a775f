import { castDraft, produce, type Draft } from 'immer';
import type { Command } from '#domain/commands';
import type { DocumentEvent } from '#domain/events';
import { readTemplates, type Expansion, type FieldId } from '#domain/mapping';
import { STEP_FORMS } from '#domain/ports';
import type { DocumentChanged, DocumentFacts } from './document-facts.ts';
import type { TemplateStep } from './editor-tabs.ts';
import {
  fillForm,
  keepOpenForm,
  openForm,
  putBack,
  setStepForm,
  strand,
  takeOut,
  type SessionForms,
} from './kept-forms.ts';
import { followPayload, type SessionPayload } from './session-commands.ts';
import { DEFAULT_MAX_DEPTH, type EditorKind, type KeptForm } from './session-state.ts';
import { appliesForm } from './unapplied-content.ts';

/** The data of the statechart. What a state is about is kept here while the state is active, and let go as it is left. */
export interface SessionContext extends SessionForms {
  readonly version: number | null;
  readonly versionEditor: EditorKind | null;
}

export interface EditorSessionInput {
  readonly facts: DocumentFacts;
  /** The deepest tree that the default view shows. */
  readonly maxDepth?: number;
  /** Of a template: the step that is shown first. */
  readonly firstStep?: TemplateStep | undefined;
}

const NO_SEARCH = { term: '' };
const NO_CONFIGURATION = { isValid: true, edits: {}, typedAt: 0 } as const;
/** The text of the JSON view is that of the document. */
export const NO_EDITS = { edits: [], baseVersion: null, typedAt: 0 } as const;
const NO_TEMPLATES = { isValid: true, json: null, typedAt: 0 } as const;

export function initialData({ facts, maxDepth = DEFAULT_MAX_DEPTH, firstStep }: EditorSessionInput): SessionContext {
  return {
    facts,
    maxDepth,
    fieldToEdit: null,
    fieldToAddFieldTo: null,
    pendingEdit: null,
    fieldToRemove: null,
    activeField: null,
    expansion: { isExpandedByDefault: false, exceptions: {} },
    search: NO_SEARCH,
    fieldsJsonEditor: { isValid: true, maxNestedDepth: facts.maxNestedDepth, ...NO_EDITS },
    runtimeFieldToEdit: null,
    configuration: NO_CONFIGURATION,
    templates: NO_TEMPLATES,
    step: firstStep ?? null,
    firstStep: firstStep ?? null,
    stepForms: {},
    fieldForm: null,
    keptForms: [],
    stranded: [],
    discarded: null,
    formEpoch: 0,
    editorError: null,
    version: null,
    versionEditor: null,
  };
}

/** Changes the data by an Immer recipe: the session is small, and what did not change keeps its identity. */
export function change(data: SessionContext, recipe: (draft: Draft<SessionContext>) => void): SessionContext {
  return produce(data, recipe);
}

export function setExpanded(expansion: Draft<Expansion>, field: FieldId, shouldExpand: boolean): void {
  if (shouldExpand === expansion.isExpandedByDefault) delete expansion.exceptions[field];
  else expansion.exceptions[field] = true;
}

/** The form of a field is closed: what was entered in it is kept for when it opens again. */
export function closeFieldForm(draft: Draft<SessionContext>): void {
  keepOpenForm(draft, (form) => form !== 'runtimeField');
  draft.fieldToEdit = null;
  draft.fieldToAddFieldTo = null;
  draft.pendingEdit = null;
}

/** As {@link closeFieldForm}, for a runtime field. */
export function closeRuntimeForm(draft: Draft<SessionContext>): void {
  keepOpenForm(draft, (form) => form === 'runtimeField');
  draft.runtimeFieldToEdit = null;
}

/** The form of a runtime field is opened, beside the one for a new field where the mappings have none. */
export function openRuntimeForm(draft: Draft<SessionContext>, field: FieldId | null): void {
  keepOpenForm(draft, () => true);
  draft.runtimeFieldToEdit = field;
  fillForm(draft, { form: 'runtimeField', field });
}

/** Puts what was typed on an earlier visit back into the session. */
export function restore(
  draft: Draft<SessionContext>,
  { contents, stranded }: SessionPayload<'unapplied.restore'>,
): void {
  for (const content of contents) putBack(draft, content);
  draft.stranded.push(...castDraft(stranded));
  draft.formEpoch++;
}

/** The session with another text of the dynamic templates; with null it is that of the document. Cost: that of the text. */
export function withTemplates(data: SessionContext, json: string | null): SessionContext {
  return {
    ...data,
    templates: { json, isValid: json === null || readTemplates(json) !== null, typedAt: data.facts.version },
    discarded: json === null ? data.discarded : null,
  };
}

/** The session with what is typed in a step of a template. */
export function withStepForm(
  data: SessionContext,
  { form, values }: SessionPayload<'stepForm.update'>,
): SessionContext {
  return change(data, (draft) => {
    setStepForm(draft, form, values);
    if (Object.keys(values).length > 0) draft.discarded = null;
  });
}

/** Discards what was typed in a form; it can be brought back. */
export function discard(draft: Draft<SessionContext>, key: SessionPayload<'unapplied.discard'>): void {
  const taken = takeOut(draft, key, { configuration: NO_CONFIGURATION, templates: NO_TEMPLATES, json: NO_EDITS });
  if (taken === null) return;
  draft.discarded = castDraft({ content: taken, at: draft.facts.version });
  draft.formEpoch++;
}

/** Brings back what was discarded last. */
export function bringBack(draft: Draft<SessionContext>): void {
  const { discarded } = draft;
  if (discarded === null) return;
  putBack(draft, discarded.content);
  draft.discarded = null;
  draft.formEpoch++;
}

/** What a change of the document means for the session. */
export interface FollowedChange {
  readonly data: SessionContext;
  /** The open form of a field is done with, or what it is about is gone. */
  readonly isFieldFormOver: boolean;
  readonly isRuntimeFormOver: boolean;
}

/** The session after a change: every address moves along, what was typed about a field that is gone is stranded, and what one applied oneself is no longer in hand. */
export function followDocument(data: SessionContext, changed: DocumentChanged): FollowedChange {
  const commands = changed.isOwn ? changed.events.flatMap(commandsOf) : [];
  const isGone = (field: FieldId | null) => field !== null && changed.follow(field) === null;
  const isOf = (...types: readonly string[]) => commands.some(({ type }) => types.includes(type));
  const isAnew = changed.isOwn && changed.events.some(({ undoes }) => undoes === undefined);
  return {
    data: change(data, (draft) => {
      for (const command of commands) forgetApplied(draft, command);
      rebaseForms(draft, changed);
      rebaseAddresses(draft, changed);
      draft.facts = changed.facts;
      if (isAnew) draft.discarded = null;
    }),
    isFieldFormOver:
      isGone(data.fieldToEdit) ||
      isGone(data.fieldToAddFieldTo) ||
      isOf('field.edit', 'field.remove') ||
      commands.some(({ type }) => replacesMappings(type, data)),
    isRuntimeFormOver:
      isGone(data.runtimeFieldToEdit) || isOf('runtimeField.add', 'runtimeField.edit', 'runtimeField.remove'),
  };
}

/** What was entered in forms goes along with the field that it is about, and is stranded where that is gone. */
function rebaseForms(draft: Draft<SessionContext>, { follow }: DocumentChanged): void {
  const isGone = ({ field }: KeptForm) => field !== null && follow(field) === null;
  const open = openForm(draft);
  if (open !== null && isGone(open)) {
    strand(draft, open);
    draft.fieldForm = null;
  }
  for (const kept of draft.keptForms.filter(isGone)) strand(draft, kept);
  if (draft.keptForms.some(isGone)) draft.keptForms = draft.keptForms.filter((kept) => !isGone(kept));
  for (const kept of draft.keptForms) if (kept.field !== null) kept.field = follow(kept.field);
  const { discarded } = draft;
  if (discarded === null || discarded.content.field === null) return;
  const field = follow(discarded.content.field);
  if (field === null) draft.discarded = null;
  else discarded.content.field = field;
}

function rebaseAddresses(draft: Draft<SessionContext>, { follow: followField, neighbourOf }: DocumentChanged): void {
  const follow = (id: FieldId | null) => (id === null ? null : followField(id));
  draft.fieldToEdit = follow(draft.fieldToEdit);
  draft.fieldToAddFieldTo = follow(draft.fieldToAddFieldTo);
  draft.runtimeFieldToEdit = follow(draft.runtimeFieldToEdit);
  draft.fieldToRemove = follow(draft.fieldToRemove);
  if (draft.activeField !== null) draft.activeField = followField(draft.activeField) ?? neighbourOf(draft.activeField);
  if (draft.pendingEdit !== null) {
    const payload = followPayload('documentField.requestTypeChange', draft.pendingEdit.payload, follow);
    draft.pendingEdit = payload === null ? null : castDraft({ payload });
  }
  const exceptions = Object.keys(draft.expansion.exceptions);
  const followed = exceptions.map(follow);
  // Assigned only where something moved: the rows that are shown are kept by the identity of the expansion.
  if (followed.every((id, index) => id === exceptions[index])) return;
  draft.expansion.exceptions = Object.fromEntries(followed.flatMap((id) => (id === null ? [] : [[id, true] as const])));
}

/** The commands that an event came from: those of a batch, or the one. */
function commandsOf({ command }: DocumentEvent): readonly Command[] {
  return command.type === 'batch'
    ? (command.payload as unknown as { readonly commands: readonly Command[] }).commands
    : [command];
}

/** Whether a command puts other mappings in the place of those that are shown. What is discarded of a template is more than its mappings. */
function replacesMappings(type: string, { step }: Pick<SessionContext, 'step'>): boolean {
  return type === 'editor.replaceMappings' || (type === 'changes.discard' && step === null);
}

/** Inputs of a step that a command has applied are as the document has them; others in the same form stay. */
function forgetStepForm(draft: Draft<SessionContext>, command: Command): void {
  const form = STEP_FORMS.find((each) => appliesForm(command, { form: each, field: null }));
  if (form === undefined) return;
  const { set = {}, unset = [] } = command.payload as { readonly set?: object; readonly unset?: readonly string[] };
  const applied = form === 'logistics' ? [...Object.keys(set), ...unset] : null;
  setStepForm(draft, form, applied === null ? {} : withoutInputs(draft.stepForms[form]?.values ?? {}, applied));
}

function withoutInputs(values: Readonly<Record<string, string>>, inputs: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([input]) => !inputs.includes(input)));
}

/** What a command of one's own has made part of the document is no longer in hand. It names fields as they were before it. */
function forgetApplied(draft: Draft<SessionContext>, command: Command): void {
  const { type, payload } = command;
  if (type === 'configuration.save') draft.configuration = NO_CONFIGURATION;
  if (type === 'templates.save') draft.templates = NO_TEMPLATES;
  forgetStepForm(draft, command);
  if (replacesMappings(type, draft)) draft.search = NO_SEARCH;
  const open = openForm(draft);
  if (open === null ? type === 'field.add' : appliesForm(command, open)) draft.fieldForm = null;
  if (type !== 'field.add') return;
  const { parent } = payload as { readonly parent: FieldId | null };
  if (parent !== null) setExpanded(draft.expansion, parent, true);
}
