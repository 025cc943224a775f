import type { Feature, IndexActionId } from '#domain/console';
import { indexActionCall } from '#domain/index-operations';
import { member, parseJson } from '#domain/json';
import type { ClusterCall } from '#domain/ports';
import { DELETE, did, INDICES } from './action-words.ts';
import { actOnNames } from './bulk.ts';
import { objectsIn, requireFeature } from './calls.ts';
import type { ConsoleContext, FacetsOf, HandlersOf } from './context.ts';
import { standInsAmong } from './exact-names.ts';
import { deleted, each, indexOf, orNull, type LookUp } from './look-ups.ts';
import { targets } from './names.ts';
import { ofNames } from './outcomes.ts';

interface ActionOptions {
  readonly needs?: Feature;
  readonly timeoutMs?: number;
  readonly maxNumSegments?: number | undefined;
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
  'indices.close': ({ body }, context) => act(context, 'close', body.indices),
  'indices.open': ({ body }, context) => act(context, 'open', body.indices),
  'indices.delete': ({ body }, context) => act(context, 'delete', body.indices),
  'indices.refresh': ({ body }, context) => act(context, 'refresh', body.indices),
  'indices.flush': ({ body }, context) => act(context, 'flush', body.indices),
  'indices.clear_cache': ({ body }, context) => act(context, 'clear_cache', body.indices),
  'indices.freeze': ({ body }, context) => act(context, 'freeze', body.indices, { needs: 'freeze' }),
  'indices.unfreeze': ({ body }, context) => act(context, 'unfreeze', body.indices, { needs: 'freeze' }),
  'indices.forcemerge': ({ body: { indices, maxNumSegments } }, context) =>
    act(context, 'force_merge', indices, { timeoutMs: FORCE_MERGE_TIMEOUT_MS, maxNumSegments }),
};

export const indexActionFacets: FacetsOf<ActionId> = {
  'indices.close': { outcome: ofNames, words: did(['Close', 'Closed'], INDICES), lookUp: stateIs('close') },
  'indices.open': { outcome: ofNames, words: did(['Open', 'Opened'], INDICES), lookUp: stateIs('open') },
  'indices.delete': { outcome: ofNames, words: did(DELETE, INDICES), lookUp: deleted(indexOf, 'Index') },
  'indices.refresh': { outcome: ofNames, words: did(['Refresh', 'Refreshed'], INDICES) },
  'indices.flush': { outcome: ofNames, words: did(['Flush', 'Flushed'], INDICES) },
  'indices.clear_cache': { outcome: ofNames, words: did(['Clear', 'Cleared'], { one: 'cache of', many: 'caches of' }) },
  'indices.freeze': { outcome: ofNames, words: did(['Freeze', 'Froze'], INDICES) },
  'indices.unfreeze': { outcome: ofNames, words: did(['Unfreeze', 'Unfroze'], INDICES) },
  'indices.forcemerge': { outcome: ofNames, words: did(['Force merge', 'Force merged'], INDICES) },
};

async function act(
  context: ConsoleContext,
  action: IndexActionId,
  indices: readonly string[],
  { needs, timeoutMs, maxNumSegments }: ActionOptions = {},
) {
  const names = targets(indices);
  if (needs !== undefined) await requireFeature(context, needs);
  const callFor = (some: readonly string[]): ClusterCall => ({
    ...indexActionCall(action, some, { maxNumSegments }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
  const results = await actOnNames(context, names, callFor, { refusals: (some) => standInsAmong(context, some) });
  return { results: [...results] };
}

function stateIs(wanted: 'open' | 'close'): LookUp {
  return ({ names }, gateway) =>
    each(names, async (name) => {
      const query = { format: 'json', h: 'index,status', expand_wildcards: 'all' };
      const rows = await orNull(async () =>
        parseJson((await gateway.send({ method: 'GET', path: ['_cat', 'indices', name], query })).body),
      );
      const row = objectsIn(rows ?? undefined).find((each) => member(each, 'index') === name);
      if (row === undefined) return { found: 'unknown', note: `Index "${name}" does not exist.` };
      const status = member(row, 'status');
      const word = status === 'close' ? 'closed' : 'open';
      return { found: status === wanted ? 'done' : 'failed', note: `Index "${name}" is ${word}.` };
    });
}
