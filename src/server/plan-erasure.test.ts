import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { planStream } from '#domain/plan';
import { API_BASE, OPERATOR_HEADER, type RouteAnswer } from '#domain/wire';
import { quickFolder } from '../../tests/builders/quick-folder.ts';
import { buildApp } from './app.ts';
import { composeApi } from './composition.ts';
import { parseFlags } from './flags.ts';
import { OPERATOR_SECRET_FILE } from './operator-secret.ts';

const SECRET = 'logs-of-a-person';

async function serve() {
  const dataDir = quickFolder();
  const outcome = parseFlags(['--data-dir', dataDir], {});
  if (outcome.kind !== 'run') throw new Error('These settings are none.');
  const fail = (error: unknown) => {
    throw error;
  };
  const composed = await composeApi(outcome.settings, { onFailure: fail, onInvalidResponse: fail });
  const app = await buildApp({ ...outcome.settings, version: '0', clientDir: '/nowhere', api: composed.api });
  const { host } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  onTestFinished(async () => {
    await app.close();
    await composed.close();
    rmSync(dataDir, { recursive: true });
  });
  const call = async (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) => {
    const operator = readFileSync(join(dataDir, OPERATOR_SECRET_FILE), 'utf8').trim();
    const headers = {
      host,
      'x-mapledger': '1',
      [OPERATOR_HEADER]: operator,
      ...(payload && { 'content-type': 'application/json' }),
    };
    const response = await app.inject({ method, url: `${API_BASE}${path}`, headers, ...(payload && { payload }) });
    return { status: response.statusCode, answer: response.json<unknown>() };
  };
  return { dataDir, call };
}

it('erases plans that are finished, and no others; nobody reads them again', async () => {
  const { dataDir, call } = await serve();
  expect((await call('PUT', `/indices/${SECRET}`, {})).status).toBe(200);
  const body = { name: SECRET, replaceIndex: { newIndex: `${SECRET}-2` } };
  const plan = (await call('POST', '/plans', body)).answer as RouteAnswer<'plans.create'>;
  const view = async () => (await call('GET', `/plans/${plan.id}`)).answer as RouteAnswer<'plans.get'>;
  const stream = planStream(plan.id);
  const erase = (version: number) => call('POST', '/trail/erase-stream', { stream, version, reason: 'OPS-1' });
  // What each action asked for is in the log of the action; only plans say how they are undone.
  const filesWithPlans = () =>
    readdirSync(dataDir).filter((file) => readFileSync(join(dataDir, file)).includes('undoRequests'));
  expect(filesWithPlans()).not.toEqual([]);
  expect(await erase(plan.version)).toMatchObject({
    status: 409,
    answer: { message: 'Only plans that are done, cancelled or undone can be erased. Cancel this one first.' },
  });
  const cancelled = await call('POST', `/plans/${plan.id}/cancel`);
  expect(cancelled).toMatchObject({ status: 200, answer: { plan: { state: 'cancelled' } } });
  await expect.poll(async () => (await view()).isAtWork).toBe(false);
  const { version } = await view();
  expect(await erase(version - 1)).toMatchObject({ status: 409 });
  expect(await erase(version)).toMatchObject({ status: 200, answer: { events: version, erased: { reason: 'OPS-1' } } });
  expect(await erase(version)).toMatchObject({ status: 200, answer: { events: version } });
  expect(await call('GET', `/plans/${plan.id}`)).toMatchObject({
    status: 410,
    answer: { message: expect.stringMatching(/^This log was erased on .*: OPS-1\./) },
  });
  expect(await call('POST', `/plans/${plan.id}/cancel`)).toMatchObject({ status: 410 });
  expect((await call('GET', '/plans')).answer).toEqual({ plans: [] });
  const { streams } = (await call('GET', '/trail/streams')).answer as RouteAnswer<'trail.streams'>;
  expect(streams.find((each) => each.stream === stream)).toMatchObject({ version, erased: { reason: 'OPS-1' } });
  const { records } = (await call('GET', '/trail/records?stream=server%2Fstorage')).answer as RouteAnswer<'trail.read'>;
  expect(records[0]?.text).toMatch(/"summary":"Erase a log: plan, \d events"/);
  expect(filesWithPlans()).toEqual([]);
});
