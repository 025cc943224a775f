import { describe, expect, it } from 'vitest';
import { editorOf, keyword } from '../../tests/builders/sessions.ts';
import type { SessionCommand } from './session-commands.ts';
import { isSessionValid, type Validity } from './session-state.ts';

const form = (
  name: 'configuration' | 'templates' | 'field',
  isValid: Validity,
  isNameEmpty?: boolean,
): SessionCommand => ({
  type: 'validity:update',
  payload: { form: name, isValid, ...(isNameEmpty !== undefined && { isNameEmpty }) },
});
const create: SessionCommand = { type: 'documentField.createField', payload: { parent: null } };
const edit: SessionCommand = { type: 'documentField.editField', payload: { field: '/properties/a' } };
const idle: SessionCommand = { type: 'documentField.changeStatus', payload: { status: 'idle' } };
const toJson: SessionCommand = { type: 'documentField.changeEditor', payload: { editor: 'json' } };
const json = (isValid: boolean): SessionCommand => ({
  type: 'fieldsJsonEditor.update',
  payload: { isValid, maxNestedDepth: 0 },
});

describe('overall validity', () => {
  it.each<readonly [string, Validity, readonly SessionCommand[]]>([
    ['nothing is open', true, []],
    ['the configuration is invalid', false, [form('configuration', false)]],
    ['the configuration is valid again', true, [form('configuration', false), form('configuration', true)]],
    ['the configuration was changed, but not tried', null, [form('configuration', null)]],
    ['the dynamic templates are invalid', false, [form('templates', false)]],
    ['a form that is open is invalid', false, [edit, form('field', false)]],
    ['a form that is open is valid', true, [edit, form('field', true)]],
    ['a form that is open was not tried', null, [edit, form('field', null)]],
    ['one form is invalid and another was not tried', false, [form('templates', null), edit, form('field', false)]],
    ['a form was invalid when it was closed', true, [edit, form('field', false), idle]],
    [
      'a form was invalid when it was closed, and so is the configuration',
      false,
      [form('configuration', false), edit, form('field', false), idle],
    ],
    ['a field without a name is being created', true, [create, form('field', false, true)]],
    ['a field with a name is being created, but not well', false, [create, form('field', false, false)]],
    ['a field that is edited has lost its name', false, [edit, form('field', false, true)]],
    ['the JSON is invalid', false, [toJson, json(false)]],
    ['the JSON is valid', true, [toJson, json(false), json(true)]],
    ['the JSON is valid, but not the configuration', false, [toJson, json(true), form('configuration', false)]],
  ])('while %s is %s', async (_, isValid, commands) => {
    const { editor } = await editorOf({ a: keyword });
    for (const command of commands) editor.dispatch(command);
    expect(isSessionValid(editor.getSession())).toBe(isValid);
  });
});
