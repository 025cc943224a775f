import { Type, type Static } from 'typebox';
import { exact, recordOf } from '../json/schemas.ts';
import { ErrorBodySchema } from './error-body.ts';
import { MISSING } from './missing-part.ts';

/** What a cluster may have or lack; what it lacks is explained by `reason`. */
export const FEATURES = [
  'data_streams',
  'data_stream_lifecycle',
  'ilm',
  'ism',
  'freeze',
  'index_templates',
  'legacy_templates',
  'component_templates',
  'simulate',
  'include_type_name',
  'license',
  'index_modes',
  'field_stats',
  'resolve_index',
  'reindex',
] as const;
export type Feature = (typeof FEATURES)[number];
export const SupportSchema = exact({
  has: Type.Boolean(),
  reason: Type.Optional(Type.String()),
  /** The cluster did not say whether it has it: the user may not ask, or the request failed. `reason` has the error. */
  unknown: Type.Optional(Type.Enum(['denied', 'failed'])),
});
export type Support = Static<typeof SupportSchema>;

const DistributionSchema = Type.Union([Type.Literal('elasticsearch'), Type.Literal('opensearch')]);
const EngineSchema = exact({ distribution: DistributionSchema, version: Type.String() });

export const ClusterEntrySchema = exact({
  id: Type.String(),
  /** As its configuration calls it. */
  label: Type.String(),
  /** `sandbox`: the embedded engine, with sample data of ours. */
  kind: Type.Union([Type.Literal('sandbox'), Type.Literal('remote')]),
  /** Its settings say that the fuzz lab may write to it. */
  isScratch: Type.Optional(Type.Literal(true)),
});
export type ClusterEntry = Static<typeof ClusterEntrySchema>;

export const ClusterStatusSchema = exact({
  ...ClusterEntrySchema.properties,
  /** `sign_in`: it asks for credentials, and neither the server nor the session has any that it takes. */
  state: Type.Union([Type.Literal('up'), Type.Literal('down'), Type.Literal('sign_in'), Type.Literal('forbidden')]),
  /** Why it is not up. */
  error: Type.Optional(ErrorBodySchema),
  clusterName: Type.Optional(Type.String()),
  /** Identifies the cluster regardless of its name; absent if it reports none. */
  uuid: Type.Optional(Type.String()),
  engine: Type.Optional(EngineSchema),
  health: Type.Optional(Type.Union([Type.Literal('green'), Type.Literal('yellow'), Type.Literal('red')])),
  nodes: Type.Optional(Type.Number()),
  features: Type.Optional(recordOf(SupportSchema)),
  license: Type.Optional(exact({ type: Type.String(), status: Type.String() })),
  /**
   * Names of the plugins that are installed, of which some bring field types; absent where the cluster does not say.
   */
  plugins: Type.Optional(Type.Array(Type.String())),
  /**
   * Names of the modules of its nodes, of which some bring field types that a reduced installation lacks; absent where
   * they are not known.
   */
  modules: Type.Optional(Type.Array(Type.String())),
  /** Who is signed in, where somebody is. */
  user: Type.Optional(Type.String()),
  /** Of this server: it sends nothing that changes. */
  isReadOnly: Type.Boolean(),
  /** Blocks that the cluster has put on itself, in words: flood stage, read-only setting. Absent if not read. */
  blocks: Type.Optional(Type.Array(Type.String())),
  missing: MISSING,
});
export type ClusterStatus = Static<typeof ClusterStatusSchema>;
