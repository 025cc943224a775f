import { describe, expect, it } from 'vitest';
import { addField, editField, editorOf, keyword, openSession, removeField } from '../../tests/builders/sessions.ts';
import { typedView } from '../../tests/builders/typed-view.ts';
import { BOB } from '../fuzz/generate/stamps.ts';
import type { DocumentCommand } from '#domain/commands';
import type { JsonObject } from '#domain/json';
import { isExpanded } from '#domain/mapping';
import type { Editor } from './editor.ts';

const changeTo = (editor: 'default' | 'json') => ({ type: 'documentField.changeEditor', payload: { editor } }) as const;
const json = (isValid: boolean, maxNestedDepth = 0) =>
  ({ type: 'fieldsJsonEditor.update', payload: { isValid, maxNestedDepth } }) as const;
const replaceMappings = (properties: JsonObject): DocumentCommand => ({
  type: 'editor.replaceMappings',
  payload: { mappings: { properties } },
});

function viewOf(editor: Editor) {
  const { documentFields, editorError } = editor.getSession();
  return [documentFields.editor, editorError];
}

describe('the JSON view', () => {
  it('opens directly, and goes back where the JSON is valid and not too deep', async () => {
    const { editor } = await editorOf({ a: keyword });
    editor.dispatch(changeTo('json'));
    expect(viewOf(editor)).toEqual(['json', null]);
    editor.dispatch(changeTo('json'));
    editor.dispatch(json(true, 19));
    expect(typedView(editor.getSession()).fieldsJsonEditor).toEqual({
      isValid: true,
      maxNestedDepth: 19,
      edits: [],
      baseVersion: null,
      typedAt: 0,
    });
    editor.dispatch(changeTo('default'));
    expect(viewOf(editor)).toEqual(['default', null]);
  });

  it('stays open while the JSON is invalid, and says so until it is changed', async () => {
    const { editor } = await editorOf({ a: keyword });
    editor.dispatch(changeTo('json'));
    editor.dispatch(json(false, 99));
    editor.dispatch(changeTo('default'));
    expect(viewOf(editor)).toEqual(['json', 'JSON is invalid']);
    editor.dispatch(json(true));
    expect(viewOf(editor)).toEqual(['json', null]);
    editor.dispatch(changeTo('default'));
    expect(viewOf(editor)).toEqual(['default', null]);
  });

  it.each([
    ['20 levels, unless a host says otherwise', undefined, 20],
    ['4 levels, where a host says so', 4, 4],
  ])('stays open where the tree would have %s', async (_, maxDepth, depth) => {
    const { editor } = await editorOf({ a: keyword }, maxDepth === undefined ? {} : { maxDepth });
    editor.dispatch(changeTo('json'));
    editor.dispatch(json(true, depth));
    editor.dispatch(changeTo('default'));
    expect(viewOf(editor)).toEqual(['json', 'Max depth for Mappings Editor exceeded']);
    editor.dispatch(json(true, depth - 1));
    editor.dispatch(changeTo('default'));
    expect(viewOf(editor)).toEqual(['default', null]);
  });
});

describe('the text of the dynamic templates', () => {
  const begin = (json: string | null) => ({ type: 'templates.update', payload: { json } }) as const;
  const edit = (from: number, to: number, insert: string) =>
    ({ type: 'templates.edit', payload: { edits: [{ from, to, insert }] } }) as const;

  it('follows what is typed, range by range', async () => {
    const { editor } = await editorOf({ a: keyword });
    editor.dispatch(begin('[]'));
    editor.dispatch(edit(1, 1, '{'));
    expect(typedView(editor.getSession()).templates).toMatchObject({ json: '[{]', isValid: false });
    editor.dispatch(edit(2, 2, '}'));
    expect(typedView(editor.getSession()).templates).toMatchObject({ json: '[{}]', isValid: true });
  });

  it('is not begun by an edit of a text that nobody has begun', async () => {
    const { editor } = await editorOf({ a: keyword });
    editor.dispatch(edit(0, 0, '['));
    expect(typedView(editor.getSession()).templates).toMatchObject({ json: null });
  });
});

