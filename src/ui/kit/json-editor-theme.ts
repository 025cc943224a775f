import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const look = EditorView.theme({
  '&': { height: '100%', color: 'var(--color-text)', backgroundColor: 'var(--color-surface)', fontSize: '12px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '20px' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--color-text)' },
  '.cm-cursor': { borderLeftColor: 'var(--color-text)', borderLeftWidth: '2px' },
  '.cm-gutters': {
    backgroundColor: 'var(--color-surface-sunken)',
    color: 'var(--color-text-subtle)',
    border: '0',
    borderRight: '1px solid var(--color-line)',
  },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--color-hover) 60%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--color-hover)', color: 'var(--color-text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--color-accent) 24%, transparent)',
  },
  '.cm-searchMatch, .cm-selectionMatch': { backgroundColor: 'var(--color-match)' },
  '.cm-searchMatch-selected': { outline: '1px solid var(--color-accent)' },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--color-selected)',
    outline: '1px solid var(--color-line-strong)',
  },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--color-hover)',
    color: 'var(--color-text-muted)',
    border: '1px solid var(--color-line)',
    padding: '0 4px',
  },
  '.cm-panels': {
    backgroundColor: 'var(--color-surface-sunken)',
    color: 'var(--color-text)',
    fontFamily: 'var(--font-text)',
  },
  '.cm-panels-top': { borderBottom: '1px solid var(--color-line)' },
  '.cm-panel.cm-search': { padding: '6px 8px' },
  '.cm-textfield': {
    backgroundColor: 'var(--color-surface)',
    color: 'var(--color-text)',
    border: '1px solid var(--color-line-strong)',
    borderRadius: '4px',
    padding: '3px 8px',
    fontSize: '12px',
  },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--color-surface)',
    color: 'var(--color-text)',
    border: '1px solid var(--color-line-strong)',
    borderRadius: '4px',
    padding: '3px 8px',
    fontSize: '12px',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--color-surface-raised)',
    color: 'var(--color-text)',
    border: '1px solid var(--color-line)',
    borderRadius: '6px',
    boxShadow: 'var(--shadow-popover)',
  },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--color-danger-mark)' },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--color-danger-mark)' },
});

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--color-code-key)' },
  { tag: tags.string, color: 'var(--color-code-string)' },
  { tag: tags.number, color: 'var(--color-code-number)' },
  { tag: [tags.bool, tags.null], color: 'var(--color-code-atom)' },
  { tag: [tags.separator, tags.bracket], color: 'var(--color-text-muted)' },
]);

/** The colours of the product for the editor; they are tokens, so that the editor follows the theme. */
export const editorTheme = [look, syntaxHighlighting(colours)];
