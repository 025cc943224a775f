// How much JavaScript is loaded before a screen is painted, compressed, against what it may be. Reads the manifest of a build: that in dist where it is
// newer than the sources, or else one that it makes in a temporary folder.
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const MANIFEST = '.vite/manifest.json';
const SOURCES = ['src', 'index.html', 'vite.config.ts', 'package.json', 'package-lock.json'];

const CONSOLE = ['index.html', 'src/ui/composition/show-console.tsx'];
const STORAGE = ['src/ui/composition/open-services.ts', 'src/ui/shell/device-parts.tsx'];

/** The modules whose code, with all that they import, a screen needs; in bytes of Brotli. */
const BUDGETS = [
  {
    name: 'index list',
    modules: [...CONSOLE, 'src/ui/screens/indices/indices-screen.tsx'],
    limit: 220_000,
  },
  {
    name: 'editor without JSON',
    modules: [
      ...CONSOLE,
      ...STORAGE,
      'src/ui/screens/index-detail/live-mapping-screen.tsx',
      'src/ui/shell/draft-route.tsx',
    ],
    limit: 330_000,
  },
];

function newest(path) {
  const stat = statSync(path);
  return stat.isDirectory()
    ? Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
    : stat.mtimeMs;
}

function isCurrent(folder) {
  try {
    const builtAt = statSync(join(folder, MANIFEST)).mtimeMs;
    return SOURCES.every((source) => newest(join(root, source)) < builtAt);
  } catch {
    return false;
  }
}

/** The files of some modules and of everything that they import at once. */
function filesOf(manifest, modules) {
  const files = new Set();
  const seen = new Set();
  const add = (key) => {
    if (seen.has(key)) return;
    seen.add(key);
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`The build has no chunk for ${key}: name the module that has one now.`);
    files.add(chunk.file);
    for (const each of chunk.imports ?? []) add(each);
  };
  for (const each of modules) add(each);
  return [...files];
}

function check(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8'));
  const sizeOf = (file) => brotliCompressSync(readFileSync(join(folder, file))).length;
  let isKept = true;
  for (const { name, modules, limit } of BUDGETS) {
    const sizes = filesOf(manifest, modules).map((file) => ({ file, size: sizeOf(file) }));
    const total = sizes.reduce((sum, { size }) => sum + size, 0);
    const words = `${name}: ${(total / 1_000).toFixed(1)} of ${limit / 1_000} kB in ${sizes.length} files`;
    if (total <= limit) {
      console.info(words);
      continue;
    }
    isKept = false;
    console.error(`${words}: too much. The largest:`);
    for (const { file, size } of sizes.toSorted((a, b) => b.size - a.size).slice(0, 10))
      console.error(`  ${(size / 1_000).toFixed(1)} kB ${file}`);
  }
  return isKept;
}

const dist = join(root, 'dist/client');
if (isCurrent(dist)) process.exitCode = check(dist) ? 0 : 1;
else {
  const folder = mkdtempSync(join(tmpdir(), 'mapledger-budget-'));
  try {
    await build({ root, logLevel: 'error', build: { outDir: folder, emptyOutDir: true } });
    process.exitCode = check(folder) ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
