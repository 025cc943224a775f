import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openState } from '#domain/document';
import { EVENT_LIMIT, EventTooLargeError, verifyChain, type DocumentEvent, type SealedRecord } from '#domain/events';
import { deepEqual } from '#domain/json';
import { EMPTY_HEAD, findTornWrite, formatLog, LogFaultError, openLog, parseLog, sealAfter } from '#domain/log';
import type { EventStore, FoundStream, TailRepair, StreamInfo } from '#domain/ports';
import { ada, ben, HOSTILE_NAMES, next, sampleHistory, stepListOf } from './sample-history.ts';

export interface OpenedStore {
  readonly store: EventStore;
  /** Another store over the same home, as another tab or the next visit has; the first one stays as it is. */
  reopen(): Promise<EventStore>;
  /**
   * Does to the records that stand by themselves what something else might; the newest is the last. The stream's end stays as it is known. Absent
   * where there are no ends to be repaired.
   */
  damage?(stream: string, change: (records: SealedRecord[]) => void): Promise<void>;
  /** How the store seals; as a device does where absent. */
  sealAll?(stream: string, events: readonly DocumentEvent[]): readonly SealedRecord[];
  /** Closes every store and leaves nothing behind. */
  destroy(): Promise<void>;
}

export interface StoreTraits {
  /** Whether a write that was not finished may leave something at the end of a stream. */
  readonly hasEnds?: boolean;
}

