export { API_BASE, type RouteContract, type RouteGroup } from './contract.ts';
export { MAX_NAMES, ROUTES, type RouteAnswer, type RouteId, type RouteInput } from './routes.ts';
export * from './entities.ts';
