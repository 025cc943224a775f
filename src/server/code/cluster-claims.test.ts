import { beforeEach, describe, expect, it } from 'vitest';
import { digestOf } from '#domain/code';
import { formatJson, type JsonObject } from '#domain/json';
import { ClusterError, requestOf, type ClusterCall, type ClusterGateway } from '#domain/ports';
import { MAX_CLAIMS } from '#domain/wire';
import { memoryEventStore } from '../../infra/memory-event-store.ts';
import { ulidSource } from '../../infra/platform.ts';
import { actionRights } from '../actions/action-rights.ts';
import { openClusters, SANDBOX_ENTRY } from '../clusters/clusters.ts';
import type { Caller } from '../console/caller.ts';
import type { HandlersIn, OpenCluster } from '../console/context.ts';
import { embeddedEngine } from '../embedded/embedded-engine.ts';
import { memoryEngineStorage } from '../embedded/storage.ts';
import { MAX_ASKED_INDICES } from './cluster-claims.ts';
import { codeHandlers } from './code-service.ts';

const ADA: Caller = { address: '192.0.2.1', signedIn: new Map(), claimed: { id: 'ada', name: 'Ada' } };
const BEN: Caller = { address: '192.0.2.2', signedIn: new Map(), claimed: { id: 'ben', name: 'Ben' } };
const LOGS: JsonObject = { index_patterns: ['logs-*'], template: { settings: { number_of_shards: 2 } } };

let code: HandlersIn<'code'>;
let cluster: OpenCluster;
let uuid: string;
let isDenied: (path: string) => boolean;
let requests: string[];
let seconds: number;
beforeEach(async () => {
  seconds = 0;
  isDenied = () => false;
  requests = [];
  const now = () => new Date(Date.UTC(2026, 10, 28, 10, 0, seconds)).toISOString();
  const clock = { now };
  const engine = embeddedEngine({ storage: memoryEngineStorage(), clock, ids: ulidSource() });
  const gateway: ClusterGateway = {
    async send(call: ClusterCall) {
      const path = decodeURIComponent(requestOf(call).path);
      requests.push(path);
      if (isDenied(path)) throw new ClusterError('forbidden', 'denied', { request: requestOf(call) });
      return engine.send(call);
    },
  };
  cluster = openClusters([{ entry: SANDBOX_ENTRY, gateway }]).open();
  uuid = (await cluster.capabilities()).uuid ?? '';
  const rights = actionRights(() => seconds * 1_000);
  code = codeHandlers({ store: memoryEventStore(), clock, ids: ulidSource(), maySee: rights.maySee });
});

const context = (caller = ADA) => ({
  ...{ isReadOnly: false, caller, signal: new AbortController().signal, cluster },
  openCluster: () => cluster,
});
const put = (path: readonly string[], body: JsonObject) =>
  cluster.gateway.send({ method: 'PUT', path, body: formatJson(body) });

interface Apply {
  readonly on?: string;
  readonly commit?: string;
  readonly caller?: Caller;
  readonly project?: string;
  readonly isEnded?: boolean;
}

let applies = 0;
async function apply(objects: Readonly<Record<string, JsonObject>>, given: Apply = {}) {
  const { on = uuid, commit = 'abcdef0123', caller = ADA, project = 'search', isEnded = true } = given;
  const id = `sample-apply-${String(++applies).padStart(6, '0')}`;
  const claims = Object.entries(objects).map(([object, body]) => ({
    ...{ object, file: `${object}.json`, digest: digestOf(body) },
  }));
  const source = { cluster: on, environment: 'staging', commit, isDirty: false };
  const params = { name: project };
  await code['code.begin']({ params, body: { id, ...source, objects: claims } }, context(caller));
  for (const { object } of claims)
    await code['code.note']({ params, body: { id, object, did: 'created' } }, context(caller));
  if (isEnded) await code['code.end']({ params, body: { id, outcome: 'done', sent: 1, requests: 1 } }, context(caller));
}
const claims = (query: { state?: boolean } = {}, caller = ADA) => code['code.claims']({ query }, context(caller));
const states = async () =>
  Object.fromEntries((await claims({ state: true })).claims.map(({ object, state }) => [object, state]));

