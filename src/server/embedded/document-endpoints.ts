import { isArray, member, objectMember, type JsonObject, type JsonValue } from '#domain/json';
import { checkBlocks } from './blocks.ts';
import { compareValues, matcherOf, scoreOf, sortOf, sortValues, valueOf } from './document-query.ts';
import { checkCondition, checkWritable, documentChange, storedSource, writeTarget } from './document-writes.ts';
import type { IndexDocument, StoredSource } from './documents.ts';
import { illegalArgument, validationFailed } from './engine-error.ts';
import type { EngineContext } from './engine-context.ts';
import { sourceName } from './engine-state.ts';
import { indexClosed, shardCounts } from './index-actions.ts';
import { ignoredIn, indexAfter } from './mapped-document.ts';
import { OPEN_ONLY, requestedIndices } from './names.ts';
import { EngineReply, type EngineRequest, type Route } from './router.ts';

const WRITE_QUERY = ['refresh', 'routing', 'op_type', 'require_alias', 'pipeline'];
const CONDITION_QUERY = ['if_seq_no', 'if_primary_term'];
const MAX_RESULT_WINDOW = 10_000;

/**
 * Documents, as far as a log in an index and a trial need them: written once or again, read, counted, and found by
 * whole values and words.
 */
export function documentRoutes(context: EngineContext): readonly Route[] {
  const { state, ids } = context;

  function write(request: EngineRequest, id: string, isCreation: boolean): EngineReply {
    const source = request.body();
    const { index, created } = writeTarget(context, request.name(0));
    checkWritable(index, isCreation);
    const mapped = indexAfter(index, source, request.query['routing']);
    const before = state.sourcesOf(index).get(id);
    checkCondition(index, id, before, request.query);
    const sequence = state.nextSequence(index);
    const stored = storedSource(index, id, source, { before, sequence, isCreation });
    const grown = mapped === index ? [] : [{ kind: 'index' as const, name: index.name, value: mapped }];
    state.commit([...created, ...grown, documentChange(index, stored)]);
    const result = before === undefined ? 'created' : 'updated';
    return new EngineReply(before === undefined ? 201 : 200, written(index, stored, result));
  }

  function remove(request: EngineRequest): EngineReply {
    const { index } = writeTarget(context, request.name(0));
    checkWritable(index, false);
    const before = state.sourcesOf(index).get(request.name(1));
    if (before !== undefined) state.commit([{ kind: 'document', name: sourceName(index.uuid, before.id) }]);
    const sequence = state.nextSequence(index);
    const gone = { id: request.name(1), version: (before?.version ?? 0) + 1, sequence };
    return new EngineReply(
      before === undefined ? 404 : 200,
      written(index, gone, before === undefined ? 'not_found' : 'deleted'),
    );
  }

  function written(
    index: IndexDocument,
    { id, version, sequence }: Pick<StoredSource, 'id' | 'version' | 'sequence'>,
    result: string,
  ): JsonObject {
    const { total, successful } = shardCounts([
      { ...index, settings: { ...index.settings, 'index.number_of_shards': '1' } },
    ]) as { total: number; successful: number };
    return {
      _index: index.name,
      _id: id,
      _version: version,
      result,
      _shards: { total, successful, failed: 0 },
      _seq_no: sequence,
      _primary_term: 1,
    };
  }

  const gotten = (index: string, id: string, stored: StoredSource | undefined): JsonObject =>
    stored === undefined
      ? { _index: index, _id: id, found: false }
      : {
          _index: stored.index,
          _id: stored.id,
          _version: stored.version,
          _seq_no: stored.sequence,
          _primary_term: 1,
          found: true,
          _source: stored.source,
        };

  function read(request: EngineRequest): JsonValue | EngineReply {
    const [index] = requestedIndices(state, request);
    if (index !== undefined) checkBlocks([index], 'read');
    const stored = index === undefined ? undefined : state.sourcesOf(index).get(request.name(1));
    const response = gotten(index?.name ?? request.name(0), request.name(1), stored);
    return stored === undefined ? new EngineReply(404, response) : response;
  }

  function readMany(request: EngineRequest): JsonObject {
    const [index] = requestedIndices(state, request);
    if (index !== undefined) checkBlocks([index], 'read');
    const ids = member(request.body(), 'ids');
    if (!isArray(ids) || ids.length === 0) throw validationFailed('no documents to get');
    return {
      docs: ids.map((id) => gotten(index?.name ?? '', String(id), index && state.sourcesOf(index).get(String(id)))),
    };
  }

  const open = (request: EngineRequest): readonly IndexDocument[] => {
    const indices = requestedIndices(state, request, OPEN_ONLY);
    for (const index of indices) if (index.state === 'close') throw indexClosed(index);
    checkBlocks(indices, 'read');
    return indices;
  };

  function count(request: EngineRequest): JsonObject {
    const indices = open(request);
    const query = objectMember(request.anyBody() ?? {}, 'query');
    const made = query === undefined ? indices.reduce((sum, index) => sum + index.figures.documents, 0) : 0;
    const found = indices.reduce(
      (sum, index) => sum + [...state.sourcesOf(index).values()].filter(matcherOf(query)).length,
      0,
    );
    return { count: made + found, _shards: { ...shardCounts(indices), skipped: 0 } };
  }

  const fieldOf = (stored: StoredSource, field: string) =>
    field === '_ignored'
      ? member(ignoredOf(state.indices.get(stored.index), stored), '_ignored')
      : valueOf(stored, field);

  function search(request: EngineRequest): JsonObject {
    const indices = open(request);
    const body = request.anyBody() ?? {};
    const [size, from] = [
      Number(member(body, 'size') ?? request.query['size'] ?? 10),
      Number(member(body, 'from') ?? 0),
    ];
    if (size + from > MAX_RESULT_WINDOW)
      throw illegalArgument(
        `Result window is too large, from + size must be less than or equal to: [${MAX_RESULT_WINDOW}] but was [${size + from}].`,
      );
    const order = sortOf(member(body, 'sort'));
    const query = objectMember(body, 'query');
    const score = scoreOf(query);
    const found = indices
      .flatMap((index) => [...state.sourcesOf(index).values()])
      .filter(matcherOf(query, fieldOf))
      .map((stored) => ({ stored, sort: sortValues(order, stored, score) }));
    if (order.length > 0) found.sort((a, b) => compareValues(order, a.sort, b.sort));
    const after = member(body, 'search_after');
    const rest = isArray(after) ? found.filter(({ sort }) => compareValues(order, sort, after) > 0) : found;
    const hasFields = member(body, 'fields') !== undefined;
    const hits = rest.slice(from, from + size).map(({ stored, sort }) => ({
      _index: stored.index,
      _id: stored.id,
      _score: order.length > 0 ? null : 1,
      ...(hasFields && ignoredOf(state.indices.get(stored.index), stored)),
      ...(member(body, 'version') === true && { _version: stored.version }),
      ...(member(body, '_source') !== false && { _source: stored.source }),
      _seq_no: stored.sequence,
      ...(order.length > 0 && { sort }),
    }));
    return {
      took: 0,
      timed_out: false,
      _shards: { ...shardCounts(indices), skipped: 0 },
      hits: {
        total: { value: found.length, relation: 'eq' },
        max_score: order.length > 0 || hits.length === 0 ? null : 1,
        hits,
      },
    };
  }

  return [
    {
      methods: ['PUT', 'POST'],
      path: '{}/_create/{}',
      query: WRITE_QUERY,
      run: (request) => write(request, request.name(1), true),
    },
    {
      methods: ['PUT', 'POST'],
      path: '{}/_doc/{}',
      query: [...WRITE_QUERY, ...CONDITION_QUERY],
      run: (request) => write(request, request.name(1), request.query['op_type'] === 'create'),
    },
    { methods: ['POST'], path: '{}/_doc', query: WRITE_QUERY, run: (request) => write(request, ids.next(), true) },
    { methods: ['GET'], path: '{}/_doc/{}', query: ['realtime', 'refresh', 'routing'], run: read },
    { methods: ['DELETE'], path: '{}/_doc/{}', query: WRITE_QUERY, run: remove },
    { methods: ['GET', 'POST'], path: '{}/_mget', query: ['realtime', 'refresh', 'routing'], run: readMany },
    { methods: ['GET', 'POST'], path: '{}/_count', run: count },
    {
      methods: ['GET', 'POST'],
      path: '{}/_search',
      query: ['size', 'track_total_hits', 'seq_no_primary_term', 'allow_partial_search_results'],
      run: search,
    },
  ];
}

/** Asked for together with `fields` only: each document is read again for it. */
function ignoredOf(index: IndexDocument | undefined, { source }: StoredSource): JsonObject {
  const ignored = index === undefined ? [] : ignoredIn(index, source);
  return ignored.length === 0 ? {} : { _ignored: ignored };
}
