import { execFileSync, type ExecFileSyncOptionsWithStringEncoding } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

const EXACT = 'JSON.stringify throws for an integer beyond 2^53. Use formatJson of #domain/json.';

const REFUSED = [
  'export const text = JSON.stringify(body);',
  "export const text = globalThis['JSON'].stringify(body);",
  'export const texts = bodies.map(JSON.stringify);',
  "export const text = JSON['stringify'](body);",
  'export const text = JSON?.stringify(body);',
  'export const { stringify } = JSON;',
  'export const text = window.JSON.stringify(body);',
];

const TAKEN = [
  ['src/ui/kit/a.ts', 'export const text = formatJson(body);'],
  ['src/ui/kit/b.ts', 'export const value: unknown = JSON.parse(text);'],
  ['src/ui/kit/a.test.ts', 'export const text = JSON.stringify(body);'],
  ['src/ui/testing/a.ts', 'export const text = JSON.stringify(body);'],
  ['src/server/a.ts', 'export const text = JSON.stringify(body);'],
] as const;

const refusedPath = (index: number) => `src/ui/screens/plans/a${index}.tsx`;

let folder: string;
let said: readonly { readonly filename: string; readonly help?: string }[];

/** A folder with our rules, without those that need types, and these files in it. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lint-rules-'));
  const rules = readFileSync(join(ROOT, '.oxlintrc.json'), 'utf8');
  expect(rules).toContain('"typeAware": true');
  writeFileSync(join(folder, '.oxlintrc.json'), rules.replace('"typeAware": true', '"typeAware": false'));
  for (const [path, code] of [...REFUSED.map((each, index) => [refusedPath(index), each] as const), ...TAKEN]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `${code}\n`);
  }
  const options: ExecFileSyncOptionsWithStringEncoding = { cwd: folder, encoding: 'utf8' };
  const oxlint = join(ROOT, 'node_modules/oxlint/bin/oxlint');
  let output: string;
  try {
    output = execFileSync(process.execPath, [oxlint, '--format', 'json'], options);
  } catch (error) {
    output = (error as { readonly stdout: string }).stdout;
  }
  said = (JSON.parse(output) as { readonly diagnostics: typeof said }).diagnostics;
});

afterAll(() => rmSync(folder, { recursive: true }));

const saidOf = (path: string) => said.filter(({ filename }) => filename === path).map(({ help }) => help);

it('no file declares an enum: a union of literals needs no code', () => {
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  const withEnum = files.filter((name) =>
    /^(?:export )?(?:declare )?(?:const )?enum /m.test(readFileSync(join(ROOT, 'src', name), 'utf8')),
  );
  expect(files.length).toBeGreaterThan(1_000);
  expect(withEnum).toEqual([]);
});

describe('the user interface formats documents exactly', () => {
  it.each(REFUSED.map((code, index) => [code, index] as const))('%s is refused', (_, index) => {
    expect(saidOf(refusedPath(index))).toEqual([EXACT]);
  });

  it.each(TAKEN)('%s: %s is not', (path) => {
    expect(saidOf(path)).toEqual([]);
  });
});
