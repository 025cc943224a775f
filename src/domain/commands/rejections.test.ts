import { describe, expect, it } from 'vitest';
import { given, givenFields, type Outcome } from '../../../tests/builders/given.ts';
import { ADA, BOB, CLUSTER } from '../../fuzz/generate/stamps.ts';
import { MAX_DOCUMENT_TESTS, MAX_TEST_LENGTH } from '../documents/limits.ts';
import { MAX_DEPTH, type JsonObject } from '../json/value.ts';
import { batch } from './batch.ts';
import { SINGLE_COMMANDS } from './list.ts';
import { MAX_LINT_RULES } from './lint-rule-list.ts';
import { COMMON_REJECTIONS } from './reducer.ts';

const COMMANDS = [...SINGLE_COMMANDS, batch];
type Definition = (typeof COMMANDS)[number];

/** For each command, each code that it declares, with something that provokes it. */
type Examples = {
  readonly [D in Definition as D['type']]: { readonly [Code in D['rejects'][number]]: () => Outcome };
};

const keyword = { type: 'keyword' };
const fields = givenFields({ a: keyword, b: { type: 'ip' }, text: { type: 'text' }, broken: 'not an object' });
/** A body whose mappings stand under something that is not an object. */
const misplaced = given({ template: [] }, '/template/mappings');
const notMappings = given({ template: { mappings: [] } }, '/template/mappings');
const runtime = given({
  runtime: { r: { type: 'long' }, s: { type: 'long' }, broken: 1 },
  derived: { d: { type: 'long' } },
});
const target = { distribution: 'opensearch', version: '3.1' };
const draft = (name: string) => ({ name, target, mappingsAt: '', kind: 'mappings', createdAt: '2026-01-01' });
const became = { what: 'index', cluster: 'c', name: 'logs', at: '2026-01-02' };
const test = (document: JsonObject) => ({ document, expect: 'accepted' });
const long = test({ a: 'x'.repeat(MAX_TEST_LENGTH) });
const tests = given({ one: test({}) });
const fullList = given(Object.fromEntries(Array.from({ length: MAX_DOCUMENT_TESTS }, (_, at) => [`t${at}`, test({})])));
const allRulesOff = given(Object.fromEntries(Array.from({ length: MAX_LINT_RULES }, (_, at) => [`rule-${at}`, 'x'])));
const template = given({ index_patterns: ['a-*'], template: {}, composed_of: ['a'] }, '/template/mappings');
const legacy = given({ index_patterns: ['a-*'], mappings: {} }, '/mappings');
const drafts = given({ one: draft('One'), two: draft('Two') });
/** Ada has added a field that Bob has changed since. */
const changedSince = givenFields({})
  .after('field.add', { parent: null, name: 'a', definition: keyword }, ADA)
  .after('field.edit', { field: '/properties/a', set: { index: false } }, BOB);
/** Ada has taken back a removal of a field that Bob has changed since. */
const changedSinceUndo = givenFields({ a: keyword })
  .after('field.remove', { field: '/properties/a' }, ADA)
  .after('history.undo', {}, ADA)
  .after('field.edit', { field: '/properties/a', set: { index: false } }, BOB);

const addField = (name: string, definition: object = keyword, parent: string | null = null) =>
  fields.when('field.add', { parent, name, definition });
const editField = (changes: object, field = '/properties/a') => fields.when('field.edit', { field, ...changes });
const editRuntime = (changes: object, field = '/runtime/r') => runtime.when('runtimeField.edit', { field, ...changes });
const addRuntime = (name: string, document = runtime) =>
  document.when('runtimeField.add', { name, definition: { type: 'long' } });

const ORIGIN = { stream: 'draft/a', version: 1, hash: '0'.repeat(64) };

