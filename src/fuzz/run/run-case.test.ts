import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isObject, parseJson, type JsonValue } from '#domain/json';
import { seedOfCase, runCases, runValue, type FailedCase } from './run-cases.ts';
import { formatCase, parseCase } from './replay-file.ts';
import { addTallies, NOTHING_MET, type Tally } from '../case/tally.ts';
import { NotTriedError, underLaw, type FuzzTarget } from '../case/target.ts';

/** Numbers; one that is 1,000 or more breaks a law, one that ends in 7 another one. */
const numbers: FuzzTarget = {
  name: 'numbers',
  values: () => fc.record({ number: fc.nat({ max: 2_000 }) }),
  holds(value, counter) {
    const number = Number(isObject(value) && value['number']);
    counter.tried(number % 2 === 0);
    counter.met('parity', number % 2 === 0 ? 'even' : 'odd');
    underLaw('is below 1,000', () => expect(number).toBeLessThan(1_000));
    underLaw('does not end in 7', () => expect(number % 10).not.toBe(7));
  },
  coverage: { parity: ['even', 'odd'] },
};

async function run(options: {
  readonly seed: number;
  readonly runs: number;
  readonly first?: number;
  readonly step?: number;
}) {
  const cases: { number: number; failure: FailedCase | null }[] = [];
  let tally: Tally = NOTHING_MET;
  await runCases({
    target: numbers,
    ...options,
    onCase(number, met, failure) {
      cases.push({ number, failure });
      tally = addTallies(tally, met);
    },
  });
  return { cases, tally };
}

describe('cases', () => {
  it('depend on the seed and their number only, whoever runs which of them', async () => {
    const { cases: whole } = await run({ seed: 7, runs: 60 });
    const shares = await Promise.all([0, 1, 2].map((first) => run({ seed: 7, runs: 60, first, step: 3 })));
    expect(shares.flatMap(({ cases }) => cases).sort((a, b) => a.number - b.number)).toEqual(whole);
    const { cases: others } = await run({ seed: 8, runs: 60 });
    expect(others).not.toEqual(whole);
  });

  it('are shrunk for the law that they broke, and say which', async () => {
    const { cases } = await run({ seed: 7, runs: 200 });
    const failures = cases.flatMap(({ failure }) => failure ?? []);
    const values = new Map(failures.map(({ law, value }) => [law, value]));
    expect(values.get('is below 1,000')).toEqual({ number: 1_000 });
    expect(values.get('does not end in 7')).toEqual({ number: 7 });
  });

  it('are counted once, however often they are made smaller', async () => {
    const { cases, tally } = await run({ seed: 7, runs: 200 });
    expect(cases).toHaveLength(200);
    expect(tally.given).toBe(200);
    expect(Object.values(tally.met['parity'] ?? {}).reduce((sum, count) => sum + count, 0)).toBe(200);
  });

  it('have seeds that differ by target and number', () => {
    const seeds = ['laws', 'import'].flatMap((target) =>
      Array.from({ length: 1_000 }, (_, at) => seedOfCase(1, target, at)),
    );
    expect(new Set(seeds).size).toBe(2_000);
  });
});

describe('a case that can’t be tried', () => {
  const lostAfter = (tries: number): FuzzTarget => {
    let left = tries;
    return {
      ...numbers,
      holds() {
        if (left-- === 0) throw new NotTriedError('The cluster is gone.');
      },
    };
  };

  it('ends the run with its reason, and is no failed case', async () => {
    const told: (FailedCase | null)[] = [];
    const running = runCases({
      target: lostAfter(10),
      seed: 7,
      runs: 200,
      onCase: (_number, _tally, failure) => void told.push(failure),
    });
    await expect(running).rejects.toThrow(NotTriedError);
    expect(told).toEqual(Array.from({ length: 10 }, () => null));
    await expect(runValue(lostAfter(0), { number: 1 })).rejects.toThrow('The cluster is gone.');
  });
});

describe('the file of a failed case', () => {
  it('keeps the value to the last digit, and fails again', async () => {
    const value = parseJson('{"number":1000,"exact":9007199254740993,"__proto__":{"-0":-0}}');
    const failure: FailedCase = {
      target: 'numbers',
      seed: 1,
      number: 2,
      law: 'l',
      message: 'm',
      value,
      shrinks: 0,
      steps: ['Ada: does it'],
    };
    const kept = parseCase(formatCase(failure));
    expect(kept).toEqual({ target: 'numbers', law: 'l', message: 'm', value });
    expect(await runValue(numbers, kept?.value ?? null)).toMatchObject({ law: 'is below 1,000' });
    expect(await runValue(numbers, { number: 2 })).toBeNull();
  });

  it.each<JsonValue>([{}, { format: 'another' }, [], 'x'])('is not %j', (other) => {
    expect(parseCase(JSON.stringify(other))).toBeNull();
  });
});
