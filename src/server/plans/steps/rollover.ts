import { isObject, member, objectMember, type JsonObject } from '#domain/json';
import { callsOf } from '#domain/plan';
import { isRefused, objectsIn } from '../../console/calls.ts';
import { RequestError } from '../../console/errors.ts';
import { readIfThere, wordOf } from './index-facts.ts';
import { NOT_DONE, type StepContext, type StepExecutor } from './step-context.ts';

export const rollover: StepExecutor<'rollover'> = {
  async check({ target }, context) {
    return { writeIndex: await writeIndexOf(target, context) };
  },

  async run(input, context) {
    const [call] = callsOf({ kind: 'rollover', input });
    const response = call === undefined ? {} : await context.send(call);
    return { from: wordOf(member(response, 'old_index')), to: wordOf(member(response, 'new_index')) };
  },

  async lookUp({ target }, context) {
    const before = member(context.step.before ?? {}, 'writeIndex');
    const now = await writeIndexOf(target, context);
    return typeof before === 'string' && now !== before
      ? { isDone: true, result: { from: before, to: now } }
      : NOT_DONE;
  },

  undo: async ({ target }) => ({ kept: `The new index of ${target} stays.` }),
};

/** The index that writes to a data stream or an alias go to. @throws RequestError where there is none */
async function writeIndexOf(target: string, context: StepContext): Promise<string> {
  const streams = await readStream(target, context);
  const [stream] = objectsIn(member(streams ?? {}, 'data_streams'));
  const backing = stream === undefined ? [] : objectsIn(member(stream, 'indices'));
  const last = backing.at(-1);
  if (last !== undefined) return wordOf(member(last, 'index_name'));
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
async function readStream(target: string, context: StepContext): Promise<JsonObject | undefined> {
  try {
    return await readIfThere(context, { method: 'GET', path: ['_data_stream', target] });
  } catch (error) {
    if (isRefused(error)) return undefined;
    throw error;
  }
}
