import { isObject, valueAt, type JsonObject, type JsonValue } from '#domain/json';
import { mergeUpdate, planMappingUpdate, validateMappings } from '#domain/mapping';
import { lawsAbout } from './history-law.ts';
import { expect } from './expect.ts';

export const liveUpdateLaws = lawsAbout('the plan of an update', {
  'gives what was wanted, but for what it names': () => ({
    holds({ start, state }, script) {
      leavesNothingToSend(
        objectAt(start.body ?? script.body, state.mappingsAt),
        objectAt(state.body, state.mappingsAt),
      );
    },
  }),
});

export const UPDATE_TARGETS = [
  { distribution: 'elasticsearch', version: '9.5.3' },
  { distribution: 'opensearch', version: '3.4.0' },
] as const;

function objectAt(body: JsonValue | undefined, at: string): JsonObject {
  const value = valueAt(body, at);
  return isObject(value) ? value : {};
}

/** The part of mappings that an engine could have: each container is an object. */
function possible(mappingsObject: JsonObject): JsonObject {
  return objectAt(validateMappings(mappingsObject).value, '');
}

/** An update plan makes all possible changes, and no others. */
export function leavesNothingToSend(given: JsonObject, wanted: JsonObject): void {
  const [before, after] = [possible(given), possible(wanted)];
  for (const target of UPDATE_TARGETS) {
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
