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

/** Installs what building and serving needs, at the locked versions, unless it is there. */
export function ensureInstalled() {
  const installed = readInstalled();
  const missing = packagesOf('').filter(isMissingFrom(installed));
  if (missing.length === 0) return;
  // Where the tools are, they stay: without them, each change of a version would have them installed anew by the next test.
  if (installed[TOOLS] !== undefined) return installAll();
  say(`Installing ${missing.length} packages (once)`);
  if (!run('npm', ['ci', '--workspaces=false', ...QUIETLY])) fail(INSTALL_FAILED);
}

/** Installs the tools of checks, tests and benchmarks as well, and deletes nothing of what is there. */
export function ensureTools() {
  const installed = readInstalled();
  if (Object.entries(readJson('package-lock.json').packages).some(isMissingFrom(installed))) installAll();
}

const INSTALL_FAILED = 'Installing the packages failed; see the npm output above.';
/** npm's cache has what was installed before; nothing is asked about its age, its faults or its funding. */
const QUIETLY = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
/** The workspace of the tools, by its place in the lock file. */
const TOOLS = 'tools';

function installAll() {
  const missing = Object.entries(readJson('package-lock.json').packages).filter(isMissingFrom(readInstalled()));
  say(`Installing ${missing.length} packages for checks and tests (once)`);
  // By `npm install`, since `npm ci` would delete what is installed; it takes the locked versions and leaves the lock file as it is.
  if (!run('npm', ['install', '--no-save', ...QUIETLY])) fail(INSTALL_FAILED);
}

/** What npm has written down of what it installed. */
function readInstalled() {
  const file = 'node_modules/.package-lock.json';
  return existsSync(join(root, file)) ? readJson(file).packages : {};
}

/** Versions are compared, since times mean nothing after a checkout. An optional package may be one for another platform. */
function isMissingFrom(installed) {
  return ([path, wanted]) =>
    path !== '' && !wanted.optional && (installed[path] === undefined || installed[path].version !== wanted.version);
}

/** The locked packages that one of them needs, with all that those need, as entries of the lock file: of '', what the root needs without the tools. */
function packagesOf(start) {
  const { packages } = readJson('package-lock.json');
  const needed = new Set([start]);
  for (const path of needed) {
    const { dependencies, devDependencies, peerDependencies, peerDependenciesMeta = {} } = packages[path];
    const peers = Object.keys(peerDependencies ?? {}).filter((name) => peerDependenciesMeta[name]?.optional !== true);
    // Only of the start: the lock file lists none of others.
    const names = [...Object.keys({ ...dependencies, ...devDependencies }), ...peers];
    for (const name of names) needed.add(placeOf(packages, path, name));
  }
  return Object.entries(packages).filter(([path]) => needed.has(path));
}

/** Where a package finds another one: in its own node_modules, or in those of the folders above. */
function placeOf(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[place] !== undefined) return place;
    if (folder === '') throw new Error(`package-lock.json has no ${name}, which ${from || 'package.json'} needs.`);
  }
}

/** Builds client and server unless dist was built from the present source. Returns whether there is a build. */
export function ensureBuilt() {
  const stampFile = join(root, 'dist/.source');
  const source = hashOfSource();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === source) return true;
  say('Building the console and the server');
  if (!run(process.execPath, ['scripts/build.mjs'])) return false;
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
  const single = [
    'index.html',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'vite.config.ts',
    'scripts/build.mjs',
  ].map((name) => join(root, name));
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
