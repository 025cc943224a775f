import { Type } from 'typebox';
import { ActionSchema, LoggedCallSchema, SentChangesSchema } from '../action/action.ts';
import { exact, NameSchema } from '../json/schemas.ts';
import { cluster, NAME_PARAMS } from './contract-parts.ts';
import type { RouteContract } from './contract.ts';

/** Who acted. */
const ActionAuthorSchema = exact({
  id: Type.String(),
  name: Type.String(),
  /** Whether the cluster or a trusted proxy vouched for the name. */
  verified: Type.Boolean(),
  isErased: Type.Optional(Type.Boolean()),
});

/**
 * State of an action, including later findings on the cluster. `open`: in progress, or the outcome is not known yet.
 */
const ActionStateSchema = Type.Enum(['open', 'done', 'failed', 'unknown']);

/** Common members of actions in a list and single actions. */
const SUMMARY = {
  /** A ULID: in the order of time. */
  id: Type.String(),
  /** Of its stream, `action/{cluster}/{id}`. */
  version: Type.Integer(),
  author: ActionAuthorSchema,
  reason: Type.Optional(Type.String()),
  state: ActionStateSchema,
};
const { at, cluster: clusterId, route, title, doneTitle, names, address, settled } = ActionSchema.properties;
const { method, path, status, fault } = LoggedCallSchema.properties;

const ActionSummarySchema = exact({
  ...SUMMARY,
  ...{ at, cluster: clusterId, route, title, doneTitle, address, settled },
  /** The first of them. */
  names,
  /** How many there are. */
  nameCount: Type.Integer(),
  /** When its outcome was known. */
  endedAt: Type.Optional(Type.String()),
  /** What it sent; absent where it was made of no events, but in a list of the actions of a stream. */
  sent: Type.Optional(
    exact({
      /** That of the document whose events it was made of. */
      stream: Type.Optional(SentChangesSchema.properties.stream),
      /** How many events it was made of. */
      events: Type.Integer({ minimum: 0 }),
      /** The ids of the first of them, the oldest first; absent in answers of older servers. */
      ids: Type.Optional(Type.Array(SentChangesSchema.properties.events.items)),
      /** How many of them the server had not recorded when it began. */
      unrecorded: Type.Optional(Type.Integer({ minimum: 1 })),
      /** The requests that reached for the cluster, without what was in them. */
      calls: Type.Array(exact({ method, path, status, fault })),
      /** Why it failed. */
      error: Type.Optional(Type.String()),
    }),
  ),
});

const ActionViewSchema = exact({ ...SUMMARY, ...ActionSchema.properties });

/** RFC 3339, or a day. */
const TimeSchema = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,3})?)?Z)?$' });

/**
 * What was done to a cluster through this server; `:name` is the id of an action. Who may reach the cluster sees those
 * on what they may read there.
 */
export const actionRoutes = {
  'actions.list': cluster({
    method: 'GET',
    path: '/actions',
    group: 'Actions',
    summary: 'Actions on a cluster, newest first',
    writes: false,
    query: exact({
      /** Id of the author, or a part of the name. */
      who: Type.Optional(NameSchema),
      /** One that was acted on. */
      name: Type.Optional(NameSchema),
      route: Type.Optional(NameSchema),
      /** That of a document whose events it was made of. */
      stream: Type.Optional(SentChangesSchema.properties.stream),
      /** Id of one of those events. */
      event: Type.Optional(SentChangesSchema.properties.events.items),
      state: Type.Optional(ActionStateSchema),
      /** From this time on. */
      from: Type.Optional(TimeSchema),
      /** Before this time. */
      to: Type.Optional(TimeSchema),
      /** Before this action: `next` of the page before. */
      before: Type.Optional(Type.String({ pattern: '^[0-9A-Z]{26}$' })),
      /** 1 to 200; 50 where absent. */
      limit: Type.Optional(Type.String({ pattern: '^([1-9]\\d?|1\\d\\d|200)$' })),
    }),
    answer: exact({
      actions: Type.Array(ActionSummarySchema),
      /**
       * Where the next page begins; absent on the last. A page may have fewer than asked for, or none, and be followed
       * by others.
       */
      next: Type.Optional(Type.String()),
      /** How many of those that were looked at the caller may not see. */
      hidden: Type.Integer(),
      /**
       * Actions on the cluster that are erased; `until` is when the newest of them began. Absent where there are none,
       * and on further pages.
       */
      erased: Type.Optional(exact({ actions: Type.Integer({ minimum: 1 }), until: TimeSchema })),
    }),
  }),
  'actions.get': cluster({
    method: 'GET',
    path: '/actions/:name',
    group: 'Actions',
    summary: 'One action with what was sent and answered',
    writes: false,
    params: NAME_PARAMS,
    answer: ActionViewSchema,
  }),
} as const satisfies Record<string, RouteContract>;
