import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { afterSecondLook, filesToRepeat, MOST_FILES, type Failure, type RunFile } from '../scripts/second-look.mjs';
import { leftOutOf, SUITES } from '../scripts/suites.mjs';
import vitestConfig, { RELIED_ON, SLOWEST } from '../vitest.config.ts';

const root = join(import.meta.dirname, '..');

describe('the table of suites', () => {
  it('names each project of vitest.config.ts once', () => {
    const projects = (vitestConfig as { test: { projects: readonly { test: { name: string } }[] } }).test.projects;
    const names = SUITES.flatMap((suite) => [...suite.projects, ...(suite.all?.projects ?? [])]);
    expect(names.toSorted()).toEqual(projects.map(({ test }) => test.name).toSorted());
  });

  it('says how to ask for what a run leaves out', () => {
    const usual = SUITES.filter(({ isOnRequest }) => isOnRequest !== true).map(({ name }) => name);
    expect(leftOutOf(usual, false).map(({ ask }) => ask)).toEqual([
      'npm test -- unit --all',
      'npm test -- browser --all',
      'npm test -- e2e --all',
      'npm test -- cluster',
      'npm test -- crash',
      'npm test -- browsers',
      'npm test -- engines',
    ]);
    expect(
      leftOutOf(
        SUITES.map(({ name }) => name),
        true,
      ),
    ).toEqual([]);
  });

  it('names files that exist as the slowest, and as those that every run has', () => {
    expect([...SLOWEST, ...RELIED_ON].filter((name) => !existsSync(join(root, name)))).toEqual([]);
  });
});

describe('a second look', () => {
  const failure = (where: string, more: Partial<Failure> = {}): Failure => ({
    where,
    reason: 'expected 1 to be 2',
    isOutside: false,
    ...more,
  });
  const file = (failures: readonly Failure[], more: Partial<RunFile> = {}): RunFile => ({
    name: 'a.test.ts',
    suite: 'unit',
    durationMs: 1,
    passed: 3,
    failures,
    flaky: [],
    skipped: [],
    ...more,
  });

  it.each([
    ['a file with a failed test', file([failure('a')]), true],
    ['no file in which nothing failed', file([]), false],
    ['no law', file([failure('a')], { suite: 'laws' }), false],
    ['no file that says that something was lost', file([failure('a', { reason: "{ kind: 'lost' }" })]), false],
    [
      'none that says that what was acknowledged is gone',
      file([failure('a'), failure('b', { reason: 'changes acknowledged: expected 2 to be 4' })]),
      false,
    ],
  ])('is given to %s', (_, ran, isRepeated) => {
    expect(filesToRepeat([file([]), ran])).toEqual(isRepeated ? [ran] : []);
  });

  it('is given to none where many files failed', () => {
    const failed = Array.from({ length: MOST_FILES }, () => file([failure('a')]));
    expect(filesToRepeat(failed)).toHaveLength(MOST_FILES);
    expect(filesToRepeat([...failed, file([failure('a')])])).toEqual([]);
  });

  const first = file([failure('a'), failure('b')]);
  it.each([
    ['names what passes then as flaky', first, file([], { passed: 5 }), { passed: 5, failed: [], flaky: ['a', 'b'] }],
    ['fails what fails twice', first, file([failure('b')], { passed: 4 }), { passed: 4, failed: ['b'], flaky: ['a'] }],
    [
      'names as flaky what passed at first and fails then',
      file([failure('a')]),
      file([failure('c')], { passed: 3 }),
      { passed: 4, failed: [], flaky: ['a', 'c'] },
    ],
    [
      'fails what could not run at first, and fails then',
      file([failure('the hook', { isOutside: true })], { passed: 0 }),
      file([failure('c')], { passed: 3 }),
      { passed: 3, failed: ['c'], flaky: ['the hook'] },
    ],
    [
      'leaves everything as it was where the file can’t run',
      first,
      file([failure('import', { isOutside: true })], { passed: 0 }),
      { passed: 3, failed: ['a', 'b'], flaky: [] },
    ],
    ['leaves everything as it was where nothing ran', first, undefined, { passed: 3, failed: ['a', 'b'], flaky: [] }],
    [
      'leaves everything as it was where no test ran',
      first,
      file([], { passed: 0 }),
      { passed: 3, failed: ['a', 'b'], flaky: [] },
    ],
  ])('%s', (_, before, second, expected) => {
    const { passed, failures, flaky } = afterSecondLook(before, second);
    const names = (failed: readonly Failure[]) => failed.map(({ where }) => where);
    expect({ passed, failed: names(failures), flaky: names(flaky) }).toEqual(expected);
  });
});
