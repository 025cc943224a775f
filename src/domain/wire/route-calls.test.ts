import { expect, it } from 'vitest';
import { bodyKindOf } from './body-limits.ts';
import type { RouteContract } from './contract.ts';
import { routeCall } from './route-calls.ts';
import { ROUTES, type RouteId } from './routes.ts';

it.each(Object.entries<RouteContract>(ROUTES))('%s is called as its contract says', (id, contract) => {
  const { method, path, writes, usesCluster, answer } = contract;
  const type = 'type' in answer ? answer.type : undefined;
  const answers = type === 'array' || type === 'object' ? type : 'any';
  expect(routeCall(id as RouteId)).toEqual({ method, path, writes, usesCluster, answers, takes: bodyKindOf(contract) });
});
