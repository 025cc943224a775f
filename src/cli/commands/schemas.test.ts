import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseEditorSettings } from '#domain/code';
import { runCli } from '../test-terminal.ts';

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mapledger-schemas-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function project(): Promise<string> {
  const folder = emptyFolder();
  expect((await runCli(['init', '--dir', folder, '--project', 'search'])).code).toBe(0);
  return folder;
}

const textOf = (folder: string, path: string) => readFileSync(join(folder, path), 'utf8');
const SETTINGS = '.vscode/settings.json';
const run = (folder: string, ...args: readonly string[]) => runCli(['schemas', '--dir', folder, ...args]);

describe('the schemas of a project', () => {
  it('are written and bound once, and follow the target', async () => {
    const folder = await project();
    const folders = {
      component_template: 'component_templates',
      index_template: 'index_templates',
      legacy_template: 'legacy_templates',
      index: 'indices',
    };
    const kinds = Object.keys(folders) as (keyof typeof folders)[];
    const paths = kinds.map((kind) => `.mapledger/schemas/${kind}.json`);
    expect(await run(folder, '--target', 'opensearch@3.4')).toMatchObject({
      code: 0,
      out: [...paths, SETTINGS, ''].join('\n'),
      err: '',
    });
    for (const [index, files] of Object.values(folders).entries()) {
      const path = paths[index] ?? '';
      const schema = JSON.parse(textOf(folder, path)) as Record<string, unknown>;
      expect(schema['title']).toContain('OpenSearch 3.4');
      expect(schema['definitions']).toHaveProperty('type_flat_object');
      expect(JSON.parse(textOf(folder, SETTINGS))).toMatchObject({
        'json.schemas': expect.arrayContaining([
          { fileMatch: [`/${files}/*.json`, `/${files}/*.jsonc`], url: `./${path}` },
        ]) as unknown,
        'yaml.schemas': { [`./${path}`]: [`/${files}/*.yaml`, `/${files}/*.yml`] },
      });
    }
    expect(await run(folder, '--target', 'opensearch@3.4')).toMatchObject({ code: 0, out: '', err: '' });
    expect((await run(folder, '--target', 'elasticsearch@9.5')).out).toBe(`${paths.join('\n')}\n`);
    expect(textOf(folder, '.mapledger/schemas/index_template.json')).not.toContain('type_flat_object');
  });

  it('leave everything else in the settings of the editor', async () => {
    const folder = await project();
    mkdirSync(join(folder, '.vscode'));
    const before = '{\n  // Ours.\n  "editor.tabSize": 2,\n  "json.schemas": [{ "url": "./other.json" }]\n}\n';
    writeFileSync(join(folder, SETTINGS), before);
    await run(folder);
    const after = textOf(folder, SETTINGS);
    expect(after).toContain('// Ours.\n  "editor.tabSize": 2,');
    expect(after).toContain('"./other.json"');
    await run(folder);
    expect(textOf(folder, SETTINGS)).toBe(after);
  });

  it('keep the comma behind the last setting, as editors allow', async () => {
    const folder = await project();
    mkdirSync(join(folder, '.vscode'));
    const before = '{\n  "a": [1, 2,], // Two.\n  "b": "x,}", // Text.\n}\n';
    writeFileSync(join(folder, SETTINGS), before);
    expect(await run(folder)).toMatchObject({ code: 0, err: '' });
    const after = textOf(folder, SETTINGS);
    expect(after).toMatch(/^\{\n  "a": \[1, 2,\], \/\/ Two\.\n  "b": "x,\}", \/\/ Text\.\n  "json\.schemas": /);
    expect(after).toMatch(/\},\n\}\n$/);
    expect(parseEditorSettings(after)).toMatchObject({ a: [1, 2], b: 'x,}', 'json.schemas': [{}, {}, {}, {}] });
    expect(await run(folder)).toMatchObject({ code: 0, out: '' });
    writeFileSync(join(folder, SETTINGS), '{ "a": 1, }');
    await run(folder);
    expect(parseEditorSettings(textOf(folder, SETTINGS))).toMatchObject({ a: 1, 'json.schemas': [{}, {}, {}, {}] });
  });

  it.each([
    ['{', 'Line 1, column 2'],
    ['[]', 'it is no object'],
    ['{"json.schemas":{}}', '"json.schemas" is no list'],
    ['{"yaml.schemas":[]}', '"yaml.schemas" is no object'],
  ])('are not written where the settings can’t be read: %s', async (settings, reason) => {
    const folder = await project();
    mkdirSync(join(folder, '.vscode'));
    writeFileSync(join(folder, SETTINGS), settings);
    const { code, err } = await run(folder);
    expect(code).toBe(3);
    expect(err).toContain(join(folder, SETTINGS));
    expect(err).toContain(reason);
    expect(textOf(folder, SETTINGS)).toBe(settings);
    expect(statSync(join(folder, '.mapledger'), { throwIfNoEntry: false })).toBeUndefined();
  });

  it('need a project and an engine', async () => {
    expect((await run(emptyFolder())).code).toBe(3);
    expect(await run(await project(), '--target', 'solr@9')).toMatchObject({ code: 2, out: '' });
  });

  it('come with a new project where a target is named', async () => {
    const folder = emptyFolder();
    await runCli(['init', '--dir', folder, '--project', 'search', '--target', 'elasticsearch@8.19']);
    expect(textOf(folder, '.mapledger/schemas/index_template.json')).toContain('Elasticsearch 8.19');
    expect(await run(folder, '--target', 'elasticsearch@8.19')).toMatchObject({ code: 0, out: '' });
  });
});
