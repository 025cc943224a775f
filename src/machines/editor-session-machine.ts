import { assign, enqueueActions, setup, type SnapshotFrom } from 'xstate';
import type { FieldId } from '#domain/mapping';
import type { DocumentChanged } from './document-facts.ts';
import { EDITOR_TABS } from './forms/editor-tabs.ts';
import type { SessionCommand, SessionPayload } from './session-commands.ts';
import {
  change,
  changeData,
  closeFieldForm,
  closeRuntimeForm,
  followDocument,
  initialData,
  openFieldForm,
  openRuntimeForm,
  setExpanded,
  type EditorSessionInput,
  type SessionContext,
} from './session-data.ts';
import { stepRefusal, tabRefusal, treeRefusal, versionRefusal } from './session-refusals.ts';
import type { ListStatus, SessionState } from './session-state.ts';

/** Raised by the machine itself when a change of the document has ended a form. */
type FormOver = { readonly type: 'FIELD_FORM_OVER' } | { readonly type: 'RUNTIME_FORM_OVER' };
/**
 * The statechart of the editor: what is being created or edited, tree or JSON, tab and
 * panel, and the confirmations on the way. Commands that only change data are in `session-data.ts`. Pure: it holds no
 * document; every change of one reaches it as DOCUMENT_CHANGED.
 */
