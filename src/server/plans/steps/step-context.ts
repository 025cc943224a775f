import type { JsonObject } from '#domain/json';
import type { Plan, PlannedCall, PlanStep, StepInput, StepKind } from '#domain/plan';
import type { CancelSignal } from '#domain/ports';

/** What a step has while it is carried out, looked up or undone. */
export interface StepContext {
  readonly plan: Plan;
  /** As the last event has it, with what was noted. */
  readonly step: PlanStep;
  /** What the cluster answers to a call that changes nothing; cancelled with the plan. @throws ClusterError */
  read(call: PlannedCall): Promise<JsonObject>;
  /** As {@link read}, as text, for what must not lose a letter. */
  readText(call: PlannedCall): Promise<string>;
  /** Sends what changes something, between two entries in the action log. Never cancelled half-way. @throws ClusterError */
  send(call: PlannedCall): Promise<JsonObject>;
  /** Keeps what the step goes on with after an interruption. */
  note(note: JsonObject): Promise<void>;
  progress(done: number, total: number): void;
  /** Waits. @throws InterruptedError */
  pause(ms: number): Promise<void>;
  readonly signal: CancelSignal;
}

/** What `lookUp` finds of a step that was begun: its result where it was done. */
export type Found = { readonly isDone: true; readonly result?: JsonObject } | { readonly isDone: false };

export const NOT_DONE: Found = { isDone: false };

/** How one kind of step is carried out. What is thrown stops the plan at the step, and is shown with it. */
export interface StepExecutor<Kind extends StepKind = StepKind> {
  /** Whether it can begin, and what the cluster has before that undoing or looking up needs. @throws RequestError where it can't */
  readonly check: (input: StepInput<Kind>, context: StepContext) => Promise<JsonObject>;
  /** Carries it out. Sent twice, it does no harm: that is what happens where nothing tells whether it was done. */
  readonly run: (input: StepInput<Kind>, context: StepContext) => Promise<JsonObject | undefined>;
  /** Whether a step that was begun has been done, after the answer was lost; may go on with what is under way. */
  readonly lookUp: (input: StepInput<Kind>, context: StepContext) => Promise<Found>;
  /** Ends what still works on the cluster; absent where nothing outlives its request. */
  readonly cancel?: (input: StepInput<Kind>, context: StepContext) => Promise<void>;
  /** Takes it back, as far as it was done: what was kept, and why, as the result. @throws RequestError where it must not be */
  readonly undo: (input: StepInput<Kind>, context: StepContext) => Promise<JsonObject | undefined>;
}

/** The plan was cancelled, or its server ends, while a step waited. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
  constructor() {
    super('Interrupted');
  }
}

/** Nobody knows what came of a step; it is looked up when the plan is resumed. */
export class StepUnknownError extends Error {
  override readonly name = 'StepUnknownError';
}

/** For kinds of steps that change nothing that could be taken back. */
export const nothingToUndo = async (): Promise<undefined> => undefined;
