import { evolve } from '#domain/document';
import { searchEntries } from '#domain/mapping';
import { isSameText } from '../generate/values.ts';
import { lawsAbout } from './history-law.ts';
import { expect } from './expect.ts';
import { plainEntry } from './rows.ts';

export const afterLaws = lawsAbout('the state that a command gives', {
  'is the state that its event makes of the one before': () => ({
    onStep({ before, reduced }) {
      if (!('event' in reduced)) return;
      const { event, after } = reduced;
      const evolved = evolve(before, event);
      expect(isSameText(evolved.body, after.body)).toBe(true);
      expect(evolved.mappingsAt).toBe(after.mappingsAt);
      expect(evolved.history).toEqual(after.history);
      expect(after.history.tip?.event).toBe(event);
      expect(searchEntries(evolved.body, evolved.mappingsAt).map(plainEntry)).toEqual(
        searchEntries(after.body, after.mappingsAt).map(plainEntry),
      );
    },
  }),
});
