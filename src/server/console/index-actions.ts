import type { Feature } from '#domain/console';
import type { ClusterCall } from '#domain/ports';
import { actOnNames } from './bulk.ts';
import { requireFeature } from './calls.ts';
import type { ConsoleContext, HandlersOf } from './context.ts';
import { standInsAmong } from './exact-names.ts';
import { targets } from './names.ts';

interface Action {
  readonly method: ClusterCall['method'];
  /** Behind the names. */
  readonly path: readonly string[];
  readonly query?: NonNullable<ClusterCall['query']>;
  readonly needs?: Feature;
  readonly timeoutMs?: number;
}

/** Merging a large index takes hours, and its answer comes when it is done. */
const FORCE_MERGE_TIMEOUT_MS = 24 * 60 * 60 * 1_000;

type ActionId =
  | 'indices.close'
  | 'indices.open'
  | 'indices.delete'
  | 'indices.refresh'
  | 'indices.flush'
  | 'indices.clear_cache'
  | 'indices.freeze'
  | 'indices.unfreeze'
  | 'indices.forcemerge';

export const indexActions: HandlersOf<ActionId> = {
  'indices.close': ({ body }, context) => act(context, body.indices, post('_close')),
  'indices.open': ({ body }, context) => act(context, body.indices, post('_open')),
  'indices.delete': ({ body }, context) => act(context, body.indices, { method: 'DELETE', path: [] }),
  'indices.refresh': ({ body }, context) => act(context, body.indices, post('_refresh')),
  'indices.flush': ({ body }, context) => act(context, body.indices, post('_flush')),
  'indices.clear_cache': ({ body }, context) => act(context, body.indices, post('_cache', 'clear')),
  'indices.freeze': ({ body }, context) => act(context, body.indices, { ...post('_freeze'), needs: 'freeze' }),
  'indices.unfreeze': ({ body }, context) => act(context, body.indices, { ...post('_unfreeze'), needs: 'freeze' }),
  'indices.forcemerge': ({ body: { indices, maxNumSegments } }, context) =>
    act(context, indices, {
      ...post('_forcemerge'),
      timeoutMs: FORCE_MERGE_TIMEOUT_MS,
      ...(maxNumSegments !== undefined && { query: { max_num_segments: maxNumSegments } }),
    }),
};

function post(...path: readonly string[]): Action {
  return { method: 'POST', path };
}

async function act(
  context: ConsoleContext,
  indices: readonly string[],
  { method, path, query, needs, timeoutMs }: Action,
) {
  const names = targets(indices);
  if (needs !== undefined) await requireFeature(context, needs);
  const callFor = (some: readonly string[]): ClusterCall => ({
    method,
    path: [some.join(','), ...path],
    ...(query !== undefined && { query }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
  const results = await actOnNames(context, names, callFor, { refusals: (some) => standInsAmong(context, some) });
  return { results: [...results] };
}
