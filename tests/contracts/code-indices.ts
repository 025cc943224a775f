import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { referencesOf } from '#domain/code';
import { formatJson, isObject, member, objectMember, pickMembers, type JsonObject } from '#domain/json';
import { runCli } from '../../src/cli/test-terminal.ts';
import { randomFrom } from '../../src/fuzz/generate/random.ts';
import { rewritten } from '../builders/template-spelling.ts';
import type { CorpusFile } from '../corpus.ts';
import type { Ask, CodeCorpusOutcome } from './code-corpus.ts';

interface Item {
  readonly name: string;
  readonly body: JsonObject;
}

const PREFIX = 'mapledger-index-';
const SECTIONS: readonly string[] = ['mappings', 'settings', 'aliases'];

/** Index bodies of the corpus: mappings alone, and what templates give to an index; about as many as are asked for. */
function itemsOf(files: readonly CorpusFile[], count: number): readonly Item[] {
  const bodies = files.flatMap(({ kind, body }) => {
    if (kind === 'mapping') return [{ body: { mappings: body } }];
    const part = kind === 'legacy' ? body : member(body, 'template');
    const isPart = kind === 'legacy' || kind === 'component' || kind === 'composable';
    return isPart && isObject(part) ? [{ body: pickMembers(part, (name) => SECTIONS.includes(name)) }] : [];
  });
  // Lifecycle policies and pipelines are in no corpus: without them a plan is refused.
  const free = bodies.filter(({ body }) => referencesOf('index', body).length === 0);
  // Templates have settings and aliases: all of them, and some of the many mappings.
  const [withMore, others] = [true, false].map((hasMore) =>
    free.filter(({ body }) => Object.keys(body).some((name) => name !== 'mappings') === hasMore),
  );
  const some = (of: typeof bodies = [], limit: number) => of.filter((_, at) => at % Math.ceil(of.length / limit) === 0);
  return [...some(withMore, count / 2), ...some(others, count / 2)].map(({ body }, at) => ({
    name: `${PREFIX}${at}`,
    body,
  }));
}

/**
 * Makes indices of the corpus on an engine, takes those that it accepts as files, and expects a plan without a change:
 * of the files as they are, written in another way, and as they are pulled; there, and after they were applied to the
 * cluster without them. Then documents add fields, and the replicas are changed: a plan is still empty, and drift lists it.
 */
export async function checkCodeIndices(
  url: string,
  ask: Ask,
  files: readonly CorpusFile[],
  count: number,
): Promise<CodeCorpusOutcome> {
  const items = itemsOf(files, count);
  const clear = async () => {
    for (const { name } of items) await ask('DELETE', `/${name}`);
  };
  const noisy = new Set<string>();
  const check = async (dir: string, step: string) => {
    const { out } = await runCli(['plan', '--dir', dir, '--json'], { env: {} });
    const found = JSON.parse(out) as {
      items: readonly { object: string; changes: readonly string[]; refused: readonly string[] }[];
    };
    for (const { object, changes, refused } of found.items)
      noisy.add(`${object} ${step}: ${[...changes, ...refused].slice(0, 3).join('; ')}`);
  };
  const apply = async (dir: string) => {
    await clear();
    const { code, err } = await runCli(['apply', '--dir', dir, '--yes'], { env: {} });
    if (code !== 0) noisy.add(`apply: ${err.slice(-500)}`);
  };

  await clear();
  const accepted: Item[] = [];
  for (const item of items) if ((await ask('PUT', `/${item.name}`, item.body)).status === 200) accepted.push(item);
  try {
    const written = folderFor(url, accepted);
    await check(written, 'as written');
    const others = accepted.map(({ name, body }, at) => ({ name, body: rewritten(body, randomFrom(at)) }));
    await check(folderFor(url, others), 'in another way');
    const pulled = folderFor(url, []);
    const ran = await runCli(['pull', '--dir', pulled, `indices/${PREFIX}*`], { env: {} });
    expect(ran, ran.err).toMatchObject({ code: 0 });
    expect(ran.out).toContain(`\n${accepted.length.toLocaleString('en')} created, 0 updated, 0 unchanged`);
    await check(pulled, 'as pulled');
    await apply(pulled);
    await check(pulled, 'applied as pulled');
    await apply(written);
    await check(written, 'applied as written');

    const open = accepted.find(({ body }) => isOpen(body));
    if (open !== undefined && noisy.size === 0) await checkUnnamed(url, ask, open, noisy);
  } finally {
    await clear();
  }
  return { tried: items.length, accepted: accepted.length, noisy: [...noisy] };
}

/** Whether any document can add a field. */
function isOpen(body: JsonObject): boolean {
  const mappings = objectMember(body, 'mappings') ?? {};
  return Object.keys(mappings).every((name) => name === 'properties') && !Object.hasOwn(body, 'settings');
}

async function checkUnnamed(url: string, ask: Ask, { name, body }: Item, noisy: Set<string>): Promise<void> {
  const dir = folderFor(url, [{ name, body }]);
  expect((await ask('POST', `/${name}/_doc`, { added_by_a_document: 'x' })).status).toBe(201);
  expect((await ask('PUT', `/${name}/_settings`, { number_of_replicas: 2 })).status).toBe(200);
  const plan = await runCli(['plan', '--dir', dir, '--detailed-exitcode'], { env: {} });
  if (plan.code !== 0) noisy.add(`${name} after documents: ${plan.out}`);
  const drift = await runCli(['drift', '--dir', dir, '--detailed-exitcode'], { env: {} });
  expect(drift, drift.out).toMatchObject({ code: 0 });
  expect(drift.out).toContain(`indices/${name}: field added_by_a_document\n`);
  expect(drift.out).toContain(`indices/${name}: setting index.number_of_replicas\n`);
}

function folderFor(url: string, items: readonly Item[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'mapledger-indices-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'indices'));
  writeFileSync(
    join(folder, 'mapledger.config.json'),
    formatJson({ project: 'indices', environments: { engine: { cluster: url } } }),
  );
  for (const { name, body } of items) writeFileSync(join(folder, 'indices', `${name}.json`), formatJson(body, 2));
  return folder;
}
