import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { EMPTY_HEAD, formatLog, sealAfter } from '#domain/log';
import { COMMANDS } from '../../src/cli/commands/list.ts';
import { sampleHistory } from '../contracts/sample-history.ts';
import { openPage, launchBrowser } from './harness.ts';
import { startProgram } from './servers.ts';
import { installedPackages, installPacked, lockedPackages, npm, pack, readManifest } from './packed.ts';

const folder = mkdtempSync(join(tmpdir(), 'mapledger-package-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const app = join(folder, 'empty');
mkdirSync(app);

const packed = pack(folder);
const said = installPacked(packed, app);
const program = join(app, 'node_modules/.bin/mapledger');
const run = (...args: string[]) => spawnSync(program, args, { cwd: app, encoding: 'utf8' });

it('packs the build, the command and the documentation, and nothing of the source', () => {
  const kinds = new Set(packed.files.map((path) => /^(?:dist\/[^/]+|[^/]+)/.exec(path)?.[0]));
  expect([...kinds].toSorted()).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'SECURITY.md',
    'bin',
    'dist/client',
    'dist/server',
    'docs',
    'npm-shrinkwrap.json',
    'package.json',
  ]);
  // Code about document tests is no test.
  const others = packed.files.filter(
    (path) => !/^dist\/(?:client\/assets|server)\/(?:test-(?:checks|words)|document-test(?:-schema)?)-/.test(path),
  );
  expect(others.filter((path) => /\.(map|tsx?|gz)$|test|docs\/(?:decisions|pictures)/.test(path))).toEqual([]);
  expect(packed.files.filter((path) => path.endsWith('.br')).length).toBeGreaterThan(50);
});

it('says in its manifest what it is, and nothing of how it is made', () => {
  const manifest: unknown = JSON.parse(readFileSync(join(app, 'node_modules/mapledger/package.json'), 'utf8'));
  expect(manifest).toMatchObject({ name: 'mapledger', version: packed.version, engines: { node: '>=20.19' } });
  for (const name of ['workspaces', 'devDependencies', 'overrides', 'scripts'])
    expect(manifest).not.toHaveProperty(name);
});

it('leaves the checkout as it was', () => {
  const names = ['package.json', 'package-lock.json', 'README.md'];
  const root = join(import.meta.dirname, '../..');
  for (const name of names)
    expect(readFileSync(join(packed.source, name), 'utf8')).toBe(readFileSync(join(root, name), 'utf8'));
  expect(readdirSync(packed.source)).not.toContain('npm-shrinkwrap.json');
});

/** The page of the package as it is installed: its README is not the one of the repository. */
const pageOf = (path: string) => readFileSync(join(app, 'node_modules/mapledger', path), 'utf8');

/** The paths in the package that the links of a page point at. */
const linksOf = (page: string) =>
  Array.from(pageOf(page).matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g), ([, to = '']) => join(dirname(page), to));

it('has a README that links only to files of the package, and names its commands', () => {
  const links = linksOf('README.md');
  expect(links.length).toBeGreaterThan(5);
  expect(links.filter((path) => !packed.files.includes(path))).toEqual([]);
  const text = pageOf('README.md');
  expect(text).not.toMatch(/npm start|npm test|npm run|in the repository/);
  const named = Array.from(text.matchAll(/^\| `mapledger (\w+)`/gm), ([, name = '']) => name);
  expect(named.toSorted()).toEqual(['serve', ...COMMANDS.map(({ name }) => name)].toSorted());
});

it('has documentation whose links lead to its own files, or say that they lead to the repository', () => {
  const files = new Set(packed.files);
  for (const page of packed.files.filter((path) => path.endsWith('.md'))) {
    const missing = linksOf(page).filter((path) => !files.has(path));
    const named = pageOf(page).includes('in the repository')
      ? missing.filter((path) => !/^(?:docs\/decisions|src)\/|^CONTRIBUTING\.md$/.test(path))
      : missing;
    expect({ page, missing: named }).toEqual({ page, missing: [] });
  }
});

