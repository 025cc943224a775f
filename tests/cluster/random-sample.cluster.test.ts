import { describe, expect, onTestFinished } from 'vitest';
import { openClusters } from '../../src/server/clusters/clusters.ts';
import { remoteCluster } from '../../src/server/cluster/remote-cluster.ts';
import { localCaller } from '../../src/server/console/caller.ts';
import { newestDocuments, randomDocuments } from '../../src/server/console/newest-documents.ts';
import { itOnEachEngine, type Engine } from './engine.ts';

const INDEX = 'mapledger-test-random-sample';
const DOCUMENTS = 300;
const SIZE = 50;

/** The context of a request about an engine. */
function contextOf({ url }: Engine) {
  const remote = remoteCluster({ label: 'real', url });
  const clusters = openClusters([{ entry: { id: 'real', label: 'real', kind: 'remote' }, remote }]);
  onTestFinished(() => clusters.close());
  return {
    isReadOnly: false,
    signal: new AbortController().signal,
    caller: localCaller(),
    openCluster: () => clusters.open(),
    cluster: clusters.open(),
  };
}

const sampleOf = (size: number) => ({ index: INDEX, settings: {}, size });

describe('a sample', () => {
  itOnEachEngine(
    'of more documents than one response can have holds each once, over shards that number them each from 0',
    async (engine) => {
      const context = contextOf(engine);
      const total = 25_000;
      const wanted = 21_000;
      await engine.request('PUT', `/${INDEX}`, { settings: { number_of_replicas: 0, number_of_shards: 3 } });
      try {
        for (let at = 0; at < total; at += 5_000) {
          const lines = Array.from(
            { length: 5_000 },
            (_, more) => `{"index":{"_id":"${at + more}"}}\n{"at":${at + more}}\n`,
          );
          const response = await fetch(`${engine.url}/${INDEX}/_bulk`, {
            method: 'POST',
            headers: { 'content-type': 'application/x-ndjson' },
            body: lines.join(''),
          });
          expect(await response.json()).toMatchObject({ errors: false });
        }
        await engine.request('POST', `/${INDEX}/_refresh`);
        for (const choose of [newestDocuments, randomDocuments]) {
          const { ids, total: found } = await choose(context, sampleOf(wanted));
          expect([ids.length, new Set(ids).size, found]).toEqual([wanted, wanted, total]);
          // The first of them are the smaller sample.
          expect((await choose(context, sampleOf(SIZE))).ids).toEqual(ids.slice(0, SIZE));
        }
        expect(new Set((await newestDocuments(context, sampleOf(100_000))).ids).size).toBe(total);
        const newest = new Set((await newestDocuments(context, sampleOf(wanted))).ids.map(Number));
        // What is left out was written first in its shard; the shards grow alike.
        const left = Array.from({ length: total }, (_, at) => at).filter((at) => !newest.has(at));
        expect(Math.max(...left)).toBeLessThan(6_000);
      } finally {
        await engine.request('DELETE', `/${INDEX}`);
      }
    },
  );

  itOnEachEngine(
    'that is random is the same until the index is written to, also after a merge, and not the newest',
    async (engine) => {
      const context = contextOf(engine);
      const sample = async () => (await randomDocuments(context, sampleOf(SIZE))).ids;
      await engine.request('PUT', `/${INDEX}`, { settings: { number_of_replicas: 0, number_of_shards: 2 } });
      try {
        for (let at = 0; at < DOCUMENTS; at++) {
          await engine.request('PUT', `/${INDEX}/_doc/${at}`, { at });
          // Several segments, to be merged.
          if (at % 60 === 0) await engine.request('POST', `/${INDEX}/_refresh`);
        }
        await engine.request('POST', `/${INDEX}/_refresh`);
        const first = await sample();
        expect(first).toHaveLength(SIZE);
        expect(first.some((id) => Number(id) < DOCUMENTS / 2)).toBe(true);
        expect(first.some((id) => Number(id) >= DOCUMENTS / 2)).toBe(true);
        expect(await sample()).toEqual(first);
        await engine.request('POST', `/${INDEX}/_forcemerge?max_num_segments=1`);
        await engine.request('POST', `/${INDEX}/_refresh`);
        expect(await sample()).toEqual(first);
      } finally {
        await engine.request('DELETE', `/${INDEX}`);
      }
    },
  );
});
