import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { parseJson, type JsonObject, type JsonValue } from '#domain/json';
import { ADMIN } from '../../scripts/engines/security.mjs';
import { freshFolder } from '../e2e/servers.ts';
import { IS_BUILT, mapledgerWith } from './built-command.ts';
import { DISTRIBUTIONS } from './distributions.ts';
import { EngineMissingError, startSecuredEngine } from './started-engine.ts';

const USER = 'of-the-test';
const PASSWORD = 'Kept-in-Tests-4711';
const SECURITY = '/_plugins/_security/api';
const ROOT = join(import.meta.dirname, '../..');

interface Role {
  readonly cluster_permissions?: readonly string[];
  readonly index_permissions?: readonly {
    readonly index_patterns: readonly string[];
    readonly allowed_actions: readonly string[];
  }[];
}

/** The roles that a page of the documentation says are enough, by name. */
function documentedRoles(page: string): ReadonlyMap<string, Role> {
  const text = readFileSync(join(ROOT, 'docs', page), 'utf8');
  const blocks = text.matchAll(
    /_plugins\/_security\/api\/roles\/mapledger-(\w+)`[^`]*(?:`[^`\n]+`[^`]*)*```json\n(.*?)```/gs,
  );
  return new Map(Array.from(blocks, ([, name = '', body = '']) => [name, JSON.parse(body) as Role]));
}

const ROLES = documentedRoles('mappings-as-code.md');
const TRAIL = documentedRoles('operations.md').get('trail') ?? {};
const LOOK = documentedRoles('clusters.md').get('look') ?? {};
const DOCUMENTS = documentedRoles('operations.md').get('documents') ?? {};
/** What somebody looks at in the console. */
const LOOKS: readonly string[] = [
  ...['indices', 'data_streams', 'aliases', 'index_templates', 'component_templates', 'tasks', 'nodes/plugins'],
  ...['mapping', 'settings', 'stats', 'shards', 'aliases', 'allocation', 'matching_templates'].map(
    (route) => `${route}/shop-1`,
  ),
];
const KEYWORD = { type: 'keyword' };
const ADDED_FIELD = { properties: { n: KEYWORD, m: KEYWORD } };
/** What somebody does with documents: reads them, tries one, and rehearses and estimates on copies of them. */
const ASKED: readonly (readonly [route: string, body: JsonValue])[] = [
  ['documents/shop-1/search', { size: 1 }],
  ['documents/shop-1/sample', { documents: 100 }],
  ['documents/shop-1/get', { id: '1' }],
  [
    'document_trials',
    { index: 'shop-1', mappings: { properties: { n: { type: 'text' } } }, document: { n: 'a', m: 1 } },
  ],
  ['mapping/shop-1/try', { updates: [ADDED_FIELD] }],
  ['documents/shop-1/rehearse', { documents: 100, sample: 'newest', mappings: ADDED_FIELD }],
  ['documents/shop-1/rehearse', { documents: 100, sample: 'random', mappings: ADDED_FIELD }],
  ['documents/shop-1/estimate', { documents: 100, fields: ['n'] }],
];
/** Not on the engine of the tests: the plugin for lifecycle policies is not published. */
const UNTRIED = ['cluster:admin/opendistro/ism/policy/search'];

const stream = (properties: JsonObject, settings: JsonObject = {}) => ({
  index_patterns: ['logs-*'],
  data_stream: {},
  template: { settings, mappings: { properties } },
});
/** What is on the cluster, and what the files of the project say. */
const ON_CLUSTER: readonly (readonly [path: string, body: JsonValue])[] = [
  ['/_ingest/pipeline/of-logs', { processors: [] }],
  ['/_component_template/base', { template: { settings: { number_of_shards: 1 } } }],
  ['/_index_template/logs', stream({ a: KEYWORD })],
  ['/_template/old', { index_patterns: ['old-*'] }],
  ['/_data_stream/logs-app', {}],
  ['/products-1', { mappings: { properties: { n: KEYWORD } }, aliases: { products: {} } }],
  ['/shop-1', { mappings: { properties: { n: KEYWORD } } }],
];
const TEMPLATES = {
  'component_templates/base': { template: { settings: { number_of_shards: 2 } } },
  'index_templates/logs': stream({ a: KEYWORD, b: KEYWORD }, { default_pipeline: 'of-logs' }),
  'legacy_templates/old': { index_patterns: ['old-*'], order: 2 },
};
const INDICES = {
  'indices/shop-1': {
    settings: { refresh_interval: '30s' },
    mappings: { properties: { n: KEYWORD, m: KEYWORD } },
    aliases: { shop: {} },
  },
  'indices/shop-2': {},
};

