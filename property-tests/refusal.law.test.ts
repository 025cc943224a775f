import { describe, expect, it } from 'vitest';
import { reduce } from '#domain/commands';
import { formatJson, type JsonValue } from '#domain/json';
import fc from 'fast-check';
import { historyScript } from '../src/fuzz/generate/histories.ts';
import { stampSource } from '../src/fuzz/generate/stamps.ts';
import { jsonValue } from '../src/fuzz/generate/values.ts';
import { checkLaw } from './law.ts';

describe('a command that cannot be done', () => {
  it('is refused, not thrown, whatever its payload', () => {
    const types = [
      'document.create',
      'field.add',
      'field.edit',
      'field.remove',
      'editor.replaceMappings',
      'configuration.save',
      'templates.save',
      'runtimeField.add',
      'runtimeField.edit',
      'runtimeField.remove',
      'changes.discard',
      'draft.add',
      'draft.rename',
      'draft.setKind',
      'draft.setTarget',
      'draft.remove',
      'documentTest.keep',
      'documentTest.edit',
      'documentTest.remove',
      'lintRule.switchOff',
      'lintRule.switchOn',
      'history.restore',
      'batch',
    ];
    const members = [
      'field',
      'parent',
      'name',
      'definition',
      'set',
      'unset',
      'mappings',
      'templates',
      'version',
      'id',
      'commands',
      'body',
      'draft',
      'test',
      'rule',
      'reason',
    ];
    const payloads = fc.oneof(jsonValue(2), fc.dictionary(fc.constantFrom(...members), jsonValue(2)));
    const cases = fc.tuple(historyScript({ maxLength: 2 }), fc.constantFrom(...types), payloads, fc.boolean());
    checkLaw(
      'any payload',
      cases,
      ([{ body, mappingsAt, fromNothing }, type, payload]) => {
        const state = {
          body: fromNothing ? undefined : body,
          mappingsAt,
          history: { version: 0, tip: null, steps: new Map(), branches: [] },
        };
        const text = formatJson(body);
        const reduced = reduce(state, { type, payload }, stampSource(1)());
        if ('rejected' in reduced) expect(reduced.rejected.detail.message).not.toBe('');
        expect(formatJson(body as JsonValue)).toBe(text);
      },
      { times: 5 },
    );
  });
});
