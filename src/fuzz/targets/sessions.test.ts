import { expect, it } from 'vitest';
import { statesOf, transitionsOf } from '../case/machine-coverage.ts';
import { addTallies, NOTHING_MET, type Tally } from '../case/tally.ts';
import { documentSessionMachine } from '../../machines/document-session-machine.ts';
import { runCases } from '../run/run-cases.ts';
import { reachedOf } from '../run/summary.ts';
import { NOT_REACHED, sessionTarget } from './sessions.ts';

it('names what sessions never come to as the machine does, each once', () => {
  const known = [...statesOf(documentSessionMachine), ...transitionsOf(documentSessionMachine)];
  expect(new Set(known).size).toBe(known.length);
  const unreached = Object.values(NOT_REACHED).flat();
  expect(unreached.filter((name) => !known.includes(name))).toEqual([]);
  expect(new Set(unreached).size).toBe(unreached.length);
});

it('comes to every other state and transition of an open document, and breaks no law', async () => {
  let tally: Tally = NOTHING_MET;
  await runCases({
    target: sessionTarget,
    seed: 1,
    runs: 30,
    onCase(_, met, failure) {
      expect(failure).toBeNull();
      tally = addTallies(tally, met);
    },
  });
  const missing = reachedOf(sessionTarget, tally).map(({ kind, missing: names }) => [kind, ...names]);
  expect(missing).toEqual([['move'], ['save'], ['outcome'], ['state'], ['transition']]);
  // What is said not to be reached is not.
  const met = [...Object.keys(tally.met['state'] ?? {}), ...Object.keys(tally.met['transition'] ?? {})];
  expect(met.filter((name) => Object.values(NOT_REACHED).flat().includes(name))).toEqual([]);
});
