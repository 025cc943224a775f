import { Type } from 'typebox';
import { exact, NameSchema, JsonPartSchema } from '../json/schemas.ts';
import { PlanSchema } from '../plan/plan.ts';
import { PromotedKindSchema } from '../plan/promote-template.ts';
import { DocsPerSecondSchema, SlicesSchema, TRANSFORM_MEMBERS } from '../plan/reindex-options.ts';
import { MAX_PROMOTED } from '../plan/propose-promotion.ts';
import { cluster, NAME_PARAMS } from './contract-parts.ts';
import type { RouteContract } from './contract.ts';

const PlanSummarySchema = exact({
  id: Type.String(),
  title: PlanSchema.properties.title,
  kind: PlanSchema.properties.kind,
  subject: Type.String(),
  state: PlanSchema.properties.state,
  createdAt: Type.String(),
  createdBy: Type.String(),
  /** Steps that are done, of how many. */
  done: Type.Integer(),
  steps: Type.Integer(),
  left: PlanSchema.properties.left,
  /** The plan leaves the index that it is about in its place: it swaps no alias. */
  keepsIndex: Type.Optional(Type.Literal(true)),
});

/** A plan as it stands. */
const PlanViewSchema = exact({
  id: Type.String(),
  /** Of its stream. */
  version: Type.Integer(),
  plan: PlanSchema,
  /** Whether this server is carrying it out or undoing it at the moment. */
  isAtWork: Type.Boolean(),
  /** How far the step that runs is, where it counts. */
  progress: Type.Optional(
    exact({
      done: Type.Number(),
      total: Type.Number(),
      /** Lately; absent until it is known. */
      perSecond: Type.Optional(Type.Number()),
    }),
  ),
});

function planAction<const Action extends string, const Summary extends string>(action: Action, summary: Summary) {
  return cluster({
    method: 'POST',
    path: `/plans/:name/${action}`,
    group: 'Plans',
    summary,
    writes: true,
    params: NAME_PARAMS,
    answer: PlanViewSchema,
  });
}

/** Plans; `:name` is the id of one. */
export const planRoutes = {
  'plans.list': cluster({
    method: 'GET',
    path: '/plans',
    group: 'Plans',
    summary: 'Every plan of a cluster, newest first',
    writes: false,
    answer: exact({ plans: Type.Array(PlanSummarySchema) }),
  }),
  'plans.get': cluster({
    method: 'GET',
    path: '/plans/:name',
    group: 'Plans',
    summary: 'One plan with its steps',
    writes: false,
    params: NAME_PARAMS,
    answer: PlanViewSchema,
  }),
  'plans.create': cluster({
    method: 'POST',
    path: '/plans',
    group: 'Plans',
    summary:
      'Propose a plan: a new index for an existing one, a rollover, a clone, shrink or split, templates of a file or of another cluster',
    writes: true,
    /**
     * `name` is that of the index, data stream or alias that the plan is about, or of the file or the cluster that
     * templates come from. Exactly one of the other members says what is to be done.
     */
    body: exact({
      name: NameSchema,
      draft: Type.Optional(NameSchema),
      replaceIndex: Type.Optional(
        exact({
          newIndex: NameSchema,
          mappings: Type.Optional(JsonPartSchema),
          settings: Type.Optional(JsonPartSchema),
          cloneAs: Type.Optional(NameSchema),
          takesWrites: Type.Optional(Type.Boolean()),
          /** Whether the plan takes its write block away at the end; it stays where absent. */
          allowsWrites: Type.Optional(Type.Boolean()),
          /** Whether it takes over on which nodes shards may be; `keep` where absent. */
          placement: Type.Optional(Type.Union([Type.Literal('keep'), Type.Literal('anywhere')])),
          /** Of the reindex; `auto` where absent. */
          slices: Type.Optional(SlicesSchema),
          /** The throttle of the reindex; none where absent. */
          docsPerSecond: Type.Optional(DocsPerSecondSchema),
          /** Whether the new index has no replicas and no refresh while documents are copied. */
          fastCopy: Type.Optional(Type.Boolean()),
          /** Of the reindex: what changes each document. */
          ...TRANSFORM_MEMBERS,
          /** Whether the pipeline or script may leave documents out; then their number is not compared. */
          leavesOut: Type.Optional(Type.Boolean()),
        }),
      ),
      rollover: Type.Optional(
        exact({
          template: Type.Optional(
            exact({
              kind: Type.Union([Type.Literal('index_template'), Type.Literal('component_template')]),
              name: NameSchema,
              body: JsonPartSchema,
            }),
          ),
        }),
      ),
      resize: Type.Optional(
        exact({
          method: Type.Union([Type.Literal('clone'), Type.Literal('shrink'), Type.Literal('split')]),
          newIndex: NameSchema,
          settings: Type.Optional(JsonPartSchema),
          node: Type.Optional(NameSchema),
          allowsWrites: Type.Optional(Type.Boolean()),
        }),
      ),
      promotion: Type.Optional(
        exact({
          /** Id of the cluster that they come from; absent for a file. */
          from: Type.Optional(NameSchema),
          templates: Type.Array(
            exact({
              kind: PromotedKindSchema,
              name: NameSchema,
              body: JsonPartSchema,
              /** What the cluster had under the name when it was compared: absent where it had nothing. */
              seen: Type.Optional(JsonPartSchema),
              /** It had this very template: it is not sent, and `seen` need not be said. */
              isUnchanged: Type.Optional(Type.Literal(true)),
            }),
            { minItems: 1, maxItems: MAX_PROMOTED },
          ),
        }),
      ),
    }),
    takesDocument: true,
    answer: PlanViewSchema,
  }),
  'plans.approve': planAction('approve', 'Approve a plan, and begin it'),
  'plans.throttle': cluster({
    method: 'POST',
    path: '/plans/:name/throttle',
    group: 'Plans',
    summary: 'Change the throttle of the reindex of a plan',
    writes: true,
    params: NAME_PARAMS,
    /** Null removes the throttle. */
    body: exact({ docsPerSecond: Type.Union([DocsPerSecondSchema, Type.Null()]) }),
    /** `isApplied`: a reindex was running on the cluster and has the throttle. */
    answer: exact({ ...PlanViewSchema.properties, isApplied: Type.Boolean() }),
  }),
  'plans.resume': planAction('resume', 'Resume a plan that was interrupted or has stopped'),
  'plans.cancel': planAction('cancel', 'Cancel a plan where it is'),
  'plans.undo': planAction('undo', 'Undo a plan, as far as it can be undone'),
} as const satisfies Record<string, RouteContract>;
