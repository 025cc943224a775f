import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sha256Hex } from '#domain/events';
import type { JsonValue } from '#domain/json';
import { openLog } from '#domain/log';
import {
  API_BASE,
  AUTHOR_HEADER,
  DEVICE_HEADER,
  ROUTES,
  routeCall,
  type RouteAnswer,
  type RouteContract,
  type RouteId,
} from '#domain/wire';
import { deviceSecret } from '../../tests/builders/device-secret.ts';
import { quickFolder } from '../../tests/builders/quick-folder.ts';
import { fieldEvent, startEvent } from '../../tests/crash/trail-server/trail-client.ts';
import { runCli } from '../cli/test-terminal.ts';
import { buildApp } from './app.ts';
import { composeApi } from './composition.ts';
import { parseFlags } from './flags.ts';

const ADA = { id: 'ada', name: 'Ada', verified: false };
const MALLORY = { id: 'mallory', name: 'Mallory', verified: false };
const SECRETS = { ada: deviceSecret('ada'), mallory: deviceSecret('mallory'), new: deviceSecret('new') };
const CODE = 'THE-CODE-OF-ADA-WHICH-IS-A-SECRET';
const dataDir = quickFolder();
const lines: string[] = [];
const urls: string[] = [];
let app: Awaited<ReturnType<typeof buildApp>>;
let close: () => Promise<void>;
let host: string;

