import fc from 'fast-check';
import type { DocumentCommand } from '#domain/commands';
import type { DocumentState } from '#domain/document';
import { formatJson, joinPointer, valueAt, type JsonObject } from '#domain/json';
import { EDITOR_TABS, TEMPLATE_STEPS } from '../../machines/forms/editor-tabs.ts';
import { formOfStep, STEP_FORMS, stepOfForm, type FormContent } from '../../machines/forms/registry.ts';
import type { SessionCommand } from '../../machines/session-commands.ts';
import { contentOf, type FormKey, type SessionState } from '../../machines/session-state.ts';
import type { TypedContent } from '#domain/ports';
import { unappliedIn } from '../../machines/unapplied-content.ts';
import { objectOf } from './values.ts';
import { holdingOf, isPlainObject, own, walkedType, walkFields } from './walk.ts';

/**
 * Where in an editor somebody is: a view of the fields, another tab, or a step of a template other than its mappings.
 */
type Screen = 'tree' | 'json' | 'runtime' | 'templates' | 'advanced' | 'documents' | 'lint' | 'step';
const MAPPINGS: readonly Screen[] = ['tree', 'json', 'runtime', 'templates', 'advanced', 'documents', 'lint'];

/** How often each move is made: what a person does in an editor, apart from edits of the document. */
const WEIGHTS = {
  type: 12,
  clear: 1,
  apply: 5,
  newField: 3,
  openField: 4,
  closeForm: 2,
  askForType: 4,
  keepType: 1,
  askToRemove: 1,
  keepField: 1,
  goTo: 1,
  fold: 2,
  foldAll: 1,
  foldAsBefore: 1,
  search: 1,
  view: 3,
  readJson: 2,
  discardJson: 1,
  tab: 5,
  step: 6,
  history: 1,
  closeHistory: 1,
  version: 3,
  viewOfVersion: 1,
  load: 1,
  closeLoad: 1,
  newRuntimeField: 4,
  openRuntimeField: 5,
  closeRuntimeForm: 1,
  try: 1,
  discard: 3,
  bringBack: 5,
  forget: 2,
} as const;
export type EditorMoveKind = keyof typeof WEIGHTS;
export const EDITOR_MOVES = Object.keys(WEIGHTS) as readonly EditorMoveKind[];

/** Moves that are offered on some screens only; the others are everywhere. */
const OFFERED: Readonly<Partial<Record<EditorMoveKind, readonly Screen[]>>> = {
  newField: ['tree'],
  openField: ['tree'],
  closeForm: ['tree'],
  askForType: ['tree'],
  keepType: ['tree'],
  askToRemove: ['tree'],
  keepField: ['tree'],
  goTo: ['tree'],
  fold: ['tree'],
  foldAll: ['tree'],
  foldAsBefore: ['tree'],
  search: ['tree'],
  view: ['tree', 'json'],
  readJson: ['json'],
  discardJson: ['json'],
  tab: MAPPINGS,
  newRuntimeField: ['runtime'],
  openRuntimeField: ['runtime'],
  closeRuntimeForm: ['runtime'],
};

function screenOf({ step, tab, documentFields }: SessionState): Screen {
  if (step !== null && step !== 'mappings') return 'step';
  if (tab !== 'fields') return tab;
  return documentFields.editor === 'json' ? 'json' : 'tree';
}

function wayTo(screen: Screen, session: SessionState): SessionCommand {
  if (screenOf(session) === 'step') return { type: 'editor.changeStep', payload: { step: 'mappings' } };
  const tab = screen === 'runtime' ? 'runtime' : 'fields';
  if (session.tab !== tab) return { type: 'editor.changeTab', payload: { tab } };
  return { type: 'documentField.changeEditor', payload: { editor: screen === 'json' ? 'json' : 'default' } };
}

/** Those in which something is typed are gone to most. */
const STEPS = [...TEMPLATE_STEPS, ...STEP_FORMS.map(stepOfForm), ...STEP_FORMS.map(stepOfForm)];

/** A person's move in an editor, independent of a document; {@link resolveMove} turns it into a command. */
export interface EditorMove {
  readonly kind: EditorMoveKind;
  /** Chooses among what is there. */
  readonly pick: number;
  /** Which way, where there are two: valid or not, open or closed. */
  readonly flag: boolean;
}

