import { describe, expect, it } from 'vitest';
import { FEATURES } from '#domain/console';
import { ClusterError, requestOf, type ClusterCall, type ClusterFault } from '#domain/ports';
import { openClusters } from '../clusters/clusters.ts';

interface Said {
  readonly body?: string;
  readonly fault?: ClusterFault;
  readonly status?: number;
  readonly reason?: string;
  readonly type?: string;
}

/** A cluster that answers by path: what is not named has no handler. */
function clusterOf(responses: () => Readonly<Record<string, Said>>) {
  const requested: string[] = [];
  const methods = new Set<string>();
  const gateway = {
    async send(call: ClusterCall) {
      const request = requestOf(call);
      requested.push(request.path);
      methods.add(request.method);
      const said = responses()[request.path] ?? { fault: 'refused', status: 400, reason: 'no handler found' };
      if (said.fault !== undefined)
        throw new ClusterError(said.fault, 'it failed', {
          request,
          ...(said.status !== undefined && { status: said.status }),
          ...(said.reason !== undefined && { reason: said.reason }),
          ...(said.type !== undefined && { type: said.type }),
        });
      return { status: 200, body: said.body ?? '{}' };
    },
  };
  return {
    asked: requested,
    methods,
    cluster: openClusters([{ entry: { id: 'a', label: 'a', kind: 'sandbox' }, gateway }]).open(),
  };
}

const root = (number: string, more: object = {}): Said => ({ body: JSON.stringify({ version: { number, ...more } }) });

