import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runningTally } from '../case/tally.ts';
import { LawError } from '../case/target.ts';
import { agreementOf } from '../run/summary.ts';
import { compare } from './compared.ts';
import { DISAGREEMENTS } from './disagreements.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/engine-disagreements.md'), 'utf8');
const target = { distribution: 'elasticsearch', version: '9.5.3' } as const;

describe('known disagreements', () => {
  it('have names of their own', () => {
    expect(new Set(DISAGREEMENTS.map(({ name }) => name)).size).toBe(DISAGREEMENTS.length);
  });

  it('are all in the documentation, with their reasons, in the order of the table', () => {
    const rows = DISAGREEMENTS.map(({ name, because }) => `- **${name}**: ${because}`);
    expect(page.split('\n').filter((line) => line.startsWith('- **'))).toEqual(rows);
  });
});

describe('a comparison', () => {
  it('is counted where the two agree or are known to differ', () => {
    const counter = runningTally();
    compare('the engine takes what validation lets through', target, null, counter);
    compare(
      'the engine takes what validation lets through',
      target,
      'Type [nested] cannot be used in multi field',
      counter,
    );
    expect(agreementOf(counter.tally())).toEqual({
      compared: 2,
      agreed: 1,
      disagreements: [['types that are no multi-field', 1]],
    });
  });

  it('names the law and the kind of a difference that nobody has named, without what stands in it', () => {
    const counter = runningTally();
    const differ = (account: string) => () =>
      compare('the engine takes what validation lets through', target, account, counter);
    expect(differ('No room for [a] of 17')).toThrow(LawError);
    expect(differ('No room for [a] of 17')).toThrow('No room for [a] of 17');
    try {
      differ('No room for [a] of 17\n  {}')();
    } catch (error) {
      expect((error as LawError).law).toBe('the engine takes what validation lets through: No room for … of …');
    }
    expect(agreementOf(counter.tally())).toBeNull();
  });
});
