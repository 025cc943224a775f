import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formatJson, isObject, member, parseJson, type JsonValue } from '#domain/json';
import { ClusterError, type ClusterCall, type ClusterGateway } from '#domain/ports';
import { probeCapabilities } from '../../src/server/console/capabilities.ts';
import {
  ALIAS,
  at,
  COMPONENT,
  INDEX,
  keyword,
  oneOf,
  OTHER,
  P,
  STREAM,
  TEMPLATE,
  type Case,
  type Cluster,
  type OpenedGateway,
} from './gateway-case.ts';
import { OPERATION_CASES, OPERATION_INDICES } from './gateway-operations.ts';

const cases: readonly Case[] = [
  {
    name: 'says what it is and how it is doing',
    async run({ ask }) {
      expect(await ask('GET', [])).toMatchObject({
        cluster_name: expect.any(String),
        version: { number: expect.stringMatching(/^\d+\.\d+\.\d+/) },
      });
      expect(await ask('GET', ['_cluster', 'health'])).toMatchObject({
        status: expect.stringMatching(/^(?:green|yellow|red)$/),
        number_of_nodes: expect.any(Number),
      });
      expect(await ask('GET', ['_cluster', 'settings'], undefined, { flat_settings: true })).toMatchObject({
        persistent: expect.any(Object),
      });
      expect(await ask('GET', ['_cat', 'plugins'], undefined, { format: 'json', h: 'component' })).toEqual(
        expect.any(Array),
      );
    },
  },
  {
    name: 'creates an index with settings, mappings and aliases, and gives them back',
    async run({ ask }) {
      const created = await ask('PUT', [INDEX], {
        settings: { number_of_replicas: 0, index: { refresh_interval: '5s' } },
        mappings: { properties: { 'a.b': { type: 'long' }, t: { type: 'text', fields: { k: keyword } } } },
        aliases: { [ALIAS]: { routing: '1' } },
      });
      expect(created).toEqual({ acknowledged: true, shards_acknowledged: true, index: INDEX });
      const read = await ask('GET', [INDEX]);
      expect(at(read, `/${INDEX}/mappings`)).toEqual({
        properties: { a: { properties: { b: { type: 'long' } } }, t: { type: 'text', fields: { k: keyword } } },
      });
      expect(at(read, `/${INDEX}/settings/index`)).toMatchObject({
        number_of_replicas: '0',
        refresh_interval: '5s',
        number_of_shards: '1',
        provided_name: INDEX,
      });
      expect(at(read, `/${INDEX}/aliases`)).toEqual({ [ALIAS]: { index_routing: '1', search_routing: '1' } });
      await ask('HEAD', [INDEX]);
    },
  },
  {
    name: 'refuses names that break a rule, naming them',
    async run({ refusal }) {
      for (const name of [
        'UPPER',
        '_under',
        '-minus',
        'a b',
        'a/b',
        'a*b',
        'a,b',
        'a:b',
        '#a',
        'a\\b',
        'a"b',
        '<a',
        'x'.repeat(256),
      ]) {
        const error = await refusal('PUT', [name]);
        expect(error, name).toMatchObject({ fault: 'refused', status: 400, type: 'invalid_index_name_exception' });
        expect(error.reason).toContain(`[${name}]`);
      }
    },
  },
  {
    // Date mathematics: a name that holds markup makes, and would delete, an index of another name.
    name: 'takes a name in angle brackets for the one between them',
    async run({ ask }) {
      expect(await ask('PUT', [`<${INDEX}>`])).toMatchObject({ index: INDEX });
      expect(Object.keys((await ask('GET', [`<${INDEX}>`])) as object)).toEqual([INDEX]);
      expect(await ask('DELETE', [`<${INDEX}>`])).toEqual({ acknowledged: true });
    },
  },
  {
    name: 'refuses an index that is there already, or has the name of an alias',
    async run({ ask, refusal }) {
      await ask('PUT', [INDEX], { aliases: { [ALIAS]: {} } });
      expect(await refusal('PUT', [INDEX])).toMatchObject({
        type: 'resource_already_exists_exception',
        reason: expect.stringContaining(INDEX),
      });
      expect(await refusal('PUT', [ALIAS])).toMatchObject({
        type: oneOf('invalid_index_name_exception', 'resource_already_exists_exception'),
        reason: expect.stringContaining(ALIAS),
      });
    },
  },
  {
    name: 'refuses a body that it does not know',
    async run({ refusal }) {
      expect(await refusal('PUT', [INDEX], { nope: {} })).toMatchObject({
        type: 'parse_exception',
        reason: expect.stringContaining('nope'),
      });
      expect(await refusal('PUT', [INDEX], '{bad')).toMatchObject({ fault: 'refused', status: 400 });
      expect(await refusal('PUT', [INDEX], { settings: { nope: 1 } })).toMatchObject({
        type: oneOf('illegal_argument_exception', 'settings_exception'),
        reason: expect.stringContaining('index.nope'),
      });
      expect(await refusal('PUT', [INDEX], '{"settings":{"__proto__":{"x":1}}}')).toMatchObject({
        status: 400,
        reason: expect.stringContaining('index.__proto__.x'),
      });
    },
  },
  {
    name: 'says of what is not there that it is not, 404',
    async run({ ask, refusal }) {
      const missing = {
        fault: 'refused',
        status: 404,
        type: 'index_not_found_exception',
        reason: expect.stringContaining(`${P}-none`),
      };
      const none = `${P}-none`;
      for (const [method, ...path] of [
        ['GET', none],
        ['DELETE', none],
        ['POST', none, '_close'],
        ['POST', none, '_open'],
        ['GET', none, '_settings'],
        ['GET', none, '_mapping'],
        ['GET', none, '_stats'],
        ['GET', none, '_alias'],
        ['POST', none, '_refresh'],
        ['GET', '_cat', 'indices', none],
      ] as const) {
        expect(await refusal(method, path), `${method} ${path.join('/')}`).toMatchObject(missing);
      }
      expect(await refusal('PUT', [none, '_settings'], { priority: 1 })).toMatchObject(missing);
      expect(await refusal('PUT', [none, '_mapping'], {})).toMatchObject(missing);
      expect(await refusal('HEAD', [none])).toMatchObject({ fault: 'refused', status: 404 });
      expect(await ask('GET', [`${none}*`])).toEqual({});
      expect(await ask('GET', ['_cat', 'indices', `${none}*`], undefined, { format: 'json' })).toEqual([]);
    },
  },
  {
    name: 'lists indices with their figures; a closed one has none',
    async run({ ask }) {
      await ask('PUT', [INDEX]);
      await ask('PUT', [OTHER], { settings: { hidden: true } });
      await ask('POST', [INDEX, '_close']);
      const query = {
        format: 'json',
        bytes: 'b',
        expand_wildcards: 'all',
        h: 'index,uuid,health,status,pri,rep,docs.count,docs.deleted,store.size,pri.store.size',
      };
      const rows = (await ask('GET', ['_cat', 'indices', `${P}-*`], undefined, query)) as readonly JsonValue[];
      const row = (name: string) => rows.find((item) => isObject(item) && member(item, 'index') === name);
      expect(row(INDEX)).toMatchObject({ status: 'close', 'docs.count': null, 'store.size': null, pri: '1', rep: '1' });
      expect(row(OTHER)).toMatchObject({
        status: 'open',
        'docs.count': '0',
        'store.size': expect.stringMatching(/^\d+$/),
        uuid: expect.any(String),
      });
      const shown = (await ask('GET', ['_cat', 'indices', `${P}-*`], undefined, {
        format: 'json',
        h: 'index',
        expand_wildcards: 'open',
      })) as readonly JsonValue[];
      expect(shown).toEqual([]);
    },
  },
  {
    name: 'counts the copies of each shard, and explains the one that no node can have',
    async run({ ask, refusal }) {
      // More copies than any cluster of a test has nodes.
      await ask('PUT', [INDEX], { settings: { number_of_shards: 2, number_of_replicas: 9 }, aliases: { [ALIAS]: {} } });
      const shard = { primary_active: true, active_shards: expect.any(Number), initializing_shards: 0 };
      const health = async (name: string) => {
        const query = { level: 'shards', timeout: '10s', wait_for_no_initializing_shards: true };
        return (await ask('GET', ['_cluster', 'health', name], undefined, query)) as { indices: JsonValue };
      };
      expect((await health(INDEX)).indices).toMatchObject({
        [INDEX]: { status: 'yellow', shards: { 0: shard, 1: { ...shard, unassigned_shards: expect.any(Number) } } },
      });
      expect(Object.keys((await health(ALIAS)).indices as object)).toEqual([INDEX]);
      const untilYellow = { wait_for_status: 'yellow', timeout: '10s' };
      expect(await ask('GET', ['_cluster', 'health', INDEX], undefined, untilYellow)).toMatchObject({
        status: 'yellow',
        timed_out: false,
      });
      const explain = ['_cluster', 'allocation', 'explain'];
      expect(await ask('POST', explain, { index: INDEX, shard: 1, primary: false })).toMatchObject({
        index: INDEX,
        shard: 1,
        primary: false,
        current_state: 'unassigned',
        unassigned_info: { reason: 'INDEX_CREATED', at: expect.stringMatching(/^\d{4}-/) },
        can_allocate: 'no',
        allocate_explanation: expect.any(String),
        node_allocation_decisions: expect.arrayContaining([
          expect.objectContaining({
            node_name: expect.any(String),
            deciders: [expect.objectContaining({ decider: 'same_shard', explanation: expect.any(String) })],
          }),
        ]),
      });
      expect(await refusal('POST', explain, { index: `${P}-none`, shard: 0, primary: true })).toMatchObject({
        status: 404,
        type: 'index_not_found_exception',
      });
      await ask('POST', [INDEX, '_close']);
      expect((await health(INDEX)).indices).toHaveProperty([INDEX, 'shards', '0', 'unassigned_shards']);
    },
  },
  {
    name: 'resolves names to indices, aliases and data streams',
    needs: 'resolve_index',
    async run({ ask }) {
      await ask('PUT', [INDEX], { aliases: { [ALIAS]: {} } });
      await ask('PUT', [OTHER], { settings: { hidden: true } });
      const resolved = await ask('GET', ['_resolve', 'index', `${P}-*`], undefined, { expand_wildcards: 'all' });
      expect(resolved).toMatchObject({
        indices: [
          { name: INDEX, aliases: [ALIAS], attributes: ['open'] },
          { name: OTHER, attributes: expect.arrayContaining(['open', 'hidden']) },
        ],
        aliases: [{ name: ALIAS, indices: [INDEX] }],
        data_streams: [],
      });
      await ask('POST', [INDEX, '_close']);
      expect(await ask('GET', ['_resolve', 'index', INDEX])).toMatchObject({
        indices: [{ name: INDEX, attributes: ['closed'] }],
      });
    },
  },
  {
    name: 'leaves out of an expression what is excluded by name and by pattern',
    async run({ ask }) {
      await ask('PUT', [INDEX]);
      await ask('PUT', [OTHER]);
      const meant = async (...parts: readonly string[]) =>
        Object.keys((await ask('GET', [parts.map((part) => part.replace('P', P)).join(','), '_alias'])) as object);
      expect(new Set(await meant('P-*'))).toEqual(new Set([INDEX, OTHER]));
      expect(await meant('P-*', '-P-other')).toEqual([INDEX]);
      expect(await meant('P-*', '-P-oth*')).toEqual([INDEX]);
      expect(await meant('P-*', '-P-*x')).toEqual([OTHER]);
      expect(await meant('P-*', '-P-*')).toEqual([]);
      // What is excluded can be asked for again behind it.
      expect(new Set(await meant('P-*', '-P-o*', 'P-other'))).toEqual(new Set([INDEX, OTHER]));
    },
  },
  {
    name: 'deletes several indices by their names, and none by the name of an alias',
    async run({ ask, refusal }) {
      await ask('PUT', [INDEX], { aliases: { [ALIAS]: {} } });
      await ask('PUT', [OTHER]);
      const error = await refusal('DELETE', [ALIAS]);
      expect(error.reason).toContain(ALIAS);
      expect(await refusal('DELETE', [`${INDEX},${P}-none`])).toMatchObject({ status: 404 });
      await ask('HEAD', [INDEX]);
      expect(await ask('DELETE', [`${INDEX},${OTHER}`])).toEqual({ acknowledged: true });
      expect(await refusal('HEAD', [INDEX])).toMatchObject({ status: 404 });
    },
  },
  {
    name: 'closes and opens; a closed index refuses what needs it open',
    async run({ ask, refusal }) {
      await ask('PUT', [INDEX]);
      expect(await ask('POST', [INDEX, '_close'])).toMatchObject({
        acknowledged: true,
        indices: { [INDEX]: { closed: true } },
      });
      for (const path of [
        [INDEX, '_refresh'],
        [INDEX, '_flush'],
        [INDEX, '_cache', 'clear'],
        [INDEX, '_forcemerge'],
      ]) {
        expect(await refusal('POST', path), path.join('/')).toMatchObject({
          status: 400,
          type: 'index_closed_exception',
        });
      }
      expect(await refusal('GET', [INDEX, '_stats'])).toMatchObject({ type: 'index_closed_exception' });
      expect(await ask('POST', [INDEX, '_open'])).toMatchObject({ acknowledged: true });
      for (const path of [
        [INDEX, '_refresh'],
        [INDEX, '_flush'],
        [INDEX, '_cache', 'clear'],
        [INDEX, '_forcemerge'],
      ]) {
        expect(await ask('POST', path), path.join('/')).toMatchObject({ _shards: { failed: 0 } });
      }
      expect(await ask('POST', [INDEX, '_forcemerge'], undefined, { max_num_segments: 1 })).toMatchObject({
        _shards: { failed: 0 },
      });
    },
  },
  {
    name: 'has no handler for what it does not know',
    async run({ ask, refusal }) {
      await ask('PUT', [INDEX]);
      const error = await refusal('POST', [INDEX, '_freeze']);
      expect(error).toMatchObject({ fault: 'refused', status: 400 });
      expect(error.reason).toContain('no handler found');
      expect(await refusal('POST', ['_cat', 'indices'])).toMatchObject({ status: 405 });
      expect(await refusal('GET', [INDEX], undefined, { include_type_name: true })).toMatchObject({
        type: 'illegal_argument_exception',
        reason: expect.stringContaining('include_type_name'),
      });
    },
  },
  {
    name: 'changes dynamic settings, and takes them back with null',
    async run({ ask, refusal }) {
      await ask('PUT', [INDEX], { settings: { number_of_replicas: 0 } });
      const flat = async () =>
        at(await ask('GET', [INDEX, '_settings'], undefined, { flat_settings: true }), `/${INDEX}/settings`);
      expect(
        await ask('PUT', [INDEX, '_settings'], {
          'index.priority': 5,
          index: { 'search.slowlog.threshold.query.warn': '10s' },
          refresh_interval: '7s',
        }),
      ).toEqual({ acknowledged: true });
      expect(await flat()).toMatchObject({
        'index.priority': '5',
        'index.search.slowlog.threshold.query.warn': '10s',
        'index.refresh_interval': '7s',
      });
      await ask('PUT', [INDEX, '_settings'], { 'index.priority': null, 'index.refresh_interval': null });
      expect(await flat()).not.toHaveProperty(['index.priority']);
      const withDefaults = await ask('GET', [INDEX, '_settings'], undefined, {
        flat_settings: true,
        include_defaults: true,
      });
      expect(at(withDefaults, `/${INDEX}/defaults`)).toMatchObject({
        'index.max_result_window': '10000',
        'index.codec': 'default',
      });
      expect(await refusal('PUT', [INDEX, '_settings'], {})).toMatchObject({
        type: 'action_request_validation_exception',
      });
      expect(await refusal('PUT', [INDEX, '_settings'])).toMatchObject({ type: 'parse_exception' });
    },
  },
  {
    name: 'refuses settings that can not change, are not known, or have a wrong value, and changes none of them',
    async run({ ask, refusal }) {
      await ask('PUT', [INDEX], { settings: { number_of_replicas: 0 } });
      const wrong: readonly [JsonValue | string, string][] = [
        [{ 'index.codec': 'best_compression' }, 'index.codec'],
        [{ 'index.analysis.analyzer.y.type': 'keyword' }, 'index.analysis.analyzer.y.type'],
        [{ number_of_shards: 5 }, 'index.number_of_shards'],
        [{ nope: 1, priority: 3 }, 'index.nope'],
        [{ 'index.number_of_replicas': 'many' }, 'index.number_of_replicas'],
        [{ 'index.number_of_replicas': -1 }, 'index.number_of_replicas'],
        [{ refresh_interval: 'soon' }, 'soon'],
        [{ max_result_window: 'abc' }, 'index.max_result_window'],
        [{ 'index.blocks.write': 'maybe' }, 'maybe'],
        ['{"__proto__":{"x":1}}', 'index.__proto__.x'],
        ['{"constructor":1}', 'index.constructor'],
        [{ 'index.version.created': 1 }, 'index.version.created'],
      ];
      const before = await ask('GET', [INDEX, '_settings']);
      for (const [body, place] of wrong) {
        const error = await refusal('PUT', [INDEX, '_settings'], body);
        expect(error, place).toMatchObject({
          fault: 'refused',
          status: 400,
          type: oneOf('illegal_argument_exception', 'settings_exception'),
        });
        // The innermost reason of a number that is none says the text alone.
        if (!error.reason?.startsWith('For input string')) expect(error.reason).toContain(place);
      }
      expect(await ask('GET', [INDEX, '_settings'])).toEqual(before);
      await ask('POST', [INDEX, '_close']);
      expect(await ask('PUT', [INDEX, '_settings'], { 'index.codec': 'best_compression' })).toEqual({
        acknowledged: true,
      });
      expect(await refusal('PUT', [INDEX, '_settings'], { number_of_shards: 5 })).toMatchObject({
        status: 400,
        reason: expect.stringContaining('index.number_of_shards'),
      });
    },
  },
  {
    name: 'adds fields to a live mapping and changes what can be updated',
    async run({ ask }) {
      await ask('PUT', [INDEX], {
        mappings: {
          properties: {
            s: { type: 'keyword', ignore_above: 256 },
            t: { type: 'text', fields: { k: keyword } },
            o: { properties: { x: { type: 'long' } } },
          },
        },
      });
      await ask('PUT', [INDEX, '_mapping'], {
        properties: {
          s: { type: 'keyword', ignore_above: 11 },
          t: { type: 'text', fields: { k2: keyword } },
          'o.y': { type: 'long' },
        },
      });
      const read = async () => at(await ask('GET', [INDEX, '_mapping']), `/${INDEX}/mappings/properties`);
      expect(await read()).toEqual({
        s: { type: 'keyword', ignore_above: 11 },
        t: { type: 'text', fields: { k: keyword, k2: keyword } },
        o: { properties: { x: { type: 'long' }, y: { type: 'long' } } },
      });
      await ask('PUT', [INDEX, '_mapping'], { properties: { s: keyword } });
      expect(at((await read()) as JsonValue, '/s')).toEqual(keyword);
      await ask('PUT', [INDEX, '_mapping'], {
        dynamic: 'strict',
        _meta: { a: 1 },
        date_detection: false,
        dynamic_templates: [{ x: { match: 'x*', mapping: keyword } }],
      });
      expect(at(await ask('GET', [INDEX, '_mapping']), `/${INDEX}/mappings`)).toMatchObject({
        dynamic: 'strict',
        _meta: { a: 1 },
        date_detection: false,
        dynamic_templates: [{ x: { match: 'x*', mapping: keyword } }],
      });
    },
  },
  {
    name: 'refuses changes that need a new index, and fields it can not have',
    async run({ ask, refusal }) {
      await ask('PUT', [INDEX], {
        mappings: {
          properties: {
            s: keyword,
            t: { type: 'text', fields: { k: keyword } },
            o: { properties: { x: { type: 'long' } } },
          },
        },
      });
      const argument = 'illegal_argument_exception';
      const parsing = 'mapper_parsing_exception';
      const wrong: readonly [JsonValue | string, string, readonly string[]][] = [
        [{ properties: { t: keyword } }, 'mapper [t] cannot be changed from type [text] to [keyword]', [argument]],
        [{ properties: { t: { type: 'text', fields: { k: { type: 'text' } } } } }, '[t.k]', [argument]],
        [
          { properties: { t: { type: 'text', analyzer: 'whitespace' } } },
          'Cannot update parameter [analyzer] from [default] to [whitespace]',
          [argument],
        ],
        [
          { properties: { s: { type: 'keyword', index: false } } },
          'Cannot update parameter [index] from [true] to [false]',
          [argument],
        ],
        [{ properties: { s: { properties: { z: keyword } } } }, '[s]', [argument]],
        [{ properties: { o: keyword } }, '[o]', [argument]],
        [{ properties: { o: { type: 'nested' } } }, 'nested', [argument]],
        [{ properties: { q: { type: 'nope' } } }, '[nope] declared on field [q]', [parsing]],
        [
          { properties: { q: { type: 'keyword', nope: 1 } } },
          'unknown parameter [nope] on mapper [q] of type [keyword]',
          [parsing],
        ],
        [{ properties: { q: {} } }, '[q]', [parsing]],
        [{ properties: { q: 5 } }, '[q]', [parsing]],
        [{ properties: { '': keyword } }, 'empty', [parsing, argument]],
        [{ properties: { 'a..b': keyword } }, 'empty', [parsing, argument]],
        [{ properties: { q: { type: 'alias', path: 'nope' } } }, '[nope]', [parsing]],
        [{ properties: { q: { type: 'text', analyzer: 'nope' } } }, 'analyzer [nope]', [parsing, argument]],
        [{ nope: 1 }, '[nope : 1]', [parsing]],
        [{ dynamic: 'maybe' }, 'maybe', [parsing, argument]],
        [{ dynamic_templates: { a: 1 } }, 'Dynamic template', [parsing]],
        [{ _doc: { properties: {} } }, 'Types cannot be provided', [argument]],
        [{ _routing: { required: true } }, '[_routing]', [argument]],
      ];
      const before = await ask('GET', [INDEX, '_mapping']);
      for (const [body, place, types] of wrong) {
        const error = await refusal('PUT', [INDEX, '_mapping'], body);
        expect(error, place).toMatchObject({ fault: 'refused', status: 400, type: oneOf(...types) });
        expect(error.message).toContain(error.reason);
        expect(error.reason).toContain(place);
      }
      expect(await ask('GET', [INDEX, '_mapping'])).toEqual(before);
    },
  },
  {
    name: 'keeps hostile field names and large integers',
    async run({ ask }) {
      await ask('PUT', [INDEX]);
      const body =
        '{"_meta":{"largest":9223372036854775807,"odd":9007199254740993},"properties":{"__proto__":{"type":"keyword"},"constructor":{"type":"long"},"a/b":{"type":"long"},"a~b":{"type":"long"},"😀":{"type":"long"},"0":{"type":"keyword"}}}';
      await ask('PUT', [INDEX, '_mapping'], body);
      const read = at(await ask('GET', [INDEX, '_mapping']), `/${INDEX}/mappings`) as JsonValue;
      expect(read).toEqual(parseJson(body));
      expect(formatJson(read)).toContain('"__proto__":{"type":"keyword"}');
    },
  },
  {
    name: 'changes aliases all at once or not at all',
    async run({ ask, refusal }) {
      await ask('PUT', [INDEX], { aliases: { [ALIAS]: {} } });
      const read = async () => at(await ask('GET', [INDEX, '_alias']), `/${INDEX}/aliases`);
      const add = (alias: string, more = {}) => ({ add: { index: INDEX, alias, ...more } });
      expect(
        await refusal('POST', ['_aliases'], { actions: [add(`${P}-b`), { add: { index: `${P}-none`, alias: 'x' } }] }),
      ).toMatchObject({ status: 404 });
      for (const name of ['b*', 'b c', 'b/c'])
        expect(await refusal('POST', ['_aliases'], { actions: [add(`${P}-b`), add(name)] })).toMatchObject({
          type: 'invalid_alias_name_exception',
          reason: expect.stringContaining(`[${name}]`),
        });
      expect(await refusal('POST', ['_aliases'], { actions: [add(INDEX)] })).toMatchObject({
        type: 'invalid_alias_name_exception',
        reason: expect.stringContaining(INDEX),
      });
      expect(
        await refusal('POST', ['_aliases'], { actions: [{ remove: { index: INDEX, alias: 'gone' } }] }),
      ).toMatchObject({ status: 404, type: 'aliases_not_found_exception', reason: expect.stringContaining('gone') });
      expect(await refusal('POST', ['_aliases'], { actions: [] })).toMatchObject({ status: 400 });
      expect(await refusal('POST', ['_aliases'], { actions: [add('b', { nope: 1 })] })).toMatchObject({
        status: 400,
        reason: expect.stringContaining('nope'),
      });
      expect(await read()).toEqual({ [ALIAS]: {} });
      await ask('POST', ['_aliases'], {
        actions: [
          add(`${P}-b`, { filter: { term: { a: 1 } }, routing: '1', is_write_index: true }),
          { remove: { index: INDEX, alias: ALIAS } },
        ],
      });
      expect(await read()).toEqual({
        [`${P}-b`]: { filter: { term: { a: 1 } }, index_routing: '1', search_routing: '1', is_write_index: true },
      });
      expect(await refusal('PUT', [OTHER], { aliases: { [`${P}-b`]: { is_write_index: true } } })).toMatchObject({
        type: 'illegal_state_exception',
        reason: expect.stringContaining(`${P}-b`),
      });
    },
  },
  {
    name: 'keeps documents, once where they are created',
    async run({ ask, refusal }) {
      await ask('PUT', [INDEX, '_create', 's:1'], { n: 1, k: 'a' });
      expect(await refusal('PUT', [INDEX, '_create', 's:1'], { n: 2 })).toMatchObject({
        status: 409,
        type: 'version_conflict_engine_exception',
        reason: expect.stringContaining('s:1'),
      });
      await ask('PUT', [INDEX, '_doc', 's/2'], { n: 2, k: 'b' });
      await ask('POST', [INDEX, '_refresh']);
      expect(await ask('GET', [INDEX, '_doc', 's/2'])).toMatchObject({ found: true, _source: { n: 2 } });
      expect(await refusal('GET', [INDEX, '_doc', 'none'])).toMatchObject({ status: 404 });
      expect(await ask('GET', [INDEX, '_count'])).toMatchObject({ count: 2 });
      const found = await ask('POST', [INDEX, '_search'], { query: { match_all: {} }, sort: [{ n: 'desc' }], size: 1 });
      expect(found).toMatchObject({ hits: { total: { value: 2 }, hits: [{ _id: 's/2', sort: [2] }] } });
    },
  },
  {
    name: 'gives the statistics of an index',
    async run({ ask }) {
      await ask('PUT', [INDEX], { settings: { number_of_replicas: 0 } });
      const stats = await ask('GET', [INDEX, '_stats']);
      const part = {
        docs: { count: 0 },
        store: { size_in_bytes: expect.any(Number) },
        segments: { count: expect.any(Number) },
        refresh: { total: expect.any(Number) },
        flush: { total: expect.any(Number) },
        merges: { total: 0 },
        indexing: { index_total: 0 },
        search: { query_total: 0 },
      };
      expect(stats).toMatchObject({
        _shards: { failed: 0 },
        indices: { [INDEX]: { uuid: expect.any(String), primaries: part, total: part } },
      });
    },
  },
  {
    name: 'keeps component templates, and says who uses them',
    needs: 'component_templates',
    async run({ ask, refusal }) {
      await ask('PUT', ['_component_template', COMPONENT], {
        template: { settings: { number_of_shards: 3 }, mappings: { properties: { x: keyword } } },
        version: 3,
        _meta: { managed: true },
      });
      const read = await ask('GET', ['_component_template', COMPONENT]);
      expect(read).toMatchObject({
        component_templates: [
          {
            name: COMPONENT,
            component_template: {
              template: { settings: { index: { number_of_shards: '3' } }, mappings: { properties: { x: keyword } } },
              version: 3,
              _meta: { managed: true },
            },
          },
        ],
      });
      await ask('PUT', ['_index_template', TEMPLATE], { index_patterns: [`${P}-t-*`], composed_of: [COMPONENT] });
      const used = await refusal('DELETE', ['_component_template', COMPONENT]);
      expect(used).toMatchObject({ type: 'illegal_argument_exception' });
      expect(used.reason).toContain(TEMPLATE);
      expect(await refusal('PUT', ['_component_template', OTHER], { nope: 1 })).toMatchObject({
        status: 400,
        reason: expect.stringContaining('nope'),
      });
      expect(await refusal('PUT', ['_component_template', OTHER], {})).toMatchObject({
        status: 400,
        reason: expect.stringContaining('template'),
      });
      expect(
        await refusal('PUT', ['_component_template', OTHER], { template: { settings: { nope: 1 } } }),
      ).toMatchObject({ status: 400, reason: expect.stringContaining('index.nope') });
      expect(await refusal('PUT', ['_component_template', 'A b'], { template: {} })).toMatchObject({
        type: 'invalid_index_template_exception',
      });
      expect(
        await refusal('PUT', ['_component_template', COMPONENT], { template: {} }, { create: true }),
      ).toMatchObject({ type: 'illegal_argument_exception', reason: expect.stringContaining(COMPONENT) });
      expect(await refusal('GET', ['_component_template', `${P}-none`])).toMatchObject({
        status: 404,
        type: 'resource_not_found_exception',
      });
      expect(await refusal('DELETE', ['_component_template', `${P}-none`])).toMatchObject({
        status: 404,
        reason: expect.stringContaining(`${P}-none`),
      });
    },
  },
  {
    name: 'keeps index templates, composes them, and gives an index what they say',
    needs: 'index_templates',
    async run({ ask, refusal }) {
      await ask('PUT', ['_component_template', COMPONENT], {
        template: { settings: { number_of_shards: 3 }, mappings: { properties: { x: keyword } } },
      });
      const body = {
        index_patterns: [`${P}-t-*`],
        composed_of: [COMPONENT],
        priority: 100,
        template: {
          settings: { refresh_interval: '7s' },
          mappings: { properties: { y: { type: 'long' } } },
          aliases: { [ALIAS]: {} },
        },
        version: 1,
        _meta: { a: 1 },
      };
      await ask('PUT', ['_index_template', TEMPLATE], body);
      const read = at(await ask('GET', ['_index_template', TEMPLATE]), '/index_templates/0');
      expect(read).toMatchObject({
        name: TEMPLATE,
        index_template: { ...body, template: { ...body.template, settings: { index: { refresh_interval: '7s' } } } },
      });
      await ask('PUT', [`${P}-t-1`], { settings: { number_of_replicas: 0 } });
      const index = await ask('GET', [`${P}-t-1`]);
      expect(at(index, `/${P}-t-1`)).toMatchObject({
        aliases: { [ALIAS]: {} },
        mappings: { properties: { x: keyword, y: { type: 'long' } } },
        settings: { index: { number_of_shards: '3', refresh_interval: '7s', number_of_replicas: '0' } },
      });
      expect(
        await refusal('PUT', ['_index_template', OTHER], { index_patterns: [`${P}-t-x*`], priority: 100 }),
      ).toMatchObject({ type: 'illegal_argument_exception', reason: expect.stringContaining(TEMPLATE) });
      expect(
        await refusal('PUT', ['_index_template', OTHER], { index_patterns: [`${P}-u*`], composed_of: [`${P}-none`] }),
      ).toMatchObject({ type: 'invalid_index_template_exception', reason: expect.stringContaining(`${P}-none`) });
      expect(await refusal('PUT', ['_index_template', OTHER], { priority: 1 })).toMatchObject({
        status: 400,
        reason: expect.stringContaining('index_patterns'),
      });
      expect(await refusal('PUT', ['_index_template', OTHER], { index_patterns: ['q'], nope: 1 })).toMatchObject({
        status: 400,
        reason: expect.stringContaining('nope'),
      });
      expect(await refusal('PUT', ['_index_template', OTHER], { index_patterns: ['q'], priority: -1 })).toMatchObject({
        type: 'action_request_validation_exception',
      });
      expect(await refusal('PUT', ['_index_template', OTHER], { index_patterns: ['_q'] })).toMatchObject({
        type: 'invalid_index_template_exception',
      });
      expect(
        await refusal('PUT', ['_index_template', OTHER], {
          index_patterns: ['q'],
          template: { mappings: { properties: { z: { type: 'nope' } } } },
        }),
      ).toMatchObject({ status: 400, reason: expect.stringContaining('[nope] declared on field [z]') });
      expect(await refusal('GET', ['_index_template', `${P}-none`])).toMatchObject({
        status: 404,
        type: 'resource_not_found_exception',
      });
      expect(await refusal('DELETE', ['_index_template', `${P}-none`])).toMatchObject({
        status: 404,
        type: 'index_template_missing_exception',
      });
    },
  },
  {
    name: 'simulates templates without keeping anything',
    needs: 'simulate',
    async run({ ask, refusal }) {
      await ask('PUT', ['_component_template', COMPONENT], { template: { mappings: { properties: { x: keyword } } } });
      await ask('PUT', ['_index_template', TEMPLATE], {
        index_patterns: [`${P}-t-*`],
        composed_of: [COMPONENT],
        priority: 100,
      });
      const simulated = await ask('POST', ['_index_template', '_simulate'], {
        index_patterns: [`${P}-t-*`],
        composed_of: [COMPONENT],
        priority: 500,
        template: { settings: { number_of_replicas: 0 } },
      });
      expect(simulated).toMatchObject({
        template: {
          settings: { index: { number_of_replicas: '0' } },
          mappings: { properties: { x: keyword } },
          aliases: {},
        },
        overlapping: expect.arrayContaining([{ name: TEMPLATE, index_patterns: [`${P}-t-*`] }]),
      });
      expect(await ask('POST', ['_index_template', '_simulate', TEMPLATE])).toMatchObject({
        template: { mappings: { properties: { x: keyword } } },
      });
      expect(await ask('POST', ['_index_template', '_simulate_index', `${P}-t-1`])).toMatchObject({
        template: { mappings: { properties: { x: keyword } } },
      });
      expect(await refusal('POST', ['_index_template', '_simulate', `${P}-none`])).toMatchObject({
        status: 400,
        reason: expect.stringContaining(`${P}-none`),
      });
      expect(await refusal('POST', ['_index_template', '_simulate'])).toMatchObject({
        type: 'action_request_validation_exception',
      });
    },
  },
  {
    name: 'gives an index the template of the highest priority, whichever is made first',
    needs: 'simulate',
    async run({ ask }) {
      const template = (priority: number | undefined, pattern: string) => ({
        index_patterns: [pattern],
        ...(priority !== undefined && { priority }),
        template: { mappings: { properties: { [`p${priority ?? 0}`]: keyword } } },
      });
      const fieldsOf = async (index: string) =>
        Object.keys(
          at(
            await ask('POST', ['_index_template', '_simulate_index', index]),
            '/template/mappings/properties',
          ) as object,
        );
      await ask('PUT', ['_index_template', TEMPLATE], template(900, `${P}-t-*`));
      await ask('PUT', ['_index_template', OTHER], template(undefined, `${P}-t-x*`));
      expect(await fieldsOf(`${P}-t-x`)).toEqual(['p900']);
      await ask('PUT', ['_index_template', OTHER], template(901, `${P}-t-x*`));
      expect(await fieldsOf(`${P}-t-x`)).toEqual(['p901']);
      expect(await fieldsOf(`${P}-t-1`)).toEqual(['p900']);
    },
  },
  {
    name: 'refuses templates and components that come to no mapping together, and keeps what was there',
    needs: 'simulate',
    async run({ ask, refusal }) {
      const withField = (name: string) => ({ template: { mappings: { properties: { [name]: keyword } } } });
      const over = { index_patterns: [`${P}-t-*`], composed_of: [COMPONENT], priority: 100 };
      const invalid = { status: 400, type: 'illegal_argument_exception', reason: expect.stringMatching(/\[x\]/) };
      await ask('PUT', ['_component_template', COMPONENT], withField('x'));
      const unfit = { ...over, ...withField('x.y') };
      expect(await refusal('PUT', ['_index_template', TEMPLATE], unfit)).toMatchObject(invalid);
      for (const path of [['_simulate'], ['_simulate_index', `${P}-t-1`]])
        expect(await refusal('POST', ['_index_template', ...path], unfit)).toMatchObject(invalid);
      await ask('PUT', ['_index_template', TEMPLATE], { ...over, ...withField('z') });
      expect(await refusal('PUT', [`${P}-t-1`], withField('x.y').template)).toMatchObject({
        status: 400,
        reason: invalid.reason,
      });
      expect(await refusal('PUT', ['_component_template', COMPONENT], withField('z.y'))).toMatchObject({
        ...invalid,
        reason: expect.stringMatching(/\[z\]/),
      });
      expect(await ask('GET', ['_component_template', COMPONENT])).toMatchObject({
        component_templates: [{ component_template: withField('x') }],
      });
      // It points at a field of the component that it is over.
      const alias = { template: { mappings: { properties: { y: { type: 'alias', path: 'x' } } } } };
      const leadsNowhere = { status: 400, reason: expect.stringContaining('[path] value [x]') };
      await ask('PUT', ['_index_template', TEMPLATE], { ...over, ...alias });
      expect(await refusal('PUT', ['_component_template', COMPONENT], withField('z'))).toMatchObject(leadsNowhere);
      expect(await refusal('PUT', ['_component_template', OTHER], alias)).toMatchObject(leadsNowhere);
      await ask('PUT', ['_index_template', TEMPLATE], over);
      await ask('PUT', ['_component_template', COMPONENT], withField('x.y'));
    },
  },
  {
    name: 'refuses a field that is an object by the names of others',
    async run({ ask, refusal }) {
      const reason = expect.stringMatching(/\[x(\.y)?\]/);
      for (const properties of [
        { x: keyword, 'x.y': keyword },
        { 'x.y': keyword, x: keyword },
        { x: { properties: { y: keyword } }, 'x.y.z': keyword },
      ])
        expect(await refusal('PUT', [INDEX], { mappings: { properties } })).toMatchObject({ status: 400, reason });
      await ask('PUT', [INDEX], {
        mappings: {
          properties: {
            'x.o.y': keyword,
            x: { dynamic: 'strict', properties: { o: { properties: { z: keyword } } } },
            'x.o.w': keyword,
          },
        },
      });
      expect(at(await ask('GET', [INDEX, '_mapping']), `/${INDEX}/mappings/properties`)).toEqual({
        x: { dynamic: 'strict', properties: { o: { properties: { w: keyword, y: keyword, z: keyword } } } },
      });
    },
  },
  {
    name: 'keeps legacy templates',
    needs: 'legacy_templates',
    async run({ ask, refusal }) {
      await ask('PUT', ['_template', TEMPLATE], {
        index_patterns: [`${P}-l-*`],
        order: 1,
        settings: { number_of_shards: 2 },
        mappings: { properties: { x: keyword } },
        aliases: { [ALIAS]: {} },
        version: 4,
      });
      expect(await ask('GET', ['_template', TEMPLATE])).toEqual({
        [TEMPLATE]: {
          order: 1,
          version: 4,
          index_patterns: [`${P}-l-*`],
          settings: { index: { number_of_shards: '2' } },
          mappings: { properties: { x: keyword } },
          aliases: { [ALIAS]: {} },
        },
      });
      await ask('PUT', [`${P}-l-1`]);
      expect(at(await ask('GET', [`${P}-l-1`]), `/${P}-l-1/settings/index/number_of_shards`)).toBe('2');
      expect(await refusal('PUT', ['_template', OTHER], { order: 1 })).toMatchObject({
        type: 'action_request_validation_exception',
      });
      expect(await refusal('PUT', ['_template', OTHER], { index_patterns: ['l'], nope: 1 })).toMatchObject({
        status: 400,
        reason: expect.stringContaining('nope'),
      });
      expect(await refusal('GET', ['_template', `${P}-none`])).toMatchObject({ status: 404 });
      expect(await refusal('DELETE', ['_template', `${P}-none`])).toMatchObject({
        status: 404,
        type: 'index_template_missing_exception',
      });
    },
  },
  {
    name: 'makes data streams of hidden backing indices, and grows them',
    needs: 'data_streams',
    async run({ ask, refusal }) {
      expect(await refusal('PUT', ['_data_stream', STREAM])).toMatchObject({
        type: 'illegal_argument_exception',
        reason: expect.stringContaining(STREAM),
      });
      await ask('PUT', ['_index_template', TEMPLATE], {
        index_patterns: [`${STREAM}*`],
        data_stream: {},
        priority: 300,
        _meta: { d: 1 },
      });
      expect(await refusal('PUT', [STREAM])).toMatchObject({
        type: 'illegal_argument_exception',
        reason: expect.stringContaining('data stream'),
      });
      await ask('PUT', ['_data_stream', STREAM]);
      expect(await refusal('PUT', ['_data_stream', STREAM])).toMatchObject({
        type: 'resource_already_exists_exception',
      });
      const rolled = await ask('POST', [STREAM, '_rollover']);
      expect(rolled).toMatchObject({ acknowledged: true, rolled_over: true });
      const stream = at(await ask('GET', ['_data_stream', STREAM]), '/data_streams/0') as JsonValue;
      expect(stream).toMatchObject({
        name: STREAM,
        timestamp_field: { name: '@timestamp' },
        generation: 2,
        template: TEMPLATE,
        status: expect.stringMatching(/^(?:GREEN|YELLOW)$/),
      });
      const [first, last] = [0, 1].map((item) => String(at(stream, `/indices/${item}/index_name`))) as [string, string];
      expect(await ask('GET', [first])).toMatchObject({
        [first]: {
          data_stream: STREAM,
          mappings: { properties: { '@timestamp': { type: 'date' } } },
          settings: { index: { hidden: 'true' } },
        },
      });
      expect(await ask('GET', ['_data_stream', STREAM, '_stats'])).toMatchObject({
        data_streams: [
          { data_stream: STREAM, backing_indices: 2, store_size_bytes: expect.any(Number), maximum_timestamp: 0 },
        ],
      });
      expect(await refusal('DELETE', [last])).toMatchObject({
        type: 'illegal_argument_exception',
        reason: expect.stringContaining(last),
      });
      expect(await refusal('DELETE', ['_index_template', TEMPLATE])).toMatchObject({
        type: 'illegal_argument_exception',
        reason: expect.stringContaining(STREAM),
      });
      await ask('DELETE', [first]);
      expect(await ask('DELETE', ['_data_stream', STREAM])).toEqual({ acknowledged: true });
      expect(await refusal('GET', [last])).toMatchObject({ status: 404 });
      expect(await refusal('GET', ['_data_stream', STREAM])).toMatchObject({
        status: 404,
        reason: expect.stringContaining(STREAM),
      });
    },
  },
  {
    name: 'keeps the lifecycle of a data stream',
    needs: 'data_stream_lifecycle',
    async run({ ask, refusal }) {
      await ask('PUT', ['_index_template', TEMPLATE], { index_patterns: [`${STREAM}*`], data_stream: {} });
      await ask('PUT', ['_data_stream', STREAM]);
      await ask('PUT', ['_data_stream', STREAM, '_lifecycle'], { data_retention: '7d' });
      expect(await ask('GET', ['_data_stream', STREAM, '_lifecycle'])).toMatchObject({
        data_streams: [{ name: STREAM, lifecycle: { enabled: true, data_retention: '7d' } }],
      });
      expect(await refusal('PUT', ['_data_stream', STREAM, '_lifecycle'], { data_retention: 'long' })).toMatchObject({
        status: 400,
        reason: expect.stringContaining('data_retention'),
      });
    },
  },
  {
    name: 'gives lifecycle policies',
    needs: 'ilm',
    async run({ ask, refusal }) {
      expect(await ask('GET', ['_ilm', 'policy'])).toEqual(expect.any(Object));
      expect(await refusal('GET', ['_ilm', 'policy', `${P}-none`])).toMatchObject({ status: 404 });
    },
  },
  {
    name: 'gives its licence',
    needs: 'license',
    run: async ({ ask }) =>
      expect(await ask('GET', ['_license'])).toMatchObject({ license: { type: expect.any(String), status: 'active' } }),
  },
];