export const editorSessionMachine = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionCommand | DocumentChanged | FormOver,
    input: {} as EditorSessionInput,
    tags: {} as
      | Exclude<ListStatus, 'idle'>
      | 'confirmingTypeChange'
      | 'creatingRuntimeField'
      | 'editingRuntimeField'
      | 'json'
      | 'history'
      | 'version'
      | 'loadDialog'
      | (typeof EDITOR_TABS)[number],
  },
  guards: {
    hasNoRootFields: ({ context }) => !context.facts.hasRootFields,
    isOpenField: ({ context }, { field }: { readonly field: FieldId }) => field === context.openField?.field,
    canShowTree: ({ context }) => treeRefusal(context) === null,
    isHeldByTemplates: ({ context }) => tabRefusal(context, 'templates') !== null,
    isHeldByOptions: ({ context }) => tabRefusal(context, 'advanced') !== null,
    isStepHeldByTemplates: ({ context }) => stepRefusal(context, 'templates') !== null,
    isStepHeldByOptions: ({ context }) => stepRefusal(context, 'advanced') !== null,
    canShowVersion: ({ context }, { version }: SessionPayload<'version.show'>) =>
      versionRefusal(context, version) === null,
  },
  actions: {
    changeData: assign(({ context }, command: SessionCommand) => changeData(context, command)),
    closeFieldForm: assign(({ context }) => change(context, closeFieldForm)),
    forgetTypeChange: assign(({ context }) => ({ ...context, pendingEdit: null })),
    startCreating: assign(({ context }, { parent }: SessionPayload<'documentField.createField'>) =>
      change(context, (draft) => {
        openFieldForm(draft, { form: 'newField', field: parent });
        if (parent !== null) setExpanded(draft.expansion, parent, true);
      }),
    ),
    startEditing: assign(({ context }, { field }: SessionPayload<'documentField.editField'>) =>
      change(context, (draft) => {
        openFieldForm(draft, { form: 'field', field });
        draft.activeField = field;
      }),
    ),
    requestTypeChange: assign(({ context }, payload: SessionPayload<'documentField.requestTypeChange'>) => ({
      ...context,
      pendingEdit: { payload },
    })),
    requestRemove: assign(({ context }, { field }: SessionPayload<'documentField.requestRemove'>) => ({
      ...context,
      fieldToRemove: field,
    })),
    explainJson: assign(({ context }) => ({ ...context, editorError: treeRefusal(context)?.message ?? null })),
    forgetError: assign(({ context }) => ({ ...context, editorError: null })),
    openRuntimeForm: assign(({ context }, { field }: { readonly field: FieldId | null }) =>
      change(context, (draft) => openRuntimeForm(draft, field)),
    ),
    closeRuntimeForm: assign(({ context }) => change(context, closeRuntimeForm)),
    setVersion: assign(({ context }, { version }: SessionPayload<'version.show'>) => ({ ...context, version })),
    forgetVersion: assign(({ context }) => ({ ...context, version: null, versionEditor: null })),
    followDocument: enqueueActions(({ context, enqueue }, changed: DocumentChanged) => {
      const { data, isFieldFormOver, isRuntimeFormOver } = followDocument(context, changed);
      enqueue.assign(data);
      if (isFieldFormOver) enqueue.raise({ type: 'FIELD_FORM_OVER' });
      if (isRuntimeFormOver) enqueue.raise({ type: 'RUNTIME_FORM_OVER' });
    }),
  },
}).createMachine({
  id: 'editorSession',
  context: ({ input }) => initialData(input),
  type: 'parallel',
  on: {
    DOCUMENT_CHANGED: { actions: { type: 'followDocument', params: ({ event }) => event } },
    '*': { actions: { type: 'changeData', params: ({ event }) => event as SessionCommand } },
  },
  states: {
    documentFields: {
      initial: 'idle',
      states: {
        idle: {
          // Without a field the form for the first one is open, so there is no idle state.
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
            'documentField.requestRemove': { actions: { type: 'requestRemove', params: ({ event }) => event.payload } },
          },
        },
        creatingField: {
          tags: 'creatingField',
          exit: 'closeFieldForm',
          on: {
            'documentField.createField': { actions: { type: 'startCreating', params: ({ event }) => event.payload } },
            'documentField.changeStatus': 'idle',
            FIELD_FORM_OVER: 'idle',
          },
        },
        editingField: {
          tags: 'editingField',
          exit: 'closeFieldForm',
          initial: 'editing',
          on: {
            'documentField.changeStatus': 'idle',
            FIELD_FORM_OVER: 'idle',
            'editor.changeTab': 'idle',
          },
          states: {
            editing: {
              on: {
                'documentField.editField': { actions: { type: 'startEditing', params: ({ event }) => event.payload } },
                'documentField.requestTypeChange': {
                  target: 'confirmingTypeChange',
                  guard: { type: 'isOpenField', params: ({ event }) => event.payload },
                  actions: { type: 'requestTypeChange', params: ({ event }) => event.payload },
                },
              },
            },
            confirmingTypeChange: {
              tags: 'confirmingTypeChange',
              exit: 'forgetTypeChange',
              on: { 'documentField.cancelTypeChange': 'editing' },
            },
          },
        },
      },
    },
    view: {
      initial: 'opening',
      states: {
        opening: {
          // Mappings that nest too deep for a tree open as JSON, with the reason.
          always: [
            { target: 'tree', guard: 'canShowTree' },
            { target: 'json', actions: 'explainJson' },
          ],
        },
        tree: {
          on: {
            'documentField.changeEditor': {
              target: 'json',
              guard: ({ event }) => event.payload.editor === 'json',
              actions: 'forgetError',
            },
          },
        },
        json: {
          tags: 'json',
          on: {
            'documentField.changeEditor': [
              { guard: ({ event }) => event.payload.editor === 'json' },
              { target: 'tree', guard: 'canShowTree', actions: 'forgetError' },
              { actions: 'explainJson' },
            ],
          },
        },
      },
    },
    tab: {
      initial: 'fields',
      on: {
        'editor.changeTab': EDITOR_TABS.map((tab) => ({
          target: `.${tab}`,
          guard: ({ event }) => event.payload.tab === tab,
        })),
      },
      states: {
        fields: { tags: 'fields' },
        runtime: { tags: 'runtime' },
        templates: {
          tags: 'templates',
          on: {
            'editor.changeTab': { guard: 'isHeldByTemplates' },
            'editor.changeStep': { guard: 'isStepHeldByTemplates' },
          },
        },
        advanced: {
          tags: 'advanced',
          on: {
            'editor.changeTab': { guard: 'isHeldByOptions' },
            'editor.changeStep': { guard: 'isStepHeldByOptions' },
          },
        },
        documents: { tags: 'documents' },
        lint: { tags: 'lint' },
      },
    },
    panel: {
      initial: 'closed',
      on: {
        'version.show': [
          { target: '.history.now', guard: ({ event }) => event.payload.version === null },
          {
            target: '.history.version',
            guard: { type: 'canShowVersion', params: ({ event }) => event.payload },
            actions: { type: 'setVersion', params: ({ event }) => event.payload },
          },
        ],
      },
      states: {
        closed: { on: { 'panel.open': 'history' } },
        history: {
          tags: 'history',
          initial: 'now',
          on: { 'panel.close': 'closed' },
          states: {
            now: {},
            version: {
              tags: 'version',
              exit: 'forgetVersion',
              on: {
                // Switches from one version to another, in the same view.
                'version.show': {
                  guard: ({ context, event }) =>
                    event.payload.version !== null && versionRefusal(context, event.payload.version) === null,
                  actions: { type: 'setVersion', params: ({ event }) => event.payload },
                },
              },
            },
          },
        },
      },
    },
    loading: {
      initial: 'closed',
      states: {
        closed: { on: { 'loadDialog.open': 'open' } },
        open: { tags: 'loadDialog', on: { 'loadDialog.close': 'closed' } },
      },
    },
    runtimeFieldsList: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'runtimeFieldsList.createField': {
              target: 'creatingField',
              actions: { type: 'openRuntimeForm', params: { field: null } },
            },
            'runtimeFieldsList.editField': {
              target: 'editingField',
              actions: { type: 'openRuntimeForm', params: ({ event }) => event.payload },
            },
          },
        },
        creatingField: {
          tags: 'creatingRuntimeField',
          exit: 'closeRuntimeForm',
          on: {
            'runtimeFieldsList.closeRuntimeFieldEditor': 'idle',
            RUNTIME_FORM_OVER: 'idle',
            'editor.changeTab': 'idle',
          },
        },
        editingField: {
          tags: 'editingRuntimeField',
          exit: 'closeRuntimeForm',
          on: {
            'runtimeFieldsList.closeRuntimeFieldEditor': 'idle',
            RUNTIME_FORM_OVER: 'idle',
            'editor.changeTab': 'idle',
          },
        },
      },
    },
  },
});

