import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { formatJson, parseJson, valueAt, type JsonValue } from '#domain/json';
import { quickFolder } from '../../../tests/builders/quick-folder.ts';
import { describeClusterGateway } from '../../../tests/contracts/cluster-gateway.contract.ts';
import { embeddedEngine, type EmbeddedEngine } from './embedded-engine.ts';
import { manyIndices } from './many-indices.ts';
import { SAMPLE_INDICES } from './sample-bodies.ts';
import { sampleData } from './sample-data.ts';
import { sqliteEngineStorage } from './sqlite-storage.ts';
import { memoryEngineStorage, type EngineStorage } from './storage.ts';

function engineOn(storage: EngineStorage): EmbeddedEngine {
  let count = 0;
  return embeddedEngine({
    storage,
    clock: { now: () => '2026-11-21T03:10:08.123Z' },
    ids: { next: () => `id-${count++}` },
  });
}

function folder(): string {
  return quickFolder();
}

const ask = async (engine: EmbeddedEngine, ...path: readonly string[]): Promise<JsonValue> =>
  parseJson((await engine.send({ method: 'GET', path, query: { expand_wildcards: 'all' } })).body);

describeClusterGateway('The embedded engine in memory', async () => {
  const engine = engineOn(memoryEngineStorage());
  return { gateway: engine, destroy: async () => engine.close() };
});

describeClusterGateway('The embedded engine in SQLite', async () => {
  const where = folder();
  const engine = engineOn(sqliteEngineStorage(join(where, 'sandbox.db')));
  return {
    gateway: engine,
    destroy: async () => {
      engine.close();
      rmSync(where, { recursive: true });
    },
  };
});

describe('The embedded engine', () => {
  it('sorts a new index by fields that it has, and by none of nested objects', async () => {
    const engine = engineOn(memoryEngineStorage());
    const make = (name: string, field: string) =>
      engine.send({
        method: 'PUT',
        path: [name],
        body: formatJson({
          settings: { 'index.sort.field': [field] },
          mappings: {
            properties: {
              host: { properties: { ip: { type: 'ip' } } },
              items: { type: 'nested', properties: { price: { type: 'long' } } },
            },
          },
        }),
      });
    await expect(make('sorted', 'host.ip')).resolves.toMatchObject({ status: 200 });
    await expect(make('other', 'host.name')).rejects.toMatchObject({
      status: 400,
      reason: 'unknown index sort field:[host.name]',
    });
    await expect(make('other', 'items.price')).rejects.toMatchObject({
      status: 400,
      reason: 'cannot apply index sort to field [items.price] under nested object [items]',
    });
  });

  it('takes no join in a partitioned index', async () => {
    const engine = engineOn(memoryEngineStorage());
    const settings = { 'index.number_of_shards': 4, 'index.routing_partition_size': 3 };
    const mappings = { _routing: { required: true } };
    await engine.send({ method: 'PUT', path: ['logs'], body: formatJson({ settings, mappings }) });
    const join = { properties: { j: { type: 'join', relations: { a: 'b' } } } };
    await expect(
      engine.send({ method: 'PUT', path: ['logs', '_mapping'], body: formatJson(join) }),
    ).rejects.toMatchObject({ reason: 'cannot create join field [j] for the partitioned index' });
  });

  it('writes every part of a setting that is a list as text, integers beyond 2^53 too', async () => {
    const engine = engineOn(memoryEngineStorage());
    const send = (method: 'GET' | 'PUT', path: readonly string[], body?: string) =>
      engine.send({ method, path, ...(body !== undefined && { body }) });
    const rules = '[12345678901234567891,{"max_token_count":12345678901234567891}]';
    await send('PUT', ['logs'], `{"settings":{"analysis.filter.first.rules":${rules}}}`);
    const settings = parseJson((await send('GET', ['logs', '_settings'])).body);
    expect(valueAt(settings, '/logs/settings/index/analysis/filter/first/rules')).toEqual([
      '12345678901234567891',
      '{"max_token_count":12345678901234567891}',
    ]);
  });
});

// Each call uses a new instance, so that all state is read from the file.
describeClusterGateway('The embedded engine in SQLite, opened again for each call', async () => {
  const where = folder();
  let ids = 0;
  return {
    gateway: {
      async send(call) {
        const storage = sqliteEngineStorage(join(where, 'sandbox.db'));
        const engine = embeddedEngine({
          storage,
          clock: { now: () => '2026-11-21T03:10:08.123Z' },
          ids: { next: () => `id-${ids++}` },
        });
        return engine.send(call).finally(() => engine.close());
      },
    },
    forgetsTasks: 'It is another engine at each call.',
    destroy: async () => rmSync(where, { recursive: true }),
  };
});

