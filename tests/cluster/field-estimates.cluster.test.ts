import { describe, expect } from 'vitest';
import { estimatedCosts, fieldCostsIn, type EstimatedCost } from '#domain/console';
import { isObject, type JsonObject } from '#domain/json';
import type { RouteAnswer } from '#domain/wire';
import { openClusters } from '../../src/server/clusters/clusters.ts';
import { remoteCluster } from '../../src/server/cluster/remote-cluster.ts';
import { consoleOf } from './checks/console.ts';
import { DATA_SETS, documentsOf, fillIndex, type DataSet } from './checks/data-sets.ts';
import { itOnEachEngine, report, type Engine } from './engine.ts';

/** Documents of an index, and how many of them are measured. */
const TOTAL = Number(process.env['ESTIMATE_TOTAL'] ?? 40_000);
const SAMPLE = 10_000;
const PREFIX = 'mapledger-test-field-estimate';
/** How far an estimate may be from what a field takes up. */
const TOLERANCE = 0.2;
/** What is smaller than this share of the index is part of the noise of its files. */
const SMALL = 0.01;

describe('the estimate of what fields take up', () => {
  itOnEachEngine(
    'is within 20 % of what they take up in the whole index',
    async (engine) => {
      const clusters = openClusters([
        {
          entry: { id: 'real', label: 'Real', kind: 'remote' },
          remote: remoteCluster({ label: 'Real', url: engine.url }),
        },
      ]);
      const console = consoleOf(clusters);
      const lines: string[] = [];
      const misses: string[] = [];
      const estimate = async (name: string, fields?: readonly string[]) => {
        const body = { documents: SAMPLE, ...(fields && { fields: [...fields] }) };
        const answer = await console.ask<RouteAnswer<'documents.estimate'>>('documents.estimate', { name, body });
        expect(answer).toMatchObject({ total: TOTAL, documents: SAMPLE, refused: 0, leftovers: [] });
        expect(answer.missing).toBeUndefined();
        return estimatedCosts(answer);
      };
      try {
        for (const [at, set] of DATA_SETS.entries()) {
          const index = `${PREFIX}-${set.name}`;
          const names = Object.keys(set.properties);
          const store = await fillIndex(engine, index, mappingsOf(set, names), documentsOf(set, TOTAL, at + 1));
          const isElasticsearch = engine.target.distribution === 'elasticsearch';
          const truth = isElasticsearch ? await analyzed(engine, index) : await leftOut(engine, set, at + 1, store);
          const { fields, storeBytes } = await estimate(index, isElasticsearch ? undefined : names);
          expect(storeBytes).toBe(store);
          for (const [path, bytes] of truth) {
            if (bytes < SMALL * store) continue;
            const found = fields.find((each) => each.path === path);
            const text = `${set.name}: ${path} ${bytes} ${inWords(found, bytes)}`;
            lines.push(text);
            if (found === undefined || Math.abs(found.bytes / bytes - 1) > TOLERANCE) misses.push(text);
          }
          await engine.request('DELETE', `/${index}`);
        }
      } finally {
        await engine.request('DELETE', `/${PREFIX}-*`);
        await clusters.close();
      }
      report(engine.target, `\n${lines.join('\n')}`);
      expect(lines.length).toBeGreaterThan(20);
      expect(misses).toEqual([]);
    },
    900_000,
  );
});

function inWords(found: EstimatedCost | undefined, bytes: number): string {
  if (found === undefined) return 'not found';
  return `as ${found.bytes}, ${found.low} to ${found.high} (${((found.bytes / bytes - 1) * 100).toFixed(1)} %)`;
}

function mappingsOf({ properties }: DataSet, names: readonly string[]): JsonObject {
  return {
    dynamic: false,
    properties: Object.fromEntries(names.map((name) => [name, { type: properties[name] ?? '' }])),
  };
}

/** What each field takes up, as the engine analyzes the index. */
async function analyzed(engine: Engine, index: string): Promise<ReadonlyMap<string, number>> {
  const { body } = await engine.request('POST', `/${index}/_disk_usage?run_expensive_tasks=true`);
  const costs = fieldCostsIn(isObject(body) ? body : {}, index);
  if ('reason' in costs) throw new Error(costs.reason);
  return new Map(costs.fields.flatMap(({ path, bytes }) => (path === '_id' ? [] : [[path, bytes]])));
}

/** How much smaller the index is without each field, where the engine does not analyze it by field. */
async function leftOut(
  engine: Engine,
  set: DataSet,
  seed: number,
  store: number,
): Promise<ReadonlyMap<string, number>> {
  const names = Object.keys(set.properties);
  const sizes = new Map<string, number>();
  for (const name of names) {
    const others = names.filter((each) => each !== name);
    const index = `${PREFIX}-without`;
    const size = await fillIndex(engine, index, mappingsOf(set, others), documentsOf(set, TOTAL, seed));
    sizes.set(name, store - size);
    await engine.request('DELETE', `/${index}`);
  }
  return sizes;
}
