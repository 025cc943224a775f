import { expect } from 'vitest';
import { longTasks, taskWords, type Task, type TaskDetail, type TaskList } from '#domain/console';
import type { JsonObject } from '#domain/json';
import type { Example } from './console-under-test.ts';

/** Lifecycles as Elasticsearch has them; no engine of the tests does but the embedded one. */
const ILM_EXAMPLE: Example = {
  name: 'explains the lifecycle of an index, runs a failed step again, attaches and detaches a policy',
  needs: ['ilm'],
  async run(console, prefix) {
    const name = `${prefix}lived`;
    await console.ask('indices.create', { name, body: {} });
    expect(await console.ask('lifecycle.get', { name })).toEqual({ hasFailed: false });
    const policies = await console.ask<{ name: string; phases: string[] }[]>('lifecycle.policies');
    const [policy] = policies as [{ name: string; phases: string[] }];
    expect(policy.phases).toEqual(['hot', 'delete']);
    expect(await console.refusal('lifecycle.attach', { name, body: { policy: 'none' } })).toMatchObject({
      statusCode: 404,
    });
    await console.ask('lifecycle.attach', { name, body: { policy: policy.name } });
    expect(await console.ask('lifecycle.get', { name })).toMatchObject({
      policy: policy.name,
      phase: 'hot',
      step: 'ERROR',
      failedStep: 'check-rollover-ready',
      message: expect.stringContaining('rollover_alias'),
      hasFailed: true,
    });
    expect(await console.ask('lifecycle.retry', { name })).toEqual({ acknowledged: true });
    await console.ask('lifecycle.detach', { name });
    expect(await console.ask('lifecycle.get', { name })).toEqual({ hasFailed: false });
    expect(await console.refusal('lifecycle.retry', { name })).toMatchObject({ statusCode: 400 });
    await console.ask('indices.delete', { body: { indices: [name] } });
  },
};

/** A reindex that stalls after its first batch: it is listed with its progress, and cancelled if it is what was seen. */
const TASK_EXAMPLE: Example = {
  name: 'lists a reindex with its progress, and cancels it if it is the task that was seen',
  needs: ['reindex'],
  async run(console, prefix) {
    const [from, to] = [`${prefix}tasks-from`, `${prefix}tasks-to`];
    for (const index of [from, to]) await console.prepare('PUT', [index]);
    for (const id of ['1', '2', '3']) await console.prepare('PUT', [from, '_doc', id], { a: id }, { refresh: true });
    const copy = { source: { index: from, size: 2 }, dest: { index: to } };
    await console.prepare('POST', ['_reindex'], copy, { wait_for_completion: false, requests_per_second: 0.000001 });
    const listed = async () =>
      (await console.ask<TaskList>('tasks.list')).tasks.find(({ description }) => description.includes(from));
    await expect.poll(listed, { interval: 20 }).toMatchObject({ progress: { done: 2, total: 3 } });
    const task = (await listed()) as Task;
    expect(task).toMatchObject({ action: 'indices:data/write/reindex', isCancellable: true, isCancelled: false });
    expect(taskWords(task)).toBe('Reindex');
    expect(longTasks([task])).toEqual([task]);
    const { id: name, action, description, startedAt } = task;
    const detail = await console.ask<TaskDetail>('tasks.get', { name });
    expect(detail).toMatchObject({ isCompleted: false, task: { id: name }, status: { total: 3 } });
    // The number of a task is given to another one once its node was restarted.
    const seen = { action, description, startedAt };
    const earlier = { ...seen, startedAt: '2020-01-01T00:00:00.000Z' };
    expect(await console.refusal('tasks.cancel', { name, body: earlier })).toMatchObject({
      statusCode: 409,
      message: expect.stringContaining('Nothing was cancelled'),
    });
    expect(await console.ask('tasks.cancel', { name, body: seen })).toEqual({ acknowledged: true });
    await expect
      .poll(() => console.ask<TaskDetail>('tasks.get', { name }), { interval: 20 })
      .toMatchObject({ isCompleted: true, result: { created: 2, canceled: expect.any(String) } });
    expect(await console.refusal('tasks.cancel', { name, body: seen })).toMatchObject({ statusCode: 404 });
    expect(await listed()).toBeUndefined();
    const never = name.replace(/:.*/, ':999999999');
    expect(await console.refusal('tasks.get', { name: never })).toMatchObject({ statusCode: 404 });
    expect(await console.refusal('tasks.cancel', { name: never, body: seen })).toMatchObject({
      statusCode: 404,
      message: expect.stringContaining('is not running'),
    });
    await console.ask('indices.delete', { body: { indices: [from, to] } });
  },
};

