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
    seed: 2,
    runs: 80,
  },
  {
    target: editorTarget,
    machine: editorSessionMachine,
    notReached: NOT_REACHED_BY_EDITORS,
    seed: 13,
    runs: 400,
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
    await runCases({
      target,
      seed,
      runs,
      onCase(_, met, failure) {
        expect(failure).toBeNull();
        tally = addTallies(tally, met);
      },
    });
    const reached = reachedOf(target, tally);
    expect(reached.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['move', 'state', 'transition']));
    expect(reached.flatMap(({ kind, missing }) => missing.map((name) => [kind, name]))).toEqual([]);
    // States listed as not reachable are not reached.
    const met = [...Object.keys(tally.met['state'] ?? {}), ...Object.keys(tally.met['transition'] ?? {})];
    expect(met.filter((name) => unreached.includes(name))).toEqual([]);
  });
});
