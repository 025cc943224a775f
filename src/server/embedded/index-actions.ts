import type { JsonObject } from '#domain/json';
import { checkBlocks } from './blocks.ts';
import type { IndexDocument } from './documents.ts';
import { EngineError, illegalArgument, validationFailed } from './engine-error.ts';
import type { EngineContext } from './engine-context.ts';
import { OPEN_ONLY, requestedIndices } from './names.ts';
import type { EngineRequest, Route } from './router.ts';
import { NODE_COUNT } from './version.ts';

const BLOCK_NAMES = ['metadata', 'read', 'read_only', 'write'];

export function indexClosed({ name, uuid }: IndexDocument): EngineError {
  return new EngineError(400, 'index_closed_exception', 'closed', { index_uuid: uuid, index: name });
}

export function shardCounts(indices: readonly IndexDocument[]): JsonObject {
  const primaries = ({ settings }: IndexDocument) => Number(settings['index.number_of_shards']);
  const replicas = ({ settings }: IndexDocument) => Number(settings['index.number_of_replicas']);
  const sum = (count: (index: IndexDocument) => number) => indices.reduce((total, index) => total + count(index), 0);
  return {
    total: sum((index) => primaries(index) * (1 + replicas(index))),
    successful: sum((index) => primaries(index) * (1 + Math.min(replicas(index), NODE_COUNT - 1))),
    failed: 0,
  };
}

/** What is done to indices: open, close, refresh, flush, clear the cache, merge segments. */
export function indexActionRoutes({ state }: EngineContext): readonly Route[] {
  function setState(indices: readonly IndexDocument[], to: IndexDocument['state']): void {
    state.commit(
      indices
        .filter((index) => index.state !== to)
        .map((index) => ({ kind: 'index', name: index.name, value: { ...index, state: to } })),
    );
  }

  function close(request: EngineRequest): JsonObject {
    const indices = requestedIndices(state, request);
    checkBlocks(indices, 'metadata_write');
    for (const { name, dataStream } of indices) {
      const stream = dataStream === null ? undefined : state.dataStreams.get(dataStream);
      if (stream?.indices.at(-1) === name)
        throw illegalArgument(`cannot close the following data stream write indices [${name}]`);
    }
    setState(indices, 'close');
    return {
      acknowledged: true,
      shards_acknowledged: true,
      indices: Object.fromEntries(indices.map(({ name }) => [name, { closed: true }])),
    };
  }

  function open(request: EngineRequest): JsonObject {
    const indices = requestedIndices(state, request);
    checkBlocks(indices, 'metadata_write');
    setState(indices, 'open');
    return { acknowledged: true, shards_acknowledged: true };
  }

  function openIndices(request: EngineRequest): readonly IndexDocument[] {
    const indices = requestedIndices(state, request, OPEN_ONLY);
    for (const index of indices) if (index.state === 'close') throw indexClosed(index);
    return indices;
  }

  const touch = (request: EngineRequest): JsonObject => ({ _shards: shardCounts(openIndices(request)) });

  function forceMerge(request: EngineRequest): JsonObject {
    const text = request.query['max_num_segments'] ?? '1';
    if (!/^-?[0-9]+$/.test(text))
      throw illegalArgument(`Failed to parse int parameter [max_num_segments] with value [${text}]`, {
        type: 'number_format_exception',
        reason: `For input string: "${text}"`,
      });
    const indices = openIndices(request);
    const most = Math.max(1, Number(text));
    const changes = indices.flatMap((index) => {
      const shards = Number(index.settings['index.number_of_shards']);
      const segments = Math.min(index.figures.segments, most * shards);
      if (segments === index.figures.segments && index.figures.deleted === 0) return [];
      return [
        {
          kind: 'index' as const,
          name: index.name,
          value: { ...index, figures: { ...index.figures, segments, deleted: 0 } },
        },
      ];
    });
    state.commit(changes);
    return { _shards: shardCounts(indices) };
  }

  function block(request: EngineRequest): JsonObject {
    const name = request.name(1);
    if (name === 'read_only_allow_delete')
      throw validationFailed('read_only_allow_delete block is for internal use only');
    if (!BLOCK_NAMES.includes(name)) throw illegalArgument(`No block found with name ${name}`);
    const indices = requestedIndices(state, request);
    const setting = `index.blocks.${name}`;
    const added = indices.filter(({ settings }) => settings[setting] !== 'true');
    if (added.length > 0) checkBlocks(indices, 'metadata_write');
    state.commit(
      added.map((index) => ({
        kind: 'index',
        name: index.name,
        value: { ...index, settings: { ...index.settings, [setting]: 'true' } },
      })),
    );
    return {
      acknowledged: true,
      shards_acknowledged: added.length > 0,
      indices: added.map((index) => ({ name: index.name, blocked: true })),
    };
  }

  return [
    { methods: ['PUT'], path: '{}/_block/{}', run: block },
    { methods: ['POST'], path: '{}/_close', run: close },
    { methods: ['POST'], path: '{}/_open', run: open },
    { methods: ['GET', 'POST'], path: '{}/_refresh', run: touch },
    { methods: ['GET', 'POST'], path: '{}/_flush', query: ['force', 'wait_if_ongoing'], run: touch },
    { methods: ['POST'], path: '{}/_cache/clear', query: ['query', 'fielddata', 'request', 'fields'], run: touch },
    {
      methods: ['POST'],
      path: '{}/_forcemerge',
      query: ['max_num_segments', 'only_expunge_deletes', 'flush', 'wait_for_completion'],
      run: forceMerge,
    },
  ];
}