describe('the claims on a cluster', () => {
  it('are none where nothing was applied to it, and nothing is asked of it', async () => {
    await apply({ 'index_templates/logs': LOGS }, { on: 'another' });
    requests.length = 0;
    expect(await claims({ state: true })).toEqual({ claims: [], more: 0, hidden: 0 });
    expect(requests).toEqual([]);
  });

  it('have the newest apply to this cluster, not that to another one', async () => {
    await apply({ 'index_templates/logs': LOGS });
    seconds = 5;
    await apply({ 'index_templates/logs': LOGS }, { on: 'another', commit: 'fffffff', caller: BEN });
    expect((await claims()).claims).toEqual([
      {
        ...{ project: 'search', object: 'index_templates/logs', file: 'index_templates/logs.json' },
        ...{ kind: 'index_template', name: 'logs', digest: digestOf(LOGS), isLeft: false },
        applied: {
          ...{ at: '2026-11-28T10:00:00.000Z', by: 'Ada', environment: 'staging' },
          ...{ commit: 'abcdef0123', isDirty: false, outcome: 'done' },
        },
      },
    ]);
    seconds = 10;
    await apply({}, { commit: '1234567', caller: BEN, isEnded: false });
    const [left] = (await claims()).claims;
    expect(left).toMatchObject({ isLeft: true, applied: { by: 'Ben', commit: '1234567', outcome: 'running' } });
  });

  it('of all projects are in their order', async () => {
    await apply({ 'index_templates/b': LOGS, 'component_templates/c': {} }, { project: 'shop' });
    await apply({ 'index_templates/a': LOGS });
    expect((await claims()).claims.map(({ project, object }) => `${project} ${object}`)).toEqual([
      'search index_templates/a',
      'shop component_templates/c',
      'shop index_templates/b',
    ]);
  });
});

describe('more claims than one call answers with', () => {
  it('are counted', async () => {
    const digest = digestOf(LOGS);
    const objects = Array.from({ length: MAX_CLAIMS / 2 + 1 }, (_, n) => `index_templates/t${n}`);
    for (const project of ['search', 'shop']) {
      const id = `sample-apply-${project}`.padEnd(20, '0');
      const claimed = objects.map((object) => ({ object: `${object}-${project}`, file: 'a.json', digest }));
      const source = { cluster: uuid, environment: null, commit: null, isDirty: true };
      await code['code.begin']({ params: { name: project }, body: { id, ...source, objects: claimed } }, context());
    }
    const answer = await claims();
    expect(answer.claims).toHaveLength(MAX_CLAIMS);
    expect(answer.more).toBe(2);
  });
});

describe('the state of a claim', () => {
  const objects = { 'index_templates/logs': LOGS, 'component_templates/base': { template: {} }, 'indices/shop': {} };

  it('is that of the cluster, whatever form it answers in', async () => {
    await apply(objects);
    expect(await states()).toEqual({
      'component_templates/base': 'missing',
      'index_templates/logs': 'missing',
      'indices/shop': 'missing',
    });
    await put(['_index_template', 'logs'], { ...LOGS, template: { settings: { 'index.number_of_shards': '2' } } });
    await put(['_component_template', 'base'], { template: { settings: { number_of_shards: 3 } } });
    await put(['shop'], {});
    expect(await states()).toEqual({
      'component_templates/base': 'changed',
      'index_templates/logs': 'same',
      'indices/shop': 'exists',
    });
  });

  it('is not asked for unless it is wanted', async () => {
    await apply(objects);
    expect((await claims()).claims.every(({ state }) => state === undefined)).toBe(true);
  });

  it('is missing for names that no index can have', async () => {
    await apply({ 'indices/*': {}, 'indices/a,b': {}, 'indices/-x': {} });
    expect(new Set(Object.values(await states()))).toEqual(new Set(['missing']));
  });
});

describe('what the caller may not read', () => {
  it('is hidden by its kind, and an index by its name', async () => {
    await apply({ 'index_templates/logs': LOGS, 'component_templates/base': {}, 'indices/a': {}, 'indices/b': {} });
    isDenied = (path) => path.startsWith('/_component_template/base') || /^\/[^/]*\bb\b[^/]*\/_alias/.test(path);
    const { claims: seen, hidden } = await claims();
    expect(seen.map(({ object }) => object)).toEqual(['index_templates/logs', 'indices/a']);
    expect(hidden).toBe(2);
  });

  it('is asked for index by index up to a limit', async () => {
    const names = Array.from({ length: MAX_ASKED_INDICES + 50 }, (_, n) => `i${String(n).padStart(3, '0')}`);
    await apply(Object.fromEntries(names.map((name) => [`indices/${name}`, {}])));
    isDenied = (path) => path.includes('i000');
    const { claims: seen, hidden } = await claims();
    expect(seen).toHaveLength(MAX_ASKED_INDICES - 1);
    expect(hidden).toBe(51);
  });
});
