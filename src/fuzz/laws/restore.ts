import { reduce, type Command } from '#domain/commands';
import { clusterMappings, evolve, stepsOf, wantedAt, type DocumentState } from '#domain/document';
import { isClusterAuthor } from '#domain/events';
import { blame, bodyAt } from '#domain/history';
import { deepEqual, valueAt, type JsonObject, type JsonValue } from '#domain/json';
import { BOB, stampSource } from '../generate/stamps.ts';
import { isSameText, objectOf } from '../generate/values.ts';
import { walkFields } from '../generate/walk.ts';
import { lawsAbout } from './history-law.ts';
import { expect } from './expect.ts';

/** The cluster state in a command's payload. */
function toldBy({ payload }: Command): JsonObject | undefined {
  const { mappings, body } = payload as { readonly mappings?: JsonObject; readonly body?: JsonObject };
  return mappings ?? body;
}

/** The expected body after a restore. */
function restorable(state: DocumentState, version: number): JsonValue | undefined {
  const body = bodyAt(state, version);
  const wanted = wantedAt(state);
  return wanted !== null
    ? objectOf([
        [wanted.slice(1), valueAt(body, wanted) ?? {}],
        ['cluster', clusterMappings(state.body)],
      ])
    : body;
}

export const restoreLaws = lawsAbout('history.restore', {
  'gives the body of any version, for a live document except the cluster’s part, by one event that can be undone':
    () => {
      const stamp = stampSource(19);
      return {
        holds({ state }) {
          for (let version = 1; version <= state.history.version; version++) {
            const restored = reduce(state, { type: 'history.restore', payload: { version } }, stamp(BOB));
            if ('unchanged' in restored) {
              expect(deepEqual(state.body, restorable(state, version))).toBe(true);
              continue;
            }
            expect(restored).toHaveProperty('event.type', 'history.restored');
            if (!('event' in restored)) continue;
            const after = evolve(state, restored.event);
            expect(deepEqual(after.body, restorable(state, version))).toBe(true);
            expect(stepsOf(after.history, BOB.id).undo?.node.event.id).toBe(restored.event.id);
            const undone = reduce(after, { type: 'history.undo', payload: {} }, stamp(BOB));
            expect(undone).toHaveProperty('event');
            if ('event' in undone) expect(isSameText(evolve(after, undone.event).body, state.body)).toBe(true);
          }
          const beyond = reduce(
            state,
            { type: 'history.restore', payload: { version: state.history.version + 1 } },
            stamp(),
          );
          expect(beyond).toHaveProperty('rejected.code', 'history.no_such_version');
        },
      };
    },
});

export const liveMappingLaws = lawsAbout('what is live', {
  'has what the cluster told last, whatever is edited, undone and restored': () => {
    let followed = 0;
    let restored = 0;
    return {
      onStep({ before, author, command, reduced, after }) {
        if (before.body === undefined || wantedAt(before) === null) return;
        expect(wantedAt(after)).toBe(wantedAt(before));
        if (isClusterAuthor(author.id)) {
          if ('event' in reduced) followed++;
          expect(deepEqual(clusterMappings(after.body), toldBy(command))).toBe(true);
          return;
        }
        if (command.type === 'history.restore' && 'event' in reduced) restored++;
        expect(clusterMappings(after.body)).toBe(clusterMappings(before.body));
      },
      atEnd(expectMoreThan) {
        expectMoreThan(50, followed);
        expectMoreThan(10, restored);
      },
    };
  },
});

export const blameLaws = lawsAbout('blame', {
  'names every event that changed a field, with the place where the field was then': () => {
    let named = 0;
    return {
      holds({ state }) {
        for (const { id } of walkFields(valueAt(state.body, state.mappingsAt), state.mappingsAt)) {
          let upTo = state.history.version;
          for (const { node, at } of blame(state.history, id)) {
            expect(node.version).toBeLessThanOrEqual(upTo);
            // As the event left it, the field is there.
            expect(valueAt(bodyAt(state, node.version), at) === undefined, `${id} at ${at}`).toBe(false);
            // Between two events that are named, the field stayed where and what it was.
            expect(deepEqual(valueAt(bodyAt(state, upTo), at), valueAt(bodyAt(state, node.version), at))).toBe(true);
            upTo = node.version - 1;
            named++;
          }
        }
      },
      atEnd(expectMoreThan) {
        expectMoreThan(1_000, named);
      },
    };
  },
});
