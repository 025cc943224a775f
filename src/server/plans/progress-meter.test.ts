import { expect, it } from 'vitest';
import { progressMeter } from './progress-meter.ts';

/** Rates after counts at seconds. */
function ratesOf(...counts: readonly (readonly [second: number, done: number, total?: number])[]) {
  let now = 0;
  const measure = progressMeter({ now: () => new Date(now).toISOString() });
  return counts.map(([second, done, total = 1_000]) => {
    now = second * 1_000;
    return measure({ done, total })?.perSecond;
  });
}

it('knows no rate at first, and none before something was done', () => {
  expect(ratesOf([0, 0], [1, 0], [2, 0])).toEqual([undefined, undefined, undefined]);
});

it('divides what was done by the time since the first count, also of a step that was resumed', () => {
  expect(ratesOf([0, 500], [1, 510], [2, 520])).toEqual([undefined, 10, 10]);
});

it('falls while nothing more is done', () => {
  expect(ratesOf([0, 0], [1, 100], [10, 100])).toEqual([undefined, 100, 10]);
});

it('is the rate of the last minute, as after a change of the throttle', () => {
  expect(ratesOf([0, 0], [1, 500], [30, 510], [100, 515], [101, 516]).at(-1)).toBeCloseTo(6 / 71);
});

it('is that between batches that are more than a minute apart', () => {
  expect(ratesOf([0, 0], [200, 100], [400, 200]).at(-1)).toBe(0.5);
});

it.each([
  ['another total', [3, 110, 2_000]],
  ['a smaller count', [3, 5]],
] as const)('begins anew with %s', (_, count) => {
  expect(ratesOf([0, 0], [1, 100], count).at(-1)).toBeUndefined();
});

it('begins anew with another step', () => {
  let now = 0;
  const measure = progressMeter({ now: () => new Date(now).toISOString() });
  measure({ done: 0, total: 10 });
  now = 1_000;
  expect(measure({ done: 5, total: 10 })).toEqual({ done: 5, total: 10, perSecond: 5 });
  expect(measure(undefined)).toBeUndefined();
  now = 2_000;
  expect(measure({ done: 6, total: 10 })).toEqual({ done: 6, total: 10 });
});
