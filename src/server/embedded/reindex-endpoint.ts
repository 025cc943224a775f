import { member, objectMember, type JsonObject, type JsonValue } from '#domain/json';
import { checkBlocks } from './blocks.ts';
import { madeDocuments, withCopy, type MadeDocument, type MadeDocuments } from './copied-documents.ts';
import { matcherOf } from './document-query.ts';
import { checkWritable, documentChange, storedSource, versionConflict, writeTarget } from './document-writes.ts';
import type { IndexDocument, StoredSource } from './documents.ts';
import { EngineError, illegalArgument, validationFailed } from './engine-error.ts';
import type { EngineContext } from './engine-context.ts';
import { indexClosed } from './index-actions.ts';
import { meantName, OPEN_ONLY, resolveIndices } from './names.ts';
import { EngineReply, type EngineRequest, type Route } from './router.ts';
import type { Change } from './storage.ts';
import { taskName, type TaskWork } from './tasks.ts';
import { listedTasks, notRunning, parsedTask } from './task-endpoints.ts';
import { NODE_ID } from './version.ts';
import { textsIn } from './templates.ts';

const DEFAULT_BATCH = 1_000;
const MAX_BATCH = 10_000;
/** The default of `index.max_slices_per_scroll`. */
const MAX_SLICES = 1_024;
/** Maximum number of document failures in a response; an engine returns those of one batch. */
const MAX_FAILURES = 1_000;
const MEMBERS = ['source', 'dest', 'conflicts', 'max_docs', 'size', 'script'];
const SOURCE_MEMBERS = ['index', 'query', 'size', '_source', 'sort', 'slice', 'remote'];
const DEST_MEMBERS = ['index', 'op_type', 'version_type', 'routing', 'pipeline'];

interface Wanted {
  readonly source: readonly string[];
  readonly dest: string;
  readonly query: JsonObject | undefined;
  readonly isCreation: boolean;
  readonly proceeds: boolean;
  readonly batch: number;
  readonly maxDocs: number;
  readonly perSecond: number;
}

/** Documents copied from indices into another, at once or as a task. */
export function reindexRoutes(context: EngineContext): readonly Route[] {
  function reindex(request: EngineRequest): JsonObject | EngineReply {
    const wanted = parsed(request);
    if (!request.is('wait_for_completion', true)) return { task: context.tasks.start(reindexWork(context, wanted)) };
    const work = reindexWork(context, wanted);
    while (work.step() !== null);
    const { throttled: _throttled, throttled_until: _until, ...response } = work.response();
    return new EngineReply(work.failureStatus() ?? 200, response);
  }

  const query = [
    'wait_for_completion',
    'requests_per_second',
    'slices',
    'refresh',
    'scroll',
    'max_docs',
    'require_alias',
  ];
  return [
    { methods: ['POST'], path: '_reindex', query, run: reindex },
    { methods: ['POST'], path: '_reindex/{}/_rethrottle', query: ['requests_per_second'], run: rethrottle },
  ];

  function rethrottle(request: EngineRequest): JsonObject {
    const { node, id } = parsedTask(request.name(0));
    const text = request.query['requests_per_second'];
    if (text === undefined) throw illegalArgument('requests_per_second is a required parameter');
    const limit = perSecond(text);
    const running = node === NODE_ID ? context.tasks.get(id) : undefined;
    if (running === undefined || !context.tasks.rethrottle(running, limit)) return notRunning(node, id, 'is missing');
    return listedTasks([[taskName(id), context.tasks.toResponse(running)]]);
  }

  /** @throws EngineError for what no engine takes, and for what the sandbox has not */
  function parsed(request: EngineRequest): Wanted {
    const body = request.body();
    const unknown = Object.keys(body).find((key) => !MEMBERS.includes(key));
    if (unknown !== undefined) throw fieldUnknown('reindex', unknown);
    const [source, dest] = [objectMember(body, 'source') ?? {}, objectMember(body, 'dest') ?? {}];
    const odd = Object.keys(source).find((key) => !SOURCE_MEMBERS.includes(key));
    if (odd !== undefined)
      throw fieldFailed('reindex', 'source', {
        type: 'parsing_exception',
        reason: `Unknown key for a VALUE in [${odd}].`,
      });
    const strange = Object.keys(dest).find((key) => !DEST_MEMBERS.includes(key));
    if (strange !== undefined)
      throw fieldFailed('reindex', 'dest', {
        type: 'x_content_parse_exception',
        reason: `[dest] unknown field [${strange}]`,
      });
    for (const key of ['slice', 'remote', 'sort', '_source'])
      if (member(source, key) !== undefined) throw illegalArgument(`the sandbox has no [source.${key}] in a reindex`);
    for (const key of ['script'])
      if (member(body, key) !== undefined) throw illegalArgument('the sandbox has no scripts');
    for (const key of ['version_type', 'pipeline', 'routing'])
      if (member(dest, key) !== undefined) throw illegalArgument(`the sandbox has no [dest.${key}] in a reindex`);
    const conflicts = String(member(body, 'conflicts') ?? 'abort');
    if (conflicts !== 'abort' && conflicts !== 'proceed')
      throw fieldFailed('reindex', 'conflicts', {
        type: 'illegal_argument_exception',
        reason: `conflicts may only be "proceed" or "abort" but was [${conflicts}]`,
      });
    const opType = String(member(dest, 'op_type') ?? 'index');
    if (opType !== 'index' && opType !== 'create')
      throw fieldFailed('reindex', 'dest', {
        type: 'illegal_argument_exception',
        reason: `opType must be 'create' or 'index', found: [${opType}]`,
      });
    const name = member(dest, 'index');
    const indices = textsIn(member(source, 'index')).flatMap((text) => text.split(','));
    if (indices.length === 0) throw validationFailed('use _all if you really want to copy from all existing indexes');
    if (typeof name !== 'string' || name === '') throw validationFailed('index must be specified');
    checkSlices(request.query['slices']);
    return {
      source: indices,
      dest: name,
      query: objectMember(source, 'query'),
      isCreation: opType === 'create',
      proceeds: conflicts === 'proceed',
      batch: positive(member(source, 'size') ?? DEFAULT_BATCH, 'size', MAX_BATCH),
      maxDocs: positive(member(body, 'max_docs') ?? request.query['max_docs'] ?? Number.MAX_SAFE_INTEGER, 'max_docs'),
      perSecond: perSecond(request.query['requests_per_second']),
    };
  }
}

