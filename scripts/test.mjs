// npm test: installs what is missing, builds, and runs the suites in two lanes beside each other.
// npm test -- unit laws: only these. npm test -- laws --explore: on a random seed. The last line sums up: N passed, N failed, N skipped
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowsers } from './browsers.mjs';
import { ensureChromium } from './chromium.mjs';
import { checkNode, ensureBuilt, ensureTools, fail, root, say } from './prepare.mjs';

const suites = [
  { name: 'unit', lane: 'main' },
  { name: 'laws', lane: 'main' },
  { name: 'browser', lane: 'main', needsChromium: true },
  { name: 'e2e', lane: 'main', needsChromium: true, needsBuild: true },
  // Starts a real OpenSearch and a real Elasticsearch, or says why it can't. One of its files walks through the console in a browser.
  { name: 'cluster', lane: 'engines', usesConsole: true },
  // The same checks on older engines, which are started one after another: npm test -- engines
  { name: 'engines', lane: 'engines', isOnRequest: true },
  // Kills browsers for minutes, so it runs where it is asked for: npm test -- crash
  { name: 'crash', lane: 'engines', needsChromium: true, needsBuild: true, isOnRequest: true },
  // A walk through the console in Chromium, Firefox and WebKit, for minutes: npm test -- browsers
  { name: 'browsers', lane: 'engines', needsBuild: true, usesBrowsers: true, isOnRequest: true },
];
/** Each lane is one run of Vitest after another: the engines boot, and are asked, while the main lane is at work. */
const lanes = ['main', 'engines'];
const SLOWEST = 10;
const NOTHING_RAN = { passed: 0, failed: 0, failures: [], repeated: [], skipped: [] };

const isExploring = process.argv.includes('--explore');
const asked = process.argv.slice(2).filter((word) => word !== '--explore');
const unknown = asked.filter((name) => !suites.some((suite) => suite.name === name));
if (unknown.length > 0)
  fail(`Unknown suite: ${unknown.join(', ')}. Available: ${suites.map(({ name }) => name).join(', ')}.`);
const chosen = suites.filter(({ name, isOnRequest }) =>
  asked.length === 0 ? isOnRequest !== true : asked.includes(name),
);

checkNode();
ensureTools();
const usesBrowsers = chosen.some((suite) => suite.usesBrowsers);
const chromium =
  usesBrowsers || chosen.some((suite) => suite.needsChromium || suite.usesConsole) ? await ensureChromium() : undefined;
const browsers = usesBrowsers ? ensureBrowsers() : {};
const isBuilt = chosen.some((suite) => suite.needsBuild || suite.usesConsole) && ensureBuilt();

const env = {
  ...process.env,
  ...(chromium === undefined ? {} : { CHROMIUM_PATH: chromium }),
  ...browsers,
  ...lawSettings(),
};
const reports = mkdtempSync(join(tmpdir(), 'mapledger-test-'));
const total = { passed: 0, failed: 0, skipped: 0 };
const notes = [];
const files = [];
const runnable = chosen.filter(canRun);
const [first, ...others] = lanes.map((lane) => runsOf(lane)).filter((runs) => runs.length > 0);
if (first !== undefined) {
  // The first lane is seen while it runs, the other ones when it is done.
  const behind = others.map((runs) => runLane(runs, false));
  await runLane(first, true);
  await Promise.all(behind);
}
rmSync(reports, { recursive: true });

console.log(`\nThe ${SLOWEST} slowest files:`);
for (const { name, durationMs } of files.toSorted((a, b) => b.durationMs - a.durationMs).slice(0, SLOWEST)) {
  console.log(`${(durationMs / 1_000).toFixed(1).padStart(7)} s  ${name}`);
}
console.log(`\n${[...notes, `${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`].join('\n')}`);
process.exitCode = total.failed > 0 ? 1 : 0;

/** LAW_SEED and LAW_RUNS as they are given; exploring means a random seed and as many runs as a slice of `npm run test:long` has. */
function lawSettings() {
  if (!isExploring) return {};
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

/** What Vitest runs at once: the whole main lane; the engines' lane one by one, since killed browsers want no company. */
function runsOf(lane) {
  const names = runnable.filter((suite) => suite.lane === lane).map(({ name }) => name);
  if (lane === 'main') return names.length === 0 ? [] : [names];
  return names.map((name) => [name]);
}

async function runLane(runs, isSeen) {
  for (const names of runs) await runSuites(names, isSeen);
}

async function runSuites(names, isSeen) {
  const title = names.join(', ');
  const summary = join(reports, `${names[0]}.json`);
  const output = join(reports, `${names[0]}.txt`);
  const projects = names.flatMap((name) => ['--project', name]);
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...projects,
    '--reporter=default',
    '--reporter=./scripts/test-summary.mjs',
  ];
  if (isSeen) say(title);
  const file = isSeen ? undefined : openSync(output, 'w');
  const stdio = file === undefined ? 'inherit' : ['ignore', file, file];
  const child = spawn(process.execPath, args, { cwd: root, env: { ...env, TEST_SUMMARY_FILE: summary }, stdio });
  const succeeded = await new Promise((resolve) => child.once('close', (code) => resolve(code === 0)));
  if (!isSeen) {
    say(title);
    process.stdout.write(readFileSync(output));
  }
  sumUp(names, summary, succeeded);
}

function sumUp(names, file, succeeded) {
  const {
    errors,
    projects,
    files: ran,
  } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { errors: 0, projects: {}, files: [] };
  files.push(...ran);
  // An error outside of a test counts as one failed test.
  if (errors > 0) notes.push(`failed: ${names.join(', ')}: ${errors} errors outside of tests`);
  let failures = errors;
  for (const name of names) {
    const { passed, failed, failures: failedTests, repeated, skipped } = projects[name] ?? NOTHING_RAN;
    total.passed += passed;
    failures += failed;
    for (const { where, reason } of failedTests) notes.push(`failed: ${name}: ${where}: ${reason}`);
    for (const { where, reason } of repeated) notes.push(`passed only when repeated: ${name}: ${where}: ${reason}`);
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
