import { Type, type Static } from 'typebox';
import { exact } from '../json/schemas.ts';

/** The copies of one shard of an index, the primary and its replicas, by their state. */
export const ShardSchema = exact({
  shard: Type.Integer({ minimum: 0 }),
  isPrimaryActive: Type.Boolean(),
  /** Copies that serve requests, the primary and relocating copies included. */
  active: Type.Integer({ minimum: 0 }),
  initializing: Type.Integer({ minimum: 0 }),
  unassigned: Type.Integer({ minimum: 0 }),
});
export type Shard = Static<typeof ShardSchema>;

/** What keeps a shard copy from a node, with the number of nodes that it holds for. */
const AllocationCauseSchema = exact({
  decider: Type.String(),
  explanation: Type.String(),
  nodes: Type.Integer({ minimum: 1 }),
});

/** The engine's explanation of an unassigned shard copy (allocation explain API). */
export const AllocationSchema = exact({
  shard: Type.Integer({ minimum: 0 }),
  isPrimary: Type.Boolean(),
  /** Why it became unassigned, in the engine's term, such as `NODE_LEFT`. */
  reason: Type.Optional(Type.String()),
  since: Type.Optional(Type.String()),
  details: Type.Optional(Type.String()),
  explanation: Type.Optional(Type.String()),
  causes: Type.Array(AllocationCauseSchema),
});
export type Allocation = Static<typeof AllocationSchema>;
