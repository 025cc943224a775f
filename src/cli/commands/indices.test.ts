import { describe, expect, it } from 'vitest';
import { startCluster, type Mishap, type TestCluster } from '../code/test-cluster.ts';
import { projectFor, put } from '../code/test-project.ts';

const PRODUCTS = {
  mappings: {
    dynamic: 'strict',
    properties: { name: { type: 'text', fields: { raw: { type: 'keyword' } } }, price: { type: 'double' } },
  },
  settings: { number_of_shards: 2, 'index.refresh_interval': '5s', analysis: { analyzer: { a: { type: 'simple' } } } },
  aliases: { shop: { routing: 7, filter: { term: { price: 1 } } }, all: {} },
};

async function shop(): Promise<TestCluster> {
  const cluster = await startCluster();
  await put(cluster, 'products', PRODUCTS);
  await put(cluster, 'products-old', { settings: { number_of_replicas: 2 } });
  await put(cluster, '.products', {});
  await put(cluster, 'products-hidden', { settings: { 'index.hidden': true } });
  await put(cluster, '_index_template/products-logs', { index_patterns: ['products-logs*'], data_stream: {} });
  await cluster.engine.send({ method: 'PUT', path: ['_data_stream', 'products-logs'] });
  return cluster;
}

const NOTHING = { code: 0, err: '', out: expect.stringContaining('No changes') as string };

