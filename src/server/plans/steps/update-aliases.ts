import { deepEqual, isObject, member, objectMember, type JsonObject } from '#domain/json';
import { callsOf, unblockCall, type StepInput } from '#domain/plan';
import { countOf } from '#domain/console';
import { objectsIn } from '../../console/calls.ts';
import { RequestError } from '../../console/errors.ts';
import {
  comparisonWith,
  hasOwnBlock,
  isWriteBlocked,
  markBeforeCopy,
  replacedSince,
  madeUuid,
  requireOwnBlock,
} from './earlier-steps.ts';
import {
  aliasesOf,
  indicesNow,
  requireSettings,
  settingsOf,
  wordOf,
  writeMark,
  writeMarks,
  writesBetween,
} from './index-facts.ts';
import { blockIndex } from './index-settings.ts';
import { requireOwnTemplates } from './put-template.ts';
import { NOT_DONE, type StepContext, type StepExecutor } from './step-context.ts';

type Input = StepInput<'update_aliases'>;

export const updateAliases: StepExecutor<'update_aliases'> = {
  staysOpen: true,

  async check(input, context) {
    await requireUnchanged(input, context);
    return { mark: await writeMark(context, input.serves) };
  },

  async run(input, context) {
    let lookedAt = 0;
    for (const call of callsOf({ kind: 'update_aliases', input })) {
      const response = await context.send(call, async () => {
        lookedAt = await requireUnchanged(input, context);
      });
      requireAll(response);
    }
    const gapMs = Math.ceil(performance.now() - lookedAt);
    await lookAfter(input, context);
    return { gapMs };
  },

  async lookUp(input, context) {
    if (!(await areDone(input.actions, context))) return NOT_DONE;
    await lookAfter(input, context);
    return { isDone: true };
  },

  /** The index that clients reach is blocked first, so that nothing is written between the look at it and the swap. */
  async undo(input, context) {
    const { serves, served, back, expects } = input;
    if (await areDone(input.actions, context)) {
      await blockIndex(serves, context);
      try {
        await requireUnwritten(input, context);
      } catch (error) {
        // Clients go on where they are.
        if (error instanceof RequestError) await context.send(unblockCall(serves));
        throw error;
      }
      const [call] = callsOf({ kind: 'update_aliases', input: { ...input, actions: back } });
      if (call !== undefined) requireAll(await context.send(call, () => requireUnwritten(input, context)));
    } else if (!(await areDone(back, context)) && (await changedAliases(expects, context)) !== undefined)
      throw new RequestError(
        409,
        `The aliases of "${serves}" and "${served}" are neither as they were before the swap nor as after it. Look at them and restore them, then undo the rest.`,
        { serves, served },
      );
    if (hasOwnBlock(context.plan) && (await settingsOf(context, served)) !== undefined)
      await context.send(unblockCall(served));
    return undefined;
  },
};

/**
 * Checks that nothing has changed since the plan was made and its indices were compared, by the last two reads before
 * the swap: first aliases and blocks, then documents. Returns when the last read began, in ms of this process.
 * @throws RequestError
 */
async function requireUnchanged({ expects, serves, served }: Input, context: StepContext): Promise<number> {
  const compared = comparisonWith(context.plan, serves);
  const { source, sourceMark, destMark, mustMatch } = compared;
  const isCloned = served !== source;
  const uuids = new Map([
    [serves, compared.destUuid],
    [source, compared.sourceUuid],
    // The clone step has already verified the source of the clone.
    ...(isCloned ? ([[served, madeUuid(context.plan, served)]] as const) : []),
  ]);
  await requireOwnTemplates(context);
  const found = await indicesNow(context, [...uuids.keys(), ...Object.keys(expects)]);
  for (const [index, { aliases, settings }] of found) {
    if (uuids.has(index) && uuids.get(index) !== wordOf(member(settings, 'index.uuid'))) throw replacedSince(index);
    if (Object.hasOwn(expects, index) && !deepEqual(aliases, expects[index]))
      throw new RequestError(
        409,
        `The aliases of "${index}" changed since the plan was made. Restore them, or cancel the plan and make a new one.`,
        { index },
      );
  }
  requireOwnBlock(context, source, found.get(source)?.settings ?? {});
  const lookedAt = performance.now();
  const [serving, now, cloned] = await writeMarks(context, [serves, source, ...(isCloned ? [served] : [])]);
  if (!deepEqual(serving, destMark)) throw writtenSince(serves, writesBetween(destMark, serving ?? {}));
  if (mustMatch && !deepEqual(now, sourceMark)) throw writtenSince(source, writesBetween(sourceMark, now ?? {}));
  if (isCloned && !deepEqual(cloned, now))
    throw new RequestError(
      409,
      `The clone "${served}" does not have what "${source}" has now. Undo the plan, and make a new one.`,
      { index: served },
    );
  return lookedAt;
}

