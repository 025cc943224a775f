import { deepEqual, isObject, member, objectMember, type JsonObject } from '#domain/json';
import { callsOf, unblockCall, type StepInput } from '#domain/plan';
import { objectsIn } from '../../console/calls.ts';
import { RequestError } from '../../console/errors.ts';
import { aliasesOf, requireSettings, settingsOf, writeMark, wordOf } from './index-facts.ts';
import { blockIndex } from './index-settings.ts';
import { NOT_DONE, type StepContext, type StepExecutor } from './step-context.ts';

type Input = StepInput<'update_aliases'>;

export const updateAliases: StepExecutor<'update_aliases'> = {
  async check({ expects, serves, served }, context) {
    await requireSettings(context, serves);
    await requireSettings(context, served);
    for (const [index, expected] of Object.entries(expects)) {
      if (!deepEqual((await aliasesOf(context, index)) ?? null, expected))
        throw new RequestError(
          409,
          `The aliases of "${index}" changed since the plan was made. Restore them, or cancel the plan and make a new one.`,
          { index },
        );
    }
    return { mark: await writeMark(context, serves) };
  },

  async run(input, context) {
    for (const call of callsOf({ kind: 'update_aliases', input })) requireAll(await context.send(call));
    return undefined;
  },

  async lookUp(input, context) {
    return (await isSwapped(input, context)) ? { isDone: true } : NOT_DONE;
  },

  /** The index that clients reach is blocked first, so that nothing is written between the look at it and the swap. */
  async undo(input, context) {
    const { serves, served, back } = input;
    if (await isSwapped(input, context)) {
      const before = objectMember(context.step.before ?? {}, 'mark');
      await blockIndex(serves, context);
      if (before === undefined || !deepEqual(before, await writeMark(context, serves))) {
        await context.send(unblockCall(serves));
        throw new RequestError(
          409,
          `Documents were written to "${serves}" since the swap, and "${served}" does not have them. To go back, make a plan that replaces ${serves}.`,
          { index: serves },
        );
      }
      const [call] = callsOf({ kind: 'update_aliases', input: { ...input, actions: back } });
      if (call !== undefined) requireAll(await context.send(call));
    }
    if ((await settingsOf(context, served)) !== undefined) await context.send(unblockCall(served));
    return undefined;
  },
};

/** Whether the index that is to serve has every alias that the actions give it. */
async function isSwapped({ actions, serves }: Input, context: StepContext): Promise<boolean> {
  const aliases = (await aliasesOf(context, serves)) ?? {};
  const added = actions.flatMap((action) => {
    const add = objectMember(action, 'add');
    return isObject(add) && member(add, 'index') === serves ? [wordOf(member(add, 'alias'))] : [];
  });
  return added.every((alias) => Object.hasOwn(aliases, alias));
}

/** @throws RequestError where an alias went meanwhile, and Elasticsearch did the rest without it */
function requireAll(response: JsonObject): void {
  if (member(response, 'errors') !== true) return;
  const reasons = objectsIn(member(response, 'action_results')).flatMap((result) => {
    const error = objectMember(result, 'error');
    return error === undefined ? [] : [wordOf(member(error, 'reason'))];
  });
  throw new RequestError(409, `Some alias actions failed: ${reasons.join('; ')}.`, { reasons });
}
