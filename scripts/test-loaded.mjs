// npm run test:loaded: `npm test` again and again beside two busy processes, to find what depends on time. -- 3 runs it three times; -- 3 unit only a suite.
// The last lines say what failed or was flaky, and how often.
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fail, root, say } from './prepare.mjs';

const RUNS = 20;
const BUSY_PROCESSES = 2;

const [first, ...rest] = process.argv.slice(2);
const hasCount = first !== undefined && /^\d+$/.test(first);
const runs = hasCount ? Number(first) : RUNS;
const suites = hasCount || first === undefined ? rest : [first, ...rest];
if (runs === 0) fail('At least one run is required.');

/** Ends by itself where this process is killed. */
const BUSY = 'const { ppid } = process; while (process.ppid === ppid) for (let i = 0; i < 1e7; i++) Math.sqrt(i);';
const busy = Array.from({ length: BUSY_PROCESSES }, () => spawn(process.execPath, ['-e', BUSY], { stdio: 'ignore' }));
process.once('exit', () => busy.forEach((child) => child.kill('SIGKILL')));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));

/** By what failed: in how many runs. */
const failures = new Map();
let failedRuns = 0;
for (let at = 1; at <= runs; at++) {
  const { status, stdout } = spawnSync(process.execPath, [join(root, 'scripts/test.mjs'), ...suites], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 28,
  });
  const lines = stdout.trimEnd().split('\n');
  const failed = lines.filter((line) => /^(?:failed|flaky): /.test(line));
  for (const line of failed) failures.set(line, (failures.get(line) ?? 0) + 1);
  if (status !== 0) failedRuns++;
  say(`Run ${at} of ${runs}: ${lines.at(-1)}`);
  for (const line of failed) console.log(line);
}
say(`${failedRuns} of ${runs} runs failed`);
for (const [line, count] of [...failures].toSorted((a, b) => b[1] - a[1])) console.log(`${count} times: ${line}`);
process.exitCode = failedRuns > 0 ? 1 : 0;
