import { randomUUID } from 'node:crypto';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { valueAt } from '#domain/json';
import { openLog } from '#domain/log';
import { remoteCluster } from '../../src/server/cluster/remote-cluster.ts';
import { randomFrom } from '../../src/fuzz/generate/random.ts';
import { describeErasure, SECRET } from '../contracts/erasure.contract.ts';
import { describeEventStore } from '../contracts/event-store.contract.ts';
import { sampleHistory } from '../contracts/sample-history.ts';
import { openIndexAsStore, openTrailHome, removeHomes, type TrailHome } from '../contracts/shared-trail-homes.ts';
import { DISTRIBUTIONS } from './distributions.ts';
import { engineAt, itOnEachEngine } from './engine.ts';
import './global-setup.ts';
import { ERASED, ERASED_WORDS, runTwoServers, SHARED } from './trail-servers.ts';

const newIndex = () => `mapledger-test-trail-${randomUUID()}`;

for (const distribution of DISTRIBUTIONS) {
  const found = inject('engines')[distribution];
  if ('missing' in found) {
    describe(`an index of ${distribution} as an event store`, () => it.skip(found.missing, () => undefined));
    continue;
  }
  describeEventStore(
    `An index of ${distribution}`,
    async () => {
      const engine = engineAt(found);
      const cluster = remoteCluster({ label: distribution, url: found.url });
      const index = newIndex();
      return openIndexAsStore(
        () => cluster.connect(),
        index,
        async () => {
          await cluster.close();
          await engine.request('DELETE', `/${index}`);
        },
      );
    },
    { hasEnds: false },
  );
  describeErasure(`In an index of ${distribution}`, async () => {
    const engine = engineAt(found);
    const cluster = remoteCluster({ label: distribution, url: found.url });
    const index = newIndex();
    const home = openTrailHome(cluster.connect(), { index });
    await home.trail.start();
    return {
      ...home,
      async destroy() {
        // The words are out of the index itself, too.
        await expect.poll(() => home.copy.documentsToErase(1)).toEqual([]);
        await engine.request('POST', `/${index}/_refresh`);
        const documents = await engine.request('POST', `/${index}/_search`, { size: 1_000 });
        const erased = home.keeper.all().length;
        await removeHomes([home]);
        await cluster.close();
        await engine.request('DELETE', `/${index}`);
        if (erased > 0) expect(JSON.stringify(documents.body)).not.toContain(SECRET);
      },
    };
  });
}

itOnEachEngine('keeps a strict mapping, and documents that can be found by stream', async (engine) => {
  const cluster = remoteCluster({ label: 'engine', url: engine.url });
  const index = newIndex();
  const homes = [openTrailHome(cluster.connect(), { index })];
  onTestFinished(async () => {
    await removeHomes(homes);
    await cluster.close();
    await engine.request('DELETE', `/${index}`);
  });
  const { events } = sampleHistory();
  const [home] = homes as [TrailHome];
  await home.trail.start();
  await home.trail.store.record('draft/a', 0, events);
  const mappings = (await engine.request('GET', `/${index}/_mapping`)).body;
  expect(valueAt(mappings, `/${index}/mappings/dynamic`)).toBe('strict');
  const refused = await engine.request('PUT', `/${index}/_create/x`, { other: 1 });
  expect(valueAt(refused.body, '/error/type')).toBe('strict_dynamic_mapping_exception');
  await engine.request('POST', `/${index}/_refresh`);
  const found = await engine.request('POST', `/${index}/_search`, { query: { term: { streams: 'draft/a' } } });
  expect(valueAt(found.body, '/hits/total/value')).toBe(1);
  expect(openLog(await home.trail.store.read('draft/a')).events).toHaveLength(events.length);
});

/** How often a server is killed. */
const KILLS = Number(process.env['TRAIL_KILLS'] ?? 4);

itOnEachEngine(
  'two servers that are killed in turn record each event once, and have the same trail',
  async (engine) => {
    const index = newIndex();
    onTestFinished(async () => {
      await engine.request('DELETE', `/${index},${SHARED}?ignore_unavailable=true`);
    });
    const flags = ['--cluster', engine.url, '--cluster-name', 'prod', '--trail-index', `prod/${index}`];
    const { found, acknowledged, conflicts, faults, erased } = await runTwoServers(flags, KILLS, randomFrom(7));
    expect(faults).toEqual([]);
    expect(found).toBeGreaterThanOrEqual(acknowledged);
    expect(acknowledged).toBeGreaterThan(KILLS);
    expect(conflicts).toBeGreaterThan(0);
    expect(erased).toBeGreaterThan(0);
    await engine.request('POST', `/${index}/_refresh`);
    const documents = await engine.request('POST', `/${index}/_search`, {
      size: 10_000,
      query: { term: { streams: ERASED } },
    });
    const text = JSON.stringify(documents.body);
    expect(text).toContain('tombstones');
    expect(text).not.toMatch(ERASED_WORDS);
  },
  240_000,
);
