import { describe, expect, it } from 'vitest';
import { givenFields } from '../../../tests/builders/given.ts';
import type { SealedRecord } from '../events/seal.ts';
import { LogFaultError, versionOf } from './log.ts';
import { chainAfter, checkEnd, cutRecords, EMPTY_HEAD, headAfter, sealAfter } from './stream-head.ts';

const add = (name: string) => ['field.add', { parent: null, name, definition: { type: 'keyword' } }] as const;
const { events } = givenFields({})
  .after(...add('a'))
  .after(...add('b'))
  .after(...add('c'));
const records = sealAfter('draft/a', EMPTY_HEAD, events) as readonly [SealedRecord, SealedRecord, SealedRecord];
const head = headAfter(EMPTY_HEAD, records);

/** Position and reason of a log fault. */
function faultOf(read: () => unknown): readonly [number, string] | null {
  try {
    read();
    return null;
  } catch (error) {
    if (error instanceof LogFaultError) return [error.position, error.reason];
    throw error;
  }
}

describe('the head of a stream', () => {
  it('goes on with each record, and stays where there is none', () => {
    expect(head).toEqual({ version: 3, hash: records[2].hash });
    expect(headAfter(head, [])).toEqual(head);
    expect(records.map(versionOf)).toEqual([1, 2, 3]);
    expect(sealAfter('draft/a', headAfter(EMPTY_HEAD, records.slice(0, 1)), events.slice(1))).toEqual(records.slice(1));
  });

  it('is followed by records that are chained to it, and by no others', () => {
    const [first, ...others] = records;
    const after = headAfter(EMPTY_HEAD, [first]);
    expect(chainAfter(after, others)).toEqual(others);
    expect(chainAfter(after, [{ ...records[1], more: 1 } as SealedRecord])).toEqual([records[1]]);
    const mismatch = 'its hash does not match its text and the previous record';
    expect(faultOf(() => chainAfter(after, [records[2]]))).toEqual([2, mismatch]);
    expect(faultOf(() => chainAfter(after, [records[1], records[1]]))).toEqual([3, mismatch]);
  });
});

describe('the end of a stream', () => {
  it('is where the head is', () => {
    for (const from of [0, 1, 2, 3]) expect(checkEnd(records.slice(from), head, from)).toEqual(records.slice(from));
    expect(checkEnd([], EMPTY_HEAD, 0)).toEqual([]);
    expect(checkEnd([], head, 5)).toEqual([]);
  });

  it('is refused where records are missing, too many or not those that it ends with', () => {
    expect(faultOf(() => checkEnd([], head, 0))).toEqual([1, 'it is missing: the stream ends at version 3']);
    expect(faultOf(() => checkEnd([], head, 2))).toEqual([3, 'it is missing: the stream ends at version 3']);
    expect(faultOf(() => checkEnd(records.slice(0, 2), head, 0))).toEqual([
      3,
      'it is missing: the stream ends at version 3',
    ]);
    const early = headAfter(EMPTY_HEAD, records.slice(0, 1));
    expect(faultOf(() => checkEnd(records, early, 0))).toEqual([2, 'the stream ends before it, at version 1']);
    expect(faultOf(() => checkEnd(records, { version: 3, hash: 'x' }, 0))).toEqual([
      3,
      'its hash is not the one that the stream ends with',
    ]);
  });

  it('is cut with the versions of what goes, missing records too', () => {
    const found = { ...head, records: [records[0], null, records[2]], inPages: 0 };
    expect(cutRecords(found, 1)).toEqual([
      { version: 2, record: null },
      { version: 3, record: records[2] },
    ]);
    expect(cutRecords(found, 3)).toEqual([]);
  });
});