function writtenSince(index: string, writes: number): RequestError {
  return new RequestError(
    409,
    `"${index}" was written to since it was compared (${countOf(writes, 'write')}), so the indices have to be compared again. Undo the plan, and make a new one.`,
    { index, writes },
  );
}

/** The first index whose aliases are not as they are expected. @throws RequestError where one of them does not exist */
async function changedAliases(expects: JsonObject, context: StepContext): Promise<string | undefined> {
  for (const [index, expected] of Object.entries(expects))
    if (!deepEqual((await aliasesOf(context, index)) ?? null, expected)) return index;
  return undefined;
}

/**
 * Checks the indices after the swap: writes to the old index since the copy are missing in the new one, and the plan
 * notes them.
 * @throws RequestError if the new index was replaced, or an alias still points to the old one
 */
async function lookAfter({ serves, served }: Input, context: StepContext): Promise<void> {
  const { source, mustMatch, sourceMark, destUuid } = comparisonWith(context.plan, serves);
  const settings = await requireSettings(context, serves);
  if (wordOf(member(settings, 'index.uuid')) !== destUuid) throw replacedSince(serves);
  const left = await aliasesOf(context, served);
  if (left === undefined) return;
  const before = mustMatch ? sourceMark : (markBeforeCopy(context.plan, source) ?? sourceMark);
  const writes = writesBetween(before, await writeMark(context, served));
  if (writes > 0) await context.noteLeftWrites({ index: served, writes });
  const aliases = Object.keys(left);
  if (served === source && aliases.length > 0)
    throw new RequestError(
      409,
      `The aliases were swapped, but "${served}" was given the aliases ${aliases.join(', ')} meanwhile, which still lead there. Move or remove them, and resume.`,
      { index: served, aliases },
    );
}

/** @throws RequestError where the index that clients reach has what the one before does not have, or is another one */
async function requireUnwritten({ serves, served }: Input, context: StepContext): Promise<void> {
  const settings = await requireSettings(context, serves);
  await requireSettings(context, served);
  const before = objectMember(context.step.before ?? {}, 'mark');
  const isBlocked = isWriteBlocked(settings);
  if (before !== undefined && isBlocked && deepEqual(before, await writeMark(context, serves))) return;
  throw new RequestError(
    409,
    isBlocked
      ? `Documents were written to "${serves}" since the swap, and "${served}" does not have them. To go back, make a plan that replaces ${serves}.`
      : `The write block of "${serves}" was lifted while the plan was being undone. Undo it again.`,
    { index: serves },
  );
}

/** Whether the aliases are as actions leave them. */
async function areDone(actions: readonly JsonObject[], context: StepContext): Promise<boolean> {
  const known = new Map<string, JsonObject | undefined>();
  const read = async (index: string) => {
    if (!known.has(index)) known.set(index, await aliasesOf(context, index));
    return known.get(index);
  };
  for (const action of actions) {
    const [entry] = Object.entries(action);
    const [kind, options] = entry ?? [];
    if (!isObject(options)) return false;
    const { index, alias, ...properties } = options;
    const aliases = await read(wordOf(index));
    const found = aliases === undefined ? undefined : member(aliases, wordOf(alias));
    const isDone =
      kind === 'add' ? deepEqual(found, properties) : kind === 'remove' ? found === undefined : aliases === undefined;
    if (!isDone) return false;
  }
  return actions.length > 0;
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
