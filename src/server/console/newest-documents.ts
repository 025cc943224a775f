import { findNodeAtLocation, parseTree, type Node } from 'jsonc-parser';
import { isArray, isObject, member, objectMember, type JsonObject, type JsonValue } from '#domain/json';
import { ClusterError, type ClusterCall } from '#domain/ports';
import { modeIn } from '#domain/template';
import { asString, bodyText, objectsIn } from './calls.ts';
import type { ConsoleContext } from './context.ts';
import { RequestError } from './errors.ts';
import { readOfIndex } from './one-index.ts';
import { readObject } from './read-object.ts';
import { wholeSource } from './whole-source.ts';

/** How many documents are read at a time. */
const PAGE = 200;
/** The setting of how many hits a search may have, and its default: so many without `_source` are read at a time. */
const RESULT_WINDOW = 'index.max_result_window';
const HIT_PAGE = 10_000;

/** The settings of an index by their dotted names. */
export async function flatSettings(context: ConsoleContext, index: string): Promise<JsonObject> {
  const response = await readOfIndex(context, index, ['_settings'], { flat_settings: true });
  return objectMember(response, 'settings') ?? {};
}

/** Why documents of an index can't be read as they were sent. */
interface SourceFault {
  readonly why: string;
  /** Whether they can be read at all. */
  readonly isReadable: boolean;
}

/** What keeps the documents of an index from being read as they were sent, by its mappings and flat settings. */
export function sourceFault(mappings: JsonObject, settings: JsonObject): SourceFault | undefined {
  const source = objectMember(mappings, '_source') ?? {};
  const indexMode = modeIn(settings);
  const mode = (
    asString(member(settings, 'index.mapping.source.mode')) ??
    asString(member(source, 'mode')) ??
    (indexMode === 'logsdb' || indexMode === 'time_series' ? 'synthetic' : 'stored')
  ).toLowerCase();
  if (isOneOf(member(source, 'enabled'), false, 'false') || mode === 'disabled')
    return { why: 'Its _source is disabled, so its documents can’t be read.', isReadable: false };
  if (mode === 'synthetic' || isOneOf(member(settings, 'index.derived_source.enabled'), true, 'true'))
    return { why: 'Its _source is synthetic, so its documents can’t be read as they were sent.', isReadable: true };
  if (['includes', 'excludes'].some((part) => hasNames(member(source, part))))
    return {
      why: 'Its _source includes only some fields, so its documents can’t be read as they were sent.',
      isReadable: true,
    };
  return undefined;
}

/** Engines take and give booleans as text, too. */
function isOneOf(value: unknown, ...values: readonly unknown[]): boolean {
  return values.includes(value);
}

function hasNames(names: unknown): boolean {
  return typeof names === 'string' || (isArray(names) && names.length > 0);
}

/** A choice of documents: at most `size` of an index with these flat settings. */
interface Sample {
  readonly index: string;
  readonly settings: JsonObject;
  readonly size: number;
}

/** How many hits a search of an index may have. */
function pageOf(settings: JsonObject, size: number): number {
  const window = Number(member(settings, RESULT_WINDOW) ?? HIT_PAGE);
  return window >= 1 ? Math.min(size, window) : size;
}

/** Documents of a sample by their IDs, in its order, and how many documents the index has. */
interface Sampled {
  readonly ids: readonly string[];
  /** By ID: the higher, the later a document was written to its shard. */
  readonly sequence: ReadonlyMap<string, number>;
  readonly total: number;
}

/** The documents that were written last, newest first. */
export function newestDocuments(context: ConsoleContext, sample: Sample): Promise<Sampled> {
  return sampled(context, sample, [{ _seq_no: 'desc' }, { _score: 'desc' }]);
}

/** The sample of an index is the same until it is written to, so that edits are compared on the same documents. */
const SEED = 1;

/** Documents in random order, so that the first of them are a random sample, too. */
export function randomDocuments(context: ConsoleContext, sample: Sample): Promise<Sampled> {
  return sampled(context, sample, [{ _score: 'desc' }, { _seq_no: 'desc' }]);
}

/**
 * Shards number their documents each from 0. The random score tells those of one number apart, as it goes by the shard,
 * too; so a page continues right behind the one before, without a scroll or a point in time.
 */
