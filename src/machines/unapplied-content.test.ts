import { describe, expect, it } from 'vitest';
import { editorOf, keyword } from '../../tests/builders/sessions.ts';
import type { Command } from '#domain/commands';
import type { Pointer } from '#domain/json';
import type { Editor } from './editor.ts';
import type { FormContent } from './forms/registry.ts';
import type { SessionCommand } from './session-commands.ts';
import { appliesForm, payloadApart, shownContent, unappliedIn } from './unapplied-content.ts';

const [A, O, R] = ['/properties/a', '/properties/o', '/runtime/r'] as const;
const NOTHING = { edits: { set: {}, unset: [] }, opened: [], faults: {} };

/** Each form, with the fields that it may be about. */
const FORMS: readonly (readonly [string, Pointer | null])[] = [
  ['field', A],
  ['field', O],
  ['newField', null],
  ['newField', O],
  ['runtimeField', null],
  ['runtimeField', R],
  ['configuration', null],
  ['templates', null],
  ['json', null],
  ['settings', null],
  ['logistics', null],
  ['templateSettings', null],
  ['templateAliases', null],
  ['templateLifecycle', null],
];

describe('a command', () => {
  it.each<readonly [string, Command['payload'], (typeof FORMS)[number] | null]>([
    ['field.edit', { field: A, name: 'b' }, ['field', A]],
    ['field.edit', { field: '/properties/other' }, null],
    ['field.add', { parent: null, name: 'b' }, ['newField', null]],
    ['field.add', { parent: O, name: 'b' }, ['newField', O]],
    ['field.add', { parent: A, name: 'b' }, null],
    ['field.remove', { field: A }, null],
    ['runtimeField.add', { name: 'r' }, ['runtimeField', null]],
    ['runtimeField.edit', { field: R }, ['runtimeField', R]],
    ['runtimeField.remove', { field: R }, null],
    ['configuration.save', {}, ['configuration', null]],
    ['templates.save', {}, ['templates', null]],
    ['editor.replaceMappings', { mappings: {} }, ['json', null]],
    ['template.setLogistics', {}, ['logistics', null]],
    ['template.setSettings', {}, ['templateSettings', null]],
    ['template.setAliases', {}, ['templateAliases', null]],
    ['template.setLifecycle', {}, ['templateLifecycle', null]],
    ['changes.discard', {}, null],
    ['history.undo', {}, null],
  ])('applies what is typed in its own form alone: %s %j', (type, payload, applied) => {
    const found = FORMS.filter(([form, field]) => appliesForm({ type, payload }, { form, field }));
    expect(found).toEqual(applied === null ? [] : [applied]);
  });

  it('is told from others of its type by what it does, wherever its field is', () => {
    const payload = { field: A, parent: null, name: 'b', set: { index: false } };
    expect(payloadApart({ type: 'field.edit', payload })).toEqual({ name: 'b', set: { index: false } });
    expect(payloadApart({ type: 'editor.replaceMappings', payload: { mappings: { properties: {} } } })).toEqual({});
  });
});

describe('what is on the screen', () => {
  const MAPPINGS = { a: keyword, o: { properties: { x: keyword } } };
  const content = (typed: FormContent): SessionCommand => ({
    type: 'fieldForm.update',
    payload: { content: typed, isValid: null },
  });
  const tab = (name: 'fields' | 'runtime' | 'templates' | 'advanced'): SessionCommand => ({
    type: 'editor.changeTab',
    payload: { tab: name },
  });
  const view = (editor: 'default' | 'json'): SessionCommand => ({
    type: 'documentField.changeEditor',
    payload: { editor },
  });
  const give = (editor: Editor, commands: readonly SessionCommand[]) => {
    for (const command of commands) editor.dispatch(command);
  };
  const editA: readonly SessionCommand[] = [
    { type: 'documentField.editField', payload: { field: A } },
    content({ kind: 'field', name: 'b', pick: null, entered: NOTHING }),
  ];
  const createUnder = (name: string, entered: typeof NOTHING | object = NOTHING): readonly SessionCommand[] => [
    { type: 'documentField.createField', payload: { parent: O } },
    content({ kind: 'newField', name, pick: { main: null, name: '' }, entered: { ...NOTHING, ...entered } }),
  ];
  const createRuntime: readonly SessionCommand[] = [
    tab('runtime'),
    { type: 'runtimeFieldsList.createField', payload: {} },
    content({ kind: 'runtimeField', name: 'r', parts: { type: 'long' } }),
  ];
  const options: SessionCommand = { type: 'configuration.update', payload: { edits: { metaField: '{}' } } };
  const templates: SessionCommand = { type: 'templates.update', payload: { json: '[]' } };
  const text: SessionCommand = {
    type: 'fieldsJsonEditor.edit',
    payload: { edits: [{ from: 0, to: 0, insert: ' ' }] },
  };

  it.each<readonly [string, readonly SessionCommand[], (typeof FORMS)[number] | null]>([
    ['nothing, where nothing is typed', [], null],
    ['the form of a field', editA, ['field', A]],
    ['the form of a new field', createUnder('n'), ['newField', O]],
    ['nothing of a new field without a name', createUnder(''), null],
    ['what is set in a new field without a name', createUnder('', { opened: ['index'] }), ['newField', O]],
    ['the form of a runtime field', createRuntime, ['runtimeField', null]],
    ['the options', [tab('advanced'), options], ['configuration', null]],
    ['the options on their tab alone', [tab('advanced'), options, tab('fields')], null],
    ['the options as they are in the document', [tab('advanced')], null],
    ['the dynamic templates', [tab('templates'), templates], ['templates', null]],
    ['the dynamic templates on their tab alone', [tab('templates'), templates, tab('advanced')], null],
    ['the dynamic templates as they are in the document', [tab('templates')], null],
    ['the text', [view('json'), text], ['json', null]],
    ['the text on its tab alone', [view('json'), text, tab('runtime')], null],
    ['the text as it is in the document', [view('json')], null],
    ['the text in its view alone', [view('json'), text, view('default')], null],
    ['the text before the form of a field that it covers', [...editA, view('json'), text], ['json', null]],
    ['not the form of a new field on another tab', [...createUnder('n'), tab('runtime')], null],
  ])('is %s', async (_, commands, shown) => {
    const { editor } = await editorOf(MAPPINGS);
    give(editor, commands);
    const found = shownContent(editor.getSession());
    expect(found === null ? null : [found.form, found.field]).toEqual(shown);
    const open = unappliedIn(editor.getSession()).filter(({ isOpen }) => isOpen);
    expect(open.map(({ form, field }) => [form, field])).toEqual(shown === null ? [] : [shown]);
  });

  it('was typed in at the version that the document had then', async () => {
    const { editor } = await editorOf(MAPPINGS);
    editor.dispatch({ type: 'field.add', payload: { parent: null, name: 'n', definition: keyword } });
    give(editor, [tab('templates'), templates]);
    editor.dispatch({ type: 'field.add', payload: { parent: null, name: 'm', definition: keyword } });
    expect(shownContent(editor.getSession())).toEqual({ form: 'templates', field: null, typedAt: 2 });
  });
});
