import { Type, type Static } from 'typebox';
import { ErrorBodySchema } from '../console/error-body.ts';
import { exact, JsonPartSchema } from '../json/schemas.ts';
import type { Body } from '../json/patch.ts';
import { isObject } from '../json/value.ts';
import { ClusterRequestSchema, requestOf } from '../ports/cluster-gateway.ts';
import {
  callsOf,
  namesMadeBy,
  STEP_INPUTS,
  titleOf,
  undoCallsOf,
  undoWordsOf,
  type StepKind,
  type StepTask,
} from './step-kinds.ts';

const KINDS = Object.keys(STEP_INPUTS) as StepKind[];

/**
 * State of a step. `unknown`: it was sent, but its outcome is not known; the cluster is checked before it is sent
 * again.
 */
const StepStateSchema = Type.Enum(['pending', 'running', 'done', 'failed', 'unknown', 'undoing', 'undone']);

const PlanStepSchema = exact({
  kind: Type.Enum(KINDS),
  input: JsonPartSchema,
  title: Type.String(),
  /** What is sent, in order; a step that waits or copies sends some of it many times. */
  requests: Type.Array(ClusterRequestSchema),
  /** Names of the indices that it creates. */
  creates: Type.Array(Type.String()),
  /** What undoing it does; absent if nothing is left to undo. */
  undo: Type.Optional(Type.String()),
  undoRequests: Type.Array(ClusterRequestSchema),
  state: StepStateSchema,
  startedAt: Type.Optional(Type.String()),
  endedAt: Type.Optional(Type.String()),
  /** What the cluster had before, as far as undoing or looking up needs it. */
  before: Type.Optional(JsonPartSchema),
  /** What goes on with, such as the id of a task or how far a copy is. */
  note: Type.Optional(JsonPartSchema),
  result: Type.Optional(JsonPartSchema),
  error: Type.Optional(ErrorBodySchema),
});
export type PlanStep = Static<typeof PlanStepSchema>;

/**
 * - `paused`: it was interrupted between two events; `stopped`: a step failed, and why stands with the step;
 * - `undo_stopped`: as either of them, while it was undone.
 */
const PlanStateSchema = Type.Enum([
  'proposed',
  'running',
  'paused',
  'stopped',
  'done',
  'cancelled',
  'undoing',
  'undo_stopped',
  'undone',
]);
export type PlanState = Static<typeof PlanStateSchema>;

/** How many writes were found in an index after another one had taken its place. */
export const LeftWritesSchema = exact({ index: Type.String(), writes: Type.Integer({ minimum: 1 }) });
export type LeftWrites = Static<typeof LeftWritesSchema>;

export const PlanSchema = exact({
  title: Type.String({ minLength: 1 }),
  kind: Type.Enum(['replace_index', 'rollover', 'resize', 'promotion']),
  /** Id of the cluster in the configuration. */
  cluster: Type.String(),
  createdAt: Type.String(),
  createdBy: Type.String(),
  /** The index or data stream that it is about, and the draft that it came from. */
  subject: Type.String(),
  draft: Type.Optional(Type.String()),
  /** What a person should know before approving it, as sentences. */
  notes: Type.Array(Type.String()),
  state: PlanStateSchema,
  /** Why it is paused, in a sentence. */
  reason: Type.Optional(Type.String()),
  /** Writes that the index which clients reached before has, and the one that took its place has not. */
  left: Type.Optional(LeftWritesSchema),
  steps: Type.Array(PlanStepSchema, { minItems: 1 }),
});
export type Plan = Static<typeof PlanSchema>;

const PLAN_STREAM = 'plan/';

/** The stream of a plan. */
export function planStream(id: string): string {
  return `${PLAN_STREAM}${id}`;
}

/** The id of the plan whose stream this is; null for another stream. */
export function parsePlanStream(stream: string): string | null {
  return stream.startsWith(PLAN_STREAM) ? stream.slice(PLAN_STREAM.length) : null;
}

/** The body of a plan's document; undefined where it has none yet. */
export function planOf(body: Body): Plan | undefined {
  // The commands keep it in this form.
  return isObject(body) ? (body as unknown as Plan) : undefined;
}

/** A step that waits for its turn. */
export function stepOf(task: StepTask): PlanStep {
  const undo = undoWordsOf(task);
  return {
    kind: task.kind,
    input: { ...task.input },
    title: titleOf(task),
    requests: callsOf(task).map(requestOf),
    creates: [...namesMadeBy(task)],
    ...(undo !== null && { undo }),
    undoRequests: undoCallsOf(task).map(requestOf),
    state: 'pending',
  };
}

/** What a step is to do. */
export function taskOf({ kind, input }: PlanStep): StepTask {
  // `plan.propose` has checked the input against the schema of the kind.
  return { kind, input } as StepTask;
}

/** The position of the step that comes next; -1 where all are done. */
export function nextStep({ steps }: Plan): number {
  return steps.findIndex(({ state }) => state !== 'done');
}

/**
 * The position of the step that is undone next: the last one that was begun and is not undone; -1 where there is none.
 */
export function nextUndo({ steps }: Plan): number {
  return steps.findLastIndex(({ state }) => state !== 'pending' && state !== 'undone');
}

const FINISHED: ReadonlySet<PlanState> = new Set(['done', 'cancelled', 'undone']);

/** Whether nothing more is to be done: it was carried out, cancelled or undone. */
export function isFinished({ state }: Pick<Plan, 'state'>): boolean {
  return FINISHED.has(state);
}

const UNDOABLE: ReadonlySet<PlanState> = new Set(['paused', 'stopped', 'cancelled', 'done', 'undo_stopped']);

/** Whether a plan can be undone: it has begun, does not run, and has a step to undo. */
export function canUndo(plan: Plan): boolean {
  return UNDOABLE.has(plan.state) && nextUndo(plan) !== -1;
}
