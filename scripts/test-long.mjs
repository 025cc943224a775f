// npm run test:long: all that `npm test` leaves out: unit, browser and end-to-end tests whole, every way to lose code, laws on 10,000 values and histories,
// 500 killed browsers, plans killed at each moment, older engines, 1,000 composed templates, three browsers, Node 24, and every planted bug, in slices:
//   npm run test:long -- --slices 2    the next two that are left
//   npm run test:long -- crash         only those of a suite
// What is done is remembered until the source or the tests change. A file with a failed test runs once more, as in `npm test`.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { ensureTools, fail, root, say } from './prepare.mjs';

const SEED = 20_261_121;
const PLANTED_SLICES = 10;
const CODE_SLICES = 8;
/** By suite: how many slices it has, and what one of them is told, by its number. */
const suites = {
  // What `npm test` leaves out of its own suites: all types, sizes and sweeps, and React's development build.
  unit: { slices: 1, settings: () => ({}), words: ['--all'] },
  browser: { slices: 1, settings: () => ({}), words: ['--all'] },
  e2e: { slices: 1, settings: () => ({}), words: ['--all'] },
  // The first eighth of it is in e2e.
  'lost-code': {
    slices: CODE_SLICES - 1,
    settings: (slice) => ({ CODE_SLICE: `${slice + 2}/${CODE_SLICES}` }),
    suite: 'e2e',
    words: ['tests/e2e/lost-code.e2e.ts', '--all'],
  },
  laws: { slices: 10, settings: (slice) => ({ LAW_SEED: String(SEED + slice), LAW_RUNS: '1000' }) },
  crash: {
    slices: 10,
    settings: (slice) => ({
      CRASH_SEED: String(SEED + 1_000 * slice),
      CRASH_KILLS: '50',
      CRASH_STORE_KILLS: '21',
      CRASH_SERVER_KILLS: '10',
      CRASH_TRAIL_KILLS: '20',
    }),
  },
  // Plans are killed at every second moment, and at every one on the newest engines.
  engines: { slices: 1, settings: () => ({ PLAN_KILL_EVERY: '2' }) },
  // The whole suite, for the 1,000 template sets that it composes and for the plans that it kills.
  cluster: {
    slices: 1,
    settings: () => ({ COMPOSITION_SETS: '1000', PLAN_KILL_EVERY: '1', PLAN_INTERLEAVINGS: '200' }),
  },
  browsers: { slices: 1, settings: () => ({}) },
  node24: { slices: 1, settings: () => ({}), command: () => ['run', '--silent', 'test:node24'] },
  // The copies that bugs are planted in need this checkout's packages, and the browser that tests use.
  planted: {
    slices: PLANTED_SLICES,
    settings: () => ({}),
    command: (slice) => ['run', '--silent', 'planted', '--', '--slice', `${slice + 1}/${PLANTED_SLICES}`, '--again'],
  },
};
const memory = join(root, 'node_modules/.cache/mapledger/test-long.json');

const words = process.argv.slice(2);
const limitAt = words.indexOf('--slices');
const limit = limitAt === -1 ? Infinity : Number(words.splice(limitAt, 2)[1]);
if (Number.isNaN(limit)) fail('--slices requires a number.');
const unknown = words.filter((word) => !Object.hasOwn(suites, word));
if (unknown.length > 0)
  fail(`Unknown long suite: ${unknown.join(', ')}. Available: ${Object.keys(suites).join(', ')}.`);
const names = words.length === 0 ? Object.keys(suites) : words;

ensureTools();
const source = hashOfSource();
const done = remembered();
const total = { passed: 0, failed: 0, skipped: 0 };
const left = names
  .flatMap((name) => Array.from({ length: suites[name].slices }, (_, slice) => ({ name, slice })))
  .filter((each) => !done.includes(keyOf(each)));
for (const each of left.slice(0, limit)) {
  say(`${each.name}, slice ${each.slice + 1} of ${suites[each.name].slices}`);
  const isSound = await runSlice(each);
  if (!isSound) continue;
  done.push(keyOf(each));
  mkdirSync(dirname(memory), { recursive: true });
  writeFileSync(memory, JSON.stringify({ source, done }));
}
const remaining = left.filter((each) => !done.includes(keyOf(each))).length;
console.log(`\n${remaining === 0 ? 'All slices are done.' : `${remaining} slices are left: npm run test:long`}`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 ? 1 : 0;

function keyOf({ name, slice }) {
  return `${name} ${slice}`;
}

function remembered() {
  if (!existsSync(memory)) return [];
  const { source: of, done: slices } = JSON.parse(readFileSync(memory, 'utf8'));
  return of === source ? slices : [];
}

/** Runs a slice as `npm test` does; returns whether nothing failed. */
async function runSlice({ name, slice }) {
  const { settings, command, suite = name, words: flags = [] } = suites[name];
  const chromium = command === undefined ? undefined : await ensureChromium();
  const env = {
    ...process.env,
    ...(chromium !== undefined && { CHROMIUM_PATH: chromium }),
    ...settings(slice),
  };
  const [program, words] =
    command === undefined
      ? [process.execPath, [join(root, 'scripts/test.mjs'), suite, ...flags]]
      : ['npm', command(slice)];
  const { status, stdout } = spawnSync(program, words, {
    cwd: root,
    env,
    stdio: ['inherit', 'pipe', 'inherit'],
    maxBuffer: 2 ** 28,
  });
  process.stdout.write(stdout);
  const [, passed = 0, failed = status === 0 ? 0 : 1, skipped = 0] =
    /(\d+) passed, (\d+) failed, (\d+) skipped\s*$/.exec(stdout.toString()) ?? [];
  total.passed += Number(passed);
  total.failed += Number(failed);
  total.skipped += Number(skipped);
  return status === 0;
}

function hashOfSource() {
  const hash = createHash('sha256');
  for (const folder of ['src', 'tests', 'property-tests', 'scripts/engines']) {
    const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    for (const file of entries.map((entry) => join(entry.parentPath, entry.name)).sort())
      hash.update(file.slice(root.length)).update(readFileSync(file));
  }
  return hash.digest('hex');
}
