import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stringify } from 'yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getLanguageService, TextDocument, type Diagnostic, type CompletionItem } from 'vscode-json-languageservice';
import type * as YamlService from 'yaml-language-server/out/server/src/languageservice/yamlLanguageService.js';
import type * as YamlSettings from 'yaml-language-server/out/server/src/yamlSettings.js';
import { CODE_FOLDERS } from '#domain/code';
import { runCli } from '../src/cli/test-terminal.ts';

/** What an editor shows of a file: what it marks, and what it offers where the text has a `|`. */
interface Shown {
  readonly marked: readonly string[];
  readonly offered: readonly string[];
  readonly explained: Readonly<Record<string, string>>;
}
type Show = (path: string, text: string) => Promise<Shown>;

// Both are CommonJS modules that import each other in ways that only Node resolves.
const require = createRequire(import.meta.url);
const yamlService =
  require('yaml-language-server/out/server/src/languageservice/yamlLanguageService.js') as typeof YamlService;
const { SettingsState } = require('yaml-language-server/out/server/src/yamlSettings.js') as typeof YamlSettings;

const folder = mkdtempSync(join(tmpdir(), 'mapledger-editor-'));
const urlOf = (path: string) => pathToFileURL(join(folder, path)).href;
const readSchema = (address: string) => readFile(new URL(address), 'utf8');
const editors = new Map<string, Show>();
let version = 0;