/** What somebody with roles of the documentation does, and the roles that are there for it. */
interface Work {
  readonly name: string;
  readonly besides: readonly string[];
  /** Each of its actions is needed. */
  readonly role: string;
  readonly files: Readonly<Record<string, JsonValue>>;
  readonly commands: readonly (readonly string[])[];
  /** Of the role, what is for another work of it. */
  readonly without?: readonly string[];
}

const APPLY = ['apply', '--yes'];
const WORKS: readonly Work[] = [
  {
    name: 'reads templates and indices, plans and looks for drift',
    besides: [],
    role: 'read',
    files: { ...TEMPLATES, ...INDICES },
    commands: [['plan'], ['drift'], ['pull', 'component_templates/base', 'legacy_templates/old']],
  },
  {
    name: 'applies templates',
    besides: [],
    role: 'apply',
    files: TEMPLATES,
    commands: [APPLY],
    without: ['indices:admin/get'],
  },
  { name: 'applies indices', besides: ['apply'], role: 'indices', files: INDICES, commands: [APPLY] },
  {
    name: 'compares indices before applying them',
    besides: ['indices'],
    role: 'apply',
    files: INDICES,
    commands: [APPLY],
    without: ['cluster_manage_index_templates', 'cluster:admin/ingest/pipeline/get', 'indices:admin/data_stream/get'],
  },
  {
    name: 'rolls data streams over',
    besides: ['apply'],
    role: 'streams',
    files: TEMPLATES,
    commands: [[...APPLY, '--allow', 'rollover']],
    without: ['indices:admin/mapping/put'],
  },
  {
    name: 'updates write indices',
    besides: ['apply'],
    role: 'streams',
    files: TEMPLATES,
    commands: [[...APPLY, '--allow', 'write-index']],
    without: ['indices:admin/rollover', 'indices:monitor/stats'],
  },
  {
    name: 'replaces indices',
    besides: ['apply'],
    role: 'reindex',
    files: { 'indices/products': { mappings: { properties: { n: { type: 'text' } } } } },
    commands: [[...APPLY, '--allow', 'reindex']],
  },
];

const actionsOf = ({ cluster_permissions: ofCluster = [], index_permissions: ofIndices = [] }: Role) => [
  ...ofCluster,
  ...ofIndices.flatMap((each) => each.allowed_actions),
];

function withoutActions(role: Role, actions: readonly string[]): Role {
  const kept = (all: readonly string[]) => all.filter((action) => !actions.includes(action));
  return {
    cluster_permissions: kept(role.cluster_permissions ?? []),
    index_permissions: (role.index_permissions ?? [])
      .map((each) => ({ ...each, allowed_actions: kept(each.allowed_actions) }))
      .filter((each) => each.allowed_actions.length > 0),
  };
}

