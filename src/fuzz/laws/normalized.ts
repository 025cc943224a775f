import { valueAt } from '#domain/json';
import { deNormalize, normalize } from '#domain/mapping';
import { isSameJson } from '../generate/values.ts';
import { isPlainObject, own } from '../generate/walk.ts';
import { lawsAbout } from './history-law.ts';
import { expect } from './expect.ts';

export const normalizedLaws = lawsAbout('the normalized set', {
  'gives them back after any history': () => ({
    holds({ state: { body: whole, mappingsAt } }) {
      const inner = valueAt(whole, mappingsAt);
      if (inner === undefined) return;
      expect(
        isSameJson(
          deNormalize(normalize(inner, { mappingsAt })),
          isPlainObject(inner) ? own(inner, 'properties') : undefined,
        ),
      ).toBe(true);
    },
  }),
});