describe('the text of the JSON view', () => {
  const edit = (from: number, to: number, insert: string) =>
    ({ type: 'fieldsJsonEditor.edit', payload: { edits: [{ from, to, insert }] } }) as const;

  it('is in the session by what was edited, and by the version that it was begun on', async () => {
    const { editor } = await editorOf({ a: keyword });
    editor.dispatch(edit(3, 3, 'x'));
    editor.dispatch(addField('b'));
    editor.dispatch(edit(4, 4, 'y'));
    expect(typedView(editor.getSession()).fieldsJsonEditor).toMatchObject({
      edits: [{ from: 3, to: 3, insert: 'xy' }],
      baseVersion: 1,
    });
  });

  it('has no edits any more when it is that of the document again', async () => {
    const { editor } = await editorOf({ a: keyword });
    editor.dispatch(edit(0, 1, 'x'));
    editor.dispatch({ type: 'fieldsJsonEditor.discard', payload: {} });
    expect(typedView(editor.getSession()).fieldsJsonEditor).toMatchObject({ edits: [], baseVersion: null });
  });

  it('is kept when other mappings are loaded', async () => {
    const { editor } = await editorOf({ a: keyword });
    editor.dispatch(edit(0, 1, 'x'));
    editor.dispatch(replaceMappings({ b: keyword }));
    expect(typedView(editor.getSession()).fieldsJsonEditor).toMatchObject({ baseVersion: 1 });
  });
});

describe('search', () => {
  it('keeps its term over edits, and loses it when all mappings are replaced, with the selection', async () => {
    const { editor } = await editorOf({ a: keyword });
    editor.dispatch({ type: 'search:update', payload: { term: 'host' } });
    editor.dispatch(addField('b'));
    expect(editor.getSession().search).toEqual({ term: 'host' });
    editor.dispatch({ type: 'documentField.editField', payload: { field: '/properties/a' } });
    editor.dispatch(replaceMappings({ a: { type: 'keyword', index: false } }));
    expect(editor.getSession()).toMatchObject({
      search: { term: '' },
      fieldToEdit: null,
      documentFields: { status: 'idle' },
    });
  });

  it('replaced mappings without a field lead to the first field', async () => {
    const { editor } = await editorOf({ a: keyword });
    editor.dispatch(replaceMappings({}));
    expect(editor.getSession()).toMatchObject({
      documentFields: { status: 'creatingField', editor: 'default' },
      creation: { parent: null },
    });
    editor.dispatch(replaceMappings({ b: keyword }));
    expect(editor.getSession()).toMatchObject({ documentFields: { status: 'idle' }, creation: null });
  });

  it('is not disturbed by what somebody else replaces', async () => {
    const { editor, home } = await editorOf({ a: keyword });
    editor.dispatch({ type: 'search:update', payload: { term: 'host' } });
    editor.dispatch({ type: 'documentField.editField', payload: { field: '/properties/a' } });
    const other = await openSession(home, { author: BOB });
    other.dispatch(replaceMappings({ a: { type: 'keyword', index: false } }));
    await other.whenSaved();
    await editor.document.whenSaved();
    expect(editor.getSession()).toMatchObject({
      search: { term: 'host' },
      fieldToEdit: '/properties/a',
      documentFields: { status: 'editingField' },
    });
  });
});

describe('expansion', () => {
  const toggle = (field: string, isExpanded?: boolean) =>
    ({ type: 'field.toggleExpand', payload: { field, ...(isExpanded !== undefined && { isExpanded }) } }) as const;
  const O = '/properties/o';

  it('is toggled for one field, set for one field, or set for all', async () => {
    const { editor } = await editorOf({ o: { properties: {} } });
    const expansions = [
      toggle(O),
      toggle(O),
      toggle(O, true),
      toggle(O, true),
      { type: 'field.toggleExpandAll', payload: { isExpanded: true } } as const,
      toggle(O),
      toggle(O, true),
    ].map((command) => {
      editor.dispatch(command);
      const { isExpandedByDefault, exceptions } = editor.getSession().expansion;
      return [isExpandedByDefault, Object.keys(exceptions)];
    });
    expect(expansions).toEqual([
      [false, [O]],
      [false, []],
      [false, [O]],
      [false, [O]],
      [true, []],
      [true, [O]],
      [true, []],
    ]);
  });

  it('goes with a field that is renamed, and is forgotten with one that is removed', async () => {
    const { editor } = await editorOf({ o: { properties: { p: { properties: {} } } } });
    editor.dispatch(toggle(O));
    editor.dispatch(toggle(`${O}/properties/p`));
    editor.dispatch(editField(O, { name: 'q' }));
    expect(Object.keys(editor.getSession().expansion.exceptions).sort()).toEqual([
      '/properties/q',
      '/properties/q/properties/p',
    ]);
    editor.dispatch(removeField('/properties/q/properties/p'));
    expect(editor.getSession().expansion.exceptions).toEqual({ '/properties/q': true });
  });

  it('is the same object after an edit that moves none of its fields, so that the rows are not worked out anew', async () => {
    const { editor } = await editorOf({ o: { properties: { p: keyword } }, a: keyword });
    editor.dispatch(toggle(O));
    const before = editor.getSession().expansion;
    editor.dispatch(editField('/properties/a', { name: 'b' }));
    editor.dispatch(editField(`${O}/properties/p`, { set: { ignore_above: 9 } }));
    expect(editor.getSession().expansion).toBe(before);
  });
});

