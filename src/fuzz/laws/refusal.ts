import { reduce } from '#domain/commands';
import { historyScript, type HistoryScript } from '../generate/histories.ts';
import { stampSource } from '../generate/stamps.ts';
import { lawsAbout } from './history-law.ts';
import { expect } from './expect.ts';

/** Directs a third of the intents at any existing place, whatever it is. */
function withStrays(script: HistoryScript): HistoryScript {
  return {
    ...script,
    isEarly: true,
    wants: script.wants.map((want) => ('parts' in want && want.pick % 3 === 0 ? { ...want, kind: 'stray' } : want)),
  };
}

export const strayScripts = historyScript().map(withStrays);

export const refusalLaws = lawsAbout('a command that cannot be done', {
  'is refused with a code and words, and leaves the state as it was': () => {
    const codes = new Map<string, number>();
    return {
      onStep({ before, author, command, reduced, after }) {
        if ('event' in reduced) return;
        expect(after).toBe(before);
        // Asked again it says the same: nothing was kept of the first time.
        expect(reduce(before, command, stampSource(29)(author))).toEqual(reduced);
        if (!('rejected' in reduced)) return;
        const { code, detail } = reduced.rejected;
        codes.set(code, (codes.get(code) ?? 0) + 1);
        expect(code).toMatch(/^[a-zA-Z]+\.[a-z_]+$/);
        expect(detail.message.length).toBeGreaterThan(10);
      },
      atEnd() {
        expect(codes.size).toBeGreaterThan(8);
      },
    };
  },
});
