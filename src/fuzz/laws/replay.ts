import { openState, replay, stepsOf, type DocumentState } from '#domain/document';
import type { DocumentEvent } from '#domain/events';
import { bodyAt } from '#domain/history';
import { asJson, deepEqual, formatJson } from '#domain/json';
import { formatLog, openLog, parseLog } from '#domain/log';
import { sealAll } from '../generate/histories.ts';
import { AUTHORS } from '../generate/stamps.ts';
import { freshCopy, isSameText } from '../generate/values.ts';
import { PATCH_LIBRARIES, replayWith } from '../patch-libraries.ts';
import { lawsAbout } from './history-law.ts';
import { expect } from './expect.ts';

/** The events as somebody finds them who opens the exported file. */
function reopened(events: readonly DocumentEvent[]): readonly DocumentEvent[] {
  return openLog(parseLog(formatLog(sealAll(events)))).events;
}

function steps({ history }: DocumentState) {
  return AUTHORS.map(({ id }) => {
    const { undo, redo } = stepsOf(history, id);
    const list = (first: typeof undo) => {
      const found: string[] = [];
      for (let step = first; step !== null; step = step.below)
        found.push(`${step.node.version} ${step.node.event.id} ${step.summary}`);
      return found;
    };
    return { undo: list(undo), redo: list(redo) };
  });
}

function expectSameState(actual: DocumentState, expected: DocumentState): void {
  expect(isSameText(actual.body, expected.body)).toBe(true);
  expect(steps(actual)).toEqual(steps(expected));
  expect(actual.history.branches).toEqual(expected.history.branches);
  expect(actual.history.version).toBe(expected.history.version);
}

export const replayLaws = lawsAbout('the log', {
  'replays to the body of the state': () => ({
    holds({ start, events, state }) {
      expect(isSameText(replay(start.body, events), state.body)).toBe(true);
      expect(isSameText(replay(start.body, reopened(events)), state.body)).toBe(true);
    },
  }),

  'replays to every version between, and from every one of them on': () => ({
    holds({ start, events, state }) {
      for (let version = 0; version <= events.length; version++) {
        const body = bodyAt(state, version);
        expect(isSameText(body, replay(start.body, events.slice(0, version)))).toBe(true);
        expect(isSameText(replay(body, events.slice(version)), state.body)).toBe(true);
      }
    },
  }),

  'is not changed by being replayed': () => ({
    holds({ start, events, state }) {
      const texts = events.map((event) => formatJson(asJson(event)));
      const first = freshCopy(replay(start.body, events));
      openState(start, events.map(withoutInverse));
      for (let version = 0; version <= events.length; version++) bodyAt(state, version);
      expect(isSameText(replay(start.body, events), first)).toBe(true);
      expect(events.map((event) => formatJson(asJson(event)))).toEqual(texts);
    },
  }),

  'opens to the state that was folded step by step': () => ({
    holds(history) {
      expectSameState(openState(history.start, history.events), history.state);
      const read = reopened(history.events);
      expectSameState(openState(history.start, read), history.state);
      // Inverses that were too long to store are worked out again.
      const opened = openState(
        history.start,
        read.map((event, index) => (index % 3 === 1 ? event : withoutInverse(event))),
      );
      expectSameState(opened, history.state);
      for (let version = 0; version <= history.events.length; version++) {
        expect(isSameText(bodyAt(opened, version), bodyAt(history.state, version))).toBe(true);
      }
    },
  }),

  'replays by fast-json-patch and by jsonpatch to the same body': () => ({
    holds({ start, events, state }) {
      const log = formatLog(sealAll(events));
      for (const library of PATCH_LIBRARIES) {
        expect(deepEqual(replayWith(library, start.body, log), state.body), library.name).toBe(true);
      }
    },
  }),
});

function withoutInverse({ inverse: _, ...event }: DocumentEvent): DocumentEvent {
  return event;
}
