import { definitionOf, isBatch, onlyReports, reduce, type Command } from '#domain/commands';
import { evolve, type DocumentState } from '#domain/document';
import { historyScript } from '../generate/histories.ts';
import { stampSource } from '../generate/stamps.ts';
import { isSameJson } from '../generate/values.ts';
import { lawsAbout } from './history-law.ts';
import { expect } from './expect.ts';

interface OneByOne {
  readonly state: DocumentState;
  readonly changes: number;
  readonly refusal?: { readonly index: number; readonly code: string };
}

function oneByOne(start: DocumentState, commands: readonly Command[]): OneByOne {
  const stamp = stampSource(17);
  let state = start;
  let changes = 0;
  for (const [index, command] of commands.entries()) {
    const definition = definitionOf(command.type);
    // Only a cluster can be the author of a reading, and a batch has one author.
    if (!definition.isBatchable || onlyReports(definition))
      return { state, changes, refusal: { index, code: 'batch.not_allowed' } };
    const reduced = reduce(state, command, stamp());
    if ('rejected' in reduced) {
      const { code } = reduced.rejected;
      // A batch takes no reading of a person: only a cluster’s author reports what a cluster has.
      return { state, changes, refusal: { index, code: code === 'command.of_cluster' ? 'batch.not_allowed' : code } };
    }
    if (!('event' in reduced)) continue;
    changes++;
    state = evolve(state, reduced.event);
  }
  return { state, changes };
}

/** Mostly batches, and what they are made of. */
export const batchScripts = historyScript({ kinds: ['batch', 'addField', 'editField'], maxLength: 10 });

export const batchLaws = lawsAbout('a batch', {
  'is its members one after another, or nothing at all': () => {
    let refused = 0;
    let applied = 0;
    return {
      onStep({ before, command, reduced, after }) {
        if (!isBatch(command)) return;
        const { commands } = command.payload;
        const single = oneByOne(before, commands);
        if (single.refusal !== undefined) {
          refused++;
          // The depth limit applies to the batch as a whole.
          if (single.refusal.code === 'document.too_deep')
            expect(reduced).toMatchObject({ rejected: { code: single.refusal.code } });
          else expect(reduced).toMatchObject({ rejected: { code: 'batch.rejected', detail: single.refusal } });
          expect(after).toBe(before);
        } else if (single.changes === 0) {
          expect(reduced).toEqual({ unchanged: true });
        } else {
          applied++;
          expect(reduced).toHaveProperty('event');
          expect(isSameJson(after.body, single.state.body)).toBe(true);
          expect(after.history.version).toBe(before.history.version + 1);
        }
      },
      atEnd(expectMoreThan) {
        expectMoreThan(500, applied);
        expectMoreThan(20, refused);
      },
    };
  },
});