/** What the console does with indices as wholes, over any engine. */
export const OPERATION_EXAMPLES: readonly Example[] = [
  TASK_EXAMPLE,
  {
    name: 'names the block of an index whose disk was full, and goes on with the others',
    async run(console, prefix, skip) {
      const names = ['a', 'b', 'c'].map((end) => `${prefix}full-${end}`) as [string, string, string];
      const [, full] = names;
      for (const name of names) await console.prepare('PUT', [name]);
      await console.prepare('PUT', [full, '_settings'], { 'index.blocks.read_only_allow_delete': true });
      const blocked = {
        statusCode: 403,
        message: expect.stringMatching(
          new RegExp(`^Index "${full}" of .*flood-stage watermark.* Nothing was changed\\. Free up disk space`),
        ),
        attributes: { cause: 'forbidden', type: 'cluster_block_exception' },
      };
      const body = { properties: { note: { type: 'keyword' } } };
      const { engine } = await console.ask<{ engine: { distribution: string; version: string } }>('cluster.get');
      if (engine.distribution === 'elasticsearch' && Number.parseInt(engine.version, 10) >= 9)
        skip('Elasticsearch 9 takes changes of the metadata of an index whose disk was full.');
      expect(await console.refusal('mapping.update', { name: full, body })).toMatchObject(blocked);
      expect(await console.ask('indices.close', { body: { indices: names } })).toMatchObject({
        results: [
          { name: names[0], outcome: 'done' },
          { name: full, outcome: 'failed', error: blocked },
          { name: names[2], outcome: 'done' },
        ],
      });
      // The block can be removed as any other setting, and lets the index be deleted.
      await console.ask('settings.update', { name: full, body: { 'index.blocks.read_only_allow_delete': null } });
      await console.ask('mapping.update', { name: full, body });
      await console.ask('indices.delete', { body: { indices: names } });
    },
  },
  {
    name: 'adds and removes each block of an index',
    async run(console, prefix) {
      const name = `${prefix}blocks`;
      await console.prepare('PUT', [name]);
      for (const block of ['write', 'read', 'read_only', 'metadata']) {
        expect(await console.ask('blocks.update', { name, body: { block, isOn: true } })).toEqual({
          acknowledged: true,
        });
        // Sent twice, it stands once.
        if (block === 'write') await console.ask('blocks.update', { name, body: { block, isOn: true } });
        if (block !== 'metadata')
          expect((await console.ask<{ settings: JsonObject }>('settings.get', { name })).settings).toMatchObject({
            [`index.blocks.${block}`]: 'true',
          });
        else expect(await console.refusal('settings.get', { name })).toMatchObject({ statusCode: 403 });
        expect(await console.ask('blocks.update', { name, body: { block, isOn: false } })).toEqual({
          acknowledged: true,
        });
      }
      expect(await console.refusal('blocks.update', { name, body: { block: 'nope', isOn: true } })).toMatchObject({
        statusCode: 400,
      });
      expect(
        await console.refusal('blocks.update', { name: `${prefix}none`, body: { block: 'write', isOn: true } }),
      ).toMatchObject({ statusCode: 404 });
      await console.ask('indices.delete', { body: { indices: [name] } });
    },
  },
  {
    name: 'clones, shrinks and splits an index that takes no writes',
    async run(console, prefix) {
      const name = `${prefix}four`;
      const body = { settings: { 'index.number_of_shards': 4, 'index.number_of_replicas': 0 } };
      await console.ask('indices.create', { name, body });
      expect(await console.ask('resize.get', { name })).toMatchObject({
        primaries: 4,
        replicas: 0,
        isWriteBlocked: false,
        nodes: expect.arrayContaining([expect.any(String)]),
        nodesWithAll: [expect.any(String)],
      });
      const target = `${prefix}made`;
      const resize = (kind: string, shards?: number) => ({
        name,
        body: { kind, target, replicas: 0, ...(shards !== undefined && { shards }) },
      });
      expect(await console.refusal('resize.run', resize('clone'))).toMatchObject({
        statusCode: 409,
        message: expect.stringContaining('Add a write block first'),
      });
      await console.ask('blocks.update', { name, body: { block: 'write', isOn: true } });
      for (const [kind, shards] of [
        ['clone', undefined],
        ['shrink', 2],
        ['split', 8],
      ] as const) {
        expect(await console.ask('resize.run', resize(kind, shards)), kind).toEqual({ acknowledged: true });
        const { settings } = await console.ask<{ settings: JsonObject }>('settings.get', { name: target });
        expect(settings).toMatchObject({
          'index.number_of_shards': String(shards ?? 4),
          'index.number_of_replicas': '0',
        });
        expect(settings['index.blocks.write'] ?? null).toBeNull();
        // Sent twice, it makes nothing else.
        expect(await console.refusal('resize.run', resize(kind, shards))).toMatchObject({
          statusCode: 409,
          message: expect.stringContaining('exists already'),
        });
        await console.ask('indices.delete', { body: { indices: [target] } });
      }
      for (const [kind, shards] of [
        ['shrink', 3],
        ['split', 6],
        ['shrink', undefined],
      ] as const)
        expect(await console.refusal('resize.run', resize(kind, shards))).toMatchObject({
          statusCode: 400,
          attributes: { primaries: 4 },
        });
      await console.ask('indices.delete', { body: { indices: [name] } });
    },
  },
  {
    name: 'rolls an alias over where it still writes to the index that was seen',
    async run(console, prefix) {
      const [first, second, alias] = [`${prefix}roll-000001`, `${prefix}roll-000002`, `${prefix}roll`];
      await console.ask('indices.create', { name: first, body: { aliases: { [alias]: { is_write_index: true } } } });
      const preview = { oldIndex: first, newIndex: second, rolledOver: false };
      expect(await console.ask('rollover.preview', { name: alias, body: {} })).toEqual({ ...preview, conditions: {} });
      const conditions = { max_docs: 1, max_age: '30d' };
      expect(await console.ask('rollover.preview', { name: alias, body: { conditions } })).toEqual({
        ...preview,
        conditions: { '[max_docs: 1]': false, '[max_age: 30d]': false },
      });
      // Not due, it is left alone.
      expect(await console.ask('rollover.run', { name: alias, body: { conditions, oldIndex: first } })).toMatchObject({
        rolledOver: false,
      });
      expect(await console.ask('rollover.run', { name: alias, body: { oldIndex: first } })).toMatchObject({
        oldIndex: first,
        newIndex: second,
        rolledOver: true,
      });
      // Sent twice, or after somebody else: the alias writes to another index by now.
      expect(await console.refusal('rollover.run', { name: alias, body: { oldIndex: first } })).toMatchObject({
        statusCode: 409,
        attributes: { oldIndex: second },
      });
      expect((await console.refusal('rollover.preview', { name: first, body: {} })).statusCode).toBe(400);
      await console.ask('indices.delete', { body: { indices: [first, second] } });
    },
  },
  {
    name: 'lists the aliases of all indices, and moves several at once or none',
    async run(console, prefix) {
      const [one, other, alias] = [`${prefix}a1`, `${prefix}a2`, `${prefix}alias-of-all`];
      const filter = { term: { k: 'v' } };
      await console.ask('indices.create', {
        name: one,
        body: {
          mappings: { properties: { k: { type: 'keyword' } } },
          aliases: { [alias]: { filter, routing: '1', is_write_index: true } },
        },
      });
      await console.ask('indices.create', { name: other, body: { settings: { 'index.hidden': true } } });
      const mine = async () =>
        (await console.ask<{ alias: string }[]>('all_aliases.list')).filter((entry) => entry.alias.startsWith(prefix));
      const entry = { alias, filter, index_routing: '1', search_routing: '1', is_write_index: true };
      expect(await mine()).toEqual([{ ...entry, index: one }]);
      const { alias: _alias, ...options } = entry;
      const actions = [
        { index: one, remove: { alias } },
        { index: other, add: { alias, ...options } },
      ];
      expect(await console.ask('all_aliases.update', { body: { actions } })).toEqual({ acknowledged: true });
      expect(await mine()).toEqual([{ ...entry, index: other }]);
      // Sent twice: the alias is not where it was.
      expect(await console.refusal('all_aliases.update', { body: { actions } })).toMatchObject({
        statusCode: 404,
        message: expect.stringContaining('Nothing was changed'),
      });
      expect(
        await console.refusal('all_aliases.update', { body: { actions: [{ index: alias, add: { alias: 'x' } }] } }),
      ).toMatchObject({ statusCode: 400, message: expect.stringContaining('is an alias') });
      await console.ask('indices.delete', { body: { indices: [one, other] } });
    },
  },
  {
    name: 'creates a data stream where a template makes one of its name',
    needs: ['data_streams'],
    async run(console, prefix) {
      const name = `${prefix}stream`;
      expect(await console.refusal('data_streams.create', { name })).toMatchObject({
        statusCode: 400,
        attributes: { reason: expect.stringContaining('no matching index template') },
      });
      await console.ask('index_templates.create', {
        body: {
          name: `${prefix}template`,
          index_patterns: [`${prefix}stream*`],
          data_stream: {},
          priority: 400,
          composed_of: [],
          template: {},
        },
      });
      expect(await console.ask('data_streams.create', { name })).toEqual({ acknowledged: true });
      expect(await console.refusal('data_streams.create', { name })).toMatchObject({ statusCode: 409 });
      const { oldIndex } = await console.ask<{ oldIndex: string }>('rollover.preview', { name, body: {} });
      expect(await console.ask('rollover.run', { name, body: { oldIndex } })).toMatchObject({ rolledOver: true });
      await console.ask('data_streams.delete', { body: { dataStreams: [name] } });
      await console.ask('index_templates.delete', { body: { templates: [{ name: `${prefix}template` }] } });
    },
  },
  ILM_EXAMPLE,
];
