import fc from 'fast-check';
import { errorText, type JsonValue } from '#domain/json';
import { stepReader } from '../case/steps.ts';
import { NO_COUNTER, runningTally, type Tally } from '../case/tally.ts';
import { LawError, NotTriedError, type CorpusEntry, type FuzzTarget } from '../case/target.ts';

/** A case that does not hold, as small as it could be made. */
export interface FailedCase {
  readonly target: string;
  readonly seed: number;
  readonly number: number;
  readonly law: string;
  readonly message: string;
  readonly value: JsonValue;
  readonly shrinks: number;
  /** What happens in it, in sentences, up to where it fails. */
  readonly steps: readonly string[];
}

export interface CaseRun {
  readonly target: FuzzTarget;
  readonly corpus?: readonly CorpusEntry[];
  readonly seed: number;
  /** The number of the first case, and how far it is to the next one: several runs share the cases among them. */
  readonly first?: number;
  readonly step?: number;
  /** Cases before this number are tried, */
  readonly runs: number;
  /** as long as this says so: asked between two cases. */
  readonly goesOn?: () => boolean;
  /**
   * After every case: its number, what it met, and the case where it failed. May wait, so that others get their turn.
   */
  readonly onCase: (number: number, tally: Tally, failure: FailedCase | null) => void | Promise<void>;
}

/** Tries the cases of a target, one after another. @throws NotTriedError */
export async function runCases(run: CaseRun): Promise<void> {
  const { target, corpus = [], seed, first = 0, step = 1, runs, goesOn = () => true, onCase } = run;
  const values = target.values(corpus);
  for (let number = first; number < runs && goesOn(); number += step) {
    const { tally, failure } = await runCase(target, values, seed, number);
    await onCase(number, tally, failure);
  }
}

/** Tries a case by its number. */
async function runCase(
  target: FuzzTarget,
  values: fc.Arbitrary<JsonValue>,
  seed: number,
  number: number,
): Promise<{ readonly tally: Tally; readonly failure: FailedCase | null }> {
  const counting = runningTally();
  // Only the case itself is counted, and made smaller for the law that it broke alone.
  let brokenLaw: string | null = null;
  const ending: { error?: NotTriedError } = {};
  const property = fc.asyncProperty(values, async (value) => {
    try {
      if (ending.error === undefined) await target.holds(value, brokenLaw === null ? counting : NO_COUNTER);
    } catch (error) {
      if (error instanceof NotTriedError) {
        ending.error = error;
        return;
      }
      const law = lawOf(error);
      brokenLaw ??= law;
      if (law === brokenLaw) throw error;
    }
  });
  const details = await fc.check(property, {
    seed: seedOfCase(seed, target.name, number),
    numRuns: 1,
    maxSkipsPerRun: 0,
    // oxlint-disable-next-line typescript/no-deprecated -- the plugin that replaces it takes values of no type only
    interruptAfterTimeLimit: MAX_SHRINK_MS,
  });
  if (ending.error !== undefined) throw ending.error;
  const failure = failureOf(target.name, seed, number, details);
  if (failure === null) return { tally: counting.tally(), failure };
  return { tally: counting.tally(), failure: { ...failure, steps: await stepsOf(target, failure.value) } };
}

/** Making a case smaller ends after this time, in ms. */
const MAX_SHRINK_MS = 60_000;

function failureOf(
  target: string,
  seed: number,
  number: number,
  { failed, counterexample, errorInstance, numShrinks }: fc.RunDetails<[JsonValue]>,
): Omit<FailedCase, 'steps'> | null {
  if (!failed || counterexample === null) return null;
  return {
    target,
    seed,
    number,
    law: lawOf(errorInstance),
    message: errorText(errorInstance),
    value: counterexample[0],
    shrinks: numShrinks,
  };
}

/** What happens in a case, up to where it fails, or where the cluster is gone. */
export async function stepsOf(target: FuzzTarget, value: JsonValue): Promise<readonly string[]> {
  const { counter, steps } = stepReader();
  try {
    await target.holds(value, counter);
  } catch {
    // The failure is already part of the case.
  }
  return steps();
}

/** Tries a value again; null where everything holds. @throws NotTriedError */
export async function runValue(
  target: FuzzTarget,
  value: JsonValue,
): Promise<{ readonly law: string; readonly message: string } | null> {
  try {
    await target.holds(value, NO_COUNTER);
    return null;
  } catch (error) {
    if (error instanceof NotTriedError) throw error;
    return { law: lawOf(error), message: errorText(error) };
  }
}

/** What throws outside of a law is a fault that no law names. */
function lawOf(error: unknown): string {
  return error instanceof LawError ? error.law : 'nothing throws';
}

/** The seed of a case: it depends on the run's seed, the target and the case's number only, on any machine. */
export function seedOfCase(seed: number, target: string, number: number): number {
  let mixed = seed | 0;
  for (const letter of target) mixed = (Math.imul(mixed, 31) + (letter.codePointAt(0) ?? 0)) | 0;
  // Two rounds of murmur3's finalizer: neighbouring cases have nothing in common.
  for (const part of [number % 2 ** 32, Math.floor(number / 2 ** 32)]) {
    mixed = (mixed ^ part) | 0;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    mixed ^= mixed >>> 16;
  }
  return mixed;
}
