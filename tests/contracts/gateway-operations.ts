import { expect } from 'vitest';
import { formatJson, isObject, member, type JsonObject, type JsonValue } from '#domain/json';
import {
  ALIAS,
  at,
  INDEX,
  keyword,
  oneOf,
  OTHER,
  P,
  STREAM,
  TEMPLATE,
  type Case,
  type Cluster,
} from './gateway-case.ts';

const TARGET = `${P}-target`;
const NONE = `${P}-none`;
const [FIRST, SECOND] = [`${P}-roll-000001`, `${P}-roll-000002`];
/** What a task that copies five documents in batches of two says after the first. */
const FIRST_BATCH = { total: 5, created: 2, batches: 1 };
/** A batch of one in a million seconds: it stands after its first batch. */
const STALLED = { wait_for_completion: false, requests_per_second: 0.000001 };

/** Indices of these cases beside those of the other ones. */
export const OPERATION_INDICES = [TARGET, FIRST, SECOND];

async function fill(
  { ask }: Cluster,
  index: string,
  documents: readonly JsonObject[],
  body: JsonObject = {},
): Promise<void> {
  await ask('PUT', [index], body);
  for (const [id, document] of documents.entries()) await ask('PUT', [index, '_doc', String(id)], document);
  await ask('POST', [index, '_refresh']);
}

async function count({ ask }: Cluster, index: string): Promise<JsonValue> {
  await ask('POST', [index, '_refresh']);
  return at(await ask('GET', [index, '_count']), '/count') ?? null;
}

/** The task as it is when it has ended. */
async function ended({ ask }: Cluster, task: string): Promise<JsonObject> {
  return await expect
    .poll(async () => (await ask('GET', ['_tasks', task])) as JsonObject, { interval: 20 })
    .toMatchObject({ completed: true })
    .then(() => ask('GET', ['_tasks', task]) as Promise<JsonObject>);
}

/** Whether an engine of this version refuses only documents where a disk was full, as Elasticsearch 9 does. */
function takesMetadataOfFullDisk({ distribution, number }: JsonObject): boolean {
  return distribution === undefined && Number.parseInt(String(number), 10) >= 9;
}

const FIVE: readonly JsonObject[] = [1, 2, 3, 4, 5].map((a) => ({ a }));

