import { deepEqual, isObject, member, objectMember } from '#domain/json';
import { callsOf } from '#domain/plan';
import { isRefused } from '../../console/calls.ts';
import { RequestError } from '../../console/errors.ts';
import { aliasesOf, countOf, requireFree, uuidOf, writeMark } from './index-facts.ts';
import { NOT_DONE, type StepContext, type StepExecutor } from './step-context.ts';

export const createIndex: StepExecutor<'create_index'> = {
  async check({ index }, context) {
    await requireFree(context, index);
    await requireNoTemplateAliases(index, context);
    return {};
  },

  async run(input, context) {
    for (const call of callsOf({ kind: 'create_index', input })) await context.send(call);
    const uuid = await uuidOf(context, input.index);
    return uuid === undefined ? {} : { uuid };
  },

  /** The name was free when the step began, and the step says that it would be made: an empty index of that name is the one. */
  async lookUp({ index }, context) {
    const uuid = await uuidOf(context, index);
    if (uuid === undefined) return NOT_DONE;
    const documents = await countOf(context, index);
    if (documents > 0)
      throw new RequestError(409, `Index "${index}" has ${documents} documents that this plan has not written.`, {
        index,
      });
    return { isDone: true, result: { uuid } };
  },

  async undo({ index }, context) {
    const uuid = await uuidOf(context, index);
    if (uuid === undefined) return { kept: `Index ${index} no longer exists.` };
    await requireOwn(index, uuid, context);
    await context.send({ method: 'DELETE', path: [index] });
    return undefined;
  },
};

/** @throws RequestError where deleting the index would take away what somebody else has put there, or uses */
async function requireOwn(index: string, uuid: string, context: StepContext): Promise<void> {
  const made = member(context.step.result ?? {}, 'uuid');
  if (made !== undefined && made !== uuid)
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

/** @throws RequestError where a template gives a new index of the name aliases: searches would find its documents twice while it is filled */
async function requireNoTemplateAliases(index: string, context: StepContext): Promise<void> {
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
