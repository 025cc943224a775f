import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { actionStream } from '#domain/action';
import { openLog } from '#domain/log';
import type { EventStore } from '#domain/ports';
import { quickFolder } from '../../../tests/builders/quick-folder.ts';
import { clusterError, recordedCluster } from '../../../tests/builders/recording-gateway.ts';
import { memoryEventStore } from '../../infra/memory-event-store.ts';
import { ulidSource } from '../../infra/platform.ts';
import { memoryActionLog } from '../../ui/testing/memory-actions.ts';
import { REDACTED, type NewAction } from '../console/action-log.ts';
import { openDatabase, type ServerDatabase } from '../sqlite/database.ts';
import { sqliteActionIndex } from '../sqlite/sqlite-action-index.ts';
import { sqliteEventStore } from '../sqlite/sqlite-event-store.ts';
import { sqliteOldActions } from '../sqlite/sqlite-old-actions.ts';
import { eventActionLog, MAX_CALLS, type EventActionLog } from './event-action-log.ts';
import { importOldActions } from './import-old-actions.ts';
import { memoryActionIndex } from './memory-action-index.ts';
import { redaction } from './redaction.ts';

const NOW = '2026-11-22T10:00:00.000Z';
const ADA = { id: 'user:1', name: 'ada', verified: true };
const ACTION: NewAction = {
  cluster: 'main',
  route: 'settings.update',
  names: ['logs'],
  requestId: 'req-1',
  author: ADA,
  address: '192.0.2.7',
  reason: 'OPS-1234',
  body: '{"index.auth.password":"hunter2","a":1}',
};

let store: EventStore;
let log: EventActionLog;
beforeEach(() => {
  store = memoryEventStore();
  log = memoryActionLog({}, store);
});

const textsOf = async (stream: string) => (await store.read(stream)).map(({ text }) => text);

it('leaves actions of other servers to them, and finds them once it is told', async () => {
  const open = await log.begin(ACTION);
  const stream = actionStream(open);
  const other = memoryActionLog({ isOthers: (each) => each === stream }, store);
  expect(await other.get(open)).toMatchObject({ id: open.id });
  expect(await other.recent(1)).toEqual([]);
  await other.note(stream);
  await other.note('draft/a');
  expect(await other.recent(1)).toMatchObject([{ id: open.id }]);
  expect(await other.unsettled({ cluster: 'main' })).toEqual([]);
  const own = memoryActionLog({}, store);
  await own.recover();
  expect(await own.unsettled({ cluster: 'main' })).toMatchObject([{ id: open.id }]);
});