export function editorMove(): fc.Arbitrary<EditorMove> {
  const kind = fc.oneof(...EDITOR_MOVES.map((name) => ({ weight: WEIGHTS[name], arbitrary: fc.constant(name) })));
  return fc.record({ kind, pick: fc.nat({ max: 10_000 }), flag: fc.boolean() });
}

/** The document and the session that a move is made in; `text` is what is typed, and nothing else is like it. */
export interface EditorPlace {
  readonly session: SessionState;
  readonly state: DocumentState;
  readonly text: string;
}

function pickFrom<T>(items: readonly T[], { pick }: EditorMove): T | undefined {
  return items[pick % Math.max(1, items.length)];
}

/**
 * The command that a move comes to: where it is not offered, a step of the way there. Null where there is nothing that
 * it could be about.
 */
export function resolveMove(place: EditorPlace, move: EditorMove): SessionCommand | DocumentCommand | null {
  const { session, state } = place;
  const offered = OFFERED[move.kind];
  if (offered?.includes(screenOf(session)) === false) return wayTo(offered[0] ?? 'tree', session);
  // What asks for an answer is answered first, and a form is closed before another one is opened.
  if (session.documentFields.isConfirming && offered?.includes('tree') === true)
    return { type: 'documentField.cancelTypeChange', payload: {} };
  if (session.runtimeEdit !== null && offered?.includes('runtime') === true && offered.length === 1)
    return { type: 'runtimeFieldsList.closeRuntimeFieldEditor', payload: {} };
  const { pick, flag } = move;
  const field = () => pickFrom(fieldsOf(state), move);
  switch (move.kind) {
    case 'type':
      return typing(place, move);
    case 'clear':
      return clearing(session);
    case 'apply':
      return applying(place);
    case 'newField': {
      const parent = flag ? null : (pickFrom(fieldsOf(state, true), move) ?? null);
      return { type: 'documentField.createField', payload: { parent } };
    }
    case 'openField':
      return about('documentField.editField', field());
    case 'closeForm':
      return { type: 'documentField.changeStatus', payload: { status: 'idle' } };
    case 'askForType': {
      const asked = session.fieldToEdit ?? field();
      return asked === undefined
        ? null
        : { type: 'documentField.requestTypeChange', payload: { field: asked, set: { type: 'keyword' } } };
    }
    case 'keepType':
      return { type: 'documentField.cancelTypeChange', payload: {} };
    case 'askToRemove':
      return about('documentField.requestRemove', field());
    case 'keepField':
      return { type: 'documentField.cancelRemove', payload: {} };
    case 'goTo':
      return { type: 'documentField.activate', payload: { field: flag ? null : (field() ?? null) } };
    case 'fold': {
      const folded = pickFrom(fieldsOf(state, true), move);
      return folded === undefined
        ? null
        : {
            type: 'field.toggleExpand',
            payload: { field: folded, ...(pick % 3 === 0 && { isExpanded: flag }) },
          };
    }
    case 'foldAll':
      return { type: 'field.toggleExpandAll', payload: { isExpanded: flag } };
    case 'foldAsBefore':
      return {
        type: 'expansion.restore',
        payload: { isExpandedByDefault: flag, exceptions: fieldsOf(state, true).slice(0, pick % 3) },
      };
    case 'search':
      return { type: 'search:update', payload: { term: flag ? '' : place.text } };
    case 'view':
      return { type: 'documentField.changeEditor', payload: { editor: flag ? 'json' : 'default' } };
    case 'readJson':
      return { type: 'fieldsJsonEditor.update', payload: { isValid: flag, maxNestedDepth: pick % 3 } };
    case 'discardJson':
      return { type: 'fieldsJsonEditor.discard', payload: {} };
    case 'tab':
      return { type: 'editor.changeTab', payload: { tab: EDITOR_TABS[pick % EDITOR_TABS.length] ?? 'fields' } };
    case 'step':
      // A document without steps has none to go to.
      return session.firstStep === null
        ? null
        : {
            type: 'editor.changeStep',
            payload: { step: flag ? 'mappings' : (pickFrom(STEPS, move) ?? 'mappings') },
          };
    case 'history':
      return { type: 'panel.open', payload: { panel: 'history' } };
    case 'closeHistory':
      return { type: 'panel.close', payload: {} };
    case 'version': {
      // The one after the newest does not exist.
      const version = flag ? null : 1 + (pick % (state.history.version + 1));
      return { type: 'version.show', payload: { version } };
    }
    case 'viewOfVersion':
      return { type: 'version.changeEditor', payload: { editor: flag ? 'json' : 'default' } };
    case 'load':
      return { type: 'loadDialog.open', payload: {} };
    case 'closeLoad':
      return { type: 'loadDialog.close', payload: {} };
    case 'newRuntimeField':
      return { type: 'runtimeFieldsList.createField', payload: {} };
    case 'openRuntimeField':
      return about('runtimeFieldsList.editField', pickFrom(runtimeFieldsOf(state), move));
    case 'closeRuntimeForm':
      return { type: 'runtimeFieldsList.closeRuntimeFieldEditor', payload: {} };
    case 'try':
      return {
        type: 'validity:update',
        payload: {
          form: pickFrom(['field', 'configuration', 'templates'] as const, move) ?? 'field',
          isValid: flag ? null : pick % 2 === 0,
        },
      };
    case 'discard': {
      if (flag && session.stranded.length > 0) return { type: 'unapplied.forget', payload: { stranded: 0 } };
      const typed = pickFrom(typedHere(session), move);
      return typed === undefined
        ? null
        : { type: 'unapplied.discard', payload: { form: typed.form as FormKey['form'], field: typed.field } };
    }
    case 'bringBack':
      return { type: 'unapplied.bringBack', payload: {} };
    case 'forget':
      return session.stranded.length === 0
        ? null
        : { type: 'unapplied.forget', payload: { stranded: pick % session.stranded.length } };
  }
}

