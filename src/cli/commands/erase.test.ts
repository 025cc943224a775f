import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listeningServer, type ListeningServer } from '../../../tests/builders/listening-server.ts';
import { quickFolder } from '../../../tests/builders/quick-folder.ts';
import { fieldEvent, startEvent, trailClient } from '../../../tests/crash/trail-server/trail-client.ts';
import { STORAGE_STREAM } from '#domain/storage';
import { openLog } from '#domain/log';
import { runCli } from '../test-terminal.ts';

const ADA = { id: '01JADA', name: 'Ada', verified: false };
const STREAM = 'draft/of-ada';
let server: ListeningServer;
let address: string;
beforeAll(async () => {
  server = await listeningServer();
  address = `http://127.0.0.1:${server.port}`;
  const events = [startEvent(ADA, STREAM), fieldEvent(ADA, 1)];
  await trailClient(server.port).append({ stream: STREAM, after: 0, events });
});
afterAll(() => server.close());

const erase = (args: readonly string[], folder = server.dataDir) =>
  runCli(['erase', ...args, '--server', address, '--data-dir', folder]);

it('takes a log, its version and a reason, or an author', async () => {
  const log = ['log', STREAM, '--version', '2'];
  for (const [args, message] of [
    [['everything', 'x'], /There is no "erase everything"/],
    [['log', STREAM, '--reason', 'OPS-1'], /--version is missing/],
    [log, /--reason is missing/],
    [['log', STREAM, '--version', '0', '--reason', 'OPS-1'], /--version takes a whole number from 1/],
    [['author', ADA.id, '--reason', 'OPS-1'], /are for "erase log" only/],
  ] as const)
    expect(await erase(args)).toMatchObject({ code: 2, err: expect.stringMatching(message) as string });
  for (const [option, value] of [
    ['--server', address],
    ['--data-dir', server.dataDir],
  ] as const) {
    const other = option === '--server' ? '--data-dir' : '--server';
    expect(await runCli(['erase', 'author', ADA.id, option, value])).toMatchObject({
      code: 2,
      err: expect.stringContaining(`${other} is missing`) as string,
    });
  }
});

it('needs the folder of a running server', async () => {
  const folder = quickFolder();
  expect(await erase(['author', ADA.id], folder)).toMatchObject({
    code: 4,
    err: expect.stringContaining(`No server is running on the data folder ${folder}`) as string,
  });
  const other = await listeningServer();
  expect(await erase(['author', ADA.id], other.dataDir)).toMatchObject({
    code: 4,
    err: expect.stringContaining('is not the one of this server') as string,
  });
  await other.close();
  rmSync(folder, { recursive: true });
});

it('erases a log as it was seen, and the names of its author, recorded as done by the server', async () => {
  const reason = ['--reason', 'OPS-1'];
  expect(await erase(['log', STREAM, '--version', '1', ...reason])).toMatchObject({
    code: 4,
    err: expect.stringContaining('This log has 2 events by now, not 1.') as string,
  });
  expect(await erase(['log', STREAM, '--version', '2', ...reason])).toEqual({
    ...{ code: 0, err: '', flags: [] },
    out: `Erased 2 events of ${STREAM}. Their hashes are kept.\n`,
  });
  expect(await erase(['log', STREAM, '--version', '2', ...reason])).toMatchObject({ code: 0 });
  for (const [version, again] of [
    ['3', 'OPS-1'],
    ['2', 'OPS-2'],
  ] as const)
    expect(await erase(['log', STREAM, '--version', version, '--reason', again])).toMatchObject({
      ...{ code: 4, out: '' },
      err: expect.stringMatching(/This log was erased on \d{4}-\d\d-\d\d \(2 events\): OPS-1\./) as string,
    });
  expect((await erase(['author', ADA.id])).out).toBe(`Erased 1 name of ${ADA.id}.\n`);
  const client = trailClient(server.port);
  await expect(client.read({ stream: STREAM, author: ADA.id })).rejects.toMatchObject({ status: 410 });
  const { records } = await client.read({ stream: STORAGE_STREAM, author: ADA.id });
  expect(openLog(records).events.map(({ author }) => author.id)).toEqual(['server', 'server']);
});

it.each(['01JAD', ADA.id])('says that nothing was erased for %s, of whom the server has no name', async (author) => {
  await erase(['author', ADA.id]);
  const client = trailClient(server.port);
  const recorded = async () => (await client.read({ stream: STORAGE_STREAM, author: ADA.id })).records.length;
  const before = await recorded();
  const { code, out, err } = await erase(['author', author]);
  expect([before > 0, await recorded()]).toEqual([true, before]);
  expect({ code, out }).toEqual({ code: 4, out: '' });
  expect(err).toContain(`Nothing was erased: the server has no name of author ${author}.`);
  expect(err).toContain('"author":{"id":…} in the output of mapledger export');
});

it('says that nothing was erased of a log that the server does not have', async () => {
  expect(await erase(['log', 'draft/nope', '--version', '1', '--reason', 'OPS-1'])).toMatchObject({
    ...{ code: 4, out: '' },
    err: expect.stringContaining('The server has no log "draft/nope".') as string,
  });
});
