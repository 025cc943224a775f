import { describe, expect, it } from 'vitest';
import { BODY_LIMITS, bodyRefusal } from './body-limits.ts';

const mappingOf = (fields: number) =>
  JSON.stringify({
    properties: Object.fromEntries(Array.from({ length: fields }, (_, index) => [`f${index}`, { type: 'ip' }])),
  });

describe('the body of a request', () => {
  it('fits with a mapping of almost 50,000 fields', () => {
    expect(bodyRefusal(mappingOf(49_999), 'document')).toBeNull();
  });

  it('is refused with its number of keys and the limit', () => {
    expect(bodyRefusal(mappingOf(250_000), 'document')).toBe(
      'This request has 500,001 keys, and the limit is 100,000.',
    );
    expect(bodyRefusal(mappingOf(30_000), 'names')).toBe('This request has 60,001 keys, and the limit is 50,000.');
  });

  it('is refused with its size in bytes and the limit', () => {
    const { maxBytes } = BODY_LIMITS.document;
    const filled = (bytes: number) => `""${' '.repeat(bytes - 2)}`;
    expect(bodyRefusal(filled(maxBytes), 'document')).toBeNull();
    expect(bodyRefusal(filled(maxBytes + 1), 'document')).toBe('This request is 8.1 MiB, and the limit is 8 MiB.');
    // Two, three and four bytes each.
    for (const [character, bytes] of [
      ['ü', 2],
      ['€', 3],
      ['💥', 4],
    ] as const) {
      const text = `"${character.repeat(10_000)}"`;
      const rest = maxBytes - 2 - 10_000 * bytes;
      expect(bodyRefusal(`${text}${' '.repeat(rest)}`, 'document')).toBeNull();
      expect(bodyRefusal(`${text}${' '.repeat(rest + 1)}`, 'document')).toMatch(/ MiB, and the limit is 8 MiB/);
    }
  });

  it('is refused for what else there is too much of', () => {
    expect(bodyRefusal(`[${'1,'.repeat(300_000)}1]`, 'document')).toBe(
      'This request is too large: there are more than 200,000 values.',
    );
    expect(bodyRefusal(`{"${'x'.repeat(100_000)}":1}`, 'document')).toBe(
      'This request is too large: a key or a string is longer than 100,000 characters.',
    );
  });
});
