import { describe, expect, it } from 'vitest';
import { formatJson, isObject, parseJson, valueAt, type JsonObject, type JsonValue } from '#domain/json';
import { ClusterError, type ClusterCall, type ClusterGateway } from '#domain/ports';
import { differenceTexts, locateMappings, mappingDifferences } from '#domain/template';
import { API_BASE, ROUTES, type RouteContract } from '#domain/wire';
import { HANDLED } from '../../../tests/builders/route-samples.ts';
import { NO_CORPUS, readCorpus } from '../../../tests/corpus.ts';
import { testServer } from '../../ui/testing/test-http.ts';
import { facetOf } from './handlers.ts';
import type { HandledRouteId } from './context.ts';

/** Fewer accepted mappings prove little. */
const LEAST_ACCEPTED = 200;

const SUBJECTS = HANDLED.filter((id) => facetOf(id).stored !== undefined);
const contractOf = (id: HandledRouteId): RouteContract => ROUTES[id];

/** What is sent to a route, and a part of it that the cluster stores otherwise. */
interface Case {
  readonly seed?: readonly (readonly [path: string, body: JsonObject])[];
  readonly name?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body: JsonObject;
  /** Texts in what the cluster answers to a reading, and what it answers in their place. */
  readonly stores: readonly [sent: string, stored: string];
  readonly says: readonly string[];
}

const LISTS = { dynamic_templates: [{ lists: { path_match: ['a.*', 'b.*'], mapping: { type: 'keyword' } } }] };
const AS_TEXT = ['["a.*","b.*"]', '"[a.*, b.*]"'] as const;
const DROPPED_FILTER = ['"filter":{"term":{"a":"b"}}', '"later":1'] as const;
const FILTER_SAYS = [
  'The cluster did not store filter in /aliases/all.',
  'The cluster added later in /aliases/all: 1.',
];
const ALIAS = { alias: 'all', filter: { term: { a: 'b' } } };
const INDEX: Case['seed'] = [['one', {}]];

const says = (at: string) => `The cluster stored path_match as "[a.*, b.*]" in ${at}/dynamic_templates/0/lists.`;
const composable: Case = {
  name: 't',
  body: { index_patterns: ['t-*'], template: { mappings: LISTS } },
  stores: AS_TEXT,
  says: [says('/template/mappings')],
};
const legacy: Case = {
  name: 't',
  query: { legacy: 'true' },
  body: { index_patterns: ['t-*'], mappings: LISTS },
  stores: AS_TEXT,
  says: [says('/mappings')],
};
const component: Case = {
  name: 't',
  body: { template: { mappings: LISTS } },
  stores: AS_TEXT,
  says: [says('/template/mappings')],
};
const seeded = (each: Case, path: string): Case => ({ ...each, seed: [[path, each.body]] });
const named = ({ name = '', ...each }: Case): Case => ({ ...each, body: { name, ...each.body } });

const CASES: Partial<Record<HandledRouteId, readonly Case[]>> = {
  'mapping.update': [{ seed: INDEX, name: 'one', body: LISTS, stores: AS_TEXT, says: [says('')] }],
  'settings.update': [
    {
      seed: INDEX,
      name: 'one',
      body: { index: { refresh_interval: '7s', number_of_replicas: null }, max_result_window: 20_000 },
      stores: ['"7s"', '"1s"'],
      says: ['The cluster stored index.refresh_interval as "1s".'],
    },
  ],
  'aliases.update': [
    { seed: INDEX, name: 'one', body: { actions: [{ add: ALIAS }] }, stores: DROPPED_FILTER, says: FILTER_SAYS },
  ],
  'all_aliases.update': [
    { seed: INDEX, body: { actions: [{ index: 'one', add: ALIAS }] }, stores: DROPPED_FILTER, says: FILTER_SAYS },
  ],
  'indices.create': [
    {
      name: 'two',
      body: { mappings: LISTS, settings: { number_of_replicas: 0 }, aliases: { all: { routing: '1' } } },
      stores: AS_TEXT,
      says: [says('')],
    },
  ],
  'index_templates.create': [named(composable), named(legacy)],
  'index_templates.update': [seeded(composable, '_index_template/t'), seeded(legacy, '_template/t')],
  'component_templates.create': [named(component)],
  'component_templates.update': [seeded(component, '_component_template/t')],
};

