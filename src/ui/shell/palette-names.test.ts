import { describe, expect, it } from 'vitest';
import { bestNames, meantName } from './palette-names.ts';

describe('bestNames', () => {
  it('has those first that begin with the text, then the shorter ones', () => {
    expect(bestNames(['my-logs', 'logs-2026', 'carts', 'LOGS', 'logs-b', 'logs-a'], ' logs')).toEqual([
      'LOGS',
      'logs-a',
      'logs-b',
      'logs-2026',
      'my-logs',
    ]);
  });

  it('takes the text as it is', () => {
    expect(bestNames(['a.b', 'axb', '__proto__'], 'a.b')).toEqual(['a.b']);
    expect(bestNames(['__proto__'], '__')).toEqual(['__proto__']);
  });

  it('offers none for nothing, and 50 of many', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => `logs-${index}`);
    expect(bestNames(many, ' ')).toEqual([]);
    expect(bestNames(many, 'logs')).toHaveLength(50);
    expect(bestNames(many, 'logs-9999')).toEqual(['logs-9999']);
  });
});

it('takes the name that is meant beside a word for what is to be done', () => {
  const names = ['logs', 'logs-old', 'shop orders'];
  expect(meantName(names, 'logs')).toBe('logs');
  expect(meantName(names, 'delete logs-o')).toBe('logs-old');
  expect(meantName(names, 'logs delete')).toBe('logs');
  expect(meantName(names, 'delete')).toBeUndefined();
  expect(meantName(names, ' ')).toBeUndefined();
});
