// npm test: installs what is missing, builds, and runs the suites that a person waits for, one after another.
//   npm test -- unit laws            only these suites; scripts/suites.mjs lists them
//   npm test -- e2e --all            a suite with all that its usual run leaves out
//   npm test -- laws --explore       on a random seed, which is printed
//   npm test -- --change [COMMIT]    what a change since COMMIT needs (by default since origin/main); without one to compare with, everything
// The last line sums up: N passed, N failed, N skipped
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { baseOf, changedPaths, presentCommit } from './change.mjs';
import { ensureBrowsers } from './browsers.mjs';
import { ensureChromium, headlessShell } from './chromium.mjs';
import { checkNode, ensureBuilt, ensureTools, fail, root, say } from './prepare.mjs';
import { budgetState, LEFT_OUT, needsOf, OPTIONS, settingsOf, SUITES, TOTAL_BUDGET_S } from './suites.mjs';

const SLOWEST = 10;
const NOTHING_RAN = { passed: 0, failed: 0, failures: [], skipped: [], wallMs: 0 };

const { asked, flags } = readWords(process.argv.slice(2));
const plan = planOf();
const commit = presentCommit();
const chosen = SUITES.filter(({ name }) => plan.suites.includes(name));

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
const reports = mkdtempSync(join(tmpdir(), 'mapledger-test-'));
const total = { passed: 0, failed: 0, skipped: 0 };
const notes = [];
const files = [];
const walls = [];
await runGroups(chosen.filter(canRun));
rmSync(reports, { recursive: true });

console.log(`\nThe ${SLOWEST} slowest files:`);
for (const { name, durationMs } of files.toSorted((a, b) => b.durationMs - a.durationMs).slice(0, SLOWEST))
  console.log(`${seconds(durationMs).padStart(7)} s  ${name}`);
console.log('\nSuites, by wall time:');
for (const { name, wallMs } of walls) reportWall(name, wallMs);
reportTotal();
for (const { suite, leavesOut, ask } of leftOut()) {
  total.skipped++;
  notes.push(`skipped: ${suite}: ${leavesOut}: ${ask}`);
}
console.log(`\n${[...notes, `${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`].join('\n')}`);
process.exitCode = total.failed > 0 ? 1 : 0;

/** Names of suites and flags, each checked. */
function readWords(words) {
  const flags = { all: false, explore: false, change: false, base: undefined };
  const asked = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (word === '--change') {
      flags.change = true;
      if (words[at + 1]?.startsWith('-') === false) flags.base = words[++at];
    } else if (word === '--all' || word === '--explore') flags[word.slice(2)] = true;
    else if (SUITES.some(({ name }) => name === word)) asked.push(word);
    else
      fail(
        `Unknown suite: ${word}. Available: ${SUITES.map(({ name }) => name).join(', ')}, --all, --explore, --change.`,
      );
  }
  if (flags.change && asked.length > 0) fail('--change chooses the suites: name none beside it.');
  return { asked, flags };
}

/** The suites of this run, and its options; says why where the change has chosen them. */
function planOf() {
  const everyOption = Object.keys(OPTIONS);
  if (!flags.change) {
    const suites = asked.length > 0 ? asked : SUITES.filter(({ isOnRequest }) => !isOnRequest).map(({ name }) => name);
    return { suites, options: flags.all ? everyOption : [] };
  }
  const base = baseOf(flags.base);
  const { suites, choices } = needsOf(base && changedPaths(base));
  say(
    base === undefined
      ? 'No earlier commit to compare with: everything runs'
      : `What changed since ${base.slice(0, 12)} needs`,
  );
  for (const name of suites) console.log(`  ${name.padEnd(9)} always`);
  for (const { choice, why } of choices) console.log(`  ${choice.padEnd(9)} ${why}`);
  const names = choices.map(({ choice }) => choice);
  return {
    suites: [...suites, ...names.filter((choice) => SUITES.some(({ name }) => name === choice))],
    options: flags.all ? everyOption : names.filter((choice) => everyOption.includes(choice)),
  };
}

/** What this run leaves out: suites that nobody asked for, and what its suites could do besides. */
function leftOut() {
  const suites = asked.length > 0 ? [] : LEFT_OUT.filter(({ suite }) => !plan.suites.includes(suite));
  const options = Object.entries(OPTIONS).filter(
    ([name, { suite }]) => plan.suites.includes(suite) && !plan.options.includes(name),
  );
  return [...suites, ...options.map(([, option]) => option)];
}

/** LAW_SEED and LAW_RUNS as they are given; exploring means a random seed and as many runs as a slice of `npm run test:long` has. */
function lawSettings() {
  if (!flags.explore) return {};
  const { LAW_SEED = String(randomInt(2 ** 31)), LAW_RUNS = '1000' } = process.env;
  say(`Exploring: LAW_SEED=${LAW_SEED} LAW_RUNS=${LAW_RUNS}`);
  return { LAW_SEED, LAW_RUNS };
}

