import { isObject, valueAt, type JsonObject, type JsonValue } from '#domain/json';
import { mergeUpdate, planMappingUpdate, validateMappings } from '#domain/mapping';
import { expect } from './expect.ts';

export const UPDATE_TARGETS = [
  { distribution: 'elasticsearch', version: '9.5.3' },
  { distribution: 'opensearch', version: '3.4.0' },
] as const;

export function objectAt(body: JsonValue | undefined, at: string): JsonObject {
  const value = valueAt(body, at);
  return isObject(value) ? value : {};
}

/** What an engine could hold of mappings: no engine has a container that is no object. */
function possible(mappingsObject: JsonObject): JsonObject {
  return objectAt(validateMappings(mappingsObject).value, '');
}

/** What a plan sends makes all that can be made of what was wanted, and nothing else. */
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
