import type { Comparison } from './measure.ts';

/** One line of the report. */
export interface Figure extends Comparison {
  readonly what: string;
  /** What it is measured against. */
  readonly against: string;
  /** The highest ratio that is allowed; absent where a figure only informs. */
  readonly budget?: number;
  /** The page that says why the budget is missed, where it is for now. */
  readonly missedBecause?: string;
}

/** Writes the figures of a benchmark as a table, and gives those that are over their budget. */
export function report(title: string, figures: readonly Figure[]): readonly Figure[] {
  const rows = figures.map(({ what, against, subjectMs, floorMs, ratio, budget, missedBecause }) => [
    what,
    inMs(subjectMs),
    `${inMs(floorMs)} ${against}`,
    asRatio(ratio),
    budget === undefined ? '' : `at most ${asRatio(budget)}`,
    budget === undefined
      ? ''
      : ratio <= budget
        ? 'kept'
        : `MISSED${missedBecause === undefined ? '' : ` (${missedBecause})`}`,
  ]);
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  console.log(`\n${title}`);
  for (const row of rows)
    console.log(`  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd());
  return figures.filter(({ ratio, budget }) => budget !== undefined && ratio > budget);
}

function inMs(milliseconds: number): string {
  return milliseconds < 1
    ? `${(milliseconds * 1000).toFixed(0)} µs`
    : `${milliseconds.toFixed(milliseconds < 10 ? 2 : 0)} ms`;
}

/** `1/30` below one half, `1.5` above. */
function asRatio(ratio: number): string {
  return ratio < 0.5 ? `1/${(1 / ratio).toFixed(ratio < 0.1 ? 0 : 1)}` : ratio.toFixed(2);
}
