import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Manifest {
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

  it('are all used: imported, run by a script, or types of a package', () => {
    const configs = readdirSync(root).filter((name) => /\.c?js$|config\.ts$/.test(name) && name !== 'knip.config.js');
    const sources = [...configs, ...filesIn('src', 'tests', 'property-tests', 'bench', 'scripts')]
      .filter((path) => path !== 'tests/packages.test.ts')
      .map(read)
      .join('\n');
    const runs = `${Object.values(manifest.scripts).join(' ')} ${sources}`;
    const isUsed = (tool: string) => {
      const { bin = {} } = JSON.parse(read(`node_modules/${tool}/package.json`)) as {
        bin?: string | Record<string, string>;
      };
      const commands = typeof bin === 'string' ? [tool] : Object.keys(bin);
      if (names(sources, tool)) return true;
      if (commands.some((command) => new RegExp(`(?:^|[ '/"])${command}(?:[ '"]|$)`, 'm').test(runs))) return true;
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
