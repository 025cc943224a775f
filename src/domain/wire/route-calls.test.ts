import { expect, it } from 'vitest';
import type { RouteContract } from './contract.ts';
import { routeCallOf } from './route-calls-of.ts';
import { ROUTE_CALLS } from './route-calls.generated.ts';
import { routeCall } from './route-calls.ts';
import { ROUTES, type RouteId } from './routes.ts';

it.each(Object.entries<RouteContract>(ROUTES))('%s is called as its contract says: npm run routes', (id, contract) => {
  expect(routeCall(id as RouteId)).toEqual(routeCallOf(contract));
});

it('reads the shape of a response from its schema', () => {
  expect(routeCall('indices.list').answers).toBe('array');
  expect(routeCall('settings.get').answers).toBe('settings{} defaults{}');
  expect(routeCall('lab.case').answers).toBe('fileName');
  expect(routeCall('usage.report')).toEqual({
    ...{ method: 'POST', path: '/usage', writes: false, usesCluster: false, answers: 'object', takes: 'names' },
  });
});

it('lists no route that is gone', () => {
  expect(Object.keys(ROUTE_CALLS)).toEqual(Object.keys(ROUTES));
});
