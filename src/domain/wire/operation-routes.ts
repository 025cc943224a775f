import { Type } from 'typebox';
import {
  AliasEntrySchema,
  AliasOperationSchema,
  BlockSchema,
  LifecycleSchema,
  PolicySchema,
  ResizeSourceSchema,
  RolloverConditionsSchema,
  RolloverSchema,
} from '../console/operation-entities.ts';
import { exact, NameSchema } from '../json/schemas.ts';
import { ACKNOWLEDGED, cluster, CREATED, NAME_PARAMS, STORED } from './contract-parts.ts';
import type { RouteContract } from './contract.ts';

/** As many actions as one request to a cluster is given. */
const MAX_ALIAS_ACTIONS = 1_000;
const SHARDS = Type.Integer({ minimum: 1, maximum: 1_024 });
const ROLLOVER = exact({
  conditions: Type.Optional(RolloverConditionsSchema),
  newIndex: Type.Optional(NameSchema),
});

/** What is done to indices as wholes: blocks, aliases of all indices, resizes, rollovers, lifecycles. */
export const operationRoutes = {
  'blocks.update': cluster({
    method: 'PUT',
    path: '/blocks/:name',
    group: 'Index operations',
    summary: 'Add or remove a block of an index',
    writes: true,
    params: NAME_PARAMS,
    body: exact({ block: BlockSchema, isOn: Type.Boolean() }),
    answer: ACKNOWLEDGED,
  }),
  'resize.get': cluster({
    method: 'GET',
    path: '/resize/:name',
    group: 'Index operations',
    summary: 'What decides how an index can be cloned, shrunk or split',
    writes: false,
    params: NAME_PARAMS,
    answer: ResizeSourceSchema,
  }),
  'resize.run': cluster({
    method: 'POST',
    path: '/resize/:name',
    group: 'Index operations',
    summary: 'Clone, shrink or split an index that takes no writes',
    writes: true,
    params: NAME_PARAMS,
    body: exact({
      kind: Type.Union([Type.Literal('clone'), Type.Literal('shrink'), Type.Literal('split')]),
      target: NameSchema,
      shards: Type.Optional(SHARDS),
      replicas: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
    }),
    answer: CREATED,
  }),
  'rollover.preview': cluster({
    method: 'POST',
    path: '/rollover/:name/preview',
    group: 'Index operations',
    summary: 'What a rollover of an alias or a data stream would do',
    writes: false,
    params: NAME_PARAMS,
    body: ROLLOVER,
    answer: RolloverSchema,
  }),
  'rollover.run': cluster({
    method: 'POST',
    path: '/rollover/:name',
    group: 'Index operations',
    summary: 'Roll over an alias or a data stream, if it still writes to the index that was seen',
    writes: true,
    params: NAME_PARAMS,
    body: exact({ ...ROLLOVER.properties, oldIndex: NameSchema }),
    answer: RolloverSchema,
  }),
  'all_aliases.list': cluster({
    method: 'GET',
    path: '/aliases',
    group: 'Index operations',
    summary: 'Every alias of every index',
    writes: false,
    isNarrowed: true,
    answer: Type.Array(AliasEntrySchema),
  }),
  'all_aliases.update': cluster({
    method: 'POST',
    path: '/aliases',
    group: 'Index operations',
    summary: 'Add and remove aliases of several indices, all or none',
    writes: true,
    replaces: 'alias',
    body: exact({ actions: Type.Array(AliasOperationSchema, { minItems: 1, maxItems: MAX_ALIAS_ACTIONS }) }),
    answer: STORED,
  }),
  'lifecycle.policies': cluster({
    method: 'GET',
    path: '/lifecycle_policies',
    group: 'Index operations',
    summary: 'The lifecycle policies of the cluster (ILM or ISM)',
    writes: false,
    answer: Type.Array(PolicySchema),
  }),
  'lifecycle.get': cluster({
    method: 'GET',
    path: '/lifecycle/:name',
    group: 'Index operations',
    summary: 'Where an index is in its lifecycle',
    writes: false,
    params: NAME_PARAMS,
    answer: LifecycleSchema,
  }),
  'lifecycle.retry': cluster({
    method: 'POST',
    path: '/lifecycle/:name/retry',
    group: 'Index operations',
    summary: 'Run the step of a lifecycle that failed again',
    writes: true,
    params: NAME_PARAMS,
    answer: ACKNOWLEDGED,
  }),
  'lifecycle.attach': cluster({
    method: 'PUT',
    path: '/lifecycle/:name',
    group: 'Index operations',
    summary: 'Give an index a lifecycle policy',
    writes: true,
    replaces: 'setting',
    params: NAME_PARAMS,
    body: exact({ policy: NameSchema }),
    answer: ACKNOWLEDGED,
  }),
  'lifecycle.detach': cluster({
    method: 'DELETE',
    path: '/lifecycle/:name',
    group: 'Index operations',
    summary: 'Take the lifecycle policy of an index away',
    writes: true,
    params: NAME_PARAMS,
    answer: ACKNOWLEDGED,
  }),
} as const satisfies Record<string, RouteContract>;
