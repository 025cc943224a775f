import { describe, expect, it } from 'vitest';
import {
  aliasEntries,
  dataStreamOf,
  editableSettings,
  planSettings,
  storedLifecycle,
  type AliasEntry,
} from '#domain/console';
import { copyObject, formatJson, isArray, isObject, member, objectMember, parseJson, valueAt } from '#domain/json';
import type { JsonObject, JsonValue } from '#domain/json';
import type { ClusterCall } from '#domain/ports';
import { sendableTemplate } from '#domain/template';
import { ROUTES, type RouteContract } from '#domain/wire';
import { localHttpService } from '../src/server/console/local-http.ts';
import type { HandledRouteId } from '../src/server/console/context.ts';
import { aliasFormOf, readAliasForm } from '../src/ui/screens/aliases/alias-form.ts';
import { moveOperations } from '../src/ui/screens/aliases/alias-operations.ts';
import { lifecycleInputs, readLifecycleForm } from '../src/ui/screens/data-streams/lifecycle-form.ts';
import { testServer } from '../src/ui/testing/test-http.ts';
import { consoleOver, recordedCluster } from './builders/recording-gateway.ts';
import { HANDLED, sampleInput } from './builders/route-samples.ts';
import { consoleUnderTest, type ConsoleUnderTest } from './contracts/console-under-test.ts';

const REPLACING = HANDLED.filter((id) => contractOf(id).replaces !== undefined);
const SERIAL = 9007199254740993n;
const TARGET = { distribution: 'elasticsearch', version: '9.0.0' } as const;

function contractOf(id: HandledRouteId): RouteContract {
  return ROUTES[id];
}

/** One of the routes: what is on the engine, and a change of it that a form makes. */
interface Case {
  /** Puts an object with members that the form does not know, and with `extra`, on the engine. */
  readonly seed: (console: ConsoleUnderTest, extra: JsonObject) => Promise<unknown>;
  /** The object as the engine stores it. */
  readonly stored: (console: ConsoleUnderTest) => Promise<JsonObject>;
  /** Reads it by the console, edits it in the form and sends it. */
  readonly edit: (console: ConsoleUnderTest) => Promise<unknown>;
  /** The members that were edited. */
  readonly edited: JsonObject;
}

const read = async (console: ConsoleUnderTest, path: readonly string[], query?: ClusterCall['query']) => {
  const response = parseJson(String(await console.prepare('GET', path, undefined, query)));
  return isObject(response) ? response : {};
};
const at = (value: JsonValue, ...path: readonly string[]): JsonObject => {
  const found = valueAt(value, path.map((part) => `/${part}`).join(''));
  return isObject(found) ? found : {};
};

const ALIAS = { filter: { term: { serial: SERIAL } }, index_routing: '1', is_write_index: false, is_hidden: true };
const ALIASES: Pick<Case, 'seed' | 'stored'> = {
  async seed(console, extra) {
    for (const index of ['one', 'two']) await console.prepare('PUT', [index], {});
    await console.prepare('POST', ['_aliases'], {
      actions: [{ add: { index: 'one', alias: 'all', ...ALIAS, ...extra } }],
    });
  },
  async stored(console) {
    const response = await read(console, ['_alias']);
    const [one, two] = ['one', 'two'].map((index) => objectMember(at(response, index, 'aliases'), 'all'));
    return two ?? one ?? {};
  },
};
const TEMPLATE = {
  settings: { index: { query: { default_field: ['a', 'b'] } } },
  lifecycle: { data_retention: '100ms', downsampling: [{ after: '1d', fixed_interval: '1h' }] },
};
const SETTINGS: Pick<Case, 'seed' | 'stored'> = {
  async seed(console, extra) {
    await console.prepare('PUT', ['one'], {});
    await console.prepare('PUT', ['one', '_settings'], {
      'index.query.default_field': ['a', 'b'],
      'index.lifecycle.name': 'sandbox-keep',
      'index.lifecycle.rollover_alias': 'all',
      'index.lifecycle.origination_date': SERIAL,
      ...extra,
    });
  },
  stored: async (console) => at(await read(console, ['one', '_settings'], { flat_settings: true }), 'one', 'settings'),
};

function template(kind: 'index_template' | 'component_template'): Case {
  const family = `${kind}s` as const;
  const name = 'known';
  return {
    seed: (console, extra) =>
      console.prepare('PUT', [`_${kind}`, name], {
        ...(kind === 'index_template' && { index_patterns: ['known-*'], data_stream: { hidden: true } }),
        template: { ...TEMPLATE, ...extra },
        _meta: { serial: SERIAL },
        ...extra,
      }),
    stored: async (console) => at(await read(console, [`_${kind}`, name]), family, '0', kind),
    async edit(console) {
      const { body } = await console.ask<{ readonly body: JsonObject }>(`${family}.get`, { name });
      await console.ask(`${family}.update`, { name, body: { ...sendableTemplate(body), version: 8 } });
    },
    edited: { version: 8 },
  };
}

