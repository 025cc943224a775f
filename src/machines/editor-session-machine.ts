import { assign, enqueueActions, setup, stateIn, type SnapshotFrom } from 'xstate';
import { configurationErrors, isExpanded, type FieldId } from '#domain/mapping';
import type { DocumentChanged } from './document-facts.ts';
import { EDITOR_TABS } from './editor-tabs.ts';
import { fillForm, type FormKey } from './kept-forms.ts';
import type { SessionCommand, SessionPayload } from './session-commands.ts';
import {
  bringBack,
  change,
  closeFieldForm,
  closeRuntimeForm,
  discard,
  followDocument,
  initialData,
  NO_EDITS,
  openRuntimeForm,
  restore,
  setExpanded,
  withStepForm,
  withTemplates,
  type EditorSessionInput,
  type SessionContext,
} from './session-data.ts';
import { applyEdits, composeEdits } from './text-edits.ts';
import { tabRefusal, treeRefusal, versionRefusal } from './session-refusals.ts';
import type { ListStatus, SessionState } from './session-state.ts';

/** What the machine tells itself when a change of the document has ended a form. */
type FormOver = { readonly type: 'FIELD_FORM_OVER' } | { readonly type: 'RUNTIME_FORM_OVER' };
/** What it tells itself when forms that are closed have got content: the one that is open takes its own. */
interface FormsFilled {
  readonly type: 'FORMS_FILLED';
}

/** The form of a field is not behind that of a runtime field: that one has what is typed then. */
const IS_SHOWN = stateIn({ runtimeFieldsList: 'idle' });

/**
 * The statechart of the editor (mappings-editor.md, section 4): what is being created or edited, tree or JSON, tab and
 * panel, and the confirmations on the way. Pure: it holds no document; every change of one reaches it as DOCUMENT_CHANGED.
 */
