import fc from 'fast-check';
import { expect } from 'vitest';
import { live, type HistoryScript, type LivedHistory, type Step } from '../tests/builders/histories.ts';

/** Every law runs on this seed; `LAW_SEED=42 npm test` runs them on another one. */
const LAW_SEED = Number(process.env['LAW_SEED'] ?? 20_261_121);
/** A law holds when it held this often. */
const RUNS = 1_000;
/** A history whose commands are mostly refused proves nothing. */
const LEAST_ACCEPTED = 0.5;

/** Each law has histories of its own. */
function seedOf(name: string): number {
  return Array.from(name).reduce((sum, letter) => (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) | 0, LAW_SEED);
}

function say(text: string): void {
  // eslint-disable-next-line no-console -- the seed of a run has to be seen, to repeat it
  console.info(text);
}

export interface LawOptions {
  readonly runs?: number;
}

/** Checks a law on many values; prints the seed before, so that a failure can be repeated. */
export function checkLaw<T>(
  name: string,
  values: fc.Arbitrary<T>,
  holds: (value: T) => void,
  { runs = RUNS }: LawOptions = {},
): void {
  say(`law "${name}": ${runs} values, LAW_SEED=${LAW_SEED}`);
  fc.assert(
    fc.property(values, (value) => {
      holds(value);
    }),
    { seed: seedOf(name), numRuns: runs },
  );
}

/** Checks a law on many histories, and that at least half of their commands were accepted. */
export function checkHistories(
  name: string,
  scripts: fc.Arbitrary<HistoryScript>,
  {
    onStep,
    holds,
    runs = RUNS,
  }: LawOptions & { readonly onStep?: (step: Step) => void; readonly holds?: (history: LivedHistory) => void },
): void {
  let given = 0;
  let accepted = 0;
  checkLaw(
    name,
    scripts,
    (script) => {
      const history = live(script, onStep);
      given += history.given;
      accepted += history.accepted;
      holds?.(history);
    },
    { runs },
  );
  const share = accepted / given;
  say(`law "${name}": ${given} commands, ${Math.round(share * 100)} % accepted`);
  expect(share, 'the share of accepted commands').toBeGreaterThanOrEqual(LEAST_ACCEPTED);
}
