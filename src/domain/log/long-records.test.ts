import { expect, it } from 'vitest';
import type { SealedRecord } from '../events/seal.ts';
import { hashLongRecords } from './long-records.ts';

const record = (length: number, hash: string): SealedRecord => ({ text: 'x'.repeat(length), hash });
const digest = { sha256Hex: (text: string) => Promise.resolve(`${text.slice(0, 5)} of ${text.length}`) };

it('long records are hashed with the hash before them, short ones are left to the reader', async () => {
  const records = [record(64 * 1024, 'hash1'), record(64 * 1024 - 1, 'hash2'), record(70_000, 'hash3')];
  expect([...(await hashLongRecords(records, digest, 'head0'))]).toEqual([
    [records[0], `head0 of ${64 * 1024 + 5}`],
    [records[2], 'hash2 of 70005'],
  ]);
  expect([...(await hashLongRecords(records.slice(0, 1), digest))]).toEqual([[records[0], `xxxxx of ${64 * 1024}`]]);
});