const LEGACY: Case = {
  seed: (console, extra) =>
    console.prepare('PUT', ['_template', 'known'], {
      index_patterns: ['known-*'],
      settings: TEMPLATE.settings,
      aliases: { all: { filter: ALIAS.filter, is_hidden: true } },
      ...extra,
    }),
  stored: async (console) => at(await read(console, ['_template', 'known']), 'known'),
  async edit(console) {
    const legacy = { name: 'known', query: { legacy: 'true' } };
    const { body } = await console.ask<{ readonly body: JsonObject }>('index_templates.get', legacy);
    await console.ask('index_templates.update', { ...legacy, body: { ...sendableTemplate(body), version: 8 } });
  },
  edited: { version: 8 },
};

const CASES: Partial<Record<HandledRouteId, Case | readonly Case[]>> = {
  'data_streams.set_lifecycle': {
    async seed(console, extra) {
      await console.prepare('PUT', ['_index_template', 'streams'], { index_patterns: ['str*'], data_stream: {} });
      await console.prepare('PUT', ['_data_stream', 'stream']);
      await console.prepare('PUT', ['_data_stream', 'stream', '_lifecycle'], {
        data_retention: '100ms',
        downsampling: [{ after: '1d', fixed_interval: '1h' }],
        frozen_after: '60d',
        ...extra,
      });
    },
    stored: async (console) =>
      storedLifecycle(at(await read(console, ['_data_stream', 'stream']), 'data_streams', '0', 'lifecycle')),
    async edit(console) {
      for (const part of [{ isEnabled: false }, { isEnabled: true }, { amount: 31 }]) {
        const { lifecycle } = dataStreamOf(await console.ask('data_streams.get', { name: 'stream' }));
        const { change } = readLifecycleForm({ ...lifecycleInputs(lifecycle), ...part }, lifecycle);
        await console.ask('data_streams.set_lifecycle', { name: 'stream', body: asBody(change) });
      }
    },
    edited: { enabled: true, data_retention: '31d' },
  },
  'aliases.update': {
    ...ALIASES,
    async edit(console) {
      const [entry] = aliasEntries('one', await console.ask('aliases.get', { name: 'one' }));
      const form = aliasFormOf(entry as AliasEntry);
      const { add } = readAliasForm({ ...form, searchRouting: '2' });
      const action = { add: { ...add, replaces: form.before ?? {} } };
      await console.ask('aliases.update', { name: 'one', body: asBody({ actions: [action] }) });
    },
    edited: { search_routing: '2' },
  },
  'all_aliases.update': {
    ...ALIASES,
    async edit(console) {
      const entries = await console.ask<AliasEntry[]>('all_aliases.list');
      await console.ask('all_aliases.update', { body: asBody({ actions: moveOperations(entries, 'two') }) });
    },
    edited: {},
  },
  'index_templates.update': [template('index_template'), LEGACY],
  'component_templates.update': template('component_template'),
  'settings.update': {
    ...SETTINGS,
    async edit(console) {
      const { settings } = await console.ask<{ readonly settings: JsonObject }>('settings.get', { name: 'one' });
      const live = editableSettings(settings, TARGET);
      const { body } = planSettings(live, { ...live, 'index.refresh_interval': '5s' }, TARGET);
      await console.ask('settings.update', { name: 'one', body });
    },
    edited: { 'index.refresh_interval': '5s' },
  },
  'lifecycle.attach': {
    ...SETTINGS,
    edit: (console) => console.ask('lifecycle.attach', { name: 'one', body: { policy: 'sandbox-30-days' } }),
    edited: { 'index.lifecycle.name': 'sandbox-30-days' },
  },
};

function asBody(value: unknown): JsonValue {
  return value as JsonValue;
}

