import { Type } from 'typebox';
import { exact } from '../json/schemas.ts';
import { MAX_NAMES } from './limits.ts';
import { type AnswerOf, type InputOf, type RouteContract } from './contract.ts';
import { AliasActionSchema, IndexSchema, OutcomesSchema } from '../console/index-entities.ts';
import { AllocationSchema, ShardSchema } from '../console/shard-entities.ts';
import { ClusterEntrySchema, ClusterStatusSchema } from '../console/cluster-entities.ts';
import { DataStreamSchema } from '../console/data-stream-entities.ts';
import { DeletedDataStreamsSchema, DeletedItemsSchema, DeletedTemplatesSchema } from './deletions.ts';
import { JsonObjectSchema, JsonSchema, NameSchema } from '../json/schemas.ts';
import {
  ServerComponentTemplateSchema,
  ServerTemplateSchema,
  TemplateBodySchema,
} from '../template/template-entities.ts';
import { UsageReportSchema, UsageTotalsSchema } from '../usage/usage-entities.ts';

const params = exact({ name: NameSchema });
const indices = Type.Array(NameSchema, { minItems: 1, maxItems: MAX_NAMES });
const acknowledged = exact({ acknowledged: Type.Boolean() });
const legacy = exact({ legacy: Type.Optional(Type.Boolean()) });
/** `legacy` says which kind is meant; where it is absent, what the body holds does. */
const templateWrite = exact({ include_type_name: Type.Optional(Type.Boolean()), ...legacy.properties });

function cluster<const Contract extends Omit<RouteContract, 'usesCluster'>>(contract: Contract) {
  return { ...contract, usesCluster: true as const };
}

function indexAction<const Path extends string, const Summary extends string>(
  path: Path,
  summary: Summary,
  writes = true,
) {
  return cluster({
    method: 'POST',
    path: `/indices/${path}`,
    group: 'Indices',
    summary,
    writes,
    body: exact({ indices }),
    answer: OutcomesSchema,
  });
}

