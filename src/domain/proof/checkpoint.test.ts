import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bytesOfBase64, checkpointText, keyIdOf, parseCheckpoint, tombstoneText } from './checkpoint.ts';

const checkpoint = { key: '0123456789abcdef', size: 12, root: 'ab'.repeat(32), at: '2026-11-22T10:00:00.000Z' };

describe('the text of a checkpoint', () => {
  it('has one form and reads as what was written', () => {
    const text = checkpointText(checkpoint);
    expect(text).toBe(`mapledger checkpoint 1\n0123456789abcdef\n12\n${'ab'.repeat(32)}\n2026-11-22T10:00:00.000Z\n`);
    expect(parseCheckpoint(text)).toEqual(checkpoint);
  });

  it.each([
    ['another first line', (text: string) => text.replace('checkpoint 1', 'checkpoint 2')],
    ['a size with a zero before it', (text: string) => text.replace('\n12\n', '\n012\n')],
    ['no last line end', (text: string) => text.slice(0, -1)],
    ['one line more', (text: string) => `${text}x\n`],
    ['capitals', (text: string) => text.replace('abab', 'ABab')],
    ['no date', (text: string) => text.replace('-22T', '-32T')],
  ])('is refused with %s', (_, change) => {
    expect(parseCheckpoint(change(checkpointText(checkpoint)))).toBeNull();
  });

  it('of a tombstone has a line for each member, whatever they hold', () => {
    const tombstone = { stream: 'a\nb', version: 3, hash: 'x', erasedAt: 'y', reason: 'Asked\nfor "it"' };
    expect(tombstoneText(tombstone)).toBe(
      `mapledger tombstone 1\n${String.raw`"a\nb"`}\n3\nx\ny\n${String.raw`"Asked\nfor \"it\""`}\n`,
    );
  });
});

describe('keys and signatures in base64', () => {
  it('are bytes', () => {
    for (let length = 0; length < 40; length++) {
      const bytes = Buffer.from(Array.from({ length }, (_, index) => (index * 37 + length * 11) % 256));
      expect(Buffer.from(bytesOfBase64(bytes.toString('base64')) ?? [])).toEqual(bytes);
    }
  });

  it.each(['A', 'AA', 'AAA', 'AB==', 'AAB=', 'A===', 'AA==AA==', 'AA_A', 'AA=='.concat('\n')])('refuses %j', (text) => {
    expect(bytesOfBase64(text)).toBeNull();
  });

  it('give a key its id', () => {
    const key = Buffer.alloc(32, 7);
    expect(keyIdOf(key.toString('base64'))).toBe(createHash('sha256').update(key).digest('hex').slice(0, 16));
    expect(keyIdOf(Buffer.alloc(31).toString('base64'))).toBeNull();
    expect(keyIdOf('no')).toBeNull();
  });
});
