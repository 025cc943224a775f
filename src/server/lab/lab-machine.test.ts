import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { ShareReport } from '../../fuzz/run/share.ts';
import { labMachine } from './lab-machine.ts';
import { newRun, type LabRun } from './lab-run.ts';

const RUN = newRun(
  {
    id: 'run-1',
    target: 'laws',
    seed: 1,
    cluster: null,
    isOnSandbox: false,
    corpus: [],
    budget: { cases: 10 },
    threads: 1,
    startedBy: 'ada',
    startedAt: '2026-11-22T10:00:00.000Z',
  },
  {},
);

function start() {
  const threads: { report: (report: ShareReport) => void; end: (failure?: string) => void; isAsked: boolean }[] = [];
  const saved: LabRun[] = [];
  const ended: LabRun[] = [];
  const machine = labMachine({
    startThreads(_threads, onReport, onEnded) {
      const own = { report: (report: ShareReport) => onReport(0, report), end: onEnded, isAsked: false };
      threads.push(own);
      return () => (own.isAsked = true);
    },
    save: (run) => saved.push(run),
    now: () => '2026-11-22T11:00:00.000Z',
    nowMs: () => 0,
  });
  const actor = createActor(machine).start();
  actor.on('ended', ({ run }) => ended.push(run));
  const run = () => {
    actor.send({ type: 'BEGIN' });
    actor.send({ type: 'RUN', run: RUN, cluster: undefined, ended: Promise.resolve(RUN) });
    const last = threads.at(-1);
    if (last === undefined) throw new Error('No thread was started.');
    return last;
  };
  return { actor, run, saved, ended };
}

it('lets nothing begin while a run begins or works', () => {
  const { actor, run } = start();
  actor.send({ type: 'BEGIN' });
  expect(actor.getSnapshot().can({ type: 'BEGIN' })).toBe(false);
  actor.send({ type: 'GIVE_UP' });
  const threads = run();
  expect(actor.getSnapshot().can({ type: 'BEGIN' })).toBe(false);
  threads.end();
  expect(actor.getSnapshot().can({ type: 'BEGIN' })).toBe(true);
});

it('works until its threads have ended, and is what the first who stopped it said', () => {
  const { actor, run, ended } = start();
  const threads = run();
  actor.send({ type: 'STOP', as: { state: 'stopped' } });
  actor.send({ type: 'STOP', as: { state: 'interrupted', reason: 'The server was stopped.' } });
  expect(threads.isAsked).toBe(true);
  expect(actor.getSnapshot().matches({ runs: { working: 'ending' } })).toBe(true);
  threads.end('The cluster is gone.');
  expect(ended).toMatchObject([{ id: 'run-1', state: 'stopped', endedAt: '2026-11-22T11:00:00.000Z' }]);
  expect(ended[0]).not.toHaveProperty('reason');
});

it('fails with the reason of its threads', () => {
  const { run, saved } = start();
  run().end('The cluster is gone.');
  expect(saved).toMatchObject([{ state: 'failed', reason: 'The cluster is gone.' }]);
});
