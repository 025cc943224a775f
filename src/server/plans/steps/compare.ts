import {
  deepEqual,
  formatJson,
  isArray,
  isObject,
  member,
  objectMember,
  type JsonObject,
  type JsonValue,
} from '#domain/json';
import { countOf } from '#domain/console';
import { refreshCall, type PlannedCall, type StepInput } from '#domain/plan';
import { objectsIn } from '../../console/calls.ts';
import { RequestError } from '../../console/errors.ts';
import { wholeSource } from '../../console/whole-source.ts';
import { markBeforeCopy, requireMade, requireOwnBlock } from './earlier-steps.ts';
import { countDocuments, requireSettings, uuidOf, wordOf, writeMarks, writesBetween } from './index-facts.ts';
import { NOT_DONE, nothingToUndo, type StepContext, type StepExecutor } from './step-context.ts';

/** How many ids of documents that differ are kept. */
const KEPT = 10;
/** Places in the order of writing where documents are compared: the oldest, the newest, and evenly between them. */
const PLACES = 10;

export const compare: StepExecutor<'compare'> = {
  async check({ source, dest }, context) {
    requireOwnBlock(context, source, await requireSettings(context, source));
    await requireMade(context, dest);
    return {};
  },

  async run(input, context) {
    const { source, dest, mustMatch, mayDiffer } = input;
    await context.send(refreshCall(source));
    await context.send(refreshCall(dest));
    const indices = [await uuidOf(context, source), await uuidOf(context, dest)];
    const marks = await writeMarks(context, [source, dest]);
    if (mustMatch) requireUnwrittenSinceCopy(source, marks[0] ?? {}, context);
    const [here, there] = [await countDocuments(context, source), await countDocuments(context, dest)];
    if (mustMatch && mayDiffer !== 'count' && here !== there)
      throw new RequestError(
        409,
        `"${source}" has ${here} documents, "${dest}" has ${there}.${mayDiffer === undefined ? '' : ' The pipeline or script left some out, or gave several the same ID. Undo the plan, and make a new one that allows it.'}`,
        { source: here, dest: there },
      );
    const { compared, differing } =
      mayDiffer === undefined ? await compareSample(input, context) : { compared: 0, differing: [] };
    if (mustMatch && differing.length > 0)
      throw new RequestError(
        409,
        `${differing.length} of ${compared} compared documents differ, such as "${differing[0] ?? ''}".`,
        {
          ids: differing.slice(0, KEPT),
        },
      );
    requireOwnBlock(context, source, await requireSettings(context, source));
    await requireMade(context, dest);
    if (mustMatch && !deepEqual(marks, await writeMarks(context, [source, dest])))
      throw new RequestError(
        409,
        `"${source}" or "${dest}" was written to during the comparison. Resume the plan to compare them again.`,
        { source, dest },
      );
    const [sourceMark = {}, destMark = {}] = marks;
    const [sourceUuid = '', destUuid = ''] = indices;
    return {
      source: here,
      dest: there,
      compared,
      differing: differing.length,
      ...(differing.length > 0 && { ids: differing.slice(0, KEPT) }),
      mark: destMark,
      sourceMark,
      ...{ sourceUuid, destUuid },
    };
  },

  lookUp: async () => NOT_DONE,
  undo: nothingToUndo,
};

/**
 * The block may have been lifted and set again in between, and a sample need not have what was written then.
 * @throws RequestError where the source was written to since its documents began to be copied
 */
function requireUnwrittenSinceCopy(source: string, mark: JsonObject, context: StepContext): void {
  const writes = writesBetween(markBeforeCopy(context.plan, source) ?? mark, mark);
  if (writes === 0) return;
  throw new RequestError(
    409,
    `"${source}" was written to since its documents began to be copied (${countOf(writes, 'write')}), and the new index may not have that. Undo the plan, and make a new one.`,
    { index: source, writes },
  );
}

/** Compares the sources of some documents with those of the same ids. */
async function compareSample(
  { source, dest, sample }: StepInput<'compare'>,
  context: StepContext,
): Promise<{ readonly compared: number; readonly differing: readonly string[] }> {
  const documents = await sampleOf(source, sample, context);
  if (documents.size === 0) return { compared: 0, differing: [] };
  const ids = [...documents.keys()];
  const found = await hitsOf(context, dest, { size: ids.length, query: { ids: { values: ids } } });
  return {
    compared: ids.length,
    differing: ids.filter((id) => !deepEqual(documents.get(id)?.source, found.get(id)?.source)),
  };
}

/** The oldest and the newest documents, and as many at each of some places between them. */
async function sampleOf(index: string, size: number, context: StepContext): Promise<ReadonlyMap<string, Hit>> {
  const share = Math.ceil(size / PLACES);
  if (share === 0) return new Map();
  const newest = await hitsOf(context, index, { size: share, sort: [{ _seq_no: 'desc' }] });
  const oldest = await hitsOf(context, index, { size: share, sort: [{ _seq_no: 'asc' }] });
  const [first = 0, last = 0] = [oldest, newest].map((hits) => [...hits.values()][0]?.sequence ?? 0);
  const documents = new Map([...oldest, ...newest]);
  for (let place = 1; place < PLACES - 1; place++) {
    const after = first + Math.floor(((last - first) * place) / (PLACES - 1));
    const page = { size: share, sort: [{ _seq_no: 'asc' }], search_after: [after] };
    for (const [id, hit] of await hitsOf(context, index, page)) documents.set(id, hit);
  }
  return documents;
}

interface Hit {
  readonly source: JsonValue;
  /** The place in the order of writing to its shard. */
  readonly sequence: number;
}

/** In the order of the answer, by id. */
async function hitsOf(context: StepContext, index: string, search: JsonObject): Promise<ReadonlyMap<string, Hit>> {
  const body = formatJson({ ...wholeSource(await context.target()), ...search });
  const call = { method: 'POST', path: [index, '_search'], body } satisfies PlannedCall;
  const hits = objectsIn(member(objectMember(await context.read(call), 'hits') ?? {}, 'hits'));
  return new Map(
    hits.map((hit): [string, Hit] => {
      const [source, sort] = [member(hit, '_source'), member(hit, 'sort')];
      return [
        wordOf(member(hit, '_id')),
        { source: isObject(source) ? source : null, sequence: isArray(sort) ? Number(sort[0]) : 0 },
      ];
    }),
  );
}
