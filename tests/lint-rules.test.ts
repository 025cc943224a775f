import { execFileSync, type ExecFileSyncOptionsWithStringEncoding } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
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

interface Diagnostic {
  readonly filename: string;
  readonly code: string;
  readonly help?: string;
}

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

/** What oxlint says of these files, by its configuration there. */
function lint(files: Readonly<Record<string, string>>): readonly Diagnostic[] {
  const folder = mkdtempSync(join(tmpdir(), 'lint-rules-'));
  folders.push(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  // Where the linter finds the one for rules that need types, as in a script of npm.
  const PATH = `${join(ROOT, 'node_modules/.bin')}${delimiter}${process.env['PATH'] ?? ''}`;
  const options: ExecFileSyncOptionsWithStringEncoding = {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PATH },
  };
  const oxlint = join(ROOT, 'node_modules/oxlint/bin/oxlint');
  let output: string;
  try {
    output = execFileSync(process.execPath, [oxlint, '--format', 'json'], options);
  } catch (error) {
    output = (error as { readonly stdout: string }).stdout;
  }
  return (JSON.parse(output) as { readonly diagnostics: readonly Diagnostic[] }).diagnostics;
}

const CONFIG = '.oxlintrc.json';
const rules = readFileSync(join(ROOT, CONFIG), 'utf8');
const TYPED = '"typeAware": true, "typeCheck": true';
let said: readonly Diagnostic[];

/** Our rules, without those that need types, which take longer. */
beforeAll(() => {
  expect(rules).toContain(TYPED);
  const files = [...REFUSED.map((each, index) => [refusedPath(index), each] as const), ...TAKEN];
  said = lint({
    [CONFIG]: rules.replace(TYPED, '"typeAware": false'),
    ...Object.fromEntries(files.map(([path, code]) => [path, `${code}\n`])),
  });
});

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

it('types are checked, and the rules that need them are on, where the linter runs as in the gate', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  // Without arguments, as `lint` of this test runs it: one could switch the types off.
  expect(scripts['check:lint']).toBe('oxlint');
  const typed = {
    'floating.ts': 'export function begin(): void {\n  Promise.resolve(1);\n}\n',
    'misused.ts': 'export const isDone = (done: Promise<boolean>) => (done ? 1 : 2);\n',
    'wrong.ts': 'export const count: number = "1";\n',
    'fine.ts': 'export async function begin(): Promise<void> {\n  await Promise.resolve(1);\n}\n',
  };
  const found = lint({
    [CONFIG]: rules,
    'tsconfig.json': '{ "compilerOptions": { "strict": true, "target": "es2024" }, "include": ["*.ts"] }',
    ...typed,
  });
  expect(found.map(({ filename, code }) => [filename, code]).sort()).toEqual([
    ['floating.ts', 'typescript(no-floating-promises)'],
    ['misused.ts', 'typescript(TS2801)'],
    ['misused.ts', 'typescript(no-misused-promises)'],
    ['misused.ts', 'typescript(no-unnecessary-condition)'],
    ['wrong.ts', 'typescript(TS2322)'],
  ]);
});
