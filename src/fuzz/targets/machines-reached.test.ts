import { describe, expect, it } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { statesOf, transitionsOf } from '../case/machine-coverage.ts';
import { addTallies, NOTHING_MET, type Tally } from '../case/tally.ts';
import type { FuzzTarget } from '../case/target.ts';
import { documentSessionMachine } from '../../machines/document-session-machine.ts';
import { editorSessionMachine } from '../../machines/editor-session-machine.ts';
import { runCases } from '../run/run-cases.ts';
import { reachedOf } from '../run/summary.ts';
import { editorTarget, NOT_REACHED as NOT_REACHED_BY_EDITORS } from './editors.ts';
import { NOT_REACHED as NOT_REACHED_BY_SESSIONS, sessionTarget } from './sessions.ts';

const IS_THOROUGH = process.env['THOROUGH'] === '1';

interface Walk {
  readonly target: FuzzTarget;
  readonly machine: AnyStateMachine;
  readonly notReached: Readonly<Record<string, readonly string[]>>;
  readonly seed: number;
  readonly runs: number;
}

describe.each<Walk>([
  {
    target: sessionTarget,
    machine: documentSessionMachine,
    notReached: NOT_REACHED_BY_SESSIONS,
    seed: 4,
    runs: 250,
  },
  {
    target: editorTarget,
    machine: editorSessionMachine,
    notReached: NOT_REACHED_BY_EDITORS,
    seed: 1,
    runs: 500,
  },
])('the target $target.name', ({ target, machine, notReached, seed, runs }) => {
  const unreached = Object.values(notReached).flat();

  it('names what it never comes to as the machine does, each once', () => {
    const known = [...statesOf(machine), ...transitionsOf(machine)];
    expect(new Set(known).size).toBe(known.length);
    expect(unreached.filter((name) => !known.includes(name))).toEqual([]);
    expect(new Set(unreached).size).toBe(unreached.length);
  });

  it('comes to every other state and transition of its machine, and breaks no law', async () => {
    let tally: Tally = NOTHING_MET;
    const missing = () => reachedOf(target, tally).flatMap((each) => each.missing.map((name) => [each.kind, name]));
    await runCases({
      target,
      seed,
      runs,
      // The first case tells what there is to reach. Only all cases show that nothing else is reached.
      goesOn: () => IS_THOROUGH || tally === NOTHING_MET || missing().length > 0,
      onCase(_, met, failure) {
        expect(failure).toBeNull();
        tally = addTallies(tally, met);
      },
    });
    const kinds = reachedOf(target, tally).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['move', 'state', 'transition']));
    expect(missing()).toEqual([]);
    // States listed as not reachable are not reached.
    const met = [...Object.keys(tally.met['state'] ?? {}), ...Object.keys(tally.met['transition'] ?? {})];
    expect(met.filter((name) => unreached.includes(name))).toEqual([]);
  });
});