const EXAMPLES: Examples = {
  'document.create': {
    'document.exists': () => fields.when('document.create', { body: {} }),
    'document.not_an_object': () => given(undefined).when('document.create', { body: [] }),
    'cluster.not_read_by_server': () => given(undefined).when('document.create', { body: {}, continues: [ORIGIN] }),
  },
  'field.add': {
    'field.name_required': () => addField(''),
    'field.name_not_allowed': () => addField('a..b'),
    'field.not_found': () => addField('x', keyword, '/properties/nobody'),
    'field.cannot_hold': () => addField('x', keyword, '/properties/broken'),
    'field.type_required': () => addField('x', { type: '' }),
    'field.type_not_allowed_here': () => addField('x', { type: 'nested' }, '/properties/text'),
    'field.name_taken': () => addField('a'),
    'document.unexpected_container': () =>
      misplaced.when('field.add', { parent: null, name: 'x', definition: keyword }),
  },
  'field.edit': {
    'field.not_found': () => editField({ name: 'x' }, '/properties/nobody'),
    'field.no_definition': () => editField({ name: 'x' }, '/properties/broken'),
    'field.children_not_parameters': () => editField({ set: { fields: {} } }),
    'field.name_required': () => editField({ name: '' }),
    'field.name_not_allowed': () => editField({ name: '_id' }),
    'field.name_taken': () => editField({ name: 'b' }),
    'field.type_required': () => editField({ set: { type: '' } }),
    'field.type_not_allowed_here': () =>
      givenFields({ a: { type: 'text', fields: { raw: keyword } } }).when('field.edit', {
        field: '/properties/a/fields/raw',
        set: { type: 'nested' },
      }),
  },
  'field.remove': {
    'field.not_found': () => fields.when('field.remove', { field: '/properties/nobody' }),
  },
  'editor.replaceMappings': {
    'mappings.not_an_object': () => fields.when('editor.replaceMappings', { mappings: [] }),
    'document.unexpected_container': () => misplaced.when('editor.replaceMappings', { mappings: {} }),
  },
  'configuration.save': {
    'configuration.not_configuration': () => fields.when('configuration.save', { set: { properties: {} } }),
    'document.unexpected_container': () => misplaced.when('configuration.save', { set: { dynamic: false } }),
    'mappings.not_an_object': () => notMappings.when('configuration.save', { set: { dynamic: false } }),
  },
  'templates.save': {
    'document.unexpected_container': () => misplaced.when('templates.save', { templates: [{}] }),
  },
  'runtimeField.add': {
    'runtimeField.name_required': () => addRuntime(''),
    'runtimeField.name_not_allowed': () =>
      runtime.when('runtimeField.add', { name: '_id', definition: { type: 'long' }, container: 'derived' }),
    'runtimeField.name_taken': () => addRuntime('r'),
    'document.unexpected_container': () => addRuntime('x', misplaced),
  },
  'runtimeField.edit': {
    'runtimeField.not_found': () => editRuntime({ name: 'x' }, '/runtime/nobody'),
    'runtimeField.no_definition': () => editRuntime({ name: 'x' }, '/runtime/broken'),
    'runtimeField.name_required': () => editRuntime({ name: '' }),
    'runtimeField.name_not_allowed': () => editRuntime({ name: '.a' }, '/derived/d'),
    'runtimeField.name_taken': () => editRuntime({ name: 's' }),
  },
  'runtimeField.remove': {
    'runtimeField.not_found': () => runtime.when('runtimeField.remove', { field: '/runtime/nobody' }),
  },
  'mapping.follow': {
    'mapping.not_live': () => fields.when('mapping.follow', { mappings: {} }, CLUSTER),
    'cluster.not_read_by_server': () => fields.when('mapping.follow', { mappings: {}, action: '01J' }, CLUSTER, 4),
  },
  'template.setLogistics': {
    'template.not_a_template': () => fields.when('template.setLogistics', { set: { version: 1 } }),
    'template.not_logistics': () => template.when('template.setLogistics', { unset: ['composed_of'] }),
  },
  'template.setComponents': {
    'template.not_a_template': () => fields.when('template.setComponents', { components: [] }),
    'template.not_composable': () => legacy.when('template.setComponents', { components: ['a'] }),
    'template.component_twice': () => template.when('template.setComponents', { components: ['a', 'b', 'a'] }),
  },
  'template.setSettings': {
    'template.not_a_template': () => fields.when('template.setSettings', { settings: {} }),
    'document.unexpected_container': () => misplaced.when('template.setSettings', { settings: {} }),
  },
  'template.setAliases': {
    'template.not_a_template': () => fields.when('template.setAliases', { aliases: {} }),
    'document.unexpected_container': () => misplaced.when('template.setAliases', { aliases: {} }),
  },
  'template.setLifecycle': {
    'template.not_a_template': () => fields.when('template.setLifecycle', { lifecycle: {} }),
    'template.not_composable': () => legacy.when('template.setLifecycle', { lifecycle: {} }),
    'document.unexpected_container': () => misplaced.when('template.setLifecycle', { lifecycle: {} }),
  },
  'template.replace': {
    'template.not_a_template': () => fields.when('template.replace', { body: {} }),
    'template.not_an_object': () => template.when('template.replace', { body: [] }),
  },
  'template.follow': {
    'template.not_live': () => template.when('template.follow', { body: {} }, CLUSTER),
    'cluster.not_read_by_server': () => template.when('template.follow', { body: {}, action: '01J' }, CLUSTER, 4),
  },
  'changes.discard': {
    'changes.not_live': () => template.when('changes.discard', {}),
  },
  'draft.add': {
    'draft.exists': () => drafts.when('draft.add', { id: 'one', draft: draft('Three') }),
    'draft.name_taken': () => drafts.when('draft.add', { id: 'three', draft: draft('One') }),
  },
  'draft.rename': {
    'draft.not_found': () => drafts.when('draft.rename', { id: 'nobody', name: 'x' }),
    'draft.name_required': () => drafts.when('draft.rename', { id: 'one', name: ' ' }),
    'draft.name_taken': () => drafts.when('draft.rename', { id: 'one', name: 'Two' }),
  },
  'draft.setTarget': {
    'draft.not_found': () => drafts.when('draft.setTarget', { id: 'nobody', target }),
  },
  'draft.setKind': {
    'draft.not_found': () => drafts.when('draft.setKind', { id: 'nobody', kind: 'mappings' }),
    'draft.kind_unfit': () => drafts.when('draft.setKind', { id: 'one', kind: 'index template' }),
  },
  'draft.link': {
    'draft.not_found': () => drafts.when('draft.link', { id: 'nobody', became }),
  },
  'draft.remove': {
    'draft.not_found': () => drafts.when('draft.remove', { id: 'nobody' }),
  },
  'documentTest.keep': {
    'documentTest.exists': () => tests.when('documentTest.keep', { id: 'one', test: test({}) }),
    'documentTest.too_many': () => fullList.when('documentTest.keep', { id: 'one', test: test({}) }),
    'documentTest.too_large': () => tests.when('documentTest.keep', { id: 'two', test: long }),
  },
  'documentTest.edit': {
    'documentTest.not_found': () => tests.when('documentTest.edit', { id: 'nobody', test: test({}) }),
    'documentTest.too_large': () => tests.when('documentTest.edit', { id: 'one', test: long }),
  },
  'documentTest.remove': {
    'documentTest.not_found': () => tests.when('documentTest.remove', { id: 'nobody' }),
  },
  'lintRule.switchOff': {
    'lintRule.no_reason': () => given({}).when('lintRule.switchOff', { rule: 'date-as-text', reason: ' ' }),
    'lintRule.too_many': () => allRulesOff.when('lintRule.switchOff', { rule: 'date-as-text', reason: 'x' }),
  },
  'lintRule.switchOn': {
    'lintRule.not_off': () => allRulesOff.when('lintRule.switchOn', { rule: 'date-as-text' }),
  },
  'history.undo': {
    'history.nothing_to_undo': () => fields.when('history.undo', {}),
    'history.superseded': () => changedSince.when('history.undo', {}, ADA),
  },
  'history.redo': {
    'history.nothing_to_redo': () => fields.when('history.redo', {}),
    'history.superseded': () => changedSinceUndo.when('history.redo', {}, ADA),
  },
  'history.restore': {
    'history.no_such_version': () => fields.when('history.restore', { version: 1 }),
  },
  batch: {
    'batch.rejected': () => fields.when('batch', { commands: [{ type: 'history.undo', payload: {} }] }),
  },
};

