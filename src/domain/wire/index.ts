export { BODY_LIMITS, bodyKindOf, type BodyLimits, bodyRefusal } from './body-limits.ts';
export { API_BASE, type RouteContract } from './contract.ts';
export { MAX_NAMES } from './limits.ts';
export { routeCall, type RouteCall } from './route-calls.ts';
export { type RouteAnswer, type RouteId, type RouteInput, ROUTES } from './routes.ts';
