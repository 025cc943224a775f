import { member, objectMember, pickMembers, type JsonObject } from '#domain/json';
import { scratchDefinition } from '#domain/mapping';
import { ClusterError, requestOf, type ClusterCall } from '#domain/ports';
import type { SAMPLE_KINDS } from '#domain/wire';
import { modeIn } from '#domain/template';
import { bulkLines } from './bulk-lines.ts';
import { asString, objectsIn } from './calls.ts';
import type { ConsoleContext } from './context.ts';
import { readStoreSize } from './disk-room.ts';
import { mappingsOf } from './document-trials.ts';
import { RequestError } from './errors.ts';
import { indexToRead } from './documents.ts';
import { documentPages, flatSettings, newestDocuments, randomDocuments, sourceFault } from './newest-documents.ts';
import { readObject } from './read-object.ts';
import { refusalReason } from './refusal-reason.ts';
import type { ScratchIndices } from './scratch.ts';

/** Length of a bulk request in characters, unless it is a single document. */
const MAX_BULK_LENGTH = 5_000_000;
/** How long a scratch index may take to be merged. */
const MERGE_MS = 10 * 60_000;
/** Statuses with which a cluster refuses a document for what is in it. */
const ABOUT_DOCUMENT: readonly number[] = [400, 413, 500];
/** Statuses of a cluster that can't index documents now. */
const BUSY: readonly number[] = [429, 503];

interface SampleRequest {
  readonly name: string;
  readonly hasDocuments: boolean;
  readonly sample: (typeof SAMPLE_KINDS)[number];
  /** How many documents are chosen, at most. */
  readonly size: number;
  /** What can't be done without the documents as they were sent: "a change of … can’t be rehearsed". */
  readonly aim: (index: string) => string;
}

/** Documents of an index that can be indexed once more as they were sent. */
interface CopiedSample {
  readonly index: string;
  readonly mappings: JsonObject;
  /** By their dotted names. */
  readonly settings: JsonObject;
  readonly ids: readonly string[];
  /** By ID: the higher, the later a document was written to its shard. */
  readonly sequence: ReadonlyMap<string, number>;
  /** How many documents the index has. */
  readonly total: number;
}

/**
 * Chooses the documents to be copied.
 * @throws RequestError where there are none, or where they can't be read as they were sent
 */
export async function sampleToCopy(
  context: ConsoleContext,
  { name, hasDocuments, sample, size, aim }: SampleRequest,
): Promise<CopiedSample> {
  const index = await indexToRead(context, name, hasDocuments);
  const mappings = await mappingsOf(context, index);
  const settings = await flatSettings(context, index);
  const why = copyFault(mappings, settings);
  if (why !== undefined) throw new RequestError(409, `Nothing was created: ${aim(index)} ${why}`, { index });
  const choose = sample === 'random' ? randomDocuments : newestDocuments;
  const { ids, sequence, total } = await choose(context, { index, settings, size });
  if (ids.length === 0)
    throw new RequestError(409, `Nothing was created: "${index}" has no documents. Refresh the index if they are new.`);
  return { index, mappings, settings, ids, sequence, total };
}

/** Why documents of an index can't be indexed once more as they were sent. */
function copyFault(mappings: JsonObject, settings: JsonObject): string | undefined {
  return (
    sourceFault(mappings, settings)?.why ??
    (modeIn(settings) === 'time_series' ? 'It is a time series index, which makes the IDs of documents.' : undefined)
  );
}

/** A scratch index for copies of documents, which take up as much in it as in an index with these flat settings. */
export function copyDefinition(given: JsonObject, mappings: JsonObject): JsonObject {
  const definition = scratchDefinition(given, mappings);
  const settings = {
    ...objectMember(definition, 'settings'),
    ...pickMembers(given, (name) => name === 'index.codec' || name.startsWith('index.codec.')),
    // It is refreshed once it is filled, and its size is read right afterwards: engines keep one for 10 s.
    ...{ 'index.refresh_interval': '-1', 'index.store.stats_refresh_interval': '0s' },
  };
  return { ...definition, settings };
}

interface UsedCopies<T> {
  readonly value: T;
  /** Names of indices that are not known to be gone. */
  readonly leftovers: readonly string[];
}

/** Creates scratch indices for as long as `run` takes, which gets their names in the order of the definitions. */
export async function withCopies<T>(
  scratch: ScratchIndices,
  context: ConsoleContext,
  definitions: readonly JsonObject[],
  run: (names: readonly string[]) => Promise<T>,
): Promise<UsedCopies<T>> {
  const [first, ...others] = definitions;
  if (first === undefined) return { value: await run([]), leftovers: [] };
  const used = await scratch.use(context, first, (name) =>
    withCopies(scratch, context, others, (names) => run([name, ...names])),
  );
  return { value: used.value.value, leftovers: [...(used.isRemoved ? [] : [used.name]), ...used.value.leftovers] };
}

