import { typedView } from '../../tests/builders/typed-view.ts';
import { describe, expect, it } from 'vitest';
import {
  addField,
  editField,
  editorOf,
  keyword,
  openSession,
  removeField,
  STREAM,
} from '../../tests/builders/sessions.ts';
import type { JsonObject } from '#domain/json';
import { BOB } from '../fuzz/generate/stamps.ts';
import type { Editor } from './editor.ts';
import type { EditorTab } from './forms/editor-tabs.ts';
import type { FormContent } from './forms/registry.ts';

const tab = (name: EditorTab) => ({ type: 'editor.changeTab', payload: { tab: name } }) as const;
const version = (number: number | null) => ({ type: 'version.show', payload: { version: number } }) as const;
const activate = (field: string) => ({ type: 'documentField.activate', payload: { field } }) as const;
const openHistory = { type: 'panel.open', payload: { panel: 'history' } } as const;
const NAMED: FormContent = {
  kind: 'field',
  name: 'b',
  pick: null,
  entered: { edits: { set: {}, unset: [] }, opened: [], faults: {} },
};
const typed = (content: FormContent | null) =>
  ({ type: 'fieldForm.update', payload: { content, isValid: null } }) as const;

describe('the tabs', () => {
  it('follow what is asked for, and close the forms of the one that is left', async () => {
    const { editor } = await editorOf({ a: keyword });
    editor.dispatch({ type: 'documentField.editField', payload: { field: '/properties/a' } });
    expect(editor.dispatch(tab('runtime'))).toBeUndefined();
    expect(editor.getSession()).toMatchObject({
      tab: 'runtime',
      documentFields: { status: 'idle' },
      fieldToEdit: null,
    });
    editor.dispatch({ type: 'runtimeFieldsList.createField', payload: {} });
    editor.dispatch(tab('advanced'));
    expect(editor.getSession()).toMatchObject({ tab: 'advanced', runtimeFieldsList: { status: 'idle' } });
  });

  it('keep a form for a new field that nobody has typed in', async () => {
    const { editor } = await editorOf({});
    editor.dispatch(tab('templates'));
    editor.dispatch(tab('fields'));
    expect(editor.getSession()).toMatchObject({ tab: 'fields', creation: { parent: null } });
  });

  it('keep what is typed in a form that is left, for when it opens again', async () => {
    const { editor } = await editorOf({ a: keyword });
    editor.dispatch({ type: 'documentField.editField', payload: { field: '/properties/a' } });
    editor.dispatch(typed(NAMED));
    expect(editor.dispatch(tab('runtime'))).toBeUndefined();
    expect(typedView(editor.getSession())).toMatchObject({
      tab: 'runtime',
      fieldToEdit: null,
      fieldForm: null,
      keptForms: [{ form: 'field', field: '/properties/a', content: NAMED, typedAt: 1 }],
    });
    editor.dispatch(tab('fields'));
    editor.dispatch({ type: 'documentField.editField', payload: { field: '/properties/a' } });
    expect(typedView(editor.getSession())).toMatchObject({ fieldForm: { content: NAMED }, keptForms: [] });
  });

  it('are left from options that are not valid only on the tab that has them', async () => {
    const { editor } = await editorOf({ a: keyword });
    editor.dispatch({ type: 'configuration.update', payload: { edits: { metaField: '{' } } });
    expect(editor.dispatch(tab('runtime'))).toBeUndefined();
    expect(editor.getSession().tab).toBe('runtime');
  });

  it('stay where the options are not valid, and say so', async () => {
    const { editor } = await editorOf({ a: keyword });
    editor.dispatch(tab('advanced'));
    editor.dispatch({ type: 'configuration.update', payload: { edits: { metaField: '{' } } });
    expect(editor.dispatch(tab('fields'))).toMatchObject({ code: 'options.invalid' });
    expect(editor.getSession().tab).toBe('advanced');
  });
});

describe('the history panel', () => {
  const historyOf = (editor: Editor) => editor.getSession().history;

  it('opens and closes, and opens with a version', async () => {
    const { editor } = await editorOf({ a: keyword });
    expect(historyOf(editor)).toEqual({ isOpen: false, version: null, editor: null });
    editor.dispatch(openHistory);
    expect(historyOf(editor)).toEqual({ isOpen: true, version: null, editor: null });
    editor.dispatch({ type: 'panel.close', payload: {} });
    editor.dispatch(version(1));
    expect(historyOf(editor)).toEqual({ isOpen: true, version: 1, editor: null });
  });

  it('keeps how a version is looked at from one to the next, and forgets it with the last', async () => {
    const { editor } = await editorOf({ a: keyword });
    editor.dispatch(addField('b'));
    editor.dispatch(version(1));
    editor.dispatch({ type: 'version.changeEditor', payload: { editor: 'json' } });
    editor.dispatch(version(2));
    expect(historyOf(editor)).toEqual({ isOpen: true, version: 2, editor: 'json' });
    editor.dispatch(version(null));
    expect(historyOf(editor)).toEqual({ isOpen: true, version: null, editor: null });
  });

  it('forgets the version when it is closed', async () => {
    const { editor } = await editorOf({ a: keyword });
    editor.dispatch(version(1));
    editor.dispatch({ type: 'panel.close', payload: {} });
    expect(historyOf(editor)).toEqual({ isOpen: false, version: null, editor: null });
  });

  it('refuses a version that is not there', async () => {
    const { editor } = await editorOf({ a: keyword });
    editor.dispatch(version(1));
    expect(editor.dispatch(version(2))).toMatchObject({ code: 'version.unknown' });
    expect(historyOf(editor).version).toBe(1);
  });
});

