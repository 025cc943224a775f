import { actionRoutes } from './action-routes.ts';
import type { AnswerOf, InputOf, RouteContract } from './contract.ts';
import { clusterRoutes } from './cluster-routes.ts';
import { codeRoutes } from './code-routes.ts';
import { dataStreamRoutes } from './data-stream-routes.ts';
import { documentRoutes } from './document-routes.ts';
import { indexRoutes } from './index-routes.ts';
import { labRoutes } from './lab-routes.ts';
import { operationRoutes } from './operation-routes.ts';
import { planRoutes } from './plan-routes.ts';
import { proofRoutes } from './proof-routes.ts';
import { storageRoutes } from './storage-routes.ts';
import { taskRoutes } from './task-routes.ts';
import { templateRoutes } from './template-routes.ts';
import { trailRoutes } from './trail-routes.ts';
import { usageRoutes } from './usage-routes.ts';

/** Every route of the API below `/api/index_management`, by its name. */
export const ROUTES = {
  ...clusterRoutes,
  ...indexRoutes,
  ...documentRoutes,
  ...dataStreamRoutes,
  ...operationRoutes,
  ...taskRoutes,
  ...templateRoutes,
  ...planRoutes,
  ...codeRoutes,
  ...trailRoutes,
  ...proofRoutes,
  ...actionRoutes,
  ...storageRoutes,
  ...labRoutes,
  ...usageRoutes,
} as const satisfies Record<string, RouteContract>;

export type RouteId = keyof typeof ROUTES;
export type RouteInput<Id extends RouteId> = InputOf<(typeof ROUTES)[Id]>;
export type RouteAnswer<Id extends RouteId> = AnswerOf<(typeof ROUTES)[Id]>;
