import { expect, onTestFinished } from 'vitest';
import type { Feature } from '#domain/console';
import { formatJson, parseJson, valueAt } from '#domain/json';
import { ClusterError } from '#domain/ports';
import { openClusters } from '../../../src/server/clusters/clusters.ts';
import { localCaller } from '../../../src/server/console/caller.ts';
import { probeCapabilities } from '../../../src/server/console/capabilities.ts';
import { readClusterStatus } from '../../../src/server/console/cluster-status.ts';
import { remoteCluster } from '../../../src/server/cluster/remote-cluster.ts';
import { withIndex, type Engine, type EngineCheck } from '../engine.ts';

const OF_OPENSEARCH = [
  'data_stream_lifecycle',
  'ilm',
  'ism',
  'freeze',
  'license',
  'index_modes',
  'field_stats',
] as const;
const OF_ELASTICSEARCH = ['data_streams', 'data_stream_lifecycle', 'ilm', 'ism', 'freeze'] as const;
/** What the engines of these tests lack, by major version: no artifact has lifecycles, and those of Elasticsearch have no data streams, from 8 on no reindex. */
const LACKING: Readonly<Record<string, readonly Feature[]>> = {
  'elasticsearch 9': [...OF_ELASTICSEARCH, 'include_type_name', 'reindex'],
  'elasticsearch 8': [...OF_ELASTICSEARCH, 'include_type_name', 'reindex'],
  'elasticsearch 7': [...OF_ELASTICSEARCH, 'index_modes'],
  'opensearch 3': [...OF_OPENSEARCH, 'include_type_name'],
  'opensearch 2': [...OF_OPENSEARCH, 'include_type_name'],
  'opensearch 1': OF_OPENSEARCH,
};

function open({ url }: Engine) {
  const remote = remoteCluster({ label: 'real', url });
  const clusters = openClusters([{ entry: { id: 'real', label: 'real', kind: 'remote' }, remote }]);
  onTestFinished(() => clusters.close());
  return clusters.open();
}

export const GATEWAY_CHECKS: readonly EngineCheck[] = [
  {
    name: 'carries hostile names and large integers there and back',
    async holds(engine) {
      const { gateway } = open(engine);
      await withIndex(engine, {}, async (index) => {
        const body =
          '{"_meta":{"largest":9223372036854775807,"odd":9007199254740993},"properties":{"__proto__":{"type":"keyword"},"a~b":{"type":"long"}}}';
        await gateway.send({ method: 'PUT', path: [index, '_mapping'], body });
        const answer = await gateway.send({ method: 'GET', path: [index, '_mapping'] });
        expect(answer.body).toContain('9223372036854775807');
        const mappings = valueAt(parseJson(answer.body), `/${index}/mappings`);
        expect(mappings).toEqual(parseJson(body));
        expect(formatJson(mappings ?? null)).toContain('"__proto__":{"type":"keyword"}');
        expect(await gateway.send({ method: 'HEAD', path: [index] })).toEqual({ status: 200, body: '' });
      });
    },
  },

  {
    name: 'gives the reason of a refusal in the words of the engine',
    async holds(engine) {
      const { gateway } = open(engine);
      const refused = (call: Parameters<typeof gateway.send>[0]) =>
        gateway.send(call).then(
          () => undefined,
          (error: unknown) => error,
        );
      const unknownType = await refused({
        method: 'PUT',
        path: ['mapledger-test-refused'],
        body: '{"mappings":{"properties":{"a":{"type":"no_such_type"}}}}',
      });
      expect(unknownType).toBeInstanceOf(ClusterError);
      expect(unknownType).toMatchObject({
        fault: 'refused',
        status: 400,
        type: 'mapper_parsing_exception',
        reason: expect.stringContaining('no_such_type'),
      });
      expect(await refused({ method: 'GET', path: ['mapledger-test-none'] })).toMatchObject({
        fault: 'refused',
        status: 404,
        type: 'index_not_found_exception',
      });
      expect(await refused({ method: 'HEAD', path: ['mapledger-test-none'] })).toMatchObject({
        fault: 'refused',
        status: 404,
      });
      expect(await refused({ method: 'POST', path: ['mapledger-test-none', '_freeze'] })).toMatchObject({
        fault: 'refused',
        reason: expect.any(String),
      });
    },
  },

  {
    name: 'finds what the engine is and what it lacks',
    async holds(engine) {
      const { engine: found, features, license, plugins: foundPlugins } = await open(engine).capabilities();
      const { distribution, version, plugins } = engine.target;
      expect(found).toEqual({ distribution, version });
      expect(foundPlugins).toEqual(plugins?.toSorted());
      const lacking = Object.entries(features).filter(([, { has }]) => !has);
      expect(lacking.map(([feature]) => feature).sort()).toEqual(
        [...(LACKING[`${distribution} ${Number.parseInt(version, 10)}`] ?? [])].sort(),
      );
      for (const [feature, { reason }] of lacking)
        expect(reason, feature).toMatch(/^(Elasticsearch|OpenSearch) \S+ has no .+ here: .+\.$/);
      expect(license).toEqual(
        engine.target.distribution === 'elasticsearch' ? { type: 'basic', status: 'active' } : undefined,
      );
    },
  },

  {
    name: 'says without a POST what the engine says to one',
    async holds(engine) {
      const { gateway } = open(engine);
      const methods = new Set<string>();
      const { features } = await probeCapabilities({
        send: (call) => {
          methods.add(call.method);
          return gateway.send(call);
        },
      });
      expect([...methods]).toEqual(['GET']);
      // Without a body a reindex is refused, and an engine without it knows no such path.
      const reindex = await engine.request('POST', '/_reindex');
      expect(valueAt(reindex.body, '/error/type') === 'parse_exception').toBe(features['reindex']?.has);
      const simulated = await engine.request('POST', '/_index_template/_simulate_index/mapledger-test-simulated');
      expect(simulated.status === 200).toBe(features['simulate']?.has);
    },
  },

  {
    name: 'says how the cluster is doing, and what blocks it',
    async holds(engine) {
      const cluster = open(engine);
      const read = () =>
        readClusterStatus({
          cluster,
          caller: localCaller(),
          openCluster: () => cluster,
          isReadOnly: false,
          signal: new AbortController().signal,
        });
      expect(await read()).toMatchObject({
        id: 'real',
        state: 'up',
        engine: { distribution: engine.target.distribution, version: engine.target.version },
        health: expect.stringMatching(/green|yellow/),
        nodes: 1,
        clusterName: expect.any(String),
      });
      const block = (value: true | null) =>
        engine.request('PUT', '/_cluster/settings', { persistent: { 'cluster.blocks.read_only': value } });
      await withIndex(engine, { settings: { 'index.blocks.read_only_allow_delete': true } }, async (index) => {
        expect((await read()).blocks).toEqual([expect.stringContaining(`Index "${index}" takes no more documents`)]);
        await block(true);
        onTestFinished(async () => {
          await block(null);
        });
        const { blocks } = await read();
        await block(null);
        expect(blocks?.[0]).toMatch(/^The cluster blocks changes: .*read-only/);
      });
    },
  },
];
