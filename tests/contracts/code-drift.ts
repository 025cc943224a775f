import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { TargetEngine } from '#domain/catalogue';
import { CODE_FOLDERS, formatAddress, type TemplateAddress } from '#domain/code';
import { TEMPLATE_ENDPOINTS } from '#domain/index-operations';
import { formatJson, isObject, member, parseJson, type JsonObject } from '#domain/json';
import { runCli } from '../../src/cli/test-terminal.ts';
import { randomFrom } from '../../src/fuzz/generate/random.ts';
import { templatePartsFrom } from '../../src/fuzz/generate/template-sets.ts';
import { rewritten } from '../builders/template-spelling.ts';
import type { Ask } from './code-corpus.ts';

interface Item extends TemplateAddress {
  readonly body: JsonObject;
}

const PREFIX = 'mapledger-drift-';
const FOREIGN: Item = {
  kind: 'index_template',
  name: `${PREFIX}foreign`,
  body: { index_patterns: [`${PREFIX}foreign-*`] },
};

/** Index templates and the components that they are made of, as many as are asked for. */
function itemsFrom(seed: number, count: number, target: TargetEngine): readonly Item[] {
  const items: Item[] = [];
  for (let at = 0; items.length < count; at++) {
    const { components, template, isStream } = templatePartsFrom(randomFrom(seed + at), target);
    const named = components.map((part, index): Item => ({
      kind: 'component_template',
      name: `${PREFIX}${at}-c${index}`,
      body: { template: part },
    }));
    const name = `${PREFIX}${at}`;
    const body = {
      index_patterns: [`${name}-*`],
      composed_of: named.map((each) => each.name),
      template,
      ...(isStream && { data_stream: {} }),
    };
    items.push(...named, { kind: 'index_template', name, body });
  }
  return items;
}

interface Drift {
  readonly items: readonly {
    readonly object: string;
    readonly drift: string;
    readonly changes: readonly { readonly text: string }[];
  }[];
  readonly unchanged: readonly string[];
  readonly notInFiles: readonly string[];
}

/**
 * Sends generated templates to an engine, pulls those that it accepts, and expects of `drift`: none, also where the
 * files are written in another way; and after edits, deletions and a new template on the cluster exactly these.
 * Returns how many templates were accepted.
 */
export async function checkCodeDrift(url: string, ask: Ask, target: TargetEngine, count: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'mapledger-drift-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(
    join(folder, 'mapledger.config.json'),
    formatJson({ project: 'drift', environments: { engine: { cluster: url } } }),
  );
  const pathOf = ({ kind, name }: TemplateAddress) => `/${TEMPLATE_ENDPOINTS[kind]}/${name}`;
  const fileOf = ({ kind, name }: TemplateAddress) => join(folder, CODE_FOLDERS[kind], `${name}.json`);
  const drift = async (code: number): Promise<Drift> => {
    const ran = await runCli(['drift', '--dir', folder, '--json', '--detailed-exitcode'], { env: {} });
    expect(ran, ran.err).toMatchObject({ code, err: '' });
    return JSON.parse(ran.out) as Drift;
  };

  const items = itemsFrom(1, count, target);
  const clear = async () => {
    for (const item of [FOREIGN, ...items.toReversed()]) await ask('DELETE', pathOf(item));
  };
  await clear();
  const accepted: Item[] = [];
  for (const item of items) if ((await ask('PUT', pathOf(item), item.body)).status === 200) accepted.push(item);
  try {
    // As they were sent.
    for (const item of accepted) {
      mkdirSync(dirname(fileOf(item)), { recursive: true });
      writeFileSync(fileOf(item), formatJson(item.body, 2));
    }
    const all = new Set(accepted.map(formatAddress));
    const isNone = ({ items: found, unchanged, notInFiles }: Drift) => {
      expect(found).toEqual([]);
      expect(new Set(unchanged)).toEqual(all);
      expect(notInFiles.filter((object) => object.includes(PREFIX))).toEqual([]);
    };
    isNone(await drift(0));
    // In another way.
    for (const [at, item] of accepted.entries())
      writeFileSync(fileOf(item), formatJson(rewritten(item.body, randomFrom(at)), 2));
    isNone(await drift(0));
    // As they are pulled.
    for (const item of accepted) rmSync(fileOf(item));
    expect((await runCli(['pull', '--dir', folder, `${PREFIX}*`], { env: {} })).code).toBe(0);
    isNone(await drift(0));

    const edited = accepted.filter((_, at) => at % 10 === 3);
    for (const item of edited) {
      const body = parseJson(readFileSync(fileOf(item), 'utf8')) as JsonObject;
      const part = member(body, 'template');
      const settings = isObject(part) ? member(part, 'settings') : undefined;
      const template = {
        ...(isObject(part) && part),
        settings: { ...(isObject(settings) && settings), 'index.priority': 7 },
      };
      expect((await ask('PUT', pathOf(item), { ...body, template })).status).toBe(200);
    }
    const deleted = accepted.filter((item, at) => at % 50 === 9 && item.kind === 'index_template');
    for (const item of deleted) await ask('DELETE', pathOf(item));
    await ask('PUT', pathOf(FOREIGN), FOREIGN.body);
    const after = await drift(5);
    const found = new Map<string, readonly unknown[]>(
      after.items.map(({ object, drift: how, changes }) => [object, [how, changes.map(({ text }) => text)]]),
    );
    expect(found).toEqual(
      new Map<string, readonly unknown[]>([
        ...edited.map((item) => [formatAddress(item), ['changed', ['Set index.priority to 7']]] as const),
        ...deleted.map((item) => [formatAddress(item), ['missing', []]] as const),
      ]),
    );
    expect(after.unchanged).toHaveLength(accepted.length - found.size);
    expect(after.notInFiles.filter((object) => object.includes(PREFIX))).toEqual([formatAddress(FOREIGN)]);
  } finally {
    await clear();
  }
  return accepted.length;
}
