import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clusterMappings, LIVE_MAPPINGS_AT, liveDocument, type DocumentState } from '#domain/document';
import { isClusterAuthor } from '#domain/events';
import { eventsHeldBy, newestFirst, unsentEvents } from '#domain/history';
import { isObject, valueAt, type JsonObject, type JsonValue } from '#domain/json';
import { planMappingUpdate, validateMappings } from '#domain/mapping';
import { mappings } from '../src/fuzz/generate/definitions.ts';
import { historyScript, live } from '../src/fuzz/generate/histories.ts';
import { UPDATE_TARGETS } from '../src/fuzz/laws/live-update.ts';
import { checkLaw, expectMoreThan } from './law.ts';

/** The mappings of a cluster, edited by people. */
const ofFields = historyScript().filter(({ mappingsAt }) => mappingsAt !== '/none');
const edited = fc.tuple(mappings(), ofFields).map(([found, script]) => {
  const body = liveDocument(objectOf(validateMappings(found).value));
  return live({ ...script, body, mappingsAt: LIVE_MAPPINGS_AT, fromNothing: true }).state;
});

function objectOf(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** Whether the cluster was read again after the first event. */
function hasReading({ history }: DocumentState): boolean {
  return [...newestFirst(history, 1)].some(({ event }) => isClusterAuthor(event.author.id));
}

describe('the events that an update of a mapping is made of', () => {
  it('are held by it where it is not empty, so that a server that compares them knows whose save it is', () => {
    let sent = 0;
    checkLaw('named is held', edited, (state) => {
      for (const target of UPDATE_TARGETS) {
        const cluster = objectOf(clusterMappings(state.body));
        const wanted = objectOf(valueAt(state.body, LIVE_MAPPINGS_AT));
        const { body, needsReindex, additions, updates } = planMappingUpdate(cluster, wanted, target);
        const leftOut = needsReindex.map(({ at }) => `${LIVE_MAPPINGS_AT}${at}`);
        const held = eventsHeldBy(state, unsentEvents(state, { leftOut }), body);
        sent += held.length;
        // What a cluster has lost meanwhile is sent again by nobody's change.
        if (!hasReading(state)) expect(held.length > 0).toBe(additions.length + updates.length > 0);
      }
    });
    expectMoreThan(3_000, sent, 'events that are sent');
  });

  it('are none of them where its body is empty', () => {
    checkLaw('nothing holds nothing', edited, (state) => {
      const all = Array.from(newestFirst(state.history), ({ event }) => event.id);
      expect(eventsHeldBy(state, all, {})).toEqual([]);
    });
  });
});
