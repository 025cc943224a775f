import type { DocumentState } from '#domain/document';
import { BlameIndex, bodyAt, eventDifference, newestFirst, Scrubber, versionDifference } from '#domain/history';
import { applyPatch, deepEqual, isObject, joinPointer, rebasePointer, valueAt, type Pointer } from '#domain/json';
import { randomFrom } from '../generate/random.ts';
import { walkFields } from '../generate/walk.ts';
import { lawsAbout } from './history-law.ts';
import { expect } from './expect.ts';

export const scrubberLaws = lawsAbout('the scrubber', {
  'gives every version as taking back one event after the other does, in any order, while the log grows': () => {
    const random = randomFrom(29);
    let scrubber: Scrubber | null = null;
    return {
      onStep({ before, after }) {
        if (before.history.version === 0) scrubber = null;
        if (scrubber === null || !scrubber.follow(after)) scrubber = new Scrubber(after);
        expect(scrubber.version).toBe(after.history.version);
        const version = random.below(after.history.version + 1);
        expect(deepEqual(scrubber.bodyAt(version), bodyAt(after, version))).toBe(true);
      },
      holds({ state }) {
        const anew = new Scrubber(state);
        for (let question = 0; question < 8; question++) {
          const version = random.below(state.history.version + 1);
          expect(deepEqual(anew.bodyAt(version), bodyAt(state, version))).toBe(true);
          if (question === 4) expect(anew.prepare(() => false)).toBe(true);
        }
      },
    };
  },
});

export const differenceLaws = lawsAbout('the difference of two versions', {
  'leads from either one to the other': () => {
    const random = randomFrom(31);
    let renames = 0;
    return {
      holds({ state }) {
        const scrubber = new Scrubber(state);
        for (let question = 0; question < 6; question++) {
          const [from, to] = [random.below(state.history.version + 1), random.below(state.history.version + 1)];
          const { before, after, patch } = versionDifference(scrubber, from, to);
          renames += patch.filter(({ op }) => op === 'move').length;
          expect(deepEqual(before, bodyAt(state, from))).toBe(true);
          expect(deepEqual(after, bodyAt(state, to))).toBe(true);
          expect(deepEqual(applyPatch(before, patch).body, after)).toBe(true);
        }
      },
      atEnd(expectMoreThan) {
        expectMoreThan(100, renames);
      },
    };
  },
});

export const eventDifferenceLaws = lawsAbout('the difference that events hold by themselves', {
  'leads from the document before them to the one after them': () => {
    const random = randomFrom(37);
    let told = 0;
    return {
      holds({ state }) {
        const nodes = [...newestFirst(state.history)].reverse();
        for (let question = 0; question < 6; question++) {
          const from = random.below(nodes.length + 1);
          const to = Math.min(nodes.length, from + random.below(12));
          const difference = eventDifference(nodes.slice(from, to).map(({ event }) => event));
          if (difference === null) continue;
          told += difference.patch.length;
          expect(deepEqual(applyPatch(bodyAt(state, from), difference.patch).body, bodyAt(state, to))).toBe(true);
        }
      },
      atEnd(expectMoreThan) {
        expectMoreThan(100, told);
      },
    };
  },
});

interface Setting {
  /** 0 where no event has set the value. */
  readonly version: number;
  /** How many operations have moved the value since then, and the most of one event. */
  readonly moves: number;
  readonly mostAtOnce: number;
}

/** Who set the value at a pointer, by applying every operation from the newest back. */
function setByNaively(state: DocumentState, pointer: Pointer): Setting {
  let current = pointer;
  let moves = 0;
  let mostAtOnce = 0;
  for (const { version, event } of newestFirst(state.history)) {
    // The bodies between the operations of the event, the last one first.
    const bodies = [bodyAt(state, version - 1)];
    const inverses = event.patch.map((operation) => {
      const { body, inverse } = applyPatch(bodies.at(-1), [operation]);
      bodies.push(body);
      return inverse;
    });
    let atOnce = 0;
    for (let index = event.patch.length - 1; index >= 0; index--) {
      const before = rebasePointer(current, inverses[index] ?? []);
      if (before === null || !deepEqual(valueAt(bodies[index], before), valueAt(bodies[index + 1], current)))
        return { version, moves, mostAtOnce };
      if (before !== current) atOnce++;
      current = before;
    }
    moves += atOnce;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
  }
  return { version: 0, moves, mostAtOnce };
}

export const blameIndexLaws = lawsAbout('blame of parameters', {
  'names the event that made each parameter as it is, as looking through all of them does': () => {
    let named = 0;
    let movedTwice = 0;
    let movedTwiceAtOnce = 0;
    let index = new BlameIndex();
    return {
      onStep({ before, after }) {
        if (before.history.version === 0) index = new BlameIndex();
        // Some events at a time, as a log grows.
        if (after.history.version % 3 === 0) index.follow(after.history);
      },
      holds({ state }) {
        expect(index.follow(state.history)).toBe(true);
        for (const { id } of [...walkFields(valueAt(state.body, state.mappingsAt), state.mappingsAt)].slice(0, 12)) {
          const definition = valueAt(state.body, id);
          const { parameters, last } = index.field(id, definition);
          const names = isObject(definition) ? Object.keys(definition) : [];
          expect(parameters.filter(({ isRemoved }) => !isRemoved).map(({ name }) => name)).toEqual(
            names.filter((name) => name !== 'properties' && name !== 'fields'),
          );
          for (const { name, isRemoved, by } of parameters) {
            expect(by?.version ?? 0).toBeLessThanOrEqual(last?.version ?? 0);
            if (isRemoved) continue;
            named++;
            const { version, moves, mostAtOnce } = setByNaively(state, joinPointer(id, name));
            expect([name, by?.version ?? 0]).toEqual([name, version]);
            if (version > 0 && moves > 1) movedTwice++;
            if (version > 0 && mostAtOnce > 1) movedTwiceAtOnce++;
          }
        }
      },
      atEnd(expectMoreThan) {
        expectMoreThan(1_000, named);
        expectMoreThan(100, movedTwice);
        expectMoreThan(40, movedTwiceAtOnce);
      },
    };
  },
});
