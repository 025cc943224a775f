import { castDraft, produce, type Draft } from 'immer';
import type { Command } from '#domain/commands';
import type { DocumentEvent } from '#domain/events';
import type { Expansion, FieldId } from '#domain/mapping';
import type { DocumentChanged, DocumentFacts } from './document-facts.ts';
import { followPayload } from './session-commands.ts';
import { DEFAULT_MAX_DEPTH, type EditorKind, type SessionData } from './session-state.ts';

/** The data of the statechart. What a state is about is kept here while the state is active, and let go as it is left. */
export interface SessionContext extends SessionData {
  /** The field under which one is being created; null for the root. */
  readonly fieldToAddFieldTo: FieldId | null;
  readonly runtimeFieldToEdit: FieldId | null;
  readonly version: number | null;
  readonly versionEditor: EditorKind | null;
}

export interface EditorSessionInput {
  readonly facts: DocumentFacts;
  /** The deepest tree that the default view shows. */
  readonly maxDepth?: number;
}

const NO_SEARCH = { term: '' };
const NO_CONFIGURATION = { isValid: true, edits: {} } as const;
/** The text of the JSON view is that of the document. */
export const NO_EDITS = { edits: [], baseVersion: null } as const;
const NO_TEMPLATES = { isValid: true, json: null } as const;

export function initialData({ facts, maxDepth = DEFAULT_MAX_DEPTH }: EditorSessionInput): SessionContext {
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
    fieldForm: null,
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

/** The form of a field has nothing in hand any more. */
export function forgetField(draft: Draft<SessionContext>): void {
  draft.fieldToEdit = null;
  draft.fieldToAddFieldTo = null;
  draft.pendingEdit = null;
  draft.fieldForm = null;
}

/** What a change of the document means for the session. */
export interface FollowedChange {
  readonly data: SessionContext;
  /** The open form of a field is done with, or what it is about is gone. */
  readonly isFieldFormOver: boolean;
  readonly isRuntimeFormOver: boolean;
}

/** The session after a change: every address moves along, what is about a field that is gone is let go, and what one applied oneself is no longer in hand. */
export function followDocument(data: SessionContext, changed: DocumentChanged): FollowedChange {
  const commands = changed.isOwn ? changed.events.flatMap(commandsOf) : [];
  const isGone = (field: FieldId | null) => field !== null && changed.follow(field) === null;
  const isApplied = (...types: readonly string[]) => commands.some(({ type }) => types.includes(type));
  return {
    data: change(data, (draft) => {
      rebaseAddresses(draft, changed);
      draft.facts = changed.facts;
      for (const command of commands) forgetApplied(draft, command);
    }),
    isFieldFormOver:
      isGone(data.fieldToEdit) ||
      isGone(data.fieldToAddFieldTo) ||
      isApplied('field.edit', 'field.remove', 'editor.replaceMappings'),
    isRuntimeFormOver:
      isGone(data.runtimeFieldToEdit) || isApplied('runtimeField.add', 'runtimeField.edit', 'runtimeField.remove'),
  };
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

/** What a command of one's own has made part of the document is no longer in hand. */
function forgetApplied(draft: Draft<SessionContext>, { type, payload }: Command): void {
  if (type === 'configuration.save' || type === 'editor.replaceMappings') draft.configuration = NO_CONFIGURATION;
  if (type === 'templates.save' || type === 'editor.replaceMappings') draft.templates = NO_TEMPLATES;
  if (type === 'editor.replaceMappings') {
    draft.search = NO_SEARCH;
    Object.assign(draft.fieldsJsonEditor, NO_EDITS);
  }
  if (type !== 'field.add') return;
  draft.fieldForm = null;
  const { parent } = payload as { readonly parent: FieldId | null };
  if (parent !== null) setExpanded(draft.expansion, parent, true);
}
