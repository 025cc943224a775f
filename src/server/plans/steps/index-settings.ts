import { isObject, member, objectMember, type JsonObject, type JsonValue } from '#domain/json';
import { callsOf, unblockCall } from '#domain/plan';
import { RequestError } from '../../console/errors.ts';
import { requireSettings, settingsOf, wordOf } from './index-facts.ts';
import { NOT_DONE, type StepContext, type StepExecutor } from './step-context.ts';

const WRITE_BLOCK = 'index.blocks.write';

export const blockWrites: StepExecutor<'block_writes'> = {
  async check({ index }, context) {
    const settings = await requireSettings(context, index);
    // Tried again, it would find its own block.
    return context.step.before ?? { wasBlocked: wordOf(member(settings, WRITE_BLOCK)) === 'true' };
  },

  run: ({ index }, context) => blockIndex(index, context),

  /** Engines write the setting when the writes that were under way have ended. */
  async lookUp({ index }, context) {
    return (await isBlocked(index, context)) ? { isDone: true } : NOT_DONE;
  },

  async undo({ index }, context) {
    if (member(context.step.before ?? {}, 'wasBlocked') === true)
      return { kept: `Writes to ${index} were blocked before.` };
    if ((await settingsOf(context, index)) === undefined) return { kept: `Index ${index} no longer exists.` };
    await context.send(unblockCall(index));
    return undefined;
  },
};

async function isBlocked(index: string, context: StepContext): Promise<boolean> {
  const settings = await settingsOf(context, index);
  return settings !== undefined && wordOf(member(settings, WRITE_BLOCK)) === 'true';
}

/** Has an index refuse writes; those that were under way have ended when it resolves. @throws RequestError where not all shards say so */
export async function blockIndex(index: string, context: StepContext): Promise<undefined> {
  const [call] = callsOf({ kind: 'block_writes', input: { index } });
  if (call === undefined) return undefined;
  const response = await context.send(call);
  if (member(response, 'shards_acknowledged') !== false) return undefined;
  const blocks = member(response, 'indices');
  // Nothing is left to acknowledge where the index was blocked before.
  if (Array.isArray(blocks) && blocks.length === 0 && (await isBlocked(index, context))) return undefined;
  throw new RequestError(
    409,
    `Not all shards of "${index}" have acknowledged the block in time. Writes may still be under way.`,
    {
      index,
      ...(Array.isArray(blocks) && { indices: blocks as JsonValue }),
    },
  );
}

export const updateSettings: StepExecutor<'update_settings'> = {
  async check({ index, settings }, context) {
    if (context.step.before !== undefined) return context.step.before;
    const found = await requireSettings(context, index);
    const before = Object.keys(settings).map((name): [string, JsonValue] => [name, member(found, name) ?? null]);
    return { settings: Object.fromEntries(before) };
  },

  async run(input, context) {
    for (const call of callsOf({ kind: 'update_settings', input })) await context.send(call);
    return undefined;
  },

  lookUp: async () => NOT_DONE,

  async undo({ index }, context) {
    const before: JsonObject | undefined = objectMember(context.step.before ?? {}, 'settings');
    if (!isObject(before) || (await settingsOf(context, index)) === undefined) return undefined;
    for (const call of callsOf({ kind: 'update_settings', input: { index, settings: before } }))
      await context.send(call);
    return undefined;
  },
};