it('depends on what its server imports, and on nothing else', () => {
  const server = new URL('../../dist/server/', import.meta.url);
  const imported = readdirSync(server)
    .filter((name) => name.endsWith('.js'))
    .flatMap((name) =>
      Array.from(
        readFileSync(new URL(name, server), 'utf8').matchAll(/^(?:import|export)\b[^;]*?from "([^".]+[^"]*)"/gm),
        ([, from = '']) => from,
      ),
    )
    .filter((from) => !from.startsWith('node:') && !from.startsWith('.'))
    .map((from) =>
      from
        .split('/')
        .slice(0, from.startsWith('@') ? 2 : 1)
        .join('/'),
    );
  expect([...new Set(imported)].toSorted()).toEqual(Object.keys(readManifest().dependencies).toSorted());
});

describe('the package in an empty folder', () => {
  it('is installed with the locked versions of what its server needs, and nothing else', () => {
    expect(installedPackages(app)).toEqual(lockedPackages());
    const names = readdirSync(join(app, 'node_modules'));
    for (const name of ['typescript', 'vite', 'vitest', '@vitest', 'chai', 'react', 'playwright', 'oxlint', 'tsx'])
      expect(names).not.toContain(name);
  });

  it('runs on this Node as far as npm can tell', () => {
    expect(said).not.toContain('EBADENGINE');
  });

  it('says its version, and which commands there are', () => {
    expect(run('--version').stdout).toBe(`${packed.version}\n`);
    expect(run('--help').stdout).toMatch(/^ {2}replay /m);
    expect(run('serve', '--help').stdout).toMatch(/^Usage: mapledger serve \[options\]/);
  });

  it('serves the API and the page', async () => {
    const server = await startProgram(program, [], []);
    const health = await fetch(`${server.origin}/api/index_management/health`);
    expect(await health.json()).toEqual({ status: 'ok', version: packed.version });
    const browser = await launchBrowser();
    const { page, close } = await openPage(browser);
    await page.goto(server.address);
    await expect.poll(() => page.locator('#root > *').count()).toBeGreaterThan(0);
    await close();
    await browser.close();
    expect(await server.stop()).toBe(0);
  });

  it('reads a log from a file and from standard input, and says by its exit code what it found', () => {
    const text = formatLog(sealAfter('draft/a', EMPTY_HEAD, sampleHistory().events));
    writeFileSync(join(app, 'log.ndjson'), text);
    const replayed = run('replay', 'log.ndjson');
    expect(replayed).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.parse(replayed.stdout)).toHaveProperty('properties');
    const piped = spawnSync(program, ['replay', '-'], { input: text, encoding: 'utf8' });
    expect(piped.stdout).toBe(replayed.stdout);
    writeFileSync(join(app, 'damaged.ndjson'), text.replace('keyword', 'keywords'));
    expect(run('replay', 'damaged.ndjson')).toMatchObject({ status: 3, stdout: '' });
    expect(run('replay')).toMatchObject({ status: 2 });
  });

  it('ends quietly where its reader has seen enough', () => {
    const { status, stderr } = spawnSync('sh', ['-c', `${program} replay log.ndjson | head -c 1 >/dev/null`], {
      cwd: app,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});

// Relative: npx takes an absolute path for a program. From npm's cache where that has the versions of the dependencies, or else from the registry.
const file = `./${basename(packed.tarball)}`;
const npx = (from: string) => npm(folder, 'exec', from, '--yes', '--loglevel=error', '--', file, '--version');
const offline = npx('--offline');
const tried = offline.status === 0 ? offline : npx('--prefer-offline');

it('runs by npx on the file alone', async () => {
  expect({ status: tried.status, said: tried.stderr }).toMatchObject({ status: 0 });
  expect(tried.stdout).toBe(`${packed.version}\n`);
  const args = ['exec', '--offline', '--yes', '--', file];
  const flags = ['--cluster', 'http://127.0.0.1:1'];
  const server = await startProgram('npm', args, flags, { cwd: folder, startsProcesses: true });
  const health = await fetch(`${server.origin}/api/index_management/health`);
  expect(health.status).toBe(200);
  await server.stop();
  await expect.poll(() => fetch(server.origin).catch(() => 'gone')).toBe('gone');
});
