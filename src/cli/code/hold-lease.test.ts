import { expect, it } from 'vitest';
import { holdLease, type Every } from './hold-lease.ts';

class RefusedForTest extends Error {}

function timer() {
  const given: { run: () => void; ms: number }[] = [];
  const every: Every = (run, ms) => {
    given.push({ run, ms });
    return () => void given.splice(0);
  };
  return { every, given };
}

it('renews a lease three times before it would end, until it is stopped', async () => {
  const { every, given } = timer();
  let renewed = 0;
  const lease = holdLease({ seconds: 60, every, isFinal: () => true, renew: async () => void renewed++ });
  expect(given.map(({ ms }) => ms)).toEqual([20_000]);
  given[0]?.run();
  await lease.stop();
  expect({ renewed, lost: lease.lost, timers: given.length }).toEqual({ renewed: 1, lost: undefined, timers: 0 });
});

it('goes on after a renewal without an answer, and is lost by one that is refused', async () => {
  const { every, given } = timer();
  const errors = [new Error('no answer'), new RefusedForTest('taken over'), new Error('not asked')];
  let asked = 0;
  const lease = holdLease({
    ...{ seconds: 60, every },
    isFinal: (error) => error instanceof RefusedForTest,
    renew: async () => {
      throw errors[asked++] as Error;
    },
  });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  for (const expected of [undefined, 'taken over', 'taken over']) {
    given[0]?.run();
    await settled();
    expect(lease.lost?.message).toBe(expected);
  }
  expect(asked).toBe(2);
});

it('asks for one renewal at a time', async () => {
  const { every, given } = timer();
  let asked = 0;
  let answer: () => void = () => undefined;
  const renew = () => new Promise<void>((resolve) => ((answer = resolve), asked++));
  const lease = holdLease({ seconds: 60, every, isFinal: () => true, renew });
  given[0]?.run();
  given[0]?.run();
  expect(asked).toBe(1);
  answer();
  await lease.stop();
});
