import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { monotonicFactory } from 'ulid';
import type { DocumentEvent } from '#domain/events';
import { ClusterError } from '#domain/ports';
import { STORAGE_STREAM } from '#domain/storage';
import { quickFolder } from '../../tests/builders/quick-folder.ts';
import { ada, ben, sampleHistory } from '../../tests/contracts/sample-history.ts';
import { startServer, type Answerer } from './cluster/test-server.ts';
import { clustersOf } from './clusters/configured.ts';
import { embeddedEngine } from './embedded/embedded-engine.ts';
import { memoryEngineStorage } from './embedded/storage.ts';
import { parseFlags } from './flags.ts';
import { metricsRegistry } from './metrics/registry.ts';
import { openTrail } from './open-trail.ts';
import { openSigningKey } from './proof/signing-key.ts';
import { openDatabase } from './sqlite/database.ts';
import { TrailIndexError } from './trail-index/trail-index.ts';

const NOON = '2026-11-22T10:00:00.000Z';
const [first] = sampleHistory().events as [DocumentEvent];

/** The embedded engine as a cluster answers. */
function engineAnswers(): Answerer {
  const nextId = monotonicFactory();
  const engine = embeddedEngine({
    storage: memoryEngineStorage(),
    clock: { now: () => NOON },
    ids: { next: () => nextId() },
  });
  return (response, { method, url, body }) => {
    const { pathname } = new URL(url, 'http://localhost');
    const path = pathname.slice(1).split('/').map(decodeURIComponent);
    void engine
      .send({ method: method as 'GET', path, ...(body !== '' && { body }) })
      .then(({ status, body: text }) => [status, text] as const)
      .catch(
        (error: unknown) =>
          [
            (error instanceof ClusterError ? error.status : undefined) ?? 500,
            JSON.stringify({ error: { type: error instanceof ClusterError ? error.type : 'failed', reason: 'no' } }),
          ] as const,
      )
      .then(([status, text]) => response.writeHead(status, { 'content-type': 'application/json' }).end(text));
  };
}

function newFolder(): string {
  const folder = quickFolder();
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Opens the trail of a folder as the flags say. */
async function open(folder: string, flags: readonly string[]) {
  const outcome = parseFlags(['--data-dir', folder, ...flags], {});
  if (outcome.kind !== 'run') throw new Error(JSON.stringify(outcome));
  const { settings } = outcome;
  const database = openDatabase(join(folder, 'server.db'));
  const clusters = clustersOf(settings.clusters);
  const metrics = metricsRegistry();
  const warnings: string[] = [];
  let isEnded = false;
  const endAll = async () => {
    if (isEnded) return;
    isEnded = true;
    await clusters.close();
    database.close();
  };
  onTestFinished(endAll);
  const options = {
    database,
    clusters,
    metrics,
    now: () => NOON,
    newSalt: () => '0'.repeat(32),
    signer: openSigningKey(join(folder, 'signing-key.pem')),
  };
  const trail = await openTrail(settings, { ...options, warn: (line) => void warnings.push(line) });
  const close = async () => {
    await trail.close();
    await endAll();
  };
  onTestFinished(() => trail.close());
  return { trail, warnings, metrics, close };
}

const indexOf = (url: string) => ['--cluster', url, '--cluster-name', 'prod', '--trail-index', 'prod/trail'];

it('refuses to start where the cluster wants credentials that are not configured, and says what to do', async () => {
  const { url } = await startServer((response) =>
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"no"}'),
  );
  const opening = open(newFolder(), indexOf(url));
  await expect(opening).rejects.toThrow(TrailIndexError);
  await expect(opening).rejects.toThrow(/index "trail" of cluster "prod".*configure a user who may create/);
});

it('starts where the cluster is away, keeps in the spool what the server does, and counts it', async () => {
  const { trail, warnings, metrics } = await open(newFolder(), indexOf('http://127.0.0.1:1'));
  expect(warnings).toEqual([
    expect.stringMatching(/The trail can’t be written to the index "trail" of cluster "prod"/),
  ]);
  expect(await trail.store.append('action/prod/1', 0, [first])).toMatchObject({ version: 1 });
  await expect(trail.store.record('draft/a', 0, [first])).rejects.toThrow('The index of the trail can’t be used');
  expect(metrics.format()).toMatch(/^mapledger_trail_spool_entries [1-9]/m);
  expect(metrics.format()).toMatch(/^mapledger_trail_index_up 0$/m);
});

it('erases names everywhere, and keeps to itself what it did', async () => {
  const { url } = await startServer(engineAnswers());
  const [one, two] = [await open(newFolder(), indexOf(url)), await open(newFolder(), indexOf(url))];
  await one.trail.store.record('draft/a', 0, [first]);
  expect((await two.trail.store.readPage('draft/a', 0, 1)).names).toMatchObject([{ name: 'ada' }]);
  const { store } = one.trail;
  expect(
    await store.appendWith(STORAGE_STREAM, 0, [{ ...first, author: ben }], () => void store.names.erase(ada.id)),
  ).toEqual({ conflict: false, version: 1 });
  await expect.poll(async () => (await two.trail.store.readPage('draft/a', 0, 1)).names).toEqual([]);
  expect(await two.trail.store.read(STORAGE_STREAM)).toEqual([]);
});

it('goes on with the index that a folder had, or leaves it where that is said', async () => {
  const { url } = await startServer(engineAnswers());
  const folder = newFolder();
  const shared = await open(folder, indexOf(url));
  expect(await shared.trail.store.record('draft/a', 0, [first])).toMatchObject({ version: 1 });
  expect(shared.metrics.format()).toMatch(/^mapledger_trail_index_up 1$/m);
  await shared.close();
  await expect(open(folder, [])).rejects.toThrow(/is a copy of a trail in an index.*--trail-index none/);
  const left = await open(folder, ['--trail-index', 'none']);
  expect(await left.trail.store.read('draft/a')).toHaveLength(1);
  await left.close();
  const alone = await open(folder, []);
  expect(await alone.trail.store.record('draft/b', 0, [first])).toMatchObject({ version: 1 });
});
