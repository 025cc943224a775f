import type { BodyKind } from './body-limits.ts';
import { ROUTE_CALLS } from './route-calls.generated.ts';
import type { RouteId } from './routes.ts';

/** What a caller needs to know of a route: a part of its contract, without the schemas. */
export interface RouteCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly writes: boolean;
  readonly usesCluster: boolean;
  /**
   * What the answer is at its top: `array`, `object`, or an object with these members, separated by blanks: all that
   * are a list (`name[]`) or an object (`name{}`), or where there are none the first (`name`) of those that it has
   * always.
   */
  readonly answers: string;
  /** What its body holds, which tells how large that may be. */
  readonly takes: BodyKind;
}

/** The parts of a {@link RouteCall}, in its order. */
type Row = readonly [
  method: RouteCall['method'],
  path: string,
  writes: boolean,
  usesCluster: boolean,
  answers: RouteCall['answers'],
  takes: RouteCall['takes'],
];

const ROWS: Readonly<Record<RouteId, Row>> = ROUTE_CALLS;

/** How a route is called. */
export function routeCall(id: RouteId): RouteCall {
  const [method, path, writes, usesCluster, answers, takes] = ROWS[id];
  return { method, path, writes, usesCluster, answers, takes };
}
