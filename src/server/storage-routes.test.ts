import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { expect, it, onTestFinished } from 'vitest';
import { openLog } from '#domain/log';
import { STORAGE_STREAM } from '#domain/storage';
import { API_BASE, ROUTES, type RouteAnswer } from '#domain/wire';
import { quickFolder } from '../../tests/builders/quick-folder.ts';
import { fieldEvent, startEvent, trailClient } from '../../tests/crash/trail-server/trail-client.ts';
import { buildApp } from './app.ts';
import { composeApi } from './composition.ts';
import { parseFlags } from './flags.ts';

const ada = { id: 'ada', name: 'Ada', verified: false };

async function serve(flags: readonly string[] = []) {
  const dataDir = quickFolder();
  const outcome = parseFlags(['--data-dir', dataDir, ...flags], {});
  if (outcome.kind !== 'run') throw new Error('These settings are none.');
  const composed = await composeApi(outcome.settings, {
    onFailure: (error) => {
      throw error;
    },
    onInvalidResponse: (error) => {
      throw error;
    },
  });
  const app = await buildApp({ ...outcome.settings, version: '0', clientDir: '/nowhere', api: composed.api });
  const address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  onTestFinished(async () => {
    await app.close();
    await composed.close();
    rmSync(dataDir, { recursive: true });
  });
  const send = (id: 'storage.get' | 'storage.test') =>
    app.inject({
      method: ROUTES[id].method,
      url: `${API_BASE}${ROUTES[id].path}`,
      headers: { host: address.host, 'x-mapledger': '1' },
    });
  return { dataDir, client: trailClient(Number(address.port)), send };
}

it('says what is kept, for how long and how large it is, and nobody where', async () => {
  const { dataDir, client, send } = await serve(['--keep-actions', '90']);
  await client.append({ stream: 'draft/a', after: 0, events: [startEvent(ada, 'draft/a'), fieldEvent(ada, 2)] });
  await client.append({ stream: 'draft/b', after: 0, events: [startEvent(ada, 'draft/b')] });
  const said = (await send('storage.get')).json<RouteAnswer<'storage.get'>>();
  expect(said).toEqual({
    fileBytes: expect.any(Number) as number,
    streams: [{ kind: 'draft', streams: 2, events: 3 }],
    leaves: 3,
    names: 1,
    erased: { logs: 0, events: 0 },
    retention: { actionDays: 90, lastRun: null },
    checkpoint: null,
    checkpointMinutes: 60,
    hasSharedTrail: true,
  });
  expect(said.fileBytes).toBeGreaterThan(10_000);
  // What was done since is in it at once.
  await client.append({ stream: 'draft/b', after: 1, events: [fieldEvent(ada, 4)] });
  expect((await send('storage.get')).json()).toMatchObject({ streams: [{ events: 4 }], leaves: 4 });
  expect(JSON.stringify(said)).not.toContain(dataDir);
});

it('tests its storage on the way of an event, which stays recorded', async () => {
  const { client, send } = await serve();
  await client.append({ stream: 'draft/a', after: 0, events: [startEvent(ada, 'draft/a'), fieldEvent(ada, 2)] });
  const [first, second] = await Promise.all([send('storage.test'), send('storage.test')]);
  expect([first.statusCode, second.statusCode].sort()).toEqual([200, 429]);
  const test = [first, second].find(({ statusCode }) => statusCode === 200)?.json<RouteAnswer<'storage.test'>>();
  expect(test).toEqual({
    isSound: true,
    steps: [
      'Recorded event 1 of the server’s own log.',
      'Read the same event back.',
      'Found it in the tree over all 3 events.',
      expect.stringMatching(/^Signed with key [0-9a-f]{16}, and the signature holds\.$/) as string,
      'Checked the newest 3 events: every hash fits.',
    ].map((text) => ({ isSound: true, text })),
  });
  const { records } = await client.read({ stream: STORAGE_STREAM, author: 'ada' });
  expect(openLog(records).events.map(({ summary }) => summary)).toEqual(['Test the storage']);
});

it.each([
  ['a text that was changed', `UPDATE record SET text = replace(text, 'ada-2', 'ada-7') WHERE version = 2`, /damaged/],
  ['a hash that was changed', `UPDATE record SET hash = '${'0'.repeat(64)}' WHERE version = 3`, /not the one/],
  ['an event that is gone', 'DELETE FROM record WHERE version = 1', /the event before it is missing/],
])('finds %s', async (_what, statement, words) => {
  const { dataDir, client, send } = await serve();
  await client.append({
    stream: 'draft/a',
    after: 0,
    events: [startEvent(ada, 'draft/a'), fieldEvent(ada, 2), fieldEvent(ada, 3)],
  });
  const database = new Database(join(dataDir, 'server.db'));
  database.exec(`${statement} AND stream = '"draft/a"'`);
  database.close();
  const { isSound, steps } = (await send('storage.test')).json<RouteAnswer<'storage.test'>>();
  expect(isSound).toBe(false);
  expect(steps.at(-1)?.text).toMatch(words);
  expect(steps.slice(0, -1).every((step) => step.isSound)).toBe(true);
});
