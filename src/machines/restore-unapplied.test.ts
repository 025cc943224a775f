import { beforeEach, describe, expect, it } from 'vitest';
import { addField, editField, NOW, removeField, silent, STREAM, VISIT } from '../../tests/builders/sessions.ts';
import { ADA, BOB, stampSource } from '../fuzz/generate/stamps.ts';
import type { Author } from '#domain/events';
import type { JsonObject, Pointer } from '#domain/json';
import type { TabPresence, UnappliedContent } from '#domain/ports';
import { memoryEventStore, memoryHome, type MemoryHome } from '../infra/memory-event-store.ts';
import { memorySessionTrace } from '../infra/memory-session-trace.ts';
import { memoryUnappliedContent } from '../infra/memory-unapplied-content.ts';
import { openDocument } from './document-session.ts';
import { openEditor, type Editor } from './editor.ts';
import { removeOutdated, reopenForm, restoreInto, takeLeftContent, type LeftContent } from './restore-unapplied.ts';
import type { FormContent } from './forms/registry.ts';
import { shownContent, unappliedIn } from './unapplied-content.ts';
import { editorSource } from './editor-source.ts';
import { keepUnapplied } from './unapplied-keeper.ts';

const [A, B, O, R] = ['/properties/a', '/properties/b', '/properties/o', '/runtime/r'] as const;
const MAPPINGS: JsonObject = {
  properties: { a: { type: 'keyword' }, b: { type: 'keyword' }, o: { properties: { x: { type: 'keyword' } } } },
  runtime: { r: { type: 'long' } },
};
const TEMPLATE: JsonObject = { index_patterns: ['logs-*'], template: { mappings: MAPPINGS } };
const NOTHING = { edits: { set: {}, unset: [] }, opened: [], faults: {} };

const named = (name: string): FormContent => ({ kind: 'field', name, pick: null, entered: NOTHING });
const type = (editor: Editor, content: FormContent) =>
  editor.dispatch({ type: 'fieldForm.update', payload: { content, isValid: null } });
const typeIntoField = (field: Pointer, name: string) => (editor: Editor) => {
  editor.dispatch({ type: 'documentField.editField', payload: { field } });
  type(editor, named(name));
};
const typeIntoNew = (parent: Pointer | null) => (editor: Editor) => {
  editor.dispatch({ type: 'documentField.createField', payload: { parent } });
  type(editor, { kind: 'newField', name: 'n', pick: { main: null, name: '' }, entered: NOTHING });
};
const typeIntoRuntime = (field: Pointer | null) => (editor: Editor) => {
  editor.dispatch({ type: 'editor.changeTab', payload: { tab: 'runtime' } });
  if (field === null) editor.dispatch({ type: 'runtimeFieldsList.createField', payload: {} });
  else editor.dispatch({ type: 'runtimeFieldsList.editField', payload: { field } });
  type(editor, { kind: 'runtimeField', name: 'r', parts: { type: 'date' } });
};
const typeIntoStep =
  (
    form: 'logistics' | 'templateSettings' | 'templateAliases' | 'templateLifecycle',
    step: 'logistics' | 'settings' | 'aliases' | 'lifecycle',
  ) =>
  (editor: Editor) => {
    editor.dispatch({ type: 'editor.changeStep', payload: { step } });
    editor.dispatch({ type: 'stepForm.update', payload: { form, values: { json: '{"a"' } } });
  };

/** Each form with its field, and how a person types in it. */
const FORMS: readonly (readonly [string, Pointer | null, (editor: Editor) => void])[] = [
  ['field', A, typeIntoField(A, 'c')],
  ['newField', null, typeIntoNew(null)],
  ['newField', O, typeIntoNew(O)],
  ['runtimeField', null, typeIntoRuntime(null)],
  ['runtimeField', R, typeIntoRuntime(R)],
  [
    'configuration',
    null,
    (editor) => {
      editor.dispatch({ type: 'editor.changeTab', payload: { tab: 'advanced' } });
      editor.dispatch({ type: 'configuration.update', payload: { edits: { metaField: '{' } } });
    },
  ],
  [
    'templates',
    null,
    (editor) => {
      editor.dispatch({ type: 'editor.changeTab', payload: { tab: 'templates' } });
      editor.dispatch({ type: 'templates.update', payload: { json: '[{' } });
    },
  ],
  [
    'json',
    null,
    (editor) => {
      editor.dispatch({ type: 'documentField.changeEditor', payload: { editor: 'json' } });
      editor.dispatch({ type: 'fieldsJsonEditor.edit', payload: { edits: [{ from: 0, to: 1, insert: '[' }] } });
    },
  ],
];
const STEPS: typeof FORMS = [
  ['logistics', null, typeIntoStep('logistics', 'logistics')],
  ['templateSettings', null, typeIntoStep('templateSettings', 'settings')],
  ['templateAliases', null, typeIntoStep('templateAliases', 'aliases')],
  ['templateLifecycle', null, typeIntoStep('templateLifecycle', 'lifecycle')],
];

