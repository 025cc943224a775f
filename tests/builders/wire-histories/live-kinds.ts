import type { TargetEngine } from '#domain/catalogue';
import type { Command } from '#domain/commands';
import {
  clusterMappings,
  indexStream,
  LIVE_BODY_AT,
  LIVE_MAPPINGS_AT,
  liveDocument,
  liveTemplateDocument,
  parseIndexStream,
  templateStream,
  type DocumentState,
  type TemplateStreamKind,
} from '#domain/document';
import { isArray, isObject, parseJson, valueAt, type JsonObject, type JsonValue } from '#domain/json';
import { planMappingUpdate } from '#domain/mapping';
import { sendableTemplate } from '#domain/template';
import type { ChangedDocument } from '../../../src/ui/screens/change-history/documents.ts';
import type { BadCluster } from '../../e2e/bad-cluster.ts';
import type { SavingServer } from '../saving-server.ts';

/** A request with a document, and the places in it that are not sent. */
interface Sendable {
  readonly body: JsonObject;
  readonly leftOut: readonly string[];
}

/** What histories are generated of: how it is made, read and changed, by the server and past it. */
export interface LiveKind {
  readonly title: string;
  /** Where a document of it says how it is wanted. */
  readonly wantedAt: string;
  /** Where its mappings stand in it. */
  readonly mappingsAt: string;
  readonly shownAs: ChangedDocument;
  /** Whether the body of a request is all that there is to be. */
  readonly isWhole: boolean;
  /** The line of the request that changes it, or creates it. */
  lineOf(name: string): string;
  /** With these mappings, past the server. */
  create(cluster: BadCluster, name: string, mappings: JsonObject): Promise<void>;
  remove(cluster: BadCluster, name: string): Promise<void>;
  /** As the cluster has it, past the server. */
  ask(cluster: BadCluster, name: string): Promise<JsonObject>;
  /** Has the cluster have it with other mappings, past the server. */
  change(cluster: BadCluster, name: string, mappings: JsonObject): Promise<void>;
  /** `cluster` is what streams call it. */
  streamOf(server: SavingServer, cluster: string, name: string): Promise<string>;
  /** As the server reads it. */
  read(server: SavingServer, name: string): Promise<JsonObject>;
  /** The document with which its log begins. */
  begun(body: JsonObject): JsonObject;
  follow(body: JsonObject, more?: JsonObject): Command;
  /** What is sent of a document; null where that is nothing. */
  sendable(state: DocumentState, target: TargetEngine): Sendable | null;
  /** The route that changes it, and that creates it. */
  path(name: string): string;
  creation(name: string, body: JsonObject): { readonly method: 'POST' | 'PUT'; path: string; document: JsonObject };
}

const LIVE_INDEX: LiveKind = {
  title: 'an index',
  wantedAt: LIVE_MAPPINGS_AT,
  mappingsAt: '',
  shownAs: { kind: 'index' } as ChangedDocument,
  isWhole: false,
  lineOf: (name) => `PUT /${name}/_mapping`,
  async create(cluster, name, mappings) {
    await cluster.ask('PUT', [name], { mappings });
  },
  async remove(cluster, name) {
    await cluster.ask('DELETE', [name]);
  },
  async ask(cluster, name) {
    return objectAt(parseJson(await cluster.ask('GET', [name, '_mapping'])), `/${name}/mappings`);
  },
  async change(cluster, name, { properties = {} }) {
    await cluster.ask('PUT', [name, '_mapping'], { properties });
  },
  async streamOf(server, cluster, name) {
    const { uuid = '' } = parseIndexStream(await server.streamOf(name)) ?? {};
    return indexStream({ cluster, name, uuid });
  },
  async read(server, name) {
    return objectAt((await server.call('GET', `/mapping/${name}`)).body, '/mappings');
  },
  begun: liveDocument,
  follow: (mappings, more = {}) => ({ type: 'mapping.follow', payload: { mappings, ...more } }),
  sendable(state, target) {
    const wanted = objectAt(state.body, LIVE_MAPPINGS_AT);
    const { body, needsReindex } = planMappingUpdate(clusterMappings(state.body), wanted, target);
    const leftOut = needsReindex.map(({ at }) => `${LIVE_MAPPINGS_AT}${at}`);
    return Object.keys(body).length === 0 ? null : { body, leftOut };
  },
  path: (name) => `/mapping/${name}`,
  creation: (name, mappings) => ({ method: 'PUT', path: `/indices/${name}`, document: { mappings } }),
};

