import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { remoteCluster } from '../../src/server/cluster/remote-cluster.ts';
import { startWriter } from '../contracts/plans/plan-writer.ts';
import { runWithKills } from '../e2e/plans/killed-server.ts';
import { DISTRIBUTIONS } from './distributions.ts';
import { engineAt, type Engine } from './engine.ts';
import './global-setup.ts';

const [INDEX, NEXT, ALIAS] = ['plan-kills', 'plan-kills-v2', 'plan-kills-current'];
const DOCUMENTS = 3_000;
const isBuilt = existsSync(join(import.meta.dirname, '../../dist/server/main.js'));

async function fill(engine: Engine): Promise<void> {
  for (const index of [INDEX, NEXT]) await engine.request('DELETE', `/${index}`);
  await engine.request('PUT', `/${INDEX}`, {
    settings: { number_of_shards: 2, number_of_replicas: 0 },
    mappings: { properties: { level: { type: 'text' } } },
    aliases: { [ALIAS]: { is_write_index: true } },
  });
  const lines = Array.from({ length: DOCUMENTS }, (_, n) => `{"index":{"_id":"${n}"}}\n{"n":${n},"level":"info"}\n`);
  await fetch(`${engine.url}/${INDEX}/_bulk`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: lines.join(''),
  });
}

async function missingOf(engine: Engine, ids: readonly string[]): Promise<readonly string[]> {
  await engine.request('POST', `/${ALIAS}/_refresh`);
  const { body } = await engine.request('POST', `/${ALIAS}/_search`, {
    size: ids.length,
    _source: false,
    query: { ids: { values: [...ids] } },
  });
  const { hits } = body as { hits: { hits: { _id: string }[] } };
  const found = new Set(hits.hits.map(({ _id }) => _id));
  return ids.filter((id) => !found.has(id));
}

describe('a plan whose server is killed in each step, while clients write', () => {
  it.for(DISTRIBUTIONS)(
    'loses nothing that was acknowledged, on a real %s',
    { timeout: 300_000 },
    async (distribution, context) => {
      const found = inject('engines')[distribution];
      if (!isBuilt) return context.skip('The console is not built.');
      if ('missing' in found) return context.skip(found.missing);
      const engine = engineAt(found);
      await fill(engine);
      const remote = remoteCluster({ label: distribution, url: engine.url });
      const writer = startWriter(remote.connect(), ALIAS);
      const proposal = {
        name: INDEX,
        replaceIndex: { newIndex: NEXT, mappings: { properties: { level: { type: 'keyword' } } } },
      };
      const { done, kills, server } = await runWithKills(proposal, ['--cluster', engine.url]);
      await writer.writeMore(20);
      const { acknowledged, refused } = await writer.stop();
      await server.stop();
      await remote.close();
      expect([done.plan.state, done.plan.steps.flatMap(({ error }) => error?.message ?? [])]).toEqual(['done', []]);
      expect(kills.length).toBeGreaterThanOrEqual(3);
      expect(await missingOf(engine, acknowledged.slice(-5_000))).toEqual([]);
      const { body } = await engine.request('GET', `/${NEXT}/_count`);
      expect((body as { count: number }).count).toBe(DOCUMENTS + acknowledged.length);
      // Writes are refused, not lost, between the block and the swap.
      expect(refused).toBeGreaterThan(0);
      const { body: aliases } = await engine.request('GET', `/_alias/${ALIAS}`);
      expect(aliases).toEqual({ [NEXT]: { aliases: { [ALIAS]: { is_write_index: true } } } });
      for (const index of [INDEX, NEXT]) await engine.request('DELETE', `/${index}`);
    },
  );
});
