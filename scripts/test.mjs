// npm test: installs what is missing, builds, and runs the suites that a person waits for, one after another.
//   npm test -- unit laws                     only these suites; scripts/suites.mjs lists them
//   npm test -- e2e tests/e2e/trail.e2e.ts    only these files of them
//   npm test -- e2e --all                     a suite with all that its usual run leaves out
//   npm test -- laws --explore                on a random seed, which is printed
// A file with a failed test runs once more at the end: scripts/second-look.mjs. The last line sums up: N passed, N failed, N skipped
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowsers } from './browsers.mjs';
import { ensureChromium, headlessShell } from './chromium.mjs';
import { checkNode, ensureBuilt, ensureTools, fail, root, say } from './prepare.mjs';
import { afterSecondLook, filesToRepeat } from './second-look.mjs';
import { leftOutOf, SUITES, TOTAL_BUDGET_S } from './suites.mjs';

const SLOWEST = 10;

const { asked, only, flags } = readWords(process.argv.slice(2));
const chosen = SUITES.filter(({ name, isOnRequest }) => (asked.length > 0 ? asked.includes(name) : !isOnRequest));

checkNode();
ensureTools();
const uses = (what) => chosen.some((suite) => suite[what]);
const chromium = ['needsChromium', 'usesConsole', 'usesBrowsers'].some(uses) ? await ensureChromium() : undefined;
const shell = chromium === undefined ? undefined : headlessShell();
const browsers = uses('usesBrowsers') ? ensureBrowsers() : {};
const startedMs = performance.now();
const isBuilt = (uses('needsBuild') || uses('usesConsole')) && ensureBuilt();

const env = {
  ...process.env,
  ...(chromium === undefined ? {} : { CHROMIUM_PATH: chromium }),
  ...(shell === undefined ? {} : { CHROMIUM_HEADLESS_PATH: shell }),
  ...browsers,
  ...lawSettings(),
};
const total = { passed: 0, failed: 0, skipped: 0 };
const notes = [];
const walls = [];
const files = await lookAgain(await runGroups(chosen.filter(canRun)));
for (const file of files) count(file);

console.log(`\nThe ${SLOWEST} slowest files:`);
for (const { name, durationMs } of files.toSorted((a, b) => b.durationMs - a.durationMs).slice(0, SLOWEST))
  console.log(`${seconds(durationMs).padStart(7)} s  ${name}`);
