import { Type } from 'typebox';
import { MAX_TASK_ACTION, MAX_TASK_DESCRIPTION, TaskDetailSchema, TaskListSchema } from '../console/task-entities.ts';
import { exact } from '../json/schemas.ts';
import { ACKNOWLEDGED, cluster, NAME_PARAMS } from './contract-parts.ts';
import type { RouteContract } from './contract.ts';

/** The tasks that a cluster runs. */
export const taskRoutes = {
  'tasks.list': cluster({
    method: 'GET',
    path: '/tasks',
    group: 'Tasks',
    summary: 'Every task that the cluster runs',
    writes: false,
    answer: TaskListSchema,
  }),
  'tasks.get': cluster({
    method: 'GET',
    path: '/tasks/:name',
    group: 'Tasks',
    summary: 'One task that runs, or that has ended and left its result',
    writes: false,
    params: NAME_PARAMS,
    answer: TaskDetailSchema,
  }),
  'tasks.cancel': cluster({
    method: 'POST',
    path: '/tasks/:name/cancel',
    group: 'Tasks',
    summary: 'Cancel a task, if it is still the one that was seen',
    writes: true,
    params: NAME_PARAMS,
    /** The task as it was seen: its id is given to another one once its node was restarted. */
    body: exact({
      action: Type.String({ minLength: 1, maxLength: MAX_TASK_ACTION }),
      description: Type.String({ maxLength: MAX_TASK_DESCRIPTION }),
      startedAt: Type.String({ maxLength: 40 }),
    }),
    answer: ACKNOWLEDGED,
  }),
} as const satisfies Record<string, RouteContract>;
