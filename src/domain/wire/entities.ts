import Type, { type Static } from 'typebox';
import { exact } from './contract.ts';

/** JSON as the cluster gave it or takes it, verbatim. */
export const JsonSchema = Type.Unknown();
export const JsonObjectSchema = Type.Record(Type.String(), Type.Unknown());
export const NameSchema = Type.String({ minLength: 1, maxLength: 1_024 });

/** How a call to a cluster went wrong, as `attributes.cause` of an error says it. */
export const CLUSTER_FAULTS = [
  'unreachable',
  'tls',
  'timeout',
  'cut',
  'redirected',
  'not_json',
  'too_large',
  'refused',
  'unauthorized',
  'forbidden',
  'overloaded',
  'failed',
  'cancelled',
] as const;
export type ClusterFault = (typeof CLUSTER_FAULTS)[number];

/** One request to the cluster as it was sent, without credentials: to be shown, and copied as curl or for Dev Tools. */
export const ClusterRequestSchema = exact({
  method: Type.String(),
  /** With the query, as a URL writes it. */
  path: Type.String(),
  body: Type.Optional(Type.String()),
});
export type ClusterRequest = Static<typeof ClusterRequestSchema>;

/** The `attributes` of an error that the cluster had part in. */
export const ClusterErrorAttributesSchema = exact({
  cause: Type.Enum([...CLUSTER_FAULTS]),
  /** The cluster's own status, where it answered. */
  status: Type.Optional(Type.Number()),
  /** The type and the reason of the error in the engine's words. */
  type: Type.Optional(Type.String()),
  reason: Type.Optional(Type.String()),
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
const FailedSchema = exact({ name: Type.String(), error: ErrorBodySchema });

/** What happened to one index of an action. `unknown`: the answer was cut off, so it may have been done. */
export const IndexOutcomeSchema = exact({
  name: Type.String(),
  outcome: Type.Union([
    Type.Literal('done'),
    Type.Literal('failed'),
    Type.Literal('unknown'),
    Type.Literal('not_sent'),
  ]),
  error: Type.Optional(ErrorBodySchema),
});
export type IndexOutcome = Static<typeof IndexOutcomeSchema>;
export const OutcomesSchema = exact({ results: Type.Array(IndexOutcomeSchema) });

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
  'resolve_index',
] as const;
export type Feature = (typeof FEATURES)[number];
export const SupportSchema = exact({ has: Type.Boolean(), reason: Type.Optional(Type.String()) });
export type Support = Static<typeof SupportSchema>;

export const DistributionSchema = Type.Union([Type.Literal('elasticsearch'), Type.Literal('opensearch')]);
export const EngineSchema = exact({ distribution: DistributionSchema, version: Type.String() });

export const ClusterEntrySchema = exact({
  id: Type.String(),
  /** As its configuration calls it. */
  label: Type.String(),
  /** `sandbox`: the embedded engine, with sample data of ours. */
  kind: Type.Union([Type.Literal('sandbox'), Type.Literal('remote')]),
});
export type ClusterEntry = Static<typeof ClusterEntrySchema>;

export const ClusterStatusSchema = exact({
  ...ClusterEntrySchema.properties,
  /** `sign_in`: it asks for credentials, and neither the server nor the session has any that it takes. */
  state: Type.Union([Type.Literal('up'), Type.Literal('down'), Type.Literal('sign_in'), Type.Literal('forbidden')]),
  /** Why it is not up. */
  error: Type.Optional(ErrorBodySchema),
  clusterName: Type.Optional(Type.String()),
  engine: Type.Optional(EngineSchema),
  health: Type.Optional(Type.Union([Type.Literal('green'), Type.Literal('yellow'), Type.Literal('red')])),
  nodes: Type.Optional(Type.Number()),
  features: Type.Optional(Type.Record(Type.String(), SupportSchema)),
  license: Type.Optional(exact({ type: Type.String(), status: Type.String() })),
  /** Who is signed in, where somebody is. */
  user: Type.Optional(Type.String()),
  /** Of this server: it sends nothing that changes. */
  isReadOnly: Type.Boolean(),
  /** A block that the cluster has put on itself, in words: flood stage, read-only setting. */
  blocks: Type.Array(Type.String()),
});
export type ClusterStatus = Static<typeof ClusterStatusSchema>;

/** A row of the index list (addenda.md section 5). Sizes in bytes; counts absent for an index that is closed. */
export const IndexSchema = exact({
  name: Type.String(),
  uuid: Type.Optional(Type.String()),
  health: Type.Optional(Type.String()),
  status: Type.Optional(Type.String()),
  primary: Type.Optional(Type.Number()),
  replica: Type.Optional(Type.Number()),
  documents: Type.Optional(Type.Number()),
  documents_deleted: Type.Optional(Type.Number()),
  size: Type.Optional(Type.Union([Type.Number(), Type.String()])),
  primary_size: Type.Optional(Type.Union([Type.Number(), Type.String()])),
  isFrozen: Type.Boolean(),
  hidden: Type.Boolean(),
  aliases: Type.Array(Type.String()),
  data_stream: Type.Optional(Type.String()),
  mode: Type.Optional(Type.String()),
  ilmPolicyName: Type.Optional(Type.String()),
});
export type Index = Static<typeof IndexSchema>;

/** A data stream as the server gives it (console.md section 3). */
export const DataStreamSchema = Type.Object({
  name: Type.String(),
  timestamp_field: exact({ name: Type.String() }),
  indices: Type.Array(Type.Object({ index_name: Type.String(), index_uuid: Type.String() })),
  generation: Type.Number(),
  status: Type.String(),
  template: Type.Optional(Type.String()),
  ilm_policy: Type.Optional(Type.String()),
  store_size: Type.Optional(Type.String()),
  store_size_bytes: Type.Optional(Type.Number()),
  maximum_timestamp: Type.Optional(Type.Number()),
  _meta: Type.Optional(JsonObjectSchema),
  privileges: Type.Optional(JsonObjectSchema),
  hidden: Type.Optional(Type.Boolean()),
  /** The stream's own lifecycle, where the engine has one: `{ enabled, data_retention? }`. */
  lifecycle: Type.Optional(JsonObjectSchema),
});
export type ServerDataStream = Static<typeof DataStreamSchema>;

export const AliasActionSchema = Type.Union([
  exact({
    add: exact({
      alias: NameSchema,
      filter: Type.Optional(JsonObjectSchema),
      index_routing: Type.Optional(Type.String()),
      search_routing: Type.Optional(Type.String()),
      is_write_index: Type.Optional(Type.Boolean()),
      is_hidden: Type.Optional(Type.Boolean()),
    }),
  }),
  exact({ remove: exact({ alias: NameSchema }) }),
]);
export type AliasAction = Static<typeof AliasActionSchema>;

/** The body of a template as it is sent, with its name beside it; everything else verbatim. */
export const TemplateBodySchema = Type.Object({ name: NameSchema }, { additionalProperties: true });

/** A composable or legacy template as the list and the detail show it. `body` is what the engine has, verbatim. */
export const ServerTemplateSchema = exact({
  name: Type.String(),
  isLegacy: Type.Boolean(),
  type: Type.String(),
  body: JsonObjectSchema,
});
export type ServerTemplate = Static<typeof ServerTemplateSchema>;

export const ServerComponentTemplateSchema = exact({
  name: Type.String(),
  usedBy: Type.Array(Type.String()),
  isManaged: Type.Boolean(),
  body: JsonObjectSchema,
});
export type ServerComponentTemplate = Static<typeof ServerComponentTemplateSchema>;

export const DeletedTemplatesSchema = exact({
  templatesDeleted: Type.Array(Type.String()),
  errors: Type.Array(FailedSchema),
});
export const DeletedDataStreamsSchema = exact({
  dataStreamsDeleted: Type.Array(Type.String()),
  errors: Type.Array(FailedSchema),
});
export const DeletedItemsSchema = exact({ itemsDeleted: Type.Array(Type.String()), errors: Type.Array(FailedSchema) });

const CounterSchema = Type.Record(
  Type.String(),
  exact({
    key: Type.String(),
    appName: Type.String(),
    eventName: Type.String(),
    type: Type.String(),
    total: Type.Number(),
  }),
);

/** What the usage reporter sends (console.md sections 3 and 9). */
export const UsageReportSchema = exact({
  reportVersion: Type.Literal(3),
  uiCounter: Type.Optional(CounterSchema),
  userAgent: Type.Optional(
    Type.Record(Type.String(), exact({ key: Type.String(), appName: Type.String(), userAgent: Type.String() })),
  ),
  application_usage: Type.Optional(
    Type.Record(
      Type.String(),
      exact({
        appId: Type.String(),
        viewId: Type.String(),
        minutesOnScreen: Type.Number(),
        numberOfClicks: Type.Number(),
      }),
    ),
  ),
});
export type UsageReport = Static<typeof UsageReportSchema>;

/** Everything that was reported, added up. */
export const UsageTotalsSchema = exact({
  uiCounter: Type.Array(
    exact({
      appName: Type.String(),
      eventName: Type.String(),
      type: Type.String(),
      total: Type.Number(),
      lastAt: Type.String(),
    }),
  ),
  userAgent: Type.Array(exact({ appName: Type.String(), userAgent: Type.String(), lastAt: Type.String() })),
  application_usage: Type.Array(
    exact({
      appId: Type.String(),
      viewId: Type.String(),
      minutesOnScreen: Type.Number(),
      numberOfClicks: Type.Number(),
    }),
  ),
});
export type UsageTotals = Static<typeof UsageTotalsSchema>;
