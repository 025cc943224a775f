import { reduce } from '#domain/commands';
import { evolve, stepsOf, type DocumentState } from '#domain/document';
import type { DocumentEvent } from '#domain/events';
import { bodyAt, eventsAfter, trackPointer } from '#domain/history';
import { deepEqual, rebasePointer, valueAt, type Pointer } from '#domain/json';
import { historyScript, type Step } from '../generate/histories.ts';
import type { IntentKind } from '../generate/intents.ts';
import { AUTHORS, stampSource } from '../generate/stamps.ts';
import { isSameText } from '../generate/values.ts';
import { lawsAbout } from './history-law.ts';
import { expect } from './expect.ts';

const UNDO = { type: 'history.undo', payload: {} } as const;
const REDO = { type: 'history.redo', payload: {} } as const;
const stamp = stampSource(11);

function summariesOf(state: DocumentState, authorId: string) {
  const { undo, redo } = stepsOf(state.history, authorId);
  const list = (first: typeof undo) => {
    const found: string[] = [];
    for (let step = first; step !== null; step = step.below) found.push(step.summary);
    return found;
  };
  return { undo: list(undo), redo: list(redo) };
}

/** Everything that one person does. */
export const aloneScripts = historyScript({ authors: { min: 1, max: 1 } });

export const undoAloneLaws = lawsAbout('undo and redo', {
  'of a person alone: always possible, and to the very text': () => ({
    onStep({ before, author, command, reduced, after }) {
      if (command.type !== 'history.undo' && command.type !== 'history.redo') return;
      const step = stepsOf(before.history, author.id)[command.type === 'history.undo' ? 'undo' : 'redo'];
      if (step === null) {
        expect('rejected' in reduced && reduced.rejected.code).toMatch(/^history\.nothing_to_(un|re)do$/);
        return;
      }
      expect(reduced).toHaveProperty('event.undoes', step.node.event.id);
      expect(isSameText(after.body, bodyAt(before, step.node.version - 1))).toBe(true);
    },
    holds({ state, start, steps }) {
      // All the way back, and all the way forth again.
      let at = state;
      const bodies: DocumentState['body'][] = [];
      while (stepsOf(at.history, 'ada@laptop').undo !== null) {
        bodies.push(at.body);
        at = taken(at, UNDO);
      }
      const first = steps[0]?.command.type === 'document.create' ? steps[0].after.body : start.body;
      expect(isSameText(at.body, first)).toBe(true);
      for (const body of bodies.reverse()) {
        at = taken(at, REDO);
        expect(isSameText(at.body, body)).toBe(true);
      }
    },
  }),
});

export const undoLaws = lawsAbout('undo and redo', {
  'undo then redo is where one was, to the letter, and the stacks are as they were': () => ({
    holds({ state }) {
      for (const author of AUTHORS) {
        const undone = reduce(state, UNDO, stamp(author));
        if (!('event' in undone)) continue;
        const between = evolve(state, undone.event);
        const redone = reduce(between, REDO, stamp(author));
        expect(redone).toHaveProperty('event.undoes', undone.event.id);
        if (!('event' in redone)) continue;
        const after = evolve(between, redone.event);
        expect(isSameText(after.body, state.body)).toBe(true);
        expect(summariesOf(after, author.id)).toEqual(summariesOf(state, author.id));
        for (const other of AUTHORS) {
          if (other !== author) expect(summariesOf(after, other.id)).toEqual(summariesOf(state, other.id));
        }
      }
    },
  }),
});

export const supersededLaws = lawsAbout('undo and redo', {
  'what is superseded says where and by whom, and leaves everything as it was': () => {
    let superseded = 0;
    let undone = 0;
    return {
      onStep({ before, author, reduced, after }) {
        if ('event' in reduced && reduced.event.undoes !== undefined) undone++;
        if (!('rejected' in reduced) || reduced.rejected.code !== 'history.superseded') return;
        superseded++;
        expect(after).toBe(before);
        const { at, by, message } = reduced.rejected.detail;
        expect(at).toBeTypeOf('string');
        expect(by, message).toBeDefined();
        const since = eventsAfter(before.history, 0).find(({ id }) => id === by?.eventId);
        expect(since?.author).toEqual(by?.author);
        expect(
          by?.author.id === author.id && since?.undoes === undefined && isOwnLast(before, author.id, by.eventId),
        ).toBe(false);
      },
      atEnd(expectMoreThan) {
        expectMoreThan(10, superseded);
        expectMoreThan(500, undone);
      },
    };
  },
});

