import { describe, expect } from 'vitest';
import { formatJson, isObject, valueAt, type JsonObject } from '#domain/json';
import type { RouteAnswer } from '#domain/wire';
import { openClusters } from '../../src/server/clusters/clusters.ts';
import { remoteCluster } from '../../src/server/cluster/remote-cluster.ts';
import { rehearsalEstimate } from '../../src/ui/review/rehearsal-estimate.ts';
import { consoleOf } from './checks/console.ts';
import { itOnEachEngine, report, type Engine } from './engine.ts';

/** Documents of an index; ESTIMATE_TOTAL=1000000 takes about 7 minutes for each data set. */
const TOTAL = Number(process.env['ESTIMATE_TOTAL'] ?? 40_000);
/** How many of them are rehearsed. */
const SAMPLE = TOTAL >= 1_000_000 ? 100_000 : 10_000;
/** The data sets by name, separated by commas; all where absent. */
const ONLY = process.env['ESTIMATE_SETS']?.split(',');
const PREFIX = 'mapledger-test-estimate';

interface DataSet {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly documentAt: (at: number, random: () => number) => JsonObject;
}

/** A congruential generator, so that each run has the same documents. */
function generator(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32;
}

/** Words of which a few are frequent and most are rare. */
function words(count: number, random: () => number): string {
  return Array.from({ length: count }, () => `w${Math.floor(5_000 * random() ** 4)}`).join(' ');
}

const DATA_SETS: readonly DataSet[] = [
  {
    name: 'logs',
    properties: { at: 'date', level: 'keyword', host: 'keyword', message: 'text', bytes: 'long' },
    documentAt: (at, random) => ({
      at: 1_700_000_000_000 + at * 1_000,
      level: random() < 0.9 ? 'info' : 'error',
      host: `host-${Math.floor(random() * 40)}`,
      message: words(12, random),
      bytes: Math.floor(random() * 100_000),
    }),
  },
  {
    name: 'products',
    properties: { sku: 'keyword', title: 'text', tags: 'keyword', price: 'double', stock: 'integer' },
    documentAt: (at, random) => ({
      sku: `SKU-${at}-${Math.floor(random() * 1e9)}`,
      title: words(6, random),
      tags: [`t${Math.floor(random() * 30)}`, `t${Math.floor(random() * 300)}`],
      price: Math.floor(random() * 10_000) / 100,
      stock: Math.floor(random() * 50),
    }),
  },
  {
    name: 'metrics',
    properties: { at: 'date', host: 'keyword', cpu: 'double', memory: 'long', disk: 'float' },
    documentAt: (at, random) => ({
      at: 1_700_000_000_000 + at * 10_000,
      host: `host-${at % 25}`,
      cpu: random(),
      memory: Math.floor(random() * 2 ** 34),
      disk: random() * 100,
    }),
  },
  {
    name: 'people',
    properties: { email: 'keyword', name: 'text', country: 'keyword', ip: 'ip', born: 'date' },
    documentAt: (at, random) => ({
      email: `person.${at}@example-${Math.floor(random() * 500)}.org`,
      name: words(2, random),
      country: `c${Math.floor(random() * 180)}`,
      ip: `10.${at % 250}.${Math.floor(random() * 250)}.${Math.floor(random() * 250)}`,
      born: `19${50 + Math.floor(random() * 49)}-0${1 + Math.floor(random() * 9)}-11`,
    }),
  },
  {
    name: 'articles',
    properties: { id: 'keyword', section: 'keyword', body: 'text', views: 'long' },
    documentAt: (at, random) => ({
      id: `a${at}`,
      section: `s${Math.floor(random() * 12)}`,
      body: words(40 + Math.floor(random() * 60), random),
      views: Math.floor(1 / (random() + 1e-6)),
    }),
  },
];

const TEXTS: readonly string[] = ['text'];
const KEYWORDS: readonly string[] = ['keyword'];
const NUMBERS: readonly string[] = ['long', 'integer', 'double', 'float', 'date', 'ip'];

/** Changes of fields by their type. */
const CHANGES: readonly { readonly name: string; readonly fieldOf: (type: string) => JsonObject }[] = [
  {
    name: 'text without norms and positions',
    fieldOf: (type) => (TEXTS.includes(type) ? { type, norms: false, index_options: 'docs' } : { type }),
  },
  {
    name: 'keyword without doc values',
    fieldOf: (type) => (KEYWORDS.includes(type) ? { type, doc_values: false } : { type }),
  },
  {
    name: 'keyword as text with a keyword',
    fieldOf: (type) => (KEYWORDS.includes(type) ? { type: 'text', fields: { raw: { type: 'keyword' } } } : { type }),
  },
  { name: 'numbers without an index', fieldOf: (type) => (NUMBERS.includes(type) ? { type, index: false } : { type }) },
];

