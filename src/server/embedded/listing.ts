import type { JsonObject, MutableJsonObject } from '#domain/json';
import { checkBlocks } from './blocks.ts';
import type { IndexDocument } from './documents.ts';
import { noSuchIndex } from './engine-error.ts';
import type { EngineContext } from './engine-context.ts';
import type { EngineState } from './engine-state.ts';
import {
  expansionOf,
  isHidden,
  isWildcard,
  matchesPattern,
  OPEN_AND_CLOSED,
  OPEN_ONLY,
  requestedIndices,
  resolveIndices,
} from './names.ts';
import type { EngineRequest, Route } from './router.ts';
import { NODE_COUNT, nodeName } from './version.ts';

export function healthOf({ settings }: IndexDocument): 'green' | 'yellow' {
  return Number(settings['index.number_of_replicas']) >= NODE_COUNT ? 'yellow' : 'green';
}

/** Documents and bytes of an index: what it was made with, and what was put into it. */
export function countsOf(
  state: EngineState,
  index: IndexDocument,
): { documents: number; bytes: number; totalBytes: number } {
  const { size } = state.sourcesOf(index);
  const bytes = index.figures.bytes + size * BYTES_PER_DOCUMENT;
  const copies = 1 + Math.min(Number(index.settings['index.number_of_replicas']), NODE_COUNT - 1);
  return { documents: index.figures.documents + size, bytes, totalBytes: bytes * copies };
}

const BYTES_PER_DOCUMENT = 412;

const DEFAULT_COLUMNS = [
  'health',
  'status',
  'index',
  'uuid',
  'pri',
  'rep',
  'docs.count',
  'docs.deleted',
  'store.size',
  'pri.store.size',
  'dataset.size',
];
const SHORT_COLUMNS: Readonly<Record<string, string>> = {
  h: 'health',
  s: 'status',
  i: 'index',
  idx: 'index',
  id: 'uuid',
  p: 'pri',
  'shards.primary': 'pri',
  r: 'rep',
  'shards.replica': 'rep',
  dc: 'docs.count',
  docsCount: 'docs.count',
  dd: 'docs.deleted',
  docsDeleted: 'docs.deleted',
  ss: 'store.size',
  storeSize: 'store.size',
  cd: 'creation.date',
};

