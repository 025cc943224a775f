import { expect, it } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { NotRecordedError } from '../trail/store-errors.ts';
import { EMPTY_QUEUE, type Assembly, type Queue, type WaitingReader } from './assembly.ts';
import { trailLogMachine, type TrailLogPorts } from './trail-log-machine.ts';

/** A step whose calls are answered when the test says so. */
function step<Answer>() {
  const calls: { resolve(answer: Answer): void; reject(error: unknown): void }[] = [];
  const turn = async () => {
    for (let count = 0; count < 10; count++) await Promise.resolve();
  };
  const last = () => {
    const call = calls.at(-1);
    if (call === undefined) throw new Error('The step was not taken.');
    return call;
  };
  return {
    calls,
    run: () => new Promise<Answer>((resolve, reject) => calls.push({ resolve, reject })),
    async resolve(answer: Answer) {
      last().resolve(answer);
      await turn();
    },
    async reject(error: unknown) {
      last().reject(error);
      await turn();
    },
  };
}

const NOTHING: Assembly = { flight: null, left: EMPTY_QUEUE, answers: [], names: [], erased: [] };

function start(assemble: (queue: Queue) => Assembly = () => NOTHING) {
  const clock = new SimulatedClock();
  const read = step<number>();
  const write = step<number>();
  const troubles: (string | null)[] = [];
  const ports: TrailLogPorts = {
    read: () => read.run(),
    assemble,
    write: () => write.run(),
    eraseWords: () => Promise.resolve(false),
    hasMore: () => false,
    onTrouble: (reason) => troubles.push(reason),
    assertOpen: () => {
      if (actor.getSnapshot().context.isClosing) throw new Error('closed');
    },
    pollMs: 400,
  };
  const actor = createActor(trailLogMachine(ports), { clock }).start();
  const outcomes: string[] = [];
  const reader = (name: string): WaitingReader => ({
    kind: 'reader',
    resolve: () => outcomes.push(`${name} read`),
    reject: (error) => outcomes.push(`${name}: ${error instanceof Error ? error.name : String(error)}`),
  });
  const wait = (name: string) => actor.send({ type: 'WAIT', waiting: reader(name) });
  const state = () => actor.getSnapshot().value;
  return { actor, clock, read, write, troubles, outcomes, wait, state };
}

it('answers those who came before the reading, and reads again for those who came during it', async () => {
  const { read, write, outcomes, wait } = start();
  wait('first');
  wait('second');
  await read.resolve(1);
  expect(outcomes).toEqual(['first read']);
  await write.resolve(1);
  await expect.poll(() => read.calls.length, { interval: 1 }).toBe(2);
  await read.resolve(2);
  expect(outcomes).toEqual(['first read', 'second read']);
});

it('looks at the index again after a rest, and longer after each failure', async () => {
  const { clock, read, write, troubles, outcomes, wait, state } = start();
  clock.increment(400);
  await read.reject(new Error('The cluster is away.'));
  expect(state()).toBe('paused');
  wait('refused');
  expect(outcomes).toEqual([`refused: ${NotRecordedError.name}`]);
  clock.increment(500);
  await read.reject(new Error('The cluster is away.'));
  clock.increment(500);
  expect(state()).toBe('paused');
  clock.increment(500);
  await read.resolve(1);
  await write.resolve(1);
  expect(state()).toBe('resting');
  expect(troubles).toEqual(['The cluster is away.', null]);
});

it('closes when the step under way has ended, and refuses who waits', async () => {
  const { actor, read, outcomes, wait, state } = start();
  wait('first');
  wait('second');
  actor.send({ type: 'CLOSE' });
  expect(state()).toEqual({ working: 'reading' });
  await read.resolve(1);
  expect(state()).toBe('closed');
  expect(outcomes).toEqual(['first read', 'second: StorageClosedError']);
});

it('closes at once where nothing is under way', () => {
  const { actor } = start();
  actor.send({ type: 'CLOSE' });
  expect(actor.getSnapshot().status).toBe('done');
});
