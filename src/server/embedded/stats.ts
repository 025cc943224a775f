import type { JsonObject } from '#domain/json';
import { checkBlocks } from './blocks.ts';
import type { IndexDocument } from './documents.ts';
import type { EngineContext } from './engine-context.ts';
import type { EngineState } from './engine-state.ts';
import { indexClosed, shardCounts } from './index-actions.ts';
import { countsOf, healthOf } from './listing.ts';
import { OPEN_ONLY, requestedIndices, resolveIndices } from './names.ts';
import type { EngineRequest, Route } from './router.ts';
import { NODE_COUNT } from './version.ts';

/**
 * The statistics of indices. Operation counters are derived from the documents, since the sandbox neither indexes nor
 * searches.
 */
export function statsRoutes({ state }: EngineContext): readonly Route[] {
  function toResponse(indices: readonly IndexDocument[]): JsonObject {
    for (const index of indices) if (index.state === 'close') throw indexClosed(index);
    checkBlocks(indices, 'metadata_read');
    const rows = indices.map((index) => ({ index, ...statsOf(state, index) }));
    const all = (part: 'primaries' | 'total') =>
      rows.reduce<JsonObject>((sum, row) => added(sum, row[part]), statsFrom(EMPTY));
    return {
      _shards: shardCounts(indices),
      _all: { primaries: all('primaries'), total: all('total') },
      indices: Object.fromEntries(
        rows.map(({ index, primaries, total }) => [
          index.name,
          { uuid: index.uuid, health: healthOf(index), status: index.state, primaries, total },
        ]),
      ),
    };
  }

  const every = () => resolveIndices(state, '*', { expansion: { open: true, closed: false, hidden: true } });
  const named = (request: EngineRequest) => requestedIndices(state, request, OPEN_ONLY);
  const query = ['level', 'metric', 'include_segment_file_sizes', 'forbid_closed_indices'];
  return [
    { methods: ['GET'], path: '_stats', query, run: () => toResponse(every()) },
    { methods: ['GET'], path: '{}/_stats', query, run: (request) => toResponse(named(request)) },
    // The metrics that are asked for and the others.
    { methods: ['GET'], path: '{}/_stats/{}', query, run: (request) => toResponse(named(request)) },
  ];
}

interface Basis {
  readonly documents: number;
  readonly deleted: number;
  readonly bytes: number;
  readonly segments: number;
  readonly shards: number;
}

const EMPTY: Basis = { documents: 0, deleted: 0, bytes: 0, segments: 0, shards: 0 };

function statsOf(state: EngineState, index: IndexDocument): { primaries: JsonObject; total: JsonObject } {
  const { documents, bytes } = countsOf(state, index);
  const { deleted, segments } = index.figures;
  const shards = Number(index.settings['index.number_of_shards']);
  const copies = 1 + Math.min(Number(index.settings['index.number_of_replicas']), NODE_COUNT - 1);
  const basis: Basis = { documents, deleted, bytes, segments, shards };
  const times = {
    documents: documents * copies,
    deleted: deleted * copies,
    bytes: bytes * copies,
    segments: segments * copies,
    shards: shards * copies,
  };
  return { primaries: statsFrom(basis), total: statsFrom(times) };
}

function statsFrom({ documents, deleted, bytes, segments, shards }: Basis): JsonObject {
  const refreshes = Math.ceil(documents / 500);
  return {
    docs: { count: documents, deleted, total_size_in_bytes: bytes },
    shard_stats: { total_count: shards },
    store: { size_in_bytes: bytes, total_data_set_size_in_bytes: bytes, reserved_in_bytes: 0 },
    indexing: {
      index_total: documents + deleted,
      index_time_in_millis: Math.ceil(documents / 40),
      index_current: 0,
      index_failed: 0,
      delete_total: deleted,
      delete_time_in_millis: 0,
      delete_current: 0,
      noop_update_total: 0,
      is_throttled: false,
      throttle_time_in_millis: 0,
      write_load: 0,
    },
    get: {
      total: 0,
      time_in_millis: 0,
      exists_total: 0,
      exists_time_in_millis: 0,
      missing_total: 0,
      missing_time_in_millis: 0,
      current: 0,
    },
    search: {
      open_contexts: 0,
      query_total: Math.ceil(documents / 100),
      query_time_in_millis: Math.ceil(documents / 60),
      query_current: 0,
      fetch_total: Math.ceil(documents / 120),
      fetch_time_in_millis: Math.ceil(documents / 400),
      fetch_current: 0,
      scroll_total: 0,
      scroll_time_in_millis: 0,
      scroll_current: 0,
      suggest_total: 0,
      suggest_time_in_millis: 0,
      suggest_current: 0,
    },
    merges: {
      current: 0,
      current_docs: 0,
      current_size_in_bytes: 0,
      total: Math.floor(refreshes / 10),
      total_time_in_millis: refreshes,
      total_docs: deleted,
      total_size_in_bytes: deleted * 400,
      total_stopped_time_in_millis: 0,
      total_throttled_time_in_millis: 0,
      total_auto_throttle_in_bytes: 20_971_520 * shards,
    },
    refresh: {
      total: refreshes,
      total_time_in_millis: refreshes * 3,
      external_total: refreshes,
      external_total_time_in_millis: refreshes * 3,
      listeners: 0,
    },
    flush: {
      total: shards,
      periodic: 0,
      total_time_in_millis: shards,
      total_time_excluding_waiting_on_lock_in_millis: shards,
    },
    warmer: { current: 0, total: refreshes, total_time_in_millis: 0 },
    query_cache: {
      memory_size_in_bytes: 0,
      total_count: 0,
      hit_count: 0,
      miss_count: 0,
      cache_size: 0,
      cache_count: 0,
      evictions: 0,
    },
    fielddata: { memory_size_in_bytes: 0, evictions: 0, global_ordinals: { build_time_in_millis: 0 } },
    completion: { size_in_bytes: 0 },
    segments: {
      count: segments,
      memory_in_bytes: 0,
      terms_memory_in_bytes: 0,
      stored_fields_memory_in_bytes: 0,
      norms_memory_in_bytes: 0,
      points_memory_in_bytes: 0,
      doc_values_memory_in_bytes: 0,
      index_writer_memory_in_bytes: 0,
      version_map_memory_in_bytes: 0,
      fixed_bit_set_memory_in_bytes: 0,
      max_unsafe_auto_id_timestamp: -1,
      file_sizes: {},
    },
    translog: {
      operations: 0,
      size_in_bytes: 55 * shards,
      uncommitted_operations: 0,
      uncommitted_size_in_bytes: 55 * shards,
      earliest_last_modified_age: 0,
    },
    request_cache: { memory_size_in_bytes: 0, evictions: 0, hit_count: 0, miss_count: 0 },
    recovery: { current_as_source: 0, current_as_target: 0, throttle_time_in_millis: 0 },
    bulk: {
      total_operations: 0,
      total_time_in_millis: 0,
      total_size_in_bytes: 0,
      avg_time_in_millis: 0,
      avg_size_in_bytes: 0,
    },
  };
}

function added(a: JsonObject, b: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(a).map(([key, value]) => {
      const other = b[key];
      if (typeof value === 'number' && typeof other === 'number') return [key, value < 0 ? value : value + other];
      return [
        key,
        typeof value === 'object' && value !== null && !Array.isArray(value)
          ? added(value as JsonObject, (other ?? {}) as JsonObject)
          : value,
      ];
    }),
  );
}
