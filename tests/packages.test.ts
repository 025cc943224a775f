import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Manifest {
  readonly engines: { readonly node: string };
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const manifest = JSON.parse(read('package.json')) as Manifest;
const tools = Object.keys((JSON.parse(read('tools/package.json')) as Manifest).devDependencies);

/** Files below some folders of the repository, by their paths in it. */
const filesIn = (...folders: readonly string[]) =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:[cm]?js|tsx?)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
  );
const names = (text: string, tool: string) => text.includes(`'${tool}'`) || text.includes(`'${tool}/`);

describe('the tools, which `npm start` does not install', () => {
  it('are no packages of the root', () => {
    for (const tool of tools) {
      expect(manifest.dependencies).not.toHaveProperty([tool]);
      expect(manifest.devDependencies).not.toHaveProperty([tool]);
    }
  });

  it('are all used: imported, run by a script, or the types or the peer of a package', () => {
    const configs = readdirSync(root).filter((name) => /\.c?js$|config\.ts$/.test(name) && name !== 'knip.config.js');
    const sources = [...configs, ...filesIn('src', 'tests', 'property-tests', 'bench', 'scripts')]
      .filter((path) => path !== 'tests/packages.test.ts')
      .map(read)
      .join('\n');
    const runs = `${Object.values(manifest.scripts).join(' ')} ${sources}`;
    const manifestOf = (tool: string) =>
      JSON.parse(read(`node_modules/${tool}/package.json`)) as {
        bin?: string | Record<string, string>;
        peerDependencies?: Record<string, string>;
      };
    const isUsed = (tool: string): boolean => {
      const { bin = {} } = manifestOf(tool);
      const commands = typeof bin === 'string' ? [tool] : Object.keys(bin);
      if (names(sources, tool)) return true;
      if (commands.some((command) => new RegExp(`(?:^|[ '/"])${command}(?:[ '"]|$)`, 'm').test(runs))) return true;
      if (tools.some((other) => tool in (manifestOf(other).peerDependencies ?? {}) && isUsed(other))) return true;
      const typed = /^@types\/(.+)/.exec(tool)?.[1];
      return typed !== undefined && (typed === 'node' || names(sources, typed));
    };
    expect(tools.filter((tool) => !isUsed(tool))).toEqual([]);
  });

  it('are imported by nothing that is built or that builds', () => {
    const built = filesIn('src').filter(
      (path) => !/\.(?:test|contract)\.tsx?$|^src\/ui\/(?:testing|kit\/gallery)\//.test(path),
    );
    const starting = ['start', 'build', 'prepare'].map((name) => `scripts/${name}.mjs`);
    for (const path of [...built, ...starting, 'vite.config.ts'])
      expect({ path, tools: tools.filter((tool) => names(read(path), tool)) }).toEqual({ path, tools: [] });
  });
});

interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

interface LockedPackage {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly engines?: { readonly node?: string };
}

/** Whether a range takes a version, each of one to three numbers: alternatives by `||`, of which each is comparisons between spaces. */
function takes(range: string, version: string): boolean {
  const numbers = (text: string) => text.split('.').map(Number);
  const difference = (bound: string) => {
    const parts = numbers(version);
    return numbers(bound)
      .map((part, at) => (parts[at] ?? 0) - part)
      .find((each) => each !== 0);
  };
  const meets = (comparison: string) => {
    const [, operator = '', bound = ''] = /^(>=|<=|>|<|\^|~|=|)v?(\d+(?:\.\d+){0,2})(?:\.x)*$/.exec(comparison) ?? [];
    if (bound === '') return comparison === '*';
    const sign = difference(bound) ?? 0;
    if (operator === '>=') return sign >= 0;
    if (operator === '<=') return sign <= 0;
    if (operator === '>') return sign > 0;
    if (operator === '<') return sign < 0;
    const [major, minor] = numbers(bound);
    const [ownMajor, ownMinor] = numbers(version);
    if (operator === '^') return sign >= 0 && major === ownMajor;
    if (operator === '~') return sign >= 0 && major === ownMajor && (minor === undefined || minor === ownMinor);
    return sign === 0;
  };
  return range.split('||').some((alternative) => {
    const comparisons = alternative.trim().replaceAll(/([<>=^~]) +/g, '$1');
    return comparisons.split(/ +/).every(meets);
  });
}

describe('the packages that the server needs', () => {
  const oldest = manifest.engines.node.replace(/^>=/, '');
  const { packages } = JSON.parse(read('package-lock.json')) as Lock;

  it('take the oldest Node that the package promises to run on', () => {
    const refusing = Object.entries(packages)
      .filter(([path, { dev = false, devOptional = false }]) => path !== '' && !dev && !devOptional)
      .map(([path, { engines }]) => ({ path, node: engines?.node ?? '*' }))
      .filter(({ node }) => !takes(node, oldest));
    expect(refusing).toEqual([]);
  });

  it.each([
    ['>=22', false],
    ['>= 18', true],
    ['18 || 20 || >=22', true],
    ['18 || >=22', false],
    ['^20.19.0 || >=22.12', true],
    ['^20.20.0', false],
    ['>=18 <21', true],
    ['>=18 <20', false],
    ['20.x', true],
    ['~20.19', true],
    ['*', true],
  ])('are compared with it: %s', (range, isTaken) => expect(takes(range, '20.19')).toBe(isTaken));
});