/** Every route of the API below `/api/index_management`, by its name (console.md section 7, addenda.md section 5). */
export const ROUTES = {
  'clusters.list': {
    method: 'GET',
    path: '/clusters',
    group: 'Cluster',
    summary: 'The clusters of the configuration',
    writes: false,
    usesCluster: false,
    answer: exact({ clusters: Type.Array(ClusterEntrySchema), isReadOnly: Type.Boolean() }),
  },
  'cluster.get': cluster({
    method: 'GET',
    path: '/cluster',
    group: 'Cluster',
    summary: 'How a cluster is doing, and what it can do',
    writes: false,
    answer: ClusterStatusSchema,
  }),
  'plugins.list': cluster({
    method: 'GET',
    path: '/nodes/plugins',
    group: 'Cluster',
    summary: 'Names of the plugins that are installed',
    writes: false,
    answer: Type.Array(Type.String()),
  }),
  'session.open': cluster({
    // It changes nothing on a cluster, so a read-only server takes it too.
    method: 'POST',
    path: '/session',
    group: 'Session',
    summary: 'Sign in with the credentials of the cluster',
    writes: false,
    body: Type.Union([
      exact({ username: NameSchema, password: Type.String({ maxLength: 4_096 }) }),
      exact({ apiKey: Type.String({ minLength: 1, maxLength: 4_096 }) }),
    ]),
    answer: exact({ user: Type.String() }),
  }),
  'session.close': cluster({
    method: 'DELETE',
    path: '/session',
    group: 'Session',
    summary: 'Sign out',
    writes: false,
    answer: exact({}),
  }),

  'indices.list': cluster({
    method: 'GET',
    path: '/indices',
    group: 'Indices',
    summary: 'Every index, hidden ones too',
    writes: false,
    answer: Type.Array(IndexSchema),
  }),
  'indices.reload': cluster({
    method: 'POST',
    path: '/indices/reload',
    group: 'Indices',
    summary: 'The rows of some indices, or of all',
    writes: false,
    body: exact({ indexNames: Type.Optional(Type.Array(NameSchema, { maxItems: MAX_NAMES })) }),
    answer: Type.Array(IndexSchema),
  }),
  'indices.create': cluster({
    method: 'PUT',
    path: '/indices/:name',
    group: 'Indices',
    summary: 'Create an index',
    writes: true,
    params,
    body: exact({
      settings: Type.Optional(JsonObjectSchema),
      mappings: Type.Optional(JsonObjectSchema),
      aliases: Type.Optional(JsonObjectSchema),
    }),
    takesDocument: true,
    answer: acknowledged,
  }),
  'indices.close': indexAction('close', 'Close indices'),
  'indices.open': indexAction('open', 'Open indices'),
  'indices.delete': indexAction('delete', 'Delete indices'),
  'indices.refresh': indexAction('refresh', 'Refresh indices'),
  'indices.flush': indexAction('flush', 'Flush indices'),
  'indices.clear_cache': indexAction('clear_cache', 'Clear the caches of indices'),
  'indices.freeze': indexAction('freeze', 'Freeze indices'),
  'indices.unfreeze': indexAction('unfreeze', 'Unfreeze indices'),
  'indices.forcemerge': cluster({
    method: 'POST',
    path: '/indices/forcemerge',
    group: 'Indices',
    summary: 'Merge the segments of indices',
    writes: true,
    body: exact({ indices, maxNumSegments: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })) }),
    answer: OutcomesSchema,
  }),

  'settings.get': cluster({
    method: 'GET',
    path: '/settings/:name',
    group: 'Indices',
    summary: 'The settings of an index, flat, and the defaults',
    writes: false,
    params,
    answer: exact({ settings: JsonObjectSchema, defaults: JsonObjectSchema }),
  }),
  'settings.update': cluster({
    method: 'PUT',
    path: '/settings/:name',
    group: 'Indices',
    summary: 'Change settings of an index',
    writes: true,
    params,
    body: JsonObjectSchema,
    takesDocument: true,
    answer: acknowledged,
  }),
  'stats.get': cluster({
    method: 'GET',
    path: '/stats/:name',
    group: 'Indices',
    summary: 'The statistics of an index',
    writes: false,
    params,
    answer: exact({ _shards: JsonSchema, stats: JsonSchema }),
  }),
  'shards.get': cluster({
    method: 'GET',
    path: '/shards/:name',
    group: 'Indices',
    summary: 'The shards of an index, and how many copies of each are assigned',
    writes: false,
    params,
    answer: exact({ shards: Type.Array(ShardSchema) }),
  }),
  'allocation.get': cluster({
    method: 'GET',
    path: '/allocation/:name',
    group: 'Indices',
    summary: 'Why a shard of an index is not assigned; empty where all are',
    writes: false,
    params,
    answer: exact({ allocation: Type.Optional(AllocationSchema) }),
  }),
  'mapping.get': cluster({
    method: 'GET',
    path: '/mapping/:name',
    group: 'Indices',
    summary: 'The mapping of an index',
    writes: false,
    params,
    answer: exact({ mappings: JsonObjectSchema }),
  }),
  'mapping.update': cluster({
    method: 'PUT',
    path: '/mapping/:name',
    group: 'Indices',
    summary: 'Add fields to an index, change what can be changed',
    writes: true,
    params,
    body: JsonObjectSchema,
    takesDocument: true,
    answer: acknowledged,
  }),
  'aliases.get': cluster({
    method: 'GET',
    path: '/aliases/:name',
    group: 'Indices',
    summary: 'The aliases of an index',
    writes: false,
    params,
    answer: exact({ aliases: JsonObjectSchema }),
  }),
  'aliases.update': cluster({
    method: 'PUT',
    path: '/aliases/:name',
    group: 'Indices',
    summary: 'Add and remove aliases of an index, all or none',
    writes: true,
    params,
    body: exact({ actions: Type.Array(AliasActionSchema, { minItems: 1, maxItems: 1_000 }) }),
    answer: acknowledged,
  }),

  'data_streams.list': cluster({
    method: 'GET',
    path: '/data_streams',
    group: 'Data streams',
    summary: 'Every data stream',
    writes: false,
    query: exact({ includeStats: Type.Optional(Type.Boolean()) }),
    answer: Type.Array(DataStreamSchema),
  }),
  'data_streams.get': cluster({
    method: 'GET',
    path: '/data_streams/:name',
    group: 'Data streams',
    summary: 'One data stream, with its statistics',
    writes: false,
    params,
    answer: DataStreamSchema,
  }),
  'data_streams.delete': cluster({
    method: 'POST',
    path: '/delete_data_streams',
    group: 'Data streams',
    summary: 'Delete data streams and their backing indices',
    writes: true,
    body: exact({ dataStreams: indices }),
    answer: DeletedDataStreamsSchema,
  }),
  'data_streams.set_lifecycle': cluster({
    method: 'PUT',
    path: '/data_streams/:name/lifecycle',
    group: 'Data streams',
    summary: 'Set how long a data stream keeps its data',
    writes: true,
    params,
    body: exact({
      enabled: Type.Boolean(),
      dataRetention: Type.Optional(Type.String({ pattern: '^[0-9]+(d|h|m|s)$' })),
    }),
    answer: acknowledged,
  }),

  'index_templates.list': cluster({
    method: 'GET',
    path: '/index_templates',
    group: 'Index templates',
    summary: 'Every index template, composable and legacy',
    writes: false,
    answer: exact({ templates: Type.Array(ServerTemplateSchema), legacyTemplates: Type.Array(ServerTemplateSchema) }),
  }),
  'index_templates.get': cluster({
    method: 'GET',
    path: '/index_templates/:name',
    group: 'Index templates',
    summary: 'One index template',
    writes: false,
    params,
    query: legacy,
    answer: ServerTemplateSchema,
  }),
  'index_templates.match': cluster({
    method: 'GET',
    path: '/matching_templates/:name',
    group: 'Index templates',
    summary: 'The templates that a new index of a name gets: a composable one, or else legacy ones',
    writes: false,
    params,
    query: exact({ hidden: Type.Optional(Type.Boolean()) }),
    answer: exact({ template: Type.Optional(Type.String()), legacyTemplates: Type.Array(Type.String()) }),
  }),
  'index_templates.create': cluster({
    method: 'POST',
    path: '/index_templates',
    group: 'Index templates',
    summary: 'Create an index template',
    writes: true,
    query: templateWrite,
    body: TemplateBodySchema,
    takesDocument: true,
    answer: acknowledged,
  }),
  'index_templates.update': cluster({
    method: 'PUT',
    path: '/index_templates/:name',
    group: 'Index templates',
    summary: 'Change an index template',
    writes: true,
    params,
    query: templateWrite,
    body: JsonObjectSchema,
    takesDocument: true,
    answer: acknowledged,
  }),
  'index_templates.delete': cluster({
    method: 'POST',
    path: '/delete_index_templates',
    group: 'Index templates',
    summary: 'Delete index templates',
    writes: true,
    body: exact({
      templates: Type.Array(exact({ name: NameSchema, isLegacy: Type.Optional(Type.Boolean()) }), {
        minItems: 1,
        maxItems: MAX_NAMES,
      }),
    }),
    answer: DeletedTemplatesSchema,
  }),
  'index_templates.simulate': cluster({
    method: 'POST',
    path: '/index_templates/simulate',
    group: 'Index templates',
    summary: 'What a template comes to when it is composed',
    writes: false,
    body: JsonObjectSchema,
    takesDocument: true,
    answer: JsonObjectSchema,
  }),

  'component_templates.list': cluster({
    method: 'GET',
    path: '/component_templates',
    group: 'Component templates',
    summary: 'Every component template',
    writes: false,
    answer: Type.Array(ServerComponentTemplateSchema),
  }),
  'component_templates.get': cluster({
    method: 'GET',
    path: '/component_templates/:name',
    group: 'Component templates',
    summary: 'One component template',
    writes: false,
    params,
    answer: ServerComponentTemplateSchema,
  }),
  'component_templates.create': cluster({
    method: 'POST',
    path: '/component_templates',
    group: 'Component templates',
    summary: 'Create a component template',
    writes: true,
    body: TemplateBodySchema,
    takesDocument: true,
    answer: acknowledged,
  }),
  'component_templates.update': cluster({
    method: 'PUT',
    path: '/component_templates/:name',
    group: 'Component templates',
    summary: 'Change a component template',
    writes: true,
    params,
    body: JsonObjectSchema,
    takesDocument: true,
    answer: acknowledged,
  }),
  'component_templates.delete': cluster({
    method: 'DELETE',
    path: '/component_templates/:name',
    group: 'Component templates',
    summary: 'Delete component templates; several with commas between the names',
    writes: true,
    params,
    answer: DeletedItemsSchema,
  }),

  'usage.report': {
    // Counts of what was used, of the server itself: no cluster is touched, and a read-only server takes it too.
    method: 'POST',
    path: '/usage',
    group: 'Usage',
    summary: 'Report what was used',
    writes: false,
    usesCluster: false,
    body: exact({ report: UsageReportSchema }),
    answer: exact({}),
  },
  'usage.get': {
    method: 'GET',
    path: '/usage',
    group: 'Usage',
    summary: 'What was used, added up',
    writes: false,
    usesCluster: false,
    answer: UsageTotalsSchema,
  },
} as const satisfies Record<string, RouteContract>;

export type RouteId = keyof typeof ROUTES;
export type RouteInput<Id extends RouteId> = InputOf<(typeof ROUTES)[Id]>;
export type RouteAnswer<Id extends RouteId> = AnswerOf<(typeof ROUTES)[Id]>;
