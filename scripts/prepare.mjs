// What every entry needs first: a Node that can run it, the locked packages, a build of the present source.
// No dependencies: this runs before there are any.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');

/** Ends the process with a message when Node is older than package.json asks for. */
export function checkNode() {
  const wanted = readJson('package.json')
    .engines.node.replace(/[^\d.]/g, '')
    .split('.')
    .map(Number);
  const actual = process.versions.node.split('.').map(Number);
  const isOlder = wanted.map((part, index) => actual[index] - part).find((difference) => difference !== 0) < 0;
  if (isOlder) fail(`Mapledger requires Node ${wanted.join('.')} or newer; this is ${process.versions.node}.`);
}

/** Installs the locked packages unless they are there. */
export function ensureInstalled() {
  if (isInstalled()) return;
  say('Installing packages (once)');
  if (!run('npm', ['ci', '--loglevel=error'])) fail('Installing the packages failed; see the npm output above.');
}

/** npm writes down what it installed; its versions are compared, since times mean nothing after a checkout. */
function isInstalled() {
  if (!existsSync(join(root, 'node_modules/.package-lock.json'))) return false;
  const installed = readJson('node_modules/.package-lock.json').packages;
  return Object.entries(readJson('package-lock.json').packages).every(
    ([path, wanted]) => path === '' || wanted.optional || installed[path]?.version === wanted.version,
  );
}

/** Builds client and server unless dist was built from the present source. Returns whether there is a build. */
export function ensureBuilt() {
  const stampFile = join(root, 'dist/.source');
  const source = hashOfSource();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === source) return true;
  say('Building');
  if (!run('npm', ['run', '--silent', 'build'])) return false;
  writeFileSync(stampFile, source);
  return true;
}

/** SHA-256 over the names and contents of all that a build reads. */
function hashOfSource() {
  const files = ['src', 'public'].flatMap((folder) =>
    existsSync(join(root, folder))
      ? readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
          .map((entry) => join(entry.parentPath, entry.name))
      : [],
  );
  const single = ['index.html', 'package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts'].map((name) =>
    join(root, name),
  );
  const hash = createHash('sha256');
  for (const file of [...files, ...single].sort()) {
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

/** Runs a command in the repository with our own output; returns whether it succeeded. */
export function run(command, args, env = {}) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  return status === 0;
}

export function say(message) {
  console.log(`\n› ${message}`);
}

export function fail(message) {
  console.error(message);
  process.exit(1);
}

function readJson(name) {
  return JSON.parse(readFileSync(join(root, name), 'utf8'));
}
