import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DocumentEvent, SealedRecord } from '#domain/events';
import { confirmOutbox, formatLog, LogFaultError, openLog, rebaseOutboxRecords, sealAfter } from '#domain/log';
import type { EventStore, StreamChange, TrailReplica } from '#domain/ports';
import { sampleHistory } from './sample-history.ts';

export interface OpenedReplica {
  readonly store: EventStore;
  readonly replica: TrailReplica;
  readonly destroy: () => Promise<void>;
}

const STREAM = 'draft/a';
const SERVER_TIME = '2026-11-22T10:00:00.000Z';

/** What a server makes of events: the same ids, in texts of its own. */
export function sealedByServer(
  events: readonly DocumentEvent[],
  after: { readonly version: number; readonly hash: string } = { version: 0, hash: '' },
): readonly SealedRecord[] {
  const recorded = events.map((event) => ({ ...event, reason: `recorded at ${SERVER_TIME}` }));
  return sealAfter(STREAM, after, recorded);
}

/** What every `TrailReplica` does, whatever it keeps its records in. */
export function describeTrailReplica(name: string, open: () => Promise<OpenedReplica>): void {
  describe(`${name} as a replica of a trail`, () => {
    const { events } = sampleHistory();
    let opened: OpenedReplica;
    let store: EventStore;
    let replica: TrailReplica;

    beforeEach(async () => {
      opened = await open();
      ({ store, replica } = opened);
    });
    afterEach(() => opened.destroy());

    const idsOf = (records: readonly SealedRecord[]) => openLog(records).events.map(({ id }) => id);
    const ids = (some: readonly DocumentEvent[]) => some.map(({ id }) => id);
    const endOf = (records: readonly SealedRecord[]) => ({
      version: records.length,
      hash: records.at(-1)?.hash ?? '',
    });

    async function confirm(records: readonly SealedRecord[]): Promise<boolean> {
      const found = await replica.read(STREAM);
      const change = confirmOutbox(found, records);
      return change !== null && replica.rewrite(found, change);
    }

    function nextChange(from: EventStore): Promise<StreamChange> {
      return new Promise((resolve) => {
        const stop = from.subscribe((change) => {
          stop();
          resolve(change);
        });
      });
    }

    it('has all of a local stream in its outbox', async () => {
      await store.append(STREAM, 0, events.slice(0, 3));
      const found = await replica.read(STREAM);
      expect(found.records).toEqual(await store.read(STREAM));
      expect(found.recorded).toEqual({ version: 0, hash: '' });
      expect(await replica.list()).toEqual([{ stream: STREAM, version: 3, recordedVersion: 0 }]);
    });

    it('puts the records of the server byte for byte in the place of its own, and chains the rest to them', async () => {
      await store.append(STREAM, 0, events.slice(0, 5));
      const recorded = sealedByServer(events.slice(0, 3));
      expect(await confirm(recorded)).toBe(true);
      const records = await store.read(STREAM);
      expect(records.slice(0, 3)).toEqual(recorded);
      expect(idsOf(records)).toEqual(ids(events.slice(0, 5)));
      const { recorded: end, records: outbox } = await replica.read(STREAM);
      expect([end, outbox]).toEqual([endOf(recorded), records.slice(3)]);
      expect(await replica.list()).toEqual([{ stream: STREAM, version: 5, recordedVersion: 3 }]);
    });

    it('goes on with appends after records of the server', async () => {
      await store.append(STREAM, 0, events.slice(0, 2));
      await confirm(sealedByServer(events.slice(0, 2)));
      expect(await store.append(STREAM, 2, events.slice(2, 4))).toEqual({ conflict: false, version: 4 });
      expect(idsOf(await store.read(STREAM))).toEqual(ids(events.slice(0, 4)));
    });

    it('confirms one group after another as all at once', async () => {
      await store.append(STREAM, 0, events);
      const recorded = sealedByServer(events);
      for (let done = 0; done < events.length; done += 4) await confirm(recorded.slice(done, done + 4));
      expect(formatLog(await store.read(STREAM))).toBe(formatLog(recorded));
      expect((await replica.read(STREAM)).records).toEqual([]);
    });

    it('confirms nothing that is of other events', async () => {
      await store.append(STREAM, 0, events.slice(0, 3));
      const found = await replica.read(STREAM);
      expect(confirmOutbox(found, sealedByServer([events[1] as DocumentEvent]))).toBeNull();
    });

    it('does nothing where the stream has grown since it was found', async () => {
      await store.append(STREAM, 0, events.slice(0, 2));
      const found = await replica.read(STREAM);
      const change = confirmOutbox(found, sealedByServer(events.slice(0, 2)));
      await store.append(STREAM, 2, events.slice(2, 3));
      const before = await store.read(STREAM);
      expect(change !== null && (await replica.rewrite(found, change))).toBe(false);
      expect(await store.read(STREAM)).toEqual(before);
      expect(await replica.list()).toEqual([{ stream: STREAM, version: 3, recordedVersion: 0 }]);
    });

    it('refuses records that do not go on from what is recorded', async () => {
      await store.append(STREAM, 0, events.slice(0, 2));
      const found = await replica.read(STREAM);
      const foreign = sealedByServer(events.slice(0, 2), { version: 0, hash: 'f'.repeat(64) });
      await expect(replica.rewrite(found, { recorded: foreign, outbox: [], isRebased: false })).rejects.toThrow(
        LogFaultError,
      );
    });

    it('begins a stream with what the server has, and tells of it', async () => {
      const change = nextChange(store);
      const recorded = sealedByServer(events.slice(0, 4));
      expect(await replica.rewrite(await replica.read(STREAM), { recorded, outbox: [], isRebased: false })).toBe(true);
      expect(await store.read(STREAM)).toEqual(recorded);
      expect(await change).toEqual({ stream: STREAM, version: 4 });
    });

    it('puts what was decided again after what others have recorded, keeps what was set aside, and tells of it', async () => {
      await store.append(STREAM, 0, events.slice(0, 2));
      const recorded = sealedByServer(events.slice(0, 2));
      await confirm(recorded);
      await store.append(STREAM, 2, events.slice(4, 6));
      const found = await replica.read(STREAM);
      const tail = sealedByServer(events.slice(2, 4), endOf(recorded));
      const [first, second] = events.slice(4, 6) as [DocumentEvent, DocumentEvent];
      const parked = {
        eventId: second.id,
        at: SERVER_TIME,
        summary: second.summary,
        detail: { message: 'Its target was removed in the meantime.' },
        record: found.records[1] as SealedRecord,
        command: null,
        baseVersion: 5,
        isDismissed: false,
      };
      const told = nextChange(store);
      const change = { ...rebaseOutboxRecords(found, tail, [first]), aside: [parked] };
      expect(await replica.rewrite(found, change)).toBe(true);
      expect(await told).toEqual({ stream: STREAM, version: 5, isRebased: true });
      expect(idsOf(await store.read(STREAM))).toEqual(ids([...events.slice(0, 4), first]));
      expect(await store.aside?.list(STREAM)).toEqual([{ ...parked, stream: STREAM, number: 1 }]);
      await store.aside?.dismiss(STREAM, second.id);
      expect(await store.aside?.list(STREAM)).toMatchObject([{ eventId: second.id, isDismissed: true }]);
      const again = await replica.read(STREAM);
      const next = { ...parked, eventId: first.id, record: again.records[0] as SealedRecord };
      await replica.rewrite(again, { ...rebaseOutboxRecords(again, [], []), aside: [next] });
      expect(await store.aside?.list(STREAM)).toMatchObject([
        { eventId: second.id, number: 1, isDismissed: true },
        { eventId: first.id, number: 2, isDismissed: false },
      ]);
      expect(await store.rebases?.(STREAM)).toBe(2);
    });

    it('conflicts with an append that follows an event which was replaced, though the version is the same', async () => {
      await store.append(STREAM, 0, events.slice(0, 2));
      await confirm(sealedByServer(events.slice(0, 1)));
      const found = await replica.read(STREAM);
      const tail = sealedByServer(events.slice(2, 3), found.recorded);
      await replica.rewrite(found, rebaseOutboxRecords(found, tail, []));
      const next = events.slice(5, 6);
      const conflict = { conflict: true, actualVersion: 2, isRebased: true };
      const tipOf = (event: DocumentEvent | undefined, rebases: number) => ({ eventId: event?.id, rebases });
      expect(await store.append(STREAM, 2, next, tipOf(events[1], 0))).toEqual(conflict);
      // The event that it follows is there, but others before it may not be.
      expect(await store.append(STREAM, 2, next, tipOf(events[2], 0))).toEqual(conflict);
      const rebases = (await store.rebases?.(STREAM)) ?? 0;
      expect(await store.append(STREAM, 2, next, tipOf(events[2], rebases))).toEqual({ conflict: false, version: 3 });
    });

    it('counts how often events were replaced, over confirmations and what the server has lost', async () => {
      await store.append(STREAM, 0, events.slice(0, 2));
      expect(await store.rebases?.(STREAM)).toBe(0);
      const found = await replica.read(STREAM);
      await replica.rewrite(found, rebaseOutboxRecords(found, sealedByServer(events.slice(2, 3)), events.slice(0, 2)));
      expect(await store.rebases?.(STREAM)).toBe(1);
      await confirm(sealedByServer(events.slice(0, 2), (await replica.read(STREAM)).recorded));
      await replica.forget(STREAM);
      expect(await store.rebases?.(STREAM)).toBe(1);
    });

    it('has all of a stream in its outbox again once the server is known to have lost it', async () => {
      await store.append(STREAM, 0, events.slice(0, 3));
      await confirm(sealedByServer(events.slice(0, 3)));
      await replica.forget(STREAM);
      expect((await replica.read(STREAM)).records).toHaveLength(3);
    });

    it('takes its position back to where a damaged end was cut', async () => {
      await store.append(STREAM, 0, events.slice(0, 4));
      await confirm(sealedByServer(events.slice(0, 4)));
      const found = await store.ends?.find(STREAM);
      if (found !== undefined)
        await store.ends?.cut(STREAM, found, { afterVersion: 2, reason: 'torn', at: SERVER_TIME });
      const { recorded, records } = await replica.read(STREAM);
      expect([recorded.version, records]).toEqual([2, []]);
    });

    it('keeps names by their commitments', async () => {
      const ada = { commitment: 'c1', author: 'ada', name: '__proto__ 😀', salt: '00' };
      await replica.keepNames([ada, { ...ada, commitment: 'c2', name: 'Ada' }]);
      await replica.keepNames([ada]);
      expect(await replica.names()).toEqual([ada, { ...ada, commitment: 'c2', name: 'Ada' }]);
    });
  });
}
