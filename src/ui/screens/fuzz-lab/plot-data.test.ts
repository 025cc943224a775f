import { describe, expect, it } from 'vitest';
import { axisEnd, plotPoints, thinned } from './plot-data.ts';

describe('plotPoints', () => {
  it('has the rates between two samples, the first from the beginning', () => {
    expect(
      plotPoints([
        { activeMs: 500, cases: 10, given: 20, accepted: 15 },
        { activeMs: 1_500, cases: 40, given: 20, accepted: 15 },
        { activeMs: 1_500, cases: 40, given: 20, accepted: 15 },
      ]),
    ).toEqual([
      { second: 0.5, casesPerSecond: 20, acceptance: 0.75 },
      { second: 1.5, casesPerSecond: 30, acceptance: null },
    ]);
    expect(plotPoints([])).toEqual([]);
  });
});

describe('thinned', () => {
  const points = plotPoints(
    Array.from({ length: 100 }, (_, at) => ({ activeMs: (at + 1) * 1_000, cases: at, given: 0, accepted: 0 })),
  );

  it('keeps the first and the last point, and no more than asked for', () => {
    const few = thinned(points, 12);
    expect(few).toHaveLength(12);
    expect(few[0]).toBe(points[0]);
    expect(few.at(-1)).toBe(points.at(-1));
    expect(thinned(few, 12)).toBe(few);
  });
});

describe('axisEnd', () => {
  it.each([
    [0, 1],
    [0.3, 0.5],
    [1, 1],
    [11, 20],
    [499, 500],
    [501, 1_000],
  ])('%d ends at %d', (value, end) => {
    expect(axisEnd(value)).toBe(end);
  });
});