describe.runIf(DISTRIBUTIONS.includes('opensearch'))('the least privileges of the documentation', () => {
  let url = '';
  let stop = async () => {};
  let missing: string | undefined = IS_BUILT ? undefined : 'The command line is not built.';

  async function send(method: string, path: string, body?: JsonValue) {
    const authorization = `Basic ${btoa(`${ADMIN.name}:${ADMIN.password}`)}`;
    const content = body !== undefined && { body: JSON.stringify(body) };
    const headers = { authorization, 'content-type': 'application/json' };
    const response = await fetch(url + path, { method, headers, ...content });
    const text = await response.text();
    if (!response.ok && response.status !== 404) throw new Error(`${method} ${path}: ${text}`);
    return parseJson(text);
  }

  beforeAll(async () => {
    if (missing !== undefined) return;
    try {
      ({ url, stop } = await startSecuredEngine());
    } catch (error) {
      if (!(error instanceof EngineMissingError)) throw error;
      missing = error.message;
      return;
    }
    await send('PUT', `${SECURITY}/internalusers/${USER}`, { password: PASSWORD });
  }, 400_000);
  afterAll(() => stop());

  async function clear() {
    await send('DELETE', '/_data_stream/logs-app');
    for (const path of [
      '/products-*',
      '/shop-*',
      '/_index_template/logs',
      '/_index_template/all',
      '/_component_template/base',
      '/_template/old',
    ])
      await send('DELETE', path);
  }

  /** The user has these roles and no others. */
  async function grant(roles: readonly Role[]) {
    const body = {
      cluster_permissions: roles.flatMap((role) => role.cluster_permissions ?? []),
      index_permissions: roles.flatMap((role) => role.index_permissions ?? []),
    };
    await send('PUT', `${SECURITY}/roles/${USER}`, body);
    await send('PUT', `${SECURITY}/rolesmapping/${USER}`, { users: [USER] });
  }

  /** What the commands say, how each ended, and whether one said that a privilege is missing. */
  async function attempt(work: Work, roles: readonly Role[]) {
    await grant(roles);
    await clear();
    for (const [path, body] of ON_CLUSTER) await send('PUT', path, body);
    const folder = await freshFolder();
    const write = (path: string, body: JsonValue) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), JSON.stringify(body));
    };
    write('mapledger.config.json', { project: 'privileges', environments: {} });
    for (const [path, body] of Object.entries(work.files)) write(`${path}.json`, body);
    const variables = { MAPLEDGER_USERNAME: USER, MAPLEDGER_PASSWORD: PASSWORD };
    const said: string[] = [];
    const codes: unknown[] = [];
    for (const [command = '', ...args] of work.commands) {
      const ended = await mapledgerWith(variables, command, '--dir', folder, '--cluster', url, ...args).ended;
      codes.push(ended.code);
      said.push(`${command}: ${ended.code}\n${ended.said}`);
    }
    const all = said.join('\n');
    return { all, codes, lacks: /no permissions for|could not be looked up/.test(all) };
  }

  const IN_INDEX = ['--trail-index', 'prod/mapledger-trail'];
  /** What the console answers somebody with a role who looks at everything. */
  async function look(role: Role, looks = LOOKS) {
    await clear();
    for (const [path, body] of ON_CLUSTER) await send('PUT', path, body);
    const { address = '' } = await serve(role);
    const headers = { 'x-mapledger': '1' };
    const answers: string[] = [];
    for (const each of looks) {
      const response = await fetch(`${address}/api/index_management/${each}`, { headers });
      answers.push(`${each}: ${response.status} ${await response.text()}`);
    }
    return answers.join('\n');
  }

  it('are roles of these names', () => {
    expect([...ROLES.keys()].sort()).toEqual(['apply', 'indices', 'read', 'reindex', 'streams']);
    for (const role of [TRAIL, LOOK, DOCUMENTS]) expect(actionsOf(role)).not.toEqual([]);
  });

  /** A server that asks the cluster with a role, and what it says until it is ready or ends. */
  async function serve(role: Role, ...options: readonly string[]) {
    await grant([role]);
    await send('DELETE', '/mapledger-trail');
    const folder = await freshFolder();
    const file = join(folder, 'clusters.json');
    const clusters = [{ id: 'prod', url, username: USER, password: PASSWORD }];
    writeFileSync(file, JSON.stringify({ clusters }));
    const args = [join(ROOT, 'dist/server/main.js'), '--port', '0', '--data-dir', join(folder, 'data')];
    args.push('--clusters-file', file, ...options);
    const child = spawn(process.execPath, args, { stdio: 'pipe' });
    onTestFinished(() => void child.kill('SIGTERM'));
    let said = '';
    const isReady = new Promise<boolean>((resolve) => {
      child.once('exit', () => resolve(false));
      for (const output of [child.stdout, child.stderr])
        output.on('data', (chunk: Buffer) => {
          said += chunk.toString();
          if (said.includes('Mapledger is ready')) resolve(true);
        });
    });
    const address = (await isReady) ? /http:\/\/[\d.:]+/.exec(said)?.[0] : undefined;
    return { address, said: () => said };
  }

  it('suffice: a server keeps its trail in an index', { timeout: 60_000 }, async (context) => {
    if (missing !== undefined) return context.skip(missing);
    const { address, said } = await serve(TRAIL, ...IN_INDEX);
    expect(address, said()).toBeDefined();
    await expect
      .poll(async () => JSON.stringify(await send('GET', '/mapledger-trail/_count')), { timeout: 20_000 })
      .toMatch(/"count":[1-9]/);
    expect(said()).not.toContain('can’t be written');
  });

  it('suffice: somebody looks at everything in the console', { timeout: 60_000 }, async (context) => {
    if (missing !== undefined) return context.skip(missing);
    const said = await look(LOOK);
    expect(said).not.toContain('no permissions for');
    expect(said.match(/: 200 /g)).toHaveLength(LOOKS.length);
  });

  it(
    'shows who may see some indices the list of theirs, where the security filters lists',
    { timeout: 60_000 },
    async (context) => {
      if (missing !== undefined) return context.skip(missing);
      const path = '/config/dynamic/do_not_fail_on_forbidden';
      const filter = (value: boolean) => send('PATCH', `${SECURITY}/securityconfig`, [{ op: 'add', path, value }]);
      const [ofIndices] = LOOK.index_permissions ?? [];
      const ofShop = {
        ...LOOK,
        index_permissions: [{ allowed_actions: [], ...ofIndices, index_patterns: ['shop-*'] }],
      };
      const listIn = (said: string) => said.slice(0, said.indexOf('\n'));
      const whole = await look(ofShop);
      expect(whole).toContain('\nmapping/shop-1: 200');
      expect(listIn(whole)).toMatch(/^indices: 403 .*unless its security has do_not_fail_on_forbidden/);
      // Their names can be asked for all the same.
      const lists = ['indices', 'aliases', 'data_streams', 'index_facts'].map(
        (list) => `${list}?only=shop-*,shop-gone`,
      );
      const some = await look(ofShop, [...lists, 'index_facts?only=shop-*&created=true']);
      expect(some.match(/: 200 /g)).toHaveLength(5);
      expect(some).toMatch(/^indices.*"shop-1"/);
      expect(some).toMatch(/created=true: 200 .*"created":\d+/);
      expect(some).not.toContain('no permissions for');
      await filter(true);
      try {
        const said = await look(ofShop);
        expect(listIn(said)).toMatch(/^indices: 200 .*"shop-1"/);
        expect(said).not.toContain('products-1');
      } finally {
        await filter(false);
      }
    },
  );

  /** What the console answers somebody with a role who tries and rehearses on documents. */
  async function ask(role: Role, isMatched: boolean) {
    await clear();
    await send('DELETE', '/mapledger-scratch-*');
    for (const [path, body] of ON_CLUSTER) await send('PUT', path, body);
    // Where a template matches scratch indices, the cluster has to say that it adds nothing; else legacy ones are asked.
    if (isMatched) await send('PUT', '/_index_template/all', { index_patterns: ['mapledger-*'], priority: 1 });
    for (const id of ['1', '2']) await send('PUT', `/shop-1/_doc/${id}?refresh=true`, { n: id });
    const { address = '' } = await serve(role, '--documents');
    const headers = { 'x-mapledger': '1', 'content-type': 'application/json' };
    const answers: string[] = [];
    for (const [route, body] of ASKED) {
      const request = { method: 'POST', headers, body: JSON.stringify(body) };
      const response = await fetch(`${address}/api/index_management/${route}`, request);
      answers.push(`${route}: ${response.status} ${await response.text()}`);
    }
    return answers;
  }

  it('suffice: somebody tries and rehearses on documents', { timeout: 120_000 }, async (context) => {
    if (missing !== undefined) return context.skip(missing);
    for (const isMatched of [true, false]) {
      const answers = await ask(DOCUMENTS, isMatched);
      for (const answer of answers) expect(answer).toMatch(/: 200 (?!.*(?:no permissions for|"isRemoved":false))/);
      expect(answers).toHaveLength(ASKED.length);
    }
    expect(JSON.stringify(await send('GET', '/_cat/indices?format=json'))).not.toContain('scratch');
  });

  it.for(actionsOf(DOCUMENTS))(
    'are all needed: %s where somebody tries and rehearses on documents',
    { timeout: 120_000 },
    async (action, context) => {
      if (missing !== undefined) return context.skip(missing);
      const answers = await ask(withoutActions(DOCUMENTS, [action]), action.includes('simulate'));
      expect(answers.join('\n')).toMatch(/no permissions for|"isRemoved":false/);
      for (const answer of answers) expect(answer).toMatch(/: (?:200|403|409) /);
    },
  );

  it.for(actionsOf(LOOK))('are all needed: %s where somebody looks', { timeout: 60_000 }, async (action, context) => {
    if (missing !== undefined) return context.skip(missing);
    expect(await look(withoutActions(LOOK, [action]))).toContain('no permissions for');
  });

  it.for(actionsOf(TRAIL))(
    'are all needed: %s where a server keeps its trail',
    { timeout: 60_000 },
    async (action, context) => {
      if (missing !== undefined) return context.skip(missing);
      const { said } = await serve(withoutActions(TRAIL, [action]), ...IN_INDEX);
      // The greeting of the cluster lacks a privilege anyway.
      await expect.poll(said, { timeout: 20_000 }).toMatch(/The trail can’t be .*no permissions for/);
    },
  );

  it.for(WORKS)('suffice: $name', { timeout: 120_000 }, async (work, context) => {
    if (missing !== undefined) return context.skip(missing);
    const roles = [...work.besides, work.role].map((name) => ROLES.get(name) ?? {});
    const { all, codes, lacks } = await attempt(work, roles);
    expect(lacks, all).toBe(false);
    expect(codes, all).toEqual(work.commands.map(() => 0));
  });

  const SINGLE = WORKS.flatMap((work) =>
    actionsOf(ROLES.get(work.role) ?? {})
      .filter((action) => ![...(work.without ?? []), ...UNTRIED].includes(action))
      .map((action) => ({ work, action, title: `${action} where somebody ${work.name}` })),
  );
  it.for(SINGLE)('are all needed: $title', { timeout: 120_000 }, async ({ work, action }, context) => {
    if (missing !== undefined) return context.skip(missing);
    const besides = work.besides.map((name) => ROLES.get(name) ?? {});
    const { all, lacks } = await attempt(work, [...besides, withoutActions(ROLES.get(work.role) ?? {}, [action])]);
    expect(lacks, all).toBe(true);
  });
});