describe('indices as files', () => {
  it('are pulled on request only, without hidden ones and backing indices', async () => {
    const cluster = await shop();
    const project = projectFor(cluster);
    expect((await project.run('pull')).code).toBe(0);
    expect(project.files().filter((path) => path.startsWith('indices/'))).toEqual([]);
    const { code, out } = await project.run('pull', ['indices/*']);
    expect(code).toBe(0);
    expect(out).toBe(
      'created indices/products.json\ncreated indices/products-old.json\n2 created, 0 updated, 0 unchanged, 1 of the stack left out (--managed)\n',
    );
    expect(JSON.parse(project.read('indices/products-old.json'))).toEqual({
      settings: { index: { number_of_replicas: '2', number_of_shards: '1' } },
    });
    const pulled = JSON.parse(project.read('indices/products.json')) as typeof PRODUCTS;
    expect(pulled.mappings).toEqual(PRODUCTS.mappings);
    // Neither what the engine writes nor the one replica that it assumes.
    expect(pulled.settings).toEqual({
      index: { number_of_shards: '2', refresh_interval: '5s', analysis: { analyzer: { a: { type: 'simple' } } } },
    });
    expect((await project.run('pull')).out).toContain('0 created, 0 updated, 3 unchanged');
    expect((await project.run('pull', ['indices/_all'])).code).toBe(2);
  });

  it('are pulled by the name of an alias into a file of that name, which a plan takes for the index', async () => {
    const cluster = await shop();
    const project = projectFor(cluster);
    expect(await project.run('pull', ['indices/shop'])).toMatchObject({
      ...{ code: 0, err: '' },
      out: 'created indices/shop.json\n1 created, 0 updated, 0 unchanged\n',
    });
    expect(JSON.parse(project.read('indices/shop.json'))).toMatchObject({ mappings: PRODUCTS.mappings });
    expect(await project.run('plan', ['--detailed-exitcode'])).toMatchObject(NOTHING);
    expect((await project.run('pull', ['indices/shop'])).out).toBe('0 created, 0 updated, 1 unchanged\n');
    // The other alias stands for the same index.
    const other = await project.run('pull', ['indices/all']);
    expect(other).toMatchObject({ code: 2, out: '' });
    expect(other.err).toContain('indices/all is an alias of products, which has a file already: indices/shop.');
    await put(cluster, 'products-old/_alias/both', {});
    await put(cluster, 'products/_alias/both', {});
    const twice = await projectFor(cluster).run('pull', ['indices/products*', 'indices/all']);
    expect(twice).toMatchObject({ code: 2, out: '' });
    expect(twice.err).toContain('indices/all is an alias of products, which another pattern means as well.');
    const both = await project.run('pull', ['indices/both']);
    expect(both.code).toBe(2);
    expect(both.err).toContain(
      'indices/both is an alias of products, products-old: a file is about one index, so pull one of them.',
    );
    expect(project.files().filter((path) => path.startsWith('indices/'))).toEqual(['indices/shop.json']);
  });

  it('that a cluster does not have are named, and by a whole name are an error', async () => {
    const project = projectFor(await shop());
    const names = ['indices/none', 'other', 'indices/no*', 'products-logs', 'index_templates/products-logs'];
    expect(await project.run('pull', names)).toMatchObject({
      code: 1,
      out: 'created index_templates/products-logs.json\nnothing on the cluster fits indices/no*\n1 created, 0 updated, 0 unchanged\n',
      err: 'indices/none: the cluster has no index of this name\nother: the cluster has no template of this name\n',
    });
    expect((await project.run('pull', ['indices/products-logs'])).code).toBe(1);
  });

  it.each(['json', 'yaml'] as const)(
    'that were pulled as %s are made on an empty cluster, after the templates, and the second plan is empty',
    async (format) => {
      const project = projectFor(await shop(), { format });
      await project.run('pull', ['indices/*', 'index_templates/*']);
      const empty = await startCluster();
      const args = ['--cluster', empty.url];
      const { out } = await project.run('plan', args);
      expect(out).toContain('+ indices/products (create, in place)\n');
      expect(out).toContain(
        '  1. PUT /_index_template/products-logs?create=true\n  2. PUT /products\n  3. PUT /products-old\n\n3 to create, 0 unchanged.',
      );
      expect(await project.run('apply', [...args, '--yes'])).toMatchObject({
        code: 0,
        out: expect.stringContaining('The cluster has what the files say.') as string,
      });
      expect(empty.writes).toEqual(['PUT /_index_template/products-logs', 'PUT /products', 'PUT /products-old']);
      expect(await project.run('plan', [...args, '--detailed-exitcode'])).toMatchObject(NOTHING);
      expect(await project.run('drift', [...args, '--detailed-exitcode'])).toMatchObject({ code: 0 });
    },
  );

  it('are the same with settings nested, by whole names or as text, and keys in another order', async () => {
    const cluster = await shop();
    const project = projectFor(cluster);
    for (const settings of [
      PRODUCTS.settings,
      { index: { refresh_interval: '5s', number_of_shards: '2' } },
      { 'index.analysis.analyzer.a.type': 'simple', 'index.number_of_shards': 2, refresh_interval: '5s' },
    ]) {
      project.write('indices/products.json', {
        $schema: 'x',
        aliases: {
          all: { is_hidden: false },
          shop: { search_routing: '7', index_routing: 7, filter: { term: { price: 1 } } },
        },
        settings,
        mappings: {
          properties: { price: { type: 'double' }, name: { fields: { raw: { type: 'keyword' } }, type: 'text' } },
        },
      });
      expect(await project.run('plan', ['--detailed-exitcode'])).toMatchObject(NOTHING);
    }
  });

  it('leave alone what they do not name, and drift lists it', async () => {
    const cluster = await startCluster();
    const project = projectFor(cluster);
    project.write('indices/products.json', {
      mappings: { properties: { name: { type: 'text' } } },
      aliases: { all: {} },
    });
    expect((await project.run('apply', ['--yes'])).code).toBe(0);
    await cluster.engine.send({
      method: 'POST',
      path: ['products', '_doc'],
      body: '{"color":"red","size":{"width":3},"name":"a"}',
    });
    await put(cluster, 'products/_settings', { number_of_replicas: 3, 'index.priority': 5 });
    await put(cluster, 'products/_alias/other', {});
    await put(cluster, 'products/_mapping', { properties: { name: { type: 'text', index_prefixes: {} } } }).catch(
      () => undefined,
    );
    expect(await project.run('plan', ['--detailed-exitcode'])).toMatchObject(NOTHING);
    const { code, out } = await project.run('drift', ['--detailed-exitcode']);
    expect(code).toBe(0);
    expect(out).toContain(
      [
        'Not in the files, which is no drift:',
        '  indices/products: field color',
        '  indices/products: field size',
        '  indices/products: setting index.number_of_replicas',
        '  indices/products: alias other',
        '',
        'No drift (1 unchanged). 4 not in the files.',
      ].join('\n'),
    );
    expect(JSON.parse((await project.run('drift', ['--json'])).out)).toMatchObject({
      notInFiles: expect.arrayContaining(['indices/products: field color']) as unknown,
    });
    expect((await project.run('drift', ['--markdown'])).out).toContain('- `indices/products: field color`');
    // Taking a field out of the file is no change.
    project.write('indices/products.json', {});
    expect(await project.run('plan', ['--detailed-exitcode'])).toMatchObject(NOTHING);
  });

  it('change in place what they name: settings before fields, aliases last, nothing else', async () => {
    const cluster = await shop();
    const project = projectFor(cluster);
    project.write('indices/products.json', {
      mappings: {
        properties: {
          price: { type: 'double', meta: { unit: 'euro' } },
          sku: { type: 'keyword' },
          name: { type: 'text' },
        },
      },
      settings: { refresh_interval: '9s', max_result_window: null, number_of_shards: 2 },
      aliases: { all: { is_write_index: true }, shop: PRODUCTS.aliases.shop },
    });
    const { code, out } = await project.run('plan', ['--detailed-exitcode']);
    expect(code).toBe(5);
    expect(out).toContain('~ indices/products (update, in place)\n');
    expect(out).toContain('    Change index.refresh_interval from 5s to 9s\n');
    expect(out).toContain('    Add field sku (keyword)\n');
    const before = cluster.writes.length;
    const requests = (JSON.parse((await project.run('plan', ['--json'])).out) as { requests: readonly unknown[] })
      .requests;
    expect(requests).toMatchObject([
      { method: 'PUT', path: '/products/_settings', body: '{"index.refresh_interval":"9s"}' },
      { method: 'PUT', path: '/products/_mapping' },
      {
        method: 'POST',
        path: '/_aliases',
        body: '{"actions":[{"add":{"index":"products","alias":"all","is_write_index":true}}]}',
      },
    ]);
    expect((await project.run('apply', ['--yes'])).code).toBe(0);
    expect(cluster.writes.slice(before)).toEqual([
      'PUT /products/_settings',
      'PUT /products/_mapping',
      'POST /_aliases',
    ]);
    expect(await project.run('plan', ['--detailed-exitcode'])).toMatchObject(NOTHING);
    const { body } = await cluster.engine.send({ method: 'GET', path: ['products'] });
    expect(JSON.parse(body)).toMatchObject({
      products: { mappings: { dynamic: 'strict', properties: { name: PRODUCTS.mappings.properties.name } } },
    });
  });

  it('are refused with the fields and the reasons where only a new index could have them', async () => {
    const cluster = await shop();
    const project = projectFor(cluster);
    project.write('component_templates/base.json', { template: {} });
    project.write('indices/products.json', {
      mappings: { properties: { price: { type: 'keyword' }, name: { type: 'text', analyzer: 'a' } } },
      settings: { number_of_shards: 4 },
    });
    const { code, out } = await project.run('plan', ['--detailed-exitcode']);
    expect(code).toBe(1);
    expect(out).toContain('! indices/products (update, needs a new index)\n');
    expect(out).toContain('    price: The type can’t be changed from double to keyword on a live index.\n');
    expect(out).toContain('    name: analyzer can’t be changed on a live index.\n');
    expect(out).toContain('    index.number_of_shards can be set only when the index is created.\n');
    expect(out).toContain('    It needs a new index, which apply makes only behind an alias.');
    expect(out).toContain(
      '1 to create, 1 to do with a new index, 0 unchanged. Nothing is sent while a change needs a new index.',
    );
    const before = cluster.writes.length;
    expect((await project.run('apply', ['--yes'])).code).toBe(1);
    expect(cluster.writes).toHaveLength(before);
  });

  it.each([
    [{ settings: { codec: 'best_compression' } }, 'index.codec can be changed only while the index is closed.'],
    [{ settings: { uuid: 'x' } }, 'index.uuid can be written by the engine only.'],
    [{ mappings: { properties: { a: { type: 'nothing' } } } }, 'a: '],
  ])('are refused where the cluster would refuse %j', async (body, reason) => {
    const project = projectFor(await shop());
    project.write('indices/products.json', body);
    const { code, out } = await project.run('plan');
    expect(out).toContain('! indices/products (update, refused)\n');
    expect(out).toContain(`    ${reason}`);
    expect(code).toBe(1);
  });

  it('are refused where a template makes a data stream of the name', async () => {
    const project = projectFor(await shop());
    project.write('indices/products-logs-2.json', {});
    expect((await project.run('plan')).out).toContain(
      'Index template products-logs makes a data stream of this name, not an index.',
    );
  });

  it('with "exact" are all that the index has, and "exact" is never sent', async () => {
    const cluster = await shop();
    const project = projectFor(cluster);
    const file = { exact: true, ...PRODUCTS };
    project.write('indices/products.json', file);
    expect(await project.run('plan', ['--detailed-exitcode'])).toMatchObject(NOTHING);
    await put(cluster, 'products/_settings', { max_result_window: 20000, number_of_replicas: 2 });
    await put(cluster, 'products/_alias/other', {});
    const drifted = await project.run('drift', ['--detailed-exitcode']);
    expect(drifted).toMatchObject({ code: 5 });
    expect(drifted.out).toContain('    Set index.max_result_window to 20000\n');
    expect(drifted.out).toContain('    Add alias other\n');
    expect((await project.run('apply', ['--yes'])).code).toBe(0);
    expect(await project.run('plan', ['--detailed-exitcode'])).toMatchObject(NOTHING);
    await put(cluster, 'products/_mapping', { properties: { extra: { type: 'keyword' } } });
    const { code, out } = await project.run('plan');
    expect(code).toBe(1);
    expect(out).toContain('    extra: A field can’t be removed from a live index.');
    const empty = await startCluster();
    expect((await project.run('apply', ['--cluster', empty.url, '--yes'])).code).toBe(0);
    expect(await project.run('pull')).toMatchObject({ code: 0, out: expect.stringContaining('1 updated') as string });
    expect(JSON.parse(project.read('indices/products.json'))).toMatchObject({
      exact: true,
      mappings: { properties: { extra: { type: 'keyword' } } },
    });
  });

  it('keep comments and order when they are pulled, and get only what they name', async () => {
    const cluster = await shop();
    const project = projectFor(cluster);
    const text = `// The shop.
{
  "settings": { "refresh_interval": "1s" }, // slow
  "mappings": { "properties": { "price": { "type": "float" } } }
}
`;
    project.write('indices/products.json', text);
    expect((await project.run('pull')).out).toContain('updated indices/products.json');
    expect(project.read('indices/products.json')).toBe(text.replace('1s', '5s').replace('float', 'double'));
  });

  it('are as an environment has them', async () => {
    const cluster = await shop();
    const project = projectFor(cluster);
    project.write('indices/products.json', { settings: { number_of_shards: 4 } });
    project.write('overlays/test/indices/products.json', { settings: { number_of_shards: 2 } });
    expect(await project.run('plan', ['--detailed-exitcode'])).toMatchObject(NOTHING);
  });
});

