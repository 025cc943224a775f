import { describe, expect, it } from 'vitest';
import { addField, editField, editorOf, keyword, NOW, removeField, STREAM } from '../../tests/builders/sessions.ts';
import { openLog } from '#domain/log';
import { memoryEventStore } from '../infra/memory-event-store.ts';
import { memoryUnappliedContent } from '../infra/memory-unapplied-content.ts';
import type { Editor } from './editor.ts';
import type { FormContent } from './session-commands.ts';
import { restorable } from './unapplied-content.ts';
import { keepUnapplied, KEEP_WITHIN_MS } from './unapplied-keeper.ts';

const NOTHING = { edits: { set: {}, unset: [] }, opened: [], faults: {} };
const named = (name: string): FormContent => ({ kind: 'field', name, pick: null, entered: NOTHING });
const type = (content: FormContent | null) =>
  ({ type: 'fieldForm.update', payload: { content, isValid: null } }) as const;
const edit = (field: string) => ({ type: 'documentField.editField', payload: { field } }) as const;

async function kept() {
  const { editor } = await editorOf({ a: keyword, b: keyword });
  const unapplied = memoryUnappliedContent();
  const waiting: { ms: number; run: () => void }[] = [];
  const failures: unknown[] = [];
  const keeper = keepUnapplied(editor, {
    unapplied,
    tab: 'the tab',
    clock: { now: () => NOW },
    after(ms, run) {
      const entry = { ms, run };
      waiting.push(entry);
      return () => waiting.splice(waiting.indexOf(entry), 1);
    },
    onFailure: (error) => failures.push(error),
  });
  return {
    editor,
    keeper,
    unapplied,
    waiting,
    failures,
    async pass() {
      for (const { run } of [...waiting]) run();
      await keeper.flush();
      return unapplied.read(STREAM);
    },
  };
}

describe('what is typed and not applied', () => {
  it('is stored at once, and then once for all that is typed within the pause', async () => {
    const { editor, unapplied, waiting, pass } = await kept();
    editor.dispatch(edit('/properties/a'));
    expect(waiting).toEqual([]);
    for (const name of ['c', 'cd', 'cde']) editor.dispatch(type(named(name)));
    expect(waiting.map(({ ms }) => ms)).toEqual([KEEP_WITHIN_MS]);
    expect(await unapplied.read(STREAM)).toMatchObject([{ values: { name: 'c' } }]);
    expect(await pass()).toEqual([
      {
        stream: STREAM,
        form: 'field',
        field: '/properties/a',
        tab: 'the tab',
        format: 1,
        baseVersion: 1,
        at: NOW,
        values: named('cde'),
      },
    ]);
  });

  it('is stored at once when the page goes, and nothing is written for the second time', async () => {
    const { editor, keeper, unapplied, waiting } = await kept();
    for (const json of ['', '[']) editor.dispatch({ type: 'templates.update', payload: { json } });
    await keeper.flush();
    expect(waiting).toHaveLength(1);
    expect(await unapplied.read(STREAM)).toMatchObject([{ form: 'templates', field: null, values: { json: '[' } }]);
    await unapplied.remove({ stream: STREAM, form: 'templates', field: null, tab: 'the tab' });
    editor.dispatch({ type: 'search:update', payload: { term: 'x' } });
    await keeper.flush();
    expect(await unapplied.read(STREAM)).toEqual([]);
  });

  it.each<readonly [string, (editor: Editor) => unknown]>([
    ['it is applied', (editor) => editor.dispatch(editField('/properties/a', { name: 'c' }))],
    [
      'the form is cancelled',
      (editor) => editor.dispatch({ type: 'documentField.changeStatus', payload: { status: 'idle' } }),
    ],
    ['it is taken back', (editor) => editor.dispatch(type(null))],
  ])('is forgotten when %s', async (_, end) => {
    const { editor, pass } = await kept();
    editor.dispatch(edit('/properties/a'));
    editor.dispatch(type(named('c')));
    expect(await pass()).toHaveLength(1);
    end(editor);
    expect(await pass()).toEqual([]);
  });

  it('is on the present version, but for edits of a text, and is kept when the editor is closed', async () => {
    const { editor, keeper, unapplied, pass } = await kept();
    editor.dispatch({ type: 'documentField.createField', payload: { parent: null } });
    editor.dispatch(type({ kind: 'newField', name: 'n', pick: { main: null, name: '' }, entered: NOTHING }));
    editor.dispatch({ type: 'configuration.update', payload: { edits: { metaField: '{' } } });
    editor.dispatch({
      type: 'fieldsJsonEditor.edit',
      payload: { edits: [{ from: 0, to: 1, insert: '' }] },
    });
    await pass();
    editor.dispatch(addField('z'));
    await keeper.close();
    expect((await unapplied.read(STREAM)).map(({ form, baseVersion }) => [form, baseVersion]).sort()).toEqual([
      ['configuration', 2],
      ['json', 1],
    ]);
  });

  it('is tried again with the next change where the store fails', async () => {
    const { editor, unapplied, failures, pass } = await kept();
    const { put } = unapplied;
    Object.assign(unapplied, { put: () => Promise.reject(new Error('The disk is full.')) });
    editor.dispatch({ type: 'templates.update', payload: { json: '[' } });
    await pass();
    expect(failures).toEqual([new Error('The disk is full.')]);
    Object.assign(unapplied, { put });
    editor.dispatch({ type: 'search:update', payload: { term: 'x' } });
    expect(await pass()).toHaveLength(1);
  });
});

describe('a record against the present document', () => {
  const record = {
    stream: STREAM,
    form: 'field' as const,
    field: '/properties/a',
    tab: 'dead',
    format: 1,
    baseVersion: 1,
    at: NOW,
    values: { name: 'c' },
  };
  /** The event that made the document, and one with this patch. */
  const eventsWith = async (command: ReturnType<typeof addField>) => {
    const { editor, home } = await editorOf({ a: keyword, b: keyword });
    editor.dispatch(command);
    await editor.document.whenSaved();
    return openLog(await memoryEventStore(home).read(STREAM)).events;
  };

  it('follows its field', async () => {
    expect(restorable(record, await eventsWith(editField('/properties/a', { name: 'z' })))).toEqual({
      kind: 'form',
      content: { ...record, field: '/properties/z', baseVersion: 2 },
    });
  });

  it.each([
    ['gone', record, removeField('/properties/a')],
    ['unknown format', { ...record, format: 2 }, addField('c')],
    ['unknown version', { ...record, baseVersion: 9 }, addField('c')],
  ] as const)('is a text to copy where it is: %s', async (reason, content, command) => {
    const text = '{\n  "name": "c"\n}';
    expect(restorable(content, await eventsWith(command))).toEqual({ kind: 'text', reason, text });
  });
});
