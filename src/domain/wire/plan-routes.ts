import { Type } from 'typebox';
import { exact, NameSchema } from '../json/schemas.ts';
import { JsonPartSchema } from '../plan/json-schema.ts';
import { PlanSchema } from '../plan/plan.ts';
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
  progress: Type.Optional(exact({ done: Type.Number(), total: Type.Number() })),
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
    summary: 'Propose a plan: a new index for an existing one, a rollover, a clone, shrink or split',
    writes: true,
    /** Of the index, data stream or alias that the plan is about; exactly one of the other members says what is to be done. */
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
    }),
    takesDocument: true,
    answer: PlanViewSchema,
  }),
  'plans.approve': planAction('approve', 'Approve a plan, and begin it'),
  'plans.resume': planAction('resume', 'Resume a plan that was interrupted or has stopped'),
  'plans.cancel': planAction('cancel', 'Cancel a plan where it is'),
  'plans.undo': planAction('undo', 'Undo a plan, as far as it can be undone'),
} as const satisfies Record<string, RouteContract>;