describe('an action', () => {
  it('is recorded with who, where from and why before anything is sent, and with what came of it after', async () => {
    const open = await log.begin(ACTION);
    expect(await log.recent(1)).toMatchObject([
      {
        cluster: 'main',
        id: open.id,
        author: ADA,
        reason: 'OPS-1234',
        address: '192.0.2.7',
        title: 'Update settings of logs',
        doneTitle: 'Updated settings of logs',
        body: { text: `{"index.auth.password":"${REDACTED}","a":1}` },
      },
    ]);
    await open.complete({ kind: 'failed', results: [{ name: 'logs', outcome: 'failed' }] });
    const { events } = openLog(await store.read(actionStream(open)));
    expect(events.map(({ type, author, reason }) => [type, author.name, reason])).toEqual([
      ['action.begun', 'ada', 'OPS-1234'],
      ['action.completed', 'ada', undefined],
    ]);
    expect(await log.get(open)).toMatchObject({ outcome: { kind: 'failed', results: [{ name: 'logs' }] }, version: 2 });
    expect(await log.get({ cluster: 'other', id: open.id })).toBeUndefined();
  });

  it('has the calls that change something, with their answers', async () => {
    const open = await log.begin(ACTION);
    const cluster = recordedCluster(({ method }) =>
      method === 'DELETE'
        ? clusterError('refused', 404, 'it repeats hunter2')
        : '{"acknowledged":true,"secret":"abcde"}',
    );
    const gateway = open.watch(cluster.gateway);
    await gateway.send({ method: 'GET', path: ['logs'] });
    await gateway.send({ method: 'POST', path: ['_search'], isReading: true });
    await gateway.send({
      method: 'PUT',
      path: ['logs', '_settings'],
      query: { password: 'in-query' },
      body: ACTION.body ?? '',
    });
    await gateway.send({ method: 'POST', path: ['_bulk'], body: '{"index":{}}\n{"password":"in-document"}\n' });
    await expect(gateway.send({ method: 'DELETE', path: ['logs'] })).rejects.toThrow('hunter2');
    await expect(gateway.send({ method: 'DELETE', path: ['..'] })).rejects.toThrow(RangeError);
    await open.complete({ kind: 'done' });
    const answer = { text: `{"acknowledged":true,"secret":"${REDACTED}"}` };
    expect((await log.get(open))?.calls).toEqual([
      {
        method: 'PUT',
        path: `/logs/_settings?password=${REDACTED}`,
        body: { text: `{"index.auth.password":"${REDACTED}","a":1}` },
        status: 200,
        answer,
      },
      { method: 'POST', path: '/_bulk', body: { text: '', length: 40 }, status: 200, answer },
      { method: 'DELETE', path: '/logs', status: 404, fault: `it repeats ${REDACTED}` },
    ]);
    expect((await textsOf(actionStream(open))).join('')).not.toMatch(/hunter2|in-query|in-document|abcde/);
  });

  it('keeps some of many calls, their number, and nothing that comes after its end', async () => {
    const open = await log.begin(ACTION);
    const gateway = open.watch(recordedCluster().gateway);
    for (let count = 0; count < MAX_CALLS + 3; count++) await gateway.send({ method: 'POST', path: ['a', '_close'] });
    await open.complete({ kind: 'done' });
    await gateway.send({ method: 'POST', path: ['late'] });
    await open.complete({ kind: 'failed' });
    const found = await log.get(open);
    expect([found?.calls?.length, found?.moreCalls, found?.outcome?.kind]).toEqual([MAX_CALLS, 3, 'done']);
  });

  it('ends with an unknown outcome and its calls where its outcome is refused, which is an alarm', async () => {
    const open = await log.begin(ACTION);
    await open.watch(recordedCluster().gateway).send({ method: 'PUT', path: ['logs'] });
    const results = [{ isTaken: true }] as never;
    await expect(open.complete({ kind: 'done', results })).rejects.toThrow(
      /^The outcome of action \w+ was refused: .* \(\/outcome\/results\/0\)$/,
    );
    expect(await log.get(open)).toMatchObject({
      outcome: {
        kind: 'unknown',
        error: {
          message: 'The outcome could not be recorded. See the server log for this request ID.',
          attributes: { requestId: ACTION.requestId },
        },
      },
      calls: [{ method: 'PUT', path: '/logs', status: 200 }],
    });
    expect(await log.find({ cluster: 'main', state: 'open', limit: 1 })).toEqual([]);
    // The cluster may show it.
    expect(await log.unsettled({ cluster: 'main' })).toHaveLength(1);
  });

  it('takes its outcome although another server has settled it meanwhile', async () => {
    const open = await log.begin(ACTION);
    const other = memoryActionLog({}, store);
    await other.settle(open, { found: 'unknown', note: 'It can’t be found out.' });
    await open.complete({ kind: 'failed' });
    expect(await log.get(open)).toMatchObject({ outcome: { kind: 'failed' }, settled: { found: 'unknown' } });
  });

  it('loses secrets from the errors in its outcome, with the requests that they repeat', async () => {
    const open = await log.begin(ACTION);
    const request = { method: 'PUT', path: '/logs?api_key=abc', body: '{"password":"x"}' };
    const error = {
      ...{ statusCode: 400, error: 'Bad Request', message: 'Can’t parse hunter2' },
      attributes: { reason: 'hunter2', request, issues: [{ request }] },
    };
    await open.complete({ kind: 'failed', error, results: [{ name: 'hunter2', outcome: 'failed', error }] });
    const found = await log.get(open);
    const kept = { method: 'PUT', path: `/logs?api_key=${REDACTED}` };
    expect(found?.outcome?.error).toEqual({
      ...{ statusCode: 400, error: 'Bad Request', message: `Can’t parse ${REDACTED}` },
      attributes: { reason: REDACTED, request: kept, issues: [{ request: kept }] },
    });
    expect(found?.outcome?.results?.[0]?.name).toBe(REDACTED);
  });

  it('that is under way or ended is not to be settled', async () => {
    const [running, ended] = [await log.begin(ACTION), await log.begin(ACTION)];
    await ended.complete({ kind: 'done' });
    expect(await log.unsettled({ cluster: 'main' })).toEqual([]);
    // The same server, started again.
    const index = memoryActionIndex();
    const again = memoryActionLog({ index }, store);
    expect(await again.unsettled({ cluster: 'main' })).toEqual([]);
    await again.recover();
    expect(await again.unsettled({ cluster: 'main' })).toMatchObject([{ id: running.id }]);
    expect(await again.unsettled({ cluster: 'other' })).toEqual([]);
    await again.settle(running, { found: 'done', note: 'It is there.' });
    await again.settle(running, { found: 'failed', note: 'Too late.' });
    expect(await again.unsettled({ cluster: 'main' })).toEqual([]);
    const { events } = openLog(await store.read(actionStream(running)));
    expect(events.map(({ type, author }) => [type, author.id])).toEqual([
      ['action.begun', ADA.id],
      ['action.settled', 'server'],
    ]);
  });
});

