import { describe, expect, it } from 'vitest';
import { editField, editorOf, keyword } from '../../../tests/builders/sessions.ts';
import { documentText, openJsonView } from '../editor/fields/json-view.ts';
import type { DraftSearch } from '../platform/draft-search.ts';
import { unappliedIn } from '../../machines/unapplied-content.ts';
import { bindSessionToAddress } from './session-address.ts';

/** Addresses of one screen, kept as in a browser. */
function browserAt(start: DraftSearch) {
  const entries = [start];
  let tell: () => void = () => undefined;
  return {
    entries,
    back() {
      entries.pop();
      tell();
    },
    follow(search: DraftSearch) {
      entries.push(search);
      tell();
    },
    address: {
      read: () => entries.at(-1) ?? {},
      write(search: DraftSearch, how: 'push' | 'replace') {
        if (how === 'replace') entries.pop();
        entries.push(search);
        tell();
      },
      subscribe(listener: () => void) {
        tell = listener;
        return () => {
          tell = () => undefined;
        };
      },
    },
  };
}

async function bound(start: DraftSearch = {}) {
  const { editor } = await editorOf({ a: keyword, b: keyword });
  const json = openJsonView(editor);
  const browser = browserAt(start);
  const unbind = bindSessionToAddress(editor, json, browser.address);
  return { editor, json, browser, unbind };
}

const A = '/properties/a';
const entered = { edits: { set: {}, unset: [] }, opened: [], faults: {} };
const edit = (field: string) => ({ type: 'documentField.editField', payload: { field } }) as const;

describe('session and address', () => {
  it('opens what the address says', async () => {
    const { editor, browser } = await bound({ field: A, q: 'x', view: 'json', at: 1 });
    expect(editor.getSession()).toMatchObject({
      fieldToEdit: A,
      search: { term: 'x' },
      documentFields: { editor: 'json' },
      history: { isOpen: true, version: 1 },
    });
    expect(browser.entries).toEqual([{ field: A, q: 'x', view: 'json', at: 1 }]);
  });

  it('writes what is shown, and makes a step of what Back should close', async () => {
    const { editor, browser } = await bound();
    for (const term of ['h', 'ho']) editor.dispatch({ type: 'search:update', payload: { term } });
    editor.dispatch(edit(A));
    editor.dispatch(editField(A, { name: 'c' }));
    editor.dispatch({ type: 'editor.changeTab', payload: { tab: 'runtime' } });
    expect(browser.entries).toEqual([{ q: 'ho' }, { q: 'ho' }, { q: 'ho', tab: 'runtime' }]);
  });

  it('follows Back and links', async () => {
    const { editor, browser } = await bound();
    editor.dispatch(edit(A));
    expect(browser.entries).toEqual([{}, { field: A }]);
    browser.back();
    expect(editor.getSession().fieldToEdit).toBeNull();
    browser.follow({ tab: 'templates' });
    expect(editor.getSession().tab).toBe('templates');
    expect(browser.entries).toEqual([{}, { tab: 'templates' }]);
  });

  it('makes a step of the form for a new field, which Back closes with what was typed kept', async () => {
    const { editor, browser } = await bound();
    editor.dispatch({ type: 'documentField.createField', payload: { parent: null } });
    expect(browser.entries).toEqual([{}, { add: 'root' }]);
    const content = { kind: 'newField', name: 'size', pick: { main: 'text', name: 'text' }, entered } as const;
    editor.dispatch({ type: 'fieldForm.update', payload: { content, isValid: null } });
    browser.back();
    expect(editor.getSession()).toMatchObject({ creation: null, documentFields: { status: 'idle' } });
    expect(unappliedIn(editor.getSession())).toMatchObject([{ form: 'newField', values: { name: 'size' } }]);
    browser.follow({ add: 'root' });
    expect(editor.getSession().creation).toEqual({ parent: null });
    browser.follow({ field: A });
    expect(editor.getSession()).toMatchObject({ creation: null, fieldToEdit: A });
    browser.follow({ add: A });
    expect(editor.getSession()).toMatchObject({ creation: { parent: A }, fieldToEdit: null });
    expect(browser.entries.at(-1)).toEqual({ add: A });
  });

  it('opens no form for a new field below what is gone, or takes none', async () => {
    const { editor, browser } = await bound({ add: '/properties/gone' });
    expect(browser.entries).toEqual([{}]);
    browser.follow({ add: '/properties' });
    expect(editor.getSession().creation).toBeNull();
    expect(browser.entries.at(-1)).toEqual({});
  });

  it('has no step for the form of the first field, which can not be closed', async () => {
    const { editor } = await editorOf({});
    const browser = browserAt({});
    bindSessionToAddress(editor, openJsonView(editor), browser.address);
    expect(editor.getSession().creation).toEqual({ parent: null });
    expect(browser.entries).toEqual([{}]);
    editor.dispatch({ type: 'field.add', payload: { parent: null, name: 'a', definition: keyword } });
    expect(browser.entries).toEqual([{}, { add: 'root' }]);
    browser.back();
    expect(editor.getSession().creation).toBeNull();
  });

  it('takes out of the address what the session refuses', async () => {
    const { editor, json, browser } = await bound({ field: '/properties/gone', at: 9 });
    expect(browser.entries).toEqual([{}]);
    json.show('json');
    json.setText('{', [{ from: 1, to: documentText(editor).length, insert: '' }]);
    browser.follow({});
    expect(editor.getSession().editorError).toBe('JSON is invalid');
    expect(browser.entries.at(-1)).toEqual({ view: 'json' });
  });

  it('is bound no more after that', async () => {
    const { editor, browser, unbind } = await bound();
    unbind();
    editor.dispatch(edit(A));
    browser.follow({ q: 'x' });
    expect(editor.getSession().search.term).toBe('');
    expect(browser.entries).toEqual([{}, { q: 'x' }]);
  });
});
