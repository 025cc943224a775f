import { describe, expect, it } from 'vitest';
import { rehearsalEstimate } from './rehearsal-estimate.ts';

const side = (refused: number) => ({ index: 'i', accepted: 0, refused, reasons: [], isRemoved: true });

function estimate(
  refused: readonly [number, number],
  ratios: readonly number[],
  documents = 10_000,
  total = 1_000_000,
) {
  const part = (at: number) => Math.round(documents / 2 ** (ratios.length - 1 - at));
  const sizes = ratios.map((ratio, at) => ({
    documents: part(at),
    before: part(at) * 100_000,
    after: part(at) * 100_000 * ratio,
  }));
  return rehearsalEstimate({
    sample: 'random',
    total,
    documents,
    sizes,
    before: side(refused[0]),
    after: side(refused[1]),
  });
}

describe('the estimate of a rehearsal', () => {
  it('is the share that is refused, within what chance makes of it', () => {
    const found = estimate([0, 100], [1, 1, 1]);
    expect(found?.refused.before.low).toBe(0);
    expect(found?.refused.before.high).toBeCloseTo(0.000_384, 5);
    expect(found?.refused.after.low).toBeCloseTo(0.008_23, 4);
    expect(found?.refused.after.high).toBeCloseTo(0.012_15, 4);
    expect(estimate([10_000, 10_000], [1, 1, 1])?.refused.before).toMatchObject({ high: 1 });
  });

  it('holds for 95 of 100 samples', () => {
    const [share, sample, samples] = [0.02, 400, 2_000];
    let state = 7;
    // A congruential generator, so that each run has the same samples.
    const random = () => (state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32;
    let held = 0;
    for (let at = 0; at < samples; at++) {
      let count = 0;
      for (let each = 0; each < sample; each++) if (random() < share) count += 1;
      const interval = estimate([0, count], [1, 1, 1], sample)?.refused.after;
      if (interval !== undefined && interval.low <= share && share <= interval.high) held += 1;
    }
    expect(held / samples).toBeGreaterThan(0.93);
  });

  it('is how much larger the index gets, wider the more the ratio has changed with the sample', () => {
    const steady = estimate([0, 0], [0.9, 0.9, 0.9])?.growth;
    expect(steady?.low).toBeCloseTo(-0.109, 3);
    expect(steady?.high).toBeCloseTo(-0.091, 3);
    const changing = estimate([0, 0], [0.9, 0.91, 0.92])?.growth;
    expect(changing?.low).toBeLessThan(-0.11);
    expect(changing?.high).toBeGreaterThan(-0.04);
  });

  it('says nothing of the size where the sample is too small, its sizes too different or not known', () => {
    expect(estimate([0, 0], [0.9, 0.9, 0.9], 900)?.growth).toBeNull();
    expect(estimate([0, 0], [0.5, 0.7, 0.9])?.growth).toBeNull();
    expect(estimate([0, 0], [Number.NaN, 1, 1])?.growth).toBeNull();
    expect(estimate([0, 0], [1, 1])?.growth).toBeNull();
  });

  it('is none of the newest documents, and none where all documents were rehearsed', () => {
    expect(rehearsalEstimate({ sample: 'newest', total: 9, documents: 3, before: side(0), after: side(0) })).toBeNull();
    expect(estimate([0, 0], [1, 1, 1], 10_000, 10_000)).toBeNull();
  });
});
