import { describe, expect, it } from 'vitest';
import { givenFields } from '../../../tests/builders/given.ts';
import { commitmentTo, verifyChain, type SealedRecord } from '../events/seal.ts';
import type { Outbox } from '../ports/trail-replica.ts';
import { versionOf } from './log.ts';
import { confirmOutbox, rebaseOutboxRecords } from './outbox.ts';
import { EMPTY_HEAD, headAfter, sealAfter, sealRecordedAfter } from './stream-head.ts';

const add = (name: string) => ['field.add', { parent: null, name, definition: { type: 'keyword' } }] as const;
const { events } = givenFields({})
  .after(...add('a'))
  .after(...add('b'))
  .after(...add('c'));
const [first, ...pending] = events;
const stream = 'draft/a';
/** What a server makes of events. */
const recordedAfter = (head: typeof EMPTY_HEAD, of: typeof events) =>
  sealRecordedAfter(stream, head, of, ({ author }) => ({
    recordedAt: '2026-01-01T00:00:00.000Z',
    commitment: commitmentTo(author.name, ''),
  }));
const recorded = headAfter(EMPTY_HEAD, recordedAfter(EMPTY_HEAD, first === undefined ? [] : [first]));
const records = sealAfter(stream, recorded, pending);
const outbox: Outbox = { stream, head: headAfter(recorded, records), recorded, records };
const confirmed = recordedAfter(recorded, pending);

describe('an outbox that the server has recorded', () => {
  it('has the server’s records in the place of its own', () => {
    expect(confirmOutbox(outbox, confirmed)).toEqual({ recorded: confirmed, outbox: [], isRebased: false });
    expect(confirmOutbox(outbox, [])).toEqual({ recorded: [], outbox: records, isRebased: false });
  });

  it('has the rest of its events chained to them, their texts as they were', () => {
    const change = confirmOutbox(outbox, confirmed.slice(0, 1));
    const rest = change?.outbox ?? [];
    expect(rest.map(({ text }) => text)).toEqual([records[1]?.text]);
    expect(verifyChain(rest, confirmed[0]?.hash)).toMatchObject({ ok: true });
    const none = { ...outbox, records: [...records, ...sealAfter(stream, outbox.head, events.slice(0, 1))] };
    expect(verifyChain(confirmOutbox(none, confirmed.slice(0, 1))?.outbox ?? [], confirmed[0]?.hash).ok).toBe(true);
  });

  it('is left alone where the server has recorded other events, or these in another order', () => {
    const other = recordedAfter(recorded, events.slice(0, 1));
    expect(confirmOutbox(outbox, other)).toBeNull();
    expect(confirmOutbox(outbox, [confirmed[0] as SealedRecord, other[0] as SealedRecord])).toBeNull();
    expect(confirmOutbox(outbox, recordedAfter(recorded, [...pending].reverse()))).toBeNull();
  });
});

describe('an outbox that was decided again', () => {
  it('stands behind what others have recorded, in new places', () => {
    const change = rebaseOutboxRecords(outbox, confirmed.slice(0, 1), pending.slice(1));
    expect(change).toMatchObject({ recorded: confirmed.slice(0, 1), isRebased: true });
    expect(change.outbox.map(versionOf)).toEqual([3]);
    expect(verifyChain(change.outbox, confirmed[0]?.hash).ok).toBe(true);
  });

  it('had nothing that somebody may have read where it was empty', () => {
    const empty: Outbox = { ...outbox, head: recorded, records: [] };
    expect(rebaseOutboxRecords(empty, confirmed, [])).toEqual({ recorded: confirmed, outbox: [], isRebased: false });
  });
});
