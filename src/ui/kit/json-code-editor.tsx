import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension, type Text } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  type ViewUpdate,
} from '@codemirror/view';
import { useEffect, useRef } from 'react';
import {
  DEFAULT_HEIGHT,
  type JsonEditorProps,
  type TextChange,
  type TextFault,
  type TextSnapshot,
} from './json-editor-props.ts';
import { editorTheme } from './json-editor-theme.ts';
import styles from './json-editor.module.css';

/** Longer texts are shown plain, in characters: parsing them for colours would slow down typing. */
const LANGUAGE_LIMIT = 5 * 1024 * 1024;
const NO_ERRORS: readonly TextFault[] = [];

/**
 * The nonce for style elements, which the server puts into the page: docs/decisions/0001-content-security-policy.md.
 */
function cspNonce(): Extension {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
  return nonce === '' ? [] : EditorView.cspNonce.of(nonce);
}

function languageFor(text: string): Extension {
  return text.length > LANGUAGE_LIMIT ? [] : [json(), bracketMatching(), foldGutter(), indentOnInput()];
}

function changesOf({ changes }: ViewUpdate): readonly TextChange[] {
  const found: TextChange[] = [];
  changes.iterChanges((from, to, _fromAfter, _toAfter, insert) => found.push({ from, to, insert: insert.toString() }));
  return found;
}

/**
 * Whether a text is the editor's document. Texts of the same length are compared; the editor's own text is recognized
 * by identity.
 */
function isText(doc: Text, text: TextSnapshot): boolean {
  return doc === text || (doc.length === text.length && doc.toString() === text.toString());
}

/** The fault as a diagnostic of the editor: one character at its place, or none at the end of a line. */
function diagnosticOf(state: EditorState, { line, column, reason }: TextFault) {
  const { from, to } = state.doc.line(Math.min(Math.max(line, 1), state.doc.lines));
  const start = Math.min(from + Math.max(column - 1, 0), to);
  return {
    from: start,
    to: Math.max(start, Math.min(start + 1, to)),
    severity: 'error' as const,
    message: `Line ${line}, column ${column}: ${reason}`,
  };
}

/**
 * A text editor for JSON: line numbers, folding, search (Mod+F) and its own undo. Tab indents; Escape and then Tab
 * leaves it. The text belongs to the editor until the owner takes it in `onChange`: nothing is parsed here.
 */
export function JsonCodeEditor(props: JsonEditorProps) {
  const {
    value,
    ariaLabel,
    height = DEFAULT_HEIGHT,
    isReadOnly = false,
    errors = NO_ERRORS,
    isInvalid = errors.length > 0,
    autoFocus = false,
    hasTabKey = true,
    initialCursor,
  } = props;
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const validity = useRef(new Compartment());
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  // Created once for each label and mode; text, faults and callbacks are updated below.
  useEffect(() => {
    if (parent.current === null) return;
    const language = new Compartment();
    const start = latest.current.value.toString();
    const editor = new EditorView({
      parent: parent.current,
      state: EditorState.create({
        doc: start,
        extensions: [
          cspNonce(),
          editorTheme,
          lineNumbers(),
          highlightSpecialChars(),
          history(),
          drawSelection(),
          highlightActiveLine(),
          highlightActiveLineGutter(),
          highlightSelectionMatches(),
          search({ top: true }),
          lintGutter(),
          language.of(languageFor(start)),
          keymap.of([
            ...searchKeymap,
            ...historyKeymap,
            ...foldKeymap,
            ...(hasTabKey ? [indentWithTab] : []),
            ...defaultKeymap,
          ]),
          EditorState.tabSize.of(2),
          EditorState.readOnly.of(isReadOnly),
          // The content can be focused without a tab index too, but accessibility checkers do not see that.
          EditorView.contentAttributes.of({
            'aria-label': ariaLabel,
            tabindex: '0',
            ...(isReadOnly && { 'aria-readonly': 'true' }),
          }),
          validity.current.of([]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged && !update.transactions.some((transaction) => transaction.isUserEvent('owner'))) {
              const { onChange, onEdit } = latest.current;
              onEdit?.(update.state.doc, changesOf(update));
              onChange?.(update.state.doc.toString());
            }
            if (update.selectionSet || update.docChanged) latest.current.onCursor?.(update.state.selection.main.head);
          }),
        ],
      }),
    });
    view.current = editor;
    return () => {
      view.current = null;
      editor.destroy();
    };
  }, [ariaLabel, isReadOnly, hasTabKey]);

  useEffect(() => {
    const editor = view.current;
    if (editor === null) return;
    const head = Math.min(initialCursor ?? 0, editor.state.doc.length);
    if (initialCursor !== undefined)
      editor.dispatch({ selection: { anchor: head }, effects: EditorView.scrollIntoView(head, { y: 'center' }) });
    if (autoFocus) editor.focus();
  }, [autoFocus, initialCursor]);

  useEffect(() => {
    const editor = view.current;
    if (editor === null || isText(editor.state.doc, value)) return;
    const changes = { from: 0, to: editor.state.doc.length, insert: value.toString() };
    editor.dispatch({ changes, userEvent: 'owner' });
  }, [value]);

  useEffect(() => {
    const editor = view.current;
    if (editor === null) return;
    editor.dispatch(
      setDiagnostics(
        editor.state,
        errors.map((fault) => diagnosticOf(editor.state, fault)),
      ),
    );
  }, [errors]);

  useEffect(() => {
    const attributes = EditorView.contentAttributes.of({ ...(isInvalid && { 'aria-invalid': 'true' }) });
    view.current?.dispatch({ effects: validity.current.reconfigure(attributes) });
  }, [isInvalid, ariaLabel, isReadOnly, hasTabKey]);

  return (
    <div ref={parent} className={styles['editor']} style={{ height }} {...(isInvalid && { 'data-invalid': true })} />
  );
}
