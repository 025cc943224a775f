import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { budgetState, CHOICES, LEFT_OUT, NEEDS, needsOf, OPTIONS, settingsOf, SUITES } from '../scripts/suites.mjs';
import { sha256Hex } from '../src/domain/events/sha256.ts';
import vitestConfig, { SLOWEST, STATE_SWEEPS } from '../vitest.config.ts';

const root = join(import.meta.dirname, '..');
const choicesFor = (...paths: string[]) => needsOf(paths).choices.map(({ choice }) => choice);

describe('the suites that a change needs', () => {
  it('are all of them where there is nothing to compare with', () => {
    const { suites, choices } = needsOf(undefined);
    expect(suites).toEqual(['unit', 'laws', 'browser', 'e2e']);
    expect(choices.map(({ choice }) => choice)).toEqual([...CHOICES]);
  });

  it.each([
    ['docs/clusters.md', []],
    ['src/domain/history/README.md', ['crash', 'states', 'fuzz']],
    ['src/infra/indexed-db-event-store.ts', ['crash', 'browsers', 'states']],
    ['src/server/sqlite/sqlite-event-store.ts', ['cluster', 'crash', 'routes', 'states', 'node24']],
    ['src/server/embedded/names.ts', ['cluster', 'routes', 'states', 'node24']],
    ['src/domain/catalogue/parameters.ts', ['cluster', 'engines', 'types', 'fuzz']],
    ['src/ui/screens/indices/index-list.tsx', ['types', 'states', 'sizes', 'strict']],
    [
      'package-lock.json',
      ['cluster', 'crash', 'browsers', 'routes', 'types', 'states', 'sizes', 'code', 'strict', 'fuzz', 'node24'],
    ],
  ])('%s: %j', (path, expected) => {
    expect(choicesFor(path)).toEqual(expected);
  });

  it('are those of every row that a path fits, with the reason of each', () => {
    const { choices } = needsOf(['src/domain/log/seal.ts', 'src/domain/mapping/validate.ts']);
    expect(choices.map(({ choice }) => choice)).toEqual(['cluster', 'crash', 'engines', 'types', 'states', 'fuzz']);
    for (const { why } of choices) expect(why).not.toBe('');
    expect(choices.find(({ choice }) => choice === 'fuzz')?.why).toContain('; ');
  });

  it('name choices that exist, each of them in some row', () => {
    const named = new Set(NEEDS.flatMap(({ choices }) => choices));
    expect([...named].toSorted()).toEqual([...CHOICES].toSorted());
  });

  it('fit a row for every file of the repository', ({ skip }) => {
    const { stdout, status } = spawnSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' });
    if (status !== 0) skip('This is no checkout of git.');
    const unfit = stdout
      .trim()
      .split('\n')
      .filter((path) => !NEEDS.some(({ paths }) => paths.test(path)));
    expect(unfit).toEqual([]);
  });
});

describe('the table of suites', () => {
  it('names each project of vitest.config.ts once', () => {
    const projects = (vitestConfig as { test: { projects: readonly { test: { name: string } }[] } }).test.projects;
    const names = SUITES.flatMap((suite) => suite.projects);
    expect(names.toSorted()).toEqual(projects.map(({ test }) => test.name).toSorted());
  });

  it('gives each suite a slice by the commit, and all of it where that is chosen', () => {
    const unit = SUITES.find(({ name }) => name === 'unit');
    if (unit === undefined) throw new Error('There is one.');
    const slices = ['0', '1', '5', '6'].map((end) => settingsOf(unit, [], end.padStart(7, '0').padEnd(40, '0')));
    expect(slices).toEqual(['1/6', '2/6', '6/6', '1/6'].map((slice) => ({ ROUTE_SLICE: slice })));
    expect(settingsOf(unit, ['routes', 'types'], '1'.repeat(40))).toEqual({ ROUTE_SLICE: '1/1' });
  });

  it('runs every slice of the sweeps with every size of the screens', () => {
    const e2e = SUITES.find(({ name }) => name === 'e2e');
    if (e2e === undefined) throw new Error('There is one.');
    const chosen = Array.from({ length: 400 }, (_, index) => {
      const { STATES_SLICE, SCREEN_SLICE } = settingsOf(e2e, [], sha256Hex(String(index)).slice(0, 40));
      return `${String(STATES_SLICE)} ${String(SCREEN_SLICE)}`;
    });
    expect(new Set(chosen).size).toBe(6 * 3);
  });

  it('says how to ask for what a run leaves out', () => {
    for (const { suite, ask } of [...LEFT_OUT, ...Object.values(OPTIONS)])
      expect(ask).toContain(`npm test -- ${suite}`);
  });

  it('names files that exist as the slowest, and as sweeps', () => {
    const sweeps = STATE_SWEEPS.flat().map((name) => `tests/e2e/${name}.e2e.ts`);
    expect([...SLOWEST, ...sweeps].filter((name) => !existsSync(join(root, name)))).toEqual([]);
    expect(STATE_SWEEPS).toHaveLength(6);
  });

  it('fails a run only where a budget is exceeded by half', () => {
    expect([1_000, 10_000, 10_001, 15_000, 15_001].map((ms) => budgetState(ms, 10))).toEqual([
      'kept',
      'kept',
      'over budget',
      'over budget',
      'exceeded',
    ]);
  });
});
