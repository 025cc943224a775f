import type { RouteAnswer } from '#domain/wire';

type Answer = RouteAnswer<'documents.rehearse'>;
type Sizes = NonNullable<Answer['sizes']>;

/** Between which values something probably is. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** All documents of an index, as a random sample lets expect. */
export interface RehearsalEstimate {
  /** The share of documents that are refused, from 0 to 1, as it is in 95 of 100 samples. */
  readonly refused: { readonly before: Interval; readonly after: Interval };
  /** By what part the index gets larger, -0.1 for 10 % smaller; null where the sample does not tell. */
  readonly growth: Interval | null;
}

/** Standard deviations to each side of a share that was found, for 95 of 100 samples. */
const Z = 1.96;
/** Of smaller samples the sizes say more about the files than about the documents. */
const MIN_SIZED = 1_000;
/** To each side: what is wider is no use. */
const MAX_DEVIATION = 0.15;
/** What merges and compression change where the documents change nothing. */
const NOISE = 0.01;

/** Estimates all documents by a rehearsal on a random sample; null for another sample, or where all were rehearsed. */
export function rehearsalEstimate(answer: Answer): RehearsalEstimate | null {
  const { sample, total, documents, sizes = [], before, after } = answer;
  if (sample !== 'random' || documents === 0 || documents >= total) return null;
  return {
    refused: { before: shareOf(before.refused, documents), after: shareOf(after.refused, documents) },
    growth: documents < MIN_SIZED ? null : growthOf(sizes, total),
  };
}

/** The interval of Wilson for a share, which holds for few documents and for shares near 0 and 1, too. */
function shareOf(count: number, sample: number): Interval {
  const found = count / sample;
  const square = Z ** 2 / sample;
  const middle = (found + square / 2) / (1 + square);
  const deviation = (Z * Math.sqrt((found * (1 - found)) / sample + square / (4 * sample))) / (1 + square);
  return {
    low: count === 0 ? 0 : Math.max(0, middle - deviation),
    high: count === sample ? 1 : Math.min(1, middle + deviation),
  };
}

/**
 * By what part an index of `total` documents gets larger. How much the ratio of the sizes changed from a quarter of the
 * sample to half of it, and from there to all of it, bounds how much it changes on the way to all documents: with each
 * doubling at most as much again.
 */
function growthOf(sizes: Sizes, total: number): Interval | null {
  const ratios = sizes.map((each) => Math.log(each.after / each.before));
  const [quarter, half, whole] = ratios;
  const sample = sizes.at(-1)?.documents ?? 0;
  if (quarter === undefined || half === undefined || whole === undefined || !ratios.every(Number.isFinite)) return null;
  const change = Math.max(Math.abs(half - quarter), Math.abs(whole - half));
  const deviation = change * (1 + Math.log2(total / sample)) + NOISE;
  if (deviation > MAX_DEVIATION) return null;
  return { low: Math.expm1(whole - deviation), high: Math.expm1(whole + deviation) };
}
