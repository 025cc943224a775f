import { describe, expect, inject, onTestFinished } from 'vitest';
import type { Feature } from '#domain/console';
import { formatJson, parseJson, valueAt } from '#domain/json';
import { ClusterError } from '#domain/ports';
import { openClusters } from '../../src/server/clusters/clusters.ts';
import { readClusterStatus } from '../../src/server/console/cluster-status.ts';
import { remoteCluster } from '../../src/server/cluster/remote-cluster.ts';
import { itOnEachEngine, withIndex, type Engine } from './engine.ts';

/** What the engines of these tests lack; their README says why. */
const LACKING: Readonly<Record<Engine['target']['distribution'], readonly Feature[]>> = {
  elasticsearch: ['data_streams', 'data_stream_lifecycle', 'ilm', 'ism', 'freeze', 'include_type_name'],
  opensearch: ['data_stream_lifecycle', 'ilm', 'ism', 'freeze', 'include_type_name', 'license', 'index_modes'],
};

function open({ target: { distribution } }: Engine) {
  const found = inject('engines')[distribution];
  if ('missing' in found) throw new Error(found.missing);
  const remote = remoteCluster({ label: 'real', url: found.url });
  const clusters = openClusters([{ entry: { id: 'real', label: 'real', kind: 'remote' }, remote }]);
  onTestFinished(() => clusters.close());
  return clusters.open();
}

describe('the way to a real cluster', () => {
  itOnEachEngine('carries hostile names and large integers there and back', async (engine) => {
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
  });

  itOnEachEngine('gives the reason of a refusal in the words of the engine', async (engine) => {
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
  });

  itOnEachEngine('finds what the engine is and what it lacks', async (engine) => {
    const { engine: found, features, license } = await open(engine).capabilities();
    expect(found).toEqual(engine.target);
    const lacking = Object.entries(features).filter(([, { has }]) => !has);
    expect(lacking.map(([feature]) => feature).sort()).toEqual([...LACKING[engine.target.distribution]].sort());
    for (const [feature, { reason }] of lacking)
      expect(reason, feature).toMatch(/^(Elasticsearch|OpenSearch) \S+ has no .+ here: .+\.$/);
    expect(license).toEqual(
      engine.target.distribution === 'elasticsearch' ? { type: 'basic', status: 'active' } : undefined,
    );
  });

  itOnEachEngine('says how the cluster is doing, and what blocks it', async (engine) => {
    const cluster = open(engine);
    const read = () => readClusterStatus({ cluster, isReadOnly: false, signal: new AbortController().signal });
    expect(await read()).toMatchObject({
      id: 'real',
      state: 'up',
      engine: engine.target,
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
      expect(blocks[0]).toMatch(/^The cluster blocks changes: .*read-only/);
    });
  });
});