let home: MemoryHome;
let unapplied: ReturnType<typeof memoryUnappliedContent>;
let gone: Set<string>;
/** Advances with each record, so that one is older than another. */
let ticks: number;

interface Visit {
  readonly editor: Editor;
  readonly left: LeftContent;
  /** The page is closed, and the tab with it. */
  leave(): Promise<void>;
}

/** A tab that opens the document, takes over what was left and shows it, as a page does. */
async function visit(
  tab: string,
  { author = ADA, isTemplate = false }: { readonly author?: Author; readonly isTemplate?: boolean } = {},
): Promise<Visit> {
  const stamp = stampSource(tab.length);
  const store = memoryEventStore(home);
  const clock = { now: () => NOW };
  const session = await openDocument(
    { store: author === ADA ? store : silent(store), clock, ids: { next: () => `${tab} ${stamp().id}` }, author },
    {
      stream: STREAM,
      startWith: isTemplate ? TEMPLATE : MAPPINGS,
      ...(isTemplate && { mappingsAt: '/template/mappings' }),
    },
  );
  const presence: TabPresence = {
    id: tab,
    findGone: () => Promise.resolve((id) => gone.has(id)),
    leave: () => undefined,
  };
  const left = await takeLeftContent(session, { unapplied, presence, author });
  const editor = openEditor(session, {
    clock,
    ids: { next: () => VISIT },
    trace: memorySessionTrace(),
    ...(isTemplate && { firstStep: 'logistics' }),
  });
  restoreInto(editor, left);
  const keeper = keepUnapplied(editorSource(editor), {
    unapplied,
    tab,
    clock: { now: () => `2026-01-01T00:00:${String(++ticks).padStart(2, '0')}.000Z` },
    after: () => () => undefined,
    onFailure: (error) => {
      throw error;
    },
  });
  await keeper.flush();
  await removeOutdated(left, STREAM, { unapplied, presence });
  if (left.open !== null) reopenForm(editor, left.open);
  return {
    editor,
    left,
    async leave() {
      await keeper.close();
      await session.whenSaved();
      editor.close();
      session.close();
      gone.add(tab);
    },
  };
}

const typedIn = ({ editor }: Visit) =>
  unappliedIn(editor.getSession()).map(({ form, field, values }) => ({ form, field, values }));
const recordOf = (values: object, more: Partial<UnappliedContent> = {}): UnappliedContent => ({
  ...{ stream: STREAM, form: 'field', field: A, tab: 'dead', format: 1, baseVersion: 1, at: NOW },
  ...{ values: values as JsonObject, ...more },
});
const tabsOfRecords = async () => (await unapplied.read(STREAM)).map(({ tab, field }) => [tab, field]);

beforeEach(() => {
  home = memoryHome();
  unapplied = memoryUnappliedContent();
  gone = new Set();
  ticks = 0;
});