describe('the sandbox', () => {
  it('refuses a second write index of an alias, in a call of several actions, too', async () => {
    const engine = engineOn(memoryEngineStorage());
    const send = (method: 'PUT' | 'POST', path: readonly string[], body: JsonValue) =>
      engine.send({ method, path, body: JSON.stringify(body) });
    const add = (index: string) => ({ add: { index, alias: 'current', is_write_index: true } });
    for (const index of ['a', 'b']) await send('PUT', [index], {});
    await expect(send('POST', ['_aliases'], { actions: [add('a'), add('b')] })).rejects.toMatchObject({
      type: 'illegal_state_exception',
    });
    await send('POST', ['_aliases'], { actions: [add('a')] });
    await expect(send('POST', ['_aliases'], { actions: [add('b')] })).rejects.toMatchObject({
      type: 'illegal_state_exception',
    });
    expect(valueAt(await ask(engine, 'b', '_alias'), '/b/aliases')).toEqual({});
  });

  it('means hidden indices by an expression only where that begins with a dot, too', async () => {
    const engine = engineOn(memoryEngineStorage());
    for (const index of ['.a', 'b'])
      await engine.send({ method: 'PUT', path: [index], body: '{"settings":{"index.hidden":true}}' });
    const namesOf = async (pattern: string) => {
      const { body } = await engine.send({ method: 'GET', path: [pattern, '_alias'] });
      return Object.keys(parseJson(body) as object);
    };
    expect(await namesOf('*')).toEqual([]);
    expect(await namesOf('_all')).toEqual([]);
    expect(await namesOf('.*')).toEqual(['.a']);
  });

  function files() {
    const where = folder();
    onTestFinished(() => rmSync(where, { recursive: true }));
    return (name: string) => sqliteEngineStorage(join(where, name));
  }

  it('is there again when the file is opened again, and is not filled twice', async () => {
    const file = files();
    const first = engineOn(file('a.db'));
    await sampleData(first);
    await first.send({ method: 'DELETE', path: ['sandbox-empty'] });
    await first.send({
      method: 'PUT',
      path: ['sandbox-log', '_create', '1'],
      body: '{"big":9007199254740993,"__proto__":{"a":1}}',
    });
    const everything = async (engine: EmbeddedEngine) => [
      await ask(engine, '_all'),
      await ask(engine, '_index_template'),
      await ask(engine, '_component_template'),
      await ask(engine, '_template'),
      await ask(engine, '_data_stream'),
      await ask(engine, 'sandbox-log', '_doc', '1'),
    ];
    const before = await everything(first);
    first.close();

    const second = engineOn(file('a.db'));
    await sampleData(second);
    expect(await everything(second)).toEqual(before);
    expect(valueAt(before[5] ?? null, '/_source')).toEqual(parseJson('{"big":9007199254740993,"__proto__":{"a":1}}'));
    second.close();
  });

  it('keeps numbers as they were written, over updates of what stands beside them', async () => {
    const engine = engineOn(memoryEngineStorage());
    const put = (properties: string) =>
      engine.send({ method: 'PUT', path: ['numbers', '_mapping'], body: `{"properties":${properties}}` });
    await engine.send({
      method: 'PUT',
      path: ['numbers'],
      body: '{"mappings":{"properties":{"a":{"type":"float","null_value":1.0},"b":{"type":"keyword"}},"_meta":{"w":[1e3]}}}',
    });
    await put('{"b":{"type":"keyword","ignore_above":1e2}}');
    await put('{"c":{"type":"double","null_value":-0.0}}');
    const { body } = await engine.send({ method: 'GET', path: ['numbers', '_mapping'] });
    for (const text of ['"null_value":1.0', '"w":[1e3]', '"ignore_above":1e2', '"null_value":-0.0'])
      expect(body).toContain(text);
    engine.close();
  });

  it.each([
    '{"n.a":{"type":"ip"},"n":{"type":"nested","properties":{}}}',
    '{"n":{"type":"nested"},"n.a":{"type":"ip"}}',
  ])('takes no nested object beside a name with dots that makes it a plain one: %s', async (properties) => {
    const engine = engineOn(memoryEngineStorage());
    const body = `{"mappings":{"properties":${properties}}}`;
    await expect(engine.send({ method: 'PUT', path: ['a'], body })).rejects.toThrow(
      "can't merge a non-nested mapping [n] with a nested mapping",
    );
    engine.close();
  });

  it('takes metadata of mappings as an object only', async () => {
    const engine = engineOn(memoryEngineStorage());
    const created = engine.send({ method: 'PUT', path: ['a'], body: '{"mappings":{"_meta":[]}}' });
    await expect(created).rejects.toThrow('[_meta] config must be an object');
    engine.close();
  });

  it('shares nothing with one in another file', async () => {
    const file = files();
    const [one, other] = [engineOn(file('one.db')), engineOn(file('other.db'))];
    await one.send({ method: 'PUT', path: ['mine'] });
    expect(await ask(other, '_all')).toEqual({});
    one.close();
    other.close();
  });

  it('keeps nothing of a call that the storage refused', async () => {
    const storage = memoryEngineStorage();
    const engine = engineOn({
      ...storage,
      write: () => {
        throw new Error('disk full');
      },
    });
    await expect(engine.send({ method: 'PUT', path: ['lost'] })).rejects.toThrow('disk full');
    expect(await ask(engine, '_all')).toEqual({});
  });

  it('has every kind of thing that the lists tell apart', async () => {
    const engine = engineOn(memoryEngineStorage());
    await sampleData(engine);
    const { indices, data_streams: streams } = (await ask(engine, '_resolve', 'index', '*')) as {
      indices: { name: string; attributes: string[] }[];
      data_streams: JsonValue[];
    };
    const attributes = new Set(indices.flatMap((index) => index.attributes));
    expect([...attributes].sort()).toEqual(['closed', 'hidden', 'open', 'system']);
    expect(streams).toHaveLength(3);
    const health = await ask(engine, '_cluster', 'health');
    expect(health).toMatchObject({ status: 'yellow', cluster_name: 'sandbox' });
    const healthFor = (wanted: string) =>
      engine.send({ method: 'GET', path: ['_cluster', 'health'], query: { wait_for_status: wanted, timeout: '1s' } });
    expect((await healthFor('yellow')).body).toContain('"timed_out":false');
    await expect(healthFor('green')).rejects.toMatchObject({ status: 408 });
    await expect(healthFor('blue')).rejects.toMatchObject({ status: 400, type: 'illegal_argument_exception' });
  });

  it('has an index whose documents can be read, as many as are listed, which its mapping takes as it is', async () => {
    const engine = engineOn(memoryEngineStorage());
    await sampleData(engine);
    const name = 'sandbox-customers';
    const { body } = await engine.send({ method: 'GET', path: [name, '_search'] });
    const total = valueAt(parseJson(body), '/hits/total/value');
    expect(total).toBe(60);
    const [listed] = (await ask(engine, '_cat', 'indices', name)) as readonly JsonValue[];
    expect(valueAt(listed, '/docs.count')).toBe(String(total));
    const wanted = SAMPLE_INDICES.find((index) => index.name === name)?.body;
    const has = await ask(engine, name, '_mapping');
    expect(valueAt(has, `/${name}/mappings`)).toEqual(valueAt(wanted, '/mappings'));
  });

  it('merges segments down to what was asked for', async () => {
    const engine = engineOn(memoryEngineStorage());
    await sampleData(engine);
    const segments = async () =>
      valueAt(await ask(engine, 'sandbox-products', '_stats'), '/indices/sandbox-products/primaries/segments/count');
    expect(await segments()).toBe(14);
    await engine.send({ method: 'POST', path: ['sandbox-products', '_forcemerge'], query: { max_num_segments: 1 } });
    // One for each of its two shards.
    expect(await segments()).toBe(2);
  });

  it('lists ten thousand indices', async () => {
    const engine = engineOn(memoryEngineStorage());
    manyIndices(engine, 10_000);
    expect(await ask(engine, '_cat', 'indices')).toHaveLength(10_000);
  });

  it('puts the name of a new index into the aliases that its template leaves a place in, also where it is simulated', async () => {
    const engine = engineOn(memoryEngineStorage());
    const body = (value: JsonValue) => ({ body: formatJson(value) });
    const template = { index_patterns: ['logs-*'], template: { aliases: { '{index}-a': {} } } };
    await engine.send({ method: 'PUT', path: ['_index_template', 'logs'], ...body(template) });
    const path = ['_index_template', '_simulate_index', 'logs-1'];
    const simulated = parseJson((await engine.send({ method: 'POST', path })).body);
    expect(valueAt(simulated, '/template/aliases')).toEqual({ 'logs-1-a': {} });
    await engine.send({ method: 'PUT', path: ['logs-1'] });
    expect(await ask(engine, 'logs-1', '_alias')).toEqual({ 'logs-1': { aliases: { 'logs-1-a': {} } } });
  });

  it('gives the part of an answer that filter_path asks for', async () => {
    const engine = engineOn(memoryEngineStorage());
    await sampleData(engine);
    const filtered = async (filter: string) =>
      parseJson(
        (await engine.send({ method: 'GET', path: ['sandbox-products', '_settings'], query: { filter_path: filter } }))
          .body,
      );
    expect(await filtered('*.settings.index.number_of_shards')).toEqual({
      'sandbox-products': { settings: { index: { number_of_shards: '2' } } },
    });
    expect(await filtered('**.refresh_interval')).toEqual({
      'sandbox-products': { settings: { index: { refresh_interval: '5s' } } },
    });
    expect(await filtered('none')).toEqual({});
  });
});