function canRun({ name, needsChromium, needsBuild }) {
  if (needsChromium && chromium === undefined) {
    notes.push(`skipped: ${name}: Chromium was not found and could not be installed; set CHROMIUM_PATH`);
    return false;
  }
  if (needsBuild && !isBuilt) {
    total.failed++;
    notes.push(`failed: ${name}: the build failed`);
    return false;
  }
  return true;
}

/**
 * One group after another: each keeps two cores busy, and side by side they took as long and waited for each other. Beside them run the suites that ask
 * engines, which mostly wait. The first lane is seen while it runs.
 */
async function runGroups(suites) {
  const lanes = [false, true].map((isBeside) => suites.filter((suite) => (suite.isBeside ?? false) === isBeside));
  const [first, ...others] = lanes.filter((lane) => lane.length > 0);
  if (first === undefined) return;
  await Promise.all([runLane(first, true), ...others.map((lane) => runLane(lane, false))]);
}

async function runLane(suites, isSeen) {
  for (const name of new Set(suites.map(({ group }) => group))) {
    const group = suites.filter((suite) => suite.group === name);
    await runGroup(group, isSeen);
  }
}

async function runGroup(suites, isSeen) {
  const names = suites.map(({ name }) => name);
  const summary = join(reports, `${names[0]}.json`);
  const output = join(reports, `${names[0]}.txt`);
  const projects = suites.flatMap(({ projects }) => projects).flatMap((name) => ['--project', name]);
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...projects,
    '--reporter=default',
    '--reporter=./scripts/test-summary.mjs',
  ];
  if (isSeen) say(names.join(', '));
  const file = isSeen ? undefined : openSync(output, 'w');
  const stdio = file === undefined ? 'inherit' : ['ignore', file, file];
  const settings = Object.assign({}, ...suites.map((suite) => settingsOf(suite, plan.options, commit)));
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...settings, ...env, TEST_SUMMARY_FILE: summary },
    stdio,
  });
  const succeeded = await new Promise((resolve) => child.once('close', (code) => resolve(code === 0)));
  if (!isSeen) {
    say(names.join(', '));
    process.stdout.write(readFileSync(output));
  }
  sumUp(names, summary, succeeded);
}

function sumUp(names, file, succeeded) {
  const summary = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { errors: 0, projects: {}, files: [] };
  files.push(...summary.files);
  // An error outside of a test counts as one failed test.
  let failures = summary.errors;
  if (failures > 0) notes.push(`failed: ${names.join(', ')}: ${failures} errors outside of tests`);
  for (const name of names) {
    const { passed, failed, failures: failedTests, skipped, wallMs } = summary.projects[name] ?? NOTHING_RAN;
    walls.push({ name, wallMs });
    total.passed += passed;
    failures += failed;
    for (const { where, reason } of failedTests) notes.push(`failed: ${name}: ${where}: ${reason}`);
    for (const { where, reason, count } of skipped) {
      total.skipped += count;
      notes.push(`skipped: ${name}: ${count} in ${where}: ${reason}`);
    }
    if (passed + failed + skipped.length === 0) {
      failures++;
      notes.push(`failed: ${name}: no test ran`);
    }
  }
  if (!succeeded && failures === 0) {
    failures++;
    notes.push(`failed: ${names.join(', ')}: the runner failed outside of a test`);
  }
  total.failed += failures;
}

/** Prints the wall time of a suite beside its budget, which fails the run where it is exceeded by half. */
function reportWall(name, wallMs) {
  const { budgetS } = SUITES.find((suite) => suite.name === name);
  const state = budgetState(wallMs, budgetS);
  console.log(`${seconds(wallMs).padStart(7)} s of ${budgetS} s  ${name}${state === 'kept' ? '' : `: ${state}`}`);
  // Budgets are those of the usual run: a busy machine, or one that tries more, measures nothing.
  const isUsual = !flags.change && !flags.explore && plan.options.length === 0;
  if (state !== 'exceeded' || process.env.SUITE_BUDGETS === 'off' || !isUsual) return;
  total.failed++;
  notes.push(`failed: ${name}: took ${seconds(wallMs)} s, and its budget is ${budgetS} s`);
}

/** Marks the budget of a whole `npm test` as missed where it is. */
function reportTotal() {
  if (asked.length > 0 || flags.change) return;
  const wallMs = performance.now() - startedMs;
  const state =
    budgetState(wallMs, TOTAL_BUDGET_S) === 'kept' ? '' : ': MISSED (docs/decisions/0034-minutes-of-tests.md)';
  console.log(`${seconds(wallMs).padStart(7)} s of ${TOTAL_BUDGET_S} s  in all${state}`);
}

function seconds(ms) {
  return (ms / 1_000).toFixed(1);
}