beforeAll(async () => {
  expect((await runCli(['init', '--dir', folder, '--project', 'search', '--target', 'opensearch@3.4'])).err).toBe('');
  const settings = JSON.parse(await readFile(join(folder, '.vscode/settings.json'), 'utf8')) as {
    readonly 'json.schemas': readonly { readonly url: string; readonly fileMatch: string[] }[];
    readonly 'yaml.schemas': Readonly<Record<string, string[]>>;
  };
  const json = getLanguageService({ schemaRequestService: readSchema });
  json.configure({
    validate: true,
    schemas: settings['json.schemas'].map(({ url, fileMatch }) => ({ uri: urlOf(url), fileMatch })),
  });
  const nothing = () => {};
  const yaml = yamlService.getLanguageService({
    schemaRequestService: readSchema,
    workspaceContext: { resolveRelativePath: (path) => urlOf(path) },
    telemetry: { send: nothing, sendError: nothing, sendTrack: nothing },
    yamlSettings: new SettingsState(),
  });
  yaml.configure({
    ...{ validate: true, completion: true },
    schemas: Object.entries(settings['yaml.schemas']).map(([url, fileMatch]) => ({ uri: urlOf(url), fileMatch })),
  });
  editors.set('json', async (path, text) => {
    const { document, at } = documentOf(path, 'json', text);
    const parsed = json.parseJSONDocument(document);
    const offered = await json.doComplete(document, at, parsed);
    return shown(document, await json.doValidation(document, parsed), offered?.items ?? []);
  });
  editors.set('yaml', async (path, text) => {
    const { document, at } = documentOf(path, 'yaml', text);
    const { items } = await yaml.doComplete(document, at, false);
    return shown(document, await yaml.doValidation(document, false), items);
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Each is another version: the services keep what they have read of one. */
function documentOf(path: string, language: string, text: string) {
  const offset = text.indexOf('|');
  const document = TextDocument.create(urlOf(path), language, ++version, text.replace('|', ''));
  return { document, at: document.positionAt(Math.max(offset, 0)) };
}

function shown(document: TextDocument, marks: readonly Diagnostic[], items: readonly CompletionItem[]): Shown {
  return {
    marked: marks.map(({ range }) => document.getText(range).replaceAll('"', '')),
    offered: items.map(({ label }) => label.replaceAll('"', '')),
    explained: Object.fromEntries(
      items.map(({ label, documentation }) => [
        label.replaceAll('"', ''),
        typeof documentation === 'string' ? documentation : (documentation?.value ?? ''),
      ]),
    ),
  };
}

/** A body in each language; the cursor is where it has `|` as a name or a value. */
const inLanguage = {
  json: (body: object) => JSON.stringify(body, null, 2),
  yaml: (body: object) => stringify(body).replace(/"\|"(?:: null)?/, '|'),
};

describe.each(['json', 'yaml'] as const)('an editor with the schemas of a project, in %s', (language) => {
  const show = (file: keyof typeof CODE_FOLDERS, body: object) => {
    const path = `${CODE_FOLDERS[file]}/a.${language}`;
    return (editors.get(language) as Show)(path, inLanguage[language](body));
  };
  const template = (contents: object) => ({ index_patterns: ['a-*'], template: contents });
  const field = (definition: object) => template({ mappings: { properties: { host: definition } } });

  it('offers the types of fields of the target, and marks another one', async () => {
    const { offered } = await show('index_template', field({ type: '|' }));
    expect(offered).toEqual(expect.arrayContaining(['keyword', 'flat_object', 'knn_vector']));
    expect(offered).not.toContain('flattened');
    expect((await show('index_template', field({ type: 'flattened' }))).marked).toEqual(['flattened']);
    expect((await show('index_template', field({ type: 'keyword' }))).marked).toEqual([]);
  });

  it('offers the parameters of the type, and marks another one and a wrong value', async () => {
    const { offered, explained } = await show('component_template', {
      template: { mappings: { properties: { host: { type: 'keyword', '|': null } } } },
    });
    expect(offered).toEqual(expect.arrayContaining(['ignore_above', 'normalizer']));
    expect(offered).not.toContain('analyzer');
    expect(explained['ignore_above']).toContain('http');
    const wrong = field({ type: 'keyword', ignore_above: {}, analyzer: 'english' });
    expect((await show('index_template', wrong)).marked.join(' ')).toContain('analyzer');
    expect((await show('index_template', wrong)).marked).toHaveLength(2);
  });

  it('offers settings by their whole names or below index, says when they can change, and marks a wrong value', async () => {
    const flat = await show('index_template', template({ settings: { '|': null } }));
    expect(flat.offered).toEqual(expect.arrayContaining(['index', 'index.refresh_interval', 'index.knn']));
    for (const name of ['refresh_interval', 'mapping.total_fields.limit']) expect(flat.offered).not.toContain(name);
    expect(flat.offered).not.toContain('index.lifecycle.name');
    expect(flat.explained['index.refresh_interval']).toMatch(/Default: 1s\. Can be changed on an index\.$/);
    // OpenSearch assumes 50000.
    expect(flat.explained['index.mapping.field_name_length.limit']).not.toContain('Default');
    const nested = await show('index_template', template({ settings: { index: { '|': null } } }));
    expect(nested.offered).toEqual(expect.arrayContaining(['refresh_interval', 'mapping', 'knn']));
    expect(nested.offered).not.toContain('mapping.total_fields.limit');
    expect(nested.explained['refresh_interval']).toBe(flat.explained['index.refresh_interval']);
    const words = await show('index', { settings: { index: { translog: { durability: '|' } } } });
    expect(words.offered).toEqual(expect.arrayContaining(['request', 'async']));
    for (const settings of [
      { 'index.refresh_interval': '5sec' },
      { index: { refresh_interval: '5sec' } },
      { refresh_interval: '5sec' },
      { 'merge.scheduler.auto_throttle': '5sec' },
      { index: { 'mapping.coerce': '5sec' } },
    ])
      expect((await show('index_template', template({ settings }))).marked).toEqual(['5sec']);
    const taken = {
      'index.of_a_plugin': { a: 1 },
      'index.hidden': 'true',
      number_of_shards: '2',
      'mapping.total_fields.limit': 2_000,
      'of_a.plugin': 1,
      index: { knn: true, 'mapping.depth.limit': '30', 'of_a.plugin': {} },
    };
    expect((await show('index_template', template({ settings: taken }))).marked).toEqual([]);
  });

  it('knows the members of each kind of file', async () => {
    expect((await show('legacy_template', { '|': null })).offered).toContain('order');
    expect((await show('component_template', { '|': null })).offered).not.toContain('order');
    expect((await show('index', { '|': null })).offered).toEqual(
      expect.arrayContaining(['mappings', 'settings', 'aliases', 'exact']),
    );
    expect((await show('index', { exact: true, template: {} })).marked.join(' ')).toContain('template');
  });
});