/** A cluster that stores a part otherwise than it was sent. */
const storing =
  ([sent, stored]: Case['stores']) =>
  (engine: ClusterGateway): ClusterGateway => ({
    async send(call) {
      const answer = await engine.send(call);
      return call.method === 'GET' ? { ...answer, body: answer.body.replaceAll(sent, stored) } : answer;
    },
  });

async function sent(id: HandledRouteId, each: Case, between: (engine: ClusterGateway) => ClusterGateway) {
  const server = testServer({ between });
  for (const [path, body] of each.seed ?? []) await server.ask('PUT', path.split('/'), body);
  const { method, path } = contractOf(id);
  const response = await server.http.send({
    method,
    path: `${API_BASE}${path.replace(':name', each.name ?? '')}`,
    ...(each.query && { query: each.query }),
    body: formatJson(each.body),
  });
  const answer: JsonValue = parseJson(response.body);
  expect(response.status, response.body).toBe(200);
  const [action] = await server.actionLog.recent(1);
  return { answer: isObject(answer) ? answer : {}, outcome: action?.outcome };
}

it('is compared by each route that stores a definition', () => {
  const stores = HANDLED.filter((id) => {
    const { writes, usesCluster, replaces, takesDocument, answer } = contractOf(id);
    const isStored = Object.hasOwn((answer as { properties?: object }).properties ?? {}, 'storedOtherwise');
    return writes && usesCluster && isStored && (replaces !== undefined || takesDocument === true);
  });
  expect(SUBJECTS.toSorted()).toEqual(stores.toSorted());
  expect(Object.keys(CASES).toSorted()).toEqual(SUBJECTS.toSorted());
  expect(SUBJECTS.length).toBeGreaterThanOrEqual(9);
});

describe.each(SUBJECTS)('%s', (id) => {
  const cases = CASES[id] ?? [];

  it('says and records what the cluster stored otherwise', async () => {
    for (const each of cases) {
      const { answer, outcome } = await sent(id, each, storing(each.stores));
      expect(answer['storedOtherwise']).toEqual(each.says);
      expect(outcome).toMatchObject({ kind: 'done', storedOtherwise: each.says });
    }
  });

  it('says nothing where the cluster has what was sent', async () => {
    for (const each of cases) {
      const { answer, outcome } = await sent(id, each, (engine) => engine);
      expect(answer).not.toHaveProperty('storedOtherwise');
      expect(outcome).not.toHaveProperty('storedOtherwise');
    }
  });

  it('is done where it can’t be read afterwards', async () => {
    const failing = (engine: ClusterGateway): ClusterGateway => {
      let isWritten = false;
      return {
        async send(call: ClusterCall) {
          if (isWritten && call.method === 'GET' && !call.path.includes('_resolve'))
            throw new ClusterError('unreachable', 'Gone.', { request: { method: 'GET', path: '/' } });
          const answer = await engine.send(call);
          if (call.method === 'PUT' || call.method === 'POST') isWritten = true;
          return answer;
        },
      };
    };
    for (const each of cases) {
      const { answer, outcome } = await sent(id, each, failing);
      expect(answer).toMatchObject({ acknowledged: true });
      expect(outcome).toMatchObject({ kind: 'done' });
    }
  });
});

describe('mappings of the corpus on the sandbox', () => {
  const corpus = readCorpus();
  const target = { distribution: 'elasticsearch', version: '9.0.0' } as const;
  it.skipIf(corpus === undefined)(
    `are stored as they were sent${corpus === undefined ? `: ${NO_CORPUS}` : ''}`,
    async () => {
      const server = testServer();
      const differences: string[] = [];
      let acceptedCount = 0;
      for (const { file, body } of corpus ?? []) {
        const mappings = valueAt(body, locateMappings(body).mappingsAt);
        if (mappings === undefined || !isObject(mappings)) continue;
        try {
          await server.ask('PUT', ['sample'], { mappings, settings: { 'index.mapping.total_fields.limit': 20_000 } });
        } catch (error) {
          if (error instanceof ClusterError) continue;
          throw error;
        }
        acceptedCount++;
        const live = valueAt(parseJson(await server.ask('GET', ['sample', '_mapping'])), '/sample/mappings');
        const found = mappingDifferences(mappings, live !== undefined && isObject(live) ? live : {}, target);
        differences.push(...differenceTexts(found).map((text) => `${file}: ${text}`));
        await server.ask('DELETE', ['sample']);
      }
      expect(differences).toEqual([]);
      expect(acceptedCount).toBeGreaterThan(LEAST_ACCEPTED);
    },
  );
});
