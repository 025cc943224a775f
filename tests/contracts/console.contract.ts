import { expect } from 'vitest';
import { type Feature } from '#domain/console';
import type { TargetEngine } from '#domain/catalogue';
import { valueAt, type JsonObject, type JsonValue } from '#domain/json';
import { mappingSettingNames } from '#domain/mapping';
import { simulationBody } from '#domain/template';
import type { RouteAnswer } from '#domain/wire';
import { DECIDED_UPDATES, SETTING_SAMPLES } from '../../src/fuzz/generate/setting-samples.ts';
import { OPERATION_EXAMPLES } from './console-operations.ts';
import type { ConsoleUnderTest, Example } from './console-under-test.ts';

const done = (name: string) => ({ name, outcome: 'done' });
const MAPPINGS = {
  _meta: { largest: 9_223_372_036_854_775_807n },
  properties: JSON.parse('{"__proto__":{"type":"keyword"},"host":{"properties":{"ip":{"type":"ip"}}}}') as JsonObject,
};

/** What the console does over any engine. */
export const CONSOLE_EXAMPLES: readonly Example[] = [
  ...OPERATION_EXAMPLES,
  {
    name: 'tests updates of a mapping on a scratch index, which answers as the index does, with each setting that decides',
    async run(console, prefix) {
      const { engine } = await console.ask<{ readonly engine: TargetEngine }>('cluster.get');
      const isTaken = (taken: Promise<unknown>) =>
        taken.then(
          () => true,
          () => false,
        );
      const compared: string[] = [];
      for (const [at, setting] of mappingSettingNames(engine).entries()) {
        const name = `${prefix}decided-${at}`;
        const { settings, mappings } = SETTING_SAMPLES[setting] ?? { settings: {}, mappings: {} };
        const body = { settings: { 'index.number_of_replicas': 0, ...settings }, mappings };
        // What an engine refuses has no index to be compared with.
        if (!(await isTaken(console.prepare('PUT', [name], body)))) continue;
        compared.push(setting);
        const { results } = await console.ask<RouteAnswer<'mapping.try'>>('mapping.try', {
          name,
          body: { updates: [...DECIDED_UPDATES] },
        });
        const taken: boolean[] = [];
        for (const update of DECIDED_UPDATES)
          taken.push(await isTaken(console.prepare('PUT', [name, '_mapping'], update)));
        expect([setting, results.map((result) => result.isTaken)]).toEqual([setting, taken]);
        await console.ask('indices.delete', { body: { indices: [name] } });
      }
      expect(compared).toEqual(expect.arrayContaining(['index.sort.', 'index.routing_partition_size']));
    },
  },
  {
    name: 'creates an index, lists it, and changes its settings, mapping and aliases',
    async run(console, prefix) {
      const name = `${prefix}one`;
      const body = {
        settings: { 'index.number_of_replicas': 0, 'index.hidden': true },
        mappings: MAPPINGS,
        aliases: { [`${prefix}alias`]: {} },
      };
      expect(await console.ask('indices.create', { name, body })).toEqual({ acknowledged: true });
      expect(await console.refusal('indices.create', { name, body })).toMatchObject({
        statusCode: 400,
        attributes: { type: 'resource_already_exists_exception', reason: expect.stringContaining(name) },
      });
      const row = {
        name,
        status: 'open',
        primary: 1,
        replica: 0,
        hidden: true,
        isFrozen: false,
        aliases: [`${prefix}alias`],
        documents: 0,
        uuid: expect.any(String),
      };
      expect(await console.ask<JsonValue[]>('indices.list')).toContainEqual(expect.objectContaining(row));
      expect(await console.ask('indices.reload', { body: { indexNames: [`${prefix}gone`, name] } })).toMatchObject([
        row,
      ]);
      expect(await console.ask('mapping.get', { name })).toEqual({ mappings: MAPPINGS });
      expect(
        await console.ask('mapping.update', { name, body: { properties: { added: { type: 'keyword' } } } }),
      ).toEqual({ acknowledged: true });
      expect((await console.ask<{ mappings: JsonObject }>('mapping.get', { name })).mappings).toMatchObject({
        properties: { added: { type: 'keyword' } },
      });
      expect(
        await console.refusal('mapping.update', { name, body: { properties: { added: { type: 'long' } } } }),
      ).toMatchObject({ statusCode: 400, attributes: { cause: 'refused', reason: expect.stringContaining('added') } });
      const updates = [
        { properties: { tried: { type: 'keyword' } } },
        { properties: { added: { type: 'long' } } },
        { properties: { host: { type: 'object', enabled: false } } },
      ];
      expect(await console.ask('mapping.try', { name, body: { updates } })).toEqual({
        index: expect.stringMatching(/^mapledger-scratch-/),
        results: [
          { isTaken: true },
          { isTaken: false, reason: expect.stringContaining('added') },
          { isTaken: false, reason: expect.stringContaining('host') },
        ],
        isRemoved: true,
      });
      expect(await console.ask('scratch_indices.list')).toEqual({ indices: [] });
      expect((await console.ask<{ mappings: JsonObject }>('mapping.get', { name })).mappings).not.toMatchObject({
        properties: { tried: {} },
      });
      expect(await console.ask('settings.update', { name, body: { 'index.refresh_interval': '7s' } })).toEqual({
        acknowledged: true,
      });
      expect(
        await console.refusal('settings.update', {
          name,
          body: JSON.parse('{"__proto__":{"polluted":true}}') as JsonValue,
        }),
      ).toMatchObject({ statusCode: 400 });
      const settings = await console.ask<{ settings: JsonObject; defaults: JsonObject }>('settings.get', { name });
      expect(settings.settings).toMatchObject({ 'index.refresh_interval': '7s', 'index.number_of_replicas': '0' });
      expect(Object.keys(settings.defaults).length).toBeGreaterThan(0);
      expect(await console.ask('stats.get', { name })).toMatchObject({
        _shards: { failed: 0 },
        stats: { primaries: expect.any(Object) },
      });
      const actions = [
        { add: { alias: `${prefix}second`, filter: { term: { added: 'a' } } } },
        { remove: { alias: `${prefix}alias` } },
      ];
      expect(await console.ask('aliases.update', { name, body: { actions } })).toEqual({ acknowledged: true });
      expect(await console.ask('aliases.get', { name })).toEqual({
        aliases: { [`${prefix}second`]: { filter: { term: { added: 'a' } } } },
      });
      expect(await console.refusal('settings.get', { name: `${prefix}second` })).toMatchObject({
        statusCode: 404,
        attributes: { indices: [name] },
      });
      const missing = [
        { add: { alias: `${prefix}third` } },
        { remove: { alias: `${prefix}second` } },
        { remove: { alias: `${prefix}gone` } },
      ];
      expect(await console.refusal('aliases.update', { name, body: { actions: missing } })).toMatchObject({
        statusCode: 404,
        attributes: { missing: [`${prefix}gone`] },
      });
      expect(Object.keys((await console.ask<{ aliases: JsonObject }>('aliases.get', { name })).aliases)).toEqual([
        `${prefix}second`,
      ]);
      expect(await console.refusal('settings.get', { name: `${prefix}none` })).toMatchObject({ statusCode: 404 });
    },
  },
  {
    name: 'counts the shards of an index, and says why one is not assigned',
    async run(console, prefix) {
      const [whole, short, alias] = ['whole', 'short', 'alias'].map((end) => `${prefix}${end}`) as [
        string,
        string,
        string,
      ];
      await console.ask('indices.create', { name: whole, body: { settings: { number_of_replicas: 0 } } });
      await console.ask('indices.create', {
        name: short,
        body: { settings: { number_of_shards: 2, number_of_replicas: 9 }, aliases: { [alias]: {} } },
      });
      const shardsOf = async (name: string) =>
        (await console.ask<{ shards: readonly JsonObject[] }>('shards.get', { name })).shards;
      await expect
        .poll(() => shardsOf(whole))
        .toEqual([{ shard: 0, isPrimaryActive: true, active: 1, initializing: 0, unassigned: 0 }]);
      await expect
        .poll(() => shardsOf(short))
        .toMatchObject([
          { shard: 0, isPrimaryActive: true, initializing: 0 },
          { shard: 1, isPrimaryActive: true, initializing: 0 },
        ]);
      expect((await shardsOf(short))[0]?.['unassigned']).toBeGreaterThan(0);
      expect(await console.ask('allocation.get', { name: whole })).toEqual({});
      expect(await console.ask('allocation.get', { name: short })).toMatchObject({
        allocation: {
          shard: 0,
          isPrimary: false,
          reason: 'INDEX_CREATED',
          since: expect.stringMatching(/^\d{4}-/),
          explanation: expect.any(String),
          causes: [{ decider: 'same_shard', explanation: expect.any(String), nodes: expect.any(Number) }],
        },
      });
      for (const id of ['shards.get', 'allocation.get'] as const) {
        expect(await console.refusal(id, { name: `${prefix}none` }), id).toMatchObject({ statusCode: 404 });
        expect(await console.refusal(id, { name: alias }), id).toMatchObject({
          statusCode: 404,
          attributes: { indices: [short] },
        });
      }
      await console.ask('indices.close', { body: { indices: [whole] } });
      await expect.poll(() => shardsOf(whole)).toMatchObject([{ shard: 0, active: 1 }]);
    },
  },
  {
    name: 'finds the template that an index of a name gets',
    needs: ['index_templates', 'legacy_templates'],
    async run(console, prefix) {
      const match = (name: string, hidden?: 'true') =>
        console.ask('index_templates.match', { name, ...(hidden && { query: { hidden } }) });
      const [template, legacy] = [`${prefix}template`, `${prefix}legacy`];
      await console.ask('index_templates.create', {
        body: { name: template, index_patterns: [`${prefix}m-*`], priority: 700 },
      });
      await console.ask('index_templates.create', {
        body: { name: legacy, index_patterns: [`${prefix}old-*`], order: 3, settings: {} },
        query: { legacy: 'true' },
      });
      expect(await match(`${prefix}m-1`)).toEqual({ template, legacyTemplates: [] });
      expect((await match(`${prefix}old-1`))['legacyTemplates']).toContain(legacy);
      expect((await match(`${prefix}old-1`, 'true'))['legacyTemplates']).toEqual([legacy]);
      expect(await match('elsewhere')).not.toMatchObject({ template });
      await console.ask('index_templates.delete', {
        body: { templates: [{ name: template }, { name: legacy, isLegacy: true }] },
      });
    },
  },
  {
    name: 'acts on many indices and says what happened to each',
    async run(console, prefix) {
      const names = Array.from({ length: 18 }, (_, index) => `${prefix}${String.fromCharCode(97 + index)}`);
      for (const name of names)
        await console.ask('indices.create', { name, body: { settings: { number_of_replicas: 0 } } });
      for (const id of [
        'indices.refresh',
        'indices.flush',
        'indices.clear_cache',
        'indices.close',
        'indices.open',
      ] as const) {
        expect(await console.ask(id, { body: { indices: names } }), id).toEqual({ results: names.map(done) });
      }
      expect(
        await console.ask('indices.forcemerge', { body: { indices: names.slice(0, 2), maxNumSegments: 1 } }),
      ).toEqual({ results: names.slice(0, 2).map(done) });
      const [first = ''] = names;
      await console.ask('indices.close', { body: { indices: [first] } });
      expect(await console.ask<JsonValue[]>('indices.list')).toContainEqual(
        expect.objectContaining({ name: first, status: 'close' }),
      );
      const { results } = await console.ask<{ results: JsonObject[] }>('indices.delete', {
        body: { indices: [...names.slice(0, 2), `${prefix}none`, ...names.slice(2)] },
      });
      expect(results[2]).toMatchObject({
        name: `${prefix}none`,
        outcome: 'failed',
        error: { statusCode: 404, attributes: { type: 'index_not_found_exception' } },
      });
      expect(results.filter(({ outcome }) => outcome === 'done')).toEqual(names.map(done));
      expect(await console.ask('indices.reload', { body: { indexNames: names } })).toEqual([]);
    },
  },
  {
    name: 'counts the fields of an index as the engine does against its limit',
    async run(console, prefix) {
      const name = `${prefix}limited`;
      const mappings = {
        properties: {
          host: { properties: { ip: { type: 'ip' }, 'os.name': { type: 'keyword' } } },
          parts: { type: 'nested', properties: { id: { type: 'long' } } },
          title: { type: 'text', fields: { raw: { type: 'keyword' } } },
          also: { type: 'alias', path: 'host.ip' },
        },
      };
      const settings = { number_of_replicas: 0 };
      await console.ask('indices.create', { name, body: { settings, mappings } });
      const body = { indexNames: [`${prefix}gone`, name] };
      const fields = 9;
      expect(await console.ask('indices.field_counts', { body })).toEqual({
        indices: [{ name, fields, limit: 1_000 }],
      });
      const limit = (count: number) =>
        console.ask('settings.update', { name, body: { 'index.mapping.total_fields.limit': count } });
      const another = { name, body: { properties: { another: { type: 'long' } } } };
      await limit(fields);
      expect(await console.ask('indices.field_counts', { body })).toEqual({
        indices: [{ name, fields, limit: fields }],
      });
      expect(await console.refusal('mapping.update', another)).toMatchObject({
        statusCode: 400,
        attributes: { reason: expect.stringMatching(/limit.*\b9\b/i) },
      });
      await limit(fields + 1);
      expect(await console.ask('mapping.update', another)).toEqual({ acknowledged: true });
      expect(await console.ask('indices.field_counts', { body })).toEqual({
        indices: [{ name, fields: fields + 1, limit: fields + 1 }],
      });
      await console.ask('indices.delete', { body: { indices: [name] } });
    },
  },
  {
    name: 'sends nothing for the name of an alias, which stands for indices',
    async run(console, prefix) {
      const [alias, ...names] = ['alias', 'x', 'y'].map((end) => `${prefix}${end}`) as [string, string, string];
      for (const name of names)
        await console.ask('indices.create', {
          name,
          body: { settings: { number_of_replicas: 0 }, aliases: { [alias]: {} } },
        });
      const refused = {
        statusCode: 400,
        message: expect.stringContaining(`"${alias}" is an alias of `),
        attributes: { indices: names },
      };
      for (const id of ['indices.close', 'indices.delete', 'indices.forcemerge'] as const) {
        expect((await console.ask(id, { body: { indices: [alias] } }))['results'], id).toMatchObject([
          { name: alias, outcome: 'failed', error: refused },
        ]);
      }
      expect(
        (await console.ask('indices.close', { body: { indices: [`${prefix}none`, alias, names[0]] } }))['results'],
      ).toMatchObject([
        { name: `${prefix}none`, outcome: 'failed', error: { statusCode: 404 } },
        { name: alias, outcome: 'failed', error: refused },
        done(names[0]),
      ]);
      expect(
        await console.refusal('settings.update', { name: alias, body: { 'index.refresh_interval': '7s' } }),
      ).toMatchObject(refused);
      expect(
        await console.refusal('mapping.update', { name: alias, body: { properties: { added: { type: 'keyword' } } } }),
      ).toMatchObject(refused);
      expect(
        await console.refusal('aliases.update', {
          name: alias,
          body: { actions: [{ add: { alias: `${prefix}other` } }] },
        }),
      ).toMatchObject(refused);
      expect(await console.ask('indices.reload', { body: { indexNames: names } })).toMatchObject([
        { status: 'close' },
        { status: 'open', aliases: [alias] },
      ]);
      expect(await console.ask('mapping.get', { name: names[1] })).toEqual({ mappings: {} });
    },
  },
  {
    name: 'keeps composable templates and their components',
    needs: ['index_templates', 'component_templates', 'simulate'],
    async run(console, prefix) {
      const component = {
        name: `${prefix}component`,
        template: { settings: { index: { number_of_shards: '2' } } },
        version: 3,
        _meta: { managed: true },
      };
      const { name: componentName, ...componentBody } = component;
      expect(await console.ask('component_templates.create', { body: component })).toEqual({ acknowledged: true });
      expect(await console.refusal('component_templates.create', { body: component })).toMatchObject({
        statusCode: 409,
      });
      const name = `${prefix}template`;
      const body = { index_patterns: [`${prefix}pattern-*`], composed_of: [componentName], priority: 700 };
      expect(await console.ask('index_templates.create', { body: { name, ...body } })).toEqual({ acknowledged: true });
      expect(await console.refusal('index_templates.create', { body: { name, ...body } })).toMatchObject({
        statusCode: 409,
      });
      expect(await console.ask('index_templates.get', { name })).toMatchObject({
        name,
        isLegacy: false,
        type: 'default',
        body,
      });
      expect((await console.ask<{ templates: JsonValue[] }>('index_templates.list')).templates).toContainEqual(
        expect.objectContaining({ name, isLegacy: false }),
      );
      expect(await console.ask('component_templates.get', { name: componentName })).toMatchObject({
        name: componentName,
        usedBy: [name],
        isManaged: true,
        body: componentBody,
      });
      expect(await console.ask('index_templates.update', { name, body: { ...body, version: 2 } })).toEqual({
        acknowledged: true,
      });
      expect(await console.refusal('index_templates.update', { name: `${prefix}none`, body })).toMatchObject({
        statusCode: 404,
      });
      const index = `${prefix}pattern-1`;
      const stored = await console.ask('index_templates.simulate_index', { name: index, body: {} });
      const wanted = simulationBody({ ...body, template: { settings: { number_of_shards: 4 } } }, index);
      const simulated = await console.ask('index_templates.simulate_index', {
        name: index,
        body: { template: wanted },
      });
      expect([stored, simulated].map((each) => valueAt(each, '/template/settings/index/number_of_shards'))).toEqual([
        '2',
        '4',
      ]);
      expect(await console.ask('index_templates.simulate', { body: { ...body, priority: 701 } })).toMatchObject({
        template: { settings: { index: { number_of_shards: '2' } } },
      });
      expect(await console.ask('component_templates.delete', { name: `${componentName},${prefix}none` })).toMatchObject(
        { itemsDeleted: [], errors: [{ name: componentName }, { name: `${prefix}none`, error: { statusCode: 404 } }] },
      );
      expect(
        await console.ask('index_templates.delete', { body: { templates: [{ name }, { name: `${prefix}none` }] } }),
      ).toMatchObject({
        templatesDeleted: [{ name, isLegacy: false }],
        errors: [{ name: `${prefix}none`, isLegacy: false }],
      });
      expect(await console.ask('component_templates.delete', { name: componentName })).toEqual({
        itemsDeleted: [componentName],
        errors: [],
      });
      expect(await console.refusal('index_templates.get', { name })).toMatchObject({ statusCode: 404 });
    },
  },
  {
    name: 'keeps legacy templates apart',
    needs: ['legacy_templates'],
    async run(console, prefix) {
      const name = `${prefix}legacy`;
      const body = {
        index_patterns: [`${prefix}legacy-*`],
        order: 7,
        settings: { index: { number_of_shards: '1' } },
        mappings: { properties: { a: { type: 'keyword' } } },
      };
      expect(
        await console.ask('index_templates.create', { body: { name, ...body }, query: { include_type_name: 'false' } }),
      ).toEqual({ acknowledged: true });
      expect(await console.ask('index_templates.get', { name, query: { legacy: 'true' } })).toMatchObject({
        name,
        isLegacy: true,
        body,
      });
      expect(
        (await console.ask<{ legacyTemplates: JsonValue[] }>('index_templates.list')).legacyTemplates,
      ).toContainEqual(expect.objectContaining({ name, isLegacy: true }));
      expect(await console.ask('index_templates.update', { name, body: { ...body, order: 8 } })).toEqual({
        acknowledged: true,
      });
      expect(await console.ask('index_templates.delete', { body: { templates: [{ name, isLegacy: true }] } })).toEqual({
        templatesDeleted: [{ name, isLegacy: true }],
        errors: [],
      });
    },
  },
  {
    name: 'sends a legacy template with a mapping type back as it was',
    needs: ['legacy_templates', 'include_type_name'],
    async run(console, prefix) {
      const name = `${prefix}legacy`;
      const body = {
        index_patterns: [`${prefix}legacy-*`],
        order: 7,
        mappings: { event: { properties: { a: { type: 'keyword' } } } },
      };
      const read = async () => {
        const { body: found } = await console.ask<{ body: JsonObject }>('index_templates.get', {
          name,
          query: { legacy: 'true' },
        });
        return found;
      };
      expect(
        await console.ask('index_templates.create', { body: { name, ...body }, query: { legacy: 'true' } }),
      ).toEqual({
        acknowledged: true,
      });
      expect(await read()).toMatchObject(body);
      expect(
        await console.ask('index_templates.update', {
          name,
          body: { ...(await read()), order: 8 },
          query: { legacy: 'true' },
        }),
      ).toEqual({ acknowledged: true });
      expect(await read()).toMatchObject({ ...body, order: 8 });
    },
  },
  {
    name: 'shows data streams and deletes them',
    needs: ['data_streams', 'index_templates'],
    async run(console, prefix) {
      const name = `${prefix}stream`;
      expect(await console.refusal('data_streams.get', { name })).toMatchObject({ statusCode: 404 });
      const template = `${prefix}template`;
      await console.ask('index_templates.create', {
        body: { name: template, index_patterns: [`${name}*`], data_stream: {}, priority: 701 },
      });
      await console.prepare('PUT', ['_data_stream', name]);
      const stream = await console.ask<{ indices: { index_name: string }[] }>('data_streams.get', { name });
      expect(stream).toMatchObject({
        name,
        template,
        timestamp_field: { name: '@timestamp' },
        generation: 1,
        indices: [{ index_name: expect.stringContaining(name) }],
        store_size_bytes: expect.any(Number),
      });
      const backing = stream.indices[0]?.index_name ?? '';
      expect(await console.ask('data_streams.list', { query: { includeStats: 'true' } })).toContainEqual(
        expect.objectContaining({ name, indices: stream.indices }),
      );
      expect((await console.ask('indices.close', { body: { indices: [name] } }))['results']).toMatchObject([
        { outcome: 'failed', error: { statusCode: 400, attributes: { indices: [backing] } } },
      ]);
      expect(await console.ask('indices.reload', { body: { indexNames: [backing] } })).toMatchObject([
        { name: backing, status: 'open', data_stream: name },
      ]);
      expect(await console.ask('data_streams.delete', { body: { dataStreams: [`${name}-none`, name] } })).toMatchObject(
        { dataStreamsDeleted: [name], errors: [{ name: `${name}-none`, error: { statusCode: 404 } }] },
      );
      expect(await console.ask('indices.reload', { body: { indexNames: [backing] } })).toEqual([]);
      expect(await console.refusal('data_streams.get', { name })).toMatchObject({ statusCode: 404 });
      await console.ask('index_templates.delete', { body: { templates: [{ name: template }] } });
    },
  },
  {
    name: 'sets the lifecycle of a data stream',
    needs: ['data_streams', 'index_templates', 'data_stream_lifecycle'],
    async run(console, prefix) {
      const name = `${prefix}stream`;
      await console.ask('index_templates.create', {
        body: { name: `${prefix}template`, index_patterns: [`${name}*`], data_stream: {}, priority: 702 },
      });
      await console.prepare('PUT', ['_data_stream', name]);
      expect(
        await console.ask('data_streams.set_lifecycle', { name, body: { enabled: true, dataRetention: '7d' } }),
      ).toEqual({ acknowledged: true });
      expect(await console.ask('data_streams.get', { name })).toMatchObject({
        lifecycle: { enabled: true, data_retention: '7d' },
      });
      expect(
        await console.refusal('data_streams.set_lifecycle', { name, body: { enabled: true, dataRetention: 'long' } }),
      ).toMatchObject({ statusCode: 400, attributes: { issues: [{ at: '/body/dataRetention' }] } });
      expect(await console.ask('data_streams.set_lifecycle', { name, body: { enabled: false } })).toEqual({
        acknowledged: true,
      });
      expect(await console.ask('data_streams.get', { name })).toMatchObject({ lifecycle: { enabled: false } });
      await console.ask('data_streams.delete', { body: { dataStreams: [name] } });
    },
  },
  {
    name: 'tries a document on a scratch index',
    async run(console) {
      const mappings = {
        properties: {
          code: { type: 'integer', ignore_malformed: true },
          n: { type: 'long' },
          o: { properties: {} },
        },
      };
      const document = { code: 'abcdef', n: '5', more: 1, o: { word: 'Two words' } };
      const tried = await console.ask<RouteAnswer<'documents.try'>>('documents.try', { body: { mappings, document } });
      expect(tried).toMatchObject({
        index: expect.stringMatching(/^mapledger-scratch-/),
        isTaken: true,
        ignored: ['code'],
        isRemoved: true,
      });
      expect(tried.added.map(({ path }) => path).sort()).toEqual(['more', 'o.word']);
      expect(await console.ask('documents.try', { body: { mappings, document: { n: 'not a number' } } })).toMatchObject(
        { isTaken: false, reason: expect.any(String), added: [], isRemoved: true },
      );
      const simulated = await console.ask<RouteAnswer<'documents.simulate'>>('documents.simulate', {
        body: { mappings, document: { n: 'not a number' } },
      });
      if (simulated.isChecked) expect(simulated).toMatchObject({ outcome: { isTaken: false } });
      else expect(simulated.reason).toMatch(/^This cluster can’t check documents/);
      expect(await console.ask('scratch_indices.list')).toEqual({ indices: [] });
    },
  },
  {
    name: 'rehearses a change of a mapping on documents',
    async run(console, prefix) {
      const name = `${prefix}rehearsed`;
      const mappings = { properties: { code: { type: 'keyword' }, note: { type: 'keyword' } } };
      await console.prepare('PUT', [name], { mappings });
      for (let at = 0; at < 200; at++) {
        const document = { code: at % 5 === 0 ? `c-${at}` : String(at), note: at % 2 === 0 ? 'no number' : '5', at };
        await console.prepare('PUT', [name, '_doc', `d-${at}`], document, at === 7 ? { routing: 'elsewhere' } : {});
      }
      await console.prepare('POST', [name, '_refresh']);
      const drafted = { properties: { code: { type: 'integer' }, note: { type: 'long', ignore_malformed: true } } };
      const body = { mappings: drafted, documents: 1_000 };
      const { documents, before, after } = await console.ask<RouteAnswer<'documents.rehearse'>>('documents.rehearse', {
        name,
        body,
      });
      expect(documents).toBe(200);
      expect(before).toMatchObject({ accepted: 200, refused: 0, reasons: [], ignored: [], isRemoved: true });
      expect(after).toMatchObject({ accepted: 160, refused: 40, isRemoved: true });
      expect(after.ignored).toEqual([{ field: 'note', count: 80 }]);
      expect(after.reasons).toEqual([
        { reason: expect.stringContaining('code'), count: 40, exampleId: expect.stringMatching(/^d-\d*[05]$/) },
      ]);
      expect(after.reasons[0]?.reason).not.toMatch(/c-|d-/);
      for (const side of [before, after]) {
        expect(side.index).toMatch(/^mapledger-scratch-/);
        expect(side.added).toEqual(side === before ? [] : [{ path: 'at', definition: { type: 'long' } }]);
        expect(side.sizeBytes).toBeGreaterThan(1_000);
        expect(side).not.toHaveProperty('missing');
      }
      expect(await console.ask('documents.rehearse', { name, body: { ...body, documents: 100 } })).toMatchObject({
        documents: 100,
        after: { accepted: 80, refused: 20 },
      });
      const random = await console.ask<RouteAnswer<'documents.rehearse'>>('documents.rehearse', {
        name,
        body: { ...body, documents: 100, sample: 'random' },
      });
      expect(random).toMatchObject({ sample: 'random', total: 200, documents: 100, before: { accepted: 100 } });
      expect(random.sizes?.map((each) => each.documents)).toEqual([25, 50, 100]);
      expect(await console.ask('scratch_indices.list')).toEqual({ indices: [] });
      await expect(console.prepare('GET', [before.index])).rejects.toMatchObject({ status: 404 });
      await expect(console.prepare('GET', [after.index])).rejects.toMatchObject({ status: 404 });
      expect((await console.ask('mapping.get', { name }))['mappings']).toMatchObject(mappings);
    },
  },
  {
    name: 'rehearses a change with the vectors of documents',
    async run(console, prefix, skip) {
      const { engine } = await console.ask<{ engine: TargetEngine }>('cluster.get');
      if (engine.distribution === 'opensearch') skip('Its vectors need a plugin.');
      const name = `${prefix}rehearsed`;
      const vectors = (dims: number) => ({ properties: { v: { type: 'dense_vector', dims } } });
      await console.prepare('PUT', [name], { mappings: vectors(3) });
      await console.prepare('PUT', [name, '_doc', '1'], { v: [1, 2, 3] }, { refresh: true });
      const body = { mappings: vectors(4), documents: 100 };
      expect(await console.ask('documents.rehearse', { name, body })).toMatchObject({
        before: { accepted: 1 },
        after: { accepted: 0, refused: 1 },
      });
    },
  },
  {
    name: 'rehearses nothing where documents can’t be read as they were sent',
    async run(console, prefix) {
      const name = `${prefix}rehearsed`;
      await console.prepare('PUT', [name], { mappings: { _source: { excludes: ['secret'] } } });
      await console.prepare('PUT', [name, '_doc', '1'], { a: 1 }, { refresh: true });
      expect(
        await console.refusal('documents.rehearse', { name, body: { mappings: {}, documents: 100 } }),
      ).toMatchObject({
        statusCode: 409,
        message: `Nothing was created: a change of "${name}" can’t be rehearsed. Its _source includes only some fields, so its documents can’t be read as they were sent.`,
      });
    },
  },
  {
    name: 'samples the newest documents of an index',
    async run(console, prefix) {
      const name = `${prefix}sampled`;
      await console.prepare('PUT', [name], { mappings: {}, settings: { number_of_shards: 2 } });
      for (let at = 0; at < 150; at++) {
        const query = at === 7 ? { routing: 'elsewhere' } : {};
        await console.prepare('PUT', [name, '_doc', `d-${at}`], { at, big: 9_007_199_254_740_993n }, query);
      }
      await console.prepare('POST', [name, '_refresh']);
      const ask = (documents: number) =>
        console.ask<RouteAnswer<'documents.sample'>>('documents.sample', { name, body: { documents } });
      const { lines, ...sample } = await ask(100);
      expect(sample).toEqual({ total: 150, documents: 100, isCut: false });
      const read = lines.trimEnd().split('\n');
      expect(new Set(read).size).toBe(100);
      for (const line of read) expect(line).toMatch(/^\{"at":\d+,"big":9007199254740993\}$/);
      const all = await ask(1_000);
      expect([all.total, all.documents]).toEqual([150, 150]);
      expect(await console.ask('documents.search', { name, body: { size: 0 } })).toEqual({ total: 150, documents: [] });
    },
  },
  {
    name: 'answers with the reason where the engine lacks something',
    async run(console, prefix) {
      if (!(await console.has('freeze')))
        expect(await console.refusal('indices.freeze', { body: { indices: [prefix] } })).toMatchObject({
          statusCode: 400,
          attributes: { feature: 'freeze' },
        });
      if (!(await console.has('data_streams'))) {
        expect(await console.ask('data_streams.list')).toEqual([]);
        expect(await console.refusal('data_streams.delete', { body: { dataStreams: [`${prefix}x`] } })).toMatchObject({
          statusCode: 400,
          attributes: { feature: 'data_streams' },
        });
      }
      expect(await console.ask('plugins.list')).toEqual(expect.any(Array));
    },
  },
];

/** The features that an example needs and the console has not. */
export async function lacking(console: ConsoleUnderTest, { needs = [] }: Example): Promise<readonly Feature[]> {
  const found = await Promise.all(needs.map((feature) => console.has(feature)));
  return needs.filter((_, index) => found[index] !== true);
}