export const editorSessionMachine = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionCommand | DocumentChanged | FormOver | FormsFilled,
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
    isOpenField: ({ context }, { field }: { readonly field: FieldId }) => field === context.fieldToEdit,
    canShowTree: ({ context }) => treeRefusal(context) === null,
    isHeldByTemplates: ({ context }) => tabRefusal(context, 'templates') !== null,
    isHeldByOptions: ({ context }) => tabRefusal(context, 'advanced') !== null,
    canShowVersion: ({ context }, { version }: SessionPayload<'version.show'>) =>
      versionRefusal(context, version) === null,
  },
  actions: {
    closeFieldForm: assign(({ context }) => change(context, closeFieldForm)),
    /** What is kept of the form that is open now. */
    fillForm: assign(({ context }, key: FormKey) => change(context, (draft) => fillForm(draft, key))),
    forgetTypeChange: assign(({ context }) => ({ ...context, pendingEdit: null })),
    forgetRemoval: assign(({ context }) => ({ ...context, fieldToRemove: null })),
    startCreating: enqueueActions(({ context, enqueue }, { parent }: SessionPayload<'documentField.createField'>) => {
      enqueue.assign(
        change(context, (draft) => {
          closeFieldForm(draft);
          draft.fieldToRemove = null;
          draft.fieldToAddFieldTo = parent;
          if (parent !== null) setExpanded(draft.expansion, parent, true);
        }),
      );
      enqueue.raise({ type: 'FORMS_FILLED' });
    }),
    startEditing: enqueueActions(({ context, enqueue }, { field }: SessionPayload<'documentField.editField'>) => {
      enqueue.assign(
        change(context, (draft) => {
          closeFieldForm(draft);
          draft.fieldToRemove = null;
          draft.fieldToEdit = field;
          draft.activeField = field;
        }),
      );
      enqueue.raise({ type: 'FORMS_FILLED' });
    }),
    requestTypeChange: assign(({ context }, payload: SessionPayload<'documentField.requestTypeChange'>) => ({
      ...context,
      pendingEdit: { payload },
    })),
    requestRemove: assign(({ context }, { field }: SessionPayload<'documentField.requestRemove'>) => ({
      ...context,
      fieldToRemove: field,
    })),
    activate: assign(({ context }, { field }: SessionPayload<'documentField.activate'>) => ({
      ...context,
      activeField: field,
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
    restoreExpansion: assign(
      ({ context }, { isExpandedByDefault, exceptions }: SessionPayload<'expansion.restore'>) => ({
        ...context,
        expansion: {
          isExpandedByDefault,
          exceptions: Object.fromEntries(exceptions.map((field) => [field, true] as const)),
        },
      }),
    ),
    updateSearch: assign(({ context }, { term }: SessionPayload<'search:update'>) => ({
      ...context,
      search: { term },
    })),
    updateValidity: assign(({ context }, { form, isValid, isNameEmpty = false }: SessionPayload<'validity:update'>) =>
      form === 'field'
        ? {
            ...context,
            fieldForm: {
              isValid,
              isNameEmpty,
              content: context.fieldForm?.content ?? null,
              typedAt: context.fieldForm?.typedAt ?? context.facts.version,
            },
          }
        : { ...context, [form]: { ...context[form], isValid } },
    ),
    updateFieldForm: assign(({ context }, { content, isValid }: SessionPayload<'fieldForm.update'>) => ({
      ...context,
      fieldForm:
        content === null && isValid === null
          ? null
          : {
              isValid,
              isNameEmpty: content === null || content.name === '',
              content,
              typedAt: context.facts.version,
            },
      discarded: content === null ? context.discarded : null,
    })),
    updateConfiguration: assign(({ context }, { edits }: SessionPayload<'configuration.update'>) => ({
      ...context,
      configuration: {
        edits,
        isValid: Object.keys(configurationErrors(edits)).length === 0,
        typedAt: context.facts.version,
      },
      discarded: Object.keys(edits).length === 0 ? context.discarded : null,
    })),
    updateTemplates: assign(({ context }, { json }: SessionPayload<'templates.update'>) =>
      withTemplates(context, json),
    ),
    changeStep: assign(({ context }, { step }: SessionPayload<'editor.changeStep'>) => ({ ...context, step })),
    updateStepForm: assign(({ context }, payload: SessionPayload<'stepForm.update'>) => withStepForm(context, payload)),
    editTemplates: assign(({ context }, { edits }: SessionPayload<'templates.edit'>) =>
      context.templates.json === null ? context : withTemplates(context, applyEdits(context.templates.json, edits)),
    ),
    updateJson: assign(({ context }, payload: SessionPayload<'fieldsJsonEditor.update'>) => ({
      ...context,
      fieldsJsonEditor: { ...context.fieldsJsonEditor, ...payload },
      editorError: null,
    })),
    editJson: assign(({ context }, { edits }: SessionPayload<'fieldsJsonEditor.edit'>) => ({
      ...context,
      fieldsJsonEditor: {
        ...context.fieldsJsonEditor,
        edits: composeEdits(context.fieldsJsonEditor.edits, edits),
        baseVersion: context.fieldsJsonEditor.baseVersion ?? context.facts.version,
        typedAt: context.facts.version,
      },
      discarded: null,
    })),
    discardJson: assign(({ context }) => ({
      ...context,
      fieldsJsonEditor: { ...context.fieldsJsonEditor, ...NO_EDITS },
    })),
    restore: enqueueActions(({ context, enqueue }, payload: SessionPayload<'unapplied.restore'>) => {
      enqueue.assign(change(context, (draft) => restore(draft, payload)));
      enqueue.raise({ type: 'FORMS_FILLED' });
    }),
    bringBack: enqueueActions(({ context, enqueue }) => {
      enqueue.assign(change(context, bringBack));
      enqueue.raise({ type: 'FORMS_FILLED' });
    }),
    discard: assign(({ context }, payload: SessionPayload<'unapplied.discard'>) =>
      change(context, (draft) => discard(draft, payload)),
    ),
    forgetStranded: assign(({ context }, { stranded }: SessionPayload<'unapplied.forget'>) => ({
      ...context,
      stranded: context.stranded.filter((_, index) => index !== stranded),
    })),
    explainJson: assign(({ context }) => ({ ...context, editorError: treeRefusal(context)?.message ?? null })),
    forgetError: assign(({ context }) => ({ ...context, editorError: null })),
    openRuntimeForm: assign(({ context }, { field }: { readonly field: FieldId | null }) =>
      change(context, (draft) => openRuntimeForm(draft, field)),
    ),
    closeRuntimeForm: enqueueActions(({ context, enqueue }) => {
      enqueue.assign(change(context, closeRuntimeForm));
      enqueue.raise({ type: 'FORMS_FILLED' });
    }),
    setVersion: assign(({ context }, { version }: SessionPayload<'version.show'>) => ({ ...context, version })),
    setVersionEditor: assign(({ context }, { editor }: SessionPayload<'version.changeEditor'>) => ({
      ...context,
      versionEditor: editor,
    })),
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
    'documentField.activate': { actions: { type: 'activate', params: ({ event }) => event.payload } },
    'field.toggleExpand': { actions: { type: 'toggleExpand', params: ({ event }) => event.payload } },
    'field.toggleExpandAll': { actions: { type: 'toggleExpandAll', params: ({ event }) => event.payload } },
    'expansion.restore': { actions: { type: 'restoreExpansion', params: ({ event }) => event.payload } },
    'search:update': { actions: { type: 'updateSearch', params: ({ event }) => event.payload } },
    'validity:update': { actions: { type: 'updateValidity', params: ({ event }) => event.payload } },
    'fieldForm.update': { actions: { type: 'updateFieldForm', params: ({ event }) => event.payload } },
    'fieldsJsonEditor.update': { actions: { type: 'updateJson', params: ({ event }) => event.payload } },
    'fieldsJsonEditor.edit': { actions: { type: 'editJson', params: ({ event }) => event.payload } },
    'fieldsJsonEditor.discard': { actions: 'discardJson' },
    'configuration.update': { actions: { type: 'updateConfiguration', params: ({ event }) => event.payload } },
    'templates.update': { actions: { type: 'updateTemplates', params: ({ event }) => event.payload } },
    'editor.changeStep': { actions: { type: 'changeStep', params: ({ event }) => event.payload } },
    'stepForm.update': { actions: { type: 'updateStepForm', params: ({ event }) => event.payload } },
    'templates.edit': { actions: { type: 'editTemplates', params: ({ event }) => event.payload } },
    'documentField.cancelRemove': { actions: 'forgetRemoval' },
    'unapplied.restore': { actions: { type: 'restore', params: ({ event }) => event.payload } },
    'unapplied.discard': { actions: { type: 'discard', params: ({ event }) => event.payload } },
    'unapplied.bringBack': { actions: 'bringBack' },
    'unapplied.forget': { actions: { type: 'forgetStranded', params: ({ event }) => event.payload } },
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
            'documentField.requestRemove': { actions: { type: 'requestRemove', params: ({ event }) => event.payload } },
          },
        },
        creatingField: {
          tags: 'creatingField',
          exit: 'closeFieldForm',
          on: {
            FORMS_FILLED: {
              guard: IS_SHOWN,
              actions: {
                type: 'fillForm',
                params: ({ context }) => ({ form: 'newField', field: context.fieldToAddFieldTo }),
              },
            },
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
            FORMS_FILLED: {
              guard: IS_SHOWN,
              actions: { type: 'fillForm', params: ({ context }) => ({ form: 'field', field: context.fieldToEdit }) },
            },
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
        templates: { tags: 'templates', on: { 'editor.changeTab': { guard: 'isHeldByTemplates' } } },
        advanced: { tags: 'advanced', on: { 'editor.changeTab': { guard: 'isHeldByOptions' } } },
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
                // From one version to another, looked at in the same way.
                'version.show': {
                  guard: ({ context, event }) =>
                    event.payload.version !== null && versionRefusal(context, event.payload.version) === null,
                  actions: { type: 'setVersion', params: ({ event }) => event.payload },
                },
                'version.changeEditor': {
                  actions: { type: 'setVersionEditor', params: ({ event }) => event.payload },
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
            FORMS_FILLED: { actions: { type: 'fillForm', params: { form: 'runtimeField', field: null } } },
            'runtimeFieldsList.closeRuntimeFieldEditor': 'idle',
            RUNTIME_FORM_OVER: 'idle',
            'editor.changeTab': 'idle',
          },
        },
        editingField: {
          tags: 'editingRuntimeField',
          exit: 'closeRuntimeForm',
          on: {
            FORMS_FILLED: {
              actions: {
                type: 'fillForm',
                params: ({ context }) => ({ form: 'runtimeField', field: context.runtimeFieldToEdit }),
              },
            },
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
  const { fieldToAddFieldTo, runtimeFieldToEdit, version, versionEditor, ...data } = snapshot.context;
  const is = (tag: Parameters<typeof snapshot.hasTag>[0]) => snapshot.hasTag(tag);
  const isCreating = is('creatingField');
  const runtimeStatus = is('creatingRuntimeField')
    ? 'creatingField'
    : is('editingRuntimeField')
      ? 'editingField'
      : 'idle';
  return {
    ...data,
    creation: isCreating ? { parent: fieldToAddFieldTo } : null,
    documentFields: {
      status: isCreating ? 'creatingField' : is('editingField') ? 'editingField' : 'idle',
      isConfirming: is('confirmingTypeChange'),
      editor: is('json') ? 'json' : 'default',
    },
    runtimeEdit: runtimeStatus === 'idle' ? null : { field: runtimeFieldToEdit },
    runtimeFieldsList: { status: runtimeStatus },
    tab: EDITOR_TABS.find(is) ?? 'fields',
    history: { isOpen: is('history'), version, editor: versionEditor },
    isLoadDialogOpen: is('loadDialog'),
  };
}
