import { Type, type Static } from 'typebox';
import { exact, JsonObjectSchema } from '../json/schemas.ts';
import { CLUSTER_FAULTS, ClusterRequestSchema } from '../ports/cluster-gateway.ts';

/** The `attributes` of an error that the cluster had part in. */
export const ClusterErrorAttributesSchema = exact({
  cause: Type.Enum([...CLUSTER_FAULTS]),
  /** The cluster's own status, where it answered. */
  status: Type.Optional(Type.Number()),
  /** The type and the reason of the error in the engine's words. */
  type: Type.Optional(Type.String()),
  reason: Type.Optional(Type.String()),
  /** The field of a mapping that was refused, with its parameter and type, where the reason names them. */
  field: Type.Optional(Type.String()),
  parameter: Type.Optional(Type.String()),
  fieldType: Type.Optional(Type.String()),
  request: Type.Optional(ClusterRequestSchema),
  cluster: Type.Optional(Type.String()),
});
export type ClusterErrorAttributes = Static<typeof ClusterErrorAttributesSchema>;

export const ErrorBodySchema = exact({
  statusCode: Type.Number(),
  error: Type.String(),
  message: Type.String(),
  attributes: Type.Optional(JsonObjectSchema),
});
export type ErrorBody = Static<typeof ErrorBodySchema>;

/** One item of a list that failed: its name, what happened in words, and the cluster's reason. */
export const FailedSchema = exact({
  name: Type.String(),
  error: ErrorBodySchema,
  /** `unknown`: it may have been done, and no answer says so. Absent where it has failed. */
  outcome: Type.Optional(Type.Enum(['unknown', 'not_sent'])),
});