function mappingsOf({ properties }: DataSet, fieldOf: (type: string) => JsonObject): JsonObject {
  return { properties: Object.fromEntries(Object.entries(properties).map(([name, type]) => [name, fieldOf(type)])) };
}

/** Makes an index of all documents; returns its size, merged. */
async function fill(
  engine: Engine,
  index: string,
  mappings: JsonObject,
  documents: readonly string[],
): Promise<number> {
  await engine.request('DELETE', `/${index}`);
  const settings = { number_of_shards: 1, number_of_replicas: 0, refresh_interval: '-1' };
  const made = await engine.request('PUT', `/${index}`, { settings, mappings });
  expect(made.status).toBe(200);
  for (let at = 0; at < documents.length; at += 4_000) {
    const response = await fetch(`${engine.url}/${index}/_bulk`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body: documents.slice(at, at + 4_000).join(''),
    });
    expect(await response.json()).toMatchObject({ errors: false });
  }
  await engine.request('POST', `/${index}/_refresh`);
  await engine.request('POST', `/${index}/_forcemerge?max_num_segments=1`);
  await engine.request('POST', `/${index}/_refresh`);
  const { body } = await engine.request('GET', `/${index}/_stats/store`);
  return Number(valueAt(body, '/_all/primaries/store/size_in_bytes'));
}

describe('the estimate of a rehearsal on a random sample', () => {
  itOnEachEngine(
    'has the true growth of the index in its interval for 9 of 10 changes',
    async (engine) => {
      const clusters = openClusters([
        {
          entry: { id: 'real', label: 'Real', kind: 'remote' },
          remote: remoteCluster({ label: 'Real', url: engine.url }),
        },
      ]);
      const console = consoleOf(clusters);
      const results: { readonly name: string; readonly isWithin: boolean; readonly text: string }[] = [];
      try {
        for (const [at, set] of DATA_SETS.entries()) {
          if (ONLY?.includes(set.name) === false) continue;
          const random = generator(at + 1);
          const documents = Array.from(
            { length: TOTAL },
            (_, id) => `{"index":{"_id":"d${id}"}}\n${formatJson(set.documentAt(id, random))}\n`,
          );
          const index = `${PREFIX}-${set.name}`;
          const before = await fill(
            engine,
            index,
            mappingsOf(set, (type) => ({ type })),
            documents,
          );
          for (const change of CHANGES) {
            const mappings = mappingsOf(set, change.fieldOf);
            const changed = `${PREFIX}-changed`;
            const growth = (await fill(engine, changed, mappings, documents)) / before - 1;
            await engine.request('DELETE', `/${changed}`);
            const answer = await console.ask<RouteAnswer<'documents.rehearse'>>('documents.rehearse', {
              name: index,
              body: { mappings, documents: SAMPLE, sample: 'random' },
            });
            const found = rehearsalEstimate(answer)?.growth ?? null;
            const isWithin = found !== null && found.low <= growth && growth <= found.high;
            const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
            const interval = found === null ? 'none' : `${percent(found.low)} to ${percent(found.high)}`;
            results.push({
              name: `${set.name}: ${change.name}`,
              isWithin,
              text: `${set.name}, ${change.name}: ${percent(growth)} in ${interval}${isWithin ? '' : ' NO'}`,
            });
          }
          await engine.request('DELETE', `/${index}`);
        }
      } finally {
        await engine.request('DELETE', `/${PREFIX}-*`);
        await clusters.close();
      }
      report(engine.target, `\n${results.map(({ text }) => text).join('\n')}`);
      const left = await engine.request('GET', '/_cat/indices/mapledger-scratch-*?format=json&expand_wildcards=all');
      expect(isObject(left.body) ? [] : left.body).toEqual([]);
      expect(results).toHaveLength((ONLY ?? DATA_SETS).length * CHANGES.length);
      expect(results.filter(({ isWithin }) => isWithin).length).toBeGreaterThanOrEqual(0.9 * results.length);
    },
    (TOTAL / 40_000) * 900_000,
  );
});
