import { describe, expect, it } from 'vitest';
import { timeSlices } from './density.ts';

const MINUTE = 60_000;

describe('slices of time', () => {
  it('have one round width, at most sixty, and count every time once', () => {
    for (const span of [1, 30, 59, 61, 500, 5_000, 100_000, 50_000_000]) {
      const from = 1_000 * MINUTE + 7;
      const times = Array.from({ length: 100 }, (_, at) => from + (at * span * MINUTE) / 100);
      const slices = timeSlices(times, from, from + span * MINUTE);
      expect(slices.length).toBeLessThanOrEqual(60);
      expect(slices.reduce((sum, { count }) => sum + count, 0)).toBe(100);
      slices.forEach(({ from: start, to }, at) => {
        expect(to - start).toBe((slices[0]?.to ?? 0) - (slices[0]?.from ?? 0));
        expect(start).toBe(at === 0 ? slices[0]?.from : slices[at - 1]?.to);
      });
    }
  });

  it('fit the span: changes of two minutes are many bars, and one change is a thin one', () => {
    const from = 1_000 * MINUTE;
    const times = Array.from({ length: 120 }, (_, at) => from + at * 1_000);
    expect(timeSlices(times, from, from + 2 * MINUTE).length).toBeGreaterThanOrEqual(24);
    const alone = timeSlices([from], from, from + 1);
    expect(alone.length).toBeGreaterThanOrEqual(24);
    expect(alone.map(({ count }) => count).filter((count) => count > 0)).toEqual([1]);
    expect(alone.at(-1)).toEqual({ from, to: from + 1_000, count: 1 });
  });

  it('are none without times or without a span', () => {
    expect(timeSlices([], 0, 10)).toEqual([]);
    expect(timeSlices([5], 5, 5)).toEqual([]);
  });
});
