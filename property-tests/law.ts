import fc from 'fast-check';
import { expect } from 'vitest';

/** The seed of every law; `LAW_SEED=42 npm test -- laws` runs them on another one, `npm test -- laws --explore` on a random one. */
export const LAW_SEED = Number(process.env['LAW_SEED'] || 20_261_121);
const isUsualSeed = !process.env['LAW_SEED'];
/** A law holds when it held this often: 200 times in `.ci/run`, 10,000 times in `npm run test:long`. */
const LAW_RUNS = Number(process.env['LAW_RUNS'] || 200);
/** Whether a run takes its time: what is tried in all variants then is tried in some of each kind in `.ci/run`. */
export const isLong = LAW_RUNS >= 1_000;
/** Where a counterexample was found, as the message of a failure names it: only that one is tried again. */
const LAW_PATH = process.env['LAW_PATH'] || undefined;

/** A history whose commands are mostly refused proves nothing. */
export const LEAST_ACCEPTED = 0.5;

export function say(text: string): void {
  // oxlint-disable-next-line no-console -- the seed of a run has to be seen, to repeat it
  console.info(text);
}

export interface LawOptions {
  /** How many times as many values as other laws get. */
  readonly times?: number;
}

export function runsOf({ times = 1 }: LawOptions = {}): number {
  return LAW_RUNS * times;
}

/** Expects that a law met what it is about often enough to prove something; `least` is the count for 1,000 runs on the usual seed. */
export function expectMoreThan(least: number, actual: number, what?: string): void {
  // One counterexample, tried again alone, meets it only once.
  if (LAW_PATH !== undefined) return;
  const share = (least * LAW_RUNS) / 1_000;
  // Fewer runs, or another seed, may meet it less often by chance: three standard deviations.
  const chance = isUsualSeed && LAW_RUNS >= 1_000 ? 0 : 3 * Math.sqrt(share);
  expect(actual, what).toBeGreaterThan(Math.max(0, Math.floor(share - chance)));
}

/** The parameters of fast-check for a law: each name has a seed of its own. */
export function parametersOf<T>(
  name: string,
  options?: LawOptions,
): fc.Parameters<T> & { readonly seed: number; readonly numRuns: number } {
  const seed = Array.from(name).reduce(
    (sum, letter) => (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) | 0,
    LAW_SEED,
  );
  return { seed, numRuns: runsOf(options), ...(LAW_PATH !== undefined && { path: LAW_PATH, endOnFailure: true }) };
}

/** Whether only one counterexample is tried again. */
export const isReplay = LAW_PATH !== undefined;

/** A pattern that finds the running test by its name, in single quotes of a shell. */
function patternOfTest(law: string): string {
  const name = expect.getState().currentTestName?.split(' > ').at(-1) ?? law;
  return name.replaceAll(/[^\p{L}\p{N} ,:]/gu, '.');
}

/** Throws what fast-check found, with the law's name and what repeats it. */
export function expectNoCounterexample<T>(name: string, details: fc.RunDetails<T>): void {
  if (!details.failed) return;
  const { counterexamplePath } = details;
  const path = counterexamplePath === null ? '' : ` LAW_PATH=${counterexamplePath}`;
  const again = `LAW_SEED=${LAW_SEED} LAW_RUNS=${LAW_RUNS}${path} npx vitest run --project laws -t '${patternOfTest(name)}'`;
  throw new Error(`The law "${name}" does not hold. Again: ${again}\n${fc.defaultReportMessage(details) ?? ''}`, {
    cause: details.errorInstance,
  });
}

/** Checks a law on many values; prints the seed before, so that a failure can be repeated. */
export function checkLaw<T>(
  name: string,
  values: fc.Arbitrary<T>,
  holds: (value: T) => void,
  options?: LawOptions,
): void {
  const parameters = parametersOf<[T]>(name, options);
  say(`law "${name}": ${parameters.numRuns} values, LAW_SEED=${LAW_SEED}`);
  const property = fc.property(values, (value) => {
    holds(value);
  });
  expectNoCounterexample(name, fc.check(property, parameters));
}

/** As {@link checkLaw}, for what takes its time. */
export async function checkAsyncLaw<T>(
  name: string,
  values: fc.Arbitrary<T>,
  holds: (value: T) => Promise<void>,
  options?: LawOptions,
): Promise<void> {
  const parameters = parametersOf<[T]>(name, options);
  say(`law "${name}": ${parameters.numRuns} values, LAW_SEED=${LAW_SEED}`);
  expectNoCounterexample(name, await fc.check(fc.asyncProperty(values, holds), parameters));
}
