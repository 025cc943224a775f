import { member, type JsonObject } from '#domain/json';
import type { Clock } from '#domain/ports';
import { EngineError } from './engine-error.ts';
import type { EngineState } from './engine-state.ts';
import { NODE_ID } from './version.ts';

/** How many results are kept; the oldest go first. */
const MAX_KEPT_RESULTS = 1_000;
const COUNTER = 'tasks';

/** Work that is done a step at a time, with other calls between the steps. */
export interface TaskWork {
  readonly action: string;
  readonly description: string;
  /** How far it is, as the task API tells it. */
  status(): JsonObject;
  /** One step; how long to wait before the next, in ms, or null when it is done. @throws EngineError */
  step(): number | null;
  /** Changes its throttle, in documents per second; how long the next step has to wait then, in ms. */
  rethrottle?(perSecond: number): number;
  /** What the call would have answered. */
  response(canceled?: string): JsonObject;
}

interface RunningTask {
  readonly id: number;
  readonly work: TaskWork;
  readonly startedAt: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/**
 * The tasks of the one node: those that run, and the results of those that have run.
 * As on an engine, a task that runs when the node stops is gone without a result; what it has written stays.
 */
export class Tasks {
  readonly #state: EngineState;
  readonly #clock: Clock;
  readonly #running = new Map<number, RunningTask>();

  constructor(state: EngineState, clock: Clock) {
    this.#state = state;
    this.#clock = clock;
  }

  /** Starts it; its name, `node:number`. */
  start(work: TaskWork): string {
    const id = Number(member(this.#state.cluster.get(COUNTER) ?? {}, 'last') ?? 0) + 1;
    this.#state.commit([{ kind: 'cluster', name: COUNTER, value: { last: id } }]);
    const task: RunningTask = { id, work, startedAt: this.#now(), timer: undefined };
    this.#running.set(id, task);
    this.#continue(task, 0);
    return taskName(id);
  }

  running(): readonly RunningTask[] {
    return [...this.#running.values()];
  }

  get(id: number): RunningTask | undefined {
    return this.#running.get(id);
  }

  /** Changes the throttle of a task, also of the wait that it is in. False: it has none. */
  rethrottle(task: RunningTask, perSecond: number): boolean {
    const waitMs = task.work.rethrottle?.(perSecond);
    if (waitMs === undefined) return false;
    clearTimeout(task.timer);
    this.#continue(task, waitMs);
    return true;
  }

  /** Ends a task with what it has done so far. */
  cancel(task: RunningTask): void {
    this.#finish(task, { response: task.work.response('by user request') }, true);
  }

  /** Without `isDetailed`, an engine tells neither what a task works on nor how far it is. */
  toResponse({ id, work, startedAt }: RunningTask, { isCancelled = false, isDetailed = true } = {}): JsonObject {
    return {
      node: NODE_ID,
      id,
      type: 'transport',
      action: work.action,
      ...(isDetailed && { status: work.status(), description: work.description }),
      start_time_in_millis: startedAt,
      running_time_in_nanos: (this.#now() - startedAt) * 1_000_000,
      cancellable: true,
      cancelled: isCancelled,
      headers: {},
    };
  }

  close(): void {
    for (const { timer } of this.#running.values()) clearTimeout(timer);
    this.#running.clear();
  }

  #now(): number {
    return Date.parse(this.#clock.now());
  }

  #continue(task: RunningTask, waitMs: number): void {
    task.timer = setTimeout(() => {
      try {
        const next = task.work.step();
        if (next === null) this.#finish(task, { response: task.work.response() });
        else this.#continue(task, next);
      } catch (error) {
        const refusal =
          error instanceof EngineError
            ? member(error.body(), 'error')
            : { type: 'exception', reason: error instanceof Error ? error.message : String(error) };
        this.#finish(task, { error: refusal ?? null });
      }
    }, waitMs);
  }

  #finish(task: RunningTask, result: JsonObject, isCancelled = false): void {
    clearTimeout(task.timer);
    this.#running.delete(task.id);
    const value = { completed: true, task: this.toResponse(task, { isCancelled }), ...result };
    const names = this.#state.tasks.names();
    const oldest = names.length < MAX_KEPT_RESULTS ? [] : names.slice(0, names.length - MAX_KEPT_RESULTS + 1);
    this.#state.commit([
      { kind: 'task', name: resultName(task.id), value },
      ...oldest.map((name) => ({ kind: 'task' as const, name })),
    ]);
  }
}

/** Names of results sort as their numbers do. */
export function resultName(id: number): string {
  return String(id).padStart(12, '0');
}

export function taskName(id: number): string {
  return `${NODE_ID}:${id}`;
}
