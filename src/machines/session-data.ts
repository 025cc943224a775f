import { castDraft, produce, type Draft } from 'immer';
import { isBatch, type Command } from '#domain/commands';
import type { DocumentEvent } from '#domain/events';
import { isExpanded, type Expansion, type FieldId } from '#domain/mapping';
import type { DocumentChanged, DocumentFacts } from './document-facts.ts';
import type { TemplateStep } from './forms/editor-tabs.ts';
import { close, empty, emptyApplied, followForms, openForm, putBack, takeOut, typeInto } from './kept-forms.ts';
import type { SessionForms } from './kept-forms.ts';
import { followPayload, type SessionCommand, type SessionPayload } from './session-commands.ts';
import { contentOf, DEFAULT_MAX_DEPTH, typedForm, type EditorKind, type FormKey } from './session-state.ts';
import { applyEdits, composeEdits } from './text-edits.ts';

/** The data of the statechart. Data of a state is kept here while that state is active, and dropped when it is left. */
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
const CONFIGURATION: FormKey = { form: 'configuration', field: null };
const TEMPLATES: FormKey = { form: 'templates', field: null };
const JSON_TEXT: FormKey = { form: 'json', field: null };

export function initialData({ facts, maxDepth = DEFAULT_MAX_DEPTH, firstStep }: EditorSessionInput): SessionContext {
  return {
    facts,
    maxDepth,
    forms: {},
    validity: {},
    tried: null,
    openField: null,
    openRuntime: null,
    pendingEdit: null,
    fieldToRemove: null,
    activeField: null,
    expansion: { isExpandedByDefault: false, exceptions: {} },
    search: NO_SEARCH,
    fieldsJsonEditor: { isValid: true, maxNestedDepth: facts.maxNestedDepth },
    step: firstStep ?? null,
    firstStep: firstStep ?? null,
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

/** Closes the form of a field: what was entered in it is kept for when it opens again. */
export function closeFieldForm(draft: Draft<SessionContext>): void {
  close(draft, draft.openField);
  if (draft.openRuntime === null) draft.tried = null;
  draft.openField = null;
  draft.pendingEdit = null;
}

/** Opens the form of a field, or one for a new field, in place of the open one. */
export function openFieldForm(draft: Draft<SessionContext>, key: FormKey): void {
  closeFieldForm(draft);
  draft.fieldToRemove = null;
  draft.openField = key;
}

/** As {@link closeFieldForm}, for a runtime field. */
export function closeRuntimeForm(draft: Draft<SessionContext>): void {
  close(draft, draft.openRuntime);
  draft.tried = null;
  draft.openRuntime = null;
}

/** Opens the form of a runtime field, beside the one for a new field where the mappings have no fields. */
export function openRuntimeForm(draft: Draft<SessionContext>, field: FieldId | null): void {
  close(draft, draft.openField);
  draft.tried = null;
  draft.openRuntime = { form: 'runtimeField', field };
}

type Change<Type extends SessionCommand['type']> = (
  draft: Draft<SessionContext>,
  payload: SessionPayload<Type>,
) => void;

/** The commands that change nothing but data: the state of the editor stays. */
const DATA_CHANGES: { readonly [Type in SessionCommand['type']]?: Change<Type> } = {
  'documentField.activate'(draft, { field }) {
    draft.activeField = field;
  },
  'documentField.cancelRemove'(draft) {
    draft.fieldToRemove = null;
  },
  'field.toggleExpand'(draft, { field, isExpanded: wanted }) {
    setExpanded(draft.expansion, field, wanted ?? !isExpanded(draft.expansion, field));
  },
  'field.toggleExpandAll'(draft, { isExpanded: wanted }) {
    draft.expansion = { isExpandedByDefault: wanted, exceptions: {} };
  },
  'expansion.restore'(draft, { isExpandedByDefault, exceptions }) {
    draft.expansion = {
      isExpandedByDefault,
      exceptions: Object.fromEntries(exceptions.map((field) => [field, true] as const)),
    };
  },
  'search:update'(draft, { term }) {
    draft.search = { term };
  },
  'validity:update'(draft, { form, isValid, isNameEmpty = false }) {
    if (form === 'field') draft.tried = { isValid, isNameEmpty };
    else draft.validity[form] = isValid;
  },
  'fieldForm.update'(draft, { content, isValid }) {
    const open = openForm(draft);
    // Typed content belongs to the form of its kind, whether that form is in front or not.
    const key =
      [draft.openRuntime, draft.openField].find((each) => each?.form === content?.kind) ??
      (content === null ? open : { form: content.kind, field: null });
    if (key !== null) typeInto(draft, key, content);
    draft.tried =
      content === null && isValid === null ? null : { isValid, isNameEmpty: content === null || content.name === '' };
  },
  'configuration.update'(draft, { edits }) {
    typeInto(draft, CONFIGURATION, edits);
  },
  'templates.update'(draft, { json }) {
    typeInto(draft, TEMPLATES, json === null ? null : { json });
  },
  'templates.edit'(draft, { edits }) {
    const typed = contentOf(draft, 'templates');
    if (typed !== null) typeInto(draft, TEMPLATES, { json: applyEdits(typed.json, edits) });
  },
  'stepForm.update'(draft, { form, values }) {
    typeInto(draft, { form, field: null }, values);
  },
  'fieldsJsonEditor.update'(draft, report) {
    draft.fieldsJsonEditor = { ...report };
    draft.editorError = null;
  },
  'fieldsJsonEditor.edit'(draft, { edits }) {
    const before = contentOf(draft, 'json')?.edits ?? [];
    typeInto(draft, JSON_TEXT, { edits: composeEdits(before, edits) }, typedForm(draft, JSON_TEXT)?.baseVersion);
  },
  'fieldsJsonEditor.discard'(draft) {
    empty(draft, JSON_TEXT);
  },
  'editor.changeStep'(draft, { step }) {
    draft.step = step;
  },
  'version.changeEditor'(draft, { editor }) {
    if (draft.version !== null) draft.versionEditor = editor;
  },
  /** Puts what was typed on an earlier visit back into the session. */
  'unapplied.restore'(draft, { contents, stranded }) {
    for (const content of contents) putBack(draft, content);
    draft.stranded.push(...castDraft(stranded));
    draft.formEpoch++;
  },
  /** Discards what was typed in a form; it can be brought back. */
  'unapplied.discard'(draft, key) {
    const taken = takeOut(draft, key);
    if (taken === null) return;
    draft.discarded = castDraft({ content: taken, at: draft.facts.version });
    draft.formEpoch++;
  },
  /** Brings back what was last discarded. */
  'unapplied.bringBack'(draft) {
    const { discarded } = draft;
    if (discarded === null) return;
    draft.discarded = null;
    putBack(draft, discarded.content);
    draft.formEpoch++;
  },
  'unapplied.forget'(draft, { stranded }) {
    draft.stranded.splice(stranded, 1);
  },
};

/** The data after a command; the same where the command changes none. */
export function changeData(data: SessionContext, { type, payload }: SessionCommand): SessionContext {
  const recipe = DATA_CHANGES[type] as Change<SessionCommand['type']> | undefined;
  return recipe === undefined ? data : change(data, (draft) => recipe(draft, payload));
}

/** The effect of a document change on the session. */
export interface FollowedChange {
  readonly data: SessionContext;
  /** The open form of a field is done, or its subject is gone. */
  readonly isFieldFormOver: boolean;
  readonly isRuntimeFormOver: boolean;
}

/**
 * The session after a change: addresses follow their fields, content of a removed field is stranded, and applied
 * content is removed from its form.
 */
export function followDocument(data: SessionContext, changed: DocumentChanged): FollowedChange {
  const commands = changed.isOwn ? changed.events.flatMap(commandsOf) : [];
  const isGone = (form: FormKey | null) => form !== null && form.field !== null && changed.follow(form.field) === null;
  const isOf = (...types: readonly string[]) => commands.some(({ type }) => types.includes(type));
  const open = openForm(data);
  const openTyped = open === null ? undefined : typedForm(data, open);
  // The form for the first field opened by itself, and fields were added by other means than it.
  const isFirstFormOver =
    !data.facts.hasRootFields && changed.facts.hasRootFields && !isOf('field.add') && openTyped === undefined;
  const isAnew = changed.isOwn && changed.events.some(({ undoes }) => undoes === undefined);
  return {
    data: change(data, (draft) => {
      for (const command of commands) forgetApplied(draft, command);
      followForms(draft, changed);
      rebaseAddresses(draft, changed);
      draft.facts = changed.facts;
      if (isAnew) draft.discarded = null;
    }),
    isFieldFormOver:
      isFirstFormOver ||
      isGone(data.openField) ||
      isOf('field.edit', 'field.remove') ||
      commands.some(({ type }) => replacesMappings(type, data)),
    isRuntimeFormOver: isGone(data.openRuntime) || isOf('runtimeField.add', 'runtimeField.edit', 'runtimeField.remove'),
  };
}

function rebaseAddresses(draft: Draft<SessionContext>, { follow: followField, neighbourOf }: DocumentChanged): void {
  const follow = (id: FieldId | null) => (id === null ? null : followField(id));
  for (const open of [draft.openField, draft.openRuntime]) if (open !== null) open.field = follow(open.field);
  draft.fieldToRemove = follow(draft.fieldToRemove);
  if (draft.activeField !== null) draft.activeField = followField(draft.activeField) ?? neighbourOf(draft.activeField);
  if (draft.pendingEdit !== null) {
    const payload = followPayload('documentField.requestTypeChange', draft.pendingEdit.payload, follow);
    if (payload === null) draft.pendingEdit = null;
    else draft.pendingEdit.payload = payload;
  }
  const exceptions = Object.keys(draft.expansion.exceptions);
  const followed = exceptions.map(follow);
  // Assigned only where a field moved: shown rows are cached by the identity of the expansion.
  if (followed.every((id, index) => id === exceptions[index])) return;
  draft.expansion.exceptions = Object.fromEntries(followed.flatMap((id) => (id === null ? [] : [[id, true] as const])));
}

/** The commands behind an event: those of a batch, or the single one. */
function commandsOf({ command }: DocumentEvent): readonly Command[] {
  return isBatch(command) ? command.payload.commands : [command];
}

/**
 * Whether a command replaces the mappings that are shown. Discarding changes of a template affects more than its
 * mappings.
 */
function replacesMappings(type: string, { step }: Pick<SessionContext, 'step'>): boolean {
  return type === 'editor.replaceMappings' || (type === 'changes.discard' && step === null);
}

/** Removes from the session what an own command has applied. The command has the addresses from before it. */
function forgetApplied(draft: Draft<SessionContext>, command: Command): void {
  const { type, payload } = command;
  emptyApplied(draft, command);
  if (replacesMappings(type, draft)) draft.search = NO_SEARCH;
  if (type !== 'field.add') return;
  const { parent } = payload as { readonly parent: FieldId | null };
  if (parent !== null) setExpanded(draft.expansion, parent, true);
}