const SHARED_KINDS: readonly IntentKind[] = [
  'addField',
  'renameField',
  'setParameters',
  'changeType',
  'editField',
  'removeField',
  'saveConfiguration',
  'addRuntimeField',
  'editRuntimeField',
  'batch',
  'undo',
  'redo',
];
/** What several people do to the same places, and take back. */
export const sharedScripts = historyScript({ authors: { min: 2, max: 3 }, kinds: SHARED_KINDS });

export const othersKeptLaws = lawsAbout('undo and redo', {
  'never loses what another author did since': () => {
    let written = 0;
    return {
      onStep(step) {
        written += expectOthersKept(step);
      },
      atEnd(expectMoreThan) {
        expectMoreThan(150, written, 'places that others had written');
      },
    };
  },
});

function taken(state: DocumentState, command: typeof UNDO | typeof REDO): DocumentState {
  const reduced = reduce(state, command, stamp());
  expect(reduced).toHaveProperty('event');
  return 'event' in reduced ? evolve(state, reduced.event) : state;
}

/** Whether an event is the author's own last edit, which the author could undo first. */
function isOwnLast({ history }: DocumentState, authorId: string, eventId: string): boolean {
  return stepsOf(history, authorId).undo?.node.event.id === eventId;
}

/**
 * Where a place was before the first of these events, or null where it is new since. What an undo brought back was
 * there before the event that it took back: who removes something and undoes that has written nothing.
 */
function originOf(today: Pointer, since: readonly DocumentEvent[]): Pointer | null {
  let at: Pointer | null = today;
  for (let index = since.length - 1; index >= 0 && at !== null; index--) {
    const event = since[index];
    const before: Pointer | null = rebasePointer(at, event?.inverse ?? []);
    const undone = before === null ? since.findIndex(({ id }) => id === event?.undoes) : -1;
    if (undone === -1) {
      at = before;
      continue;
    }
    at = since
      .slice(undone + 1, index)
      .reduceRight<Pointer | null>(
        (place, { inverse }) => (place === null ? null : rebasePointer(place, inverse ?? [])),
        at,
      );
    index = undone;
  }
  return at;
}

/** Whether none of these events takes the event back, or what does is taken back itself. */
function isInForce({ id }: DocumentEvent, events: readonly DocumentEvent[]): boolean {
  return events.every((other) => other.undoes !== id || !isInForce(other, events));
}

/** Expects that every value that others wrote after the undone event still exists, at its present place. */
function expectOthersKept({ before, author, reduced, after }: Step): number {
  if (!('event' in reduced) || reduced.event.undoes === undefined) return 0;
  const { event } = reduced;
  const target = eventsAfter(before.history, 0).findIndex(({ id }) => id === event.undoes) + 1;
  const bodyLeft = bodyAt(before, target);
  const since = eventsAfter(before.history, target);
  let count = 0;
  since.forEach((other, index) => {
    // Where its author has taken it back, the place has again what was there before it.
    if (other.author.id === author.id || !isInForce(other, since)) return;
    for (const { path, op } of other.patch) {
      if (op !== 'add' && op !== 'replace') continue;
      // Where it is today, and where it was when the event had just happened.
      const position = other.patch.findIndex((operation) => operation.path === path && operation.op === op);
      const settled = rebasePointer(path, other.patch.slice(position + 1));
      const today = settled === null ? null : trackPointer(settled, since.slice(index + 1));
      const value = today === null ? undefined : valueAt(before.body, today);
      if (today === null || value === undefined) continue;
      const origin = originOf(today, since);
      // An undo of one of these events writes nothing: what others changed in the meantime within it is looked at with
      // their own events.
      const isBroughtBack = since.some(({ id }) => id === other.undoes);
      if (origin !== null && (isBroughtBack || deepEqual(valueAt(bodyLeft, origin), value))) continue;
      count++;
      const now = rebasePointer(today, event.patch);
      const context = `${other.summary} at ${today}, then ${event.summary}`;
      expect(now, context).not.toBeNull();
      expect(deepEqual(valueAt(after.body, now ?? ''), value), context).toBe(true);
    }
  });
  return count;
}