function about(
  type: 'documentField.editField' | 'documentField.requestRemove' | 'runtimeFieldsList.editField',
  field: string | undefined,
): SessionCommand | null {
  return field === undefined ? null : { type, payload: { field } };
}

/** What is typed in forms, but for what no form takes any more. */
function typedHere(session: SessionState): readonly TypedContent[] {
  const { stranded } = session;
  const all = unappliedIn(session);
  return all.slice(0, all.length - stranded.length);
}

/** Addresses of fields that are whole; of those alone that may hold others in `properties`. */
function fieldsOf(state: DocumentState, isHolding = false): readonly string[] {
  return walkFields(valueAt(state.body, state.mappingsAt), state.mappingsAt)
    .filter((field) => isPlainObject(field.definition) && (!isHolding || holdingOf(walkedType(field)) === 'properties'))
    .map(({ id }) => id);
}

function runtimeFieldsOf({ body, mappingsAt }: DocumentState): readonly string[] {
  const inner = valueAt(body, mappingsAt);
  const runtime = isPlainObject(inner) ? own(inner, 'runtime') : undefined;
  return isPlainObject(runtime) ? Object.keys(runtime).map((name) => joinPointer(mappingsAt, 'runtime', name)) : [];
}

/** The form that is on the screen and takes what is typed, with what it is about. */
export type FormOnScreen = FormKey;

export function formOnScreen(session: SessionState): FormOnScreen | null {
  const { step, creation, fieldToEdit, runtimeEdit } = session;
  const screen = screenOf(session);
  switch (screen) {
    case 'step': {
      const form = formOfStep(step);
      return form === undefined ? null : { form, field: null };
    }
    case 'advanced':
      return { form: 'configuration', field: null };
    case 'runtime':
      return runtimeEdit && { form: 'runtimeField', field: runtimeEdit.field };
    case 'tree':
      if (creation !== null) return { form: 'newField', field: creation.parent };
      return fieldToEdit === null ? null : { form: 'field', field: fieldToEdit };
    case 'documents':
    case 'lint':
      // What is typed there is in no form of the session.
      return null;
    default:
      return { form: screen, field: null };
  }
}

const NOTHING_ENTERED = { edits: { set: {}, unset: [] }, opened: [], faults: {} };

