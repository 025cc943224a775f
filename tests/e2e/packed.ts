import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
}

interface Lock {
  readonly packages: Readonly<Record<string, Locked>>;
}

interface Locked {
  readonly version?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
  readonly link?: boolean;
}

export interface Packed {
  /** The folder that was packed. */
  readonly source: string;
  readonly tarball: string;
  readonly version: string;
  /** Paths of the files in it. */
  readonly files: readonly string[];
}

export function readManifest(): Manifest {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
}

/** What `npm pack` reads. */
const SOURCES = ['package.json', 'package-lock.json', 'scripts', 'bin', 'dist', 'docs', '.npmrc'];

/** Packs what the build has left in `dist`, into a folder, as `npm pack` does after its build: in a copy, since it changes package.json for a moment. */
export function pack(folder: string): Packed {
  const copy = join(folder, 'source');
  const pages = readdirSync(root).filter((name) => /^LICENSE$|\.md$/.test(name));
  for (const name of [...SOURCES, ...pages]) cpSync(join(root, name), join(copy, name), { recursive: true });
  const { scripts } = readManifest();
  const step = (name: string) => {
    const command = /node scripts\/pack\.mjs (\w+)$/.exec(scripts[name] ?? '')?.[1];
    if (command === undefined)
      throw new Error(`The script ${name} of package.json does not end with scripts/pack.mjs.`);
    execFileSync(process.execPath, ['scripts/pack.mjs', command], { cwd: copy });
  };
  step('prepack');
  const { stdout } = npm(copy, 'pack', '--ignore-scripts', '--json', '--pack-destination', folder);
  step('postpack');
  const result = JSON.parse(stdout) as Record<string, PackResult> | readonly PackResult[];
  const [packed] = Object.values(result);
  if (packed === undefined) throw new Error('npm pack gave nothing');
  return {
    source: copy,
    tarball: join(folder, packed.filename),
    version: packed.version,
    files: packed.files.map(({ path }) => path),
  };
}

interface PackResult {
  readonly filename: string;
  readonly version: string;
  readonly files: readonly { readonly path: string }[];
}

/**
 * Installs a package into an empty folder as its users do, from npm's cache; from the registry where some packages are missing there.
 * Gives what npm said. @throws Error where it can't be installed
 */
export function installPacked({ tarball }: Packed, folder: string): string {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }));
  const faults: string[] = [];
  for (const from of ['--offline', '--prefer-offline']) {
    const { status, stdout, stderr } = npm(folder, 'install', tarball, from, '--no-audit', '--no-fund');
    if (status === 0) return `${stdout}\n${stderr}`;
    faults.push(`npm install ${from}: ${stderr.trim()}`);
  }
  throw new Error(`The package can't be installed.\n${faults.join('\n')}`);
}

/** The packages in a folder but the packed one, and those of the lock file that the server needs: `name@version`, without those for one platform. */
export function installedPackages(folder: string): readonly string[] {
  return namesIn(join(folder, 'node_modules/.package-lock.json'), () => true).filter(
    (name) => !/^mapledger@/.test(name),
  );
}

export function lockedPackages(): readonly string[] {
  return namesIn(join(root, 'package-lock.json'), ({ dev, devOptional, link }) => !dev && !devOptional && !link);
}

function namesIn(file: string, isTaken: (entry: Locked) => boolean): readonly string[] {
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as Lock;
  const names = Object.entries(packages)
    .filter(([path, entry]) => path.startsWith('node_modules/') && entry.optional !== true && isTaken(entry))
    .map(([path, { version = '' }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`);
  return [...new Set(names)].toSorted();
}

export function npm(
  cwd: string,
  ...args: readonly string[]
): { status: number | null; stdout: string; stderr: string } {
  return spawnSync('npm', args, { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}
