import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deepEqual, isObject, mergeThreeWay, valueAt, type JsonObject, type JsonValue } from '#domain/json';
import { mergeUpdate, planMappingUpdate, validateMappings } from '#domain/mapping';
import { mappings } from '../tests/builders/definitions.ts';
import { historyScript, live } from '../tests/builders/histories.ts';
import { jsonValue } from '../tests/builders/values.ts';
import { checkLaw } from './law.ts';

const TARGETS = [
  { distribution: 'elasticsearch', version: '9.5.3' },
  { distribution: 'opensearch', version: '3.4.0' },
] as const;

function objectAt(body: JsonValue | undefined, at: string): JsonObject {
  const value = valueAt(body, at);
  return isObject(value) ? value : {};
}

/** What an engine could hold of mappings: no engine has a container that is no object. */
function possible(mappingsObject: JsonObject): JsonObject {
  return objectAt(validateMappings(mappingsObject).value, '');
}

/** What a plan sends makes all that can be made of what was wanted, and nothing else. */
function leavesNothingToSend(given: JsonObject, wanted: JsonObject): void {
  const [before, after] = [possible(given), possible(wanted)];
  for (const target of TARGETS) {
    const plan = planMappingUpdate(before, after, target);
    const merged = mergeUpdate(before, plan.body);
    const again = planMappingUpdate(merged, after, target);
    expect(again.body).toEqual({});
    expect([...again.additions, ...again.updates]).toEqual([]);
    // What was left out is still wanted, in the same places.
    expect(new Set(again.needsReindex.map(({ at }) => at))).toEqual(new Set(plan.needsReindex.map(({ at }) => at)));
    if (plan.additions.length + plan.updates.length === 0) expect(merged).toEqual(before);
  }
}

describe('the plan of an update', () => {
  it('is empty for mappings that did not change', () => {
    checkLaw('no change, nothing sent', mappings(), (same) => {
      for (const target of TARGETS)
        expect(planMappingUpdate(same, same, target)).toEqual({
          body: {},
          additions: [],
          updates: [],
          needsReindex: [],
          unknown: [],
        });
    });
  });

  it('leads to what was wanted, but for what it names', () => {
    checkLaw('an update leads to what was wanted', historyScript(), (script) => {
      const { start, state } = live(script);
      leavesNothingToSend(
        objectAt(start.body ?? script.body, state.mappingsAt),
        objectAt(state.body, state.mappingsAt),
      );
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
