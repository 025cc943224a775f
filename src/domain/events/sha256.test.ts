import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../fuzz/generate/random.ts';
import { sha256Hex, sha256HexOfBytes } from './sha256.ts';

/** By the platform: the other implementation that ours has to agree with. */
function byPlatform(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

describe('sha256Hex', () => {
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
  ])('of %j is what FIPS 180-4 says', (text, hash) => {
    expect(sha256Hex(text)).toBe(hash);
  });

  it('agrees with the platform at every length over the ends of blocks and chunks', () => {
    const text = 'The quick brown fox jumps over the lazy dog. '.repeat(1000);
    for (const start of [0, 16_380, 32_700]) {
      for (let length = start; length < start + 200; length++)
        expect(sha256Hex(text.slice(0, length)), `${length}`).toBe(byPlatform(text.slice(0, length)));
    }
  });

  it('agrees with the platform on texts of all scripts, half pairs and long ones', () => {
    const random = randomFrom(3);
    const characters = [
      'a',
      '"',
      '\u0000',
      '\u007f',
      '\u0080',
      'é',
      '\u07ff',
      '\u0800',
      '\u2028',
      '中',
      '\uffff',
      '\ud800',
      '\udfff',
      '\ud83d',
      '😀',
      '\u{10ffff}',
    ];
    for (let run = 0; run < 500; run++) {
      const text = Array.from({ length: random.below(run % 50 === 0 ? 40_000 : 300) }, () =>
        random.pick(characters),
      ).join('');
      expect(sha256Hex(text)).toBe(byPlatform(text));
    }
  });

  it('counts the bits of a long text', () => {
    const text = 'ä'.repeat(3_000_000);
    expect(sha256Hex(text)).toBe(byPlatform(text));
  });
});

describe('sha256HexOfBytes', () => {
  it('agrees with the platform at every length over the ends of blocks and chunks', () => {
    const content = Uint8Array.from({ length: 50_000 }, (_, index) => (index * 7) % 256);
    for (const start of [0, 16_300, 32_700]) {
      for (let length = start; length < start + 200; length++) {
        const part = content.subarray(0, length);
        expect(sha256HexOfBytes(part), `${length}`).toBe(createHash('sha256').update(part).digest('hex'));
      }
    }
  });
});
