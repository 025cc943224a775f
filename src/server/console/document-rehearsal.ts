import { isArray, member, objectMember, valueAt, type JsonObject } from '#domain/json';
import { scratchDefinition } from '#domain/mapping';
import { ClusterError, requestOf, type ClusterCall } from '#domain/ports';
import { MAX_REHEARSAL_GROUPS, type RouteAnswer } from '#domain/wire';
import { did } from './action-words.ts';
import { bulkLines } from './bulk-lines.ts';
import { asString, objectsIn } from './calls.ts';
import type { ConsoleContext, FacetsOf, HandlersOf, OpenCluster } from './context.ts';
import { addedFields, mappingsOf } from './document-trials.ts';
import { requireRoom } from './disk-room.ts';
import { indexToRead } from './documents.ts';
import { RequestError } from './errors.ts';
import { missingParts } from './missing-parts.ts';
import { target } from './names.ts';
import {
  documentPages,
  flatSettings,
  newestDocuments,
  randomDocuments,
  searchPages,
  sourceFault,
} from './newest-documents.ts';
import { ofScratchTest } from './outcomes.ts';
import { readObject } from './read-object.ts';
import { refusalReason } from './refusal-reason.ts';
import type { ScratchIndices } from './scratch.ts';

type Answer = RouteAnswer<'documents.rehearse'>;
type Rehearsed = Answer['before'];

/** Length of a bulk request in characters, unless it is a single document. */
const MAX_BULK_LENGTH = 5_000_000;
/** How long a scratch index may take to be merged. */
const MERGE_MS = 10 * 60_000;
/** Statuses of a document that the cluster could not index now, whatever its mappings. */
const BUSY: readonly unknown[] = [429, 503];

export const documentRehearsalFacets: FacetsOf<'documents.rehearse'> = {
  'documents.rehearse': {
    outcome: ({ before, after }) => ofScratchTest(before.isRemoved ? after : before),
    words: did(['Rehearse', 'Rehearsed'], 'a mapping on documents of'),
  },
};

/** What mappings would make of the documents that an index has, compared with what its own make of them. */
export function documentRehearsal(
  scratch: ScratchIndices,
  hasDocuments: boolean,
): HandlersOf<'documents.rehearse' | 'documents.rehearsal'> {
  const running = new Map<string, Progress>();
  return {
    'documents.rehearsal': async ({ params: { name }, query: { id } }, { cluster }) => {
      const progress = running.get(keyOf(cluster, target(name), id));
      return { ...(progress !== undefined && { progress }) };
    },
    'documents.rehearse': async ({ params: { name }, body }, context) => {
      const index = await indexToRead(context, name, hasDocuments);
      const mappings = await mappingsOf(context, index);
      const settings = await flatSettings(context, index);
      requireSource(index, mappings, settings);
      const { sample = 'newest' } = body;
      const isRandom = sample === 'random';
      const choose = isRandom ? randomDocuments : newestDocuments;
      const { ids, total } = await choose(context, index, body.documents);
      if (ids.length === 0)
        throw new RequestError(
          409,
          `Nothing was created: "${index}" has no documents. Refresh the index if they are new.`,
        );
      await requireRoom(context, { index, total, documents: ids.length, indices: 2 });
      const parts = isRandom ? nestedParts(ids) : [ids];
      await scratch.removeLeftovers(context.cluster);
      const within = <T>(used: JsonObject, run: (name: string) => Promise<T>) =>
        scratch.use(context, rehearsalDefinition(settings, used), run);
      const key = body.id === undefined ? undefined : keyOf(context.cluster, name, body.id);
      const onProgress = (done: number) => {
        if (key !== undefined) running.set(key, { done, total: ids.length });
      };
      onProgress(0);
      const before = await within(mappings, (current) =>
        within(body.mappings, (drafted) => rehearse(context, { index, parts, current, drafted, onProgress })),
      ).finally(() => key !== undefined && running.delete(key));
      const after = before.value;
      const { documents, sizes } = after.value;
      return {
        ...{ sample, total, documents },
        ...(isRandom && sizes !== undefined && { sizes: [...sizes] }),
        before: { index: before.name, ...after.value.before, isRemoved: before.isRemoved },
        after: { index: after.name, ...after.value.after, isRemoved: after.isRemoved },
      };
    },
  };
}

/** How many documents of a sample are indexed in both scratch indices. */
interface Progress {
  readonly done: number;
  readonly total: number;
}