describe('the active field', () => {
  const fields = { a: keyword, b: keyword, o: { properties: { x: keyword } } };

  it('is the one that is opened, and follows renames', async () => {
    const { editor } = await editorOf(fields);
    editor.dispatch({ type: 'documentField.editField', payload: { field: '/properties/a' } });
    expect(editor.getSession().activeField).toBe('/properties/a');
    editor.dispatch(editField('/properties/a', { name: 'z' }));
    expect(editor.getSession().activeField).toBe('/properties/z');
  });

  it.each([
    ['the next one', '/properties/a', '/properties/b'],
    ['the one before, where there is no next', '/properties/o', '/properties/b'],
    ['the parent of the last one', '/properties/o/properties/x', '/properties/o'],
  ])('goes from a field that is removed to %s', async (_, field, neighbour) => {
    const { editor } = await editorOf(fields);
    editor.dispatch(activate(field));
    editor.dispatch(removeField(field));
    expect(editor.getSession().activeField).toBe(neighbour);
  });

  it.each([
    ['what was above it, where that is there', { o: { properties: {} } }, '/properties/o'],
    ['nothing, where that is gone with it', {}, null],
    ['what was beside that', { p: keyword }, '/properties/p'],
  ])('goes from a field of mappings that are replaced to %s', async (_, properties: JsonObject, neighbour) => {
    const { editor } = await editorOf(fields);
    editor.dispatch(activate('/properties/o/properties/x'));
    editor.dispatch({ type: 'editor.replaceMappings', payload: { mappings: { properties } } });
    expect(editor.getSession().activeField).toBe(neighbour);
  });
});

describe('the view', () => {
  const deep = { a: { properties: { b: { properties: { c: keyword } } } } };

  it('opens as JSON, with the reason, where the mappings are too deep for a tree', async () => {
    const { editor } = await editorOf(deep, { maxDepth: 2 });
    expect(editor.getSession()).toMatchObject({
      documentFields: { editor: 'json' },
      editorError: 'Max depth for Mappings Editor exceeded',
    });
  });

  it('answers why the text can not be left', async () => {
    const { editor } = await editorOf({ a: keyword });
    const to = (kind: 'default' | 'json') =>
      editor.dispatch({ type: 'documentField.changeEditor', payload: { editor: kind } });
    expect(to('json')).toBeUndefined();
    editor.dispatch({ type: 'fieldsJsonEditor.update', payload: { isValid: false, maxNestedDepth: 0 } });
    expect(to('json')).toBeUndefined();
    expect(to('default')).toEqual({ code: 'json.invalid', message: 'JSON is invalid' });
    expect(editor.getSession()).toMatchObject({ documentFields: { editor: 'json' }, editorError: 'JSON is invalid' });
  });
});

describe('what was typed in a form', () => {
  it('is part of the session and its trace, and goes with the form', async () => {
    const { editor, trace } = await editorOf({ a: keyword });
    editor.dispatch({ type: 'documentField.editField', payload: { field: '/properties/a' } });
    editor.dispatch(typed(NAMED));
    expect(typedView(editor.getSession()).fieldForm).toEqual({
      isValid: null,
      isNameEmpty: false,
      content: NAMED,
      typedAt: 1,
    });
    expect((await trace.read(STREAM)).at(-1)?.command).toEqual(typed(NAMED));
    editor.dispatch(editField('/properties/a', { name: 'b' }));
    expect(typedView(editor.getSession()).fieldForm).toBeNull();
  });

  it('stays while somebody else changes the field', async () => {
    const { editor, home } = await editorOf({ a: keyword });
    editor.dispatch({ type: 'documentField.editField', payload: { field: '/properties/a' } });
    editor.dispatch(typed(NAMED));
    const other = await openSession(home, { author: BOB });
    other.dispatch(editField('/properties/a', { set: { index: false } }));
    await other.whenSaved();
    await editor.document.whenSaved();
    expect(typedView(editor.getSession()).fieldForm?.content).toEqual(NAMED);
  });
});

describe('the load dialog', () => {
  it('is opened and closed', async () => {
    const { editor } = await editorOf({ a: keyword });
    editor.dispatch({ type: 'loadDialog.open', payload: {} });
    expect(editor.getSession().isLoadDialogOpen).toBe(true);
    editor.dispatch({ type: 'loadDialog.close', payload: {} });
    expect(editor.getSession().isLoadDialogOpen).toBe(false);
  });
});
