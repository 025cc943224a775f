import { describe, expect, it } from 'vitest';
import { formatJson, parseJson, valueAt, type JsonObject } from '#domain/json';
import { ClusterError, requestOf, type ClusterCall, type ClusterGateway } from '#domain/ports';
import { ulidSource } from '../../infra/platform.ts';
import { embeddedEngine } from '../embedded/embedded-engine.ts';
import { memoryEngineStorage } from '../embedded/storage.ts';
import { openClusters, SANDBOX_ENTRY } from '../clusters/clusters.ts';
import { localCaller } from './caller.ts';
import type { ConsoleContext } from './context.ts';
import { memoryScratchIndices, memoryScratchStore } from './memory-scratch-store.ts';
import { scratchHandlers, type ScratchIndex } from './scratch.ts';

const LIVE: JsonObject = {
  settings: { number_of_shards: 3, 'index.mapping.total_fields.limit': 50, refresh_interval: '5s' },
  mappings: { properties: { host: { type: 'keyword' } } },
};
const UPDATES = [{ properties: { user: { type: 'ip' } } }, { properties: { host: { type: 'long' } } }];
const OLD: ScratchIndex = {
  cluster: 'sandbox',
  name: 'mapledger-scratch-old',
  createdAt: '2026-11-20T00:00:00.000Z',
};

/** A cluster with the index `logs`; what `between` throws is thrown instead of the call, `after` after it was done. */
async function setUp({
  left = [],
  between = () => undefined,
  after = () => undefined,
}: {
  readonly left?: readonly ScratchIndex[];
  readonly between?: (call: ClusterCall) => ClusterError | undefined;
  readonly after?: (call: ClusterCall) => ClusterError | undefined;
} = {}) {
  const now = () => '2026-11-21T00:00:00.000Z';
  const engine = embeddedEngine({ storage: memoryEngineStorage(), clock: { now }, ids: ulidSource() });
  const ask = async (method: ClusterCall['method'], path: readonly string[], body?: JsonObject) =>
    parseJson((await engine.send({ method, path, ...(body && { body: formatJson(body) }) })).body);
  await ask('PUT', ['logs'], LIVE);
  const calls: string[] = [];
  const store = memoryScratchStore(left);
  const gateway: ClusterGateway = {
    async send(call) {
      calls.push(`${call.method} /${call.path.join('/')}`);
      // The name is kept before anything is sent.
      if (call.method === 'PUT' && call.path.length === 1)
        expect((await store.list('sandbox')).map(({ name }) => name)).toContain(call.path[0]);
      const [failure, later] = [between(call), after(call)];
      if (failure !== undefined) throw failure;
      const answer = await engine.send(call);
      if (later !== undefined) throw later;
      return answer;
    },
  };
  const scratch = memoryScratchIndices(now, store);
  const cluster = openClusters([{ entry: SANDBOX_ENTRY, gateway }]).open();
  const context: ConsoleContext = {
    cluster,
    caller: localCaller(),
    openCluster: () => cluster,
    isReadOnly: false,
    signal: new AbortController().signal,
  };
  const handlers = scratchHandlers(scratch);
  return {
    calls,
    ask,
    cluster,
    scratch,
    attempt: () => handlers['mapping.try']({ params: { name: 'logs' }, body: { updates: UPDATES } }, context),
    leftovers: async () => (await handlers['scratch_indices.list']({}, context)).indices.map(({ name }) => name),
    indices: async () => Object.keys((await ask('GET', ['*'], undefined)) as JsonObject),
  };
}

const failing = (fault: ClusterError['fault'], call: ClusterCall, status?: number, reason?: string) =>
  new ClusterError(fault, reason ?? fault, {
    ...(status !== undefined && { status }),
    ...(reason !== undefined && { reason }),
    request: requestOf(call),
  });
const isCreation = ({ method, path }: ClusterCall) => method === 'PUT' && path.length === 1;
const isRemoval = ({ method }: ClusterCall) => method === 'DELETE';

