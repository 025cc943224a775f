// npm pack runs `node scripts/pack.mjs before` and `… after`. Between them package.json says what the package is, and nothing of how it is made, README.md
// is the one of the package, and the locked versions of what the server needs are in it twice. npm-shrinkwrap.json is read by npm where a package comes from a registry; from a file, npm 11
// ignores it, so that package.json names them as dependencies, too.
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, root } from './prepare.mjs';

const manifestFile = join(root, 'package.json');
const readmeFile = join(root, 'README.md');
/** Where each file of the repository is kept while the package has another one in its place. */
const KEPT = [
  [manifestFile, join(root, 'dist/.package.json')],
  [readmeFile, join(root, 'dist/.README.md')],
];
const shrinkwrapFile = join(root, 'npm-shrinkwrap.json');

const when = process.argv[2];
if (when === 'before') {
  // Left by a run that was ended in between.
  restore();
  const text = readFileSync(manifestFile, 'utf8');
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const manifest = manifestOfPackage(JSON.parse(text), neededOf(locked));
  const lock = lockOfPackage(locked, manifest);
  for (const [file, kept] of KEPT) copyFileSync(file, kept);
  write(shrinkwrapFile, lock);
  write(manifestFile, manifest);
  copyFileSync(join(root, 'scripts/package-readme.md'), readmeFile);
} else if (when === 'after') restore();
else fail('Say "before" or "after".');

function restore() {
  for (const [file, kept] of KEPT) if (existsSync(kept)) renameSync(kept, file);
  rmSync(shrinkwrapFile, { force: true });
}

/** The locked packages that the server needs, without what only builds, checks or tests, as entries of the lock file. */
function neededOf({ packages }) {
  return Object.entries(packages).filter(
    ([path, { dev, devOptional, link }]) => path.startsWith('node_modules/') && !dev && !devOptional && !link,
  );
}

/** With the version of each package that all others can share; those for one platform are named by the package that chooses among them. */
function manifestOfPackage(
  { scripts: _scripts, devDependencies: _dev, workspaces: _tools, overrides: _, ...manifest },
  needed,
) {
  const versions = new Map();
  // The lock file has the one for all in the outermost folder, or in another where a tool has that place.
  const outermostFirst = needed.toSorted(
    ([a], [b]) => a.split('node_modules/').length - b.split('node_modules/').length,
  );
  for (const [path, { version, optional }] of outermostFirst) {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (!optional && !versions.has(name)) versions.set(name, version);
  }
  return { ...manifest, dependencies: Object.fromEntries([...versions].toSorted(([a], [b]) => (a < b ? -1 : 1))) };
}

function lockOfPackage(
  { name, version, lockfileVersion, requires, packages },
  { dependencies, bin, engines, license },
) {
  const own = { name, version, license, dependencies, bin, engines };
  return {
    name,
    version,
    lockfileVersion,
    requires,
    packages: { '': own, ...Object.fromEntries(neededOf({ packages })) },
  };
}

function write(file, value) {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
