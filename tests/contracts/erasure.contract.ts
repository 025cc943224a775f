import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DocumentEvent } from '#domain/events';
import { openLog } from '#domain/log';
import { verifyTrail, type TrailLine } from '#domain/proof';
import { openStorageState, STORAGE_STREAM, storageRecordOf } from '#domain/storage';
import type { TrailEraser } from '../../src/server/keeping/trail-eraser.ts';
import { isSignedByKey } from '../../src/server/proof/signing-key.ts';
import type { SqliteEventStore } from '../../src/server/sqlite/sqlite-event-store.ts';
import { NOON } from './shared-trail-homes.ts';
import { sampleHistory } from './sample-history.ts';

/** A server with a data folder, whose logs can be erased. */
export interface ErasureHomeUnderTest {
  readonly folder: string;
  readonly store: SqliteEventStore;
  readonly keeper: TrailEraser;
  destroy(): Promise<void>;
}

const ADA = { id: 'ada', name: 'Ada', verified: true };
/** What is looked for where it must not be any more. */
export const SECRET = 'sw0rdfish-secret';
const STREAM = 'draft/a';
const { events } = sampleHistory();

/** Events whose summaries have the secret. */
export function secretEvents(count: number, from = 1): readonly DocumentEvent[] {
  return Array.from({ length: count }, (_, index) => ({
    ...(events[0] as DocumentEvent),
    id: `event-${from + index}`,
    summary: `${SECRET} ${from + index}`,
  }));
}

export const eraseOrder = (stream: string, version: number) => ({
  ...{ stream, version },
  kind: 'draft',
  reason: 'OPS-1: asked for',
});

export function filesWith(folder: string, text: string): readonly string[] {
  return readdirSync(folder).filter((file) => readFileSync(join(folder, file)).includes(text));
}

/** What the erasure of logs promises, wherever the trail is kept. */
export function describeErasure(name: string, open: () => Promise<ErasureHomeUnderTest>): void {
  describe(`${name}: an erased log`, () => {
    let home: ErasureHomeUnderTest;
    beforeEach(async () => {
      home = await open();
    });
    afterEach(() => home.destroy());

    it('reads as erased, is added to by nobody, and leaves what it was in no file', async () => {
      const { folder, store, keeper } = home;
      await store.append(STREAM, 0, secretEvents(450));
      await store.append(
        'draft/b',
        0,
        secretEvents(1).map((event) => ({ ...event, summary: 'Another' })),
      );
      expect(filesWith(folder, SECRET)).not.toEqual([]);
      const erasure = await keeper.eraseStream(eraseOrder(STREAM, 450), ADA);
      expect(erasure).toEqual({ stream: STREAM, version: 450, at: NOON, reason: 'OPS-1: asked for', author: 'ada' });
      expect(keeper.find(STREAM)).toEqual(erasure);
      const words = 'This log was erased on 2026-11-22 (450 events): OPS-1: asked for. Its hashes are kept.';
      for (const use of [
        () => store.read(STREAM),
        () => store.readPage(STREAM, 0, 10),
        () => store.append(STREAM, 450, secretEvents(1)),
        () => store.record(STREAM, 0, secretEvents(2)),
      ])
        await expect(use()).rejects.toThrow(words);
      expect((await store.streams()).map(({ stream }) => stream)).toEqual(['draft/b', STORAGE_STREAM]);
      expect(await store.versionOf(STREAM)).toBe(450);
      expect(await store.read('draft/b')).toHaveLength(1);
      expect(filesWith(folder, SECRET)).toEqual([]);
    });

    it('keeps its hashes under signed tombstones, which verify', async () => {
      const { store, keeper } = home;
      await store.append(STREAM, 0, secretEvents(3));
      const before = await store.read(STREAM);
      await keeper.eraseStream(eraseOrder(STREAM, 3), ADA);
      const tombstones = keeper.tombstones(STREAM, 0, 10);
      expect(tombstones.map(({ hash }) => hash)).toEqual(before.map(({ hash }) => hash));
      expect(keeper.tombstones(STREAM, 1, 1)).toEqual([tombstones[1]]);
      const lines = tombstones.map((tombstone, index): TrailLine => ({
        kind: 'tombstone',
        tombstone,
        line: index + 1,
      }));
      expect(verifyTrail(lines, { isSigned: isSignedByKey })).toMatchObject({
        ok: true,
        notes: expect.arrayContaining([{ code: 'erased', count: 3, text: 'Erased, content not provable: 3 events.' }]),
      });
      const forged = lines.map((line) =>
        line.kind === 'tombstone' ? { ...line, tombstone: { ...line.tombstone, reason: 'Another reason' } } : line,
      );
      expect(verifyTrail(forged, { isSigned: isSignedByKey })).toMatchObject({ ok: false, fault: { kind: 'erasure' } });
    });

    it('is an event of the server’s own, by whom and why', async () => {
      const { store, keeper } = home;
      await store.append(STREAM, 0, secretEvents(3));
      const head = (await store.read(STREAM)).at(-1)?.hash;
      await keeper.eraseStream(eraseOrder(STREAM, 3), ADA);
      const { events: recorded } = openLog(await store.read(STORAGE_STREAM), { names: new Map() });
      expect(recorded).toMatchObject([
        {
          type: 'stream.erased',
          summary: 'Erase a log: draft, 3 events',
          author: { id: 'ada' },
          reason: 'OPS-1: asked for',
          command: { payload: { log: { kind: 'draft', events: 3, head } } },
        },
      ]);
      const { body } = openStorageState({ body: undefined }, recorded);
      expect(storageRecordOf(body)).toMatchObject({ erasedLogs: 1, erasedEvents: 3 });
    });

    it('is not one that was added to since it was looked at, also where two ask at once', async () => {
      const { store, keeper } = home;
      await store.append(STREAM, 0, secretEvents(2));
      await expect(keeper.eraseStream(eraseOrder(STREAM, 1), ADA)).rejects.toMatchObject({ statusCode: 409 });
      await expect(keeper.eraseStream(eraseOrder(STREAM, 3), ADA)).rejects.toMatchObject({ statusCode: 409 });
      const both = await Promise.allSettled([1, 2].map(() => keeper.eraseStream(eraseOrder(STREAM, 2), ADA)));
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(await store.versionOf(STORAGE_STREAM)).toBe(1);
    });
  });
}
