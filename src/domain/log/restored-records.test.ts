import { expect, it } from 'vitest';
import { givenFields } from '../../../tests/builders/given.ts';
import { sealAll } from '../../fuzz/generate/histories.ts';
import type { SealedRecord } from '../events/seal.ts';
import type { FoundStream } from '../ports/event-store.ts';
import { restoredRecords } from './restored-records.ts';

const add = (name: string) => ['field.add', { parent: null, name, definition: { type: 'keyword' } }] as const;
const records = sealAll(
  givenFields({})
    .after(...add('a'))
    .after(...add('b'))
    .after(...add('c')).events,
) as unknown as readonly [SealedRecord, SealedRecord, SealedRecord];
const [one, two, three] = records;

/** A stream of which the server has the first ones. */
function found(standing: readonly (SealedRecord | null)[], recordedVersion = 3): FoundStream {
  const recorded = { version: recordedVersion, hash: records[recordedVersion - 1]?.hash ?? '' };
  return { version: 3, hash: three.hash, records: standing, inPages: 0, recorded };
}

it('records that are missing or damaged come back from the server, each in its place', () => {
  expect(restoredRecords(found([one, null, three]), records)).toEqual([{ version: 2, record: two }]);
  expect(restoredRecords(found([]), records)).toHaveLength(3);
  expect(restoredRecords(found([{ ...one, text: '{}' }, two, { ...three, hash: 'x' }]), records)).toEqual([
    { version: 1, record: one },
    { version: 3, record: three },
  ]);
  expect(restoredRecords(found([null, null, null], 2), records)).toEqual([
    { version: 1, record: one },
    { version: 2, record: two },
  ]);
});

it('nothing comes back where nothing that the server has is damaged', () => {
  expect(restoredRecords(found([...records]), records)).toBeNull();
  expect(restoredRecords(found([one, two, null], 2), records)).toBeNull();
  expect(restoredRecords(found([null, null, null], 0), records)).toBeNull();
  const { recorded: _recorded, ...alone } = found([null, two, three]);
  expect(restoredRecords(alone, records)).toBeNull();
});

it('nothing comes back from a server that has not what it had recorded', () => {
  const standing = [one, null, three];
  expect(restoredRecords(found(standing), [one, two])).toBeNull();
  expect(restoredRecords(found(standing), [one, { ...two, text: '{}' }, three])).toBeNull();
  const other = sealAll(givenFields({}).after(...add('x')).events);
  expect(restoredRecords(found([null], 1), other)).toBeNull();
});
