import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { EMPTY_HEAD, formatLog, sealAfter } from '#domain/log';
import { sampleHistory } from '../contracts/sample-history.ts';
import { openPage, launchBrowser, startProgram } from './harness.ts';
import { installPacked, npm, pack, readManifest } from './packed.ts';

const folder = mkdtempSync(join(tmpdir(), 'mapledger-package-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const app = join(folder, 'empty');
mkdirSync(app);

const packed = pack(folder);
const fault = installPacked(packed, app);
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
    'package.json',
  ]);
  expect(packed.files.filter((path) => /\.(map|tsx?)$|test/.test(path))).toEqual([]);
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

describe.skipIf(fault !== null)(
  `the package in an empty folder${fault === null ? '' : ` (not installed: ${fault.slice(0, 300)})`}`,
  () => {
    it('has production dependencies alone', () => {
      const names = readdirSync(join(app, 'node_modules'));
      for (const name of ['typescript', 'vite', 'vitest', 'react', 'playwright', 'eslint', 'tsx'])
        expect(names).not.toContain(name);
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
  },
);

// Relative: npx takes an absolute path for a program. From npm's cache where that has the versions of the dependencies, or else from the registry.
const file = `./${basename(packed.tarball)}`;
const npx = (from: string) => npm(folder, 'exec', from, '--yes', '--loglevel=error', '--', file, '--version');
const offline = npx('--offline');
const tried = offline.status === 0 ? offline : npx('--prefer-offline');
const why = tried.status === 0 ? null : tried.stderr.trim().split('\n')[0];

it.skipIf(why !== null)(`runs by npx on the file alone${why === null ? '' : ` (npm: ${why})`}`, async () => {
  expect(tried.stdout).toBe(`${packed.version}\n`);
  const args = ['exec', '--offline', '--yes', '--', file];
  const flags = ['--cluster', 'http://127.0.0.1:1'];
  const server = await startProgram('npm', args, flags, { cwd: folder, startsProcesses: true });
  const health = await fetch(`${server.origin}/api/index_management/health`);
  expect(health.status).toBe(200);
  await server.stop();
  await expect.poll(() => fetch(server.origin).catch(() => 'gone')).toBe('gone');
});
