import { Type } from 'typebox';
import { FieldCostSchema, FileCostSchema } from '../console/field-costs.ts';
import {
  AliasActionSchema,
  FieldCountSchema,
  IndexFactsSchema,
  IndexSchema,
  OutcomesSchema,
} from '../console/index-entities.ts';
import { MISSING } from '../console/missing-part.ts';
import { AllocationSchema, ShardSchema } from '../console/shard-entities.ts';
import { exact, JsonObjectSchema, JsonSchema, NameSchema } from '../json/schemas.ts';
import { STRUCTURES } from '../lint/usage.ts';
import { MAX_TRIALS } from '../impact/mapping-impact.ts';
import { cluster, CREATED, NAME_PARAMS, NAMES, SAVED, STORED } from './contract-parts.ts';
import type { RouteContract } from './contract.ts';
import { MAX_COUNTED_INDICES, MAX_NAMES } from './limits.ts';

/** The uuid of the index that is meant: another one that has its name now is refused. */
const MEANT_INDEX = exact({ uuid: Type.Optional(Type.String()) });

function indexAction<const Path extends string, const Summary extends string>(path: Path, summary: Summary) {
  return cluster({
    method: 'POST',
    path: `/indices/${path}`,
    group: 'Indices',
    summary,
    writes: true,
    body: exact({ indices: NAMES }),
    answer: OutcomesSchema,
  });
}