/** A scratch index, and what has become of the documents that were sent to it. */
export interface Copy {
  readonly index: string;
  readonly mappings: JsonObject;
  /** Whether it gets documents without any fields, each with its ID. */
  readonly isOfIds?: boolean;
  accepted: number;
  refused: number;
  readonly reasons: Map<string, { count: number; readonly exampleId: string }>;
}

export async function emptyCopy(context: ConsoleContext, index: string): Promise<Copy> {
  return { index, mappings: await mappingsOf(context, index), accepted: 0, refused: 0, reasons: new Map() };
}

interface Filling {
  /** The index whose documents are read, and its flat settings. */
  readonly index: string;
  readonly settings: JsonObject;
  /** The IDs of the documents. */
  readonly parts: readonly (readonly string[])[];
  readonly copies: readonly Copy[];
  /** What is cancelled: "The rehearsal". */
  readonly what: string;
  /** Called with how many documents are in all copies. */
  readonly onProgress: (done: number) => void;
  /** Called after each part with how many documents have been read. */
  readonly onPart?: (documents: number) => Promise<void>;
}

/** Reads each document once and indexes it in all copies; resolves with how many were read. */
export async function fillCopies(
  context: ConsoleContext,
  { index, settings, parts, copies, what, onProgress, onPart }: Filling,
): Promise<number> {
  let documents = 0;
  for (const ids of parts) {
    for await (const { hits, text } of documentPages(context, index, ids, settings)) {
      documents += hits.length;
      for (const part of bulkBodies(hits.map((hit) => bulkLines(hit, text)))) {
        for (const copy of copies) {
          // What is under way on a scratch index is awaited: it would create the index again after it was deleted.
          if (context.signal.aborted) throw new RequestError(499, `${what} was cancelled.`);
          await indexInto(context, copy, part);
        }
      }
      onProgress(documents);
    }
    await onPart?.(documents);
  }
  return documents;
}

/** @throws ClusterError where the cluster does not say about each document whether it takes it */
async function indexInto({ cluster }: ConsoleContext, copy: Copy, documents: readonly string[]): Promise<void> {
  const call: ClusterCall = {
    method: 'POST',
    path: [copy.index, '_bulk'],
    query: { pipeline: '_none' },
    body: documents.map((lines) => (copy.isOfIds ? withoutSource(lines) : lines)).join(''),
    isConfidential: true,
  };
  const items = objectsIn(member(await readObject(cluster.gateway, call), 'items'));
  if (items.length !== documents.length)
    throw new RequestError(502, 'The cluster answered a bulk request with something else.');
  for (const item of items) {
    const result = objectMember(item, 'index') ?? {};
    const error = objectMember(result, 'error');
    if (error === undefined) {
      copy.accepted += 1;
      continue;
    }
    const reason = refusalReason(error);
    const status = member(result, 'status');
    if (typeof status === 'number' && !ABOUT_DOCUMENT.includes(status)) throw refusalOfAll(call, status, reason);
    copy.refused += 1;
    const group = copy.reasons.get(reason);
    if (group === undefined) copy.reasons.set(reason, { count: 1, exampleId: asString(member(result, '_id')) ?? '' });
    else group.count += 1;
  }
}

/** The cluster indexes no document, whatever the mappings: nothing can be concluded from that. */
function refusalOfAll(call: ClusterCall, status: number, reason: string): ClusterError {
  const about = { reason, request: requestOf(call) };
  return BUSY.includes(status)
    ? new ClusterError('overloaded', `The cluster can’t index documents now: ${reason}`, { ...about, status: 429 })
    : new ClusterError(
        status === 401 || status === 403 ? 'forbidden' : 'refused',
        `The cluster doesn’t index the documents, whatever the mappings: ${reason}`,
        { ...about, status },
      );
}

/** The two lines of a document, with an empty source. */
function withoutSource(lines: string): string {
  return `${lines.slice(0, lines.indexOf('\n'))}\n{}\n`;
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

/** Merges a scratch index, so that all are compared in the same state. */
export async function mergeCopy({ cluster: { gateway } }: ConsoleContext, index: string): Promise<void> {
  await gateway.send({
    ...{ method: 'POST', path: [index, '_forcemerge'], query: { max_num_segments: 1 } },
    timeoutMs: MERGE_MS,
  });
  await gateway.send({ method: 'POST', path: [index, '_refresh'] });
}

/** Bytes of a scratch index after it was merged; undefined where the cluster does not tell. */
export async function mergedSize(context: ConsoleContext, index: string): Promise<number | undefined> {
  await mergeCopy(context, index);
  return readStoreSize(context, index);
}