/** What lists indices: `_cat/indices` and `_resolve/index`. */
export function listingRoutes({ state }: EngineContext): readonly Route[] {
  function catIndices(request: EngineRequest, expression: string): readonly JsonObject[] {
    const indices = resolveIndices(state, expression, { expansion: expansionOf(request, OPEN_AND_CLOSED) });
    checkBlocks(indices, 'metadata_read');
    const columns = request.query['h']?.split(',') ?? DEFAULT_COLUMNS;
    const isExact = request.query['bytes'] === 'b';
    const size = (bytes: number) => (isExact ? String(bytes) : sizeText(bytes));
    const value = (
      index: IndexDocument,
      figures: ReturnType<typeof countsOf> | undefined,
      column: string,
    ): string | null | undefined => {
      switch (Object.hasOwn(SHORT_COLUMNS, column) ? SHORT_COLUMNS[column] : column) {
        case 'health':
          return healthOf(index);
        case 'status':
          return index.state;
        case 'index':
          return index.name;
        case 'uuid':
          return index.uuid;
        case 'pri':
          return String(index.settings['index.number_of_shards']);
        case 'rep':
          return String(index.settings['index.number_of_replicas']);
        case 'creation.date':
          return String(index.settings['index.creation_date']);
        case 'docs.count':
          return figures === undefined ? null : String(figures.documents);
        case 'docs.deleted':
          return figures === undefined ? null : String(index.figures.deleted);
        case 'store.size':
          return figures === undefined ? null : size(figures.totalBytes);
        case 'pri.store.size':
        case 'dataset.size':
          return figures === undefined ? null : size(figures.bytes);
        case 'sth':
          return 'false';
        default:
          return undefined;
      }
    };
    return indices.map((index) => {
      const row: MutableJsonObject = {};
      const figures = index.state === 'open' ? countsOf(state, index) : undefined;
      for (const column of columns) {
        const text = value(index, figures, column);
        if (text !== undefined) row[column] = text;
      }
      return row;
    });
  }

  function resolve(request: EngineRequest): JsonObject {
    const expansion = expansionOf(request, OPEN_ONLY);
    const parts = request.name(0).split(',');
    const isIgnored = request.is('ignore_unavailable');
    const known = (name: string) =>
      state.indices.has(name) || state.dataStreams.has(name) || state.indicesOfAlias(name).length > 0;
    for (const part of parts) if (!isWildcard(part) && !known(part) && !isIgnored) throw noSuchIndex(part);
    const isNamed = (name: string) => parts.some((part) => matchesPattern(part, name));
    // Names of aliases and data streams stand for themselves here, not for their indices.
    const indices = resolveIndices(state, request.name(0), {
      expansion,
      withoutAliases: true,
      withoutDataStreams: true,
      ignoreUnavailable: true,
    });
    const streams = state.dataStreams
      .names()
      .filter(
        (name) =>
          isNamed(name) && (expansion.hidden || parts.includes(name) || state.dataStreams.get(name)?.hidden !== true),
      );
    return {
      indices: indices.map(resolved),
      aliases: state
        .aliasNames()
        .filter(isNamed)
        .map((name) => ({ name, indices: state.indicesOfAlias(name) })),
      data_streams: streams.map((name) => ({
        name,
        backing_indices: state.dataStreams.get(name)?.indices ?? [],
        timestamp_field: '@timestamp',
      })),
    };
  }

  return [
    { methods: ['GET'], path: '_cat/indices', query: CAT_QUERY, run: (request) => catIndices(request, '*') },
    {
      methods: ['GET'],
      path: '_cat/indices/{}',
      query: CAT_QUERY,
      run: (request) => catIndices(request, request.name(0)),
    },
    {
      methods: ['GET'],
      path: '_cat/shards/{}',
      query: CAT_QUERY,
      run: (request) => catShards(requestedIndices(state, request)),
    },
    {
      methods: ['GET'],
      path: '_cat/nodes',
      query: CAT_QUERY,
      run: () => Array.from({ length: NODE_COUNT }, (_, node) => ({ name: nodeName(node), 'node.role': 'dim' })),
    },
    { methods: ['GET'], path: '_resolve/index/{}', query: ['mode'], run: resolve },
  ];
}

const CAT_QUERY = ['h', 'bytes', 's', 'v', 'time', 'health', 'pri', 'include_unloaded_segments'];

/** Primaries stand on the first node, replicas on those behind it. */
function catShards(indices: readonly IndexDocument[]): readonly JsonObject[] {
  return indices.flatMap(({ name, settings, state }) => {
    if (state === 'close') return [];
    const copies = 1 + Number(settings['index.number_of_replicas']);
    return Array.from({ length: Number(settings['index.number_of_shards']) }, (_, shard) =>
      Array.from({ length: copies }, (__, copy) => ({
        index: name,
        shard: String(shard),
        prirep: copy === 0 ? 'p' : 'r',
        state: copy < NODE_COUNT ? 'STARTED' : 'UNASSIGNED',
        node: copy < NODE_COUNT ? nodeName(copy) : null,
      })),
    ).flat();
  });
}

function resolved(index: IndexDocument): JsonObject {
  const { name, aliases, state, dataStream, isSystem } = index;
  const attributes = [
    state === 'open' ? 'open' : 'closed',
    ...(isHidden(index) ? ['hidden'] : []),
    ...(isSystem ? ['system'] : []),
  ];
  const names = Object.keys(aliases).sort();
  return {
    name,
    ...(names.length > 0 && { aliases: names }),
    attributes,
    ...(dataStream !== null && { data_stream: dataStream }),
    mode: index.settings['index.mode'] ?? 'standard',
  };
}

export function sizeText(bytes: number): string {
  const units = ['b', 'kb', 'mb', 'gb', 'tb'];
  let [value, unit] = [bytes, 0];
  while (value >= 1024 && unit < units.length - 1) [value, unit] = [value / 1024, unit + 1];
  return `${unit === 0 ? value : Number(value.toFixed(1))}${units[unit] as string}`;
}
