import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { member, objectMember, type JsonObject } from '#domain/json';
import { COPY_BATCH, refreshCall, type StepInput } from '#domain/plan';
import { ClusterError } from '#domain/ports';
import { bulkLines } from '../../console/bulk-lines.ts';
import { objectsIn } from '../../console/calls.ts';
import { RequestError } from '../../console/errors.ts';
import { wholeSource } from '../../console/whole-source.ts';
import { isWriteBlocked, requireMade } from './earlier-steps.ts';
import { countDocuments, requireSettings, wordOf, writeMark } from './index-facts.ts';
import { nothingToUndo, type StepContext, type StepExecutor } from './step-context.ts';

type Input = StepInput<'copy'>;

/** Batches between two notes of how far the copy is: what came after the last one is copied again. */
const NOTED_EVERY = 10;

/** How far a copy is: documents are read shard by shard, in the order of their sequence numbers. */
interface CopyPosition {
  readonly shard: number;
  /** The sequence number of the last document of the shard that was written; -1 before the first. */
  readonly after: number;
  readonly copied: number;
}

const BEGINNING: CopyPosition = { shard: 0, after: -1, copied: 0 };

/**
 * Copies documents by searches and bulk requests. While writes are blocked the sequence numbers of a shard stay as they
 * are, so that a copy goes on where it was, after any interruption; a document that is written twice is the same.
 */
export const copy: StepExecutor<'copy'> = {
  async check({ source, dest }, context) {
    const settings = await requireSettings(context, source);
    await requireMade(context, dest);
    if (!isWriteBlocked(settings))
      throw new RequestError(409, `"${source}" takes writes. It has to be blocked for writes while it is copied.`, {
        index: source,
      });
    return { documents: await countDocuments(context, source), mark: await writeMark(context, source) };
  },

  run: (input, context) => copyFrom(BEGINNING, input, context),

  async lookUp(input, context) {
    await requireMade(context, input.dest);
    const position = positionIn(context.step.note);
    return { isDone: true, result: await copyFrom(position, input, context) };
  },

  undo: nothingToUndo,
};

function positionIn(note: JsonObject | undefined): CopyPosition {
  const number = (name: string, otherwise: number) => {
    const value = note === undefined ? undefined : member(note, name);
    return typeof value === 'number' ? value : otherwise;
  };
  const { shard, after, copied } = BEGINNING;
  return { shard: number('shard', shard), after: number('after', after), copied: number('copied', copied) };
}

async function copyFrom(start: CopyPosition, input: Input, context: StepContext): Promise<JsonObject> {
  await context.send(refreshCall(input.source));
  const settings = await requireSettings(context, input.source);
  const shards = Number(member(settings, 'index.number_of_shards') ?? 1);
  const total = await countDocuments(context, input.source);
  let { shard, after, copied } = start;
  let size = COPY_BATCH;
  for (let batches = 0; shard < shards;) {
    let batch: Batch;
    try {
      batch = await readBatch(input.source, { shard, after, size }, context);
    } catch (error) {
      if (!(error instanceof ClusterError) || error.fault !== 'too_large' || size === 1) throw error;
      size = Math.ceil(size / 2);
      continue;
    }
    if (batch.documents === 0) {
      [shard, after] = [shard + 1, -1];
      continue;
    }
    await writeBatch(input, batch, context);
    [after, copied] = [batch.last, copied + batch.documents];
    context.progress(copied, total);
    if (++batches % NOTED_EVERY === 0) await context.note({ shard, after, copied });
    // Between two batches, so that a cancelled plan stops here.
    await context.pause(0);
  }
  if (copied < total) {
    await context.note({ ...BEGINNING });
    throw new RequestError(
      409,
      `The cluster gave ${copied} of the ${total} documents of "${input.source}". Resume the plan to copy it again.`,
      { index: input.source, documents: total, copied },
    );
  }
  return { total, written: copied };
}

interface Batch {
  readonly documents: number;
  readonly last: number;
  /** Lines of a bulk request. */
  readonly lines: string;
}

async function readBatch(
  source: string,
  { shard, after, size }: { readonly shard: number; readonly after: number; readonly size: number },
  context: StepContext,
): Promise<Batch> {
  const text = await context.readText({
    method: 'POST',
    path: [source, '_search'],
    query: { preference: `_shards:${shard}` },
    body: JSON.stringify({
      size,
      track_total_hits: false,
      sort: [{ _seq_no: 'asc' }],
      ...(after >= 0 && { search_after: [after] }),
      query: { match_all: {} },
      ...wholeSource(await context.target()),
    }),
  });
  const tree = parseTree(text, [], { disallowComments: true });
  const hits = tree === undefined ? undefined : findNodeAtLocation(tree, ['hits', 'hits'])?.children;
  if (tree === undefined || hits === undefined)
    throw new RequestError(502, 'The cluster answered a search with something else.');
  if (Number(findNodeAtLocation(tree, ['_shards', 'failed'])?.value ?? 0) > 0)
    throw new RequestError(502, `Shard ${shard} of "${source}" could not be read.`, { index: source, shard });
  const lines = hits.map((hit) => bulkLines(hit, text));
  const last = hits.at(-1);
  return {
    documents: hits.length,
    last: last === undefined ? after : Number(findNodeAtLocation(last, ['sort', 0])?.value),
    lines: lines.join(''),
  };
}

async function writeBatch({ dest, skipsPipelines }: Input, { lines }: Batch, context: StepContext): Promise<void> {
  const response = await context.send({
    method: 'POST',
    path: [dest, '_bulk'],
    ...(skipsPipelines === true && { query: { pipeline: '_none' } }),
    body: lines,
  });
  if (member(response, 'errors') !== true) return;
  const refused = objectsIn(member(response, 'items')).flatMap((item) => {
    const result = objectMember(item, 'index') ?? {};
    const error = objectMember(result, 'error');
    return error === undefined ? [] : [{ id: wordOf(member(result, '_id')), reason: wordOf(member(error, 'reason')) }];
  });
  const [first] = refused;
  throw new RequestError(
    409,
    `${refused.length} documents were refused, the first one ("${first?.id ?? ''}") because: ${first?.reason ?? ''}`,
    {
      failures: refused.slice(0, 10),
    },
  );
}
