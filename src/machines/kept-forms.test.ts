import { expect, it } from 'vitest';
import { editorOf, keyword } from '../../tests/builders/sessions.ts';
import type { Editor } from './editor.ts';
import type { FormContent, SessionPayload } from './session-commands.ts';
import { unappliedIn } from './unapplied-content.ts';

const NOTHING = { edits: { set: {}, unset: [] }, opened: [], faults: {} };
const named = (name: string): FormContent => ({ kind: 'field', name, pick: null, entered: NOTHING });
const anew = (name: string): FormContent => ({
  kind: 'newField',
  name,
  pick: { main: null, name: '' },
  entered: NOTHING,
});

const typeInto = (editor: Editor, content: FormContent) =>
  editor.dispatch({ type: 'fieldForm.update', payload: { content, isValid: null } });
const edit = (editor: Editor, field: string) =>
  editor.dispatch({ type: 'documentField.editField', payload: { field } });
const discard = (editor: Editor, payload: SessionPayload<'unapplied.discard'>) =>
  editor.dispatch({ type: 'unapplied.discard', payload });
const bringBack = (editor: Editor) => editor.dispatch({ type: 'unapplied.bringBack', payload: {} });
const keptIn = (editor: Editor) =>
  unappliedIn(editor.getSession())
    .map(({ form, field, values }) => `${form} ${field ?? '-'} ${String(values['name'])}`)
    .sort();

async function twoForms(): Promise<Editor> {
  const { editor } = await editorOf({ a: keyword, b: keyword });
  edit(editor, '/properties/a');
  typeInto(editor, named('c'));
  edit(editor, '/properties/b');
  typeInto(editor, named('d'));
  return editor;
}

it('discards what is typed in the open form alone, and brings it back', async () => {
  const editor = await twoForms();
  discard(editor, { form: 'field', field: '/properties/b' });
  expect(editor.getSession().fieldForm?.content ?? null).toBeNull();
  expect(keptIn(editor)).toEqual(['field /properties/a c']);
  bringBack(editor);
  expect(keptIn(editor)).toEqual(['field /properties/a c', 'field /properties/b d']);
});

it('discards what is kept of a closed form alone, and brings it back', async () => {
  const editor = await twoForms();
  discard(editor, { form: 'field', field: '/properties/a' });
  expect(keptIn(editor)).toEqual(['field /properties/b d']);
  expect(editor.getSession().fieldForm?.content).toEqual(named('d'));
  bringBack(editor);
  expect(keptIn(editor)).toEqual(['field /properties/a c', 'field /properties/b d']);
});

it('discards one of several closed forms while none is typed in', async () => {
  const { editor } = await editorOf({ a: keyword, b: keyword, c: keyword });
  for (const name of ['a', 'b']) {
    edit(editor, `/properties/${name}`);
    typeInto(editor, named(`${name}2`));
  }
  edit(editor, '/properties/c');
  discard(editor, { form: 'field', field: '/properties/c' });
  expect(editor.getSession().discarded).toBeNull();
  expect(keptIn(editor)).toEqual(['field /properties/a a2', 'field /properties/b b2']);
  discard(editor, { form: 'field', field: '/properties/a' });
  expect(keptIn(editor)).toEqual(['field /properties/b b2']);
  discard(editor, { form: 'logistics', field: null });
  expect(editor.getSession().discarded?.content.field).toBe('/properties/a');
});

it('discards nothing where nothing was typed, and forgets what was discarded before', async () => {
  const editor = await twoForms();
  discard(editor, { form: 'newField', field: null });
  bringBack(editor);
  expect(keptIn(editor)).toEqual(['field /properties/a c', 'field /properties/b d']);
  expect(editor.getSession().discarded).toBeNull();
});

it.each([null, '/properties/o'])(
  'discards and brings back a new field under %s, once it is worth keeping',
  async (parent) => {
    const { editor } = await editorOf({ o: { properties: {} } });
    editor.dispatch({ type: 'documentField.createField', payload: { parent } });
    typeInto(editor, anew(''));
    discard(editor, { form: 'newField', field: parent });
    expect(editor.getSession().discarded).toBeNull();
    typeInto(editor, anew('n'));
    expect(keptIn(editor)).toEqual([`newField ${parent ?? '-'} n`]);
    discard(editor, { form: 'newField', field: parent });
    expect(keptIn(editor)).toEqual([]);
    bringBack(editor);
    expect(keptIn(editor)).toEqual([`newField ${parent ?? '-'} n`]);
  },
);

it('discards and brings back a new runtime field', async () => {
  const { editor } = await editorOf({ a: keyword });
  editor.dispatch({ type: 'editor.changeTab', payload: { tab: 'runtime' } });
  editor.dispatch({ type: 'runtimeFieldsList.createField', payload: {} });
  typeInto(editor, { kind: 'runtimeField', name: 'r', parts: { type: 'long' } });
  expect(keptIn(editor)).toEqual(['runtimeField - r']);
  discard(editor, { form: 'runtimeField', field: null });
  expect(keptIn(editor)).toEqual([]);
  bringBack(editor);
  expect(keptIn(editor)).toEqual(['runtimeField - r']);
});
