import { describe, expect, it } from 'vitest';
import { reduce } from '#domain/commands';
import { formatJson, type JsonValue } from '#domain/json';
import fc from 'fast-check';
import { historyScript, type HistoryScript } from '../tests/builders/histories.ts';
import { stampSource } from '../tests/builders/stamps.ts';
import { jsonValue } from '../tests/builders/values.ts';
import { checkHistories, checkLaw } from './law.ts';

/** A third of what is wanted is about a place that happens to be there, whatever it is. */
function withStrays(script: HistoryScript): HistoryScript {
  return {
    ...script,
    wants: script.wants.map((want) => ('parts' in want && want.pick % 3 === 0 ? { ...want, kind: 'stray' } : want)),
  };
}

describe('a command that cannot be done', () => {
  it('is refused with a code and words, and leaves the state as it was', () => {
    const codes = new Map<string, number>();
    checkHistories('refusals', historyScript().map(withStrays), {
      onStep({ before, author, command, reduced, after }) {
        if ('event' in reduced) return;
        expect(after).toBe(before);
        // Asked again it says the same: nothing was kept of the first time.
        expect(reduce(before, command, stampSource(29)(author))).toEqual(reduced);
        if (!('rejected' in reduced)) return;
        const { code, detail } = reduced.rejected;
        codes.set(code, (codes.get(code) ?? 0) + 1);
        expect(code).toMatch(/^[a-zA-Z]+\.[a-z_]+$/);
        expect(detail.message.length).toBeGreaterThan(10);
      },
    });
    expect(codes.size).toBeGreaterThan(8);
  });

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
      'draft.add',
      'draft.rename',
      'draft.setTarget',
      'draft.remove',
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
        const text = formatJson(body as JsonValue);
        const reduced = reduce(state, { type, payload }, stampSource(1)());
        if ('rejected' in reduced) expect(reduced.rejected.detail.message).not.toBe('');
        expect(formatJson(body as JsonValue)).toBe(text);
      },
      { runs: 5_000 },
    );
  });
});
