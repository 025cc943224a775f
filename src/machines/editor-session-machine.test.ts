import { describe, expect, it } from 'vitest';
import { addField, editField, editorOf, keyword, openSession, removeField } from '../../tests/builders/sessions.ts';
import { typedView } from '../../tests/builders/typed-view.ts';
import { BOB } from '../fuzz/generate/stamps.ts';
import type { DocumentCommand } from '#domain/commands';
import type { FieldId } from '#domain/mapping';
import type { Editor } from './editor.ts';

const fields = { a: keyword, o: { properties: { x: keyword } } };
const [A, O, X] = ['/properties/a', '/properties/o', '/properties/o/properties/x'];

const createUnder = (parent: FieldId | null) => ({ type: 'documentField.createField', payload: { parent } }) as const;
const edit = (field: FieldId) => ({ type: 'documentField.editField', payload: { field } }) as const;
const toIdle = { type: 'documentField.changeStatus', payload: { status: 'idle' } } as const;
const fieldForm = (isValid: boolean) => ({ type: 'validity:update', payload: { form: 'field', isValid } }) as const;
const statusOf = (editor: Editor) => editor.getSession().documentFields.status;

/** The same document, opened by another author. */
async function somebodyElse(
  { editor, home }: Awaited<ReturnType<typeof editorOf>>,
  ...commands: readonly DocumentCommand[]
): Promise<void> {
  const other = await openSession(home, { author: BOB });
  for (const command of commands) other.dispatch(command);
  await other.whenSaved();
  await editor.document.whenSaved();
}

describe('when mappings load', () => {
  it('the editor is idle where there are fields', async () => {
    const { editor } = await editorOf(fields);
    expect(editor.getSession()).toMatchObject({
      documentFields: { status: 'idle', isConfirming: false, editor: 'default' },
      runtimeFieldsList: { status: 'idle' },
      creation: null,
      fieldToEdit: null,
    });
  });

  it('the first field is being created where there is none', async () => {
    const { editor } = await editorOf({});
    expect(editor.getSession()).toMatchObject({
      documentFields: { status: 'creatingField', editor: 'default' },
      creation: { parent: null },
    });
    editor.dispatch(toIdle);
    expect(statusOf(editor)).toBe('creatingField');
  });
});

describe('creating a field', () => {
  it('has a place, which is opened', async () => {
    const { editor } = await editorOf(fields);
    editor.dispatch(createUnder(null));
    expect(editor.getSession()).toMatchObject({
      documentFields: { status: 'creatingField' },
      creation: { parent: null },
      expansion: { exceptions: {} },
    });
    editor.dispatch(toIdle);
    expect(editor.getSession()).toMatchObject({ documentFields: { status: 'idle' }, creation: null });
    editor.dispatch(createUnder(O));
    expect(editor.getSession()).toMatchObject({ creation: { parent: O }, expansion: { exceptions: { [O]: true } } });
  });

  it('goes on when a field was added, in a form that is new', async () => {
    const { editor } = await editorOf({});
    editor.dispatch(fieldForm(true));
    editor.dispatch(addField('a'));
    expect(typedView(editor.getSession())).toMatchObject({
      documentFields: { status: 'creatingField' },
      creation: { parent: null },
      fieldForm: null,
    });
    editor.dispatch(toIdle);
    expect(statusOf(editor)).toBe('idle');
  });

  it('opens the parent of a field that was added, for whom it was added', async () => {
    const opened = await editorOf(fields);
    await somebodyElse(opened, addField('theirs', O));
    expect(opened.editor.getSession().expansion.exceptions).toEqual({});
    opened.editor.dispatch(addField('mine', O));
    expect(opened.editor.getSession().expansion.exceptions).toEqual({ [O]: true });
  });

  it('ends when somebody else removes the place', async () => {
    const opened = await editorOf(fields);
    opened.editor.dispatch(createUnder(O));
    await somebodyElse(opened, editField(O, { name: 'p' }));
    expect(opened.editor.getSession()).toMatchObject({
      documentFields: { status: 'creatingField' },
      creation: { parent: '/properties/p' },
    });
    await somebodyElse(opened, removeField('/properties/p'));
    expect(opened.editor.getSession()).toMatchObject({ documentFields: { status: 'idle' }, creation: null });
  });

  it('leaves no room for editing or removing: those are for an idle editor', async () => {
    const { editor } = await editorOf(fields);
    editor.dispatch(createUnder(null));
    editor.dispatch(edit(A));
    editor.dispatch({ type: 'documentField.requestRemove', payload: { field: A } });
    expect(editor.getSession()).toMatchObject({
      documentFields: { status: 'creatingField' },
      fieldToEdit: null,
      fieldToRemove: null,
    });
  });
});

