import { describe, expect, it, vi } from 'vitest';
import { editorOf, keyword } from '../../../../tests/builders/sessions.ts';
import { typedView } from '../../../../tests/builders/typed-view.ts';
import { documentText, openJsonView } from './json-view.ts';

async function openView() {
  const { editor } = await editorOf({ a: keyword });
  return { editor, view: openJsonView(editor), stored: documentText(editor) };
}

/** A text that counts how often its string is built. */
function snapshotOf(text: string) {
  return { length: text.length, toString: vi.fn(() => text) };
}

describe('a text of the JSON view that is typed', () => {
  it('is not put together until somebody needs it', async () => {
    const { editor, view, stored } = await openView();
    const typed = snapshotOf(`${stored} `);
    view.setText(typed, [{ from: stored.length, to: stored.length, insert: ' ' }]);
    expect(typed.toString).not.toHaveBeenCalled();
    expect(typedView(editor.getSession()).fieldsJsonEditor.edits).toEqual([
      { from: stored.length, to: stored.length, insert: ' ' },
    ]);
    expect(view.apply()).toBe(true);
    expect(typed.toString).toHaveBeenCalled();
  });

  it('is nothing to apply once it is that of the document again', async () => {
    const { editor, view, stored } = await openView();
    view.setText(snapshotOf(`${stored} `), [{ from: stored.length, to: stored.length, insert: ' ' }]);
    view.setText(snapshotOf(stored), [{ from: stored.length, to: stored.length + 1, insert: '' }]);
    expect(view.getSnapshot().draft).toBeNull();
    expect(typedView(editor.getSession()).fieldsJsonEditor.baseVersion).toBeNull();
  });

  it('keeps the fault that was found last until it is read again', async () => {
    const { editor, view, stored } = await openView();
    const broken = stored.replace('{', '[');
    view.setText(broken, [{ from: 0, to: 1, insert: '[' }]);
    expect(view.getSnapshot().draft?.fault).toBeNull();
    view.read();
    expect(view.getSnapshot().draft?.fault).toMatchObject({ line: 2 });
    expect(editor.getSession().fieldsJsonEditor.isValid).toBe(false);
    view.setText(stored.replace('{', '{ '), [{ from: 0, to: 1, insert: '{ ' }]);
    expect(view.getSnapshot().draft?.fault).toMatchObject({ line: 2 });
    view.read();
    expect(view.getSnapshot().draft?.fault).toBeNull();
    expect(editor.getSession().fieldsJsonEditor.isValid).toBe(true);
  });

  it('says what is wrong when it is to be applied before it was read', async () => {
    const { view, stored } = await openView();
    view.setText(stored.slice(1), [{ from: 0, to: 1, insert: '' }]);
    expect(view.apply()).toBe(false);
    expect(view.getSnapshot().draft?.fault).toMatchObject({ line: 2 });
  });
});