beforeAll(async () => {
  const outcome = parseFlags(['--data-dir', dataDir, '--sandbox'], {});
  if (outcome.kind !== 'run') throw new Error('These settings are none.');
  const composed = await composeApi(outcome.settings, { onFailure: (error) => lines.push(String(error)) });
  app = await buildApp({
    ...{ ...outcome.settings, version: '0', clientDir: '/nowhere', api: composed.api },
    logLevel: 'info',
    log: { write: (line) => void lines.push(line) },
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  host = new URL(address).host;
  close = async () => {
    await app.close();
    await composed.close();
  };
});
afterAll(() => rmSync(dataDir, { recursive: true }));

interface Ask {
  readonly secret?: string | undefined;
  readonly claimed?: typeof ADA;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: JsonValue;
  readonly name?: string;
}

/** A call from another machine. */
async function ask(id: RouteId, { secret, claimed, query = {}, body, name }: Ask) {
  const { method, path } = routeCall(id);
  const url = `${API_BASE}${path.replace(':name', name ?? '')}?${new URLSearchParams(query).toString()}`;
  urls.push(url);
  return app.inject({
    method: method as NonNullable<InjectOptions['method']>,
    url,
    remoteAddress: '192.0.2.7',
    headers: {
      host,
      'x-mapledger': '1',
      ...(secret !== undefined && { [DEVICE_HEADER]: secret }),
      ...(claimed !== undefined && { [AUTHOR_HEADER]: encodeURIComponent(JSON.stringify(claimed)) }),
    },
    ...(body !== undefined && { payload: body as object }),
  });
}

const append = (
  secret: string | undefined,
  stream: string,
  after: number,
  author: typeof ADA,
  events: readonly object[],
) => ask('trail.append', { secret, body: { stream, after, events: events as JsonValue, author: author.id } });

async function version(stream: string): Promise<number> {
  const answer = await ask('trail.read', { secret: SECRETS.ada, query: { stream, author: ADA.id } });
  return answer.json<RouteAnswer<'trail.read'>>().version;
}

it('nobody does anything as somebody else with the id alone, and no secret is anywhere', async () => {
  const target = { distribution: 'elasticsearch', version: '9.0.0' };
  const draft = { name: 'Shared', kind: 'mappings', mappingsAt: '', target };
  for (const stream of ['draft/private', 'draft/shared', 'workspace/drafts/ada'])
    expect((await append(SECRETS.ada, stream, 0, ADA, [startEvent(ADA, stream)])).statusCode).toBe(200);
  const share = (secret: string | undefined, stream: string) =>
    ask('trail.share', { secret, body: { stream, isShared: true, draft, author: ADA.id } });
  expect((await share(SECRETS.ada, 'draft/shared')).statusCode).toBe(200);
  const recovery = { author: ADA.id, digest: sha256Hex(CODE) };
  expect((await ask('trail.recovery', { secret: SECRETS.ada, body: recovery })).statusCode).toBe(200);

  for (const secret of [SECRETS.mallory, undefined]) {
    const forged = fieldEvent(ADA, 1);
    const own = fieldEvent(MALLORY, 1);
    const refused = [
      await append(secret, 'draft/private', 1, ADA, [forged]),
      await append(secret, 'draft/shared', 1, ADA, [forged]),
      await append(secret, 'draft/of-nobody', 0, ADA, [startEvent(ADA, 'draft/of-nobody')]),
      await append(secret, 'draft/shared', 1, MALLORY, [forged, own]),
      await append(secret, 'draft/shared', 1, MALLORY, [own, { ...forged, author: { ...ADA, id: 'cluster:ada' } }]),
      await share(secret, 'draft/private'),
      await ask('trail.present', { secret, body: { author: ADA.id, name: 'Ada', stream: null, field: null } }),
      await ask('trail.erase', { secret, body: { author: ADA.id } }),
      await ask('trail.erase_stream', { secret, body: { stream: 'draft/private', version: 1, reason: 'OPS-1' } }),
      await ask('trail.recovery', { secret, body: { ...recovery, digest: sha256Hex('of mallory') } }),
      await ask('trail.prove', { secret, body: { author: ADA.id, code: 'a guess' } }),
      await ask('indices.refresh', { secret, claimed: ADA, body: { indices: ['sandbox-products'] } }),
    ];
    expect(refused.map(({ statusCode }) => statusCode)).toSatisfy((all: number[]) =>
      all.every((each) => each === 401 || each === 403),
    );
    for (const id of ['trail.read', 'trail.tombstones', 'proof.verify', 'proof.inclusion'] as const) {
      const query = {
        stream: 'draft/private',
        author: ADA.id,
        ...(id === 'proof.inclusion' && { version: '1', size: '1' }),
      };
      expect([id, (await ask(id, { secret, query })).statusCode]).toEqual([id, 403]);
    }
    const listed = await ask('trail.streams', { secret, query: { author: ADA.id, prefix: 'draft/' } });
    expect(listed.json<RouteAnswer<'trail.streams'>>().streams.map(({ stream }) => stream)).toEqual(['draft/shared']);
    const changes = await ask('trail.changes', { secret, query: { author: ADA.id, cursor: '0.0', wait: '0' } });
    expect(changes.json<RouteAnswer<'trail.changes'>>().streams.map(({ stream }) => stream)).toEqual(['draft/shared']);
    const authors = (await ask('trail.authors', { secret })).json<RouteAnswer<'trail.authors'>>().authors;
    expect(authors.map(({ id }) => id)).not.toContain(ADA.id);
    expect((await ask('trail.prove', { secret, body: { author: ADA.id } })).json()).toEqual({
      outcome: 'taken',
      person: null,
    });
  }
  for (const stream of ['draft/private', 'draft/shared']) expect(await version(stream)).toBe(1);

  // What was refused was not sent to the cluster either, and what nobody proves is of nobody.
  const claimed = { ...ADA, id: 'unseen' };
  expect((await ask('indices.refresh', { claimed, body: { indices: ['sandbox-products'] } })).statusCode).toBe(200);
  const mine = await ask('indices.refresh', {
    secret: SECRETS.ada,
    claimed: ADA,
    body: { indices: ['sandbox-products'] },
  });
  expect(mine.statusCode).toBe(200);
  const actions = (await ask('actions.list', {})).json<RouteAnswer<'actions.list'>>().actions;
  expect(actions.map(({ author }) => author.id)).toEqual(['ada', 'anonymous']);

  // A code is used once.
  const restore = (secret: string) => ask('trail.prove', { secret, body: { author: ADA.id, code: CODE } });
  expect((await restore(SECRETS.new)).json()).toMatchObject({ outcome: 'proved', person: { id: 'ada', name: 'Ada' } });
  expect((await restore(SECRETS.mallory)).statusCode).toBe(403);
  expect((await append(SECRETS.new, 'draft/private', 1, ADA, [fieldEvent(ADA, 1)])).statusCode).toBe(200);
  const storage = await ask('trail.read', { query: { stream: 'server/storage' } });
  const [event] = openLog(storage.json<RouteAnswer<'trail.read'>>().records).events;
  expect(event).toMatchObject({
    type: 'author.restored',
    author: { id: 'ada' },
    command: { payload: { restored: { author: 'ada', by: 'code' } } },
  });

  await close();
  const exported = await runCli(['export', '--data-dir', dataDir]);
  expect((await runCli(['verify', '-'], { stdin: exported.out })).code).toBe(0);
  const places: Readonly<Record<string, string>> = {
    ...Object.fromEntries(filesIn(dataDir).map((file) => [file, readFileSync(file).toString('latin1')])),
    urls: urls.join('\n'),
    log: lines.join('\n'),
    export: exported.out + exported.err,
  };
  expect(Object.keys(places)).toContain(join(dataDir, 'server.db'));
  const found = Object.entries(places).flatMap(([place, text]) =>
    [...Object.values(SECRETS), CODE].filter((secret) => text.includes(secret)).map((secret) => [place, secret]),
  );
  expect(found).toEqual([]);
  // The digest is where it belongs, and nowhere else.
  const digest = sha256Hex(SECRETS.ada);
  const withDigest = Object.entries(places).flatMap(([place, text]) => (text.includes(digest) ? [place] : []));
  expect(withDigest.every((place) => place.startsWith(join(dataDir, 'server.db')))).toBe(true);
  expect(withDigest).not.toEqual([]);
});

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? filesIn(path) : [path]));
}

it('every route that takes an author in a query or a body is one that this file tries', () => {
  const takesAuthor = (part: unknown) => JSON.stringify(part ?? {}).includes('"author"');
  const routes = Object.entries(ROUTES).flatMap(([id, contract]: [string, RouteContract]) =>
    takesAuthor(contract.query) || takesAuthor(contract.body) ? [id] : [],
  );
  expect(routes.sort()).toEqual([
    'proof.inclusion',
    'proof.verify',
    'trail.append',
    'trail.changes',
    'trail.erase',
    'trail.present',
    'trail.prove',
    'trail.read',
    'trail.recovery',
    'trail.share',
    'trail.streams',
    'trail.tombstones',
  ]);
});
