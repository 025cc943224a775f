import { isObject, member, type JsonValue } from '#domain/json';
import { callsOf } from '#domain/plan';
import { RequestError } from '../../console/errors.ts';
import { aliasesOf, requireFree, requireSettings, settingsOf, uuidOf } from './index-facts.ts';
import { NOT_DONE, nothingToUndo, type StepContext, type StepExecutor } from './step-context.ts';

/** Between two looks at the shards. */
const POLL_MS = 500;

export const resize: StepExecutor<'resize'> = {
  async check({ source, dest }, context) {
    await requireFree(context, dest);
    await requireSettings(context, source);
    return {};
  },

  async run(input, context) {
    for (const call of callsOf({ kind: 'resize', input })) await context.send(call);
    await waitForPrimaries(input.dest, context);
    const uuid = await uuidOf(context, input.dest);
    return uuid === undefined ? {} : { uuid };
  },

  async lookUp({ dest }, context) {
    const uuid = await uuidOf(context, dest);
    if (uuid === undefined) return NOT_DONE;
    await waitForPrimaries(dest, context);
    return { isDone: true, result: { uuid } };
  },

  async undo({ source, dest }, context) {
    const uuid = await uuidOf(context, dest);
    if (uuid === undefined) return { kept: `Index ${dest} no longer exists.` };
    const made = member(context.step.result ?? {}, 'uuid');
    if (made !== undefined && made !== uuid) return { kept: `${dest} was deleted and created again since.` };
    // It may be the only one that still has the documents.
    if ((await settingsOf(context, source)) === undefined) return { kept: `${dest} has taken the place of ${source}.` };
    const aliases = Object.keys((await aliasesOf(context, dest)) ?? {});
    if (aliases.length > 0) return { kept: `${dest} is in use by the aliases ${aliases.join(', ')}.` };
    await context.send({ method: 'DELETE', path: [dest] });
    return undefined;
  },
};

export const waitForShards: StepExecutor<'wait_for_shards'> = {
  async check({ index }, context) {
    await requireSettings(context, index);
    return {};
  },

  async run({ index, onNode }, context) {
    await waitForPrimaries(index, context);
    if (onNode !== undefined) await waitForNode(index, onNode, context);
    return undefined;
  },

  lookUp: async () => NOT_DONE,
  undo: nothingToUndo,
};

/** Waits until each shard of an index has a primary, and none is on its way. */
async function waitForPrimaries(index: string, context: StepContext): Promise<void> {
  for (;;) {
    const health = await context.read({ method: 'GET', path: ['_cluster', 'health', index] });
    const isMoving = Number(member(health, 'relocating_shards') ?? 0) > 0;
    if (member(health, 'status') !== 'red' && Number(member(health, 'initializing_shards') ?? 0) === 0 && !isMoving)
      return;
    await context.pause(POLL_MS);
  }
}

/** Waits until one node has a copy of each shard. @throws RequestError where there is no shard to wait for */
async function waitForNode(index: string, node: string, context: StepContext): Promise<void> {
  for (;;) {
    const text = await context.readText({
      method: 'GET',
      path: ['_cat', 'shards', index],
      query: { format: 'json', h: 'shard,state,node' },
    });
    const rows = (JSON.parse(text) as readonly JsonValue[]).filter(isObject);
    const shards = new Set(rows.map((row) => member(row, 'shard')));
    const there = rows.filter((row) => member(row, 'node') === node && member(row, 'state') === 'STARTED');
    if (shards.size === 0) throw new RequestError(409, `Index "${index}" has no shards.`, { index });
    if (new Set(there.map((row) => member(row, 'shard'))).size === shards.size) return;
    context.progress(there.length, shards.size);
    await context.pause(POLL_MS);
  }
}
