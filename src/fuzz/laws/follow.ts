import { reduce } from '#domain/commands';
import { evolve } from '#domain/document';
import { isClusterAuthor, type DocumentEvent } from '#domain/events';
import { trackPointer } from '#domain/history';
import { valueAt } from '#domain/json';
import { pointersOf } from '../generate/intents.ts';
import { stampSource } from '../generate/stamps.ts';
import { isPlainObject } from '../generate/walk.ts';
import { lawsAbout } from './history-law.ts';
import { expect } from './expect.ts';

export const followLaws = lawsAbout('trackPointer', {
  'finds everything where it was when an event has been taken back, done again and taken back': () => {
    let cameBack = 0;
    return {
      onStep({ before, author, command, reduced, after }) {
        if (!('event' in reduced) || before.body === undefined || command.type.startsWith('history.')) return;
        // Nobody undoes what a cluster was found to have.
        if (isClusterAuthor(author.id)) return;
        const stamp = stampSource(23);
        const events: DocumentEvent[] = [reduced.event];
        let state = after;
        for (const type of ['history.undo', 'history.redo', 'history.undo']) {
          const next = reduce(state, { type, payload: {} }, stamp(author));
          expect(next).toHaveProperty('event');
          if (!('event' in next)) return;
          state = evolve(state, next.event);
          events.push(next.event);
        }
        for (const at of pointersOf(before.body)) {
          if (!isPlainObject(valueAt(before.body, at))) continue;
          expect(trackPointer(at, events.slice(0, 2)), `${at} over ${reduced.event.summary}`).toBe(at);
          expect(trackPointer(at, events), `${at} over ${reduced.event.summary}`).toBe(at);
          if (trackPointer(at, events.slice(0, 1)) === null) cameBack++;
        }
      },
      atEnd(expectMoreThan) {
        expectMoreThan(300, cameBack);
      },
    };
  },
});
