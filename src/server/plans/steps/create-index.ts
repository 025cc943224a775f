import { deepEqual, isObject, member, objectMember, type JsonObject } from '#domain/json';
import { callsOf } from '#domain/plan';
import { isRefused } from '../../console/calls.ts';
import { RequestError } from '../../console/errors.ts';
import { differenceFrom } from './approved-index.ts';
import { foreignness, knownUuid, recordedBefore, replacedSince } from './earlier-steps.ts';
import { aliasesOf, countDocuments, requireFree, uuidOf, writeMark } from './index-facts.ts';
import { waitForPrimaries } from './primaries.ts';
import { NOT_DONE, type StepContext, type StepExecutor } from './step-context.ts';

export const createIndex: StepExecutor<'create_index'> = {
  staysOpen: true,

  async check({ index }, context) {
    await requireFree(context, index);
    await requireNoTemplateAliases(index, context);
    return { absent: true };
  },

  async run(input, context) {
    const { index, body } = input;
    for (const call of callsOf({ kind: 'create_index', input })) await context.send(call);
    const uuid = await uuidOf(context, index);
    if (uuid === undefined)
      throw new RequestError(409, `Index "${index}" was created, and then deleted by another client.`);
    await context.note({ uuid });
    await requireApproved(body, index, 'has', context);
    await waitForPrimaries(index, context);
    return { uuid };
  },

  /**
   * The name was free when the step began: what has it now is the plan's own only if it is what was approved, and
   * empty.
   */
  async lookUp({ index, body }, context) {
    const uuid = await uuidOf(context, index);
    if (uuid === undefined) return NOT_DONE;
    // Documents can be counted where the shards are.
    await waitForPrimaries(index, context);
    await requireLikelyOwn(index, body, uuid, context);
    return { isDone: true, result: { uuid } };
  },

  async undo({ index, body }, context) {
    const uuid = await uuidOf(context, index);
    if (uuid === undefined) return { kept: `Index ${index} no longer exists.` };
    if (knownUuid(context.step) === undefined) {
      const difference = await foreignness(requireLikelyOwn(index, body, uuid, context));
      if (difference !== null) return { kept: difference };
    }
    const requireSame = () => requireOwn(index, context);
    await requireSame();
    await context.send({ method: 'DELETE', path: [index] }, requireSame);
    return undefined;
  },
};

/** @throws RequestError if an index whose creation was not confirmed may have another owner */
async function requireLikelyOwn(index: string, body: JsonObject, uuid: string, context: StepContext): Promise<void> {
  const noted = knownUuid(context.step);
  if (noted !== undefined && noted !== uuid) throw replacedSince(index);
  if (member(context.step.before ?? {}, 'absent') !== true)
    throw recordedBefore(`whether "${index}" was absent before`);
  const documents = await countDocuments(context, index);
  if (documents > 0)
    throw new RequestError(409, `Index "${index}" has ${documents} documents that this plan has not written.`, {
      index,
    });
  await requireApproved(body, index, noted === undefined ? 'is' : 'has', context);
}

async function requireApproved(
  body: JsonObject,
  index: string,
  relation: 'has' | 'is',
  context: StepContext,
): Promise<void> {
  const difference = await differenceFrom(body, index, relation, context);
  if (difference === null) return;
  throw new RequestError(
    409,
    `Index "${index}" is not what was approved: ${difference}. If nobody needs it, delete it and resume the plan; else cancel the plan.`,
    { index },
  );
}

/** @throws RequestError if deleting the index would affect data or references of other clients */
async function requireOwn(index: string, context: StepContext): Promise<void> {
  const made = knownUuid(context.step);
  if (made !== undefined && made !== (await uuidOf(context, index)))
    throw new RequestError(
      409,
      `Index "${index}" was deleted and created again since. Delete it yourself if it is not needed.`,
      { index },
    );
  const aliases = Object.keys((await aliasesOf(context, index)) ?? {});
  if (aliases.length > 0)
    throw new RequestError(
      409,
      `Index "${index}" is in use by the aliases ${aliases.join(', ')}. Remove them before it is deleted.`,
      { index, aliases },
    );
  const filled = context.plan.steps.findLast(
    ({ kind, input }) => kind === 'compare' && member(input, 'dest') === index,
  );
  const mark = filled?.result === undefined ? undefined : member(filled.result, 'mark');
  if (isObject(mark) && !deepEqual(mark, await writeMark(context, index)))
    throw new RequestError(
      409,
      `Documents were written to "${index}" since it was filled, and would be deleted with it. Delete it yourself if they are not needed.`,
      { index },
    );
}

/**
 * @throws RequestError where a template gives a new index of the name aliases: searches would find its documents twice
 * while it is filled
 */
export async function requireNoTemplateAliases(index: string, context: Pick<StepContext, 'read'>): Promise<void> {
  try {
    const simulated = await context.read({ method: 'POST', path: ['_index_template', '_simulate_index', index] });
    const aliases = Object.keys(objectMember(objectMember(simulated, 'template') ?? {}, 'aliases') ?? {});
    if (aliases.length === 0) return;
    throw new RequestError(
      409,
      `A template would give "${index}" the aliases ${aliases.join(', ')} before it is complete. Choose a name that the template does not match.`,
      { index, aliases },
    );
  } catch (error) {
    // An engine without composable templates has none that matches.
    if (!isRefused(error)) throw error;
  }
}