describe('a scratch index', () => {
  it('is not created where a template would apply to it', async () => {
    const { attempt, ask, calls, leftovers, indices } = await setUp();
    await ask('PUT', ['_index_template', 'maps'], {
      index_patterns: ['map*'],
      template: { aliases: { searched: {} } },
    });
    await expect(attempt()).rejects.toMatchObject({
      statusCode: 409,
      message: expect.stringContaining('template "maps" would apply to the scratch index') as unknown,
    });
    expect(calls.filter((call) => call.startsWith('PUT /mapledger'))).toEqual([]);
    expect(await indices()).toEqual(['logs']);
    expect(await leftovers()).toEqual([]);
  });

  it('takes the updates one by one with the live mapping, and is removed', async () => {
    const definitions: JsonObject[] = [];
    const { attempt, calls, leftovers } = await setUp({
      between(call) {
        if (isCreation(call)) definitions.push(parseJson(call.body ?? '{}') as JsonObject);
        return undefined;
      },
    });
    expect(await attempt()).toEqual({
      index: 'mapledger-scratch-1',
      results: [{ isTaken: true }, { isTaken: false, reason: expect.stringContaining('cannot be changed from type') }],
      isRemoved: true,
    });
    expect(calls.slice(-4)).toEqual([
      'PUT /mapledger-scratch-1',
      'PUT /mapledger-scratch-1/_mapping',
      'PUT /mapledger-scratch-1/_mapping',
      'DELETE /mapledger-scratch-1',
    ]);
    expect(definitions).toEqual([
      {
        settings: {
          'index.mapping.total_fields.limit': '50',
          'index.number_of_shards': 1,
          'index.number_of_replicas': 0,
          'index.hidden': true,
        },
        mappings: LIVE['mappings'],
      },
    ]);
    expect(await leftovers()).toEqual([]);
  });

  it('leaves the live index as it is', async () => {
    const { attempt, ask } = await setUp();
    await attempt();
    expect(valueAt(await ask('GET', ['logs', '_mapping']), '/logs/mappings')).toEqual(LIVE['mappings']);
  });

  it('is listed where it could not be removed, and removed by the next who can', async () => {
    let isDenied = true;
    const { attempt, leftovers, scratch, cluster } = await setUp({
      between: (call) => (isRemoval(call) && isDenied ? failing('refused', call, 403, 'no rights') : undefined),
    });
    expect((await attempt()).isRemoved).toBe(false);
    expect(await leftovers()).toEqual(['mapledger-scratch-1']);
    await scratch.removeLeftovers(cluster);
    expect(await leftovers()).toEqual(['mapledger-scratch-1']);
    isDenied = false;
    await scratch.removeLeftovers(cluster);
    expect(await leftovers()).toEqual([]);
  });

  it('of a server that was killed is removed before the next is created', async () => {
    const { attempt, ask, leftovers, calls } = await setUp({ left: [OLD] });
    await ask('PUT', [OLD.name], {});
    await attempt();
    expect(await leftovers()).toEqual([]);
    expect(calls.indexOf(`DELETE /${OLD.name}`)).toBeLessThan(calls.indexOf('PUT /mapledger-scratch-1'));
  });

  it('that was never created is forgotten, but not before it can’t be created any more', async () => {
    const young = { ...OLD, name: 'mapledger-scratch-young', createdAt: '2026-11-20T23:59:00.000Z' };
    const { scratch, cluster, leftovers } = await setUp({ left: [OLD, young] });
    await scratch.removeLeftovers(cluster);
    expect(await leftovers()).toEqual([young.name]);
  });

  it('is removed where the answer to its creation was lost', async () => {
    const { attempt, leftovers, calls } = await setUp({
      after: (call) => (isCreation(call) ? failing('timeout', call) : undefined),
    });
    await expect(attempt()).rejects.toThrow('timeout');
    expect(calls.at(-1)).toBe('DELETE /mapledger-scratch-1');
    expect(await leftovers()).toEqual([]);
  });

  it('is kept in the list where nobody knows whether it will be created', async () => {
    const { attempt, leftovers } = await setUp({
      between: (call) => (isCreation(call) ? failing('timeout', call) : undefined),
    });
    await expect(attempt()).rejects.toThrow('timeout');
    expect(await leftovers()).toEqual(['mapledger-scratch-1']);
  });

  it('that the cluster refuses leaves nothing behind', async () => {
    const { attempt, leftovers } = await setUp({
      between: (call) => (isCreation(call) ? failing('refused', call, 403, 'no rights') : undefined),
    });
    await expect(attempt()).rejects.toThrow('no rights');
    expect(await leftovers()).toEqual([]);
  });

  it('is removed where an update gets no answer', async () => {
    const { attempt, leftovers, calls } = await setUp({
      between: (call) => (call.method === 'PUT' && call.path[1] === '_mapping' ? failing('cut', call) : undefined),
    });
    await expect(attempt()).rejects.toThrow('cut');
    expect(calls.at(-1)).toBe('DELETE /mapledger-scratch-1');
    expect(await leftovers()).toEqual([]);
  });

  it('of another name than its own is never deleted', async () => {
    const foreign = { ...OLD, name: 'logs' };
    const { scratch, cluster, calls } = await setUp({ left: [foreign] });
    await scratch.removeLeftovers(cluster);
    expect(calls).not.toContain('DELETE /logs');
  });
});
