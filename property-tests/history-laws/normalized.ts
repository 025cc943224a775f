import { expect } from 'vitest';
import { valueAt } from '#domain/json';
import { deNormalize, normalize } from '#domain/mapping';
import { isSameJson } from '../../tests/builders/values.ts';
import { isPlainObject, own } from '../../tests/builders/walk.ts';
import { lawsAbout } from '../history-law.ts';

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
