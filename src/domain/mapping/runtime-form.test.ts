import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json/value.ts';
import { readRuntimeForm, runtimeFormErrors, withRuntimeEdits, type RuntimeFieldEdits } from './runtime-form.ts';

const FULL = {
  type: 'date',
  script: { source: 'emit(1)', lang: 'painless', params: { a: 1 } },
  format: 'yyyy',
  on_script_error: 'fail',
  meta: { unit: 'ms' },
};

describe('the form of a runtime field', () => {
  it('shows what the definition says, and nothing where it says nothing', () => {
    expect(readRuntimeForm(FULL)).toEqual({
      type: 'date',
      source: 'emit(1)',
      lang: 'painless',
      params: '{\n  "a": 1\n}',
      format: 'yyyy',
      onScriptError: 'fail',
      others: '{\n  "meta": {\n    "unit": "ms"\n  }\n}',
    });
    expect(readRuntimeForm({})).toEqual({
      type: '',
      source: '',
      lang: '',
      params: '',
      format: '',
      onScriptError: '',
      others: '',
    });
    expect(readRuntimeForm({ script: 'emit(2)' }).source).toBe('emit(2)');
  });

  it.each<readonly [string, JsonObject, RuntimeFieldEdits, JsonObject]>([
    ['a type', { script: 'emit(1)' }, { type: 'ip' }, { script: 'emit(1)', type: 'ip' }],
    [
      'the source of a short script, which stays short',
      { type: 'ip', script: 'emit(1)' },
      { source: 'emit(2)' },
      { type: 'ip', script: 'emit(2)' },
    ],
    [
      'a language, which makes it long',
      { script: 'emit(1)' },
      { lang: 'painless' },
      { script: { source: 'emit(1)', lang: 'painless' } },
    ],
    [
      'the source, keeping the rest of the script',
      { script: { id: 'x', source: 'emit(1)' } },
      { source: 'emit(2)' },
      { script: { id: 'x', source: 'emit(2)' } },
    ],
    ['no source', { type: 'ip', script: { source: 'emit(1)' } }, { source: '' }, { type: 'ip' }],
    [
      'params',
      { script: { source: 's' } },
      { params: '{"__proto__":1}' },
      { script: { source: 's', params: JSON.parse('{"__proto__":1}') as JsonObject } },
    ],
    ['no params', FULL, { params: '' }, { ...FULL, script: { source: 'emit(1)', lang: 'painless' } }],
    [
      'other members, and none of its own',
      FULL,
      { others: '{"fields":{"a":{"type":"ip"}},"type":"ip"}' },
      { type: 'date', script: FULL.script, format: 'yyyy', on_script_error: 'fail', fields: { a: { type: 'ip' } } },
    ],
    [
      'no other members',
      FULL,
      { others: '' },
      { type: 'date', script: FULL.script, format: 'yyyy', on_script_error: 'fail' },
    ],
    [
      'no format',
      FULL,
      { format: '', onScriptError: 'continue' },
      { type: 'date', script: FULL.script, on_script_error: 'continue', meta: { unit: 'ms' } },
    ],
  ])('writes %s', (_, definition, edits, after) => {
    expect(withRuntimeEdits(definition, edits)).toEqual(after);
  });

  it('names what is no JSON object', () => {
    expect(runtimeFormErrors({ params: '[]', others: '{' })).toEqual({
      params: 'Enter a JSON object.',
      others: 'Enter a JSON object.',
    });
    expect(runtimeFormErrors({ params: '', others: '{}' })).toEqual({});
    for (const name of ['type', 'script', 'format', 'on_script_error'])
      expect(runtimeFormErrors({ others: JSON.stringify({ meta: {}, [name]: 'x' }) })).toEqual({
        others: `"${name}" has its own input in this form.`,
      });
  });

  it('changes nothing where everything is as it is shown, whatever the definition holds', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.oneof(fc.constantFrom('type', 'script', 'format', 'on_script_error'), fc.string()),
          fc.jsonValue(),
        ),
        (definition) => {
          expect(withRuntimeEdits(definition as JsonObject, readRuntimeForm(definition as JsonObject))).toEqual(
            definition,
          );
        },
      ),
    );
  });
});
