import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DocumentEvent } from '#domain/events';
import { openLog } from '#domain/log';
import { STORAGE_STREAM } from '#domain/storage';
import { quickFolder } from '../../../tests/builders/quick-folder.ts';
import {
  describeErasure,
  eraseOrder,
  filesWith,
  SECRET,
  secretEvents,
} from '../../../tests/contracts/erasure.contract.ts';
import { sampleHistory } from '../../../tests/contracts/sample-history.ts';
import { NOON } from '../../../tests/contracts/shared-trail-homes.ts';
import { openSigningKey } from '../proof/signing-key.ts';
import { openDatabase } from '../sqlite/database.ts';
import { sqliteEventStore } from '../sqlite/sqlite-event-store.ts';
import { sqliteTree } from '../sqlite/sqlite-tree.ts';
import { ErasedStreamError } from '../trail/erasure-store.ts';
import { localErasures } from './erasure-home.ts';
import { storageLog } from './storage-log.ts';
import { trailEraser } from './trail-eraser.ts';

const ADA = { id: 'ada', name: 'Ada', verified: true };
const { events } = sampleHistory();

function open() {
  const folder = quickFolder();
  const database = openDatabase(join(folder, 'server.db'));
  let [ids, salts] = [0, 0];
  const clock = { now: () => NOON };
  const store = sqliteEventStore(database, { ...clock, newSalt: () => String(++salts).padStart(32, '0') });
  const signer = openSigningKey(join(folder, 'signing-key.pem'));
  const log = storageLog({ store, clock, ids: { next: () => `storage-${++ids}` } });
  const eraser = () => trailEraser({ store, home: localErasures({ store, log }), log, signer, clock });
  let isOpen = true;
  const close = () => {
    if (isOpen) database.close();
    isOpen = false;
  };
  onTestFinished(() => {
    close();
    rmSync(folder, { recursive: true });
  });
  return { folder, database, store, signer, eraser, filesWith: (text: string) => filesWith(folder, text), close };
}

describeErasure('In the data folder', async () => {
  const { folder, store, eraser, close } = open();
  return { folder, store, keeper: eraser(), destroy: async () => close() };
});

describe('an erased log', () => {
  it('keeps its place in the tree', async () => {
    const { database, store, eraser } = open();
    await store.append('draft/a', 0, secretEvents(3));
    const tree = sqliteTree(database);
    const root = tree.root(tree.grow());
    await eraser().eraseStream(eraseOrder('draft/a', 3), ADA);
    expect(tree.root(3)).toBe(root);
    expect(tree.grow()).toBe(4);
  });

  it('is erased to its end after the process ended in between', async () => {
    const { store, signer, eraser, filesWith, database } = open();
    await store.append('draft/a', 0, secretEvents(450));
    // As far as the first transactions.
    store.erasures.mark([{ stream: 'draft/a', version: 450, at: NOON, reason: 'x', author: 'ada' }]);
    expect(store.erasures.removeSome(signer)).toBe(true);
    expect(database.prepare('SELECT count(*) AS left FROM record').get()).toMatchObject({ left: 250 });
    await expect(store.read('draft/a')).rejects.toBeInstanceOf(ErasedStreamError);
    await eraser().resume();
    expect(store.erasures.tombstones('draft/a', 0, 1_000)).toHaveLength(450);
    expect(filesWith(SECRET)).toEqual([]);
    await eraser().resume();
  });

  it('leaves nothing of its draft or its action in other tables', async () => {
    const { database, store, eraser } = open();
    const stream = 'action/main/01J0000000000000000000000A';
    await store.append(stream, 0, secretEvents(1));
    database.exec(`INSERT INTO action_entry VALUES ('01J0000000000000000000000A', 'main', 1, 'r', 'done')`);
    database.exec(`INSERT INTO action_name VALUES ('"logs"', '01J0000000000000000000000A', 'main')`);
    database.exec(`INSERT INTO action_stream VALUES ('"draft/a"', '01J0000000000000000000000A', 'main')`);
    await eraser().eraseStream(eraseOrder(stream, 1), ADA);
    for (const table of ['action_entry', 'action_name', 'action_stream', 'cut', 'event_id'])
      expect([table, database.prepare(`SELECT * FROM ${table} WHERE ? IS NOT 'server'`).all('x')]).toEqual([
        table,
        table === 'event_id' ? [expect.objectContaining({ stream: JSON.stringify(STORAGE_STREAM) })] : [],
      ]);
  });
});

describe('erased names', () => {
  it('are an event, once, and are in no file', async () => {
    const { store, eraser, filesWith } = open();
    const author = { id: 'device', name: SECRET, verified: false };
    await store.append('draft/a', 0, [{ ...(events[0] as DocumentEvent), author }]);
    const keeper = eraser();
    expect(await keeper.eraseNames('device', ADA)).toBe(1);
    expect(await keeper.eraseNames('device', ADA)).toBe(0);
    expect(filesWith(SECRET)).toEqual([]);
    expect(openLog(await store.read(STORAGE_STREAM)).events.map(({ summary }) => summary)).toEqual([
      'Erase 1 name of an author',
    ]);
  });
});
