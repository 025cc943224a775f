import { visit } from 'jsonc-parser';
import {
  formatJson,
  formatPointer,
  parseJson,
  rebasePointer,
  touches,
  type Body,
  type Patch,
  type Pointer,
} from '#domain/json';
import { bodyAt } from '#domain/history';
import { formatLog, openLog, parseLog } from '#domain/log';
import { replay } from '#domain/document';
import { sealAll } from '../generate/histories.ts';
import { lawsAbout } from './history-law.ts';
import { expect } from './expect.ts';

/**
 * The numbers in the text of a document as they are written, by their places; those of lists by the place of the list.
 * Read by a parser that is not ours.
 */
function numbersIn(body: Body): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  if (body === undefined) return found;
  const text = formatJson(body);
  visit(text, {
    onLiteralValue(value, offset, length, _line, _column, pathSupplier) {
      if (typeof value !== 'number') return;
      const path = pathSupplier();
      const list = path.findIndex((token) => typeof token === 'number');
      const at = formatPointer((list === -1 ? path : path.slice(0, list)) as string[]);
      found.set(at, [...(found.get(at) ?? []), text.slice(offset, offset + length)]);
    },
  });
  return found;
}

/**
 * Where a number is after a patch that has moved it at most; null where it was written, removed or replaced with what
 * holds it.
 */
function placeOf(at: Pointer, patch: Patch): Pointer | null {
  let current: Pointer | null = at;
  for (const operation of patch) {
    if (current === null || (operation.op !== 'move' && touches([operation], current))) return null;
    current = rebasePointer(current, [operation]);
  }
  return current;
}

export const literalLaws = lawsAbout('numbers', {
  'are written as they were, wherever nobody has changed them': () => {
    let kept = 0;
    return {
      onStep({ before, reduced, after }) {
        if (!('event' in reduced)) return;
        const { patch } = reduced.event;
        const numbers = numbersIn(after.body);
        for (const [at, literals] of numbersIn(before.body)) {
          const now = placeOf(at, patch);
          if (now === null) continue;
          expect(numbers.get(now)).toEqual(literals);
          if (literals.some((literal) => literal !== formatJson(Number(literal)))) kept++;
        }
      },
      atEnd(expectMoreThan) {
        expectMoreThan(5_000, kept, 'numbers that are written otherwise than their values say');
      },
    };
  },

  'are written alike by the log, by an opened copy of it and by every version between': () => ({
    holds({ start, events, state }) {
      const text = formatJson(state.body ?? null);
      const read = openLog(parseLog(formatLog(sealAll(events)))).events;
      expect(formatJson(replay(start.body, read) ?? null)).toBe(text);
      expect(formatJson(parseJson(text))).toBe(text);
      for (let version = 0; version < events.length; version++)
        expect(formatJson(bodyAt(state, version) ?? null)).toBe(
          formatJson(replay(start.body, read.slice(0, version)) ?? null),
        );
    },
  }),
});