/** The session as one plain value, for selectors, the trace and bug reports. */
export function sessionStateOf(snapshot: SnapshotFrom<typeof editorSessionMachine>): SessionState {
  const { openField, openRuntime, version, versionEditor, ...data } = snapshot.context;
  const is = (tag: Parameters<typeof snapshot.hasTag>[0]) => snapshot.hasTag(tag);
  const isCreating = is('creatingField');
  const runtimeStatus = is('creatingRuntimeField')
    ? 'creatingField'
    : is('editingRuntimeField')
      ? 'editingField'
      : 'idle';
  return {
    ...data,
    fieldToEdit: openField?.form === 'field' ? openField.field : null,
    creation: isCreating ? { parent: openField?.field ?? null } : null,
    documentFields: {
      status: isCreating ? 'creatingField' : is('editingField') ? 'editingField' : 'idle',
      isConfirming: is('confirmingTypeChange'),
      editor: is('json') ? 'json' : 'default',
    },
    runtimeEdit: openRuntime === null ? null : { field: openRuntime.field },
    runtimeFieldsList: { status: runtimeStatus },
    tab: EDITOR_TABS.find(is) ?? 'fields',
    history: { isOpen: is('history'), version, editor: versionEditor },
    isLoadDialogOpen: is('loadDialog'),
  };
}