/** An engine that replaces what it is sent, stores members of any name, and adds to a lifecycle what it computes. */
function replacingEngine() {
  const objects = new Map<string, JsonObject>();
  const has = (...path: readonly string[]) => objects.get(path.join('/')) ?? {};
  const put = (value: JsonValue | undefined, ...path: readonly string[]) =>
    void objects.set(path.join('/'), isObject(value) ? value : {});
  const names = (of: string) =>
    [...objects.keys()].flatMap((key) => (key.startsWith(`${of}/`) ? [key.slice(of.length + 1)] : []));

  function updateAliases(actions: JsonValue | undefined) {
    for (const action of isArray(actions) ? actions : []) {
      const [[kind, options] = ['', {}]] = Object.entries(action as JsonObject);
      const { index, alias, ...properties } = options as JsonObject;
      const aliases = copyObject(has('aliases', String(index)));
      if (kind === 'add') aliases[String(alias)] = properties;
      else delete aliases[String(alias)];
      put(aliases, 'aliases', String(index));
    }
  }

  function write([first = '', second = '', third = '']: readonly string[], body: JsonObject): JsonValue {
    if (first === '_aliases') updateAliases(member(body, 'actions'));
    else if (third === '_lifecycle') put(body, 'lifecycle', second);
    else if (first.startsWith('_')) put(body, first, second);
    else if (second === '_settings') put({ ...has('settings', first), ...body }, 'settings', first);
    else for (const of of ['aliases', 'settings']) put({}, of, first);
    return { acknowledged: true };
  }

  function answer([first = '', second = '']: readonly string[]): JsonValue {
    if (first === '_resolve') return { indices: [], aliases: [], data_streams: [] };
    if (first === '_ilm') return { 'sandbox-30-days': {}, sample: {} };
    if (first === '_data_stream') {
      const lifecycle = { ...has('lifecycle', second), effective_retention: '1d', retention_determined_by: 'max' };
      return { data_streams: [{ name: second, generation: 1, status: 'GREEN', lifecycle }] };
    }
    if (first === '_template') return Object.fromEntries(names(first).map((name) => [name, has(first, name)]));
    if (first === '_index_template' || first === '_component_template') {
      const kind = first.slice(1);
      const found = names(first).map((name) => ({ name, [kind]: has(first, name) }));
      return { [`${kind}s`]: found };
    }
    const indices = names('aliases').filter((name) => first === '_alias' || name === first);
    return Object.fromEntries(
      indices.map((name) => [name, { aliases: has('aliases', name), settings: has('settings', name) }]),
    );
  }

  const cluster = recordedCluster(
    ({ method, path, body }) => {
      const given = body === undefined ? {} : parseJson(body);
      const isRead = method === 'GET' || method === 'HEAD';
      return formatJson(isRead ? answer(path) : write(path, isObject(given) ? given : {}));
    },
    { lacks: ['ism'] },
  );
  const { dispatch } = consoleOver(cluster);
  const http = localHttpService(dispatch, () => cluster);
  return {
    cluster,
    console: consoleUnderTest(http, async (method, path, body, query) => {
      const call = { method, path, ...(body !== undefined && { body: formatJson(body) }), ...(query && { query }) };
      return (await cluster.gateway.send(call)).body;
    }),
  };
}

function sandbox(): ConsoleUnderTest {
  const { http, ask } = testServer();
  return consoleUnderTest(http, ask);
}

describe.each(REPLACING)('%s', (id) => {
  /** The objects as they were before they were edited. */
  async function edited(newConsole: () => ConsoleUnderTest, extra: JsonObject): Promise<readonly JsonObject[]> {
    const cases = [CASES[id] ?? []].flat();
    expect(cases.length, `cases of ${id}`).toBeGreaterThan(0);
    return Promise.all(
      cases.map(async ({ seed, stored, edit, edited: members }) => {
        const console = newConsole();
        await seed(console, extra);
        const before = await stored(console);
        await edit(console);
        expect(await stored(console)).toEqual({ ...before, ...members });
        return before;
      }),
    );
  }

  it('keeps what its form does not know, on the sandbox', async () => {
    for (const before of await edited(sandbox, {})) expect(Object.keys(before).length).toBeGreaterThan(1);
  });

  it('keeps members that no form knows, on an engine that replaces what it is sent', async () => {
    const extra = parseJson('{"later":{"serial":9007199254740993,"__proto__":[1.5,null]}}') as JsonObject;
    for (const before of await edited(() => replacingEngine().console, extra)) expect(before).toMatchObject(extra);
  });
});

/** Requests by which an engine replaces an object, or the value of a setting. */
const REPLACING_CALLS: readonly RegExp[] = [
  /^PUT _data_stream\/[^/]+\/_lifecycle$/,
  /^POST _aliases$/,
  /^PUT _(index_template|component_template|template)\/[^/]+$/,
  /^PUT [^_][^/]*\/_settings$/,
];

it('is declared by each route that sends a request by which an engine replaces something', async () => {
  const found: HandledRouteId[] = [];
  for (const id of HANDLED.filter((each) => ROUTES[each].writes && ROUTES[each].usesCluster)) {
    const { cluster, console } = replacingEngine();
    await console.prepare('PUT', ['sample'], {});
    for (const kind of ['_index_template', '_component_template']) await console.prepare('PUT', [kind, 'sample'], {});
    const prepared = cluster.calls.length;
    const { params, query, body } = sampleInput(id, 'sample');
    const { dispatch } = consoleOver(cluster);
    await dispatch({
      ...{ id, requestId: 'r', openCluster: () => cluster, signal: new AbortController().signal },
      ...(params && { params }),
      ...(query && { query }),
      ...(body && { body }),
    });
    const replaces = cluster.calls
      .slice(prepared)
      .filter((call) => call.query?.['create'] !== true)
      .some(({ method, path }) => REPLACING_CALLS.some((call) => call.test(`${method} ${path.join('/')}`)));
    if (replaces) found.push(id);
  }
  expect(found.toSorted()).toEqual(REPLACING.toSorted());
});