async function sampled(
  context: ConsoleContext,
  { index, settings, size }: Sample,
  sort: readonly JsonObject[],
): Promise<Sampled> {
  const functions = [{ random_score: { seed: SEED, field: '_seq_no' } }];
  const search = { query: { function_score: { functions } }, sort: [...sort], _source: false };
  const sequence = new Map<string, number>();
  const at = sort.findIndex((criterion) => '_seq_no' in criterion);
  let found = 0;
  for await (const { hits, total } of searchPages(context, index, search, { limit: size, settings })) {
    for (const hit of hits) {
      const id = asString(member(hit, '_id'));
      const values = member(hit, 'sort');
      const number = isArray(values) ? Number(values[at] ?? 0) : 0;
      if (id !== undefined && !sequence.has(id)) sequence.set(id, number);
    }
    found ||= total;
  }
  return { ids: [...sequence.keys()], sequence, total: found };
}

interface HitPage {
  readonly hits: readonly JsonObject[];
  /** How many documents match; 0 but for the first page, which alone counts them. */
  readonly total: number;
}

/** Hits in the order of the `sort` of a search, which has to tell all apart; not more than `limit` of them. */
export async function* searchPages(
  context: ConsoleContext,
  index: string,
  search: JsonObject,
  { limit = Infinity, settings = {} }: { readonly limit?: number; readonly settings?: JsonObject } = {},
): AsyncGenerator<HitPage> {
  let after: JsonValue | undefined;
  for (let left = limit; left > 0;) {
    const size = Math.min(pageOf(settings, HIT_PAGE), left);
    const isFirst = after === undefined;
    const call = searching(index, {
      ...{ ...search, size, track_total_hits: isFirst },
      ...(after !== undefined && { search_after: after }),
    });
    const response = await readObject(context.cluster.gateway, { ...call, signal: context.signal });
    const hits = hitsIn(response);
    yield { hits, total: isFirst ? totalOf(objectMember(response, 'hits') ?? {}) : 0 };
    const last = hits.at(-1);
    after = last && member(last, 'sort');
    if (hits.length < size || after === undefined) return;
    left -= size;
  }
}

/** A search of all shards of an index: a part of the documents would be no sample. */
function searching(index: string, body: JsonObject): ClusterCall {
  return {
    method: 'POST',
    path: [index, '_search'],
    query: { allow_partial_search_results: false },
    body: bodyText(body),
    isReading: true,
    isConfidential: true,
  };
}

function hitsIn(response: JsonObject): readonly JsonObject[] {
  return objectsIn(member(objectMember(response, 'hits') ?? {}, 'hits'));
}

/** How many documents a search has found, by the `hits` of its response. */
export function totalOf(hits: JsonObject): number {
  const total = member(hits, 'total');
  const value = isObject(total) ? member(total, 'value') : total;
  return typeof value === 'number' ? value : 0;
}

/** Some hits of a search, each with its `_source`, and the text of the response that they are in. */
interface DocumentPage {
  readonly hits: readonly Node[];
  readonly text: string;
}

/** Reads the documents with these IDs page by page; those that were deleted meanwhile are left out. */
export async function* documentPages(
  context: ConsoleContext,
  index: string,
  ids: readonly string[],
  settings: JsonObject,
): AsyncGenerator<DocumentPage> {
  const page = pageOf(settings, PAGE);
  for (let at = 0; at < ids.length; at += page) yield* documentsOf(context, index, ids.slice(at, at + page));
}

/** One page; several where one response can't hold all. */
async function* documentsOf(
  context: ConsoleContext,
  index: string,
  ids: readonly string[],
): AsyncGenerator<DocumentPage> {
  let text: string;
  try {
    const { engine } = await context.cluster.capabilities();
    const call = searching(index, {
      ...{ size: ids.length, track_total_hits: false, query: { ids: { values: [...ids] } } },
      ...wholeSource(engine),
    });
    text = (await context.cluster.gateway.send(call)).body;
  } catch (error) {
    if (ids.length === 1 || !(error instanceof ClusterError) || error.fault !== 'too_large') throw error;
    const middle = ids.length >> 1;
    yield* documentsOf(context, index, ids.slice(0, middle));
    yield* documentsOf(context, index, ids.slice(middle));
    return;
  }
  const tree = parseTree(text, [], { disallowComments: true });
  const hits = tree && findNodeAtLocation(tree, ['hits', 'hits'])?.children;
  if (hits === undefined) throw new RequestError(502, 'The cluster answered a search with something else.');
  if (hits.some((hit) => findNodeAtLocation(hit, ['_source']) === undefined))
    throw new RequestError(409, `The documents of "${index}" can’t be read: one of them has no _source.`, { index });
  yield { hits, text };
}