/** What the console relies on of every cluster. A case that needs what this one lacks is skipped, with the reason that was probed. */
export function describeClusterGateway(
  name: string,
  open: () => Promise<OpenedGateway | { readonly missing: string }>,
): void {
  describe(`${name} as a cluster`, () => {
    let opened: OpenedGateway | { readonly missing: string };

    beforeEach(async () => {
      opened = await open();
      if ('gateway' in opened) await clean(opened.gateway);
    });
    afterEach(async () => {
      if (!('gateway' in opened)) return;
      await clean(opened.gateway);
      await opened.destroy();
    });

    it.for([...cases, ...OPERATION_CASES])('$name', async (operation, context) => {
      if ('missing' in opened) return context.skip(opened.missing);
      const { gateway, forgetsTasks } = opened;
      if (operation.usesTasks === true && forgetsTasks !== undefined) return context.skip(forgetsTasks);
      await runCase(operation, gateway, (reason) => context.skip(reason));
    });
  });
}

async function runCase({ needs, run }: Case, gateway: ClusterGateway, skip: (reason: string) => never): Promise<void> {
  if (needs !== undefined) {
    const support = (await probeCapabilities(gateway)).features[needs];
    if (support?.has !== true) skip(support?.reason ?? `It has no ${needs}.`);
  }
  await run(clusterOver(gateway));
}

