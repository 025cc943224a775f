import { castDraft, produce, type Draft } from 'immer';
import { assign, setup, type SnapshotFrom } from 'xstate';
import type { Command } from '#domain/commands';
import type { DocumentEvent } from '#domain/events';
import { configurationErrors, isExpanded, readTemplates, type Expansion, type FieldId } from '#domain/mapping';
import type { DocumentChanged, DocumentFacts } from './document-facts.ts';
import { followPayload, type SessionCommand, type SessionPayload } from './session-commands.ts';
import {
  DEFAULT_MAX_DEPTH,
  type EditorKind,
  type ListStatus,
  type SessionData,
  type SessionState,
} from './session-state.ts';

export interface EditorSessionInput {
  readonly facts: DocumentFacts;
  /** The deepest tree that the default view shows. */
  readonly maxDepth?: number;
}

interface Context extends SessionData {
  readonly maxDepth: number;
}

const INVALID_JSON = 'JSON is invalid';
const TOO_DEEP = 'Max depth for Mappings Editor exceeded';

const NO_SEARCH = { term: '' };
const NO_CONFIGURATION = { isValid: true, edits: {} } as const;
const NO_TEMPLATES = { isValid: true, json: null } as const;

function initialContext({ facts, maxDepth = DEFAULT_MAX_DEPTH }: EditorSessionInput): Context {
  return {
    facts,
    maxDepth,
    fieldToEdit: null,
    creation: null,
    pendingEdit: null,
    fieldToRemove: null,
    expansion: { isExpandedByDefault: false, exceptions: {} },
    search: NO_SEARCH,
    fieldsJsonEditor: { json: '', isValid: true, maxNestedDepth: 0 },
    runtimeEdit: null,
    configuration: NO_CONFIGURATION,
    templates: NO_TEMPLATES,
    fieldForm: null,
    editorError: null,
  };
}

/** Changes the data by an Immer recipe: the session is small, and what did not change keeps its identity. */
function change(context: Context, recipe: (draft: Draft<Context>) => void): Context {
  return produce(context, recipe);
}

function closeForm(draft: Draft<Context>): void {
  draft.fieldToEdit = null;
  draft.creation = null;
  draft.pendingEdit = null;
  draft.fieldForm = null;
}

function setExpanded(expansion: Draft<Expansion>, field: FieldId, shouldExpand: boolean): void {
  if (shouldExpand === expansion.isExpandedByDefault) delete expansion.exceptions[field];
  else expansion.exceptions[field] = true;
}

