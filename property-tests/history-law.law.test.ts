import { describe, expect, it } from 'vitest';
import { historyScript } from '../src/fuzz/generate/histories.ts';
import { lawsAbout, type HistoryLaw } from '../src/fuzz/laws/history-law.ts';
import { liveForAll } from './history-law.ts';
import { runsOf } from './law.ts';

const scripts = historyScript({ maxLength: 5 });
const SHAPE = 'laws of laws';

function lawOf(name: string, watch: HistoryLaw['watch']): HistoryLaw {
  const [law] = lawsAbout('a law', { [name]: watch });
  if (law === undefined) throw new Error('There is one.');
  return law;
}

function messageOf(run: () => void): string {
  try {
    run();
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
  return '';
}

describe('laws on the same histories', () => {
  it('see every history and each of its steps, also beside one that fails', () => {
    const seen = { steps: 0, stepsOfHistories: 0, histories: 0 };
    const counting = lawOf('counts', () => ({
      onStep() {
        seen.steps++;
      },
      holds({ steps }) {
        seen.histories++;
        seen.stepsOfHistories += steps.length;
      },
    }));
    const failing = lawOf('fails', () => ({
      onStep() {
        throw new Error('never');
      },
    }));
    const expectHeld = liveForAll(SHAPE, scripts, [failing, counting]);
    expect(() => expectHeld(counting)).not.toThrow();
    expect(seen.histories).toBe(runsOf());
    expect(seen.steps).toBe(seen.stepsOfHistories);
    expect(() => expectHeld(failing)).toThrow('The law "fails" does not hold.');
  });

  it('say which of them fails, with the seed and the path of a history that was shrunk', () => {
    const failing = lawOf('never adds', () => ({
      holds({ events }) {
        expect(events.filter(({ type }) => type === 'field.added').length).toBeLessThan(2);
      },
    }));
    const message = messageOf(() => liveForAll(SHAPE, scripts, [failing])(failing));
    expect(message).toMatch(
      /^The law "never adds" does not hold\. Again: LAW_SEED=\d+ LAW_RUNS=\d+ LAW_PATH=\d+(:\d+)+ npx vitest run --project laws /,
    );
    expect(message).toMatch(/Shrunk \d+ time/);
    expect(message).toContain('"wants":[{"kind":');
  });

  it('say so where one fails only beside the others', () => {
    let isFirst = true;
    const once = lawOf('fails once', () => ({
      holds() {
        if (!isFirst) return;
        isFirst = false;
        throw new Error('once');
      },
    }));
    const message = messageOf(() => liveForAll(SHAPE, scripts, [once])(once));
    expect(message).toContain('The law "fails once" holds alone, and not beside the other laws');
  });

  it('fail where they met too little of what they are about', () => {
    const rare = lawOf('is never met', () => ({
      atEnd: (expectMoreThan) => expectMoreThan(10, 0, 'what is never met'),
    }));
    expect(messageOf(() => liveForAll(SHAPE, scripts, [rare])(rare))).toContain('what is never met');
  });

  it('fail where fewer than half of the commands were accepted', () => {
    const strays = historyScript({ kinds: ['stray'], authors: { min: 1, max: 1 } });
    const law = lawOf('asks for nothing', () => ({}));
    expect(messageOf(() => liveForAll('strays alone', strays, [law])(law))).toContain('the share of accepted commands');
  });
});
