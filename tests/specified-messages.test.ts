import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MESSAGES, parametersOf, typeNames } from '#domain/catalogue';
import { statusLabel } from '#domain/console';
import { importErrorText } from '#domain/mapping';
import { givenFields } from './builders/given.ts';
import { editorOf, keyword } from './builders/sessions.ts';

/**
 * Links and tests of hosts rely on these texts word for word. The messages of parameters are checked value by value in
 * src/domain/catalogue/parameters.test.ts; here are those of rejections, guards, imports and screens.
 */
describe('a specified message', () => {
  const fields = givenFields({ a: { type: 'keyword' }, b: { type: 'ip' } });
  const add = (name: string, definition: object) =>
    fields.when('field.add', { parent: null, name, definition }).detail?.message;

  it.each([
    ['Give a name to the field.', () => add('', { type: 'keyword' })],
    ['There is already a field with this name.', () => add('a', { type: 'keyword' })],
    ['Specify a field type.', () => add('c', { type: '' })],
    [
      'There is already a field with this name.',
      () => fields.when('field.edit', { field: '/properties/a', name: 'b' }).detail?.message,
    ],
  ])('is the reason of a rejection: %s', (message, reason) => expect(reason()).toBe(message));

  it.each([
    ['JSON is invalid', { isValid: false, maxNestedDepth: 0 }],
    ['Max depth for Mappings Editor exceeded', { isValid: true, maxNestedDepth: 20 }],
  ])('is why JSON can’t be shown as a tree: %s', async (message, payload) => {
    const { editor } = await editorOf({ a: keyword });
    editor.dispatch({ type: 'documentField.changeEditor', payload: { editor: 'json' } });
    editor.dispatch({ type: 'fieldsJsonEditor.update', payload });
    const refusal = editor.dispatch({ type: 'documentField.changeEditor', payload: { editor: 'default' } });
    expect(refusal?.message).toBe(message);
  });

  it.each([
    ['The dynamic configuration is invalid.', { code: 'ERR_CONFIG', configName: 'dynamic' }],
    ['The host.ip field is invalid.', { code: 'ERR_FIELD', fieldPath: 'host.ip' }],
    [
      'The index parameter on field host.ip is invalid.',
      { code: 'ERR_PARAMETER', fieldPath: 'host.ip', paramName: 'index' },
    ],
  ] as const)('names what is left out of an import: %s', (message, error) =>
    expect(importErrorText(error)).toBe(message),
  );

  it('labels the status of a row', () => {
    const labels = (
      ['closing', 'opening', 'refreshing', 'flushing', 'merging', 'forcemerging', 'clearing cache'] as const
    )
      .map((status) => statusLabel('open', status))
      .concat(statusLabel('close'));
    expect(labels).toEqual([
      'closing...',
      'opening...',
      'refreshing...',
      'flushing...',
      'merging...',
      'forcing merge...',
      'clearing cache...',
      'closed',
    ]);
  });

  it.each([
    'The type name is required.',
    'Invalid JSON.',
    'Arrays are not allowed.',
    'Cannot override the "type" field.',
    'Null value is required.',
    'Group field name is required.',
    'Values must be a string.',
    'Specify a max input length.',
    'Specify a locale.',
    'The value must be greater or equal to 0.',
    'A scaling factor is required.',
    'The scaling factor must be greater than 0.',
    'Specify the custom analyzer name or choose a built-in analyzer.',
    'Spaces are not allowed.',
    'Normalizer name is required.',
    'Value must be greater than one.',
    'Select a field to point the alias to.',
    'You need to add at least one field before creating an alias.',
    'Property type not recognized',
    'Set a position increment gap value',
    'Positions not enabled.',
    'Character length limit is required.',
    'Specify a dimension.',
    'The _meta field JSON is not valid.',
    'The dynamic templates JSON is not valid.',
  ])('is one of the messages of forms: %s', (message) => expect(Object.values<string>(MESSAGES)).toContain(message));
});

describe('the title of a section', () => {
  const titles = new Set(typeNames().flatMap((type) => parametersOf(type).map(({ title }) => title)));

  it.each([
    'Dynamic property mapping',
    'Searchable',
    'Store field value outside of _source',
    'Use doc values',
    'Set boost level',
    'Analyzers',
    'Set null value',
    'Build global ordinals at index time',
    'Use norms',
    'Set similarity',
    'Alias target',
    'Coerce to number',
    'Coerce to shape',
    'Set format',
    'Ignore malformed data',
    'Copy to group field',
    'Set term vector',
    'Ignore Z value',
    'Set orientation',
    'Fielddata',
    'Split queries on whitespace',
    'Set locale',
    'Searchable properties',
    'Set max shingle size',
    'Relationships',
    'Set metadata',
    'Set length limit',
  ])('is "%s"', (title) => expect(titles).toContain(title));
});

/** By file below src/ui: the texts that it shows, as they stand in its source. */
const SCREENS: Readonly<Record<string, readonly string[]>> = {
  'document-editor/editor-menu.tsx': ['Load JSON'],
  'document-editor/editor-tabs.tsx': ['Mapped fields', 'Runtime fields', 'Dynamic templates', 'Advanced options'],
  'document-editor/editor-view.tsx': [
    'Multiple mapping types detected',
    'The mappings for this template uses multiple types, which are not supported.',
  ],
  'editor/fields/confirm-dialogs.tsx': [
    "Remove ${fieldNoun(address.container)} '${name}'?",
    "Confirm change '${shownName(address?.name ?? '')}' type to '${type}'.",
    'Confirm type change',
  ],
  'editor/fields/create-field-form.tsx': ['Type Parameters JSON', 'Add multi-field', 'Add field', 'Cancel'],
  'editor/fields/edit-flyout.tsx': ["Edit ${fieldNoun(address.container)} '${shortName(shownName(address.name))}'"],
  'editor/fields/fields-pane.tsx': ['Search fields'],
  'editor/fields/import-errors.tsx': ['Hide errors', 'more errors'],
  'editor/fields/load-dialog.tsx': [
    'Load JSON',
    'Mappings object',
    'invalid option(s) detected in mappings object',
    'If you continue loading the object, only valid options will be accepted.',
  ],
  'editor/fields/search-results.tsx': ['No fields match your search', 'Clear search'],
  'editor/fields/type-picker.tsx': ['Select a type', 'Type Name'],
  'editor/mapping-options/templates-pane.tsx': ['Dynamic templates data'],
  'editor/parameters/field-labels.ts': ["'multi-field' : 'field'", 'Fix errors in form before continuing.'],
  'editor/parameters/parameter-sections.tsx': ['Hide advanced settings', 'Show advanced settings'],
  'editor/runtime-fields/runtime-fields-pane.tsx': [
    'Start by creating a runtime field',
    'Create runtime field',
    'Add field',
    "Remove runtime field '${shownName(toRemove.name)}'?",
  ],
  'platform/config.tsx': ['useConfig must be used within a <ConfigProvider />'],
};

describe('the source of a screen', () => {
  const all = Object.entries(SCREENS).flatMap(([file, texts]) => texts.map((text) => [file, text] as const));

  it.each(all)('%s has "%s"', (file, text) => {
    const source = readFileSync(join(import.meta.dirname, '../src/ui', file), 'utf8').replaceAll(/\s+/g, ' ');
    expect(source).toContain(text);
  });
});