/**
 * What each code says, and where; what names a value names that of the example. Commands that share a code and its
 * sentence are listed together.
 */
const WORDS: readonly (readonly [commands: string, code: string, message: string, at?: string])[] = [
  ['document.create', 'document.exists', 'This document already exists.'],
  ['document.create', 'document.not_an_object', 'A mapping or template must be a JSON object.', ''],
  ['document.create', 'cluster.not_read_by_server', 'Only the server says what a document was made from.'],
  ['field.add', 'field.name_required', 'Give a name to the field.'],
  ['field.edit', 'field.name_required', 'Give a name to the field.', '/properties/a'],
  [
    'field.add field.edit field.remove',
    'field.not_found',
    'Field "/properties/nobody" doesn\'t exist.',
    '/properties/nobody',
  ],
  [
    'field.add',
    'field.cannot_hold',
    'A field of type object can hold neither properties nor multi-fields.',
    '/properties/broken',
  ],
  ['field.add', 'field.type_required', 'Specify a field type.', ''],
  ['field.edit', 'field.type_required', 'Specify a field type.', '/properties/a'],
  ['field.add', 'field.type_not_allowed_here', 'A multi-field cannot be of type nested.', '/properties/text'],
  ['field.edit', 'field.type_not_allowed_here', 'A multi-field cannot be of type nested.', '/properties/a/fields/raw'],
  ['field.add', 'field.name_taken', 'There is already a field with this name.', '/properties/a'],
  ['field.edit', 'field.name_taken', 'There is already a field with this name.', '/properties/b'],
  [
    'field.edit',
    'field.no_definition',
    'The definition of this field is not an object. Edit it as JSON.',
    '/properties/broken',
  ],
  ['field.add', 'field.name_not_allowed', 'A name between dots can’t be empty.'],
  ['field.edit', 'field.name_not_allowed', 'Every document has a field _id already.', '/properties/a'],
  [
    'field.edit',
    'field.children_not_parameters',
    '"fields" is not a parameter. Add or remove its fields instead.',
    '/properties/a/fields',
  ],
  [
    'field.add',
    'document.unexpected_container',
    'The value at "/template/mappings/properties" can\'t hold fields.',
    '/template/mappings/properties',
  ],
  ['editor.replaceMappings', 'mappings.not_an_object', 'Mappings must be a JSON object.', ''],
  ['configuration.save', 'mappings.not_an_object', 'Mappings must be a JSON object.', '/template/mappings'],
  [
    'editor.replaceMappings configuration.save',
    'document.unexpected_container',
    'The value at "/template/mappings" can\'t hold mappings.',
    '/template/mappings',
  ],
  [
    'templates.save',
    'document.unexpected_container',
    'The value at "/template/mappings" can\'t hold mappings.',
    '/template/mappings/dynamic_templates',
  ],
  ['configuration.save', 'configuration.not_configuration', '"properties" is not a configuration key.'],
  ['runtimeField.add', 'runtimeField.name_required', 'Give a name to the field.'],
  ['runtimeField.edit', 'runtimeField.name_required', 'Give a name to the field.', '/runtime/r'],
  ['runtimeField.add', 'runtimeField.name_not_allowed', 'Every document has a field _id already.'],
  ['runtimeField.edit', 'runtimeField.name_not_allowed', 'A name between dots can’t be empty.', '/derived/d'],
  ['runtimeField.add', 'runtimeField.name_taken', 'There is already a field with this name.', '/runtime/r'],
  ['runtimeField.edit', 'runtimeField.name_taken', 'There is already a field with this name.', '/runtime/s'],
  [
    'runtimeField.add',
    'document.unexpected_container',
    'The value at "/template/mappings/runtime" can\'t hold runtime fields.',
    '/template/mappings/runtime',
  ],
  [
    'runtimeField.edit runtimeField.remove',
    'runtimeField.not_found',
    'Runtime field "/runtime/nobody" doesn\'t exist.',
    '/runtime/nobody',
  ],
  [
    'runtimeField.edit',
    'runtimeField.no_definition',
    'The definition of this runtime field is not an object.',
    '/runtime/broken',
  ],
  ['mapping.follow', 'mapping.not_live', 'This is not the mapping of a live index.', '/cluster'],
  ['template.follow', 'template.not_live', 'This is not a template of a cluster.', '/cluster'],
  [
    'mapping.follow template.follow',
    'cluster.not_read_by_server',
    'Only the server says which action it has read the cluster after.',
  ],
  [
    'changes.discard',
    'changes.not_live',
    'This is not the mapping of a live index or a template of a cluster.',
    '/cluster',
  ],
  [
    'template.setLogistics template.setComponents template.setSettings template.setAliases template.setLifecycle template.replace',
    'template.not_a_template',
    'This document is not a template.',
  ],
  ['template.setLogistics', 'template.not_logistics', '"composed_of" has its own step.', '/composed_of'],
  ['template.setComponents', 'template.not_composable', 'A legacy template has no component templates.'],
  ['template.setLifecycle', 'template.not_composable', 'A legacy template has no lifecycle.'],
  [
    'template.setComponents',
    'template.component_twice',
    'Component template "a" is in the list already.',
    '/composed_of',
  ],
  [
    'template.setSettings',
    'document.unexpected_container',
    'The value at "/template/settings" can\'t hold settings.',
    '/template/settings',
  ],
  [
    'template.setAliases',
    'document.unexpected_container',
    'The value at "/template/aliases" can\'t hold aliases.',
    '/template/aliases',
  ],
  [
    'template.setLifecycle',
    'document.unexpected_container',
    'The value at "/template/lifecycle" can\'t hold lifecycle.',
    '/template/lifecycle',
  ],
  ['template.replace', 'template.not_an_object', 'A template must be a JSON object.', ''],
  ['draft.add', 'draft.exists', 'Draft "one" already exists.', '/one'],
  ['draft.add', 'draft.name_taken', 'There is already a draft with this name.', '/three'],
  ['draft.rename', 'draft.name_taken', 'There is already a draft with this name.', '/one/name'],
  ['draft.rename', 'draft.name_required', 'Give a name to the draft.', '/one/name'],
  [
    'draft.rename draft.setTarget draft.setKind draft.link draft.remove',
    'draft.not_found',
    'Draft "nobody" doesn\'t exist.',
    '/nobody',
  ],
  [
    'draft.setKind',
    'draft.kind_unfit',
    'The body of draft "One" is not that of a draft of kind "index template".',
    '/one/kind',
  ],
  ['documentTest.keep', 'documentTest.exists', 'This document test already exists.', '/one'],
  ['documentTest.keep', 'documentTest.too_many', 'At most 100 document tests are kept. Remove one first.', '/one'],
  [
    'documentTest.keep',
    'documentTest.too_large',
    'The test has 131,113 characters as JSON. At most 131,072 are kept: shorten the document.',
    '/two',
  ],
  [
    'documentTest.edit',
    'documentTest.too_large',
    'The test has 131,113 characters as JSON. At most 131,072 are kept: shorten the document.',
    '/one',
  ],
  [
    'documentTest.edit documentTest.remove',
    'documentTest.not_found',
    'This document test doesn’t exist any more.',
    '/nobody',
  ],
  [
    'lintRule.switchOff',
    'lintRule.no_reason',
    'A rule is switched off for a reason. Enter the reason.',
    '/date-as-text',
  ],
  ['lintRule.switchOff', 'lintRule.too_many', 'At most 100 rules can be switched off.', '/date-as-text'],
  ['lintRule.switchOn', 'lintRule.not_off', 'The rule date-as-text isn’t switched off.', '/date-as-text'],
  ['history.undo', 'history.nothing_to_undo', 'Nothing to undo.'],
  ['history.redo', 'history.nothing_to_redo', 'Nothing to redo.'],
  [
    'history.undo',
    'history.superseded',
    'Cannot undo "Add a (keyword)": Bob has changed it since (Edit a: index).',
    '/properties/a',
  ],
  [
    'history.redo',
    'history.superseded',
    'Cannot redo "Remove a": Bob has changed it since (Edit a: index).',
    '/properties/a',
  ],
  ['history.restore', 'history.no_such_version', "Version 1 doesn't exist. The latest version is 0."],
  ['batch', 'batch.rejected', '"history.undo" cannot be part of a batch.'],
];

