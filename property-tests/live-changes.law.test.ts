import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deepEqual, mergeThreeWay, valueAt } from '#domain/json';
import { planMappingUpdate } from '#domain/mapping';
import { mappings } from '../src/fuzz/generate/definitions.ts';
import { jsonValue } from '../src/fuzz/generate/values.ts';
import { checkLaw } from './law.ts';
import { leavesNothingToSend, UPDATE_TARGETS } from '../src/fuzz/laws/live-update.ts';

describe('the plan of an update', () => {
  it('is empty for mappings that did not change', () => {
    checkLaw('no change, nothing sent', mappings(), (same) => {
      for (const target of UPDATE_TARGETS)
        expect(planMappingUpdate(same, same, target)).toEqual({
          body: {},
          additions: [],
          updates: [],
          needsReindex: [],
        });
    });
  });

  it('does so between mappings that have nothing to do with each other', () => {
    checkLaw('an update between strangers', fc.tuple(mappings(), mappings()), ([before, after]) =>
      leavesNothingToSend(before, after),
    );
  });
});

describe('a three-way merge', () => {
  it('takes the one side where the other did nothing', () => {
    checkLaw('one side only', fc.tuple(jsonValue(), jsonValue()), ([base, other]) => {
      expect(deepEqual(mergeThreeWay(base, base, other).value, other)).toBe(true);
      expect(deepEqual(mergeThreeWay(base, other, base).value, other)).toBe(true);
    });
  });

  it('keeps mine, and names it, wherever both changed', () => {
    checkLaw('mine is kept', fc.tuple(mappings(), mappings(), mappings()), ([base, mine, theirs]) => {
      const { value, kept } = mergeThreeWay(base, mine, theirs);
      for (const at of kept) expect(deepEqual(valueAt(value, at), valueAt(mine, at))).toBe(true);
      expect(mergeThreeWay(base, value, theirs).value).toEqual(value);
    });
  });
});
