export { API_BASE, type RouteContract } from './contract.ts';
export { MAX_NAMES, type RouteAnswer, type RouteId, type RouteInput, ROUTES } from './routes.ts';