describe('the form of a new field behind that of a runtime field', () => {
  it('is not filled while it is hidden, and keeps what was typed', async () => {
    const { editor } = await editorOf({});
    const content = {
      kind: 'newField',
      name: 'typed',
      pick: { main: 'keyword', name: 'keyword' },
      entered: { edits: { set: {}, unset: [] }, opened: [], faults: {} },
    } as const;
    editor.dispatch({ type: 'fieldForm.update', payload: { content, isValid: true } });
    editor.dispatch({ type: 'editor.changeTab', payload: { tab: 'runtime' } });
    editor.dispatch({ type: 'runtimeFieldsList.createField', payload: {} });
    editor.dispatch({ type: 'unapplied.bringBack', payload: {} });
    expect(typedView(editor.getSession()).fieldForm).toBeNull();
    editor.dispatch({ type: 'fieldForm.update', payload: { content: null, isValid: null } });
    editor.dispatch({ type: 'runtimeFieldsList.closeRuntimeFieldEditor', payload: {} });
    expect(typedView(editor.getSession()).fieldForm).toMatchObject({ content });
  });
});

describe('the form for the first field', () => {
  const removeAll = async () => {
    const { editor } = await editorOf({ a: keyword });
    editor.dispatch({ type: 'field.remove', payload: { field: '/properties/a' } });
    expect(statusOf(editor)).toBe('creatingField');
    return editor;
  };

  it('closes when the fields come back by an undo', async () => {
    const editor = await removeAll();
    editor.dispatch({ type: 'history.undo', payload: {} });
    expect(statusOf(editor)).toBe('idle');
  });

  it('stays open where something is typed in it', async () => {
    const editor = await removeAll();
    const content = {
      kind: 'newField',
      name: 'typed',
      pick: { main: 'keyword', name: 'keyword' },
      entered: { edits: { set: {}, unset: [] }, opened: [], faults: {} },
    } as const;
    editor.dispatch({ type: 'fieldForm.update', payload: { content, isValid: true } });
    editor.dispatch({ type: 'history.undo', payload: {} });
    expect(statusOf(editor)).toBe('creatingField');
    expect(typedView(editor.getSession()).fieldForm).toMatchObject({ content });
  });

  it('stays open for the next one after it has added the first', async () => {
    const editor = await removeAll();
    editor.dispatch({ type: 'field.add', payload: { parent: null, name: 'b', definition: keyword } });
    expect(statusOf(editor)).toBe('creatingField');
  });
});

describe('editing a field', () => {
  it('ends with the edit, or with changeStatus, which forgets the form but not the configuration', async () => {
    const { editor } = await editorOf(fields);
    editor.dispatch(edit(A));
    expect(editor.getSession()).toMatchObject({ documentFields: { status: 'editingField' }, fieldToEdit: A });
    editor.dispatch(createUnder(null));
    expect(statusOf(editor)).toBe('editingField');
    editor.dispatch(editField(A, { name: 'b' }));
    expect(editor.getSession()).toMatchObject({ documentFields: { status: 'idle' }, fieldToEdit: null });
    editor.dispatch(edit('/properties/b'));
    editor.dispatch(fieldForm(false));
    editor.dispatch({ type: 'validity:update', payload: { form: 'configuration', isValid: false } });
    editor.dispatch(toIdle);
    expect(typedView(editor.getSession())).toMatchObject({
      documentFields: { status: 'idle' },
      fieldToEdit: null,
      fieldForm: null,
      configuration: { isValid: false },
    });
  });

  it('follows the field that somebody else renames, and ends when they remove it', async () => {
    const opened = await editorOf(fields);
    opened.editor.dispatch(edit(X));
    await somebodyElse(opened, editField(O, { name: 'p' }), editField(A, { set: { index: false } }));
    expect(opened.editor.getSession()).toMatchObject({
      documentFields: { status: 'editingField' },
      fieldToEdit: '/properties/p/properties/x',
    });
    await somebodyElse(opened, removeField('/properties/p'));
    expect(opened.editor.getSession()).toMatchObject({ documentFields: { status: 'idle' }, fieldToEdit: null });
  });
});