describe('what was typed on an earlier visit', () => {
  it.each(FORMS)('is in its form again, which is shown: %s %s', async (form, field, typing) => {
    const first = await visit('one');
    typing(first.editor);
    const typed = typedIn(first);
    expect(typed).toMatchObject([{ form, field }]);
    await first.leave();
    const next = await visit('two');
    expect(typedIn(next)).toEqual(typed);
    expect(shownContent(next.editor.getSession())).toMatchObject({ form, field });
  });

  it.each(STEPS)('is in its step again, which is shown: %s', async (form, field, typing) => {
    const first = await visit('one', { isTemplate: true });
    typing(first.editor);
    const typed = typedIn(first);
    expect(typed).toMatchObject([{ form, values: { json: '{"a"' } }]);
    await first.leave();
    const next = await visit('two', { isTemplate: true });
    expect(typedIn(next)).toEqual(typed);
    expect(shownContent(next.editor.getSession())).toMatchObject({ form, field });
  });

  it('opens the mappings of a template where it was typed in those', async () => {
    const first = await visit('one', { isTemplate: true });
    first.editor.dispatch({ type: 'editor.changeStep', payload: { step: 'mappings' } });
    typeIntoField('/template/mappings/properties/a', 'c')(first.editor);
    await first.leave();
    const next = await visit('two', { isTemplate: true });
    expect(next.editor.getSession()).toMatchObject({
      step: 'mappings',
      fieldToEdit: '/template/mappings/properties/a',
    });
  });

  it('opens the form that was on the screen, among several', async () => {
    const first = await visit('one');
    typeIntoField(A, 'c')(first.editor);
    typeIntoField(B, 'd')(first.editor);
    first.editor.dispatch({ type: 'templates.update', payload: { json: '[{' } });
    await first.leave();
    const next = await visit('two');
    expect(typedIn(next).map(({ form, field }) => [form, field])).toEqual([
      ['field', B],
      ['field', A],
      ['templates', null],
    ]);
    expect(shownContent(next.editor.getSession())).toMatchObject({ form: 'field', field: B });
  });

  it('opens nothing where no form was on the screen', async () => {
    const first = await visit('one');
    typeIntoField(A, 'c')(first.editor);
    first.editor.dispatch({ type: 'documentField.changeStatus', payload: { status: 'idle' } });
    await first.leave();
    const next = await visit('two');
    expect(next.left.open).toBeNull();
    expect(next.editor.getSession()).toMatchObject({ documentFields: { status: 'idle' }, step: null });
    expect(typedIn(next)).toHaveLength(1);
  });

  it('has nothing to restore where nothing was typed', async () => {
    await (await visit('one')).leave();
    const next = await visit('two');
    expect(next.left).toEqual({ contents: [], stranded: [], open: null, outdated: [] });
    expect(next.editor.getSession().formEpoch).toBe(0);
  });

  it('is taken over once, and by the tab that comes first', async () => {
    const first = await visit('one');
    typeIntoField(A, 'c')(first.editor);
    await first.leave();
    const next = await visit('two');
    const third = await visit('three');
    expect(typedIn(next)).toHaveLength(1);
    expect(typedIn(third)).toEqual([]);
    expect(await tabsOfRecords()).toEqual([['two', A]]);
  });

  it('stays with a tab that may be alive', async () => {
    const first = await visit('one');
    typeIntoField(A, 'c')(first.editor);
    const next = await visit('two');
    expect(next.left).toMatchObject({ contents: [], stranded: [] });
    expect(await tabsOfRecords()).toEqual([['one', A]]);
  });

  it('comes back into the form of a field that was renamed meanwhile, and is stored as of that name alone', async () => {
    const first = await visit('one');
    typeIntoField(A, 'c')(first.editor);
    await first.leave();
    gone.delete('one');
    const between = await visit('other', { author: BOB });
    between.editor.dispatch(editField(A, { name: 'z' }));
    await between.leave();
    gone.add('one');
    const next = await visit('three');
    expect(typedIn(next)).toMatchObject([{ form: 'field', field: '/properties/z', values: { name: 'c' } }]);
    expect((await tabsOfRecords()).map(([, field]) => field)).toEqual(['/properties/z']);
  });

  it('can be copied where its field is gone, and stays in the store', async () => {
    const first = await visit('one');
    typeIntoField(A, 'c')(first.editor);
    await first.leave();
    gone.delete('one');
    const between = await visit('other');
    between.editor.dispatch(removeField(A));
    await between.leave();
    gone.add('one');
    const next = await visit('three');
    expect(next.left).toMatchObject({ contents: [], open: null });
    expect(next.editor.getSession().stranded).toMatchObject([
      { form: 'field', field: A, values: { name: 'c' }, reason: 'gone', tab: 'one' },
    ]);
    expect(await tabsOfRecords()).toEqual([['one', A]]);
  });

  it.each<readonly [string, Partial<UnappliedContent>]>([
    ['unknown format', { format: 2 }],
    ['unknown version', { baseVersion: 9 }],
  ])('can be copied where it is of an %s, and stays in the store', async (reason, more) => {
    await unapplied.put(recordOf(named('c'), more));
    gone.add('dead');
    const next = await visit('two');
    expect(next.left).toMatchObject({ contents: [], stranded: [{ reason, tab: 'dead', values: { name: 'c' } }] });
    expect(await tabsOfRecords()).toEqual([['dead', A]]);
  });

  it('is the newer of two tabs in one form, and the older one can be copied', async () => {
    for (const [tab, name] of [
      ['dead', 'older'],
      ['dead too', 'newer'],
    ] as const) {
      await unapplied.put(recordOf(named(name), { tab, at: name === 'older' ? NOW : '2026-01-02T00:00:00.000Z' }));
      gone.add(tab);
    }
    const next = await visit('two');
    expect(next.left).toMatchObject({
      contents: [{ form: 'field', field: A, values: { name: 'newer' } }],
      stranded: [{ form: 'field', field: A, baseVersion: 1, values: { name: 'older' }, reason: 'older', tab: 'dead' }],
    });
    expect(await tabsOfRecords()).toEqual([
      ['dead', A],
      ['two', A],
    ]);
  });

  it('is the newer of two records that have become one form', async () => {
    const first = await visit('one');
    typeIntoField(A, 'older')(first.editor);
    await first.leave();
    gone.delete('one');
    const between = await visit('other');
    between.editor.dispatch(editField(A, { name: 'z' }));
    typeIntoField('/properties/z', 'newer')(between.editor);
    await between.leave();
    gone.add('one');
    const next = await visit('three');
    expect(next.left.contents).toMatchObject([{ field: '/properties/z', values: { name: 'newer' } }]);
  });

  it('is not there again where its command was stored, and the record is removed', async () => {
    const first = await visit('one');
    first.editor.dispatch(editField(A, { name: 'c' }));
    await first.leave();
    const applying = { after: 1, command: 'field.edit', payload: { name: 'c' } };
    await unapplied.put(recordOf(named('c'), { tab: 'one', applying, isOpen: true }));
    const next = await visit('two');
    expect(next.left).toMatchObject({ contents: [], stranded: [], open: null });
    expect(await tabsOfRecords()).toEqual([]);
  });

  it('is there again where only somebody else did the same', async () => {
    const first = await visit('other', { author: BOB });
    first.editor.dispatch(editField(A, { set: { index: false } }));
    await first.leave();
    const applying = { after: 1, command: 'field.edit', payload: { set: { index: false } } };
    await unapplied.put(recordOf(named('c'), { tab: 'other', applying }));
    const next = await visit('two');
    expect(next.left.contents).toMatchObject([{ field: A, values: { name: 'c' } }]);
  });

  it('keeps the record of the old name while nothing stored has taken its place', async () => {
    const first = await visit('one');
    typeIntoField(A, 'c')(first.editor);
    await first.leave();
    const [record] = await unapplied.read(STREAM);
    if (record === undefined) throw new Error('Nothing was stored.');
    const left = { contents: [], stranded: [], open: null, outdated: [{ record, movedTo: '/properties/z' }] };
    const ports = { unapplied, presence: { id: 'one', findGone: () => Promise.reject(new Error()), leave() {} } };
    await removeOutdated(left, STREAM, ports);
    expect(await tabsOfRecords()).toEqual([['one', A]]);
    await unapplied.put({ ...record, field: '/properties/z', tab: 'two' });
    await removeOutdated(left, STREAM, ports);
    expect(await tabsOfRecords()).toEqual([
      ['one', A],
      ['two', '/properties/z'],
    ]);
    await unapplied.put({ ...record, field: '/properties/z', form: 'newField' });
    await removeOutdated(left, STREAM, ports);
    expect(await tabsOfRecords()).toHaveLength(3);
    await unapplied.put({ ...record, field: '/properties/z' });
    await removeOutdated(left, STREAM, ports);
    expect(await tabsOfRecords()).not.toContainEqual(['one', A]);
  });

  it('is on the version after what was done meanwhile', async () => {
    const first = await visit('one');
    typeIntoField(A, 'c')(first.editor);
    first.editor.dispatch(addField('n'));
    await first.leave();
    const next = await visit('two');
    expect(next.left.contents).toMatchObject([{ field: A, baseVersion: 2 }]);
  });
});