/** The sandbox writes on one thread: more slices are taken, and copied one after the other as one. */
function checkSlices(text: string | undefined): void {
  if (text === undefined || text === 'auto') return;
  const problem = `[slices] must be a positive integer or the string "auto", but was [${text}]`;
  if (!/^-?[0-9]+$/.test(text))
    throw illegalArgument(problem, { type: 'number_format_exception', reason: `For input string: "${text}"` });
  if (Number(text) < 1) throw illegalArgument(problem);
  if (Number(text) > MAX_SLICES)
    throw illegalArgument(
      `The number of slices [${text}] is too large. It must be less than [${MAX_SLICES}]. This limit can be set by changing the [index.max_slices_per_scroll] index level setting.`,
    );
}

function positive(value: JsonValue, name: string, most = Number.MAX_SAFE_INTEGER): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1 || number > most)
    throw illegalArgument(`[${name}] parameter must be greater than 0, found [${String(value)}]`);
  return number;
}

/** Documents in a second; Infinity where it is not throttled. */
function perSecond(text: string | undefined): number {
  if (text === undefined || text === '-1' || text === 'unlimited') return Number.POSITIVE_INFINITY;
  const number = Number(text);
  const problem = '[requests_per_second] must be a float greater than 0. Use -1 to disable throttling.';
  if (text === '') throw illegalArgument(problem, { type: 'number_format_exception', reason: 'empty String' });
  if (Number.isNaN(number))
    throw illegalArgument(problem, { type: 'number_format_exception', reason: `For input string: "${text}"` });
  if (!(number > 0)) throw illegalArgument(problem);
  return number;
}

interface ReindexWork extends TaskWork {
  /** The HTTP status that the failures of documents make; undefined without any. */
  failureStatus(): number | undefined;
}

interface Failure {
  readonly index: string;
  readonly id: string;
  readonly error: EngineError;
}