function keyOf({ entry }: OpenCluster, name: string, id: string): string {
  return JSON.stringify([entry.id, name, id]);
}

function rehearsalDefinition(given: JsonObject, mappings: JsonObject): JsonObject {
  const definition = scratchDefinition(given, mappings);
  const settings = objectMember(definition, 'settings') ?? {};
  // It is refreshed once it is filled, and its size is read right afterwards: engines keep one for 10 s.
  const own = { 'index.refresh_interval': '-1', 'index.store.stats_refresh_interval': '0s' };
  return { ...definition, settings: { ...settings, ...own } };
}

/** @throws RequestError where the documents of an index can't be indexed once more as they were sent */
function requireSource(index: string, mappings: JsonObject, settings: JsonObject): void {
  const why =
    sourceFault(mappings, settings)?.why ??
    (asString(member(settings, 'index.mode')) === 'time_series'
      ? 'It is a time series index, which makes the IDs of documents.'
      : undefined);
  if (why !== undefined)
    throw new RequestError(409, `Nothing was created: a change of "${index}" can’t be rehearsed. ${why}`, { index });
}

/** The first quarter, the second, and the other half, which come to samples of three sizes, each within the next. */
function nestedParts(ids: readonly string[]): readonly (readonly string[])[] {
  const [quarter, half] = [Math.ceil(ids.length / 4), Math.ceil(ids.length / 2)];
  return [ids.slice(0, quarter), ids.slice(quarter, half), ids.slice(half)].filter(({ length }) => length > 0);
}

interface Places {
  /** The index whose documents are read. */
  readonly index: string;
  /** The IDs of the documents; sizes are measured after each part. */
  readonly parts: readonly (readonly string[])[];
  /** The scratch indices. */
  readonly current: string;
  readonly drafted: string;
  /** Called with how many documents are in both. */
  readonly onProgress: (done: number) => void;
}

type Measured = Omit<Rehearsed, 'index' | 'isRemoved'>;

interface RehearsedDocuments {
  readonly documents: number;
  /** After each part; absent where one is not known. */
  readonly sizes: Answer['sizes'];
  readonly before: Measured;
  readonly after: Measured;
}

/** Reads each document once and indexes it in both scratch indices. */
async function rehearse(
  context: ConsoleContext,
  { index, parts, current, drafted, onProgress }: Places,
): Promise<RehearsedDocuments> {
  const sides = [await emptyTally(context, current), await emptyTally(context, drafted)] as const;
  const sizes: { readonly documents: number; readonly before?: number; readonly after?: number }[] = [];
  let documents = 0;
  for (const ids of parts) {
    for await (const { hits, text } of documentPages(context, index, ids)) {
      documents += hits.length;
      for (const part of bulkBodies(hits.map((hit) => bulkLines(hit, text)))) {
        // What is under way on a scratch index is awaited: it would create the index again after it was deleted.
        if (context.signal.aborted) throw new RequestError(499, 'The rehearsal was cancelled.');
        for (const side of sides) await indexInto(context, side, part);
      }
      onProgress(documents);
    }
    if (ids !== parts.at(-1)) sizes.push({ documents, ...(await sizesOf(context, sides)) });
  }
  const [before, after] = [await measured(context, sides[0]), await measured(context, sides[1])];
  sizes.push({
    documents,
    ...(before.sizeBytes !== undefined && { before: before.sizeBytes }),
    ...(after.sizeBytes !== undefined && { after: after.sizeBytes }),
  });
  return { documents, sizes: sizes.every(isMeasured) ? sizes : undefined, before, after };
}

type Sizes = NonNullable<Answer['sizes']>[number];

function isMeasured(sizes: Partial<Sizes>): sizes is Sizes {
  return sizes.before !== undefined && sizes.after !== undefined;
}

