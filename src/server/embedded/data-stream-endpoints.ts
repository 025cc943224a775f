import { isObject, member, objectMember, type JsonObject } from '#domain/json';
import type { DataStreamDocument, IndexDocument } from './documents.ts';
import { EngineError, illegalArgument, noSuchIndex } from './engine-error.ts';
import type { EngineContext } from './engine-context.ts';
import { shardCounts } from './index-actions.ts';
import { indexOf } from './index-creation.ts';
import { countsOf, healthOf, sizeText } from './listing.ts';
import { expansionOf, isWildcard, matchesPattern, nameProblem, OPEN_ONLY } from './names.ts';
import type { EngineRequest, Route } from './router.ts';
import { composed, createsDataStreams, mergeOver, templateFor, type Composed } from './templates.ts';

/** What a lifecycle may hold (Elasticsearch 9.2). */
const LIFECYCLE_MEMBERS = ['data_retention', 'enabled', 'downsampling', 'downsampling_method', 'frozen_after'];
const TIME = /^[0-9]+(?:nanos|micros|ms|s|m|h|d)$/;

/** A data stream that is made or grown, and its new index. */
interface Rollover {
  readonly stream: DataStreamDocument;
  readonly index: IndexDocument;
}

/** The stream that a name gets from its template. @throws EngineError */
export function newDataStream(context: EngineContext, name: string): Rollover {
  const { state } = context;
  if (name !== name.toLowerCase()) throw illegalArgument(`data_stream [${name}] must be lowercase`);
  const problem = nameProblem(name) ?? (name.startsWith('.ds-') ? "must not start with '.ds-'" : null);
  if (problem !== null) throw new EngineError(400, 'illegal_argument_exception', `data_stream [${name}] ${problem}`);
  if (state.dataStreams.has(name))
    throw new EngineError(400, 'resource_already_exists_exception', `data_stream [${name}] already exists`);
  if (state.indices.has(name) || state.indicesOfAlias(name).length > 0)
    throw new EngineError(
      400,
      'illegal_state_exception',
      `data stream [${name}] conflicts with ${state.indices.has(name) ? 'index' : 'alias'}`,
    );
  const found = templateFor(state, name);
  if (found === undefined || !createsDataStreams(found.template))
    throw illegalArgument(`no matching index template found for data stream [${name}]`);
  const options = objectMember(found.template, 'data_stream') ?? {};
  const lifecycle = objectMember(objectMember(found.template, 'template') ?? {}, 'lifecycle');
  const stream: DataStreamDocument = {
    name,
    template: found.name,
    generation: 0,
    indices: [],
    hidden: member(options, 'hidden') === true,
    isSystem: false,
    lifecycle: lifecycle === undefined ? null : { enabled: true, ...lifecycle },
  };
  return withRollover(context, stream);
}

/** The stream with one more index, which is written to from then on. @throws EngineError */
export function withRollover(context: EngineContext, stream: DataStreamDocument): Rollover {
  const template = templateFor(context.state, stream.name, stream.hidden)?.template;
  if (template === undefined || !createsDataStreams(template))
    throw illegalArgument(`no matching index template found for data stream [${stream.name}]`);
  const generation = stream.generation + 1;
  const day = context.clock.now().slice(0, 10).replaceAll('-', '.');
  const name = `.ds-${stream.name}-${day}-${String(generation).padStart(6, '0')}`;
  const index = indexOf(context, name, withTimestamp(composed(context.state, template)), { dataStream: stream.name });
  return { stream: { ...stream, generation, indices: [...stream.indices, name] }, index };
}

/** Every document of a stream has a time; the templates may say more about it. */
function withTimestamp(parts: Composed): Composed {
  const bare: Composed = {
    ...parts,
    mappings: { _data_stream_timestamp: { enabled: true }, properties: { '@timestamp': { type: 'date' } } },
    aliases: {},
  };
  return { ...mergeOver(bare, { mappings: parts.mappings }), settings: parts.settings };
}

/** A lifecycle as it is answered. The sandbox has no retention for all streams, so that of the stream is in force. */
function withRetentionInForce(lifecycle: JsonObject): JsonObject {
  const retention = member(lifecycle, 'data_retention');
  if (member(lifecycle, 'enabled') === false || typeof retention !== 'string') return lifecycle;
  return { ...lifecycle, effective_retention: retention, retention_determined_by: 'data_stream_configuration' };
}

