import { bodyAt } from '#domain/history';
import { formatJson, isObject, JsonTextError, readJson, valueAt, type JsonObject, type ReadNotice } from '#domain/json';
import { maxNestedDepth, rootContainer, summaryOf, type FieldId } from '#domain/mapping';
import type { Editor } from '../../../machines/editor.ts';
import { refusalOf } from '../../../machines/session-refusals.ts';
import type { EditorKind } from '../../../machines/session-state.ts';
import { applyEdits, type TextEdits } from '../../../machines/text-edits.ts';
import { explained } from '../../actions/dispatch-with-feedback.ts';
import { describeNotices } from '../../files/describe-fault.ts';
import type { TextFault, TextSnapshot } from '../../kit/json-editor.tsx';
import { showToast } from '../../kit/toast.tsx';
import { fieldAtOffset, offsetOfField } from './json-places.ts';

/** A text of mappings as it was read, or what is wrong with it. */
export type ReadMappings =
  { readonly mappings: JsonObject; readonly notices: readonly ReadNotice[] } | { readonly fault: TextFault };

/** A field to go to, once. */
export interface RevealRequest {
  readonly id: FieldId;
}

export interface TextDraft {
  readonly text: TextSnapshot;
  /** The version that it was begun on. */
  readonly version: number;
  /** What is wrong with it, as it was last read. */
  readonly fault: TextFault | null;
}

export interface JsonViewState {
  /** The text that somebody is changing; null while it is that of the document. */
  readonly draft: TextDraft | null;
  /** Where the cursor is put when the text appears. */
  readonly cursor: number | undefined;
  /** Where to go in the tree when the text was left. */
  readonly reveal: RevealRequest | null;
}

/** The mappings as text, a draft of its own until it is applied, and the way between the text and the tree. */
export interface JsonView {
  getSnapshot(): JsonViewState;
  subscribe(listener: () => void): () => void;
  /** The text after these edits of it. Cost: that of the edits. */
  setText(text: TextSnapshot, edits: TextEdits): void;
  /** Finds out what is wrong with the text as it is now, and tells the session whether it can be left. Cost: that of the whole text. */
  read(): void;
  /** Goes back to the text of the document; what was typed can be brought back. */
  discard(): void;
  /** Makes the text part of the document; returns whether there is nothing left to do. */
  apply(): boolean;
  /** The cursor has moved to this offset. */
  moveCursor(offset: number): void;
  /** Shows text or tree; the text is applied before it is left, and stays where it can't be. */
  show(wanted: EditorKind): void;
}

/** Reads the text of mappings. */
function readMappings(text: string): ReadMappings {
  try {
    const { value, notices } = readJson(text);
    if (isObject(value)) return { mappings: value, notices };
    return { fault: { line: 1, column: 1, reason: 'Mappings must be a JSON object.' } };
  } catch (error) {
    if (error instanceof JsonTextError) return { fault: error };
    throw error;
  }
}

/** What the session has to know of a text before it can be left. */
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

/** The mappings of the document as text, made once for each version that is shown. Cost: that of the whole text. */
export function documentText(editor: Editor): string {
  const mappings = mappingsOf(editor);
  const text = texts.get(mappings) ?? formatJson(mappings, 2);
  texts.set(mappings, text);
  return text;
}

/** The mappings of a version as text. Cost: that of the whole text and of the events since. */
function textOfVersion(editor: Editor, version: number): string {
  const { state } = editor.document.getSnapshot();
  if (version >= state.history.version) return documentText(editor);
  const mappings = valueAt(bodyAt(state, version), state.mappingsAt);
  return formatJson(isObject(mappings) ? mappings : NO_MAPPINGS, 2);
}

export function openJsonView(editor: Editor): JsonView {
  const listeners = new Set<() => void>();
  let state: JsonViewState = { draft: null, cursor: undefined, reveal: null };
  /** Where the cursor has gone since the text was shown. */
  let movedTo: number | null = null;

  const set = (change: Partial<JsonViewState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  /** The session hears of what is typed from here. */
  let isTyping = false;
  /** The session says what is edited: it may be put back, or taken out, by others. */
  const followSession = () => {
    const { baseVersion, edits } = editor.getSession().fieldsJsonEditor;
    if (isTyping || (baseVersion === null) === (state.draft === null)) return;
    set({
      draft:
        baseVersion === null
          ? null
          : { text: applyEdits(textOfVersion(editor, baseVersion), edits), version: baseVersion, fault: null },
    });
  };
  editor.subscribeSession(followSession);
  followSession();

  const { document } = editor;
  const version = () => document.getSnapshot().state.history.version;
  const text = () => state.draft?.text.toString() ?? documentText(editor);

  function read(): ReadMappings {
    const { draft } = state;
    if (draft === null) return { mappings: mappingsOf(editor), notices: [] };
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
    const reduced = explained(
      editor.dispatch({ type: 'editor.replaceMappings', payload: { mappings: found.mappings } }),
    );
    if ('rejected' in reduced) return false;
    if (found.notices.length > 0)
      showToast({
        kind: 'warning',
        title: 'Some decimals lost precision',
        text: describeNotices(found.notices),
      });
    forget();
    return true;
  }

  /** The text is that of the document again: nothing is left that could be brought back. */
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
    // A text that would be refused is sent all the same, so that the session says why; it is applied before it is left otherwise.
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
      // Back at the text of the document, as by an undo in the text: nothing is left to apply.
      const ofDocument = documentText(editor);
      if (next.length === ofDocument.length && next.toString() === ofDocument) {
        forget();
        return;
      }
      const { version: begun = version(), fault = null } = state.draft ?? {};
      isTyping = true;
      editor.dispatch({ type: 'fieldsJsonEditor.edit', payload: { edits } });
      isTyping = false;
      set({ draft: { text: next, version: begun, fault } });
    },
    read() {
      const found = read();
      // While somebody types the session has to know no more than whether the text is valid.
      if (editor.getSession().fieldsJsonEditor.isValid !== !('fault' in found)) report(found);
    },
    discard: () => void editor.dispatch({ type: 'unapplied.discard', payload: { form: 'json', field: null } }),
    apply,
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
