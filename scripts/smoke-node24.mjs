// node scripts/smoke-node24.mjs: unit tests and `npm start` on Node 24, over the build that all tests have. Where no Node 24 can be had it says why, and ends with 0.
// node scripts/smoke-node24.mjs src/server: only the unit tests of these paths; --shard=2/3: only the second third of them.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { ensureBuilt, ensureTools, fail, root, run, say } from './prepare.mjs';

/** Time for starting, on a busy machine. */
const START_TIMEOUT_MS = 120_000;

ensureTools();
const node = findNode24();
if (node.path === undefined) {
  console.log(`skipped: Node 24: ${node.reason}`);
  process.exit(0);
}
// First in the path, so that npm and what it starts run on it too.
const env = { PATH: [dirname(node.path), process.env.PATH].join(delimiter) };

const folder = mkdtempSync(join(tmpdir(), 'mapledger-node24-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

say(`Unit tests on Node ${node.version}`);
testUnits();

say(`npm start on Node ${node.version}`);
if (!ensureBuilt()) fail('The build failed; see the output above.');
const dataDir = join(folder, 'data');
const server = spawn(node.path, ['scripts/start.mjs', '--port', '0', '--data-dir', dataDir], {
  cwd: root,
  env: { ...process.env, ...env },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const exited = once(server, 'exit');
const timer = setTimeout(() => server.kill('SIGKILL'), START_TIMEOUT_MS);
const faults = [];
try {
  await checkServer();
} catch (error) {
  faults.push(error.message);
} finally {
  server.kill('SIGTERM');
  const [code] = await exited;
  if (code !== 0) faults.push(`The server ended with ${code} after SIGTERM.`);
  clearTimeout(timer);
}
if (faults.length > 0) fail(`npm start fails on Node 24: ${faults.join(' ')}`);
console.log(`passed: Node 24: unit tests and npm start on ${node.version}`);

/** Ends the process where one fails; the last lines say which, and why. */
function testUnits() {
  const summary = join(folder, 'summary.json');
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit'];
  const reporters = ['--reporter=dot', '--reporter=./scripts/test-summary.mjs'];
  const succeeded = run(node.path, [...vitest, ...reporters, ...process.argv.slice(2)], {
    ...env,
    TEST_SUMMARY_FILE: summary,
  });
  const { errors, files } = existsSync(summary) ? JSON.parse(readFileSync(summary, 'utf8')) : { errors: [], files: [] };
  if (succeeded) return;
  const failures = files.flatMap((file) => file.failures);
  for (const { where, reason } of failures) console.error(`failed: Node 24: ${where}: ${reason}`);
  fail(`The unit tests fail on Node 24: ${failures.length} of them, and ${errors.length} errors outside of tests.`);
}

/** The page, and the API over the sandbox: its data lies in SQLite, which is a native module. */
async function checkServer() {
  const address = await addressOf(server);
  const page = await fetch(address);
  if (!page.ok || !(await page.text()).includes('id="root"')) throw new Error(`The page answers ${page.status}.`);
  const indices = await fetch(new URL('/api/index_management/indices', address));
  if (!indices.ok || (await indices.json()).length === 0) throw new Error(`The indices answer ${indices.status}.`);
}

async function addressOf({ stdout }) {
  for await (const line of createInterface({ input: stdout })) {
    console.log(line);
    const address = /ready at (http:\S+)/.exec(line)?.[1];
    if (address === undefined) continue;
    stdout.resume();
    return address;
  }
  throw new Error('The server ended before it was ready.');
}

/** This Node where it is one, else the one that npm fetches. */
function findNode24() {
  if (process.versions.node.startsWith('24.')) return { path: process.execPath, version: process.versions.node };
  const script = 'console.log(JSON.stringify({ path: process.execPath, version: process.versions.node }))';
  const { status, stdout, stderr, error } = spawnSync('npx', ['--yes', 'node@24', '-e', script], {
    encoding: 'utf8',
    timeout: 120_000,
  });
  if (status === 0) return JSON.parse(stdout.trim().split('\n').at(-1));
  const reason = error?.message ?? stderr.trim().split('\n').at(-1);
  return { reason: `npx node@24 could not be run: ${reason || `it ended with ${status}`}` };
}