function typing(place: EditorPlace, { pick, flag }: EditorMove): SessionCommand | null {
  const { session, text } = place;
  const form = formOnScreen(session);
  const entered = (content: FormContent): SessionCommand => ({
    type: 'fieldForm.update',
    payload: { content, isValid: pick % 3 === 0 ? null : flag },
  });
  if (form === null) return null;
  switch (form.form) {
    case 'newField':
      return entered({
        kind: 'newField',
        name: flag ? text : '',
        pick: { main: 'keyword', name: 'keyword' },
        entered: { ...NOTHING_ENTERED, faults: flag ? {} : { ignore_above: { text, message: 'No number' } } },
      });
    case 'field':
      return entered({ kind: 'field', name: text, pick: null, entered: NOTHING_ENTERED });
    case 'runtimeField':
      return entered({ kind: 'runtimeField', name: flag ? text : null, parts: { source: text } });
    case 'configuration':
      // What is no JSON holds the tab.
      return {
        type: 'configuration.update',
        payload: { edits: { metaField: flag ? formatJson({ by: text }) : `{ ${text}` } },
      };
    case 'templates':
      return contentOf(session, 'templates') !== null && flag
        ? { type: 'templates.edit', payload: { edits: [{ from: 0, to: 0, insert: text }] } }
        : {
            type: 'templates.update',
            payload: { json: flag ? formatJson([{ [text]: { mapping: {} } }]) : `[ ${text}` },
          };
    case 'json':
      return {
        type: 'fieldsJsonEditor.edit',
        payload: { edits: [{ from: pick % 7, to: (pick % 7) + (pick % 3), insert: text }] },
      };
    default:
      return { type: 'stepForm.update', payload: { form: form.form, values: { version: text } } };
  }
}

/** What was typed is taken out again, key by key. */
function clearing(session: SessionState): SessionCommand | null {
  const form = formOnScreen(session);
  if (form === null) return null;
  switch (form.form) {
    case 'configuration':
      return { type: 'configuration.update', payload: { edits: {} } };
    case 'templates':
      return { type: 'templates.update', payload: { json: null } };
    case 'json':
      return { type: 'fieldsJsonEditor.discard', payload: {} };
    case 'field':
    case 'newField':
    case 'runtimeField':
      return { type: 'fieldForm.update', payload: { content: null, isValid: null } };
    default:
      return { type: 'stepForm.update', payload: { form: form.form, values: {} } };
  }
}

/** The command by which the form on the screen is applied; another name each time, so that it is always a change. */
function applying({ session, state, text }: EditorPlace): DocumentCommand | null {
  const form = formOnScreen(session);
  const value: JsonObject = { by: text };
  if (form === null) return null;
  switch (form.form) {
    case 'newField':
      return { type: 'field.add', payload: { parent: form.field, name: text, definition: { type: 'keyword' } } };
    case 'field':
      return form.field === null ? null : { type: 'field.edit', payload: { field: form.field, name: text } };
    case 'runtimeField':
      return form.field === null
        ? { type: 'runtimeField.add', payload: { name: text, definition: { type: 'long' } } }
        : { type: 'runtimeField.edit', payload: { field: form.field, name: text } };
    case 'configuration':
      return { type: 'configuration.save', payload: { set: { _meta: value } } };
    case 'templates':
      return { type: 'templates.save', payload: { templates: [{ [text]: { mapping: {} } }] } };
    case 'json': {
      const inner = valueAt(state.body, state.mappingsAt);
      const members = isPlainObject(inner) ? Object.entries(inner) : [];
      return { type: 'editor.replaceMappings', payload: { mappings: objectOf([...members, ['_meta', value]]) } };
    }
    case 'logistics':
      return { type: 'template.setLogistics', payload: { set: { version: Number(/\d+/.exec(text)?.[0]) } } };
    case 'templateSettings':
      return { type: 'template.setSettings', payload: { settings: value } };
    case 'templateAliases':
      return { type: 'template.setAliases', payload: { aliases: { [text]: {} } } };
    case 'templateLifecycle':
      return { type: 'template.setLifecycle', payload: { lifecycle: value } };
  }
}
