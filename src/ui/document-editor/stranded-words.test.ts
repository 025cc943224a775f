import { describe, expect, it } from 'vitest';
import { given } from '../../../tests/builders/given.ts';
import type { StrandedContent } from '../../machines/session-commands.ts';
import { strandedText } from './stranded-words.ts';

const { state } = given({ properties: { text: { type: 'text' }, tag: { type: 'keyword' } } });
const linesOf = (content: object) =>
  strandedText(
    { field: null, baseVersion: 0, tab: 'one', reason: 'gone', ...content } as unknown as StrandedContent,
    state,
  ).split('\n');

describe('what was typed and no form takes', () => {
  it('is listed by the labels of a field’s inputs', () => {
    const entered = {
      edits: { set: { ignore_above: 5, since_when: 1 }, unset: ['norms'] },
      opened: ['similarity'],
      faults: { '': { text: '{', message: 'Invalid JSON.' } },
    };
    const values = { kind: 'field', name: 'b', pick: null, entered };
    expect(linesOf({ form: 'field', field: '/properties/tag', values })).toEqual([
      'Name: b',
      'Set length limit: 5',
      'since_when: 1',
      'Use norms: removed',
      'Set similarity: no value yet',
      'Other parameters: { (Invalid JSON.)',
    ]);
  });

  it('has the label of a parameter and its part', () => {
    const faults = { 'index_prefixes/min_chars': { text: 'x', message: 'Enter a number.' } };
    const entered = { edits: { set: {}, unset: [] }, opened: [], faults };
    const values = { kind: 'newField', name: '', pick: { main: 'text', name: 'text' }, entered };
    expect(linesOf({ form: 'newField', values })).toEqual([
      'Type: text',
      'Set index prefixes (min_chars): x (Enter a number.)',
    ]);
  });

  it('is listed by the labels of the steps of a template', () => {
    expect(linesOf({ form: 'logistics', values: { priority: 'x', _meta: '{' } })).toEqual([
      'Priority: x',
      '_meta field: {',
    ]);
    expect(
      linesOf({ form: 'templateSettings', values: { number_of_shards: '0', 'mapping.total_fields.limit': 'y' } }),
    ).toEqual(['Primary shards: 0', 'Field limit: y']);
    expect(linesOf({ form: 'templateAliases', values: { alias: 'a', is_write_index: 'true', json: '{}' } })).toEqual([
      'Name: a',
      'Write index: true',
      'JSON: {}',
    ]);
    expect(linesOf({ form: 'templateLifecycle', values: { data_retention: '7x' } })).toEqual(['Data retention: 7x']);
  });

  it('is listed by the labels of the advanced options', () => {
    const values = {
      dynamicMapping: { enabled: false, dynamic_date_formats: ['yyyy'] },
      _routing: { required: true },
      metaField: '{',
    };
    expect(linesOf({ form: 'configuration', values })).toEqual([
      'Enable dynamic mapping: false',
      'Date formats: ["yyyy"]',
      'Require _routing for CRUD operations: true',
      '_meta field data: {',
    ]);
  });
});
