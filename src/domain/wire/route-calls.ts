import type { RouteId } from './routes.ts';

/** What a caller needs to know of a route: a part of its contract, without the schemas. */
export interface RouteCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly writes: boolean;
  readonly usesCluster: boolean;
  /** What the answer is at its top; `any` where the schema allows several. */
  readonly answers: 'array' | 'object' | 'any';
}

type Row = readonly [
  method: RouteCall['method'],
  path: string,
  writes: boolean,
  usesCluster: boolean,
  answers: RouteCall['answers'],
];

/**
 * Written from the contracts, which a test compares it with: the web client loads this before it paints anything, and the contracts bring the schema
 * library, twenty times as much code.
 */
const ROWS: Readonly<Record<RouteId, Row>> = {
  'clusters.list': ['GET', '/clusters', false, false, 'object'],
  'cluster.get': ['GET', '/cluster', false, true, 'object'],
  'plugins.list': ['GET', '/nodes/plugins', false, true, 'array'],
  'session.open': ['POST', '/session', false, true, 'object'],
  'session.close': ['DELETE', '/session', false, true, 'object'],
  'indices.list': ['GET', '/indices', false, true, 'array'],
  'indices.reload': ['POST', '/indices/reload', false, true, 'array'],
  'indices.create': ['PUT', '/indices/:name', true, true, 'object'],
  'indices.close': ['POST', '/indices/close', true, true, 'object'],
  'indices.open': ['POST', '/indices/open', true, true, 'object'],
  'indices.delete': ['POST', '/indices/delete', true, true, 'object'],
  'indices.refresh': ['POST', '/indices/refresh', true, true, 'object'],
  'indices.flush': ['POST', '/indices/flush', true, true, 'object'],
  'indices.clear_cache': ['POST', '/indices/clear_cache', true, true, 'object'],
  'indices.freeze': ['POST', '/indices/freeze', true, true, 'object'],
  'indices.unfreeze': ['POST', '/indices/unfreeze', true, true, 'object'],
  'indices.forcemerge': ['POST', '/indices/forcemerge', true, true, 'object'],
  'settings.get': ['GET', '/settings/:name', false, true, 'object'],
  'settings.update': ['PUT', '/settings/:name', true, true, 'object'],
  'stats.get': ['GET', '/stats/:name', false, true, 'object'],
  'shards.get': ['GET', '/shards/:name', false, true, 'object'],
  'allocation.get': ['GET', '/allocation/:name', false, true, 'object'],
  'mapping.get': ['GET', '/mapping/:name', false, true, 'object'],
  'mapping.update': ['PUT', '/mapping/:name', true, true, 'object'],
  'aliases.get': ['GET', '/aliases/:name', false, true, 'object'],
  'aliases.update': ['PUT', '/aliases/:name', true, true, 'object'],
  'data_streams.list': ['GET', '/data_streams', false, true, 'array'],
  'data_streams.get': ['GET', '/data_streams/:name', false, true, 'object'],
  'data_streams.delete': ['POST', '/delete_data_streams', true, true, 'object'],
  'data_streams.set_lifecycle': ['PUT', '/data_streams/:name/lifecycle', true, true, 'object'],
  'index_templates.list': ['GET', '/index_templates', false, true, 'object'],
  'index_templates.get': ['GET', '/index_templates/:name', false, true, 'object'],
  'index_templates.match': ['GET', '/matching_templates/:name', false, true, 'object'],
  'index_templates.create': ['POST', '/index_templates', true, true, 'object'],
  'index_templates.update': ['PUT', '/index_templates/:name', true, true, 'object'],
  'index_templates.delete': ['POST', '/delete_index_templates', true, true, 'object'],
  'index_templates.simulate': ['POST', '/index_templates/simulate', false, true, 'object'],
  'component_templates.list': ['GET', '/component_templates', false, true, 'array'],
  'component_templates.get': ['GET', '/component_templates/:name', false, true, 'object'],
  'component_templates.create': ['POST', '/component_templates', true, true, 'object'],
  'component_templates.update': ['PUT', '/component_templates/:name', true, true, 'object'],
  'component_templates.delete': ['DELETE', '/component_templates/:name', true, true, 'object'],
  'usage.report': ['POST', '/usage', false, false, 'object'],
  'usage.get': ['GET', '/usage', false, false, 'object'],
};

/** How a route is called. */
export function routeCall(id: RouteId): RouteCall {
  const [method, path, writes, usesCluster, answers] = ROWS[id];
  return { method, path, writes, usesCluster, answers };
}
