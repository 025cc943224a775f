import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { API_BASE, DEVICE_HEADER, OPERATOR_HEADER, ROUTES, type RouteContract } from '#domain/wire';
import { deviceSecret } from '../../tests/builders/device-secret.ts';
import { quickFolder } from '../../tests/builders/quick-folder.ts';
import { HANDLED, sampleInput } from '../../tests/builders/route-samples.ts';
import { fieldEvent, startEvent } from '../../tests/crash/trail-server/trail-client.ts';
import { buildApp } from './app.ts';
import { composeApi } from './composition.ts';
import { parseFlags } from './flags.ts';
import { OPERATOR_SECRET_FILE } from './operator-secret.ts';

const ADA = { id: 'ada', name: 'Ada', verified: false };
/** The draft that the samples of the routes name. */
const STREAM = 'draft/sample';
const ERASING = ['trail.erase', 'trail.erase_stream'];

interface Caller {
  readonly remoteAddress: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function serve(dataDir = quickFolder()) {
  const outcome = parseFlags(['--data-dir', dataDir, '--sandbox'], {});
  if (outcome.kind !== 'run') throw new Error('These settings are none.');
  const composed = await composeApi(outcome.settings, { onFailure: () => undefined });
  const app = await buildApp({ ...outcome.settings, version: '0', clientDir: '/nowhere', api: composed.api });
  let isClosed = false;
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    await app.close();
    await composed.close();
  };
  onTestFinished(async () => {
    await close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const inject = (options: InjectOptions, { remoteAddress, headers }: Caller) =>
    app.inject({
      ...options,
      remoteAddress,
      headers: { host: '127.0.0.1:7300', 'x-mapledger': '1', ...headers },
    });
  const events = [startEvent(ADA, STREAM), fieldEvent(ADA, 1)];
  const body = { stream: STREAM, after: 0, events, author: ADA.id };
  const path = `${API_BASE}${ROUTES['trail.append'].path}`;
  const device = { remoteAddress: '192.0.2.1', headers: { [DEVICE_HEADER]: deviceSecret('ada') } };
  expect((await inject({ method: 'POST', url: path, payload: body }, device)).statusCode).toBe(200);
  return {
    file: join(dataDir, OPERATOR_SECRET_FILE),
    secret: () => readFileSync(join(dataDir, OPERATOR_SECRET_FILE), 'utf8').trim(),
    inject,
    close,
  };
}

type Server = Awaited<ReturnType<typeof serve>>;

/** What each route answers a caller on a new server: the status, and which members there are. */
async function answersTo(callerOf: (server: Server) => Caller): Promise<ReadonlyMap<string, string>> {
  const server = await serve();
  const answers = new Map<string, string>();
  // What erases comes first, while there is something to erase; `version` is how many events there are.
  for (const id of [...HANDLED].sort((a, b) => Number(ERASING.includes(b)) - Number(ERASING.includes(a)))) {
    const { method, path }: RouteContract = ROUTES[id];
    const { params, query, body } = sampleInput(id, 'sandbox-products');
    const asked = new URLSearchParams({ ...(id === 'trail.changes' && { wait: '0' }), ...query });
    const url = `${API_BASE}${path.replace(/:\w+/g, params?.name ?? 'none')}?${asked.toString()}`;
    const payload = id === 'trail.erase_stream' ? { ...body, version: 2 } : body;
    const answer = await server.inject({ method, url, ...(payload && { payload }) }, callerOf(server));
    const value = answer.headers['content-type']?.toString().startsWith('application/json')
      ? answer.json<object>()
      : {};
    answers.set(id, `${answer.statusCode} ${Object.keys(value).sort().join()}`);
  }
  return answers;
}

const different = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>) =>
  [...a.keys()].filter((id) => a.get(id) !== b.get(id)).sort();

it('no route gives a right by an address: only the secret of the data folder erases what others made', async () => {
  const elsewhere = await answersTo(() => ({ remoteAddress: '192.0.2.7' }));
  expect(elsewhere.size).toBe(HANDLED.length);
  for (const id of ERASING) expect([id, elsewhere.get(id)?.slice(0, 3)]).toEqual([id, '403']);
  for (const remoteAddress of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
    expect([remoteAddress, different(elsewhere, await answersTo(() => ({ remoteAddress })))]).toEqual([
      remoteAddress,
      [],
    ]);
  // Wherever the request comes from.
  for (const remoteAddress of ['127.0.0.1', '192.0.2.7']) {
    const headersOf = ({ secret }: Server) => ({ [OPERATOR_HEADER]: secret() });
    const proved = await answersTo((server) => ({ remoteAddress, headers: headersOf(server) }));
    expect(ERASING.map((id) => proved.get(id)?.slice(0, 3))).toEqual(['200', '200']);
  }
}, 60_000);

it.each(['', 'x', 'A'.repeat(43), 'Bearer', '__proto__'])(
  'no route takes the wrong secret “%s”',
  async (wrong) => {
    for (const remoteAddress of ['127.0.0.1', '192.0.2.7']) {
      const refused = await answersTo(() => ({ remoteAddress, headers: { [OPERATOR_HEADER]: wrong } }));
      const odd = [...refused].filter(([, answer]) => !/^(?:400|403|404) /.test(answer));
      expect(odd).toEqual([]);
      expect(ERASING.map((id) => refused.get(id)?.slice(0, 3))).toEqual(['403', '403']);
    }
  },
  60_000,
);

it('is new with each start, readable by the user of the server alone, and gone with the server', async () => {
  const dataDir = quickFolder();
  const file = join(dataDir, OPERATOR_SECRET_FILE);
  // One that a killed server left, and others could read.
  writeFileSync(file, 'left-by-a-killed-server\n', { mode: 0o644 });
  const first = await serve(dataDir);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const before = first.secret();
  expect(before).toMatch(/^[\w-]{43}$/);
  await first.close();
  expect(existsSync(file)).toBe(false);
  const second = await serve(dataDir);
  expect(second.secret()).not.toBe(before);
  const options = {
    method: 'POST',
    url: `${API_BASE}${ROUTES['trail.erase'].path}`,
    payload: { author: 'ada' },
  } as const;
  const erase = (secret: string) =>
    second.inject(options, { remoteAddress: '127.0.0.1', headers: { [OPERATOR_HEADER]: secret } });
  for (const old of [before, 'left-by-a-killed-server']) {
    const answer = await erase(old);
    expect([answer.statusCode, answer.body.includes(old)]).toEqual([403, false]);
  }
  expect((await erase(second.secret())).json()).toEqual({ names: 1 });
});