const blocks: readonly Case[] = [
  {
    name: 'refuses documents while a write block stands, and takes them afterwards',
    async run(cluster) {
      const { ask, refusal } = cluster;
      await fill(cluster, INDEX, FIVE);
      expect(await ask('PUT', [INDEX, '_block', 'write'])).toMatchObject({
        acknowledged: true,
        indices: [{ name: INDEX, blocked: true }],
      });
      const blocked = {
        fault: 'forbidden',
        isOfName: true,
        status: 403,
        type: 'cluster_block_exception',
        reason: expect.stringContaining('FORBIDDEN/8/index write (api)'),
      };
      expect(await refusal('PUT', [INDEX, '_doc', '9'], { a: 9 })).toMatchObject(blocked);
      expect(await refusal('POST', [INDEX, '_doc'], { a: 9 })).toMatchObject(blocked);
      expect(await refusal('DELETE', [INDEX, '_doc', '1'])).toMatchObject(blocked);
      const line = `{"index":{"_index":"${INDEX}","_id":"9"}}\n{"a":9}\n`;
      expect(await ask('POST', ['_bulk'], line)).toMatchObject({
        errors: true,
        items: [{ index: { status: 403, error: { type: 'cluster_block_exception' } } }],
      });
      expect(await count(cluster, INDEX)).toBe(5);
      await ask('PUT', [INDEX, '_mapping'], { properties: { z: keyword } });
      expect(at(await ask('GET', [INDEX, '_settings']), `/${INDEX}/settings/index/blocks`)).toEqual({ write: 'true' });
      // Again: nothing is left to be blocked.
      expect(await ask('PUT', [INDEX, '_block', 'write'])).toMatchObject({ acknowledged: true });
      await ask('PUT', [INDEX, '_settings'], { 'index.blocks.write': null });
      await ask('PUT', [INDEX, '_doc', '9'], { a: 9 });
    },
  },
  {
    name: 'refuses reads while a read block stands',
    async run(cluster) {
      const { ask, refusal } = cluster;
      await fill(cluster, INDEX, FIVE);
      await ask('PUT', [INDEX, '_block', 'read']);
      const blocked = { status: 403, reason: expect.stringContaining('FORBIDDEN/7/index read (api)') };
      expect(await refusal('GET', [INDEX, '_doc', '1'])).toMatchObject(blocked);
      expect(await refusal('POST', [INDEX, '_search'], {})).toMatchObject(blocked);
      expect(await refusal('GET', [INDEX, '_count'])).toMatchObject(blocked);
      await ask('GET', [INDEX, '_mapping']);
      await ask('PUT', [INDEX, '_doc', '9'], { a: 9 });
    },
  },
  {
    name: 'refuses everything about an index but lifting the block while a metadata block stands',
    async run({ ask, refusal }) {
      await ask('PUT', [INDEX]);
      await ask('PUT', [INDEX, '_block', 'metadata']);
      const blocked = { status: 403, reason: expect.stringContaining('FORBIDDEN/9/index metadata (api)') };
      for (const [method, path, body] of [
        ['GET', [INDEX]],
        ['GET', [INDEX, '_mapping']],
        ['GET', [INDEX, '_settings']],
        ['GET', [INDEX, '_stats']],
        ['GET', ['_cat', 'indices', INDEX]],
        // One such index, and none of a list can be read.
        ['GET', ['_cat', 'indices', `${P}-*`]],
        ['PUT', [INDEX, '_mapping'], { properties: { y: keyword } }],
        ['PUT', [INDEX, '_settings'], { 'index.priority': 3 }],
        ['POST', ['_aliases'], { actions: [{ add: { index: INDEX, alias: ALIAS } }] }],
        ['POST', [INDEX, '_close']],
        ['DELETE', [INDEX]],
      ] as const)
        expect(await refusal(method, path, body), `${method} ${path.join('/')}`).toMatchObject(blocked);
      await ask('PUT', [INDEX, '_settings'], { 'index.blocks.metadata': null });
      await ask('GET', [INDEX]);
    },
  },
  {
    name: 'keeps a read-only index from changes of any kind, deletion too',
    async run({ ask, refusal }) {
      await ask('PUT', [INDEX]);
      await ask('PUT', [INDEX, '_block', 'read_only']);
      const blocked = { status: 403, reason: expect.stringContaining('FORBIDDEN/5/index read-only (api)') };
      for (const [method, path, body] of [
        ['PUT', [INDEX, '_doc', '1'], {}],
        ['PUT', [INDEX, '_mapping'], { properties: { y: keyword } }],
        ['PUT', [INDEX, '_settings'], { 'index.priority': 3 }],
        ['POST', [INDEX, '_close']],
        ['DELETE', [INDEX]],
      ] as const)
        expect(await refusal(method, path, body), `${method} ${path.join('/')}`).toMatchObject(blocked);
      await ask('GET', [INDEX, '_mapping']);
      await ask('PUT', [INDEX, '_settings'], { 'index.blocks.read_only': null });
      await ask('DELETE', [INDEX]);
    },
  },
  {
    name: 'refuses changes of an index of a full disk, and says which block stands',
    async run({ ask, refusal }) {
      await ask('PUT', [INDEX]);
      await ask('PUT', [INDEX, '_settings'], { 'index.blocks.read_only_allow_delete': true });
      // With 429 since Elasticsearch 7.7, with 403 before: nothing is gained by another attempt.
      const blocked = {
        fault: 'forbidden',
        isOfName: true,
        status: expect.toSatisfy((status: unknown) => status === 429 || status === 403),
        type: 'cluster_block_exception',
        reason: expect.stringMatching(/(?:TOO_MANY_REQUESTS|FORBIDDEN)\/12\//),
        message: expect.stringContaining(
          '(index.blocks.read_only_allow_delete). Nothing was changed. Free up disk space',
        ),
      };
      expect(await refusal('PUT', [INDEX, '_doc', '1'], {})).toMatchObject(blocked);
      const version = at(await ask('GET', []), '/version') as JsonObject;
      for (const [method, path, body] of [
        ['PUT', [INDEX, '_mapping'], { properties: { y: keyword } }],
        ['PUT', [INDEX, '_settings'], { 'index.priority': 3 }],
        ['POST', [INDEX, '_close']],
        ['POST', [INDEX, '_open']],
      ] as const)
        if (takesMetadataOfFullDisk(version)) await ask(method, path, body);
        else if (path[1] !== '_open')
          expect(await refusal(method, path, body), `${method} ${path.join('/')}`).toMatchObject(blocked);
      await ask('PUT', [INDEX, '_settings'], { 'index.blocks.read_only_allow_delete': null });
      await ask('PUT', [INDEX, '_mapping'], { properties: { y: keyword } });
    },
  },
  {
    name: 'refuses with 500 what it has decided against, and has changed nothing',
    async run({ ask, refusal }) {
      await ask('PUT', [INDEX], {
        aliases: { [ALIAS]: { is_hidden: true } },
        mappings: { properties: { o: { type: 'object' } } },
      });
      await ask('PUT', [OTHER]);
      expect(await refusal('POST', ['_aliases'], { actions: [{ add: { index: OTHER, alias: ALIAS } }] })).toMatchObject(
        {
          fault: 'refused',
          isOfName: true,
          status: 500,
          type: 'illegal_state_exception',
          reason: expect.stringContaining('alias must have the same is_hidden setting on all indices'),
          message: expect.not.stringContaining('may have been applied'),
        },
      );
      expect(await ask('GET', [OTHER, '_alias'])).toEqual({ [OTHER]: { aliases: {} } });
      expect(
        await refusal('PUT', [INDEX, '_mapping'], { properties: { o: { type: 'object', enabled: false } } }),
      ).toMatchObject({ fault: 'refused', type: 'mapper_exception' });
    },
  },
  {
    name: 'knows four blocks that can be added',
    async run({ ask, refusal }) {
      await ask('PUT', [INDEX]);
      expect(await refusal('PUT', [INDEX, '_block', 'nope'])).toMatchObject({
        status: 400,
        type: 'illegal_argument_exception',
        reason: expect.stringContaining('nope'),
      });
      expect(await refusal('PUT', [INDEX, '_block', 'read_only_allow_delete'])).toMatchObject({
        status: 400,
        reason: expect.stringContaining('internal use only'),
      });
      expect(await refusal('PUT', [NONE, '_block', 'write'])).toMatchObject({
        status: 404,
        type: 'index_not_found_exception',
      });
    },
  },
];

const documents: readonly Case[] = [
  {
    name: 'gives several documents by their ids, and deletes one',
    async run(cluster) {
      const { ask, refusal } = cluster;
      await fill(cluster, INDEX, FIVE);
      expect(await ask('POST', [INDEX, '_mget'], { ids: ['1', 'none'] })).toMatchObject({
        docs: [
          { _id: '1', found: true, _source: { a: 2 } },
          { _id: 'none', found: false },
        ],
      });
      const found = await ask('POST', [INDEX, '_search'], {
        query: { ids: { values: ['3', '2'] } },
        sort: [{ a: 'asc' }],
        _source: false,
        version: true,
      });
      expect(found).toMatchObject({ hits: { hits: [{ _id: '2', _version: 1 }, { _id: '3' }] } });
      expect(at(found, '/hits/hits/0')).not.toHaveProperty('_source');
      expect(await ask('DELETE', [INDEX, '_doc', '1'])).toMatchObject({ result: 'deleted' });
      expect(await refusal('DELETE', [INDEX, '_doc', '1'])).toMatchObject({ status: 404 });
      expect(await count(cluster, INDEX)).toBe(4);
    },
  },
  {
    name: 'takes many documents in one call',
    async run({ ask }) {
      await ask('PUT', [INDEX, '_doc', '0'], { a: 0 });
      const lines = [
        { index: { _index: INDEX, _id: '1' } },
        { a: 1 },
        { create: { _index: INDEX, _id: '0' } },
        { a: 2 },
        { delete: { _index: INDEX, _id: '0' } },
      ];
      const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
      expect(await ask('POST', ['_bulk'], body)).toMatchObject({
        errors: true,
        items: [
          { index: { _id: '1', status: 201 } },
          { create: { _id: '0', status: 409, error: { type: 'version_conflict_engine_exception' } } },
          { delete: { _id: '0', status: 200 } },
        ],
      });
    },
  },
];

const reindexes: readonly Case[] = [
  {
    name: 'reindexes every document, and writes over those that are there',
    needs: 'reindex',
    async run(cluster) {
      const { ask } = cluster;
      await fill(cluster, INDEX, FIVE);
      const body = { source: { index: INDEX }, dest: { index: TARGET } };
      expect(await ask('POST', ['_reindex'], body)).toMatchObject({
        total: 5,
        created: 5,
        updated: 0,
        version_conflicts: 0,
        batches: 1,
        failures: [],
      });
      expect(await count(cluster, TARGET)).toBe(5);
      expect(await ask('GET', [TARGET, '_doc', '2'])).toMatchObject({ _source: { a: 3 } });
      expect(await ask('POST', ['_reindex'], { ...body, source: { index: INDEX, size: 2 } })).toMatchObject({
        created: 0,
        updated: 5,
        batches: 3,
      });
    },
  },
  {
    name: 'reindexes what a query finds, up to a number',
    needs: 'reindex',
    async run(cluster) {
      const { ask } = cluster;
      await fill(cluster, INDEX, [{ s: 'x' }, { s: 'y' }, { s: 'x' }], { mappings: { properties: { s: keyword } } });
      const source = { index: INDEX, query: { term: { s: 'x' } } };
      expect(await ask('POST', ['_reindex'], { source, dest: { index: TARGET }, max_docs: 1 })).toMatchObject({
        total: 1,
        created: 1,
      });
      expect(await ask('POST', ['_reindex'], { source, dest: { index: TARGET } })).toMatchObject({ total: 2 });
    },
  },
  {
    name: 'stops at the first batch with conflicts, or counts them and proceeds',
    needs: 'reindex',
    async run(cluster) {
      const { ask, refusal } = cluster;
      await fill(cluster, INDEX, FIVE);
      await fill(cluster, TARGET, FIVE.slice(0, 2));
      const body = { source: { index: INDEX }, dest: { index: TARGET, op_type: 'create' } };
      expect(await refusal('POST', ['_reindex'], body)).toMatchObject({ status: 409 });
      expect(await count(cluster, TARGET)).toBe(5);
      expect(await ask('POST', ['_reindex'], { ...body, conflicts: 'proceed' })).toMatchObject({
        total: 5,
        created: 0,
        version_conflicts: 5,
        failures: [],
      });
    },
  },
  {
    name: 'writes nothing through a write block',
    needs: 'reindex',
    async run(cluster) {
      const { ask, refusal } = cluster;
      await fill(cluster, INDEX, FIVE);
      await ask('PUT', [TARGET]);
      await ask('PUT', [TARGET, '_block', 'write']);
      expect(await refusal('POST', ['_reindex'], { source: { index: INDEX }, dest: { index: TARGET } })).toMatchObject({
        status: 403,
      });
      expect(await count(cluster, TARGET)).toBe(0);
    },
  },
  {
    name: 'refuses a reindex that can not be meant',
    needs: 'reindex',
    async run(cluster) {
      const { ask, refusal } = cluster;
      await ask('PUT', [INDEX], { aliases: { [ALIAS]: {} } });
      const [source, dest] = [{ index: INDEX }, { index: TARGET }];
      const invalid = (reason: string) => ({
        status: 400,
        type: 'action_request_validation_exception',
        reason: expect.stringContaining(reason),
      });
      const reindex = (body?: JsonObject, query?: JsonObject) =>
        refusal('POST', ['_reindex'], body, query as Record<string, string>);
      expect(await reindex({ source, dest: source })).toMatchObject(
        invalid(`reindex cannot write into an index its reading from [${INDEX}]`),
      );
      expect(await reindex({ source, dest: { index: ALIAS } })).toMatchObject(invalid('its reading from'));
      expect(await reindex({ source })).toMatchObject(invalid('index must be specified'));
      expect(await reindex({ source: {}, dest })).toMatchObject(invalid('use _all if you really want'));
      expect(await reindex()).toMatchObject({ type: 'parse_exception', reason: 'request body is required' });
      const unreadable = (reason: string) => ({ status: 400, reason: expect.stringContaining(reason) });
      expect(await reindex({ source, dest, nope: 1 })).toMatchObject(unreadable('unknown field [nope]'));
      expect(await reindex({ source: { ...source, nope: 1 }, dest })).toMatchObject(unreadable('[nope]'));
      expect(await reindex({ source, dest: { ...dest, op_type: 'nope' } })).toMatchObject(
        unreadable("opType must be 'create' or 'index'"),
      );
      expect(await reindex({ source, dest, conflicts: 'nope' })).toMatchObject(unreadable('conflicts may only be'));
      for (const slices of ['auto ', 'AUTO', '1.5', ''])
        expect(await reindex({ source, dest }, { slices })).toMatchObject(unreadable(`For input string: "${slices}"`));
      for (const slices of ['0', '-1'])
        expect(await reindex({ source, dest }, { slices })).toMatchObject(
          unreadable(`[slices] must be a positive integer or the string "auto", but was [${slices}]`),
        );
      expect(await reindex({ source, dest }, { slices: 2_000 })).toMatchObject(
        unreadable('The number of slices [2000] is too large. It must be less than [1024].'),
      );
      const notPositive = '[requests_per_second] must be a float greater than 0. Use -1 to disable throttling.';
      for (const [limit, reason] of [
        ['0', notPositive],
        ['-2', notPositive],
        ['x', 'For input string: "x"'],
        ['', 'empty String'],
      ] as const)
        expect(await reindex({ source, dest }, { requests_per_second: limit })).toMatchObject(unreadable(reason));
      expect(await reindex({ source: { index: NONE }, dest })).toMatchObject({
        status: 404,
        type: 'index_not_found_exception',
      });
      expect(await refusal('HEAD', [TARGET])).toMatchObject({ status: 404 });
    },
  },
];

const tasks: readonly Case[] = [
  {
    name: 'reindexes as a task, whose result is there afterwards',
    needs: 'reindex',
    usesTasks: true,
    async run(cluster) {
      const { ask } = cluster;
      await fill(cluster, INDEX, FIVE);
      const body = { source: { index: INDEX, size: 2 }, dest: { index: TARGET } };
      const task = at(await ask('POST', ['_reindex'], body, { wait_for_completion: false }), '/task') as string;
      expect(task).toMatch(/^[^:]+:\d+$/);
      const result = await ended(cluster, task);
      expect(result).toMatchObject({
        completed: true,
        task: {
          action: 'indices:data/write/reindex',
          description: expect.stringContaining(`reindex from [${INDEX}] to [${TARGET}]`),
          cancellable: true,
          status: { total: 5, created: 5, batches: 3 },
        },
        response: { total: 5, created: 5, timed_out: false, failures: [] },
      });
      expect(result).not.toHaveProperty('error');
      expect(await count(cluster, TARGET)).toBe(5);
    },
  },
  {
    name: 'tells how far a task is, lists it, and stops it with what it has done',
    needs: 'reindex',
    usesTasks: true,
    async run(cluster) {
      const { ask } = cluster;
      await fill(cluster, INDEX, FIVE);
      const body = { source: { index: INDEX, size: 2 }, dest: { index: TARGET } };
      const task = at(await ask('POST', ['_reindex'], body, STALLED), '/task') as string;
      await expect
        .poll(() => ask('GET', ['_tasks', task]), { interval: 20 })
        // A search for the next batch that still runs would be cancelled with the task, which then ends with an error.
        .toMatchObject({
          completed: false,
          task: { status: { ...FIRST_BATCH, throttled_until_millis: expect.toSatisfy((millis) => millis > 0) } },
        });
      const all = (await ask('GET', ['_tasks'], undefined, { actions: '*reindex', detailed: true })) as JsonObject;
      const listed = Object.values(member(all, 'nodes') as JsonObject).flatMap((node) =>
        isObject(node) ? Object.keys(member(node, 'tasks') as JsonObject) : [],
      );
      expect(listed).toContain(task);
      // Only in detail it says what a task works on, and how far it is.
      const [brief, detailed] = [
        formatJson(await ask('GET', ['_tasks'], undefined, { actions: '*reindex' })),
        formatJson(all),
      ];
      for (const words of [`reindex from [${INDEX}]`, '"throttled_millis"'])
        expect([words, brief.includes(words), detailed.includes(words)]).toEqual([words, false, true]);
      const cancelled = (await ask('POST', ['_tasks', task, '_cancel'])) as JsonObject;
      expect(Object.keys(member(cancelled, 'nodes') as JsonObject)).toHaveLength(1);
      expect(await ended(cluster, task)).toMatchObject({
        completed: true,
        response: { total: 5, created: 2, canceled: 'by user request', failures: [] },
      });
      expect(await count(cluster, TARGET)).toBe(2);
    },
  },
  {
    name: 'changes the throttle of a reindex that waits, and of none that has ended',
    needs: 'reindex',
    usesTasks: true,
    async run(cluster) {
      const { ask, refusal } = cluster;
      await fill(cluster, INDEX, FIVE);
      const body = { source: { index: INDEX, size: 2 }, dest: { index: TARGET } };
      const task = at(await ask('POST', ['_reindex'], body, STALLED), '/task') as string;
      await expect
        .poll(() => ask('GET', ['_tasks', task]), { interval: 20 })
        .toMatchObject({ completed: false, task: { status: FIRST_BATCH } });
      const rethrottle = (limit: string) =>
        ask('POST', ['_reindex', task, '_rethrottle'], undefined, { requests_per_second: limit });
      expect(await refusal('POST', ['_reindex', task, '_rethrottle'])).toMatchObject({
        status: 400,
        reason: 'requests_per_second is a required parameter',
      });
      expect(
        await refusal('POST', ['_reindex', task, '_rethrottle'], undefined, { requests_per_second: '0' }),
      ).toMatchObject({ status: 400, reason: expect.stringContaining('[requests_per_second] must be') });
      const [node = ''] = task.split(':');
      const answer = { nodes: { [node]: { tasks: { [task]: { status: { requests_per_second: 0.5 } } } } } };
      expect(await rethrottle('0.5')).toMatchObject(answer);
      await rethrottle('-1');
      expect(await ended(cluster, task)).toMatchObject({ response: { created: 5, failures: [] } });
      expect(await rethrottle('7')).toMatchObject({
        nodes: {},
        node_failures: [{ caused_by: { type: 'resource_not_found_exception', reason: `task [${task}] is missing` } }],
      });
    },
  },
  {
    name: 'reindexes in slices',
    needs: 'reindex',
    async run(cluster) {
      const { ask } = cluster;
      await fill(cluster, INDEX, FIVE);
      const body = { source: { index: INDEX }, dest: { index: TARGET } };
      for (const slices of ['auto', '1', '3'])
        expect(await ask('POST', ['_reindex'], body, { slices })).toMatchObject({ total: 5, failures: [] });
      expect(await count(cluster, TARGET)).toBe(5);
    },
  },
  {
    name: 'says in the result of a task why documents failed',
    needs: 'reindex',
    usesTasks: true,
    async run(cluster) {
      const { ask } = cluster;
      await fill(cluster, INDEX, FIVE);
      await ask('PUT', [TARGET]);
      await ask('PUT', [TARGET, '_block', 'write']);
      const body = { source: { index: INDEX }, dest: { index: TARGET } };
      const task = at(await ask('POST', ['_reindex'], body, { wait_for_completion: false }), '/task') as string;
      const { response } = (await ended(cluster, task)) as { response: JsonObject };
      expect(response).toMatchObject({ total: 5, created: 0 });
      expect((response['failures'] as readonly JsonValue[])[0]).toMatchObject({
        index: TARGET,
        id: expect.any(String),
        status: 403,
        cause: { type: 'cluster_block_exception', reason: expect.stringContaining(TARGET) },
      });
    },
  },
  {
    name: 'knows no task that never ran, and no name that is none',
    async run({ ask, refusal }) {
      expect(await refusal('GET', ['_tasks', 'nope:1'])).toMatchObject({
        status: 404,
        type: 'resource_not_found_exception',
        // Elasticsearch 9 names the index in which it has looked, where that does not exist yet.
        reason: expect.stringMatching(/nope:1|\.tasks/),
      });
      expect(await ask('POST', ['_tasks', 'nope:1', '_cancel'])).toMatchObject({ nodes: {} });
      expect(await refusal('GET', ['_tasks', 'nope'])).toMatchObject({
        status: 400,
        reason: expect.stringContaining('malformed task id nope'),
      });
      expect(await refusal('GET', ['_tasks', 'a:b'])).toMatchObject({ status: 400 });
    },
  },
];

const aliases: readonly Case[] = [
  {
    name: 'deletes an index and gives its name to an alias in one call',
    async run(cluster) {
      const { ask, refusal } = cluster;
      await fill(cluster, INDEX, FIVE);
      await fill(cluster, OTHER, FIVE.slice(0, 2));
      // The order of the actions does not matter.
      const swap = [{ add: { index: OTHER, alias: INDEX } }, { remove_index: { index: INDEX } }];
      await ask('POST', ['_aliases'], { actions: swap });
      expect(Object.keys((await ask('GET', [INDEX])) as JsonObject)).toEqual([OTHER]);
      expect(await count(cluster, INDEX)).toBe(2);
      // Sent once more, it deletes nothing: the name is an alias now.
      expect(await refusal('POST', ['_aliases'], { actions: swap })).toMatchObject({
        status: oneOf('400', '404'),
        reason: expect.stringContaining(INDEX),
      });
      expect(await count(cluster, OTHER)).toBe(2);
    },
  },
  {
    name: 'deletes no index in a call of which another action fails',
    async run({ ask, refusal }) {
      await ask('PUT', [INDEX]);
      await ask('PUT', [OTHER]);
      const actions = [{ remove_index: { index: INDEX } }, { add: { index: NONE, alias: ALIAS } }];
      expect(await refusal('POST', ['_aliases'], { actions })).toMatchObject({ status: 404 });
      await ask('HEAD', [INDEX]);
      expect(await refusal('POST', ['_aliases'], { actions: [{ remove_index: { index: NONE } }] })).toMatchObject({
        status: 404,
        type: 'index_not_found_exception',
      });
    },
  },
];

const FOUR_SHARDS: JsonObject = {
  settings: { number_of_shards: 4, number_of_replicas: 0, refresh_interval: '7s' },
  mappings: { properties: { a: { type: 'long' } } },
  aliases: { [ALIAS]: {} },
};

const resizes: readonly Case[] = [
  {
    name: 'makes indices of others: as many shards, fewer, more',
    async run(cluster) {
      const { ask, refusal } = cluster;
      await fill(cluster, INDEX, FIVE, FOUR_SHARDS);
      for (const [kind, body] of [
        ['_clone', undefined],
        ['_shrink', { settings: { 'index.number_of_shards': 2 } }],
        ['_split', { settings: { 'index.number_of_shards': 8 } }],
      ] as const)
        expect(await refusal('PUT', [INDEX, kind, TARGET], body), kind).toMatchObject({
          status: 500,
          type: 'illegal_state_exception',
          reason: expect.stringContaining('use "index.blocks.write=true"'),
        });
      await ask('PUT', [INDEX, '_block', 'write']);
      for (const [kind, shards] of [
        ['_clone', 4],
        ['_shrink', 2],
        ['_split', 8],
      ] as const) {
        const body = { settings: { 'index.number_of_shards': shards } };
        expect(await ask('PUT', [INDEX, kind, TARGET], body), kind).toEqual({
          acknowledged: true,
          shards_acknowledged: true,
          index: TARGET,
        });
        const made = at(await ask('GET', [TARGET]), `/${TARGET}`);
        expect(made).toMatchObject({
          aliases: {},
          mappings: { properties: { a: { type: 'long' } } },
          settings: {
            index: {
              number_of_shards: String(shards),
              // What is copied, and what is not.
              refresh_interval: '7s',
              blocks: { write: 'true' },
              number_of_replicas: '1',
            },
          },
        });
        expect(await count(cluster, TARGET)).toBe(5);
        await ask('DELETE', [TARGET]);
      }
      // Without a number, a shrink goes down to one.
      await ask('PUT', [INDEX, '_shrink', TARGET], {
        settings: { 'index.blocks.write': null, 'index.number_of_replicas': 0 },
        aliases: { [NONE]: {} },
      });
      expect(at(await ask('GET', [TARGET]), `/${TARGET}`)).toMatchObject({
        aliases: { [NONE]: {} },
        settings: { index: { number_of_shards: '1', number_of_replicas: '0' } },
      });
      await ask('PUT', [TARGET, '_doc', '9'], { a: 9 });
    },
  },
  {
    name: 'refuses numbers of shards that are no factors or multiples',
    async run(cluster) {
      const { ask, refusal } = cluster;
      await ask('PUT', [INDEX], FOUR_SHARDS);
      await ask('PUT', [INDEX, '_block', 'write']);
      const refused = async (kind: string, shards: number | undefined, reason: string, source = INDEX) => {
        const body = shards === undefined ? undefined : { settings: { 'index.number_of_shards': shards } };
        expect(await refusal('PUT', [source, kind, TARGET], body), `${kind} ${String(shards)}`).toMatchObject({
          reason: expect.stringContaining(reason),
        });
      };
      await refused('_clone', 2, 'the number of target shards (2) must be the same');
      await refused('_shrink', 3, 'the number of source shards [4] must be a multiple of [3]');
      await refused('_shrink', 8, 'the number of target shards [8] must be less');
      await refused('_split', undefined, 'index.number_of_shards is required');
      await refused('_split', 6, 'the number of source shards [4] must be a factor of [6]');
      await refused('_split', 2, 'the number of source shards [4] must be less');
      await ask('PUT', [OTHER], { settings: { number_of_shards: 2, number_of_routing_shards: 8 } });
      await ask('PUT', [OTHER, '_block', 'write']);
      await refused('_split', 6, 'the number of routing shards [8] must be a multiple of the target shards [6]', OTHER);
      expect(await refusal('PUT', [INDEX, '_clone', OTHER])).toMatchObject({
        type: 'resource_already_exists_exception',
      });
      expect(await refusal('PUT', [INDEX, '_clone', ALIAS])).toMatchObject({ reason: expect.stringContaining(ALIAS) });
      expect(await refusal('PUT', [INDEX, '_clone', 'UPPER'])).toMatchObject({ type: 'invalid_index_name_exception' });
      expect(await refusal('PUT', [INDEX, '_clone', TARGET], { nope: {} })).toMatchObject({
        status: 400,
        reason: expect.stringContaining('unknown field [nope]'),
      });
    },
  },
];

const rollovers: readonly Case[] = [
  {
    name: 'rolls an alias over: says first what it would do, and then does it',
    async run(cluster) {
      const { ask, refusal } = cluster;
      await fill(cluster, FIRST, FIVE, { aliases: { [ALIAS]: { is_write_index: true } } });
      const next = { old_index: FIRST, new_index: SECOND };
      const conditions = { max_docs: 5, max_age: '7d', max_size: '5gb' };
      expect(await ask('POST', [ALIAS, '_rollover'], { conditions }, { dry_run: true })).toMatchObject({
        ...next,
        acknowledged: false,
        rolled_over: false,
        dry_run: true,
        conditions: { '[max_docs: 5]': true, '[max_age: 7d]': false, '[max_size: 5gb]': false },
      });
      expect(await ask('POST', [ALIAS, '_rollover'], { conditions: { max_docs: 100 } })).toMatchObject({
        rolled_over: false,
        conditions: { '[max_docs: 100]': false },
      });
      expect(await refusal('HEAD', [SECOND])).toMatchObject({ status: 404 });
      expect(await ask('POST', [ALIAS, '_rollover'], { conditions })).toMatchObject({
        ...next,
        acknowledged: true,
        rolled_over: true,
        dry_run: false,
      });
      expect(await ask('GET', [`${P}-roll-*`, '_alias'])).toEqual({
        [FIRST]: { aliases: { [ALIAS]: { is_write_index: false } } },
        [SECOND]: { aliases: { [ALIAS]: { is_write_index: true } } },
      });
      expect(await ask('POST', [ALIAS, '_rollover', TARGET], { settings: { number_of_replicas: 0 } })).toMatchObject({
        old_index: SECOND,
        new_index: TARGET,
        rolled_over: true,
      });
      expect(await refusal('POST', [ALIAS, '_rollover'])).toMatchObject({
        status: 400,
        reason: `index name [${TARGET}] does not match pattern '^.*-\\d+$'`,
      });
      expect(await refusal('POST', [ALIAS, '_rollover', FIRST])).toMatchObject({
        type: 'resource_already_exists_exception',
      });
    },
  },
  {
    name: 'moves an alias without a write index along',
    async run({ ask }) {
      await ask('PUT', [FIRST], { aliases: { [ALIAS]: {} } });
      expect(await ask('POST', [ALIAS, '_rollover'])).toMatchObject({ rolled_over: true });
      expect(await ask('GET', [`${P}-roll-*`, '_alias'])).toEqual({
        [FIRST]: { aliases: {} },
        [SECOND]: { aliases: { [ALIAS]: {} } },
      });
    },
  },
  {
    name: 'rolls over nothing but aliases and data streams, on conditions that it knows',
    async run({ ask, refusal }) {
      await ask('PUT', [INDEX], { aliases: { [ALIAS]: {} } });
      await ask('PUT', [OTHER], { aliases: { [ALIAS]: {} } });
      expect(await refusal('POST', [ALIAS, '_rollover'])).toMatchObject({
        status: 400,
        reason: `rollover target [${ALIAS}] does not point to a write index`,
      });
      expect(await refusal('POST', [INDEX, '_rollover'])).toMatchObject({
        status: 400,
        reason: 'rollover target is a [concrete index] but one of [alias,data_stream] was expected',
      });
      expect((await refusal('POST', [NONE, '_rollover'])).reason).toContain(NONE);
      for (const body of [{ nope: 1 }, { conditions: { nope: 1 } }, { conditions: { max_age: 'x' } }])
        expect(await refusal('POST', [ALIAS, '_rollover'], body)).toMatchObject({ status: 400 });
    },
  },
  {
    name: 'rolls a data stream over on conditions',
    needs: 'data_streams',
    async run({ ask, refusal }) {
      await ask('PUT', ['_index_template', TEMPLATE], {
        index_patterns: [`${STREAM}*`],
        data_stream: {},
        priority: 300,
      });
      await ask('PUT', ['_data_stream', STREAM]);
      expect(
        await ask('POST', [STREAM, '_rollover'], { conditions: { max_docs: 1 } }, { dry_run: true }),
      ).toMatchObject({ dry_run: true, rolled_over: false, conditions: { '[max_docs: 1]': false } });
      expect(await refusal('POST', [STREAM, '_rollover', TARGET])).toMatchObject({ status: 400 });
      expect(await refusal('POST', [STREAM, '_rollover'], { settings: { number_of_replicas: 0 } })).toMatchObject({
        status: 400,
      });
      expect(await ask('POST', [STREAM, '_rollover'])).toMatchObject({ rolled_over: true });
      expect(at(await ask('GET', ['_data_stream', STREAM]), '/data_streams/0/generation')).toBe(2);
    },
  },
];

/** What plans and index operations rely on. */
export const OPERATION_CASES: readonly Case[] = [
  ...blocks,
  ...documents,
  ...reindexes,
  ...tasks,
  ...aliases,
  ...resizes,
  ...rollovers,
];
