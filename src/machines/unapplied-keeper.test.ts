import { describe, expect, it } from 'vitest';
import {
  addField,
  editField,
  editorOf,
  keyword,
  NOW,
  removeField,
  STREAM,
  UNDO,
} from '../../tests/builders/sessions.ts';
import { ADA } from '../fuzz/generate/stamps.ts';
import type { DocumentCommand } from '#domain/commands';
import { eventsAfter } from '#domain/history';
import { MAX_DEPTH, type JsonObject } from '#domain/json';
import type { UnappliedContent } from '#domain/ports';
import { memoryUnappliedContent } from '../infra/memory-unapplied-content.ts';
import type { Editor } from './editor.ts';
import type { FormContent } from './forms/registry.ts';
import { restorable } from './unapplied-content.ts';
import { editorSource } from './editor-source.ts';
import { keepUnapplied, KEEP_MUCH_WITHIN_MS, KEEP_WITHIN_MS } from './unapplied-keeper.ts';

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
  const keeper = keepUnapplied(editorSource(editor), {
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
        isOpen: true,
        values: named('cde'),
      },
    ]);
  });

  it('is stored less often where it is much', async () => {
    const { editor, waiting, pass } = await kept();
    editor.dispatch({ type: 'templates.update', payload: { json: 'x'.repeat(60_000) } });
    editor.dispatch({ type: 'templates.update', payload: { json: 'x'.repeat(60_001) } });
    expect(waiting.map(({ ms }) => ms)).toEqual([KEEP_MUCH_WITHIN_MS]);
    expect(await pass()).toMatchObject([{ values: { json: 'x'.repeat(60_001) } }]);
  });

  it('is stored at once when the page goes, and nothing is written for the second time', async () => {
    const { editor, keeper, unapplied, waiting } = await kept();
    for (const json of ['', '[']) editor.dispatch({ type: 'templates.update', payload: { json } });
    await keeper.flush();
    expect(waiting).toHaveLength(1);
    expect(await unapplied.read(STREAM)).toMatchObject([{ form: 'templates', field: null, values: { json: '[' } }]);
    await unapplied.remove({ stream: STREAM, form: 'templates', field: null, tab: 'the tab', at: '2027' });
    editor.dispatch({ type: 'search:update', payload: { term: 'x' } });
    await keeper.flush();
    expect(await unapplied.read(STREAM)).toEqual([]);
  });

  it.each<readonly [string, (editor: Editor) => unknown]>([
    ['it is applied', (editor) => editor.dispatch(editField('/properties/a', { name: 'c' }))],
    [
      'it is discarded',
      (editor) => editor.dispatch({ type: 'unapplied.discard', payload: { form: 'field', field: '/properties/a' } }),
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

  it('is removed at once when it is discarded, whatever else waits', async () => {
    const { editor, unapplied, waiting } = await kept();
    editor.dispatch(edit('/properties/a'));
    editor.dispatch(type(named('c')));
    expect(waiting).toHaveLength(1);
    editor.dispatch({ type: 'unapplied.discard', payload: { form: 'field', field: '/properties/a' } });
    expect(await unapplied.read(STREAM)).toEqual([]);
  });

  it('is kept when its form is closed, and when another one opens', async () => {
    const { editor, pass } = await kept();
    editor.dispatch(edit('/properties/a'));
    editor.dispatch(type(named('c')));
    editor.dispatch(edit('/properties/b'));
    editor.dispatch(type(named('d')));
    expect(await pass()).toMatchObject([
      { field: '/properties/a', values: { name: 'c' } },
      { field: '/properties/b', values: { name: 'd' }, isOpen: true },
    ]);
  });

  it('is marked before its command is decided, and removed when the event is stored', async () => {
    const { editor, unapplied, pass } = await kept();
    const puts: UnappliedContent[] = [];
    const { put } = unapplied;
    Object.assign(unapplied, {
      put(content: UnappliedContent) {
        puts.push(content);
        return put(content);
      },
    });
    editor.dispatch(edit('/properties/a'));
    editor.dispatch(type(named('c')));
    const heads: number[] = [];
    editor.document.onEvents(() => heads.push(puts.length));
    editor.dispatch(editField('/properties/a', { name: 'c' }));
    expect(heads).toEqual([2]);
    expect(puts[1]).toMatchObject({
      values: named('c'),
      applying: { after: 1, command: 'field.edit', payload: { name: 'c' } },
    });
    expect(await pass()).toEqual([]);
  });

  it('stays where it was typed while what was there before is being applied', async () => {
    const { editor, pass } = await kept();
    editor.dispatch(edit('/properties/a'));
    editor.dispatch(type(named('c')));
    await pass();
    editor.dispatch(editField('/properties/a', { set: { index: false } }));
    editor.dispatch(edit('/properties/a'));
    editor.dispatch(type(named('d')));
    expect(await pass()).toMatchObject([{ field: '/properties/a', values: named('d') }]);
  });

  it('loses the mark when the command is rejected', async () => {
    const { editor, pass } = await kept();
    editor.dispatch(edit('/properties/a'));
    editor.dispatch(type(named('b')));
    editor.dispatch(editField('/properties/a', { name: 'b' }));
    const [record] = await pass();
    expect(record).toMatchObject({ values: named('b') });
    expect(record).not.toHaveProperty('applying');
  });

  it('is not marked by what the document refuses as no JSON', async () => {
    const { editor, failures, pass } = await kept();
    editor.dispatch(edit('/properties/a'));
    editor.dispatch(type(named('c')));
    let deep: JsonObject = {};
    for (let level = 0; level < MAX_DEPTH; level++) deep = { properties: { x: deep } };
    expect(editor.dispatch(editField('/properties/a', { set: { meta: deep } }))).toHaveProperty('rejected');
    expect(await pass()).toMatchObject([{ values: { name: 'c' } }]);
    expect(failures).toEqual([]);
  });

  it('is on the present version while events are on their way, but for edits of a text, and is kept when the editor is closed', async () => {
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
    values: named('c') as unknown as JsonObject,
  };
  /** Whether the record can be restored after these commands. */
  const after = async (content: UnappliedContent, ...commands: readonly DocumentCommand[]) => {
    const { editor } = await editorOf({ a: keyword, b: keyword });
    for (const command of commands) editor.dispatch(command);
    const { history } = editor.document.getSnapshot().state;
    return restorable(content, (version) => (version > history.version ? null : eventsAfter(history, version)), ADA.id);
  };
  const { form, values, tab } = record;

  it('follows its field', async () => {
    expect(await after(record, editField('/properties/a', { name: 'z' }))).toEqual({
      kind: 'form',
      content: { form, field: '/properties/z', baseVersion: 2, values },
    });
  });

  it('leaves edits of a text to the version whose text they belong to', async () => {
    const edits = { edits: [{ from: 0, to: 1, insert: 'x' }] };
    const text = { ...record, form: 'json' as const, field: null, values: edits };
    expect(await after(text, addField('c'), addField('d'))).toEqual({
      kind: 'form',
      content: { form: 'json', field: null, baseVersion: 1, values: edits },
    });
  });

  it('follows a field that was removed and brought back by undo', async () => {
    expect(await after(record, removeField('/properties/a'), UNDO)).toMatchObject({
      kind: 'form',
      content: { field: '/properties/a' },
    });
  });

  it.each([
    ['gone', record, removeField('/properties/a')],
    ['unknown format', { ...record, format: 2 }, addField('c')],
    ['unknown format', { ...record, values: { name: 7 } }, addField('c')],
    ['unknown version', { ...record, baseVersion: 9 }, addField('c')],
  ] as const)('is a text to copy where it is: %s', async (reason, content, command) => {
    const { field, baseVersion, values: found } = content;
    expect(await after(content, command)).toEqual({
      kind: 'text',
      content: { form, field, baseVersion, values: found, reason, tab },
    });
  });

  it('was applied where the event of its command is in the log, and not where that was lost', async () => {
    const marked = { ...record, applying: { after: 1, command: 'field.edit', payload: { name: 'c' } } };
    expect(await after(marked, editField('/properties/a', { name: 'c' }))).toEqual({ kind: 'applied' });
    expect(await after(marked, editField('/properties/a', { name: 'd' }))).toMatchObject({ kind: 'form' });
    expect(await after(marked)).toMatchObject({ kind: 'form' });
  });
});
