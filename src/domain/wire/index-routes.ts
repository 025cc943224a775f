import { Type } from 'typebox';
import { AliasActionSchema, IndexSchema, OutcomesSchema } from '../console/index-entities.ts';
import { AllocationSchema, ShardSchema } from '../console/shard-entities.ts';
import { exact, JsonObjectSchema, JsonSchema, NameSchema } from '../json/schemas.ts';
import { MAX_TRIALS } from '../impact/mapping-impact.ts';
import { ACKNOWLEDGED, cluster, NAME_PARAMS, NAMES, SAVED } from './contract-parts.ts';
import type { RouteContract } from './contract.ts';
import { MAX_NAMES } from './limits.ts';

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
    body: exact({ indices: NAMES }),
    answer: OutcomesSchema,
  });
}

/** Indices, and what belongs to one. */
export const indexRoutes = {
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
    params: NAME_PARAMS,
    body: exact({
      settings: Type.Optional(JsonObjectSchema),
      mappings: Type.Optional(JsonObjectSchema),
      aliases: Type.Optional(JsonObjectSchema),
    }),
    takesDocument: true,
    answer: ACKNOWLEDGED,
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
    summary: 'The settings of an index, flat, and the defaults',
    writes: false,
    params: NAME_PARAMS,
    answer: exact({ settings: JsonObjectSchema, defaults: JsonObjectSchema }),
  }),
  'settings.update': cluster({
    method: 'PUT',
    path: '/settings/:name',
    group: 'Indices',
    summary: 'Change settings of an index',
    writes: true,
    params: NAME_PARAMS,
    body: JsonObjectSchema,
    takesDocument: true,
    answer: ACKNOWLEDGED,
  }),
  'stats.get': cluster({
    method: 'GET',
    path: '/stats/:name',
    group: 'Indices',
    summary: 'The statistics of an index',
    writes: false,
    params: NAME_PARAMS,
    answer: exact({ _shards: JsonSchema, stats: JsonSchema }),
  }),
  'shards.get': cluster({
    method: 'GET',
    path: '/shards/:name',
    group: 'Indices',
    summary: 'The shards of an index, and how many copies of each are assigned',
    writes: false,
    params: NAME_PARAMS,
    answer: exact({ shards: Type.Array(ShardSchema) }),
  }),
  'allocation.get': cluster({
    method: 'GET',
    path: '/allocation/:name',
    group: 'Indices',
    summary: 'Why a shard of an index is not assigned; empty where all are',
    writes: false,
    params: NAME_PARAMS,
    answer: exact({ allocation: Type.Optional(AllocationSchema) }),
  }),
  'mapping.get': cluster({
    method: 'GET',
    path: '/mapping/:name',
    group: 'Indices',
    summary: 'The mapping of an index',
    writes: false,
    params: NAME_PARAMS,
    answer: exact({ mappings: JsonObjectSchema }),
  }),
  'mapping.update': cluster({
    method: 'PUT',
    path: '/mapping/:name',
    group: 'Indices',
    summary: 'Add fields to an index, change what can be changed',
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
    summary: 'Try updates of a mapping, one after another, on a scratch index that is created for it and removed',
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
    summary: 'Scratch indices of this server that could not be removed yet',
    writes: false,
    answer: exact({ indices: Type.Array(exact({ name: Type.String(), createdAt: Type.String() })) }),
  }),
  'aliases.get': cluster({
    method: 'GET',
    path: '/aliases/:name',
    group: 'Indices',
    summary: 'The aliases of an index',
    writes: false,
    params: NAME_PARAMS,
    answer: exact({ aliases: JsonObjectSchema }),
  }),
  'aliases.update': cluster({
    method: 'PUT',
    path: '/aliases/:name',
    group: 'Indices',
    summary: 'Add and remove aliases of an index, all or none',
    writes: true,
    params: NAME_PARAMS,
    body: exact({ actions: Type.Array(AliasActionSchema, { minItems: 1, maxItems: 1_000 }) }),
    answer: ACKNOWLEDGED,
  }),
} as const satisfies Record<string, RouteContract>;