/** Moves every address along with a change; what is about a field that is gone is let go. */
function rebaseAddresses(draft: Draft<Context>, followField: DocumentChanged['follow']): void {
  const follow = (id: FieldId | null) => (id === null ? null : followField(id));
  draft.fieldToEdit = follow(draft.fieldToEdit);
  draft.fieldToRemove = follow(draft.fieldToRemove);
  if (draft.creation?.parent != null) {
    const parent = follow(draft.creation.parent);
    draft.creation = parent === null ? null : { parent };
  }
  if (draft.runtimeEdit?.field != null) {
    const field = follow(draft.runtimeEdit.field);
    draft.runtimeEdit = field === null ? null : { field };
  }
  if (draft.pendingEdit !== null) {
    const payload = followPayload('documentField.askTypeChange', draft.pendingEdit.payload, follow);
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

/** What a command of one's own ends: the form that it came from. */
function settleOwn(draft: Draft<Context>, { type, payload }: Command): void {
  if (type === 'field.edit' || type === 'field.remove') closeForm(draft);
  if (type.startsWith('runtimeField.')) {
    draft.runtimeEdit = null;
    draft.fieldForm = null;
  }
  if (type === 'configuration.save' || type === 'editor.replaceMappings') draft.configuration = NO_CONFIGURATION;
  if (type === 'templates.save' || type === 'editor.replaceMappings') draft.templates = NO_TEMPLATES;
  if (type === 'editor.replaceMappings') {
    closeForm(draft);
    draft.search = NO_SEARCH;
  }
  if (type !== 'field.add') return;
  draft.fieldForm = null;
  const { parent } = payload as { readonly parent: FieldId | null };
  if (parent !== null) setExpanded(draft.expansion, parent, true);
}

/**
 * The statechart of the editor (mappings-editor.md, section 4): what is being created or edited, tree or JSON, and
 * the confirmations on the way. Pure: it holds no document; every change of one reaches it as DOCUMENT_CHANGED.
 */
export const editorSessionMachine = setup({
  types: {
    context: {} as Context,
    events: {} as SessionCommand | DocumentChanged,
    input: {} as EditorSessionInput,
  },
  guards: {
    hasNoRootFields: ({ context }) => !context.facts.hasRootFields,
    isNotCreating: ({ context }) => context.creation === null,
    isNotEditing: ({ context }) => context.fieldToEdit === null,
    hasNothingToConfirm: ({ context }) => context.pendingEdit === null,
    hasNoRuntimeEdit: ({ context }) => context.runtimeEdit === null,
    canShowTree: ({ context: { fieldsJsonEditor, maxDepth } }) =>
      fieldsJsonEditor.isValid && fieldsJsonEditor.maxNestedDepth < maxDepth,
  },
  actions: {
    closeForm: assign(({ context }) => change(context, closeForm)),
    cancelConfirmations: assign(({ context }) => ({ ...context, pendingEdit: null, fieldToRemove: null })),
    startCreating: assign(({ context }, { parent }: SessionPayload<'documentField.createField'>) =>
      change(context, (draft) => {
        closeForm(draft);
        draft.fieldToRemove = null;
        draft.creation = { parent };
        if (parent !== null) setExpanded(draft.expansion, parent, true);
      }),
    ),
    startEditing: assign(({ context }, { field }: SessionPayload<'documentField.editField'>) =>
      change(context, (draft) => {
        closeForm(draft);
        draft.fieldToRemove = null;
        draft.fieldToEdit = field;
      }),
    ),
    askTypeChange: assign(({ context }, payload: SessionPayload<'documentField.askTypeChange'>) => ({
      ...context,
      pendingEdit: { payload },
    })),
    askRemove: assign(({ context }, { field }: SessionPayload<'documentField.askRemove'>) => ({
      ...context,
      fieldToRemove: field,
    })),
    toggleExpand: assign(({ context }, { field, isExpanded: wanted }: SessionPayload<'field.toggleExpand'>) =>
      change(context, (draft) => {
        setExpanded(draft.expansion, field, wanted ?? !isExpanded(context.expansion, field));
      }),
    ),
    toggleExpandAll: assign(({ context }, { isExpanded: wanted }: SessionPayload<'field.toggleExpandAll'>) => ({
      ...context,
      expansion: { isExpandedByDefault: wanted, exceptions: {} },
    })),
    updateSearch: assign(({ context }, { term }: SessionPayload<'search:update'>) => ({
      ...context,
      search: { term },
    })),
    updateValidity: assign(({ context }, { form, isValid, isNameEmpty = false }: SessionPayload<'validity:update'>) =>
      form === 'field'
        ? { ...context, fieldForm: { isValid, isNameEmpty } }
        : { ...context, [form]: { ...context[form], isValid } },
    ),
    updateConfiguration: assign(({ context }, { edits }: SessionPayload<'configuration.update'>) => ({
      ...context,
      configuration: { edits, isValid: Object.keys(configurationErrors(edits)).length === 0 },
    })),
    updateTemplates: assign(({ context }, { json }: SessionPayload<'templates.update'>) => ({
      ...context,
      templates: { json, isValid: json === null || readTemplates(json) !== null },
    })),
    updateJson: assign(({ context }, payload: SessionPayload<'fieldsJsonEditor.update'>) => ({
      ...context,
      fieldsJsonEditor: payload,
      editorError: null,
    })),
    explainJson: assign(({ context }) => ({
      ...context,
      editorError: context.fieldsJsonEditor.isValid ? TOO_DEEP : INVALID_JSON,
    })),
    forgetError: assign(({ context }) => ({ ...context, editorError: null })),
    setRuntimeEdit: assign(({ context }, { field }: { readonly field: FieldId | null }) => ({
      ...context,
      runtimeEdit: { field },
    })),
    closeRuntimeEdit: assign(({ context }) => ({ ...context, runtimeEdit: null, fieldForm: null })),
    followDocument: assign(({ context }, { events, facts, isOwn, follow }: DocumentChanged) =>
      change(context, (draft) => {
        rebaseAddresses(draft, follow);
        draft.facts = facts;
        if (isOwn) for (const command of events.flatMap(commandsOf)) settleOwn(draft, command);
      }),
    ),
  },
}).createMachine({
  id: 'editorSession',
  context: ({ input }) => initialContext(input),
  type: 'parallel',
  on: {
    DOCUMENT_CHANGED: { actions: { type: 'followDocument', params: ({ event }) => event } },
    'field.toggleExpand': { actions: { type: 'toggleExpand', params: ({ event }) => event.payload } },
    'field.toggleExpandAll': { actions: { type: 'toggleExpandAll', params: ({ event }) => event.payload } },
    'search:update': { actions: { type: 'updateSearch', params: ({ event }) => event.payload } },
    'validity:update': { actions: { type: 'updateValidity', params: ({ event }) => event.payload } },
    'fieldsJsonEditor.update': { actions: { type: 'updateJson', params: ({ event }) => event.payload } },
    'configuration.update': { actions: { type: 'updateConfiguration', params: ({ event }) => event.payload } },
    'templates.update': { actions: { type: 'updateTemplates', params: ({ event }) => event.payload } },
    'documentField.cancelRemove': { actions: 'cancelConfirmations' },
  },
  states: {
    documentFields: {
      initial: 'idle',
      states: {
        idle: {
          // Without a field there is nothing to be idle about: the form for the first one is open.
          always: {
            target: 'creatingField',
            guard: 'hasNoRootFields',
            actions: { type: 'startCreating', params: { parent: null } },
          },
          on: {
            'documentField.createField': {
              target: 'creatingField',
              actions: { type: 'startCreating', params: ({ event }) => event.payload },
            },
            'documentField.editField': {
              target: 'editingField',
              actions: { type: 'startEditing', params: ({ event }) => event.payload },
            },
            'documentField.askRemove': { actions: { type: 'askRemove', params: ({ event }) => event.payload } },
          },
        },
        creatingField: {
          // The parent was removed by somebody else.
          always: { target: 'idle', guard: 'isNotCreating', actions: 'closeForm' },
          on: {
            'documentField.createField': { actions: { type: 'startCreating', params: ({ event }) => event.payload } },
            'documentField.changeStatus': { target: 'idle', actions: 'closeForm' },
          },
        },
        editingField: {
          initial: 'editing',
          // Updated, or removed by somebody else.
          always: { target: 'idle', guard: 'isNotEditing', actions: 'closeForm' },
          on: { 'documentField.changeStatus': { target: 'idle', actions: 'closeForm' } },
          states: {
            editing: {
              on: {
                'documentField.editField': { actions: { type: 'startEditing', params: ({ event }) => event.payload } },
                'documentField.askTypeChange': {
                  target: 'confirmingTypeChange',
                  actions: { type: 'askTypeChange', params: ({ event }) => event.payload },
                },
              },
            },
            confirmingTypeChange: {
              always: { target: 'editing', guard: 'hasNothingToConfirm' },
              on: { 'documentField.cancelTypeChange': { target: 'editing', actions: 'cancelConfirmations' } },
            },
          },
        },
      },
    },
    editor: {
      initial: 'default',
      states: {
        default: {
          on: {
            'documentField.changeEditor': {
              target: 'json',
              guard: ({ event }) => event.payload.editor === 'json',
              actions: 'forgetError',
            },
          },
        },
        json: {
          on: {
            'documentField.changeEditor': [
              { guard: ({ event }) => event.payload.editor === 'json' },
              { target: 'default', guard: 'canShowTree', actions: 'forgetError' },
              { actions: 'explainJson' },
            ],
          },
        },
      },
    },
    runtimeFieldsList: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'runtimeFieldsList.createField': {
              target: 'creatingField',
              actions: { type: 'setRuntimeEdit', params: { field: null } },
            },
            'runtimeFieldsList.editField': {
              target: 'editingField',
              actions: { type: 'setRuntimeEdit', params: ({ event }) => event.payload },
            },
          },
        },
        creatingField: {
          always: { target: 'idle', guard: 'hasNoRuntimeEdit' },
          on: { 'runtimeFieldsList.closeRuntimeFieldEditor': { target: 'idle', actions: 'closeRuntimeEdit' } },
        },
        editingField: {
          always: { target: 'idle', guard: 'hasNoRuntimeEdit' },
          on: { 'runtimeFieldsList.closeRuntimeFieldEditor': { target: 'idle', actions: 'closeRuntimeEdit' } },
        },
      },
    },
  },
});

/** The session as one plain value, for selectors, the trace and bug reports. */
export function sessionStateOf({ value, context }: SnapshotFrom<typeof editorSessionMachine>): SessionState {
  const { maxDepth: _, ...data } = context;
  const { documentFields, editor, runtimeFieldsList } = value as {
    readonly documentFields: ListStatus | { readonly editingField: string };
    readonly editor: EditorKind;
    readonly runtimeFieldsList: ListStatus;
  };
  const status = typeof documentFields === 'string' ? documentFields : 'editingField';
  const isConfirming = typeof documentFields !== 'string' && documentFields.editingField === 'confirmingTypeChange';
  return {
    ...data,
    documentFields: { status, isConfirming, editor },
    runtimeFieldsList: { status: runtimeFieldsList },
  };
}
