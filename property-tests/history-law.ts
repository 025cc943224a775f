import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { live, type HistoryScript } from '../src/fuzz/generate/histories.ts';
import type { HistoryLaw, Watch } from '../src/fuzz/laws/history-law.ts';
import type { HistoryShape } from '../src/fuzz/laws/shapes.ts';
import {
  expectMoreThan,
  expectNoCounterexample,
  isReplay,
  LAW_SEED,
  LEAST_ACCEPTED,
  parametersOf,
  say,
} from './law.ts';

/** A law while histories are lived for all laws together. */
interface Watched {
  readonly law: HistoryLaw;
  readonly watch: Watch;
  /** That it does not hold; it looks at no further history. */
  fault?: { readonly error: unknown };
}

/**
 * Checks many laws on the same histories: each history is lived once, and each of its steps is handed to every law. Each law is a test;
 * one that does not hold is checked again on the same histories without the others, which shrinks the history that it fails on.
 */
export function checkOnHistories({ name: shape, scripts, laws }: HistoryShape): void {
  describe(shape, () => {
    let expectHeld = (law: HistoryLaw) => checkAlone(shape, scripts, law);
    // A single counterexample is tried by its own law alone.
    if (!isReplay) {
      beforeAll(({}, { tasks }) => {
        const chosen = new Set(
          tasks
            .flatMap((task) => ('tasks' in task ? task.tasks : [task]))
            .flatMap(({ mode, name }) => (mode === 'run' ? [name] : [])),
        );
        expectHeld = liveForAll(
          shape,
          scripts,
          laws.filter(({ name }) => chosen.has(name)),
        );
      });
    }
    for (const about of new Set(laws.map((law) => law.about))) {
      describe(about, () => {
        for (const law of laws.filter((one) => one.about === about)) {
          it(law.name, () => expectHeld(law));
        }
      });
    }
  });
}

/** Lives the histories of a shape, once for all laws; returns what throws where a law did not hold, or was shown too little. */
export function liveForAll(
  shape: string,
  scripts: fc.Arbitrary<HistoryScript>,
  laws: readonly HistoryLaw[],
): (law: HistoryLaw) => void {
  const watched = laws.map((law): Watched => ({ law, watch: law.watch() }));
  const count = { given: 0, accepted: 0 };
  const parameters = parametersOf<[HistoryScript]>(shape);
  say(`${laws.length} laws on "${shape}": ${parameters.numRuns} histories, LAW_SEED=${LAW_SEED}`);
  const property = fc.property(scripts, (script) => {
    const history = live(script, (step) => {
      for (const one of watched) attempt(one, () => one.watch.onStep?.(step));
    });
    for (const one of watched) attempt(one, () => one.watch.holds?.(history, script));
    count.given += history.given;
    count.accepted += history.accepted;
  });
  const details = fc.check(property, { ...parameters, endOnFailure: true });
  // A history that can't be lived to its end is no fault of one law: each finds it alone, and shrinks it.
  for (const one of watched) if (details.failed) one.fault ??= { error: details.errorInstance };
  const acceptedShare = count.accepted / count.given;
  say(`"${shape}": ${count.given} commands, ${Math.round(acceptedShare * 100)} % accepted`);
  const byLaw = new Map(watched.map((one) => [one.law, one]));
  return (law) => {
    const found = byLaw.get(law);
    if (found === undefined) throw new Error(`The law "${law.name}" has looked at no history.`);
    if (found.fault !== undefined) {
      checkAlone(shape, scripts, law);
      throw new Error(
        `The law "${law.name}" holds alone, and not beside the other laws on "${shape}". LAW_SEED=${LAW_SEED}`,
        { cause: found.fault.error },
      );
    }
    found.watch.atEnd?.(expectMoreThan);
    expect(acceptedShare, 'the share of accepted commands').toBeGreaterThanOrEqual(LEAST_ACCEPTED);
  };
}

function attempt(one: Watched, look: () => void): void {
  if (one.fault !== undefined) return;
  try {
    look();
  } catch (error) {
    one.fault = { error };
  }
}

/** Checks one law as if it were the only one; a history that it does not hold for is shrunk. */
function checkAlone(shape: string, scripts: fc.Arbitrary<HistoryScript>, law: HistoryLaw): void {
  const watch = law.watch();
  const property = fc.property(scripts, (script) => {
    const history = live(script, watch.onStep);
    watch.holds?.(history, script);
  });
  expectNoCounterexample(law.name, fc.check(property, parametersOf<[HistoryScript]>(shape)));
}
