import { flatSettings, planSettings } from '#domain/console';
import { deepEqual, isObject, member, objectMember, type JsonObject, type JsonValue } from '#domain/json';
import { callsOf, type StepInput } from '#domain/plan';
import { isRefused, objectsIn } from '../../console/calls.ts';
import { RequestError } from '../../console/errors.ts';
import {
  foreignness,
  knownUuid,
  recordedBefore,
  replacedSince,
  requireMade,
  requireOwnBlock,
} from './earlier-steps.ts';
import {
  aliasesOf,
  mappingsOf,
  requireFree,
  requireSettings,
  settingsOf,
  uuidOf,
  wordOf,
  writeMarks,
} from './index-facts.ts';
import { explanationOf, POLL_MS, waitForPrimaries } from './primaries.ts';
import { NOT_DONE, nothingToUndo, type StepContext, type StepExecutor } from './step-context.ts';

type Input = StepInput<'resize'>;

/** Looks in a row at which nothing moves: five minutes, as shards may have to wait for those of other indices. */
const IDLE_LOOKS = 600;
/** States of a shard that is on its way. */
const MOVING: ReadonlySet<string> = new Set(['RELOCATING', 'INITIALIZING']);

export const resize: StepExecutor<'resize'> = {
  staysOpen: true,

  async check({ source, dest }, context) {
    await requireFree(context, dest);
    const settings = await requireSettings(context, source);
    requireOwnBlock(context, source, settings);
    return { absent: true, source: wordOf(member(settings, 'index.uuid')) };
  },

  async run(input, context) {
    for (const call of callsOf({ kind: 'resize', input }))
      await context.send(call, () => requireSource(input, context));
    return resultOf(input, context);
  },

  /**
   * The name was free when the step began: what has it now is the plan's own only if it was made of the source, and as
   * was asked.
   */
  async lookUp(input, context) {
    if ((await uuidOf(context, input.dest)) === undefined) return NOT_DONE;
    return { isDone: true, result: await resultOf(input, context) };
  },

  async undo(input, context) {
    const { source, dest } = input;
    const uuid = await uuidOf(context, dest);
    if (uuid === undefined) return { kept: `Index ${dest} no longer exists.` };
    const made = knownUuid(context.step);
    if (made !== undefined && made !== uuid) return { kept: `${dest} was deleted and created again since.` };
    // It may be the only one that still has the documents.
    if ((await settingsOf(context, source)) === undefined) return { kept: `${dest} has taken the place of ${source}.` };
    const aliases = Object.keys((await aliasesOf(context, dest)) ?? {});
    if (aliases.length > 0) return { kept: `${dest} is in use by the aliases ${aliases.join(', ')}.` };
    if (made === undefined) {
      const difference = await foreignness(requireMadeOf(input, await requireSettings(context, dest), context));
      if (difference !== null) return { kept: difference };
    }
    await context.send({ method: 'DELETE', path: [dest] }, async () => {
      if ((await uuidOf(context, dest)) !== uuid) throw replacedSince(dest);
    });
    return undefined;
  },
};

/**
 * Elasticsearch 9 drops the source of an index as soon as it has started: then its shards, mappings and sequence
 * numbers have to match those of a copy.
 */
async function isCopyOf(source: string, dest: string, context: StepContext): Promise<boolean> {
  await waitForPrimaries(dest, context);
  const shards = objectsIn(member(await recoveryOf(dest, context), 'shards')).filter(
    (shard) => member(shard, 'primary') === true,
  );
  if (shards.length === 0 || shards.some((shard) => member(shard, 'type') !== 'LOCAL_SHARDS')) return false;
  const [there, here] = [await mappingsOf(context, dest), await mappingsOf(context, source)];
  if (!deepEqual(there, here)) return false;
  const [copied = {}, original = {}] = await writeMarks(context, [dest, source]);
  return newestOf(copied) === newestOf(original);
}

/** How the shards of an index began; nothing where an engine does not say. */
async function recoveryOf(index: string, context: StepContext): Promise<JsonObject> {
  try {
    return objectMember(await context.read({ method: 'GET', path: [index, '_recovery'] }), index) ?? {};
  } catch (error) {
    if (isRefused(error)) return {};
    throw error;
  }
}