describe('capabilities', () => {
  it('name every feature, with a reason for each that is lacking', async () => {
    const { cluster } = clusterOf(() => ({ '/': root('9.5.3') }));
    const { features } = await cluster.capabilities();
    expect(Object.keys(features).sort()).toEqual([...FEATURES].sort());
    for (const { has, reason } of Object.values(features)) expect(has || reason !== undefined).toBe(true);
    expect(features['data_streams']).toEqual({
      has: false,
      reason: 'Elasticsearch 9.5.3 has no data streams here: it does not know /_data_stream.',
    });
  });

  it('say what tells the cluster apart, once it has one', async () => {
    const uuidOf = async (uuid?: string) => {
      const body = JSON.stringify({ version: { number: '9.5.3' }, cluster_uuid: uuid });
      return (await clusterOf(() => ({ '/': { body } })).cluster.capabilities()).uuid;
    };
    expect(await uuidOf('Xy_-1')).toBe('Xy_-1');
    expect(await uuidOf('_na_')).toBeUndefined();
    expect(await uuidOf()).toBeUndefined();
  });

  it.each([
    ['7.17.29', {}, 'elasticsearch', { freeze: true, include_type_name: true, index_modes: false, field_stats: true }],
    ['9.1.0', { build_flavor: 'serverless' }, 'elasticsearch', { index_modes: true, field_stats: false }],
    ['8.17.0', { build_type: 'embedded' }, 'elasticsearch', { index_modes: true, field_stats: false }],
    [
      '7.10.2',
      { build_flavor: 'oss' },
      'elasticsearch',
      { freeze: false, include_type_name: true, index_modes: false, field_stats: false },
    ],
    ['8.19.21', {}, 'elasticsearch', { freeze: false, include_type_name: false, index_modes: true }],
    [
      '2.19.0',
      { distribution: 'opensearch' },
      'opensearch',
      { freeze: false, include_type_name: false, index_modes: false, field_stats: false },
    ],
    [
      '1.3.20',
      { distribution: 'opensearch' },
      'opensearch',
      { freeze: false, include_type_name: true, index_modes: false },
    ],
  ])('of %s %j go by the version where they can’t be asked for', async (version, more, distribution, expected) => {
    const { engine, features } = await clusterOf(() => ({ '/': root(version, more) })).cluster.capabilities();
    expect(engine).toEqual({ distribution, version });
    expect(Object.fromEntries(Object.keys(expected).map((feature) => [feature, features[feature]?.has]))).toEqual(
      expected,
    );
  });

  it('of Elasticsearch 7 are not taken from a path that it reads as index, type and id', async () => {
    const notFound = { fault: 'refused', status: 404, type: 'index_not_found_exception' } as const;
    const { features } = await clusterOf(() => ({
      '/': root('7.17.29'),
      '/_data_stream/mapledger-probe-*': { body: '{"data_streams":[]}' },
      '/_data_stream/mapledger-probe-*/_lifecycle': notFound,
      '/_template/mapledger-probe-*': { fault: 'refused', status: 404 },
    })).cluster.capabilities();
    expect(features['data_streams']).toEqual({ has: true });
    expect(features['legacy_templates']).toEqual({ has: true });
    expect(features['data_stream_lifecycle']).toEqual({
      has: false,
      reason: 'Elasticsearch 7.17.29 has no lifecycle of data streams here: it does not know /_data_stream/_lifecycle.',
    });
  });

  it('have the plugins that are installed, each once, where the cluster says so', async () => {
    const plugins = '[{"component":"mapper-size"},{"component":"analysis-icu"},{"component":"mapper-size"}]';
    const path = '/_cat/plugins?format=json&h=component';
    const having = (said: Said) => clusterOf(() => ({ '/': root('9.5.3'), [path]: said })).cluster.capabilities();
    expect((await having({ body: plugins })).plugins).toEqual(['analysis-icu', 'mapper-size']);
    expect((await having({ body: '[]' })).plugins).toEqual([]);
    expect((await having({ fault: 'forbidden', status: 403 })).plugins).toBeUndefined();
  });

  it('have the modules of all nodes, each once, where the cluster names any', async () => {
    const path = '/_nodes/plugins?filter_path=nodes.*.modules.name';
    const having = async (said: Said) =>
      (await clusterOf(() => ({ '/': root('9.5.3'), [path]: said })).cluster.capabilities()).modules;
    const nodes = {
      a: { modules: [{ name: 'percolator' }, { name: 'mapper-extras' }] },
      b: { modules: [{ name: 'percolator' }] },
    };
    expect(await having({ body: JSON.stringify({ nodes }) })).toEqual(['mapper-extras', 'percolator']);
    // A proxy that hides the nodes says nothing of modules.
    for (const hidden of ['{}', '{"nodes":{}}', '{"nodes":{"a":{}}}', '{"nodes":{"a":{"modules":[7]}}}'])
      expect(await having({ body: hidden })).toBeUndefined();
    expect(await having({ fault: 'forbidden', status: 403 })).toBeUndefined();
  });

  it('are asked for by reading alone, so that a reader is answered and an audit log shows no action', async () => {
    const { methods, cluster } = clusterOf(() => ({ '/': root('9.5.3') }));
    await cluster.capabilities();
    expect([...methods]).toEqual(['GET']);
  });

  it.each([
    ['elasticsearch', '9.5.3', ['percolator'], { simulate: true, reindex: false }],
    ['elasticsearch', '9.5.3', ['percolator', 'reindex'], { simulate: true, reindex: true }],
    // Every full installation has the module.
    ['elasticsearch', '9.5.3', undefined, { simulate: true, reindex: true }],
    ['elasticsearch', '7.9.0', undefined, { simulate: true, reindex: true }],
    ['elasticsearch', '7.8.1', undefined, { simulate: false, reindex: true }],
    ['opensearch', '1.3.20', ['reindex'], { simulate: true, reindex: true }],
    ['opensearch', '3.4.0', ['percolator'], { simulate: true, reindex: false }],
  ])(
    'of %s %s with the modules %j are told without asking for an action',
    async (distribution, version, names, has) => {
      const nodes = { a: { modules: names?.map((name) => ({ name })) ?? [] } };
      const { features } = await clusterOf(() => ({
        '/': root(version, { distribution }),
        '/_nodes/plugins?filter_path=nodes.*.modules.name': { body: JSON.stringify({ nodes }) },
      })).cluster.capabilities();
      expect({ simulate: features['simulate']?.has, reindex: features['reindex']?.has }).toEqual(has);
      expect(features['reindex']?.reason ?? 'without the module reindex').toContain('without the module reindex');
    },
  );

  it('that the user may not see are not called lacking', async () => {
    const { cluster } = clusterOf(() => ({
      '/': root('9.5.3'),
      '/_ilm/status': { fault: 'forbidden', status: 403, reason: 'needs read_ilm' },
      '/_template/mapledger-probe-*': { fault: 'refused', status: 404 },
    }));
    const { features } = await cluster.capabilities();
    expect(features['ilm']).toEqual({
      has: false,
      unknown: 'denied',
      reason:
        'Missing privileges to see whether Elasticsearch 9.5.3 has index lifecycle management (ILM): needs read_ilm',
    });
    expect(features['legacy_templates']).toEqual({ has: true });
  });

  it.each([
    ['no permissions for [indices:admin/data_stream/get] and User [name=x]', true],
    ['action [indices:admin/data_stream/get] is unauthorized for user [x]', true],
    // Elasticsearch 7.8 takes the path for that of a document.
    ['action [indices:data/read/get] is unauthorized for user [x]', false],
    ['Forbidden', false],
  ])('are there where the user lacks the privilege for their action: %s', async (reason, has) => {
    const { features } = await clusterOf(() => ({
      '/': root('3.4.0', { distribution: 'opensearch' }),
      '/_data_stream/mapledger-probe-*': { fault: 'forbidden', status: 403, reason },
    })).cluster.capabilities();
    expect(features['data_streams']?.has).toBe(has);
  });

  it('are asked for once, in few requests, and again after the cluster was down', async () => {
    let version = '8.19.21';
    let isDown = false;
    const { asked: requested, cluster } = clusterOf(() =>
      isDown
        ? { '/': { fault: 'unreachable' } }
        : { '/': root(version), '/_license': { body: '{"license":{"type":"basic","status":"active"}}' } },
    );
    const [first, again] = await Promise.all([cluster.capabilities(), cluster.capabilities()]);
    expect(again).toBe(first);
    expect(first.license).toEqual({ type: 'basic', status: 'active' });
    expect(requested.length).toBeLessThanOrEqual(11);
    expect(requested).not.toContain('/_plugins/_ism/policies?size=1');

    isDown = true;
    await expect(cluster.gateway.send({ method: 'GET', path: [] })).rejects.toThrow('it failed');
    await expect(cluster.capabilities()).rejects.toThrow('it failed');
    [isDown, version] = [false, '9.5.3'];
    expect((await cluster.capabilities()).engine.version).toBe('9.5.3');
  });

  it.each(['{}', '[]', '', '{"version":"9"}', '{"version":{"number":9}}', '{"version":', '{"a":1,"a":2}'])(
    'are not guessed for what is no engine: %s',
    async (body) => {
      await expect(clusterOf(() => ({ '/': { body } })).cluster.capabilities()).rejects.toMatchObject({
        fault: 'not_json',
      });
    },
  );
});