console.log('\nSuites, by wall time:');
for (const { name, wallMs } of walls) printWall(name, wallMs, SUITES.find((suite) => suite.name === name)?.budgetS);
if (asked.length === 0) printWall('in all', performance.now() - startedMs, TOTAL_BUDGET_S);
for (const { suite, leavesOut, ask } of asked.length > 0
  ? []
  : leftOutOf(
      chosen.map(({ name }) => name),
      flags.all,
    )) {
  total.skipped++;
  notes.push(`skipped: ${suite}: ${leavesOut}: ${ask}`);
}
console.log(`\n${[...notes, `${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`].join('\n')}`);
process.exitCode = total.failed > 0 ? 1 : 0;

/** Names of suites, paths of files, and flags. */
function readWords(words) {
  const flags = { all: false, explore: false };
  const asked = [];
  const only = [];
  for (const word of words) {
    if (word === '--all' || word === '--explore') flags[word.slice(2)] = true;
    else if (SUITES.some(({ name }) => name === word)) asked.push(word);
    else if (word.includes('/')) only.push(word);
    else fail(`Unknown suite: ${word}. Available: ${SUITES.map(({ name }) => name).join(', ')}, --all, --explore.`);
  }
  if (only.length > 0 && asked.length === 0) fail('Name the suites of these files, too.');
  return { asked, only, flags };
}

/** LAW_SEED and LAW_RUNS as they are given; exploring means a random seed and as many runs as a slice of `npm run test:long` has. */
function lawSettings() {
  if (!flags.explore) return {};
  const { LAW_SEED = String(randomInt(2 ** 31)), LAW_RUNS = '1000' } = process.env;
  say(`Exploring: LAW_SEED=${LAW_SEED} LAW_RUNS=${LAW_RUNS}`);
  return { LAW_SEED, LAW_RUNS };
}

/** Without Chromium nothing of the interface is tested: a person may go on without, and a gate may not. */
function canRun({ name, needsChromium, needsBuild }) {
  if (needsChromium && chromium === undefined) {
    const isSkipped = !process.env.CI;
    if (!isSkipped) total.failed++;
    notes.push(
      `${isSkipped ? 'skipped' : 'failed'}: ${name}: Chromium was not found and could not be installed; set CHROMIUM_PATH`,
    );
    return false;
  }
  if (needsBuild && !isBuilt) {
    total.failed++;
    notes.push(`failed: ${name}: the build failed`);
    return false;
  }
  return true;
}

/** One group after another: each keeps two cores busy. Side by side they took as long, and waited for each other. */
async function runGroups(suites) {
  const files = [];
  for (const group of new Set(suites.map(({ group }) => group))) {
    const members = suites.filter((suite) => suite.group === group);
    const names = members.map(({ name }) => name);
    say(names.join(', '));
    const { errors, files: ran, walls: took, succeeded } = await runVitest(members, only);
    files.push(...ran);
    const failures = [...errors];
    for (const name of names) {
      walls.push({ name, wallMs: took[name] ?? 0 });
      if (!ran.some(({ suite, passed, failures }) => suite === name && passed + failures.length > 0))
        failures.push(`${name}: no test ran`);
    }
    const hasFailed = failures.length > 0 || ran.some(({ failures }) => failures.length > 0);
    if (!succeeded && !hasFailed) failures.push('the runner failed outside of a test');
    total.failed += failures.length;
    for (const reason of failures) notes.push(`failed: ${names.join(', ')}: ${reason}`);
  }
  return files;
}

/** Runs the files of some suites, or all of them; resolves with what scripts/test-summary.mjs wrote. */
async function runVitest(suites, filters) {
  const folder = mkdtempSync(join(tmpdir(), 'mapledger-test-'));
  const summary = join(folder, 'summary.json');
  const projects = suites.flatMap(({ projects, all }) =>
    flags.all && all ? [...projects, ...all.projects] : projects,
  );
  const settings = Object.assign({}, ...suites.map(({ env, all }) => ({ ...env, ...(flags.all && all?.env) })));
  const child = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...projects.flatMap((name) => ['--project', name]),
      '--reporter=default',
      '--reporter=./scripts/test-summary.mjs',
      ...filters,
    ],
    { cwd: root, env: { ...settings, ...env, TEST_SUMMARY_FILE: summary }, stdio: 'inherit' },
  );
  const succeeded = await new Promise((resolve) => child.once('close', (code) => resolve(code === 0)));
  const written = existsSync(summary)
    ? JSON.parse(readFileSync(summary, 'utf8'))
    : { errors: [], files: [], walls: {} };
  rmSync(folder, { recursive: true });
  return { ...written, succeeded };
}

/** Runs files with a failed test once more, each in a process and a browser of its own. */
async function lookAgain(files) {
  const repeated = filesToRepeat(files);
  const looked = [];
  for (const file of files) {
    if (!repeated.includes(file)) {
      looked.push(file);
      continue;
    }
    say(`A second look: ${file.name}`);
    const again = await runVitest([SUITES.find(({ name }) => name === file.suite)], [file.name]);
    looked.push(
      afterSecondLook(
        file,
        again.files.find(({ name }) => name === file.name),
      ),
    );
  }
  return looked;
}

function count({ name, suite, passed, failures, flaky, skipped }) {
  total.passed += passed;
  total.failed += failures.length;
  for (const { where, reason } of failures) notes.push(`failed: ${suite}: ${where}: ${reason}`);
  for (const { where, reason } of flaky) notes.push(`flaky: ${suite}: ${where}: ${reason}`);
  for (const { reason, count } of skipped) {
    total.skipped += count;
    notes.push(`skipped: ${suite}: ${count} in ${name}: ${reason}`);
  }
}

function printWall(name, wallMs, budgetS) {
  const isKept = wallMs <= budgetS * 1_000;
  console.log(`${seconds(wallMs).padStart(7)} s of ${budgetS} s  ${name}${isKept ? '' : ': MISSED'}`);
}

function seconds(ms) {
  return (ms / 1_000).toFixed(1);
}