/** The sentence and the place of a command's code. */
function wordsOf(type: string, code: string): { readonly message: string; readonly at?: string } {
  const found = WORDS.filter(([commands, of]) => of === code && commands.split(' ').includes(type));
  const [only] = found;
  if (only === undefined || found.length > 1) throw new Error(`${type} has ${found.length} sentences for ${code}`);
  const [, , message, at] = only;
  return { message, ...(at !== undefined && { at }) };
}

function nested(levels: number): object {
  let inner: object = keyword;
  for (let level = 0; level < levels; level += 2) inner = { type: 'object', properties: { x: inner } };
  return inner;
}

/** Codes that `reduce` gives before and after a command decides. */
const COMMON = {
  'command.invalid': [() => fields.when('field.remove', { field: 1 }), "The command's payload must be string"],
  'command.not_of_cluster': [
    () => fields.when('field.remove', { field: '/properties/a' }, CLUSTER),
    'A cluster can only be the author of data that was read from it.',
  ],
  'command.of_cluster': [
    () => given({ mappings: {}, cluster: {} }, '/mappings').when('mapping.follow', { mappings: { dynamic: false } }),
    'Only a cluster can be the author of data that was read from it.',
  ],
  'document.not_started': [
    () => given(undefined).when('field.remove', { field: '/properties/a' }),
    'This document has no content yet.',
  ],
  'document.too_deep': [
    () => fields.when('field.add', { parent: null, name: 'deep', definition: nested(MAX_DEPTH) }),
    'The document would be nested deeper than 500 levels.',
  ],
} as const;

