import { isObject, member, objectMember, type JsonObject, type JsonValue } from '#domain/json';
import { callsOf, unblockCall, type StepInput } from '#domain/plan';
import { RequestError } from '../../console/errors.ts';
import { isWriteBlocked, recordedBefore, requireAllMade } from './earlier-steps.ts';
import { requireSettings, settingsOf, wordOf } from './index-facts.ts';
import { NOT_DONE, type StepContext, type StepExecutor } from './step-context.ts';

export const blockWrites: StepExecutor<'block_writes'> = {
  staysOpen: true,

  async check({ index }, context) {
    const settings = await requireSettings(context, index);
    // Tried again, it would find its own block.
    return context.step.before ?? { wasBlocked: isWriteBlocked(settings) };
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
  return settings !== undefined && isWriteBlocked(settings);
}

/**
 * Has an index refuse writes; those that were under way have ended when it resolves.
 * @throws RequestError where not all shards say so
 */
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
  async check(input, context) {
    const found = await requireExpected(input, context);
    return context.step.before ?? { settings: found };
  },

  async run(input, context) {
    for (const call of callsOf({ kind: 'update_settings', input }))
      await context.send(call, async () => {
        await requireExpected(input, context);
        // Last: a resize lets its source take writes again only beside the new index.
        await requireAllMade(context);
      });
    return undefined;
  },

  /** What it sets may have been set before it was sent: to send it again does no harm. */
  lookUp: async () => NOT_DONE,

  async undo({ index, settings }, context) {
    const before: JsonObject | undefined = objectMember(context.step.before ?? {}, 'settings');
    if (!isObject(before) || (await settingsOf(context, index)) === undefined) return undefined;
    const requireOwn = async () => {
      const found = await requireSettings(context, index);
      for (const name of Object.keys(settings))
        if (!isOneOf(member(found, name), [member(settings, name), member(before, name)]))
          throw changedSince(index, name, found);
    };
    await requireOwn();
    for (const call of callsOf({ kind: 'update_settings', input: { index, settings: before } }))
      await context.send(call, requireOwn);
    return undefined;
  },
};

/**
 * The settings as they are now, null for one that is not set.
 * @throws RequestError where one is neither as the change was made for nor as it leaves it
 */
async function requireExpected(
  { index, settings, expects }: StepInput<'update_settings'>,
  context: StepContext,
): Promise<JsonObject> {
  if (expects === undefined) throw recordedBefore(`which settings of "${index}" it was made for`);
  const found = await requireSettings(context, index);
  for (const name of Object.keys(settings))
    if (!isOneOf(member(found, name), [member(expects, name), member(settings, name)]))
      throw changedSince(index, name, found);
  return Object.fromEntries(
    Object.keys(settings).map((name): [string, JsonValue] => [name, member(found, name) ?? null]),
  );
}

/** Engines tell every value as text; null and absent are not set. */
function isOneOf(found: JsonValue | undefined, values: readonly (JsonValue | undefined)[]): boolean {
  return values.some((value) => wordOf(found) === wordOf(value));
}

function changedSince(index: string, name: string, found: JsonObject): RequestError {
  return new RequestError(
    409,
    `Setting ${name} of "${index}" was changed since the plan was made: it is ${wordOf(member(found, name)) || 'not set'}. Restore it and try again, or cancel the plan and make a new one.`,
    { index, setting: name },
  );
}