/** What every `EventStore` does, whatever it keeps its records in. */
export function describeEventStore(
  name: string,
  open: () => Promise<OpenedStore>,
  { hasEnds = true }: StoreTraits = {},
): void {
  describe(`${name} as an event store`, () => {
    const { events, state } = sampleHistory();
    const [first, second, third] = events as [DocumentEvent, DocumentEvent, DocumentEvent];
    let opened: OpenedStore;
    let store: EventStore;

    beforeEach(async () => {
      opened = await open();
      ({ store } = opened);
    });
    afterEach(() => opened.destroy());

    /** The next change that a store tells of, so that no test waits for a time. */
    function nextChange(from: EventStore): Promise<StreamInfo> {
      return new Promise((resolve) => {
        const stop = from.subscribe((change) => {
          stop();
          resolve(change);
        });
      });
    }

    describe('append and read', () => {
      it('begins a stream at version 0 and counts its events', async () => {
        expect(await store.append('draft/a', 0, [first])).toEqual({ conflict: false, version: 1 });
        expect(await store.append('draft/a', 1, [second, third])).toEqual({ conflict: false, version: 3 });
        expect(openLog(await store.read('draft/a')).events.map(({ id, version }) => [id, version])).toEqual([
          [first.id, 1],
          [second.id, 2],
          [third.id, 3],
        ]);
      });

      it('reads the records after a version', async () => {
        await store.append('draft/a', 0, events);
        const all = await store.read('draft/a');
        expect(await store.read('draft/a', 2)).toEqual(all.slice(2));
        expect(await store.read('draft/a', all.length)).toEqual([]);
        expect(await store.read('draft/a', all.length + 1)).toEqual([]);
      });

      it('has no records of a stream that nobody began', async () => {
        expect(await store.read('draft/none')).toEqual([]);
        expect(await store.streams()).toEqual([]);
      });

      it('begins no stream with no events', async () => {
        expect(await store.append('draft/a', 0, [])).toEqual({ conflict: false, version: 0 });
        expect(await store.streams()).toEqual([]);
      });

      it('lists streams in the order of their names and keeps them apart, hostile names too', async () => {
        const names = [...HOSTILE_NAMES, '', 'draft/a', 'draft/a/', 'draft/b', 'Draft/a'];
        for (const [index, stream] of names.entries()) await store.append(stream, 0, events.slice(0, 1 + (index % 3)));
        const inOrder = names
          .map((stream, index) => ({ stream, version: 1 + (index % 3) }))
          .sort((a, b) => (a.stream < b.stream ? -1 : 1));
        expect(await store.streams()).toEqual(inOrder);
        for (const { stream, version } of inOrder) expect(await store.read(stream)).toHaveLength(version);
      });

      it('keeps exactly the text that was sealed', async () => {
        await store.append('draft/a', 0, events);
        const sealed = opened.sealAll?.('draft/a', events) ?? sealAfter('draft/a', EMPTY_HEAD, events);
        expect(await store.read('draft/a')).toEqual(sealed);
        expect(await (await opened.reopen()).read('draft/a')).toEqual(sealed);
      });
    });

    describe('expected version', () => {
      it.each([0, 1, 3, -1])('refuses version %i of a stream at 2, and changes nothing', async (expectedVersion) => {
        await store.append('draft/a', 0, [first, second]);
        const before = await store.read('draft/a');
        expect(await store.append('draft/a', expectedVersion, [third])).toEqual({ conflict: true, actualVersion: 2 });
        expect(await store.read('draft/a')).toEqual(before);
        expect(await store.streams()).toEqual([{ stream: 'draft/a', version: 2 }]);
        expect(await store.append('draft/a', 2, [third])).toEqual({ conflict: false, version: 3 });
      });

      it('begins a stream at version 0 only', async () => {
        expect(await store.append('draft/a', 1, [first])).toEqual({ conflict: true, actualVersion: 0 });
        expect(await store.streams()).toEqual([]);
      });

      it('lets exactly one of two stores have a version', async () => {
        const other = await opened.reopen();
        for (let version = 0; version < 20; version++) {
          const pair = [store.append('draft/a', version, [first]), other.append('draft/a', version, [second])];
          // Who asks first differs, so that the order of asking decides nothing.
          const results = await Promise.all(version % 2 === 0 ? pair : pair.reverse());
          expect(results).toContainEqual({ conflict: false, version: version + 1 });
          expect(results).toContainEqual({ conflict: true, actualVersion: version + 1 });
        }
        expect(openLog(await store.read('draft/a')).events).toHaveLength(20);
      });

      it('lets the loser append after it has read what the winner appended', async () => {
        const other = await opened.reopen();
        await store.append('draft/a', 0, [first]);
        await Promise.all([store.append('draft/a', 1, [second]), other.append('draft/a', 1, [third])]);
        const { events: kept } = openLog(await other.read('draft/a'));
        expect(await other.append('draft/a', kept.length, [third])).toEqual({ conflict: false, version: 3 });
        expect(openLog(await store.read('draft/a')).events).toHaveLength(3);
      });
    });

    describe('several events', () => {
      it('are kept all or none', async () => {
        await store.append('draft/a', 0, [first]);
        const tooLarge = { ...third, summary: 'x'.repeat(EVENT_LIMIT) };
        await expect(store.append('draft/a', 1, [second, tooLarge])).rejects.toBeInstanceOf(EventTooLargeError);
        expect(await store.read('draft/a')).toHaveLength(1);
        expect(await store.streams()).toEqual([{ stream: 'draft/a', version: 1 }]);
        expect(await store.append('draft/a', 1, [second, third])).toEqual({ conflict: false, version: 3 });
      });

      it('begin no stream where one of them is too large', async () => {
        await expect(
          store.append('draft/a', 0, [{ ...first, summary: 'x'.repeat(EVENT_LIMIT) }]),
        ).rejects.toBeInstanceOf(EventTooLargeError);
        expect(await store.streams()).toEqual([]);
      });
    });

    describe('sealed records', () => {
      async function sealedElsewhere(): Promise<readonly SealedRecord[]> {
        await store.append('draft/a', 0, events);
        return parseLog(formatLog(await store.read('draft/a')));
      }

      it('are kept as they are', async () => {
        const records = await sealedElsewhere();
        expect(await store.appendSealed('draft/b', 0, records.slice(0, 3))).toEqual({ conflict: false, version: 3 });
        expect(await store.appendSealed('draft/b', 3, records.slice(3))).toEqual({
          conflict: false,
          version: records.length,
        });
        expect(await store.read('draft/b')).toEqual(records);
      });

      it('are refused at another version', async () => {
        const records = await sealedElsewhere();
        await store.appendSealed('draft/b', 0, records.slice(0, 2));
        expect(await store.appendSealed('draft/b', 0, records)).toEqual({ conflict: true, actualVersion: 2 });
        expect(await store.read('draft/b')).toEqual(records.slice(0, 2));
      });

      it('are refused where they are not chained to the stream or to one another', async () => {
        const [one, two, three, four] = (await sealedElsewhere()) as [
          SealedRecord,
          SealedRecord,
          SealedRecord,
          SealedRecord,
        ];
        await store.appendSealed('draft/b', 0, [one]);
        const notToTheStream = store.appendSealed('draft/b', 1, [three]);
        await expect(notToTheStream).rejects.toThrow(
          expect.objectContaining({ name: LogFaultError.name, position: 2 }),
        );
        const notToOneAnother = store.appendSealed('draft/b', 1, [two, four]);
        await expect(notToOneAnother).rejects.toThrow(
          expect.objectContaining({ name: LogFaultError.name, position: 3 }),
        );
        const anotherText = store.appendSealed('draft/b', 1, [{ ...two, text: two.text.replace('keyword', 'text') }]);
        await expect(anotherText).rejects.toThrow(expect.objectContaining({ name: LogFaultError.name, position: 2 }));
        expect(await store.read('draft/b')).toEqual([one]);
        expect(await store.appendSealed('draft/b', 1, [two])).toEqual({ conflict: false, version: 2 });
      });

      it('are followed by events that are chained to them', async () => {
        const records = await sealedElsewhere();
        await store.appendSealed('draft/b', 0, records);
        await store.append('draft/b', records.length, [first]);
        expect(verifyChain(await store.read('draft/b')).ok).toBe(true);
      });
    });

    describe('opened again', () => {
      it('has the same streams and chain', async () => {
        await store.append('draft/a', 0, events);
        const { lastHash } = openLog(await store.read('draft/a'));
        store.close();
        const again = await opened.reopen();
        expect(await again.streams()).toEqual([{ stream: 'draft/a', version: events.length }]);
        expect(verifyChain(await again.read('draft/a'))).toEqual({ ok: true, lastHash });
        expect(openLog(await again.read('draft/a')).stream).toBe('draft/a');
      });

      it('gives the same body and the same undo stacks', async () => {
        for (const [index, event] of events.entries()) await store.append('draft/a', index, [event]);
        store.close();
        const log = openLog(await (await opened.reopen()).read('draft/a'));
        const reopened = openState({ body: undefined }, log.events);
        expect(deepEqual(reopened.body, state.body)).toBe(true);
        for (const author of [ada, ben]) {
          const steps = stepListOf(reopened, author);
          expect(steps).toEqual(stepListOf(state, author));
          expect(steps.undo).not.toEqual([]);
          expect(steps.redo).not.toEqual([]);
          for (const type of ['history.undo', 'history.redo'] as const) {
            const command = { type, payload: {} };
            expect(next(reopened, author, command)).toEqual(next(state, author, command));
          }
        }
        expect(reopened.history.branches).toEqual(state.history.branches);
      });
    });

    describe('subscribe', () => {
      it('tells of own appends, once each and in their order', async () => {
        const changes: StreamInfo[] = [];
        store.subscribe((change) => void changes.push(change));
        await store.append('draft/a', 0, [first, second]);
        await store.append('draft/b', 0, [first]);
        await store.append('draft/a', 2, [third]);
        expect(changes).toEqual([
          { stream: 'draft/a', version: 2 },
          { stream: 'draft/b', version: 1 },
          { stream: 'draft/a', version: 3 },
        ]);
      });

      it('tells of appends of another store, which can be read by then', async () => {
        const other = await opened.reopen();
        const heard = nextChange(other);
        await store.append('draft/a', 0, [first, second]);
        expect(await heard).toEqual({ stream: 'draft/a', version: 2 });
        expect(await other.read('draft/a')).toHaveLength(2);
      });

      it('tells of sealed records too', async () => {
        await store.append('draft/a', 0, [first]);
        const records = await store.read('draft/a');
        const heard = nextChange(store);
        await store.appendSealed('draft/b', 0, records);
        expect(await heard).toEqual({ stream: 'draft/b', version: 1 });
      });

      it('tells nothing of what was not appended', async () => {
        const changes: StreamInfo[] = [];
        store.subscribe((change) => void changes.push(change));
        await store.append('draft/a', 3, [first]);
        await store.append('draft/a', 0, []);
        await expect(store.append('draft/a', 0, [{ ...first, summary: 'x'.repeat(EVENT_LIMIT) }])).rejects.toThrow();
        expect(changes).toEqual([]);
      });

      it('tells nothing to one who has left, and everything to the others', async () => {
        const left: StreamInfo[] = [];
        const stayed: StreamInfo[] = [];
        const leave = store.subscribe((change) => void left.push(change));
        store.subscribe((change) => void stayed.push(change));
        leave();
        await store.append('draft/a', 0, [first]);
        expect([left, stayed]).toEqual([[], [{ stream: 'draft/a', version: 1 }]]);
      });
    });

    // Where there are none, there is nothing to skip.
    const aboutEnds = hasEnds ? describe : () => undefined;
    aboutEnds('ends', () => {
      const at = '2026-11-21T03:10:08.123Z';
      const torn = (records: SealedRecord[]) => {
        const last = records.pop();
        if (last !== undefined) records.push({ text: last.text.slice(0, -7), hash: last.hash });
      };
      const log = events.slice(0, 5);

      function ends(from: EventStore = store): TailRepair {
        if (from.ends === undefined) throw new Error('It has no ends.');
        return from.ends;
      }

      async function tornLog(): Promise<readonly SealedRecord[]> {
        await store.append('draft/a', 0, log);
        const sound = await store.read('draft/a');
        await opened.damage?.('draft/a', torn);
        return sound;
      }

      it('are found as they stand, whatever became of the newest record', async () => {
        const sound = await tornLog();
        const found = await ends().find('draft/a');
        expect(found).toMatchObject({
          version: 5,
          hash: sound[4]?.hash,
          records: [...sound.slice(0, 4), { text: sound[4]?.text.slice(0, -7), hash: sound[4]?.hash }],
        });
        expect(findTornWrite(found)).toEqual({ afterVersion: 4, reason: 'its text is incomplete' });
        await opened.damage?.('draft/a', (records) => void records.pop());
        const without = await ends().find('draft/a');
        expect(without.records).toEqual([...sound.slice(0, 4), null]);
        expect(findTornWrite(without)).toEqual({ afterVersion: 4, reason: 'it is missing' });
        await expect(store.read('draft/a')).rejects.toThrow(
          expect.objectContaining({ name: LogFaultError.name, position: 5 }),
        );
      });

      it('are cut, kept and told of, and the stream goes on from there', async () => {
        const sound = await tornLog();
        const other = await opened.reopen();
        const heard = nextChange(other);
        const found = await ends().find('draft/a');
        expect(await ends().cut('draft/a', found, { afterVersion: 4, reason: 'it is torn', at })).toBe(true);
        expect(await heard).toEqual({ stream: 'draft/a', version: 4, isCut: true });
        expect(await store.read('draft/a')).toEqual(sound.slice(0, 4));
        expect(await store.streams()).toEqual([{ stream: 'draft/a', version: 4 }]);
        const kept = {
          stream: 'draft/a',
          number: 1,
          at,
          reason: 'it is torn',
          records: [{ version: 5, record: found.records[4] }],
          isDismissed: false,
        };
        expect(await ends(other).list('draft/a')).toEqual([kept]);
        expect(await other.append('draft/a', 4, [third])).toEqual({ conflict: false, version: 5 });
        expect(openLog(await store.read('draft/a')).events).toHaveLength(5);
      });

      it('are cut once by two that find them at once', async () => {
        const sound = await tornLog();
        const both = [store, await opened.reopen()];
        const found = await Promise.all(both.map((one) => ends(one).find('draft/a')));
        const cuts = both.map((one, index) =>
          ends(one).cut('draft/a', found[index] as FoundStream, { afterVersion: 4, reason: 'it is torn', at }),
        );
        expect((await Promise.all(cuts)).toSorted()).toEqual([false, true]);
        expect(await store.read('draft/a')).toEqual(sound.slice(0, 4));
        expect(await ends().list('draft/a')).toHaveLength(1);
      });

      it('are left alone where they are not as they were found any more', async () => {
        await tornLog();
        const found = await ends().find('draft/a');
        await opened.damage?.('draft/a', torn);
        const cut = { afterVersion: 4, reason: 'it is torn', at };
        expect(await ends().cut('draft/a', found, cut)).toBe(false);
        expect(await ends().cut('draft/a', await ends().find('draft/a'), cut)).toBe(true);
        await store.append('draft/a', 4, [third]);
        expect(await ends().cut('draft/a', found, cut)).toBe(false);
        expect(await ends().list('draft/a')).toHaveLength(1);
        expect(await store.read('draft/a')).toHaveLength(5);
      });

      it('take records back in the place of damaged ones, once, and keep what stood there', async () => {
        await store.append('draft/a', 0, log);
        const sound = await store.read('draft/a');
        const last = sound.at(-1) as SealedRecord;
        await opened.damage?.('draft/a', (records) => {
          records[records.length - 1] = { text: 'damaged', hash: last.hash };
        });
        const found = await ends().find('draft/a');
        // The server's own store has no other server to take them from.
        if (ends().restore === undefined) return;
        const restored = { records: [{ version: 5, record: last }], reason: 'it is damaged', at };
        expect(await ends().restore?.('draft/a', { ...found, hash: 'x' }, restored)).toBe(false);
        await expect(store.read('draft/a').then((records) => openLog(records))).rejects.toThrow(LogFaultError);
        expect(await ends().restore?.('draft/a', found, restored)).toBe(true);
        expect(await ends().restore?.('draft/a', found, restored)).toBe(false);
        expect(await store.read('draft/a')).toEqual(sound);
        expect(await ends().list('draft/a')).toEqual([
          {
            ...{ stream: 'draft/a', number: 1, at, reason: 'it is damaged', isRestored: true, isDismissed: false },
            records: [{ version: 5, record: { text: 'damaged', hash: last.hash } }],
          },
        ]);
      });

      it('that were cut are listed for each stream, and dismissed for good but kept', async () => {
        await tornLog();
        await store.append('draft/b', 0, [first]);
        await ends().cut('draft/a', await ends().find('draft/a'), { afterVersion: 4, reason: 'it is torn', at });
        await store.append('draft/a', 4, [third]);
        await opened.damage?.('draft/a', torn);
        await ends().cut('draft/a', await ends().find('draft/a'), { afterVersion: 4, reason: 'it is torn', at });
        const [one] = await ends().list('draft/a');
        if (one !== undefined) await ends().dismiss(one);
        expect(
          (await ends(await opened.reopen()).list('draft/a')).map(({ number, isDismissed, records }) => [
            number,
            isDismissed,
            records.length,
          ]),
        ).toEqual([
          [1, true, 1],
          [2, false, 1],
        ]);
        expect(await ends().list('draft/b')).toEqual([]);
      });
    });

    it('takes and gives nothing once it is closed, and leaves other stores alone', async () => {
      const other = await opened.reopen();
      await store.append('draft/a', 0, [first]);
      store.close();
      store.close();
      const closed = expect.objectContaining({ name: 'StorageClosedError', reason: 'closed' });
      await expect(store.append('draft/a', 1, [second])).rejects.toThrow(closed);
      await expect(store.appendSealed('draft/a', 1, [])).rejects.toThrow(closed);
      await expect(store.read('draft/a')).rejects.toThrow(closed);
      await expect(store.streams()).rejects.toThrow(closed);
      expect(await other.append('draft/a', 1, [second])).toEqual({ conflict: false, version: 2 });
    });
  });
}
