import type { LabRunDetails } from './lab-labels.ts';

/** The values between two samples. */
export interface PlotPoint {
  /** End of the interval, in seconds of active time. */
  readonly second: number;
  readonly casesPerSecond: number;
  /** From 0 to 1; null where nothing was tried. */
  readonly acceptance: number | null;
}

/** Rates between neighbouring samples; the first interval begins with the run. */
export function plotPoints(samples: LabRunDetails['samples']): readonly PlotPoint[] {
  return samples.flatMap((sample, at) => {
    const before = samples[at - 1] ?? { activeMs: 0, cases: 0, given: 0, accepted: 0 };
    const ms = sample.activeMs - before.activeMs;
    if (ms <= 0) return [];
    const given = sample.given - before.given;
    return {
      second: sample.activeMs / 1_000,
      casesPerSecond: ((sample.cases - before.cases) * 1_000) / ms,
      acceptance: given <= 0 ? null : (sample.accepted - before.accepted) / given,
    };
  });
}

/** At most `most` points, evenly chosen, including the last one. */
export function thinned(points: readonly PlotPoint[], most: number): readonly PlotPoint[] {
  if (points.length <= most) return points;
  return Array.from(
    { length: most },
    (_, at) => points[Math.round((at * (points.length - 1)) / (most - 1))] as PlotPoint,
  );
}

/** The end of an axis that includes a value: 1, 2 or 5 times a power of ten. */
export function axisEnd(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10) * power;
}