/** A copy in batches. The source is as it was when the first batch began. */
function reindexWork(context: EngineContext, wanted: Wanted): ReindexWork {
  const { state, clock } = context;
  const startedAt = Date.parse(clock.now());
  const counts = { total: 0, created: 0, updated: 0, batches: 0, version_conflicts: 0, throttled_millis: 0 };
  const failures: Failure[] = [];
  let rest: Iterator<Item> | undefined;
  let done = 0;
  let waitsUntil = 0;
  let perSecond = wanted.perSecond;

  function start(): Iterator<Item> {
    const indices = resolveIndices(state, wanted.source.join(','), { expansion: OPEN_ONLY });
    for (const index of indices) if (index.state === 'close') throw indexClosed(index);
    if (indices.some(({ name }) => name === destination()))
      throw validationFailed(`reindex cannot write into an index its reading from [${wanted.dest}]`);
    checkBlocks(indices, 'read');
    const isMeant = matcherOf(wanted.query);
    const sources = indices.flatMap((index) => [...state.sourcesOf(index).values()].filter(isMeant));
    // A query finds only documents that were really put in.
    const made = wanted.query === undefined ? indices.flatMap(madeDocuments) : [];
    counts.total = Math.min(wanted.maxDocs, sources.length + made.reduce((sum, { count }) => sum + count, 0));
    return itemsOf(sources, made);
  }

  /** Undefined if the name can't be written to: then each document fails. */
  function destination(): string | undefined {
    try {
      return writeTarget(context, wanted.dest).index.name;
    } catch (error) {
      if (error instanceof EngineError) return undefined;
      throw error;
    }
  }

  function step(): number | null {
    rest ??= start();
    const size = Math.min(wanted.batch, counts.total - done);
    if (size <= 0) return null;
    const batch = Array.from({ length: size }, () => rest?.next().value as Item);
    done += size;
    counts.batches++;
    writeBatch(batch);
    if (failures.length > 0 || done >= counts.total) return null;
    const waitMs = Number.isFinite(perSecond) ? Math.ceil((size / perSecond) * 1_000) : 0;
    counts.throttled_millis += waitMs;
    waitsUntil = Date.parse(clock.now()) + waitMs;
    return Math.min(waitMs, MAX_TIMER_MS);
  }

  /** A wait becomes shorter in proportion, and never longer, as on an engine. */
  function rethrottle(next: number): number {
    const leftMs = Math.max(0, waitsUntil - Date.parse(clock.now()));
    const waitMs = Number.isFinite(next) ? Math.ceil(leftMs * Math.min(1, perSecond / next)) : 0;
    perSecond = next;
    waitsUntil = Date.parse(clock.now()) + waitMs;
    return Math.min(waitMs, MAX_TIMER_MS);
  }

  /** All documents of a batch that can be written, in one step of the storage. */
  function writeBatch(batch: readonly Item[]): void {
    const changes = new Map<string, Change>();
    let index: IndexDocument | undefined;
    let sequence = 0;
    const fail = (id: string, error: unknown) => {
      if (!(error instanceof EngineError)) throw error;
      if (error.status === 409) counts.version_conflicts++;
      const isTold = error.status !== 409 || !wanted.proceeds;
      if (isTold && failures.length < MAX_FAILURES) failures.push({ index: meantName(state, wanted.dest), id, error });
    };
    for (const item of batch) {
      const id = 'source' in item ? item.source.id : `${item.origin}-${item.at}`;
      try {
        if (index === undefined) {
          const target = writeTarget(context, wanted.dest);
          checkWritable(target.index, wanted.isCreation);
          state.commit(target.created);
          index = target.index;
          sequence = state.nextSequence(index);
        }
        if ('source' in item) {
          const before = state.sourcesOf(index).get(id);
          const stored = storedSource(index, id, item.source.source, {
            before,
            sequence,
            isCreation: wanted.isCreation,
          });
          sequence++;
          const change = documentChange(index, stored);
          changes.set(change.name, change);
          counts[before === undefined ? 'created' : 'updated']++;
        } else {
          const isThere = item.at < (index.copied?.[item.origin] ?? 0);
          if (isThere && wanted.isCreation) throw versionConflict(index, id, 1);
          if (!isThere) index = withCopy(index, item);
          counts[isThere ? 'updated' : 'created']++;
        }
      } catch (error) {
        fail(id, error);
      }
    }
    if (index !== undefined) state.commit([...changes.values(), { kind: 'index', name: index.name, value: index }]);
  }

  const status = (): JsonObject => ({
    total: counts.total,
    updated: counts.updated,
    created: counts.created,
    deleted: 0,
    batches: counts.batches,
    version_conflicts: counts.version_conflicts,
    noops: 0,
    retries: { bulk: 0, search: 0 },
    throttled_millis: counts.throttled_millis,
    requests_per_second: Number.isFinite(perSecond) ? perSecond : -1,
    throttled_until_millis: Math.max(0, waitsUntil - Date.parse(clock.now())),
  });

  return {
    action: 'indices:data/write/reindex',
    description: `reindex from [${wanted.source.join(', ')}] to [${wanted.dest}]`,
    status,
    step,
    rethrottle,
    response: (canceled) => ({
      took: Date.parse(clock.now()) - startedAt,
      timed_out: false,
      ...status(),
      throttled: '0s',
      throttled_until: '0s',
      ...(canceled !== undefined && { canceled }),
      failures: failures.map(({ index, id, error }) => ({
        index,
        id,
        cause: { type: error.type, reason: error.reason, ...error.more },
        status: error.status,
      })),
    }),
    failureStatus: () => (failures.length === 0 ? undefined : Math.max(...failures.map(({ error }) => error.status))),
  };
}

/** The longest that a timer can wait, in ms. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * A document to be copied: one that was put in, or one of those that an index was made with, which are only counted.
 */
type Item = { readonly source: StoredSource } | MadeDocument;

function* itemsOf(sources: readonly StoredSource[], made: readonly MadeDocuments[]): Generator<Item> {
  for (const source of sources) yield { source };
  for (const { origin, count, bytes } of made) for (let at = 0; at < count; at++) yield { origin, at, bytes };
}

function fieldUnknown(where: string, field: string): EngineError {
  return new EngineError(400, 'x_content_parse_exception', `[1:1] [${where}] unknown field [${field}]`);
}

function fieldFailed(
  where: string,
  field: string,
  cause: { readonly type: string; readonly reason: string },
): EngineError {
  return new EngineError(
    400,
    'x_content_parse_exception',
    `[1:1] [${where}] failed to parse field [${field}]`,
    {},
    cause,
  );
}
