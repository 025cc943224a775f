import { describe, expect, it } from 'vitest';
import { editField, editorOf, keyword, openSession, removeField, UNDO } from '../../tests/builders/sessions.ts';
import { typedView } from '../../tests/builders/typed-view.ts';
import { BOB } from '../fuzz/generate/stamps.ts';
import type { DocumentCommand } from '#domain/commands';
import type { MemoryHome } from '../infra/memory-event-store.ts';
import type { Editor } from './editor.ts';
import { STEP_FORMS, type FormContent } from './forms/registry.ts';
import type { SessionCommand, SessionPayload } from './session-commands.ts';
import { isSessionValid } from './session-state.ts';
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
  expect(typedView(editor.getSession()).fieldForm?.content ?? null).toBeNull();
  expect(keptIn(editor)).toEqual(['field /properties/a c']);
  bringBack(editor);
  expect(keptIn(editor)).toEqual(['field /properties/a c', 'field /properties/b d']);
});

it('discards what is kept of a closed form alone, and brings it back', async () => {
  const editor = await twoForms();
  discard(editor, { form: 'field', field: '/properties/a' });
  expect(keptIn(editor)).toEqual(['field /properties/b d']);
  expect(typedView(editor.getSession()).fieldForm?.content).toEqual(named('d'));
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

it.each<readonly [SessionCommand, SessionPayload<'unapplied.discard'>['form'], boolean]>([
  [{ type: 'configuration.update', payload: { edits: { metaField: '{' } } }, 'configuration', false],
  [{ type: 'configuration.update', payload: { edits: { metaField: '{}' } } }, 'configuration', true],
  [
    {
      type: 'configuration.update',
      payload: { edits: { dynamicMapping: { enabled: true }, inherited: { dynamic: 'strict' } } },
    },
    'configuration',
    true,
  ],
  [{ type: 'templates.update', payload: { json: '[{' } }, 'templates', false],
  [{ type: 'templates.update', payload: { json: '[]' } }, 'templates', true],
  [{ type: 'fieldsJsonEditor.edit', payload: { edits: [{ from: 0, to: 1, insert: '' }] } }, 'json', true],
  ...STEP_FORMS.map((form) => {
    const typed = { type: 'stepForm.update', payload: { form, values: { json: '{' } } } as const;
    return [typed, form, true] as const;
  }),
])('discards what %j has typed, as if nothing had been, and brings it back as it was', async (typed, form, isValid) => {
  const { editor } = await editorOf({ a: keyword });
  const before = unappliedIn(editor.getSession());
  discard(editor, { form, field: null });
  expect(editor.getSession().discarded).toBeNull();
  editor.dispatch(typed);
  const whole = unappliedIn(editor.getSession());
  expect(whole).toMatchObject([{ form }]);
  expect(isSessionValid(editor.getSession())).toBe(isValid);
  discard(editor, { form, field: null });
  expect(unappliedIn(editor.getSession())).toEqual(before);
  expect(isSessionValid(editor.getSession())).toBe(true);
  bringBack(editor);
  expect(unappliedIn(editor.getSession())).toEqual(whole);
  expect(isSessionValid(editor.getSession())).toBe(isValid);
});

/** Another tab changes the document. */
async function somebodyElse(editor: Editor, home: MemoryHome, ...commands: readonly DocumentCommand[]): Promise<void> {
  const other = await openSession(home, { author: BOB });
  for (const command of commands) other.dispatch(command);
  await other.whenSaved();
  await editor.document.whenSaved();
  other.close();
}

describe('where somebody else changes the fields', () => {
  const [A, B, O] = ['/properties/a', '/properties/b', '/properties/o'] as const;
  /** In a: open; in b: kept; a new field at the root and one in o: kept. */
  async function fourForms() {
    const { editor, home } = await editorOf({ a: keyword, b: keyword, o: { properties: { x: keyword } } });
    for (const [parent, name] of [
      [null, 'm'],
      [O, 'n'],
    ] as const) {
      editor.dispatch({ type: 'documentField.createField', payload: { parent } });
      typeInto(editor, anew(name));
      editor.dispatch({ type: 'documentField.changeStatus', payload: { status: 'idle' } });
    }
    edit(editor, B);
    typeInto(editor, named('d'));
    edit(editor, A);
    typeInto(editor, named('c'));
    return { editor, home };
  }
  const strandedIn = (editor: Editor) =>
    editor.getSession().stranded.map(({ form, field, reason, values }) => [form, field, reason, values['name']]);

  it('goes along with fields that are renamed', async () => {
    const { editor, home } = await fourForms();
    await somebodyElse(editor, home, ...[A, B, O].map((field) => editField(field, { name: `${field.at(-1) ?? ''}2` })));
    expect(keptIn(editor)).toEqual([
      'field /properties/a2 c',
      'field /properties/b2 d',
      'newField - m',
      'newField /properties/o2 n',
    ]);
    expect(strandedIn(editor)).toEqual([]);
    expect(typedView(editor.getSession())).toMatchObject({
      fieldToEdit: '/properties/a2',
      fieldForm: { content: named('c') },
    });
  });

  it('can be copied where the field of the open form is gone, and all else stays in its form', async () => {
    const { editor, home } = await fourForms();
    await somebodyElse(editor, home, removeField(A));
    expect(strandedIn(editor)).toEqual([['field', A, 'gone', 'c']]);
    expect(typedView(editor.getSession())).toMatchObject({ fieldForm: null, documentFields: { status: 'idle' } });
    expect(typedView(editor.getSession()).keptForms.map(({ form, field }) => [form, field])).toEqual([
      ['newField', null],
      ['newField', O],
      ['field', B],
    ]);
  });

  it('can be copied where the field of a closed form is gone, and all else stays in its form', async () => {
    const { editor, home } = await fourForms();
    await somebodyElse(editor, home, removeField(B), removeField(O));
    expect(strandedIn(editor).sort()).toEqual([
      ['field', B, 'gone', 'd'],
      ['newField', O, 'gone', 'n'],
    ]);
    expect(typedView(editor.getSession())).toMatchObject({ fieldToEdit: A, fieldForm: { content: named('c') } });
    expect(typedView(editor.getSession()).keptForms.map(({ form, field }) => [form, field])).toEqual([
      ['newField', null],
    ]);
  });

  it('is brought back, once discarded, under the name that the field has by then', async () => {
    const { editor, home } = await fourForms();
    discard(editor, { form: 'field', field: B });
    await somebodyElse(editor, home, editField(B, { name: 'b2' }));
    bringBack(editor);
    expect(keptIn(editor)).toContain('field /properties/b2 d');
  });

  it.each<readonly [string, SessionPayload<'unapplied.discard'>, DocumentCommand, boolean]>([
    ['not, where its field is gone', { form: 'field', field: B }, removeField(B), false],
    ['where another field is gone', { form: 'field', field: B }, removeField(O), true],
    ['where it is about no field', { form: 'newField', field: null }, removeField(O), true],
  ])('is brought back, once discarded, %s', async (_, payload, command, isBroughtBack) => {
    const { editor, home } = await fourForms();
    discard(editor, payload);
    await somebodyElse(editor, home, command);
    expect(editor.getSession().discarded !== null).toBe(isBroughtBack);
    bringBack(editor);
    const name = payload.form === 'field' ? 'd' : 'm';
    expect(keptIn(editor).some((kept) => kept.endsWith(name))).toBe(isBroughtBack);
  });

  it('is brought back after an undo of one’s own, and not after anything else that one did', async () => {
    const { editor } = await fourForms();
    editor.dispatch(editField(O, { name: 'p' }));
    discard(editor, { form: 'field', field: B });
    editor.dispatch(UNDO);
    expect(editor.getSession().discarded).not.toBeNull();
    editor.dispatch(editField(O, { name: 'q' }));
    expect(editor.getSession().discarded).toBeNull();
  });
});