describe('actions of a server from before they were events', () => {
  let database: ServerDatabase;
  beforeEach(() => {
    const folder = quickFolder();
    const file = join(folder, 'server.db');
    writeFileSync(file, gunzipSync(readFileSync(join(import.meta.dirname, '../../../tests/golden/server-v3.db.gz'))));
    database = openDatabase(file);
    onTestFinished(() => {
      database.close();
      rmSync(folder, { recursive: true });
    });
  });
  const rows = () => (database.prepare('SELECT count(*) AS found FROM action').get() as { found: number }).found;
  const open = async () => {
    const events = sqliteEventStore(database, { now: () => NOW, newSalt: () => '0'.repeat(32) });
    const actions = eventActionLog({
      store: events,
      index: sqliteActionIndex(database),
      clock: { now: () => NOW },
      ids: ulidSource(),
      redaction: redaction(),
      names: events.names,
    });
    return { events, actions };
  };

  it('become events once, with all that they had but secrets', async () => {
    const { events, actions } = await open();
    expect(rows()).toBe(5);
    expect(await importOldActions(sqliteOldActions(database), events, redaction())).toEqual({ imported: 5, left: 0 });
    expect(rows()).toBe(0);
    expect(await importOldActions(sqliteOldActions(database), events, redaction())).toEqual({ imported: 0, left: 0 });
    await actions.recover();
    const found = (await actions.recent(10)).toReversed();
    expect(found).toMatchObject([
      {
        requestId: 'req-1',
        author: { name: 'ada', verified: true },
        names: ['logs-1', '💥'],
        body: { text: '{"indices":["logs-1","💥"]}' },
        outcome: { kind: 'done', results: [{ name: 'logs-1', outcome: 'done' }, { name: '💥' }] },
      },
      {
        requestId: 'req-2',
        author: { name: 'anonymous', verified: false },
        body: { text: `{"index.auth.password":"${REDACTED}"}` },
        outcome: { kind: 'failed', error: { statusCode: 400, attributes: { reason: 'no such setting' } } },
      },
      { requestId: 'req-3', body: { length: 100_047 }, outcome: { kind: 'done' } },
      { requestId: 'req-4', body: { text: '{"settings":{"n":9223372036854775807}}' }, outcome: { kind: 'unknown' } },
      { requestId: 'req-5', author: { name: 'grace' }, names: ['__proto__'] },
    ]);
    expect(found[4]).not.toHaveProperty('outcome');
    expect(found[2]?.body?.text).toMatch(/^\{"_meta":\{"password":"\[redacted\]","long":"x{60000}/);
    const texts = database.prepare("SELECT group_concat(text, '') AS text FROM record").get() as { text: string };
    expect(texts.text).not.toContain('hunter2');
  });

  it('are not recorded twice where it was interrupted', async () => {
    const { events, actions } = await open();
    const old = sqliteOldActions(database);
    let isKilled = true;
    const killed = {
      ...old,
      remove: (row: number) => (row === 3 && isKilled ? Promise.reject(new Error('killed')) : old.remove(row)),
    };
    await expect(importOldActions(killed, events, redaction())).rejects.toThrow('killed');
    expect(rows()).toBe(3);
    isKilled = false;
    expect(await importOldActions(killed, events, redaction())).toEqual({ imported: 3, left: 0 });
    await actions.recover();
    expect(await actions.count()).toBe(5);
    for (const { cluster, id } of await actions.recent(10)) {
      const { events: recorded } = openLog(await events.read(actionStream({ cluster, id })));
      expect(new Set(recorded.map(({ type }) => type)).size).toBe(recorded.length);
    }
  });

  it('that can’t be read stay where they are', async () => {
    const { events } = await open();
    database.exec(`UPDATE action SET action = json_set(action, '$.requestId', 7) WHERE id = 2`);
    expect(await importOldActions(sqliteOldActions(database), events, redaction())).toEqual({ imported: 4, left: 1 });
    expect(rows()).toBe(1);
  });
});