describe('a file of an index that is none', () => {
  it.each([
    [
      'products.json',
      '{\n  "mappings": {},\n  "template": {}\n}',
      /products\.json:3:\d+: an index has mappings, settings, aliases and exact, and no member "template"/,
    ],
    ['products.json', '{ "exact": "yes" }', /products\.json:1:\d+: "exact" is true or false/],
    ['products.json', '{ "settings": [] }', /products\.json:1:\d+: "settings" is an object/],
    ['products.json', '[]', /products\.json: an index is an object/],
    ['products.yaml', 'mapping: {}\n', /products\.yaml: \/mapping: an index has /],
    ['Products.json', '{}', /indices\/Products\.json: The name must be in lower case/],
    ['_products.json', '{}', /indices\/_products\.json: The name can't start with "_"/],
    ['products-logs.json', '{}', /indices\/products-logs\.json: products-logs is a data stream: /],
  ])('%s with %j is named with its place', async (name, text, message) => {
    const project = projectFor(await shop());
    project.write(`indices/${name}`, text);
    for (const command of ['plan', 'drift', 'pull']) {
      const { code, err } = await project.run(command);
      expect([command, code]).toEqual([command, 3]);
      expect(err).toMatch(message);
    }
  });
});

describe('apply of indices', () => {
  async function changing() {
    const cluster = await shop();
    const project = projectFor(cluster);
    project.write('indices/products.json', {
      mappings: { properties: { sku: { type: 'keyword' } } },
      settings: { refresh_interval: '9s' },
      aliases: { new: {} },
    });
    project.write('indices/made.json', PRODUCTS);
    const first = cluster.writes.length;
    return { cluster, project, first };
  }

  it.each(['lost before', 'lost after'] as const)(
    'sends a request whose answer was %s again only where a read shows that it was not carried out',
    async (mishap) => {
      for (let lost = 0; lost < 4; lost++) {
        const { cluster, project, first } = await changing();
        cluster.mishap = (write): Mishap => (write === first + lost ? mishap : 'none');
        expect(await project.run('apply', ['--yes']), String(lost)).toMatchObject({ code: 0 });
        expect(cluster.writes).toHaveLength(first + (mishap === 'lost before' ? 5 : 4));
        expect(await project.run('plan', ['--detailed-exitcode'])).toMatchObject(NOTHING);
      }
    },
  );

  it('goes on after it was stopped at any request', async () => {
    for (let stopped = 0; stopped < 4; stopped++) {
      const { cluster, project, first } = await changing();
      cluster.mishap = (write): Mishap => (write === first + stopped ? { status: 403, reason: 'no' } : 'none');
      expect(await project.run('apply', ['--yes'])).toMatchObject({ code: 4 });
      cluster.mishap = () => 'none';
      expect((await project.run('apply', ['--yes'])).code).toBe(0);
      expect(await project.run('plan', ['--detailed-exitcode'])).toMatchObject(NOTHING);
      expect(cluster.writes).toHaveLength(first + 5);
    }
  });

  it('stops where another client changes what a request is about, and not where documents add fields', async () => {
    const { cluster, project, first } = await changing();
    const changedMeanwhile = (path: string, body: object) => {
      let changes = 0;
      // After the plan, before the read right before the first request for the index.
      cluster.mishap = (write, read): Mishap => {
        if (write === undefined && read === '/made' && changes++ === 0) void put(cluster, path, body);
        return 'none';
      };
      return () => changes;
    };
    changedMeanwhile('products/_settings', { 'index.refresh_interval': '77s' });
    const { code, err } = await project.run('apply', ['--yes']);
    expect(code).toBe(4);
    expect(err).toContain('indices/products was changed by another client since it was read. Nothing was sent for it.');
    expect(cluster.writes.slice(first)).toEqual(['PUT /made']);
    await cluster.engine.send({ method: 'DELETE', path: ['made'] });
    const count = changedMeanwhile('products/_mapping', { properties: { found: { type: 'keyword' } } });
    expect((await project.run('apply', ['--yes'])).code).toBe(0);
    expect(count()).toBeGreaterThan(0);
  });
});
