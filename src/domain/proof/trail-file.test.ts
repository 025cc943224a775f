import { describe, expect, it } from 'vitest';
import { givenFields } from '../../../tests/builders/given.ts';
import { sealAll } from '../../fuzz/generate/histories.ts';
import { formatLog } from '../log/log.ts';
import {
  formatTrailEntry,
  formatTrailFile,
  parseTrailFile,
  recordsIn,
  TrailFileError,
  type TrailEntry,
} from './trail-file.ts';

const records = sealAll(
  givenFields({})
    .after('field.add', { parent: null, name: 'a', definition: { type: 'keyword' } })
    .after('field.edit', { field: '/properties/a', name: 'ä😀' }).events,
);
const hash = 'ab'.repeat(32);
const entries: readonly TrailEntry[] = [
  { kind: 'checkpoint', checkpoint: { text: 'mapledger checkpoint 1\n', signature: 'AAAA', publicKey: 'AAA=' } },
  { kind: 'name', name: { commitment: hash, author: 'ada@laptop', name: 'Ada "B" ä', salt: '0'.repeat(32) } },
  ...records.map((record) => ({ kind: 'record', record }) as const),
  {
    kind: 'tombstone',
    tombstone: {
      stream: 'draft/a',
      version: 3,
      hash,
      erasedAt: '2026-01-01T00:00:00.000Z',
      reason: 'Asked for.',
      signature: 'AAAA',
      publicKey: 'AAA=',
    },
  },
  { kind: 'proof', proof: { kind: 'inclusion', stream: 'draft/a', version: 1, position: 0, size: 2, path: [hash] } },
  { kind: 'proof', proof: { kind: 'consistency', from: 1, to: 2, path: [hash] } },
];
const lines = entries.map(formatTrailEntry);

/** Line and reason of a file's rejection. */
function refusalOf(file: string): readonly [number, string] {
  try {
    parseTrailFile(file);
  } catch (error) {
    if (error instanceof TrailFileError) return [error.line, error.reason];
    throw error;
  }
  throw new Error('The file was read');
}

describe('the file of a trail', () => {
  it('reads as what was written, with the line of each entry', () => {
    expect(parseTrailFile(formatTrailFile(entries))).toEqual(
      entries.map((entry, index) => ({ ...entry, line: index + 1 })),
    );
  });

  it('may be an exported log, and has one form', () => {
    const log = formatLog(records);
    expect(recordsIn(parseTrailFile(log))).toEqual(records);
    expect(parseTrailFile('')).toEqual([]);
    const others: readonly (readonly [string, readonly [number, string]])[] = [
      [`\ufeff${log}`, [1, 'it has a byte order mark']],
      [log.replaceAll('\n', '\r\n'), [1, 'it has a carriage return']],
      [log.slice(0, -1), [records.length, 'the line end after it is missing']],
    ];
    for (const [file, [line, reason]] of others) {
      expect(refusalOf(file)).toEqual([line, expect.stringContaining(reason)]);
      expect(recordsIn(parseTrailFile(file, { isAnyForm: true }))).toEqual(records);
    }
  });

  it.each([
    ['an empty line', '', 'it is not JSON'],
    ['what is no JSON', '{', 'it is not JSON'],
    ['another object', '{"other":{}}', 'it is none of the lines of a trail'],
    ['no object', '[]', 'it is none of the lines of a trail'],
    ['two members', `{"checkpoint":{"text":"","signature":"","publicKey":""},"more":1}`, 'it is none of the lines'],
    ['a hash that is none', '{"proof":{"kind":"consistency","from":1,"to":2,"path":["A"]}}', 'its proof is wrong'],
    [
      'a member that nobody knows',
      '{"checkpoint":{"text":"","signature":"","publicKey":"","x":1}}',
      'its checkpoint is wrong',
    ],
    [
      'other spaces',
      '{"checkpoint": {"text":"","signature":"","publicKey":""}}',
      'it is not written as Mapledger writes it',
    ],
    [
      'another order',
      '{"checkpoint":{"signature":"","text":"","publicKey":""}}',
      'it is not written as Mapledger writes it',
    ],
  ])('is refused at the line that is %s', (_, bad, reason) => {
    const file = [...lines.slice(0, 2), bad, ...lines.slice(2)].join('\n');
    expect(refusalOf(file)).toEqual([3, expect.stringContaining(reason)]);
  });

  it('is refused at a last line that is cut short', () => {
    const file = formatTrailFile(entries);
    expect(refusalOf(file.slice(0, -3))).toEqual([entries.length, 'the file ends in the middle of it']);
  });
});