function newestOf(mark: JsonObject): number {
  return Math.max(-1, ...Object.values(mark).filter((number) => typeof number === 'number'));
}

/** Waits for the index, and says which one it is. @throws RequestError where it is not the one that the step makes */
async function resultOf(input: Input, context: StepContext): Promise<JsonObject> {
  const settings = await requireSettings(context, input.dest);
  await requireMadeOf(input, settings, context);
  const uuid = wordOf(member(settings, 'index.uuid'));
  await context.note({ uuid });
  await waitForPrimaries(input.dest, context);
  return { uuid };
}

/** @throws RequestError where the source is not the index that the step has looked at, or takes writes */
async function requireSource({ source }: Input, context: StepContext): Promise<void> {
  const settings = await requireSettings(context, source);
  if (member(context.step.before ?? {}, 'source') !== wordOf(member(settings, 'index.uuid')))
    throw replacedSince(source);
  requireOwnBlock(context, source, settings);
}

/**
 * @throws RequestError where an index was not made of the source that the step has looked at, or not with its settings
 */
async function requireMadeOf({ method, source, dest, body }: Input, settings: JsonObject, context: StepContext) {
  const { absent, source: uuid } = context.step.before ?? {};
  if (absent !== true || typeof uuid !== 'string') throw recordedBefore(`whether "${dest}" was absent before`);
  const stop = (difference: string) =>
    new RequestError(
      409,
      `Index "${dest}" is not the ${method} of "${source}" that was approved: ${difference}. If nobody needs it, delete it and resume the plan; else cancel the plan.`,
      { index: dest },
    );
  const named = member(settings, 'index.resize.source.uuid');
  const isMadeOf = named === undefined ? await isCopyOf(source, dest, context) : wordOf(named) === uuid;
  if (!isMadeOf) throw stop('it was not made of that index');
  const wanted = flatSettings(objectMember(body, 'settings') ?? {});
  const edits = planSettings(settings, wanted, await context.target()).edits;
  const edit = edits.find(({ name }) => Object.hasOwn(wanted, name));
  if (edit !== undefined) throw stop(`its setting ${edit.name} is another one`);
}

export const waitForShards: StepExecutor<'wait_for_shards'> = {
  async check({ index }, context) {
    await requireSettings(context, index);
    return {};
  },

  async run({ index, onNode }, context) {
    await waitForPrimaries(index, context);
    if (onNode !== undefined) await waitForNode(index, onNode, context);
    await requireMade(context, index);
    return undefined;
  },

  lookUp: async () => NOT_DONE,
  undo: nothingToUndo,
};

/**
 * Waits until one node has a copy of each shard.
 * @throws RequestError where there is no shard to wait for, or none has moved for minutes
 */
async function waitForNode(index: string, node: string, context: StepContext): Promise<void> {
  for (let idle = 0; ; idle++) {
    const text = await context.readText({
      method: 'GET',
      path: ['_cat', 'shards', index],
      query: { format: 'json', h: 'shard,state,node' },
    });
    const rows = (JSON.parse(text) as readonly JsonValue[]).filter(isObject);
    const shards = new Set(rows.map((row) => member(row, 'shard')));
    const there = rows.filter((row) => member(row, 'node') === node && member(row, 'state') === 'STARTED');
    if (shards.size === 0) throw new RequestError(409, `Index "${index}" has no shards.`, { index });
    const arrived = new Set(there.map((row) => member(row, 'shard')));
    if (arrived.size === shards.size) return;
    if (rows.some((row) => MOVING.has(wordOf(member(row, 'state'))))) idle = 0;
    if (idle >= IDLE_LOOKS) {
      const shard = Number([...shards].find((number) => !arrived.has(number)));
      throw new RequestError(
        409,
        `Node "${node}" has ${arrived.size} of the ${shards.size} shards of "${index}" that have to be on it, and nothing has moved for five minutes. Shard ${shard}: ${await explanationOf(index, shard, context)} Make room for them on this node, then resume the plan.`,
        { index, node, shard },
      );
    }
    context.progress(arrived.size, shards.size);
    await context.pause(POLL_MS);
  }
}