describe('the list of runtime fields', () => {
  const add = (name: string): DocumentCommand => ({
    type: 'runtimeField.add',
    payload: { name, definition: { type: 'long' } },
  });
  const create = { type: 'runtimeFieldsList.createField', payload: {} } as const;
  const close = { type: 'runtimeFieldsList.closeRuntimeFieldEditor', payload: {} } as const;
  const edit = (name: string) =>
    ({ type: 'runtimeFieldsList.editField', payload: { field: `/runtime/${name}` } }) as const;
  const listOf = (editor: Editor) => [editor.getSession().runtimeFieldsList.status, editor.getSession().runtimeEdit];

  it('has the same three states, and goes back to idle by closing', async () => {
    const { editor } = await editorOf({ a: keyword });
    editor.dispatch(add('r'));
    for (const [open, state] of [
      [create, ['creatingField', { field: null }]],
      [edit('r'), ['editingField', { field: '/runtime/r' }]],
    ] as const) {
      editor.dispatch(open);
      expect(listOf(editor)).toEqual(state);
      editor.dispatch(close);
      expect(listOf(editor)).toEqual(['idle', null]);
    }
    expect(editor.getSession().documentFields.status).toBe('idle');
  });

  it('goes back to idle when a runtime field is added, edited or removed', async () => {
    const { editor } = await editorOf({ a: keyword });
    editor.dispatch(create);
    editor.dispatch(add('r'));
    expect(listOf(editor)).toEqual(['idle', null]);
    editor.dispatch(edit('r'));
    editor.dispatch({ type: 'runtimeField.edit', payload: { field: '/runtime/r', name: 's' } });
    expect(listOf(editor)).toEqual(['idle', null]);
    editor.dispatch(edit('s'));
    editor.dispatch({ type: 'runtimeField.remove', payload: { field: '/runtime/s' } });
    expect(listOf(editor)).toEqual(['idle', null]);
  });

  it('is not left by a field of the mappings, and takes no second one in hand', async () => {
    const { editor } = await editorOf({ a: keyword });
    editor.dispatch(create);
    editor.dispatch(addField('b'));
    editor.dispatch(edit('r'));
    expect(listOf(editor)).toEqual(['creatingField', { field: null }]);
  });

  it('follows a runtime field that somebody else renames, and lets one go that they remove', async () => {
    const { editor, home } = await editorOf({ a: keyword });
    editor.dispatch(add('r'));
    await editor.document.whenSaved();
    editor.dispatch(edit('r'));
    const other = await openSession(home, { author: BOB });
    other.dispatch({ type: 'runtimeField.edit', payload: { field: '/runtime/r', name: 's' } });
    await other.whenSaved();
    await editor.document.whenSaved();
    expect(listOf(editor)).toEqual(['editingField', { field: '/runtime/s' }]);
    other.dispatch({ type: 'runtimeField.remove', payload: { field: '/runtime/s' } });
    await other.whenSaved();
    await editor.document.whenSaved();
    expect(listOf(editor)).toEqual(['idle', null]);
  });
});

describe('what was expanded on an earlier visit', () => {
  it.each([
    [false, true],
    [true, false],
  ])('is expanded again: by default %s, an exception %s', async (isExpandedByDefault, isException) => {
    const { editor } = await editorOf({ o: { properties: { x: keyword } }, p: { properties: { x: keyword } } });
    editor.dispatch({ type: 'expansion.restore', payload: { isExpandedByDefault, exceptions: ['/properties/o'] } });
    const { expansion } = editor.getSession();
    expect(isExpanded(expansion, '/properties/o')).toBe(isException);
    expect(isExpanded(expansion, '/properties/p')).toBe(isExpandedByDefault);
    editor.dispatch({ type: 'field.toggleExpand', payload: { field: '/properties/o' } });
    expect(isExpanded(editor.getSession().expansion, '/properties/o')).toBe(!isException);
  });
});
