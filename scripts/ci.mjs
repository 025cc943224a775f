// .ci/run: the static checks, two at a time, then `npm test` and the sizes of what it has built.
// The last line is "N passed, N failed, N skipped"; a check that fails counts as one failed, and nothing is tested then.
import { spawn } from 'node:child_process';
import { checkNode, ensureTools, root, say } from './prepare.mjs';

/** The longest first. */
const CHECKS = ['lint', 'dead-code', 'imports', 'types', 'format'];
const LANES = 2;
/** Minutes that all of it may take on two quiet cores; printed, and fails nothing. */
const BUDGET_MINUTES = 10;

const startedMs = performance.now();
checkNode();
ensureTools();

const total = { passed: 0, failed: 0, skipped: 0 };
/** What is said once more at the end, where somebody who sees the last lines only finds it. */
const notes = [];

const left = [...CHECKS];
const runLane = async () => {
  for (let name = left.shift(); name !== undefined; name = left.shift()) await check(name);
};
await Promise.all(Array.from({ length: LANES }, runLane));
if (total.failed > 0) {
  total.skipped++;
  notes.push('skipped: the tests: a check failed');
} else {
  const { output } = await run([process.execPath, 'scripts/test.mjs'], { isSeen: true });
  const [, passed = 0, failed = 1, skipped = 0] =
    /^(\d+) passed, (\d+) failed, (\d+) skipped$/m.exec(lastLine(output)) ?? [];
  total.passed += Number(passed);
  total.failed += Number(failed);
  total.skipped += Number(skipped);
  notes.push(...output.split('\n').filter((line) => /^(?:failed|flaky): /.test(line)));
  await check('budget');
}
const minutes = (performance.now() - startedMs) / 60_000;
say(`${minutes.toFixed(1)} of ${BUDGET_MINUTES} minutes${minutes <= BUDGET_MINUTES ? '' : ': MISSED'}`);
for (const line of notes) console.log(line);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 ? 1 : 0;

/** Runs a check of package.json, and prints what it says where it fails. */
async function check(name) {
  const from = performance.now();
  const { code, output } = await run(['npm', 'run', '--silent', `check:${name}`]);
  const took = ((performance.now() - from) / 1_000).toFixed(1);
  console.log(`› check: ${name}: ${code === 0 ? 'passed' : 'failed'} in ${took} s`);
  if (code === 0) return;
  process.stdout.write(output);
  total.failed++;
  notes.push(`failed: check: ${name}: ${lastLine(output)}`);
}

/** Runs a command in the repository; resolves with its exit code and output, which is shown while it comes where it `isSeen`. */
function run([program, ...args], { isSeen = false } = {}) {
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
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

function lastLine(output) {
  return output.trimEnd().split('\n').at(-1) ?? '';
}
