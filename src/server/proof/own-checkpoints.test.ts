import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { quickFolder } from '../../../tests/builders/quick-folder.ts';
import { fieldEvent, startEvent } from '../../../tests/crash/trail-server/trail-client.ts';
import { API_BASE, ROUTES } from '#domain/wire';
import { buildApp } from '../app.ts';
import { composeApi } from '../composition.ts';
import { parseFlags } from '../flags.ts';
import { openDatabase } from '../sqlite/database.ts';
import { sqliteEventStore } from '../sqlite/sqlite-event-store.ts';
import { sqliteTree } from '../sqlite/sqlite-tree.ts';
import { contradictionsOf } from './own-checkpoints.ts';

const ADA = { id: 'ada', name: 'Ada', verified: false };

/** A folder of data beside a file of checkpoints. */
function openPlace() {
  const folder = quickFolder();
  onTestFinished(() => rmSync(folder, { recursive: true }));
  let dataDir = join(folder, 'data');
  const file = join(folder, 'checkpoints.ndjson');
  mkdirSync(dataDir);

  /** Starts a server and stops it again; says what it warned of. */
  async function start(...flags: readonly string[]): Promise<readonly string[]> {
    const outcome = parseFlags(['--data-dir', dataDir, '--checkpoint-file', file, ...flags], {});
    if (outcome.kind !== 'run') throw new Error('These settings are none.');
    const warnings: string[] = [];
    const unexpected = (error: unknown) => {
      throw error;
    };
    const composed = await composeApi(outcome.settings, {
      warn: (line) => warnings.push(line),
      onFailure: unexpected,
      onInvalidResponse: unexpected,
    });
    const app = await buildApp({ ...outcome.settings, version: '0', clientDir: '/nowhere', api: composed.api });
    const { statusCode } = await app.inject({
      method: 'POST',
      url: `${API_BASE}${ROUTES['proof.checkpoint'].path}`,
      headers: { host: '127.0.0.1:7300', 'x-mapledger': '1' },
    });
    expect(statusCode).toBe(200);
    await app.close();
    await composed.close();
    return warnings;
  }

  /** Records two events in a new stream. */
  async function record(name: string): Promise<void> {
    const database = openDatabase(join(dataDir, 'server.db'));
    const store = sqliteEventStore(database, { now: () => '2026-11-22T10:00:00.000Z', newSalt: () => '00' });
    await store.append(name, 0, [startEvent(ADA, name), fieldEvent(ADA, 1)] as never);
    database.close();
  }
  return {
    ...{ dataDir, start, record },
    file,
    /** Goes on from here with a copy of the folder as it is now, when it is asked to. */
    copied() {
      const copy = join(folder, 'copy');
      cpSync(dataDir, copy, { recursive: true });
      return () => {
        dataDir = copy;
      };
    },
  };
}

/** A place whose server has signed a checkpoint over two events. */
async function openSigned() {
  const place = openPlace();
  await place.start();
  await place.record('draft/a');
  await place.start();
  return place;
}

it('starts where its checkpoints say the same as its trail, and where there are none', async () => {
  const { start, record, file } = await openSigned();
  appendFileSync(file, 'what somebody else wrote there\n');
  await record('draft/b');
  await start();
});

it('does not go on with an older copy of its database before it is told to', async () => {
  const { start, record, copied, file } = await openSigned();
  const goBack = copied();
  await record('draft/b');
  await start();
  goBack();
  const published = readFileSync(file, 'utf8');
  await expect(start()).rejects.toThrow(
    /The checkpoint of .* is over 4 events, and this trail has 2\. Nothing was recorded\./,
  );
  await record('draft/c');
  // As long as before, and not the same.
  await expect(start()).rejects.toThrow(/is over 4 events, and the first 4 of this trail are others\./);
  expect(readFileSync(file, 'utf8')).toBe(published);
  expect(await start('--accept-trail')).toContainEqual(expect.stringMatching(/are others\. It was accepted\.$/));
  await start();
  await record('draft/d');
  await start();
});

it('does not go on with another key, or with none, before it is told to', async () => {
  const { start, dataDir } = await openSigned();
  rmSync(join(dataDir, 'signing-key.pem'));
  await expect(start()).rejects.toThrow(/in the database is signed with key [0-9a-f]{16}, and this server has key/);
  await start('--accept-trail');
  await start();
});

it('does not begin an empty folder where its checkpoints were published, but for one of several servers', async () => {
  const { start, dataDir, file } = await openSigned();
  rmSync(dataDir, { recursive: true });
  await expect(start()).rejects.toThrow(/checkpoints\.ndjson is signed with key/);
  const database = openDatabase(join(dataDir, 'server.db'));
  const given = { tree: sqliteTree(database), key: { id: '0123456789abcdef' }, file };
  expect(contradictionsOf({ ...given, isShared: false })).toHaveLength(1);
  expect(contradictionsOf({ ...given, isShared: true })).toEqual([]);
  expect(() => contradictionsOf({ ...given, file: dataDir, isShared: false })).toThrow(/can’t be read/);
  database.close();
});
