import type { BodyKind } from './body-limits.ts';
import type { RouteId } from './routes.ts';

/** What a caller needs to know of a route: a part of its contract, without the schemas. */
export interface RouteCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly writes: boolean;
  readonly usesCluster: boolean;
  /** What the answer is at its top; `any` where the schema allows several. */
  readonly answers: 'array' | 'object' | 'any';
  /** What its body holds, which tells how large that may be. */
  readonly takes: BodyKind;
}

type Row = readonly [
  method: RouteCall['method'],
  path: string,
  writes: boolean,
  usesCluster: boolean,
  answers: RouteCall['answers'],
  takes: RouteCall['takes'],
];

/**
 * Written from the contracts, which a test compares it with: the web client loads this before it paints anything, and the contracts bring the schema
 * library, twenty times as much code.
 */
const ROWS: Readonly<Record<RouteId, Row>> = {
  'clusters.list': ['GET', '/clusters', false, false, 'object', 'none'],
  'cluster.get': ['GET', '/cluster', false, true, 'object', 'none'],
  'plugins.list': ['GET', '/nodes/plugins', false, true, 'array', 'none'],
  'session.open': ['POST', '/session', false, true, 'object', 'names'],
  'session.close': ['DELETE', '/session', false, true, 'object', 'none'],
  'indices.list': ['GET', '/indices', false, true, 'array', 'none'],
  'indices.reload': ['POST', '/indices/reload', false, true, 'array', 'names'],
  'indices.create': ['PUT', '/indices/:name', true, true, 'object', 'document'],
  'indices.close': ['POST', '/indices/close', true, true, 'object', 'names'],
  'indices.open': ['POST', '/indices/open', true, true, 'object', 'names'],
  'indices.delete': ['POST', '/indices/delete', true, true, 'object', 'names'],
  'indices.refresh': ['POST', '/indices/refresh', true, true, 'object', 'names'],
  'indices.flush': ['POST', '/indices/flush', true, true, 'object', 'names'],
  'indices.clear_cache': ['POST', '/indices/clear_cache', true, true, 'object', 'names'],
  'indices.freeze': ['POST', '/indices/freeze', true, true, 'object', 'names'],
  'indices.unfreeze': ['POST', '/indices/unfreeze', true, true, 'object', 'names'],
  'indices.forcemerge': ['POST', '/indices/forcemerge', true, true, 'object', 'names'],
  'settings.get': ['GET', '/settings/:name', false, true, 'object', 'none'],
  'settings.update': ['PUT', '/settings/:name', true, true, 'object', 'document'],
  'stats.get': ['GET', '/stats/:name', false, true, 'object', 'none'],
  'shards.get': ['GET', '/shards/:name', false, true, 'object', 'none'],
  'allocation.get': ['GET', '/allocation/:name', false, true, 'object', 'none'],
  'mapping.get': ['GET', '/mapping/:name', false, true, 'object', 'none'],
  'mapping.update': ['PUT', '/mapping/:name', true, true, 'object', 'document'],
  'mapping.try': ['POST', '/mapping/:name/try', true, true, 'object', 'document'],
  'scratch_indices.list': ['GET', '/scratch_indices', false, true, 'object', 'none'],
  'aliases.get': ['GET', '/aliases/:name', false, true, 'object', 'none'],
  'aliases.update': ['PUT', '/aliases/:name', true, true, 'object', 'names'],
  'data_streams.list': ['GET', '/data_streams', false, true, 'array', 'none'],
  'data_streams.get': ['GET', '/data_streams/:name', false, true, 'object', 'none'],
  'data_streams.create': ['PUT', '/data_streams/:name', true, true, 'object', 'none'],
  'data_streams.delete': ['POST', '/delete_data_streams', true, true, 'object', 'names'],
  'data_streams.set_lifecycle': ['PUT', '/data_streams/:name/lifecycle', true, true, 'object', 'names'],
  'blocks.update': ['PUT', '/blocks/:name', true, true, 'object', 'names'],
  'resize.get': ['GET', '/resize/:name', false, true, 'object', 'none'],
  'resize.run': ['POST', '/resize/:name', true, true, 'object', 'names'],
  'rollover.preview': ['POST', '/rollover/:name/preview', false, true, 'object', 'names'],
  'rollover.run': ['POST', '/rollover/:name', true, true, 'object', 'names'],
  'all_aliases.list': ['GET', '/aliases', false, true, 'array', 'none'],
  'all_aliases.update': ['POST', '/aliases', true, true, 'object', 'names'],
  'lifecycle.policies': ['GET', '/lifecycle_policies', false, true, 'array', 'none'],
  'lifecycle.get': ['GET', '/lifecycle/:name', false, true, 'object', 'none'],
  'lifecycle.retry': ['POST', '/lifecycle/:name/retry', true, true, 'object', 'none'],
  'lifecycle.attach': ['PUT', '/lifecycle/:name', true, true, 'object', 'names'],
  'lifecycle.detach': ['DELETE', '/lifecycle/:name', true, true, 'object', 'none'],
  'index_templates.list': ['GET', '/index_templates', false, true, 'object', 'none'],
  'index_templates.get': ['GET', '/index_templates/:name', false, true, 'object', 'none'],
  'index_templates.match': ['GET', '/matching_templates/:name', false, true, 'object', 'none'],
  'index_templates.create': ['POST', '/index_templates', true, true, 'object', 'document'],
  'index_templates.update': ['PUT', '/index_templates/:name', true, true, 'object', 'document'],
  'index_templates.delete': ['POST', '/delete_index_templates', true, true, 'object', 'names'],
  'index_templates.simulate': ['POST', '/index_templates/simulate', false, true, 'object', 'document'],
  'index_templates.simulate_index': [
    'POST',
    '/index_templates/simulate_index/:name',
    false,
    true,
    'object',
    'document',
  ],
  'component_templates.list': ['GET', '/component_templates', false, true, 'array', 'none'],
  'component_templates.get': ['GET', '/component_templates/:name', false, true, 'object', 'none'],
  'component_templates.create': ['POST', '/component_templates', true, true, 'object', 'document'],
  'component_templates.update': ['PUT', '/component_templates/:name', true, true, 'object', 'document'],
  'component_templates.delete': ['DELETE', '/component_templates/:name', true, true, 'object', 'none'],
  'plans.list': ['GET', '/plans', false, true, 'object', 'none'],
  'plans.get': ['GET', '/plans/:name', false, true, 'object', 'none'],
  'plans.create': ['POST', '/plans', true, true, 'object', 'document'],
  'plans.approve': ['POST', '/plans/:name/approve', true, true, 'object', 'none'],
  'plans.resume': ['POST', '/plans/:name/resume', true, true, 'object', 'none'],
  'plans.cancel': ['POST', '/plans/:name/cancel', true, true, 'object', 'none'],
  'plans.undo': ['POST', '/plans/:name/undo', true, true, 'object', 'none'],
  'trail.append': ['POST', '/trail/append', true, false, 'any', 'events'],
  'trail.read': ['GET', '/trail/records', false, false, 'object', 'none'],
  'trail.streams': ['GET', '/trail/streams', false, false, 'object', 'none'],
  'trail.changes': ['GET', '/trail/changes', false, false, 'object', 'none'],
  'trail.present': ['POST', '/trail/present', false, false, 'object', 'names'],
  'trail.share': ['POST', '/trail/share', true, false, 'object', 'names'],
  'trail.authors': ['GET', '/trail/authors', false, false, 'object', 'none'],
  'trail.prove': ['POST', '/trail/prove', true, false, 'object', 'names'],
  'trail.recovery': ['POST', '/trail/recovery', true, false, 'object', 'names'],
  'proof.key': ['GET', '/proof/key', false, false, 'object', 'none'],
  'proof.checkpoints': ['GET', '/proof/checkpoints', false, false, 'object', 'none'],
  'proof.checkpoint': ['POST', '/proof/checkpoint', false, false, 'object', 'none'],
  'proof.inclusion': ['GET', '/proof/inclusion', false, false, 'object', 'none'],
  'proof.consistency': ['GET', '/proof/consistency', false, false, 'object', 'none'],
  'proof.verify': ['GET', '/proof/verify', false, false, 'object', 'none'],
  'actions.list': ['GET', '/actions', false, true, 'object', 'none'],
  'actions.get': ['GET', '/actions/:name', false, true, 'object', 'none'],
  'trail.erase': ['POST', '/trail/erase', true, false, 'object', 'names'],
  'trail.erase_stream': ['POST', '/trail/erase-stream', true, false, 'object', 'names'],
  'storage.get': ['GET', '/storage', false, false, 'object', 'none'],
  'storage.test': ['POST', '/storage/test', true, false, 'object', 'none'],
  'lab.get': ['GET', '/lab', false, false, 'object', 'none'],
  'lab.runs': ['GET', '/lab/runs', false, false, 'object', 'none'],
  'lab.run': ['GET', '/lab/runs/:name', false, false, 'object', 'none'],
  'lab.start': ['POST', '/lab/runs', true, false, 'object', 'names'],
  'lab.stop': ['POST', '/lab/runs/:name/stop', true, false, 'object', 'none'],
  'lab.resume': ['POST', '/lab/runs/:name/resume', true, false, 'object', 'none'],
  'lab.remove': ['DELETE', '/lab/runs/:name', true, false, 'object', 'none'],
  'lab.case': ['GET', '/lab/runs/:name/case', false, false, 'object', 'none'],
  'lab.replay': ['POST', '/lab/replay', true, false, 'object', 'document'],
  'trail.tombstones': ['GET', '/trail/tombstones', false, false, 'object', 'none'],
  'usage.report': ['POST', '/usage', false, false, 'object', 'names'],
  'usage.get': ['GET', '/usage', false, false, 'object', 'none'],
};

/** How a route is called. */
export function routeCall(id: RouteId): RouteCall {
  const [method, path, writes, usesCluster, answers, takes] = ROWS[id];
  return { method, path, writes, usesCluster, answers, takes };
}
