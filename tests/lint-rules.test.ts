import { join } from 'node:path';
import { ESLint, Linter, type Linter as Lint } from 'eslint';
import tseslint from 'typescript-eslint';
import { describe, expect, it } from 'vitest';

const eslint = new ESLint({ cwd: join(import.meta.dirname, '..') });

/** The messages of `no-restricted-syntax`, as it is configured for a file, about some code. */
async function restrictedIn(path: string, code: string): Promise<readonly string[]> {
  const { rules } = (await eslint.calculateConfigForFile(path)) as { readonly rules: Lint.RulesRecord };
  const config: Lint.Config = {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parser: tseslint.parser },
    rules: { 'no-restricted-syntax': rules['no-restricted-syntax'] ?? 'off' },
  };
  return new Linter().verify(code, [config], path).map(({ message }) => message);
}

const EXACT = 'JSON.stringify throws for an integer beyond 2^53. Use formatJson of #domain/json.';

describe('the user interface formats documents exactly', () => {
  it.each([
    'const text = JSON.stringify(body);',
    "const text = globalThis['JSON'].stringify(body);",
    'const texts = bodies.map(JSON.stringify);',
    "const text = JSON['stringify'](body);",
    'const text = JSON?.stringify(body);',
    'const { stringify } = JSON;',
    'const text = window.JSON.stringify(body);',
  ])('%s is refused', async (code) => {
    expect(await restrictedIn('src/ui/screens/plans/a.tsx', code)).toEqual([EXACT]);
  });

  it.each([
    ['src/ui/kit/a.ts', 'const text = formatJson(body);'],
    ['src/ui/kit/a.ts', 'const value: unknown = JSON.parse(text);'],
    ['src/ui/kit/a.test.ts', 'const text = JSON.stringify(body);'],
    ['src/ui/testing/a.ts', 'const text = JSON.stringify(body);'],
    ['src/server/a.ts', 'const text = JSON.stringify(body);'],
  ])('%s: %s is not', async (path, code) => {
    expect(await restrictedIn(path, code)).toEqual([]);
  });

  it('as all other restrictions of the code hold', async () => {
    expect(await restrictedIn('src/ui/kit/a.ts', 'enum Kind { A }')).toEqual(['Use a union of literals.']);
  });
});
