import { describe, expect } from 'vitest';
import { isObject, type JsonObject } from '#domain/json';
import type { RouteAnswer } from '#domain/wire';
import { openClusters } from '../../src/server/clusters/clusters.ts';
import { remoteCluster } from '../../src/server/cluster/remote-cluster.ts';
import { rehearsalEstimate } from '../../src/ui/review/rehearsal-estimate.ts';
import { consoleOf } from './checks/console.ts';
import { DATA_SETS, documentsOf, fillIndex, type DataSet } from './checks/data-sets.ts';
import { itOnEachEngine, report } from './engine.ts';

/** Documents of an index; ESTIMATE_TOTAL=1000000 takes about 7 minutes for each data set. */
const TOTAL = Number(process.env['ESTIMATE_TOTAL'] ?? 40_000);
/** How many of them are rehearsed. */
const SAMPLE = TOTAL >= 1_000_000 ? 100_000 : 10_000;
/** The data sets by name, separated by commas; all where absent. */
const ONLY = process.env['ESTIMATE_SETS']?.split(',');
const PREFIX = 'mapledger-test-estimate';

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
          const documents = documentsOf(set, TOTAL, at + 1);
          const index = `${PREFIX}-${set.name}`;
          const before = await fillIndex(
            engine,
            index,
            mappingsOf(set, (type) => ({ type })),
            documents,
          );
          for (const change of CHANGES) {
            const mappings = mappingsOf(set, change.fieldOf);
            const changed = `${PREFIX}-changed`;
            const growth = (await fillIndex(engine, changed, mappings, documents)) / before - 1;
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