interface TemplateRoutes {
  readonly title: string;
  readonly kind: TemplateStreamKind;
  readonly mappingsAt: string;
  /** What the cluster calls it. */
  readonly resource: string;
  readonly route: string;
  readonly query: string;
  /** The template in the response of the cluster. */
  readonly answeredAt: (name: string) => string;
  readonly hasPatterns: boolean;
}

function liveTemplate({ kind, mappingsAt, resource, route, query, ...rest }: TemplateRoutes): LiveKind {
  const withMappings = (name: string, mappings: JsonObject): JsonObject => ({
    ...(rest.hasPatterns && { index_patterns: [`${name}-*`] }),
    ...(mappingsAt === '/mappings' ? { mappings } : { template: { mappings } }),
  });
  async function ask(cluster: BadCluster, name: string): Promise<JsonObject> {
    return objectAt(parseJson(await cluster.ask('GET', [resource, name])), rest.answeredAt(name));
  }
  return {
    title: rest.title,
    wantedAt: LIVE_BODY_AT,
    mappingsAt,
    shownAs: { kind: 'template' } as ChangedDocument,
    isWhole: true,
    lineOf: (name) => `PUT /${resource}/${name}`,
    async create(cluster, name, mappings) {
      await cluster.ask('PUT', [resource, name], withMappings(name, mappings));
    },
    async remove(cluster, name) {
      await cluster.ask('DELETE', [resource, name]);
    },
    ask,
    async change(cluster, name, mappings) {
      const now = sendableTemplate(await ask(cluster, name));
      const template = { ...objectAt(now, '/template'), mappings };
      await cluster.ask('PUT', [resource, name], {
        ...now,
        ...(mappingsAt === '/mappings' ? { mappings } : { template }),
      });
    },
    streamOf: async (_, cluster, name) => templateStream({ kind, cluster, name }),
    async read(server, name) {
      return objectAt((await server.call('GET', `/${route}/${name}${query}`)).body, '/body');
    },
    begun: liveTemplateDocument,
    follow: (body, more = {}) => ({ type: 'template.follow', payload: { body, ...more } }),
    sendable: (state) => ({ body: sendableTemplate(objectAt(state.body, LIVE_BODY_AT)), leftOut: [] }),
    path: (name) => `/${route}/${name}${query}`,
    creation: (name, body) => ({
      method: 'POST',
      path: `/${route}${query}`,
      document: { ...withMappings(name, {}), ...body, name },
    }),
  };
}

const LIVE_TEMPLATES: readonly LiveKind[] = [
  liveTemplate({
    title: 'an index template',
    kind: 'index_template',
    mappingsAt: '/template/mappings',
    resource: '_index_template',
    route: 'index_templates',
    query: '?legacy=false',
    answeredAt: () => '/index_templates/0/index_template',
    hasPatterns: true,
  }),
  liveTemplate({
    title: 'a component template',
    kind: 'component_template',
    mappingsAt: '/template/mappings',
    resource: '_component_template',
    route: 'component_templates',
    query: '',
    answeredAt: () => '/component_templates/0/component_template',
    hasPatterns: false,
  }),
  liveTemplate({
    title: 'a legacy template',
    kind: 'legacy_template',
    mappingsAt: '/mappings',
    resource: '_template',
    route: 'index_templates',
    query: '?legacy=true',
    answeredAt: (name) => `/${name}`,
    hasPatterns: true,
  }),
];

/** All kinds, with the titles of their tests. */
export const LIVE_KINDS = [LIVE_INDEX, ...LIVE_TEMPLATES].map((kind) => [kind.title, kind] as const);

/** An object at a place; empty where there is none. */
export function objectAt(value: JsonValue | undefined, at: string): JsonObject {
  const found = valueAt(value, at);
  return isObject(found) && !isArray(found) ? found : {};
}
