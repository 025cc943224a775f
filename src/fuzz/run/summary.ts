import type { FailedCase } from './run-cases.ts';
import type { ShareReport } from './share.ts';
import { addTallies, NOTHING_MET, type Tally } from '../case/tally.ts';
import type { FuzzTarget } from '../case/target.ts';
import { AGREES, COMPARISON } from '../compare/compared.ts';

/** What a run has come to so far. */
export interface RunSummary {
  readonly cases: number;
  readonly tally: Tally;
  /** The first case of each law that was broken. */
  readonly failures: readonly FailedCase[];
}

export const NOTHING_RUN: RunSummary = { cases: 0, tally: NOTHING_MET, failures: [] };

export function withReport(summary: RunSummary, report: ShareReport): RunSummary {
  const failures = [...summary.failures];
  for (const failure of report.failures) if (!failures.some(({ law }) => law === failure.law)) failures.push(failure);
  return {
    cases: summary.cases + report.cases,
    tally: addTallies(summary.tally, report.tally),
    failures,
  };
}

/** What of a target's coverage was reached, by kind. */
export interface Reached {
  readonly kind: string;
  readonly reached: number;
  readonly all: number;
  readonly missing: readonly string[];
}

export function reachedOf({ coverage }: Pick<FuzzTarget, 'coverage'>, { met }: Tally): readonly Reached[] {
  return Object.entries(coverage).map(([kind, names]) => {
    const counts = met[kind] ?? {};
    const missing = names.filter((name) => !Object.hasOwn(counts, name));
    return { kind, reached: names.length - missing.length, all: names.length, missing };
  });
}

/** The accepted share of all attempts, from 0 to 1; null if there were none. */
export function acceptanceOf({ given, accepted }: Tally): number | null {
  return given === 0 ? null : accepted / given;
}

/** The result of comparisons with an engine. */
export interface Agreement {
  readonly compared: number;
  readonly agreed: number;
  /** Known disagreements that were met, and how often, the most frequent first. */
  readonly disagreements: readonly (readonly [name: string, count: number])[];
}

/** Null if nothing was compared. The difference of a failed case is reported with the case. */
export function agreementOf({ met }: Tally): Agreement | null {
  const counts = met[COMPARISON];
  if (counts === undefined) return null;
  const { [AGREES]: agreed = 0, ...others } = counts;
  const disagreements = Object.entries(others).sort(([, a], [, b]) => b - a);
  return { compared: disagreements.reduce((sum, [, count]) => sum + count, agreed), agreed, disagreements };
}
