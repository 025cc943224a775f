import { describe, expect, it } from 'vitest';
import type { DocumentTest, TriedIndex } from '#domain/documents';
import { testChecker } from './check-tests.ts';
import type { TestRun } from '../../platform/kept-tests.ts';

const indexOf = (type: string): TriedIndex => ({
  mappings: { properties: { n: { type } } },
  engine: { distribution: 'elasticsearch', version: '9.0.0' },
});
const LONG = indexOf('long');
const KEYWORD = indexOf('keyword');
const test = (n: string): DocumentTest => ({ document: { n }, expect: { refused: 'number' } });

/** A checker whose clock goes on by `stepMs` with each reading, and that is idle when the test says so. */
function paced(stepMs: number) {
  const runs: TestRun[] = [];
  let [time, idle] = [0, undefined as (() => void) | undefined];
  const checker = testChecker((run) => void runs.push(run), {
    now: () => (time += stepMs),
    whenIdle(run) {
      idle = run;
      return () => (idle = undefined);
    },
  });
  const turn = () => {
    const run = idle;
    idle = undefined;
    run?.();
    return run !== undefined;
  };
  const outcomes = () => [...(runs.at(-1)?.results.values() ?? [])].map(({ outcome }) => outcome);
  return { checker, runs, turn, outcomes, isDone: () => runs.at(-1)?.isDone };
}

describe('tests that are checked', () => {
  it('neither pass nor fail on an index that is not wholly known, and are checked again once it is', () => {
    const { checker, turn, outcomes } = paced(1);
    const tests = [test('x'), { document: { n: 'x' }, expect: 'accepted' }] as const;
    checker.check(KEYWORD, tests, false);
    turn();
    expect(outcomes()).toEqual(['unknown', 'unknown']);
    checker.check(KEYWORD, tests);
    turn();
    expect(outcomes()).toEqual(['failed', 'passed']);
  });

  it('have a result once the page was idle', () => {
    const { checker, turn, outcomes, isDone } = paced(1);
    checker.check(LONG, [test('x'), test('1')]);
    expect([outcomes(), isDone()]).toEqual([[], false]);
    turn();
    expect([outcomes(), isDone()]).toEqual([['passed', 'failed'], true]);
    expect(turn()).toBe(false);
  });

  it('give way after 8 ms', () => {
    const { checker, runs, turn } = paced(4);
    checker.check(
      LONG,
      Array.from({ length: 5 }, (_, at) => test(`x${at}`)),
    );
    while (turn());
    expect(runs.map(({ results, isDone }) => [results.size, isDone])).toEqual([
      [0, false],
      [2, false],
      [4, false],
      [5, true],
    ]);
  });

  it('are checked again with other mappings, and keep their result until then', () => {
    const { checker, turn, outcomes, isDone } = paced(1);
    const tests = [test('x')];
    checker.check(LONG, tests);
    turn();
    checker.check(KEYWORD, tests);
    expect([outcomes(), isDone()]).toEqual([['passed'], false]);
    turn();
    expect([outcomes(), isDone()]).toEqual([['failed'], true]);
  });

  it('are not checked again where neither they nor the mappings are new', () => {
    const { checker, runs, turn } = paced(1);
    const [a, b] = [test('x'), test('1')];
    checker.check(LONG, [a]);
    turn();
    const before = runs.at(-1)?.results.get(a);
    checker.check(LONG, [a, b]);
    turn();
    expect(runs.at(-1)?.results.get(a)).toBe(before);
    expect(runs.at(-1)?.results.size).toBe(2);
    checker.check(LONG, [b]);
    expect(turn()).toBe(false);
    expect([...(runs.at(-1)?.results.keys() ?? [])]).toEqual([b]);
  });

  it('begin anew where the mappings change meanwhile, and end when the document is left', () => {
    const { checker, turn, isDone, outcomes } = paced(4);
    const tests = Array.from({ length: 3 }, () => test('x'));
    checker.check(LONG, tests);
    turn();
    checker.check(KEYWORD, tests);
    while (turn());
    expect([outcomes(), isDone()]).toEqual([['failed', 'failed', 'failed'], true]);
    checker.check(LONG, tests);
    checker.stop();
    expect(turn()).toBe(false);
  });
});