/** Data streams, their backing indices, statistics and lifecycle. */
export function dataStreamRoutes(context: EngineContext): readonly Route[] {
  const { state } = context;

  /** @throws EngineError for a name that is none */
  function resolveTargets(request: EngineRequest): readonly DataStreamDocument[] {
    const expression = request.names.length === 0 ? '*' : request.name(0);
    const parts = expression.split(',');
    for (const part of parts) if (!isWildcard(part) && !state.dataStreams.has(part)) throw noSuchIndex(part);
    const { hidden } = expansionOf(request, OPEN_ONLY);
    const isMeant = (stream: DataStreamDocument) =>
      parts.some((part) => part === stream.name || (matchesPattern(part, stream.name) && (hidden || !stream.hidden)));
    return state.dataStreams
      .names()
      .map((name) => state.dataStreams.get(name) as DataStreamDocument)
      .filter(isMeant);
  }

  function backing({ indices }: DataStreamDocument): readonly IndexDocument[] {
    return indices.flatMap((name) => state.indices.get(name) ?? []);
  }

  function toResponse(stream: DataStreamDocument): JsonObject {
    const { name, generation, hidden, isSystem, lifecycle } = stream;
    const indices = backing(stream);
    // Engines look it up whenever they are asked.
    const found = templateFor(state, name, hidden);
    const body = found?.template;
    const meta = body && objectMember(body, '_meta');
    const policy = body && composed(state, body).settings['index.lifecycle.name'];
    const manager =
      policy !== undefined ? 'Index Lifecycle Management' : lifecycle === null ? 'Unmanaged' : 'Data stream lifecycle';
    return {
      name,
      timestamp_field: { name: '@timestamp' },
      indices: indices.map((index) => ({
        index_name: index.name,
        index_uuid: index.uuid,
        prefer_ilm: true,
        managed_by: manager,
      })),
      generation,
      ...(meta !== undefined && { _meta: meta }),
      status: indices.some((index) => healthOf(index) === 'yellow') ? 'YELLOW' : 'GREEN',
      template: found?.name ?? stream.template,
      ...(lifecycle !== null && { lifecycle: withRetentionInForce(lifecycle) }),
      ...(policy !== undefined && { ilm_policy: policy }),
      next_generation_managed_by: manager,
      prefer_ilm: true,
      hidden,
      system: isSystem,
      allow_custom_routing: false,
      replicated: false,
      rollover_on_write: false,
    };
  }

  function create(request: EngineRequest): JsonObject {
    const { stream, index } = newDataStream(context, request.name(0));
    state.commit([
      { kind: 'data_stream', name: stream.name, value: stream },
      { kind: 'index', name: index.name, value: index },
    ]);
    return { acknowledged: true };
  }

  function remove(request: EngineRequest): JsonObject {
    const streams = resolveTargets(request);
    state.commit(
      streams.flatMap((stream) => [
        { kind: 'data_stream' as const, name: stream.name },
        ...backing(stream).flatMap((index) => state.deletionOf(index)),
      ]),
    );
    return { acknowledged: true };
  }

  function stats(request: EngineRequest): JsonObject {
    const streams = resolveTargets(request);
    const rows = streams.map((stream) => {
      const indices = backing(stream);
      const bytes = indices.reduce((sum, index) => sum + countsOf(state, index).totalBytes, 0);
      return {
        data_stream: stream.name,
        backing_indices: indices.length,
        store_size: sizeText(bytes),
        store_size_bytes: bytes,
        maximum_timestamp: newest(indices),
      };
    });
    const total = rows.reduce((sum, row) => sum + row.store_size_bytes, 0);
    return {
      _shards: shardCounts(streams.flatMap(backing)),
      data_stream_count: rows.length,
      backing_indices: rows.reduce((sum, row) => sum + row.backing_indices, 0),
      total_store_size: sizeText(total),
      total_store_size_bytes: total,
      data_streams: rows,
    };
  }

  function newest(indices: readonly IndexDocument[]): number {
    let latest = 0;
    for (const index of indices) {
      if (index.figures.documents > 0) latest = Math.max(latest, Number(index.settings['index.creation_date']));
      for (const { source } of state.sourcesOf(index).values()) {
        const time = Date.parse(String(isObject(source) ? (member(source, '@timestamp') ?? '') : ''));
        if (time > latest) latest = time;
      }
    }
    return latest;
  }

  const lifecycles = (request: EngineRequest): JsonObject => ({
    data_streams: resolveTargets(request).map(({ name, lifecycle }) => ({
      name,
      ...(lifecycle !== null && { lifecycle: withRetentionInForce(lifecycle) }),
    })),
    global_retention: {},
  });

  function setLifecycle(request: EngineRequest, lifecycleOf: () => JsonObject | null): JsonObject {
    const lifecycle = lifecycleOf();
    state.commit(
      resolveTargets(request).map((stream) => ({
        kind: 'data_stream',
        name: stream.name,
        value: { ...stream, lifecycle },
      })),
    );
    return { acknowledged: true };
  }

  function parsedLifecycle(body: JsonObject): JsonObject {
    for (const [key, value] of Object.entries(body)) {
      if (!LIFECYCLE_MEMBERS.includes(key))
        throw new EngineError(400, 'x_content_parse_exception', `[lifecycle] unknown field [${key}]`);
      if (key === 'data_retention' && !TIME.test(String(value))) {
        const reason = `failed to parse setting [data_retention] with value [${String(value)}] as a time value: unit is missing or unrecognized`;
        throw new EngineError(
          400,
          'x_content_parse_exception',
          '[lifecycle] failed to parse field [data_retention]',
          {},
          { type: 'illegal_argument_exception', reason },
        );
      }
    }
    return { enabled: true, ...body };
  }

  const read = (request: EngineRequest): JsonObject => ({ data_streams: resolveTargets(request).map(toResponse) });
  return [
    { methods: ['GET'], path: '_data_stream', query: ['verbose'], run: read },
    { methods: ['GET'], path: '_data_stream/{}', query: ['verbose'], run: read },
    { methods: ['PUT'], path: '_data_stream/{}', run: create },
    { methods: ['DELETE'], path: '_data_stream/{}', run: remove },
    { methods: ['GET'], path: '_data_stream/_stats', run: stats },
    { methods: ['GET'], path: '_data_stream/{}/_stats', run: stats },
    { methods: ['GET'], path: '_data_stream/{}/_lifecycle', run: lifecycles },
    {
      methods: ['PUT'],
      path: '_data_stream/{}/_lifecycle',
      run: (request) => setLifecycle(request, () => parsedLifecycle(request.anyBody() ?? {})),
    },
    { methods: ['DELETE'], path: '_data_stream/{}/_lifecycle', run: (request) => setLifecycle(request, () => null) },
  ];
}
