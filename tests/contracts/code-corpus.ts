import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { CODE_FOLDERS, fileStemOf, formatAddress, referencesOf, type TemplateAddress } from '#domain/code';
import { formatJson, member, stringsIn, type JsonObject } from '#domain/json';
import { TEMPLATE_ENDPOINTS } from '#domain/index-operations';
import { runCli } from '../../src/cli/test-terminal.ts';
import type { CorpusFile } from '../corpus.ts';

interface Item extends TemplateAddress {
  readonly body: JsonObject;
}

/** Asks the engine past everything that is tested. */
export type Ask = (method: string, path: string, body?: JsonObject) => Promise<{ readonly status: number }>;

export interface CodeCorpusOutcome {
  readonly tried: number;
  readonly accepted: number;
  /** Of those that the engine accepts, the templates of which a plan shows a change that is none. */
  readonly noisy: readonly string[];
}

const PREFIX = 'mapledger-code-';

/** The templates of the corpus, each for indices of its own: real ones are for the same. */
function itemsOf(files: readonly CorpusFile[]): readonly Item[] {
  const items = files.flatMap(({ kind, body }, at): readonly Item[] => {
    const name = `${PREFIX}${at}`;
    if (kind === 'component') return [{ kind: 'component_template', name, body }];
    if (kind === 'composable')
      return [{ kind: 'index_template', name, body: { ...body, index_patterns: [`${name}-*`] } }];
    return kind === 'legacy'
      ? [{ kind: 'legacy_template', name, body: { ...body, index_patterns: [`${name}-*`] } }]
      : [];
  });
  // What they are composed of is often in no file of the corpus.
  const components = new Set(items.flatMap(({ body }) => stringsIn(member(body, 'composed_of'))));
  return [
    ...[...components].map((name): Item => ({ kind: 'component_template', name, body: { template: {} } })),
    ...items,
  ];
}

/**
 * Sends the templates of the corpus to an engine, takes those that it accepts as files, and expects that these can be
 * applied to the cluster without them, that a plan is empty then, and the same of what is pulled.
 */
export async function checkCodeCorpus(url: string, ask: Ask, files: readonly CorpusFile[]): Promise<CodeCorpusOutcome> {
  const items = itemsOf(files);
  const pathOf = ({ kind, name }: TemplateAddress) => `/${TEMPLATE_ENDPOINTS[kind]}/${encodeURIComponent(name)}`;
  const clear = async () => {
    for (const item of items.toReversed()) await ask('DELETE', pathOf(item));
  };
  await clear();
  const accepted: Item[] = [];
  for (const item of items) if ((await ask('PUT', pathOf(item), item.body)).status === 200) accepted.push(item);

  const written = folderFor(url);
  const fileOf = ({ kind, name }: TemplateAddress) => join(written, CODE_FOLDERS[kind], `${fileStemOf(name)}.json`);
  for (const item of accepted) writeFileSync(fileOf(item), formatJson(item.body, 2));
  const apply = async (dir: string) => runCli(['apply', '--dir', dir, '--yes'], { env: {} });
  const isWritten = (noise: string) => !noise.startsWith(CODE_FOLDERS.legacy_template);
  const noisyThere = await noiseIn(written);
  // Lifecycle policies and pipelines are in no corpus: without them a plan is refused.
  const needy = accepted.filter(({ kind, body }) => referencesOf(kind, body).length > 0);
  const isNeedy = ({ name, body }: Item) =>
    needy.some((each) => each.name === name || stringsIn(member(body, 'composed_of')).includes(each.name));
  const patterns = accepted.filter((item) => !isNeedy(item)).map((item) => formatAddress(item));
  const pulled = folderFor(url);
  expect((await runCli(['pull', '--dir', pulled, '--managed', ...patterns], { env: {} })).code).toBe(0);
  expect(await noiseIn(pulled)).toEqual([]);

  await clear();
  for (const item of accepted.filter(isNeedy)) rmSync(fileOf(item));
  const applied = await apply(written);
  // Legacy templates are never written.
  const noisy = (await noiseIn(written)).filter(isWritten);
  if (noisy.length === 0) expect(applied).toMatchObject({ code: 0 });

  await clear();
  expect(await apply(pulled)).toMatchObject({ code: 0 });
  const noisyPulled = (await noiseIn(pulled)).filter(isWritten);
  await clear();
  const all = new Set([...noisyThere, ...noisy, ...noisyPulled]);
  return { tried: items.length, accepted: accepted.length, noisy: [...all] };
}

function folderFor(url: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'mapledger-corpus-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of Object.values(CODE_FOLDERS)) mkdirSync(join(folder, name));
  writeFileSync(
    join(folder, 'mapledger.config.json'),
    formatJson({ project: 'corpus', environments: { engine: { cluster: url } } }),
  );
  return folder;
}

/** The templates that a plan lists, with their changes. */
async function noiseIn(dir: string): Promise<readonly string[]> {
  const { out } = await runCli(['plan', '--dir', dir, '--json'], { env: {} });
  const { items } = JSON.parse(out) as {
    items: readonly { object: string; changes: readonly string[]; refused: readonly string[] }[];
  };
  return items.map(({ object, changes, refused }) => `${object}: ${[...changes, ...refused].slice(0, 3).join('; ')}`);
}
