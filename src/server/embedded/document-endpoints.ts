import { isObject, member, objectMember, type JsonObject, type JsonValue } from '#domain/json';
import { newDataStream } from './data-stream-endpoints.ts';
import type { IndexDocument, StoredSource } from './documents.ts';
import { EngineError, illegalArgument } from './engine-error.ts';
import type { EngineContext } from './engine-context.ts';
import { sourceName } from './engine-state.ts';
import { indexClosed, shardCounts } from './index-actions.ts';
import { newIndex } from './index-creation.ts';
import { meantName, OPEN_ONLY, requestedIndices } from './names.ts';
import { EngineReply, type EngineRequest, type Route } from './router.ts';
import type { Change } from './storage.ts';
import { createsDataStreams, templateFor } from './templates.ts';

const WRITE_QUERY = ['refresh', 'routing', 'op_type', 'require_alias', 'pipeline'];
const MAX_RESULT_WINDOW = 10_000;

/** Documents, as far as a log in an index needs them: written once or again, read, counted, and found by whole values. */
export function documentRoutes(context: EngineContext): readonly Route[] {
  const { state, ids } = context;

  /** Where a document for `name` goes, with what must be made first. @throws EngineError */
  function target(expression: string): { index: IndexDocument; created: readonly Change[] } {
    const name = meantName(expression);
    const known = state.indices.get(name) ?? writeIndexOf(name);
    if (known !== undefined) return { index: known, created: [] };
    const template = templateFor(state, name);
    if (template !== undefined && createsDataStreams(template.template)) {
      const { stream, index } = newDataStream(context, name);
      return {
        index,
        created: [
          { kind: 'data_stream', name, value: stream },
          { kind: 'index', name: index.name, value: index },
        ],
      };
    }
    const index = newIndex(context, name, {});
    return { index, created: [{ kind: 'index', name: index.name, value: index }] };
  }

  function writeIndexOf(name: string): IndexDocument | undefined {
    const stream = state.dataStreams.get(name);
    if (stream !== undefined) return state.indices.get(stream.indices.at(-1) ?? '');
    const names = state.indicesOfAlias(name);
    if (names.length === 0) return undefined;
    const written =
      names.find((index) => state.indices.get(index)?.aliases[name]?.['is_write_index'] === true) ??
      (names.length === 1 ? names[0] : undefined);
    if (written === undefined) {
      throw illegalArgument(
        `no write index is defined for alias [${name}]. The write index may be explicitly disabled using is_write_index=false or the alias points to multiple indices without one being designated as a write index`,
      );
    }
    return state.indices.get(written);
  }

  function write(request: EngineRequest, id: string, isCreation: boolean): EngineReply {
    const source = request.body();
    const { index, created } = target(request.name(0));
    if (index.state === 'close') throw indexClosed(index);
    if (index.settings['index.blocks.write'] === 'true' || index.settings['index.blocks.read_only'] === 'true') {
      throw new EngineError(
        403,
        'cluster_block_exception',
        `index [${index.name}] blocked by: [FORBIDDEN/8/index write (api)];`,
      );
    }
    if (index.dataStream !== null && !isCreation)
      throw illegalArgument(`only write ops with an op_type of create are allowed in data streams`);
    const sources = state.sourcesOf(index);
    const before = sources.get(id);
    if (before !== undefined && isCreation) {
      const reason = `[${id}]: version conflict, document already exists (current version [${before.version}])`;
      throw new EngineError(409, 'version_conflict_engine_exception', reason, {
        index_uuid: index.uuid,
        shard: '0',
        index: index.name,
      });
    }
    const sequence = state.nextSequence(index);
    const stored: StoredSource = { index: index.name, id, sequence, version: (before?.version ?? 0) + 1, source };
    state.commit([...created, { kind: 'document', name: sourceName(index.uuid, id), value: stored }]);
    const { total, successful } = shardCounts([
      { ...index, settings: { ...index.settings, 'index.number_of_shards': '1' } },
    ]) as { total: number; successful: number };
    const body = {
      _index: index.name,
      _id: id,
      _version: stored.version,
      result: before === undefined ? 'created' : 'updated',
      _shards: { total, successful, failed: 0 },
      _seq_no: sequence,
      _primary_term: 1,
    };
    return new EngineReply(before === undefined ? 201 : 200, body);
  }

  function read(request: EngineRequest): JsonValue | EngineReply {
    const [index] = requestedIndices(state, request);
    const stored = index === undefined ? undefined : state.sourcesOf(index).get(request.name(1));
    if (stored === undefined)
      return new EngineReply(404, { _index: index?.name ?? request.name(0), _id: request.name(1), found: false });
    return {
      _index: stored.index,
      _id: stored.id,
      _version: stored.version,
      _seq_no: stored.sequence,
      _primary_term: 1,
      found: true,
      _source: stored.source,
    };
  }

  const open = (request: EngineRequest): readonly IndexDocument[] => {
    const indices = requestedIndices(state, request, OPEN_ONLY);
    for (const index of indices) if (index.state === 'close') throw indexClosed(index);
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
    const found = indices
      .flatMap((index) => [...state.sourcesOf(index).values()])
      .filter(matcherOf(objectMember(body, 'query')));
    if (order.length > 0) found.sort((a, b) => compareBy(order, a, b));
    const after = member(body, 'search_after');
    const rest = Array.isArray(after)
      ? found.filter((stored) => compareValues(order, sortValues(order, stored), after as readonly JsonValue[]) > 0)
      : found;
    const hits = rest.slice(from, from + size).map((stored) => ({
      _index: stored.index,
      _id: stored.id,
      _score: order.length > 0 ? null : 1,
      _source: stored.source,
      _seq_no: stored.sequence,
      ...(order.length > 0 && { sort: sortValues(order, stored) }),
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
      query: WRITE_QUERY,
      run: (request) => write(request, request.name(1), request.query['op_type'] === 'create'),
    },
    { methods: ['POST'], path: '{}/_doc', query: WRITE_QUERY, run: (request) => write(request, ids.next(), true) },
    { methods: ['GET'], path: '{}/_doc/{}', query: ['realtime', 'refresh', 'routing'], run: read },
    { methods: ['GET', 'POST'], path: '{}/_count', run: count },
    {
      methods: ['GET', 'POST'],
      path: '{}/_search',
      query: ['size', 'track_total_hits', 'seq_no_primary_term'],
      run: search,
    },
  ];
}

type Matcher = (stored: StoredSource) => boolean;

/** `match_all`, `term` and `ids` alone, and `bool` filters of them. @throws EngineError for any other */
function matcherOf(query: JsonObject | undefined): Matcher {
  if (query === undefined) return () => true;
  const [entry] = Object.entries(query);
  const [kind, value] = entry ?? ['match_all', {}];
  if (kind === 'match_all') return () => true;
  if (kind === 'bool' && isObject(value)) {
    const filters = [member(value, 'filter'), member(value, 'must')]
      .flatMap((part) => (Array.isArray(part) ? (part as readonly JsonValue[]) : part === undefined ? [] : [part]))
      .filter(isObject)
      .map(matcherOf);
    return (stored) => filters.every((isMeant) => isMeant(stored));
  }
  if (kind === 'term' && isObject(value)) {
    const [field, wanted] = Object.entries(value)[0] ?? ['', null];
    const term = isObject(wanted) ? member(wanted, 'value') : wanted;
    return (stored) => String(valueOf(stored, field)) === String(term);
  }
  if (kind === 'ids' && isObject(value)) {
    const wanted = member(value, 'values');
    return (stored) => Array.isArray(wanted) && wanted.includes(stored.id);
  }
  throw new EngineError(
    400,
    'parsing_exception',
    `unknown query [${kind}]`,
    {},
    {
      type: 'named_object_not_found_exception',
      reason: `unknown field [${kind}]: the sandbox knows match_all, term, ids and bool`,
    },
  );
}

function valueOf(stored: StoredSource, field: string): JsonValue | undefined {
  if (field === '_id') return stored.id;
  if (field === '_seq_no') return stored.sequence;
  let value: JsonValue | undefined = stored.source;
  for (const name of field.split('.')) value = isObject(value) ? member(value, name) : undefined;
  return value;
}

type Order = readonly (readonly [field: string, isDescending: boolean])[];

function sortOf(sort: JsonValue | undefined): Order {
  const items: readonly JsonValue[] = sort === undefined ? [] : Array.isArray(sort) ? sort : [sort];
  return items.flatMap((item): Order => {
    if (typeof item === 'string') return [[item, false]];
    if (!isObject(item)) return [];
    return Object.entries(item).map(
      ([field, how]) => [field, (isObject(how) ? member(how, 'order') : how) === 'desc'] as const,
    );
  });
}

function sortValues(order: Order, stored: StoredSource): readonly JsonValue[] {
  return order.map(([field]) => valueOf(stored, field === '_doc' ? '_seq_no' : field) ?? null);
}

function compareBy(order: Order, a: StoredSource, b: StoredSource): number {
  return compareValues(order, sortValues(order, a), sortValues(order, b));
}

function compareValues(order: Order, a: readonly JsonValue[], b: readonly JsonValue[]): number {
  for (const [at, [, isDescending]] of order.entries()) {
    const [left, right] = [a[at] ?? null, b[at] ?? null];
    if (left === right) continue;
    const isLess = left === null ? false : right === null ? true : left < right;
    return isLess === isDescending ? 1 : -1;
  }
  return 0;
}
