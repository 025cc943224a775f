import { Type, type Static } from 'typebox';
import { exact, JsonObjectSchema } from '../json/schemas.ts';

/** Characters of a task's description in lists; a search repeats its whole query in it. */
export const MAX_TASK_DESCRIPTION = 2_000;
/** Characters of the engine's name of a task's action. */
export const MAX_TASK_ACTION = 255;

/** A task as the cluster reports it. */
export const TaskSchema = exact({
  /** `node:number`. The number is given again once the node was restarted. */
  id: Type.String(),
  /** The engine's name of it: `indices:data/write/reindex`. */
  action: Type.String(),
  /** What it works on, in the engine's words; the first {@link MAX_TASK_DESCRIPTION} characters. */
  description: Type.String(),
  /** Name of the node that runs it. */
  node: Type.String(),
  startedAt: Type.String(),
  runningMs: Type.Number(),
  isCancellable: Type.Boolean(),
  /** Whether it was cancelled and has not ended yet. */
  isCancelled: Type.Boolean(),
  /** Id of the task that it is a part of. */
  parent: Type.Optional(Type.String()),
  /** Documents; absent where the engine does not say. */
  progress: Type.Optional(exact({ done: Type.Number(), total: Type.Number() })),
});
export type Task = Static<typeof TaskSchema>;

/** The tasks of a cluster, and what the nodes that did not answer gave as reasons. */
export const TaskListSchema = exact({ tasks: Type.Array(TaskSchema), failures: Type.Array(Type.String()) });
export type TaskList = Static<typeof TaskListSchema>;

/** One task that runs, or that has ended and left its result. */
export const TaskDetailSchema = exact({
  task: TaskSchema,
  /** The description in full. */
  description: Type.String(),
  isCompleted: Type.Boolean(),
  status: Type.Optional(JsonObjectSchema),
  /** The response or error that it ended with. */
  result: Type.Optional(JsonObjectSchema),
});
export type TaskDetail = Static<typeof TaskDetailSchema>;
