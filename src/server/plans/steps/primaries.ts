import { formatJson, member, objectMember, type JsonObject } from '#domain/json';
import { ClusterError } from '#domain/ports';
import { allocationOf } from '../../console/index-shards.ts';
import { RequestError } from '../../console/errors.ts';
import type { StepContext } from './step-context.ts';

/** Between two looks at the shards. */
export const POLL_MS = 500;
/** Looks in a row at which no copy is on its way, before the cluster is asked why: half a minute. */
const IDLE_LOOKS = 60;

/**
 * Waits until each shard of an index has a primary, and none is on its way.
 * @throws RequestError with the cluster's explanation where a primary stays unassigned
 */
export async function waitForPrimaries(index: string, context: StepContext): Promise<void> {
  let idle = 0;
  for (;;) {
    const health = await context.read({
      method: 'GET',
      path: ['_cluster', 'health', index],
      query: { level: 'shards' },
    });
    const isMoving = shardsIn(health, 'relocating_shards') + shardsIn(health, 'initializing_shards') > 0;
    const isRed = member(health, 'status') === 'red';
    if (!isRed && !isMoving) return;
    idle = isMoving ? 0 : idle + 1;
    if (idle >= IDLE_LOOKS) throw await notStarted(index, health, context);
    await context.pause(POLL_MS);
  }
}

async function notStarted(index: string, health: JsonObject, context: StepContext): Promise<RequestError> {
  const shards = objectMember(objectMember(objectMember(health, 'indices') ?? {}, index) ?? {}, 'shards') ?? {};
  const waiting = Object.keys(shards).find(
    (number) => member(objectMember(shards, number) ?? {}, 'primary_active') !== true,
  );
  const shard = Number(waiting ?? 0);
  const why = await explanationOf(index, shard, context);
  return new RequestError(
    409,
    `Shard ${shard} of index "${index}" has no node that it can start on: ${why} Change where its shards may be allocated, or add nodes, then resume the plan.`,
    { index, shard },
  );
}

/** The cluster's explanation, as sentences. */
export async function explanationOf(index: string, shard: number, context: StepContext): Promise<string> {
  try {
    const response = await context.read({
      method: 'POST',
      path: ['_cluster', 'allocation', 'explain'],
      body: formatJson({ index, shard, primary: true }),
    });
    const { causes, explanation, details } = allocationOf(response, { shard, isPrimary: true });
    const reasons = causes.map((cause) => `${cause.explanation} (${cause.decider})`);
    return asSentence(
      reasons.length > 0 ? reasons.join('; ') : (explanation ?? details ?? 'the cluster gives no reason'),
    );
  } catch (error) {
    if (!(error instanceof ClusterError) || (error.fault !== 'refused' && error.fault !== 'forbidden')) throw error;
    return asSentence(`the cluster does not explain why: ${error.message}`);
  }
}

function asSentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}

function shardsIn(health: JsonObject, name: string): number {
  return Number(member(health, name) ?? 0);
}
