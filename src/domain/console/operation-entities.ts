import { Type, type Static } from 'typebox';
import { exact, JsonObjectSchema, NameSchema, recordOf } from '../json/schemas.ts';
import { AliasActionSchema } from './index-entities.ts';
import { MISSING } from './missing-part.ts';

/** The blocks that a person can add to an index and remove. */
export const BLOCKS = ['write', 'read', 'read_only', 'metadata'] as const;
export type Block = (typeof BLOCKS)[number];
export const BlockSchema = Type.Union([
  Type.Literal('write'),
  Type.Literal('read'),
  Type.Literal('read_only'),
  Type.Literal('metadata'),
]);

/** One alias of one index. */
export const AliasEntrySchema = exact({
  alias: Type.String(),
  index: Type.String(),
  filter: Type.Optional(JsonObjectSchema),
  index_routing: Type.Optional(Type.String()),
  search_routing: Type.Optional(Type.String()),
  is_write_index: Type.Optional(Type.Boolean()),
  is_hidden: Type.Optional(Type.Boolean()),
  /** Properties unknown here, as the engine has them. */
  others: Type.Optional(JsonObjectSchema),
});
export type AliasEntry = Static<typeof AliasEntrySchema>;

/** An action on an alias of a named index; all actions of a call are done, or none. */
export const AliasOperationSchema = Type.Union([
  exact({ index: NameSchema, ...AliasActionSchema.anyOf[0].properties }),
  exact({ index: NameSchema, ...AliasActionSchema.anyOf[1].properties }),
]);
export type AliasOperation = Static<typeof AliasOperationSchema>;

/** What a rollover would do, or has done. */
export const RolloverSchema = exact({
  oldIndex: Type.String(),
  newIndex: Type.String(),
  rolledOver: Type.Boolean(),
  /** Whether each condition is met, by its text: `[max_docs: 5]`. */
  conditions: recordOf(Type.Boolean()),
});
export type Rollover = Static<typeof RolloverSchema>;

/** The conditions of a rollover; without any, it is done at once. */
export const RolloverConditionsSchema = exact({
  max_age: Type.Optional(Type.String({ maxLength: 40 })),
  max_docs: Type.Optional(Type.Integer({ minimum: 1 })),
  max_size: Type.Optional(Type.String({ maxLength: 40 })),
});
export type RolloverConditions = Static<typeof RolloverConditionsSchema>;

/** What decides whether an index can be cloned, shrunk or split, and how. */
export const ResizeSourceSchema = exact({
  primaries: Type.Number(),
  replicas: Type.Number(),
  /** What its settings say of the parts that documents are hashed into; absent where nothing. */
  routingShards: Type.Optional(Type.Number()),
  isWriteBlocked: Type.Boolean(),
  /** The data stream that writes to it. */
  writeIndexOf: Type.Optional(Type.String()),
  /** Names of the data nodes, sorted. */
  nodes: Type.Optional(Type.Array(Type.String())),
  /** Those that have a copy of every shard. */
  nodesWithAll: Type.Optional(Type.Array(Type.String())),
  missing: MISSING,
});
export type ResizeSource = Static<typeof ResizeSourceSchema>;

/** A lifecycle policy as the cluster has it. */
export const PolicySchema = exact({
  name: Type.String(),
  version: Type.Optional(Type.Number()),
  modified: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  /** Names of its phases (ILM) or states (ISM), in their order. */
  phases: Type.Array(Type.String()),
  /** What uses it, by name; absent where the engine does not report that. */
  usedBy: Type.Optional(
    exact({
      dataStreams: Type.Array(Type.String()),
      indices: Type.Array(Type.String()),
      templates: Type.Array(Type.String()),
    }),
  ),
  body: JsonObjectSchema,
});
export type Policy = Static<typeof PolicySchema>;

/** Where an index is in its lifecycle. */
export const LifecycleSchema = exact({
  policy: Type.Optional(Type.String()),
  phase: Type.Optional(Type.String()),
  action: Type.Optional(Type.String()),
  step: Type.Optional(Type.String()),
  /** Since when it is in the step, in ms since 1970. */
  since: Type.Optional(Type.Number()),
  age: Type.Optional(Type.String()),
  failedStep: Type.Optional(Type.String()),
  /** What the step says: why it failed, or what it waits for. */
  message: Type.Optional(Type.String()),
  hasFailed: Type.Boolean(),
});
export type Lifecycle = Static<typeof LifecycleSchema>;
