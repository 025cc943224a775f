import { bodyAt } from '#domain/history';
import {
  deepEqual,
  formatJson,
  isObject,
  JsonTextError,
  mergeThreeWay,
  parseJson,
  valueAt,
  type JsonObject,
} from '#domain/json';
import { maxNestedDepth, rootContainer, summaryOf, type FieldId } from '#domain/mapping';
import type { Editor } from '../../../machines/editor.ts';
import { refusalOf } from '../../../machines/session-refusals.ts';
import { typedForm, type EditorKind, type TypedForm } from '../../../machines/session-state.ts';
import { applyEdits, type TextEdits } from '../../../machines/text-edits.ts';
import { explained } from '../../actions/dispatch-with-feedback.ts';
import type { TextFault, TextSnapshot } from '../../kit/json-editor.tsx';
import { showToast } from '../../kit/toast.tsx';
import { asDocumentHas } from './as-document-has.ts';
import { fieldAtOffset, offsetOfField } from './json-places.ts';

/** The mappings that were read from a text, or the fault in the text. */
export type ReadMappings = { readonly mappings: JsonObject } | { readonly fault: TextFault };

/** A field to reveal, once. */
export interface RevealRequest {
  readonly id: FieldId;
}

export interface TextDraft {
  readonly text: TextSnapshot;
  /** The version that the draft is based on. */
  readonly version: number;
  /** The mappings that the draft is based on: the version can get another number when others record events first. */
  readonly base: JsonObject;
  /** The fault in the text when it was last read. */
  readonly fault: TextFault | null;
}

/** A text and a document that have changed the same places differently since editing of the text began. */
export interface TextConflict {
  /** The mappings that the text was based on. */
  readonly base: JsonObject;
  readonly mine: JsonObject;
  readonly theirs: JsonObject;
  /** The version of the document with `theirs`. */
  readonly version: number;
}

export interface JsonViewState {
  /** The conflict to be resolved before the text can be applied; null where there is none. */
  readonly conflict: TextConflict | null;
  /** The text that is being edited; null while it is the text of the document. */
  readonly draft: TextDraft | null;
  /** The position of the cursor when the text appears. */
  readonly cursor: number | undefined;
  /** The field to reveal in the tree after the text was left. */
  readonly reveal: RevealRequest | null;
}

/** The mappings as text, a separate draft until it is applied, and the switch between text and tree. */
export interface JsonView {
  getSnapshot(): JsonViewState;
  subscribe(listener: () => void): () => void;
  /** Sets the text after these edits of it. Cost: that of the edits. */
  setText(text: TextSnapshot, edits: TextEdits): void;
  /** Checks the text as it is now, and reports to the session whether it can be left. Cost: that of the whole text. */
  read(): void;
  /** Returns to the text of the document; the discarded text can be restored. */
  discard(): void;
  /**
   * Applies the text to the document, merged with the document's changes since then; returns whether nothing is left to
   * do. Where both changed the same, nothing is applied before somebody has chosen.
   */
  apply(): boolean;
  /** Applies these mappings in place of a text that was in conflict. */
  resolve(mappings: JsonObject): void;
  /** Closes the conflict without resolving it: the text stays. */
  leaveConflict(): void;
  /** Records that the cursor has moved to this offset. */
  moveCursor(offset: number): void;
  /** Shows text or tree. The text is applied before it is left; where it can't be applied, it stays. */
  show(wanted: EditorKind): void;
}

/** Reads the text of mappings. */
function readMappings(text: string): ReadMappings {
  try {
    const value = parseJson(text);
    if (isObject(value)) return { mappings: value };
    return { fault: { line: 1, column: 1, reason: 'Mappings must be a JSON object.' } };
  } catch (error) {
    if (error instanceof JsonTextError) return { fault: error };
    throw error;
  }
}

/** The facts about a text that the session needs before the text can be left. */
function reportOf(read: ReadMappings): { readonly isValid: boolean; readonly maxNestedDepth: number } {
  if ('fault' in read) return { isValid: false, maxNestedDepth: 0 };
  const root = rootContainer(read.mappings, '');
  return { isValid: true, maxNestedDepth: root === undefined ? 0 : maxNestedDepth(summaryOf(root)) };
}

const texts = new WeakMap<JsonObject, string>();
const NO_MAPPINGS: JsonObject = {};

function mappingsOf(editor: Editor): JsonObject {
  const { body, mappingsAt } = editor.document.getSnapshot().state;
  const mappings = valueAt(body, mappingsAt);
  return isObject(mappings) ? mappings : NO_MAPPINGS;
}

/**
 * The mappings of the document as text, formatted once for each version that is shown. Cost: that of the whole text.
 */
export function documentText(editor: Editor): string {
  return textOf(mappingsOf(editor));
}

function textOf(mappings: JsonObject): string {
  const text = texts.get(mappings) ?? formatJson(mappings, 2);
  texts.set(mappings, text);
  return text;
}

/** The mappings of a version. Cost: that of the events since the version. */
function mappingsOfVersion(editor: Editor, version: number): JsonObject {
  const { state } = editor.document.getSnapshot();
  if (version >= state.history.version) return mappingsOf(editor);
  const mappings = valueAt(bodyAt(state, version), state.mappingsAt);
  return isObject(mappings) ? mappings : NO_MAPPINGS;
}