/** One case, before and after which nothing of it is on the cluster. `skip` ends the test where the cluster lacks what it is about. */
export async function checkCase(
  operation: Case,
  gateway: ClusterGateway,
  skip: (reason: string) => never,
): Promise<void> {
  await clean(gateway);
  try {
    await runCase(operation, gateway, skip);
  } finally {
    await clean(gateway);
  }
}

function clusterOver(gateway: ClusterGateway): Cluster {
  const send = (
    method: ClusterCall['method'],
    path: readonly string[],
    body?: JsonValue | string,
    query?: ClusterCall['query'],
  ) =>
    gateway.send({
      method,
      path,
      ...(body !== undefined && { body: typeof body === 'string' ? body : formatJson(body) }),
      ...(query !== undefined && { query }),
    });
  return {
    async ask(...call) {
      const { body } = await send(...call);
      return body === '' ? null : parseJson(body);
    },
    async refusal(...call) {
      const answer = await send(...call).catch((error: unknown) => error);
      if (answer instanceof ClusterError) return answer;
      throw new Error(`${call[0]} ${call[1].join('/')} was not refused`, { cause: answer });
    },
  };
}

/** Every index that a case makes. */
const INDICES = [INDEX, OTHER, `${P}-t-1`, `${P}-l-1`, ALIAS, ...OPERATION_INDICES];

/** Takes away what a case, or one that was cut short, has left. */
async function clean(gateway: ClusterGateway): Promise<void> {
  const quietly = (path: readonly string[]) => gateway.send({ method: 'DELETE', path }).catch(() => undefined);
  await quietly(['_data_stream', STREAM]);
  const unblocked = formatJson({ 'index.blocks.metadata': null });
  for (const name of INDICES) {
    for (const body of [unblocked, formatJson({ 'index.blocks.read_only': null })])
      await gateway.send({ method: 'PUT', path: [name, '_settings'], body }).catch(() => undefined);
    await quietly([name]);
  }
  for (const name of [TEMPLATE, OTHER]) {
    await quietly(['_index_template', name]);
    await quietly(['_template', name]);
  }
  for (const name of [COMPONENT, OTHER]) await quietly(['_component_template', name]);
}
