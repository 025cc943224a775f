// .ci/run: what fails fast first, then the tests that the change needs and beside them the slow checks, at last Node 24 on the same build.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { baseOf, changedPaths } from './change.mjs';
import { checkNode, ensureTools, root, say } from './prepare.mjs';
import { needsOf } from './suites.mjs';

const startedMs = performance.now();
checkNode();
ensureTools();

const base = baseOf();
const changed = base === undefined ? undefined : changedPaths(base).filter((path) => existsSync(join(root, path)));
const total = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
const skips = [];
const running = new Set();

// One after another, on the core that the fast checks leave alone, and behind the tests where both want one.
const slow = (async () => {
  for (const name of ['types', 'dead-code'])
    await check(name, ['nice', '-n', '10', 'npm', 'run', '--silent', `check:${name}`]);
})();
for (const { name, command } of fastChecks()) if (!(await check(name, command))) end(`the tests: ${name} failed`);

const tests = await run([process.execPath, 'scripts/test.mjs', '--change', ...(base === undefined ? [] : [base])], {
  isSeen: true,
});
const [, passed = 0, failed = 1, skipped = 0] =
  /^(\d+) passed, (\d+) failed, (\d+) skipped$/m.exec(tests.output.trimEnd().split('\n').at(-1) ?? '') ?? [];
total.passed += Number(passed);
total.failed += Number(failed);
total.skipped += Number(skipped);
// What failed is said once more at the end, where somebody who sees the last lines only finds it.
failures.push(...tests.output.split('\n').filter((line) => line.startsWith('failed: ')));
await slow;
await check('budget', ['npm', 'run', '--silent', 'check:budget']);
if (needsOf(changed).choices.some(({ choice }) => choice === 'node24')) {
  const { code, output } = await run([process.execPath, 'scripts/smoke-node24.mjs'], { isSeen: true });
  if (code !== 0) fault('Node 24', output);
  const [, reason] = /^skipped: (Node 24: .*)$/m.exec(output) ?? [];
  if (reason !== undefined) skip(reason);
} else skip('Node 24: npm run test:node24');
end();

/** The checks of what changed; all of it where there is nothing to compare with. Imports are always checked whole: a cycle needs files that did not change. */
function fastChecks() {
  const all = (name) => ({ name, command: ['npm', 'run', '--silent', `check:${name}`] });
  if (changed === undefined) return ['format', 'lint', 'imports'].map(all);
  const sources = changed.filter((path) => /\.(?:[cm]?[jt]s|tsx)$/.test(path));
  const tool = (name, file, ...args) => ({ name, command: [process.execPath, `node_modules/${file}`, ...args] });
  return [
    changed.length > 0 &&
      tool('format', 'prettier/bin/prettier.cjs', '--check', '--ignore-unknown', '--log-level', 'warn', ...changed),
    sources.length > 0 && tool('lint', 'eslint/bin/eslint.js', '--max-warnings', '0', '--no-warn-ignored', ...sources),
    all('imports'),
  ].filter(Boolean);
}

/** Runs a check, prints what it says where it fails, and counts it; returns whether it passed. */
async function check(name, command) {
  const from = performance.now();
  const { code, output } = await run(command);
  console.log(
    `› check: ${name}: ${code === 0 ? 'passed' : 'failed'} in ${((performance.now() - from) / 1_000).toFixed(1)} s`,
  );
  if (code === 0) return true;
  process.stdout.write(output);
  fault(`check: ${name}`);
  return false;
}

function fault(name, output) {
  total.failed++;
  failures.push(`failed: ${name}${output === undefined ? '' : `: ${output.trim().split('\n').at(-1)}`}`);
}

function skip(what) {
  total.skipped++;
  skips.push(`skipped: ${what}`);
}

/** Runs a command in the repository; resolves with its exit code and output, which is shown while it comes where it `isSeen`. */
function run([program, ...args], { isSeen = false } = {}) {
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  child.once('close', () => running.delete(child));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
      if (isSeen) process.stdout.write(text);
    });
  }
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, output: `${output}${error.message}\n` }));
    child.once('close', (code) => resolve({ code, output }));
  });
}

/** Prints the last lines and ends the process; `leftOut` is what this run did not come to. */
function end(leftOut) {
  if (leftOut !== undefined) skip(leftOut);
  // Checks that are still running: nobody reads them any more.
  for (const child of running) child.kill();
  say(`${((performance.now() - startedMs) / 60_000).toFixed(1)} minutes`);
  for (const line of [...skips, ...failures]) console.log(line);
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  process.exit(total.failed > 0 ? 1 : 0);
}