/** The sizes of both scratch indices. One that can’t be read is absent; why is said with the final sizes. */
async function sizesOf(
  context: ConsoleContext,
  [current, drafted]: readonly [Tally, Tally],
): Promise<{ readonly before?: number; readonly after?: number }> {
  const parts = missingParts();
  const before = await parts.read('size', readSize(context, current.index));
  const after = await parts.read('size', readSize(context, drafted.index));
  return { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
}

/** Bodies of bulk requests, each with the lines of some documents. */
function* bulkBodies(documents: readonly string[]): Generator<readonly string[]> {
  let body: string[] = [];
  let length = 0;
  for (const lines of documents) {
    if (body.length > 0 && length + lines.length > MAX_BULK_LENGTH) {
      yield body;
      [body, length] = [[], 0];
    }
    body.push(lines);
    length += lines.length;
  }
  if (body.length > 0) yield body;
}

interface Tally {
  /** The name of a scratch index. */
  readonly index: string;
  readonly mappings: JsonObject;
  accepted: number;
  refused: number;
  readonly reasons: Map<string, { count: number; readonly exampleId: string }>;
}

async function emptyTally(context: ConsoleContext, index: string): Promise<Tally> {
  return { index, mappings: await mappingsOf(context, index), accepted: 0, refused: 0, reasons: new Map() };
}

/** @throws ClusterError where the cluster does not say about each document whether it takes it */
async function indexInto({ cluster }: ConsoleContext, tally: Tally, documents: readonly string[]): Promise<void> {
  const call: ClusterCall = {
    method: 'POST',
    path: [tally.index, '_bulk'],
    query: { pipeline: '_none' },
    body: documents.join(''),
    isConfidential: true,
  };
  const items = objectsIn(member(await readObject(cluster.gateway, call), 'items'));
  if (items.length !== documents.length)
    throw new RequestError(502, 'The cluster answered a bulk request with something else.');
  for (const item of items) {
    const result = objectMember(item, 'index') ?? {};
    const error = objectMember(result, 'error');
    if (error === undefined) {
      tally.accepted += 1;
      continue;
    }
    const reason = refusalReason(error);
    if (BUSY.includes(member(result, 'status')))
      throw new ClusterError('overloaded', `The cluster can’t index documents now: ${reason}`, {
        ...{ status: 429, reason },
        request: requestOf(call),
      });
    tally.refused += 1;
    const group = tally.reasons.get(reason);
    if (group === undefined) tally.reasons.set(reason, { count: 1, exampleId: asString(member(result, '_id')) ?? '' });
    else group.count += 1;
  }
}

/** What a scratch index has become; parts that the cluster refuses to tell are missing. */
async function measured(context: ConsoleContext, tally: Tally): Promise<Measured> {
  const { index, mappings, accepted, refused, reasons } = tally;
  const parts = missingParts();
  const now = await parts.read('added fields', mappingsOf(context, index));
  const ignored = await parts.read('ignored fields', readIgnored(context, index));
  const sizeBytes = await parts.read('size', readSize(context, index));
  const groups = [...reasons].map(([reason, group]) => ({ reason, ...group }));
  return {
    accepted,
    refused,
    reasons: mostFrequent(groups),
    ...(now !== undefined && { added: addedFields(mappings, now) }),
    ...(ignored !== undefined && { ignored: mostFrequent([...ignored].map(([field, count]) => ({ field, count }))) }),
    ...(sizeBytes !== undefined && { sizeBytes }),
    ...parts.member(),
  };
}

function mostFrequent<Group extends { readonly count: number }>(groups: readonly Group[]): Group[] {
  return [...groups].sort((a, b) => b.count - a.count).slice(0, MAX_REHEARSAL_GROUPS);
}

/** By field in how many documents a value was ignored. The index has one shard, so that no number is there twice. */
async function readIgnored(context: ConsoleContext, index: string): Promise<Map<string, number>> {
  await context.cluster.gateway.send({ method: 'POST', path: [index, '_refresh'] });
  const counts = new Map<string, number>();
  const search = { _source: false, fields: [], sort: ['_seq_no'], query: { exists: { field: '_ignored' } } };
  for await (const { hits } of searchPages(context, index, search))
    for (const hit of hits) {
      const ignored = member(hit, '_ignored');
      for (const field of isArray(ignored) ? ignored : [])
        if (typeof field === 'string') counts.set(field, (counts.get(field) ?? 0) + 1);
    }
  return counts;
}

/** Bytes of the index, merged, so that both are compared in the same state. */
async function readSize({ cluster: { gateway } }: ConsoleContext, index: string): Promise<number | undefined> {
  await gateway.send({
    ...{ method: 'POST', path: [index, '_forcemerge'], query: { max_num_segments: 1 } },
    timeoutMs: MERGE_MS,
  });
  await gateway.send({ method: 'POST', path: [index, '_refresh'] });
  const stats = await readObject(gateway, { method: 'GET', path: [index, '_stats', 'store'] });
  const size = valueAt(stats, '/_all/primaries/store/size_in_bytes');
  return typeof size === 'number' ? size : undefined;
}
