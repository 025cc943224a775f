import { deepEqual, formatJson, isObject, member, objectMember, type JsonObject, type JsonValue } from '#domain/json';
import { refreshCall, type PlannedCall, type StepInput } from '#domain/plan';
import { objectsIn } from '../../console/calls.ts';
import { RequestError } from '../../console/errors.ts';
import { requireMade, requireOwnBlock } from './earlier-steps.ts';
import { countOf, requireSettings, uuidOf, wordOf, writeMarks } from './index-facts.ts';
import { NOT_DONE, nothingToUndo, type StepContext, type StepExecutor } from './step-context.ts';

/** How many ids of documents that differ are kept. */
const KEPT = 10;

export const compare: StepExecutor<'compare'> = {
  async check({ source, dest }, context) {
    requireOwnBlock(context, source, await requireSettings(context, source));
    await requireMade(context, dest);
    return {};
  },

  async run(input, context) {
    const { source, dest, mustMatch } = input;
    await context.send(refreshCall(source));
    await context.send(refreshCall(dest));
    const indices = [await uuidOf(context, source), await uuidOf(context, dest)];
    const marks = await writeMarks(context, [source, dest]);
    const [here, there] = [await countOf(context, source), await countOf(context, dest)];
    if (mustMatch && here !== there)
      throw new RequestError(409, `"${source}" has ${here} documents, "${dest}" has ${there}.`, {
        source: here,
        dest: there,
      });
    const { compared, differing } = await compareSample(input, context);
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

/** Compares the sources of the oldest and the newest documents. */
async function compareSample(
  { source, dest, sample }: StepInput<'compare'>,
  context: StepContext,
): Promise<{ readonly compared: number; readonly differing: readonly string[] }> {
  const half = Math.ceil(sample / 2);
  if (half === 0) return { compared: 0, differing: [] };
  const first = await hitsOf(context, search(source, { size: half, sort: [{ _seq_no: 'asc' }] }));
  const last = await hitsOf(context, search(source, { size: half, sort: [{ _seq_no: 'desc' }] }));
  const documents = new Map([...first, ...last]);
  if (documents.size === 0) return { compared: 0, differing: [] };
  const ids = [...documents.keys()];
  const found = await hitsOf(context, search(dest, { size: ids.length, query: { ids: { values: ids } } }));
  return {
    compared: ids.length,
    differing: ids.filter((id) => !deepEqual(documents.get(id), found.get(id))),
  };
}

function search(index: string, body: JsonObject): PlannedCall {
  return { method: 'POST', path: [index, '_search'], body: formatJson(body) };
}

async function hitsOf(context: StepContext, call: PlannedCall): Promise<ReadonlyMap<string, JsonValue>> {
  const hits = objectsIn(member(objectMember(await context.read(call), 'hits') ?? {}, 'hits'));
  return new Map(
    hits.map((hit): [string, JsonValue] => {
      const source = member(hit, '_source');
      return [wordOf(member(hit, '_id')), isObject(source) ? source : null];
    }),
  );
}
