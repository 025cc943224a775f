import { dataStreamOf, writeIndexOf as newestIndexOf } from '#domain/console';
import { isObject, member, objectMember, type JsonObject } from '#domain/json';
import { callsOf, type StepInput } from '#domain/plan';
import { isRefused, objectsIn } from '../../console/calls.ts';
import { RequestError } from '../../console/errors.ts';
import { recordedBefore } from './earlier-steps.ts';
import { readIfThere, wordOf } from './index-facts.ts';
import { requireOwnTemplates } from './put-template.ts';
import { NOT_DONE, type StepContext, type StepExecutor } from './step-context.ts';

export const rollover: StepExecutor<'rollover'> = {
  staysOpen: true,

  async check(input, context) {
    return { writeIndex: await requireExpected(input, context) };
  },

  async run(input, context) {
    const [call] = callsOf({ kind: 'rollover', input });
    if (call === undefined) return undefined;
    const response = await context.send(call, () => requireExpected(input, context));
    const [from, to] = ['old_index', 'new_index'].map((name) => wordOf(member(response, name)));
    await requireApprovedTemplates(input, context);
    return { from: from ?? '', to: to ?? '' };
  },

  async lookUp(input, context) {
    const before = member(context.step.before ?? {}, 'writeIndex');
    const now = await writeIndexOf(input.target, context);
    if (typeof before !== 'string' || now === before) return NOT_DONE;
    await requireApprovedTemplates(input, context);
    return { isDone: true, result: { from: before, to: now } };
  },

  undo: async ({ target }) => ({ kept: `The new index of ${target} stays.` }),
};

/**
 * The index that is written to.
 * @throws RequestError where it is not the one of which the plan was made, or a template of the plan was changed
 */
async function requireExpected({ target, expects }: StepInput<'rollover'>, context: StepContext): Promise<string> {
  if (expects === undefined) throw recordedBefore(`which index of "${target}" was written to`);
  const found = await writeIndexOf(target, context);
  if (found !== expects)
    throw new RequestError(
      409,
      `"${target}" was rolled over since the plan was made: "${found}" is written to now, and not "${expects}". Cancel the plan, and make a new one where it is still needed.`,
      { target, index: found },
    );
  await requireOwnTemplates(context);
  return found;
}

/**
 * @throws RequestError where a template was changed since the plan wrote it: the new index may be made of the changed
 * one
 */
async function requireApprovedTemplates({ target }: StepInput<'rollover'>, context: StepContext): Promise<void> {
  try {
    await requireOwnTemplates(context);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw new RequestError(
      error.statusCode,
      `"${target}" was rolled over, but its new index may not be made of the approved template. ${error.message}`,
      error.attributes,
    );
  }
}

/** The index that writes to a data stream or an alias go to. @throws RequestError where there is none */
export async function writeIndexOf(target: string, context: Pick<StepContext, 'read'>): Promise<string> {
  const streams = await readStream(target, context);
  const [stream] = objectsIn(member(streams ?? {}, 'data_streams'));
  const newest = stream && newestIndexOf(dataStreamOf(stream));
  if (newest !== undefined) return newest;
  const behind = Object.entries((await readIfThere(context, { method: 'GET', path: ['_alias', target] })) ?? {}).filter(
    (entry): entry is [string, JsonObject] => isObject(entry[1]),
  );
  const isWritten = (index: JsonObject) =>
    member(objectMember(objectMember(index, 'aliases') ?? {}, target) ?? {}, 'is_write_index') === true;
  const found = behind.find(([, index]) => isWritten(index)) ?? (behind.length === 1 ? behind[0] : undefined);
  if (found === undefined)
    throw new RequestError(409, `"${target}" is no data stream, and no alias with a write index.`, { target });
  return found[0];
}

/** An engine without data streams refuses the path. */
async function readStream(target: string, context: Pick<StepContext, 'read'>): Promise<JsonObject | undefined> {
  try {
    return await readIfThere(context, { method: 'GET', path: ['_data_stream', target] });
  } catch (error) {
    if (isRefused(error)) return undefined;
    throw error;
  }
}
