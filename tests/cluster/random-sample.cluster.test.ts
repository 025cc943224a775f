import { describe, expect, onTestFinished } from 'vitest';
import { openClusters } from '../../src/server/clusters/clusters.ts';
import { remoteCluster } from '../../src/server/cluster/remote-cluster.ts';
import { localCaller } from '../../src/server/console/caller.ts';
import { randomDocuments } from '../../src/server/console/newest-documents.ts';
import { itOnEachEngine } from './engine.ts';

const INDEX = 'mapledger-test-random-sample';
const DOCUMENTS = 300;
const SIZE = 50;

describe('a random sample', () => {
  itOnEachEngine(
    'is the same until the index is written to, also after a merge, and not the newest',
    async (engine) => {
      const remote = remoteCluster({ label: 'real', url: engine.url });
      const clusters = openClusters([{ entry: { id: 'real', label: 'real', kind: 'remote' }, remote }]);
      onTestFinished(() => clusters.close());
      const context = {
        isReadOnly: false,
        signal: new AbortController().signal,
        caller: localCaller(),
        openCluster: () => clusters.open(),
        cluster: clusters.open(),
      };
      const sample = async () => (await randomDocuments(context, INDEX, SIZE)).ids;
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