/** Routes of indices and their parts. */
export const indexRoutes = {
  'indices.list': cluster({
    method: 'GET',
    path: '/indices',
    group: 'Indices',
    summary: 'List indices, including hidden ones',
    writes: false,
    isNarrowed: true,
    answer: Type.Array(IndexSchema),
  }),
  'indices.facts': cluster({
    method: 'GET',
    path: '/index_facts',
    group: 'Indices',
    summary: 'Get the creation date, data tier and lifecycle of all indices',
    writes: false,
    isNarrowed: true,
    query: exact({
      created: Type.Optional(Type.Boolean()),
      tier: Type.Optional(Type.Boolean()),
      lifecycle: Type.Optional(Type.Boolean()),
    }),
    answer: exact({ indices: Type.Array(IndexFactsSchema), missing: MISSING }),
  }),
  'indices.field_counts': cluster({
    method: 'POST',
    path: '/indices/field_counts',
    group: 'Indices',
    summary: 'Count the fields of indices, with their field limits',
    writes: false,
    body: exact({ indexNames: Type.Array(NameSchema, { minItems: 1, maxItems: MAX_COUNTED_INDICES }) }),
    answer: exact({ indices: Type.Array(FieldCountSchema), missing: MISSING }),
  }),
  'indices.reload': cluster({
    method: 'POST',
    path: '/indices/reload',
    group: 'Indices',
    summary: 'Get the list entries of indices',
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
    params: NAME_PARAMS,
    /** Date math that stands for the name now, by which the index is created: its next rollover follows it. */
    query: exact({ providedName: Type.Optional(NameSchema) }),
    body: exact({
      settings: Type.Optional(JsonObjectSchema),
      mappings: Type.Optional(JsonObjectSchema),
      aliases: Type.Optional(JsonObjectSchema),
    }),
    takesDocument: true,
    takesChanges: true,
    answer: CREATED,
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
    summary: 'Force merge indices',
    writes: true,
    body: exact({
      indices: NAMES,
      maxNumSegments: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
    }),
    answer: OutcomesSchema,
  }),
  'settings.get': cluster({
    method: 'GET',
    path: '/settings/:name',
    group: 'Indices',
    summary: 'Get index settings in flat form, with defaults',
    writes: false,
    params: NAME_PARAMS,
    answer: exact({ settings: JsonObjectSchema, defaults: JsonObjectSchema }),
  }),
  'settings.update': cluster({
    method: 'PUT',
    path: '/settings/:name',
    group: 'Indices',
    summary: 'Update index settings',
    writes: true,
    replaces: 'setting',
    params: NAME_PARAMS,
    body: JsonObjectSchema,
    takesDocument: true,
    answer: STORED,
  }),
  'stats.get': cluster({
    method: 'GET',
    path: '/stats/:name',
    group: 'Indices',
    summary: 'Get index statistics',
    writes: false,
    params: NAME_PARAMS,
    answer: exact({ _shards: JsonSchema, stats: JsonSchema }),
  }),
  'field_usage.get': cluster({
    method: 'GET',
    path: '/field_usage/:name',
    group: 'Indices',
    summary: 'Get how often the fields of an index were used',
    writes: false,
    params: NAME_PARAMS,
    query: MEANT_INDEX,
    answer: exact({
      /** Absent where the engine does not count uses; what is not listed was not used. */
      fields: Type.Optional(
        Type.Array(
          exact({
            path: Type.String(),
            uses: Type.Number({ minimum: 0 }),
            /** What of it on disk was used. */
            structures: Type.Array(Type.Enum([...STRUCTURES])),
          }),
        ),
      ),
      /** Epoch ms: since then uses are counted on every copy of a shard, which begins anew with its start. */
      since: Type.Optional(Type.Integer()),
    }),
  }),
  'field_costs.analyze': cluster({
    method: 'POST',
    path: '/field_costs/:name',
    group: 'Indices',
    summary: 'Analyze what the fields of an index take up on disk, for which the cluster reads the whole index',
    writes: false,
    params: NAME_PARAMS,
    query: MEANT_INDEX,
    answer: exact({
      /** Absent where the engine does not analyze fields. */
      analysis: Type.Optional(
        exact({
          /** Of one copy of each shard. */
          storeBytes: Type.Integer(),
          /** The largest first. */
          fields: Type.Array(FieldCostSchema),
        }),
      ),
      /** In place of the analysis: the files of the primary shards; empty where the engine tells neither. */
      files: Type.Optional(Type.Array(FileCostSchema)),
    }),
  }),
  'shards.get': cluster({
    method: 'GET',
    path: '/shards/:name',
    group: 'Indices',
    summary: 'Get the shards of an index and their assigned copies',
    writes: false,
    params: NAME_PARAMS,
    answer: exact({ shards: Type.Array(ShardSchema) }),
  }),
  'allocation.get': cluster({
    method: 'GET',
    path: '/allocation/:name',
    group: 'Indices',
    summary: 'Explain the allocation of an unassigned shard',
    writes: false,
    params: NAME_PARAMS,
    answer: exact({ allocation: Type.Optional(AllocationSchema) }),
  }),
  'mapping.get': cluster({
    method: 'GET',
    path: '/mapping/:name',
    group: 'Indices',
    summary: 'Get the mapping of an index',
    writes: false,
    params: NAME_PARAMS,
    answer: exact({ mappings: JsonObjectSchema }),
  }),
  'mapping.update': cluster({
    method: 'PUT',
    path: '/mapping/:name',
    group: 'Indices',
    summary: 'Update the mapping of an index',
    writes: true,
    params: NAME_PARAMS,
    body: JsonObjectSchema,
    takesDocument: true,
    takesChanges: true,
    answer: SAVED,
  }),
  'mapping.try': cluster({
    method: 'POST',
    path: '/mapping/:name/try',
    group: 'Indices',
    summary: 'Test mapping updates on a scratch index',
    writes: true,
    params: NAME_PARAMS,
    body: exact({ updates: Type.Array(JsonObjectSchema, { minItems: 1, maxItems: MAX_TRIALS }) }),
    takesDocument: true,
    answer: exact({
      index: Type.String(),
      /** In the order of the updates; the cluster's reason where it refuses one. */
      results: Type.Array(exact({ isTaken: Type.Boolean(), reason: Type.Optional(Type.String()) })),
      /** Whether the scratch index is known to be gone. */
      isRemoved: Type.Boolean(),
    }),
  }),
  'scratch_indices.list': cluster({
    method: 'GET',
    path: '/scratch_indices',
    group: 'Indices',
    summary: 'List scratch indices that could not be deleted',
    writes: false,
    answer: exact({ indices: Type.Array(exact({ name: Type.String(), createdAt: Type.String() })) }),
  }),
  'aliases.get': cluster({
    method: 'GET',
    path: '/aliases/:name',
    group: 'Indices',
    summary: 'Get the aliases of an index',
    writes: false,
    params: NAME_PARAMS,
    answer: exact({ aliases: JsonObjectSchema }),
  }),
  'aliases.update': cluster({
    method: 'PUT',
    path: '/aliases/:name',
    group: 'Indices',
    summary: 'Update the aliases of an index atomically',
    writes: true,
    replaces: 'alias',
    params: NAME_PARAMS,
    body: exact({ actions: Type.Array(AliasActionSchema, { minItems: 1, maxItems: 1_000 }) }),
    answer: STORED,
  }),
} as const satisfies Record<string, RouteContract>;
