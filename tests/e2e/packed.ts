import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

interface Manifest {
  readonly version: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly engines: object;
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly devOptional?: boolean }>>;
}

export interface Packed {
  readonly tarball: string;
  readonly version: string;
  /** Paths of the files in it. */
  readonly files: readonly string[];
}

export function readManifest(): Manifest {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
}

/** Packs what the build has left in `dist`, into a folder. */
export function pack(folder: string): Packed {
  const { stdout } = npm(root, 'pack', '--ignore-scripts', '--json', '--pack-destination', folder);
  const result = JSON.parse(stdout) as Record<string, PackResult> | readonly PackResult[];
  const [packed] = Object.values(result);
  if (packed === undefined) throw new Error('npm pack gave nothing');
  return {
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
 * Installs a package into an empty folder with the locked versions of its production dependencies, from npm's cache; from the registry where
 * some are missing there. Null, or why it can't be done.
 */
export function installPacked({ tarball, version }: Packed, folder: string): string | null {
  const { dependencies, bin, engines } = readManifest();
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
  const resolved = `file:${tarball}`;
  const own = { dependencies: { mapledger: resolved } };
  const locked = Object.entries(lock.packages).filter(
    ([path, { dev = false, devOptional = false }]) => path !== '' && !dev && !devOptional,
  );
  const packages = {
    '': own,
    'node_modules/mapledger': { version, resolved, dependencies, bin, engines },
    ...Object.fromEntries(locked),
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, ...own }));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, requires: true, packages }));
  const faults: string[] = [];
  for (const from of ['--offline', '--prefer-offline']) {
    const { status, stderr } = npm(folder, 'ci', from, '--no-audit', '--no-fund', '--loglevel=error');
    if (status === 0) return null;
    faults.push(`npm ci ${from}: ${stderr.trim()}`);
  }
  return faults.join('\n');
}

export function npm(
  cwd: string,
  ...args: readonly string[]
): { status: number | null; stdout: string; stderr: string } {
  return spawnSync('npm', args, { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}
