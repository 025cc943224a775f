import { describe, expect, it } from 'vitest';
import { evolve } from '#domain/document';
import { searchEntries } from '#domain/mapping';
import { historyScript } from '../tests/builders/histories.ts';
import { isSameJson } from '../tests/builders/values.ts';
import { checkHistories } from './law.ts';

describe('the state that a command comes to', () => {
  it('is the state that its event makes of the one before', () => {
    checkHistories('after is evolve', historyScript(), {
      onStep({ before, reduced }) {
        if (!('event' in reduced)) return;
        const { event, after } = reduced;
        const evolved = evolve(before, event);
        expect(isSameJson(evolved.body, after.body)).toBe(true);
        expect(evolved.mappingsAt).toBe(after.mappingsAt);
        expect(evolved.history).toEqual(after.history);
        expect(after.history.tip?.event).toBe(event);
        expect(searchEntries(evolved.body, evolved.mappingsAt)).toEqual(searchEntries(after.body, after.mappingsAt));
      },
    });
  });
});
