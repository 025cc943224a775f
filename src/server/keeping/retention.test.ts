import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ulid } from 'ulid';
import { describe, expect, it, onTestFinished } from 'vitest';
import { actionStream } from '#domain/action';
import { openLog } from '#domain/log';
import { STORAGE_STREAM } from '#domain/storage';
import { quickFolder } from '../../../tests/builders/quick-folder.ts';
import { actionRights } from '../actions/action-rights.ts';
import { actionHandlers } from '../actions/action-service.ts';
import { eventActionLog } from '../actions/event-action-log.ts';
import { redaction } from '../actions/redaction.ts';
import { recordedCluster } from '../../../tests/builders/recording-gateway.ts';
import { sampleHistory } from '../../../tests/contracts/sample-history.ts';
import { openSigningKey } from '../proof/signing-key.ts';
import { openDatabase } from '../sqlite/database.ts';
import { sqliteActionIndex } from '../sqlite/sqlite-action-index.ts';
import { sqliteEventStore } from '../sqlite/sqlite-event-store.ts';
import { MAX_ACTIONS_PER_RUN, retention } from './retention.ts';
import { localErasures } from './erasure-home.ts';
import { storageLog } from './storage-log.ts';
import { trailEraser } from './trail-eraser.ts';

const DAY_MS = 86_400_000;
const START_MS = Date.parse('2026-11-22T10:00:00.000Z');
const ADA = { id: 'user:1', name: 'ada', verified: true };
const SECRET = 'logs-of-a-person';

function open(days = 30) {
  const folder = quickFolder();
  const database = openDatabase(join(folder, 'server.db'));
  onTestFinished(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });
  let [salts, ms] = [0, START_MS];
  const clock = { now: () => new Date(ms).toISOString() };
  const ids = { next: () => ulid(ms) };
  const store = sqliteEventStore(database, { ...clock, newSalt: () => String(++salts).padStart(32, '0') });
  const index = sqliteActionIndex(database);
  const actions = eventActionLog({ store, index, clock, ids, redaction: redaction([]), names: store.names });
  const log = storageLog({ store, clock, ids });
  const home = localErasures({ store, log });
  const eraser = trailEraser({ store, home, log, clock, signer: openSigningKey(join(folder, 'signing-key.pem')) });
  const timers: { readonly run: () => void; readonly ms: number }[] = [];
  const failures: unknown[] = [];
  const kept = retention({
    ...{ days, index, store, eraser, clock },
    later: (run, after) => timers.push({ run, ms: after }),
    onFailure: (error) => failures.push(error),
  });
  const begin = (name = SECRET) =>
    actions.begin({ cluster: 'main', route: 'indices.close', names: [name], requestId: 'r', author: ADA });
  const filesWith = (text: string) =>
    readdirSync(folder).filter((file) => readFileSync(join(folder, file)).includes(text));
  const pass = (passedMs: number) => void (ms += passedMs);
  const summaries = async () =>
    openLog(await store.read(STORAGE_STREAM)).events.map(({ summary, author }) => `${author.id}: ${summary}`);
  return { store, index, actions, kept, timers, failures, begin, pass, filesWith, summaries };
}

describe('retention', () => {
  it('erases actions that are old enough, and nothing else, in an event of its own', async () => {
    const { store, index, actions, kept, begin, pass, filesWith, summaries } = open();
    const old = await begin();
    await old.complete({ kind: 'done' });
    const unknown = await begin('without-outcome');
    pass(DAY_MS);
    const young = await begin('young');
    await young.complete({ kind: 'done' });
    pass(29 * DAY_MS);
    expect(await kept.run()).toMatchObject({ actions: 0 });
    expect(await store.versionOf(STORAGE_STREAM)).toBe(0);
    pass(1);
    expect(filesWith(SECRET)).not.toEqual([]);
    expect(await kept.run()).toMatchObject({ actions: 1, hasMore: false });
    expect(filesWith(SECRET)).toEqual([]);
    expect(await summaries()).toEqual(['server: Erase 1 action older than 30 days']);
    expect(await index.erased('main')).toEqual({ count: 1, newest: old.id });
    expect(await index.erased('mai')).toBeNull();
    expect((await actions.find({ limit: 9 })).map(({ id }) => id)).toEqual([young.id, unknown.id]);
    const cluster = recordedCluster(() => '{}');
    const service = actionHandlers(
      actions,
      actionRights(() => START_MS),
    );
    const context = {
      ...{ isReadOnly: false, signal: new AbortController().signal, cluster },
      openCluster: () => cluster,
    };
    const listed = await service['actions.list'](
      { query: {} },
      {
        ...context,
        cluster: { ...cluster, entry: { ...cluster.entry, id: 'main' } },
        caller: { address: '', signedIn: new Map() },
      },
    );
    expect(listed).toMatchObject({ erased: { actions: 1, until: new Date(START_MS).toISOString() } });
    await expect(
      service['actions.get'](
        { params: { name: old.id } },
        {
          ...context,
          cluster: { ...cluster, entry: { ...cluster.entry, id: 'main' } },
          caller: { address: '', signedIn: new Map() },
        },
      ),
    ).rejects.toMatchObject({ statusCode: 410, message: expect.stringContaining('Actions are kept for 30 days') });
    // A server that starts again does not look for what it has erased.
    await actions.recover();
    expect(await kept.run()).toMatchObject({ actions: 0 });
    expect(await store.versionOf(STORAGE_STREAM)).toBe(1);
    expect(store.erasures.find(actionStream(old))).toMatchObject({ version: 2, author: 'server' });
  });

  it('erases so many in one run, and goes on soon', async () => {
    const { store, index, kept, timers, failures, pass, summaries } = open();
    const events = sampleHistory().events.slice(0, 1);
    for (let number = 0; number < MAX_ACTIONS_PER_RUN + 1; number++) {
      const ref = { cluster: 'main', id: ulid(START_MS) };
      await store.append(actionStream(ref), 0, events);
      await index.put({ ...ref, version: 1, route: 'r', state: 'done', names: [] });
    }
    pass(31 * DAY_MS);
    kept.start();
    for (const [at, waits] of [60_000, 60_000, 3_600_000].entries()) {
      await expect.poll(() => timers.length).toBe(at + 1);
      expect(timers[at]?.ms).toBe(waits);
      if (at < 2) timers[at]?.run();
    }
    expect(failures).toEqual([]);
    expect(await summaries()).toEqual([
      'server: Erase 1000 actions older than 30 days',
      'server: Erase 1 action older than 30 days',
    ]);
  });

  it('says what kept it from a run, erases nothing then, and tries again later', async () => {
    const { store, kept, timers, failures, begin, pass } = open(1);
    const old = await begin();
    await old.complete({ kind: 'done' });
    pass(2 * DAY_MS);
    store.close();
    kept.start();
    timers[0]?.run();
    await expect.poll(() => timers.map(({ ms }) => ms)).toEqual([60_000, 3_600_000]);
    expect(failures).toHaveLength(1);
    expect(store.erasures.all()).toEqual([]);
  });
});