export function openJsonView(editor: Editor): JsonView {
  const listeners = new Set<() => void>();
  let state: JsonViewState = { conflict: null, draft: null, cursor: undefined, reveal: null };
  /** The last position of the cursor since the text was shown; null while it was not moved. */
  let movedTo: number | null = null;

  const set = (change: Partial<JsonViewState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  /** Whether this view is sending a typed edit to the session. */
  let isTyping = false;
  /** Follows the session, which has the edits: others may restore them, or discard them. */
  const followSession = () => {
    const typed = typedForm(editor.getSession(), { form: 'json', field: null }) as TypedForm<'json'> | undefined;
    if (isTyping || (typed === undefined) === (state.draft === null)) return;
    if (typed === undefined) {
      set({ draft: null });
      return;
    }
    const { baseVersion, content } = typed;
    const base = mappingsOfVersion(editor, baseVersion);
    set({ draft: { text: applyEdits(textOf(base), content.edits), version: baseVersion, base, fault: null } });
  };
  editor.subscribeSession(followSession);
  followSession();

  const { document } = editor;
  const version = () => document.getSnapshot().state.history.version;
  const text = () => state.draft?.text.toString() ?? documentText(editor);

  function read(): ReadMappings {
    const { draft } = state;
    if (draft === null) return { mappings: mappingsOf(editor) };
    const found = readMappings(draft.text.toString());
    const fault = 'fault' in found ? found.fault : null;
    if (fault !== null || draft.fault !== null) set({ draft: { ...draft, fault } });
    return found;
  }

  function report(found: ReadMappings): void {
    editor.dispatch({ type: 'fieldsJsonEditor.update', payload: reportOf(found) });
  }

  function apply(): boolean {
    if (state.draft === null) return true;
    const found = read();
    if ('fault' in found) return false;
    const sent = sendOnto(state.draft.base, asDocumentHas(document.getSnapshot().state, found.mappings));
    if (sent === 'merged')
      showToast({
        kind: 'info',
        title: 'Your text was merged',
        text: 'The changes that were made elsewhere since you began are kept.',
      });
    return sent !== 'held';
  }

  /**
   * Applies mappings that are based on `base`, merged with the document's changes since `base`; where both changed the
   * same, a choice is requested.
   */
  function sendOnto(base: JsonObject, mine: JsonObject): 'sent' | 'merged' | 'held' {
    const theirs = mappingsOf(editor);
    if (deepEqual(base, theirs)) return send(mine) ? 'sent' : 'held';
    const { value, kept } = mergeThreeWay(base, mine, theirs);
    if (kept.length > 0) {
      set({ conflict: { base, mine, theirs, version: version() } });
      return 'held';
    }
    return send(isObject(value) ? value : mine) ? 'merged' : 'held';
  }

  function send(mappings: JsonObject): boolean {
    const reduced = explained(editor.dispatch({ type: 'editor.replaceMappings', payload: { mappings } }));
    if ('rejected' in reduced) return false;
    forget();
    return true;
  }

  /** The text is that of the document again: nothing is left to restore. */
  function forget(): void {
    if (state.draft !== null) editor.dispatch({ type: 'fieldsJsonEditor.discard', payload: {} });
  }

  function showText(): void {
    const { activeField } = editor.getSession();
    const { mappingsAt } = document.getSnapshot().state;
    movedTo = null;
    set({ cursor: activeField === null ? 0 : (offsetOfField(text(), activeField, mappingsAt) ?? 0) });
    editor.dispatch({ type: 'documentField.changeEditor', payload: { editor: 'json' } });
  }

  function showTree(): void {
    const { mappingsAt } = document.getSnapshot().state;
    const field = movedTo === null ? editor.getSession().activeField : fieldAtOffset(text(), movedTo, mappingsAt);
    const toTree = { type: 'documentField.changeEditor', payload: { editor: 'default' } } as const;
    report(read());
    // A text that would be refused is still sent, so that the session gives the reason; any other text is applied
    // before it is left.
    if (refusalOf(editor.getSession(), toTree) === null && !apply()) return;
    if (editor.dispatch(toTree) !== undefined) return;
    if (field === null || valueAt(document.getSnapshot().state.body, field) === undefined) return;
    editor.dispatch({ type: 'documentField.activate', payload: { field } });
    set({ reveal: { id: field } });
  }

  return {
    getSnapshot: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setText(next, edits) {
      // The text is that of the document again, as after an undo in the text: nothing is left to apply.
      const ofDocument = documentText(editor);
      if (next.length === ofDocument.length && next.toString() === ofDocument) {
        forget();
        return;
      }
      const { version: begun = version(), base = mappingsOf(editor), fault = null } = state.draft ?? {};
      isTyping = true;
      editor.dispatch({ type: 'fieldsJsonEditor.edit', payload: { edits } });
      isTyping = false;
      set({ draft: { text: next, version: begun, base, fault } });
    },
    read() {
      const found = read();
      // During typing the session only needs to know whether the text is valid.
      if (editor.getSession().fieldsJsonEditor.isValid !== !('fault' in found)) report(found);
    },
    discard: () => void editor.dispatch({ type: 'unapplied.discard', payload: { form: 'json', field: null } }),
    apply,
    resolve(mappings) {
      const { conflict } = state;
      set({ conflict: null });
      // Others may have changed the document while the conflict was being resolved.
      if (conflict !== null) sendOnto(conflict.theirs, mappings);
    },
    leaveConflict: () => set({ conflict: null }),
    moveCursor(offset) {
      movedTo = offset;
    },
    show(wanted) {
      if (wanted === editor.getSession().documentFields.editor) return;
      if (wanted === 'json') showText();
      else showTree();
    },
  };
}