describe.each(COMMANDS)('$type', ({ type, rejects }) => {
  const examples: Readonly<Record<string, () => Outcome>> = EXAMPLES[type];

  it('has an example of each code that it declares, and of no other', () => {
    expect(Object.keys(examples).sort()).toEqual([...rejects].sort());
    expect(new Set(rejects).size).toBe(rejects.length);
  });

  it.each(Object.entries(examples))('rejects with %s, in words, and changes nothing', (code, provoke) => {
    const outcome = provoke();
    expect(outcome.rejected).toBe(code);
    const { message, at } = outcome.detail ?? {};
    expect({ message, ...(at !== undefined && { at }) }).toEqual(wordsOf(type, code));
    expect(outcome.event).toBeUndefined();
  });
});

it.each(Object.entries(COMMON))('any command is rejected with %s, which none of them declares', (code, example) => {
  const [provoke, message] = example;
  const { rejected, detail } = provoke();
  expect([rejected, detail?.message]).toEqual([code, message]);
  expect(COMMANDS.flatMap(({ rejects }): readonly string[] => rejects)).not.toContain(code);
});

it('every code of any command is in the table', () => {
  expect(Object.keys(COMMON).sort()).toEqual([...COMMON_REJECTIONS].sort());
});

it('every command is in the table', () => {
  expect(Object.keys(EXAMPLES).sort()).toEqual(COMMANDS.map(({ type }) => type).sort());
});

it('one command starts a document, and what looks back at the log is in no batch', () => {
  expect(COMMANDS.filter(({ startsDocument }) => startsDocument === true).map(({ type }) => type)).toEqual([
    'document.create',
  ]);
  expect(COMMANDS.filter(({ isBatchable }) => !isBatchable).map(({ type }) => type)).toEqual([
    'document.create',
    'history.undo',
    'history.redo',
    'history.restore',
    'batch',
  ]);
});
