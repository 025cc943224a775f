import type { JsonObject } from '#domain/json';
import { checkBlocks } from './blocks.ts';
import type { IndexDocument } from './documents.ts';
import { illegalArgument, isWriteIndex, matchesAlias, noSuchIndex } from './engine-error.ts';
import type { EngineContext } from './engine-context.ts';
import { newIndex } from './index-creation.ts';
import { invalidIndexName, isWildcard, meantName, requestedIndices, resolveIndices } from './names.ts';
import type { EngineRequest, Route } from './router.ts';
import { writtenSettings } from './settings.ts';

/** Create, read and delete indices. */
export function indexRoutes(context: EngineContext): readonly Route[] {
  const { state } = context;

  function create(request: EngineRequest): JsonObject {
    const index = newIndex(context, request.name(0), request.anyBody() ?? {});
    state.commit([{ kind: 'index', name: index.name, value: index }]);
    return { acknowledged: true, shards_acknowledged: true, index: index.name };
  }

  function read(request: EngineRequest): JsonObject {
    if (request.name(0).startsWith('_') && request.name(0) !== '_all')
      throw invalidIndexName(request.name(0), "must not start with '_'.");
    const isFlat = request.is('flat_settings');
    const indices = requestedIndices(state, request);
    checkBlocks(indices, 'metadata_read');
    return Object.fromEntries(indices.map((index) => [index.name, toResponse(index, isFlat)]));
  }

  function remove(request: EngineRequest): JsonObject {
    const expression = request
      .name(0)
      .split(',')
      .map((name) => meantName(state, name))
      .join(',');
    // action.destructive_requires_name, as it stands by default.
    if (expression.split(',').some(isWildcard))
      throw illegalArgument('Wildcard expressions or all indices are not allowed');
    for (const name of expression.split(','))
      if (!state.indices.has(name)) refuseDeletion(name, request.is('ignore_unavailable'));
    const indices = resolveIndices(state, expression, {
      withoutAliases: true,
      withoutDataStreams: true,
      ignoreUnavailable: true,
    });
    for (const { name, dataStream } of indices) {
      const backing = dataStream === null ? undefined : state.dataStreams.get(dataStream)?.indices;
      if (backing?.at(-1) === name) throw isWriteIndex(name, String(dataStream));
    }
    checkBlocks(indices, 'delete');
    const gone = new Set(indices.map(({ name }) => name));
    const streams = [...state.dataStreams.values()]
      .filter((stream) => stream.indices.some((name) => gone.has(name)))
      .map((stream) => ({
        kind: 'data_stream' as const,
        name: stream.name,
        value: { ...stream, indices: stream.indices.filter((name) => !gone.has(name)) },
      }));
    state.commit([...indices.flatMap((index) => state.deletionOf(index)), ...streams]);
    return { acknowledged: true };
  }

  function refuseDeletion(name: string, isIgnored: boolean): void {
    if (state.indicesOfAlias(name).length > 0) {
      throw matchesAlias(name);
    }
    if (isIgnored) return;
    throw noSuchIndex(name);
  }

  return [
    { methods: ['PUT'], path: '{}', run: create },
    { methods: ['GET'], path: '{}', query: ['features'], run: read },
    { methods: ['DELETE'], path: '{}', run: remove },
  ];
}

function toResponse({ settings, mappings, aliases, dataStream }: IndexDocument, isFlat: boolean): JsonObject {
  return {
    aliases,
    mappings,
    settings: writtenSettings(settings, isFlat),
    ...(dataStream !== null && { data_stream: dataStream }),
  };
}
