import type { TargetEngine } from '#domain/catalogue';
import type { JsonObject } from '#domain/json';
import type { LeftWrites, Plan, PlannedCall, PlanStep, PromoteTemplateInput, StepInput, StepKind } from '#domain/plan';
import type { CancelSignal } from '#domain/ports';

/** What a step has while it is carried out, looked up or undone. */
export interface StepContext {
  readonly plan: Plan;
  /** As the last event has it, with what was noted. */
  readonly step: PlanStep;
  /** What the cluster answers to a call that changes nothing; cancelled with the plan. @throws ClusterError */
  read(call: PlannedCall): Promise<JsonObject>;
  /**
   * As {@link read}, from another cluster of the configuration, with what whoever approved or resumed the plan may read
   * there.
   * @throws ClusterError, RequestError
   */
  readFrom(clusterId: string, call: PlannedCall): Promise<JsonObject>;
  /** As {@link read}, as text, for what must not lose a letter. */
  readText(call: PlannedCall): Promise<string>;
  /**
   * Sends what changes something, between two entries in the action log. Never cancelled half-way. `lastLook` is the
   * last thing before it: nothing is sent where it throws, and nobody else's request fits between the two but those
   * that others send in that very moment. `origin` ends the title of the action: what the request was made of.
   * @throws ClusterError
   */
  send(call: PlannedCall, lastLook?: () => Promise<unknown>, origin?: string): Promise<JsonObject>;
  /** The version of the log of a template of another cluster which has this body from there; null where none has. */
  versionOf(clusterId: string, template: Pick<PromoteTemplateInput, 'kind' | 'name' | 'body'>): Promise<number | null>;
  /** The engine of the cluster. @throws ClusterError */
  target(): Promise<TargetEngine>;
  /** Keeps what the step goes on with after an interruption; the step as it is then. */
  note(note: JsonObject): Promise<PlanStep>;
  /** Has the plan say that an index has writes which the one in its place has not. */
  noteLeftWrites(left: LeftWrites): Promise<void>;
  progress(done: number, total: number): void;
  /** Waits. @throws InterruptedError */
  pause(ms: number): Promise<void>;
  readonly signal: CancelSignal;
}

/** The state of a started step as found by `lookUp`: its result if it is done. */
export type Found = { readonly isDone: true; readonly result?: JsonObject } | { readonly isDone: false };

export const NOT_DONE: Found = { isDone: false };

/** How one kind of step is carried out. What is thrown stops the plan at the step, and is shown with it. */
export interface StepExecutor<Kind extends StepKind = StepKind> {
  /**
   * Whether it can begin, and what the cluster has before that undoing or looking up needs.
   * @throws RequestError where it can't
   */
  readonly check: (input: StepInput<Kind>, context: StepContext) => Promise<JsonObject>;
  /** Carries it out. Sent twice, it does no harm: that is what happens where nothing tells whether it was done. */
  readonly run: (input: StepInput<Kind>, context: StepContext) => Promise<JsonObject | undefined>;
  /** Whether a step that was begun has been done, after the answer was lost; may go on with what is under way. */
  readonly lookUp: (input: StepInput<Kind>, context: StepContext) => Promise<Found>;
  /**
   * Set if the step may have been done although `lookUp` throws a RequestError, or `run` after it has sent something.
   */
  readonly staysOpen?: true;
  /** Ends what still works on the cluster; absent where nothing outlives its request. */
  readonly cancel?: (input: StepInput<Kind>, context: StepContext) => Promise<void>;
  /**
   * Undoes the step as far as it was done. The result tells what was kept, and why.
   * @throws RequestError where it must not be
   */
  readonly undo: (input: StepInput<Kind>, context: StepContext) => Promise<JsonObject | undefined>;
}

/** The plan was cancelled, or its server ends, while a step waited. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
  constructor() {
    super('Interrupted');
  }
}

/** The outcome of a step is unknown; it is looked up when the plan is resumed. */
export class StepUnknownError extends Error {
  override readonly name = 'StepUnknownError';
}

/** For kinds of steps that change nothing that could be taken back. */
export const nothingToUndo = async (): Promise<undefined> => undefined;