describe('a change of type that takes something along', () => {
  const ask = { type: 'documentField.requestTypeChange', payload: { field: O, set: { type: 'keyword' } } } as const;

  it('waits for a person, who confirms it by the edit itself', async () => {
    const { editor } = await editorOf(fields);
    editor.dispatch(edit(O));
    editor.dispatch(ask);
    expect(editor.getSession()).toMatchObject({
      documentFields: { status: 'editingField', isConfirming: true },
      pendingEdit: { payload: ask.payload },
    });
    expect(editor.document.getSnapshot().state.body).toEqual({ properties: fields });
    editor.dispatch({ type: 'field.edit', payload: ask.payload });
    expect(editor.getSession()).toMatchObject({
      documentFields: { status: 'idle', isConfirming: false },
      pendingEdit: null,
      fieldToEdit: null,
    });
  });

  it('or goes back to the form', async () => {
    const { editor } = await editorOf(fields);
    editor.dispatch(edit(O));
    editor.dispatch(ask);
    editor.dispatch({ type: 'documentField.cancelTypeChange', payload: {} });
    expect(editor.getSession()).toMatchObject({
      documentFields: { status: 'editingField', isConfirming: false },
      pendingEdit: null,
      fieldToEdit: O,
    });
  });

  it('or is given up with the whole edit, by changeStatus or because the field is gone', async () => {
    const opened = await editorOf(fields);
    const { editor } = opened;
    editor.dispatch(edit(O));
    editor.dispatch(ask);
    editor.dispatch(toIdle);
    expect(editor.getSession()).toMatchObject({
      documentFields: { status: 'idle', isConfirming: false },
      pendingEdit: null,
    });
    editor.dispatch(edit(O));
    editor.dispatch(ask);
    await somebodyElse(opened, editField(O, { name: 'p' }));
    expect(editor.getSession().pendingEdit).toEqual({ payload: { field: '/properties/p', set: { type: 'keyword' } } });
    await somebodyElse(opened, removeField('/properties/p'));
    expect(editor.getSession()).toMatchObject({
      documentFields: { status: 'idle', isConfirming: false },
      pendingEdit: null,
    });
  });

  it('is asked about in an open form only', async () => {
    const { editor } = await editorOf(fields);
    editor.dispatch(ask);
    expect(editor.getSession()).toMatchObject({
      documentFields: { status: 'idle', isConfirming: false },
      pendingEdit: null,
    });
  });
});

describe('removing a field', () => {
  it('is asked about first, and can be cancelled', async () => {
    const { editor } = await editorOf(fields);
    editor.dispatch({ type: 'documentField.requestRemove', payload: { field: A } });
    expect(editor.getSession()).toMatchObject({ documentFields: { status: 'idle' }, fieldToRemove: A });
    editor.dispatch({ type: 'documentField.cancelRemove', payload: {} });
    expect(editor.getSession().fieldToRemove).toBeNull();
  });

  it('leads to idle, or to the first field where it was the last one', async () => {
    const { editor } = await editorOf(fields);
    editor.dispatch({ type: 'documentField.requestRemove', payload: { field: A } });
    editor.dispatch(removeField(A));
    expect(editor.getSession()).toMatchObject({ documentFields: { status: 'idle' }, fieldToRemove: null });
    editor.dispatch(removeField(O));
    expect(editor.getSession()).toMatchObject({
      documentFields: { status: 'creatingField' },
      creation: { parent: null },
    });
    editor.dispatch({ type: 'history.undo', payload: {} });
    editor.dispatch(toIdle);
    expect(statusOf(editor)).toBe('idle');
  });

  it('by somebody else closes the question about it', async () => {
    const opened = await editorOf(fields);
    opened.editor.dispatch({ type: 'documentField.requestRemove', payload: { field: A } });
    await somebodyElse(opened, removeField(A));
    expect(opened.editor.getSession().fieldToRemove).toBeNull();
  });
});
