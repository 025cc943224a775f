import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const SEED = process.env['FUZZ_SEED'] ?? '20261122';
/** Cases for each target: so many on every machine, and about ten seconds of each on two quiet cores. */
const RUNS = { laws: '400', import: '400', session: '60', editor: '20' };

const program = join(import.meta.dirname, '../../bin/mapledger.mjs');
const output = mkdtempSync(join(tmpdir(), 'mapledger-fuzz-'));
afterAll(() => rmSync(output, { recursive: true }));

function fuzz(...args: string[]) {
  return spawnSync(process.execPath, [program, 'fuzz', '--output', output, ...args], { encoding: 'utf8' });
}

it.each(Object.entries(RUNS))('finds nothing that breaks a promise: %s, %s cases', (target, runs) => {
  const { stdout, stderr, status } = fuzz('--target', target, '--seed', SEED, '--runs', runs, '--jobs', '2');
  const kept = readdirSync(output).map((file) => readFileSync(join(output, file), 'utf8'));
  expect({ status, kept }, `${stdout}${stderr}`).toEqual({ status: 0, kept: [] });
  expect(stdout).toMatch(new RegExp(`^${target}: [1-9]\\d* cases from seed ${SEED} in `));
});

it('tries the same cases with any number of threads', () => {
  const coverage = (jobs: string) => {
    const { stdout } = fuzz('--target', 'laws', '--seed', SEED, '--runs', '60', '--jobs', jobs, '--json');
    const { cases, acceptance, coverage: reached } = JSON.parse(stdout) as Record<string, unknown>;
    return { cases, acceptance, reached };
  };
  expect(coverage('3')).toEqual(coverage('1'));
});
