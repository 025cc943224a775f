/** The number of changes in a slice of time; times in ms since 1970. */
export interface TimeSlice {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  readonly count: number;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WIDTHS = [
  SECOND,
  5 * SECOND,
  15 * SECOND,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  DAY,
  7 * DAY,
  30 * DAY,
  365 * DAY,
];
/** Maximum number of slices shown. */
const SLICE_LIMIT = 60;
/** Minimum number of slices shown: a few changes at once are a few thin bars, not a wall. */
const SLICE_MINIMUM = 24;

/**
 * Counts times in slices of one round width that fits the span, from the first to the last time in `[from, to)`, with
 * empty slices before a short span; none where there are no times.
 */
export function timeSlices(times: readonly number[], from: number, to: number): readonly TimeSlice[] {
  if (times.length === 0 || !(to > from)) return [];
  const width =
    WIDTHS.find((each) => (to - from) / each <= SLICE_LIMIT - 1) ?? Math.ceil((to - from) / (SLICE_LIMIT - 1));
  const end = Math.ceil(to / width) * width;
  const start = Math.min(Math.floor(from / width) * width, end - SLICE_MINIMUM * width);
  const counts = new Array<number>(Math.round((end - start) / width)).fill(0);
  for (const time of times) {
    const index = Math.floor((time - start) / width);
    if (index >= 0 && index < counts.length) counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts.map((count, index) => ({ from: start + index * width, to: start + (index + 1) * width, count }));
}
