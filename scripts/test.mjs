// npm test: installs what is missing, builds, and runs the suites one after another (each uses all cores).
// npm test -- unit laws: only these. The last line sums up all of them: N passed, N failed, N skipped
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { checkNode, ensureBuilt, ensureInstalled, fail, run, say } from './prepare.mjs';

const suites = [
  { name: 'unit', needsChromium: false, needsBuild: false },
  { name: 'laws', needsChromium: false, needsBuild: false },
  { name: 'browser', needsChromium: true, needsBuild: false },
  { name: 'e2e', needsChromium: true, needsBuild: true },
  // Starts a real OpenSearch and a real Elasticsearch, or says why it can't. One of its files walks through the console in a browser.
  { name: 'cluster', needsChromium: false, needsBuild: false, usesConsole: true },
  // Kills browsers for four minutes, so it runs where it is asked for: npm test -- crash
  { name: 'crash', needsChromium: true, needsBuild: false, isOnRequest: true },
];

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !suites.some((suite) => suite.name === name));
if (unknown.length > 0)
  fail(`There is no suite ${unknown.join(', ')}. There are ${suites.map(({ name }) => name).join(', ')}.`);
const chosen = suites.filter(({ name, isOnRequest }) =>
  asked.length === 0 ? isOnRequest !== true : asked.includes(name),
);

checkNode();
ensureInstalled();
const chromium = chosen.some((suite) => suite.needsChromium || suite.usesConsole) ? await ensureChromium() : undefined;
const isBuilt = chosen.some((suite) => suite.needsBuild || suite.usesConsole) && ensureBuilt();

const reports = mkdtempSync(join(tmpdir(), 'mapledger-test-'));
const total = { passed: 0, failed: 0, skipped: 0 };
const notes = [];
for (const suite of chosen) {
  if (suite.needsChromium && chromium === undefined) {
    notes.push(`skipped: ${suite.name}: no Chromium was found and none could be installed; set CHROMIUM_PATH`);
  } else if (suite.needsBuild && !isBuilt) {
    total.failed++;
    notes.push(`failed: ${suite.name}: the build failed`);
  } else {
    runSuite(suite.name);
  }
}
rmSync(reports, { recursive: true });

console.log(`\n${[...notes, `${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`].join('\n')}`);
process.exitCode = total.failed > 0 ? 1 : 0;

function runSuite(name) {
  say(name);
  const file = join(reports, `${name}.json`);
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    name,
    '--reporter=default',
    '--reporter=./scripts/test-summary.mjs',
  ];
  const env = { TEST_SUMMARY_FILE: file, ...(chromium === undefined ? {} : { CHROMIUM_PATH: chromium }) };
  const succeeded = run(process.execPath, args, env);

  const none = { passed: 0, failed: 0, skipped: [] };
  const { passed, failed, skipped } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : none;
  total.passed += passed;
  total.failed += failed;
  for (const { where, reason, count } of skipped) {
    total.skipped += count;
    notes.push(`skipped: ${name}: ${count} in ${where}: ${reason}`);
  }
  if (passed + failed + skipped.length === 0) {
    total.failed++;
    notes.push(`failed: ${name}: no test ran`);
  } else if (!succeeded && failed === 0) {
    total.failed++;
    notes.push(`failed: ${name}: the runner failed outside of a test`);
  }
}
