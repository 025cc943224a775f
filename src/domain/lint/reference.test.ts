import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lintReferenceText } from './reference.ts';
import { LINT_RULES, RULE_IDS } from './rules/list.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/lint.md'), 'utf8');

describe('docs/lint.md', () => {
  it('has every rule as the lint has it; npm run docs:reference writes them', () => {
    expect(PAGE.slice(PAGE.indexOf('## Rules'))).toBe(`${lintReferenceText()}\n`);
    for (const { id, reason } of LINT_RULES) {
      expect(PAGE).toContain(`(\`${id}\`)`);
      expect(PAGE).toContain(reason);
    }
  });

  it('names no rule that there is none of', () => {
    const before = PAGE.slice(0, PAGE.indexOf('## Rules'));
    for (const [, rule] of before.matchAll(/(?:--off |--on |"off": \{ "|"on": \["|\[|^- `)([a-z]+-[a-z-]+)/gm))
      expect(RULE_IDS).toContain(rule);
  });
});
