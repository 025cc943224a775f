import { isObject, member, objectMember, type JsonObject } from '#domain/json';
import { namesMadeBy, taskOf, type Plan, type PlanStep } from '#domain/plan';
import { RequestError } from '../../console/errors.ts';
import { requireSettings, wordOf } from './index-facts.ts';
import type { StepContext } from './step-context.ts';

/** What a comparison has found, as its step keeps it. */
export interface Compared {
  readonly source: string;
  /** Whether the source had to be blocked, and equal. */
  readonly mustMatch: boolean;
  readonly sourceUuid: string;
  readonly destUuid: string;
  readonly sourceMark: JsonObject;
  readonly destMark: JsonObject;
}

/** Why a plan of an earlier version can't go on: it was recorded without what has to be proved now. */
export function recordedBefore(what: string): RequestError {
  return new RequestError(
    409,
    `This plan was recorded by an earlier version of Mapledger and does not say ${what}. Undo or cancel it, and make a new plan.`,
  );
}

/**
 * The uuid of an index that the plan has made; undefined where it has not made it.
 * @throws RequestError where it has, and does not know the uuid
 */
export function madeUuid({ steps }: Plan, index: string): string | undefined {
  const step = steps.find((each) => namesMadeBy(taskOf(each)).includes(index));
  if (step === undefined) return undefined;
  const uuid = knownUuid(step);
  if (uuid === undefined) throw recordedBefore(`which index "${index}" it has made`);
  return uuid;
}

/** The uuid of the index that a step has created, from its result or its note. */
export function knownUuid({ result, note }: Pick<PlanStep, 'result' | 'note'>): string | undefined {
  const uuid = member(result ?? {}, 'uuid') ?? member(note ?? {}, 'uuid');
  return typeof uuid === 'string' ? uuid : undefined;
}

/** @throws RequestError where an index that the plan has made is another one by now, or is gone */
export async function requireAllMade(context: StepContext): Promise<void> {
  for (const step of context.plan.steps)
    if (step.state === 'done') for (const index of step.creates) await requireMade(context, index);
}

/** Settings of an index that the plan has made, if it is still that one. @throws RequestError where it is not */
export async function requireMade(context: StepContext, index: string): Promise<JsonObject> {
  const settings = await requireSettings(context, index);
  const made = madeUuid(context.plan, index);
  if (made !== undefined && made !== wordOf(member(settings, 'index.uuid'))) throw replacedSince(index);
  return settings;
}

/** The reason why an object may belong to another client, so that undoing a step keeps it; null if there is none. */
export async function foreignness(proof: Promise<void>): Promise<string | null> {
  try {
    await proof;
    return null;
  } catch (error) {
    if (error instanceof RequestError) return `Kept. ${error.message}`;
    throw error;
  }
}

export function replacedSince(index: string): RequestError {
  return new RequestError(
    409,
    `"${index}" is not the index that this plan has used until now: it was deleted and created again. Look at it, then undo or cancel the plan and make a new one.`,
    { index },
  );
}

/** Whether an earlier step of the plan has blocked writes to an index. */
function hasBlocked({ steps }: Plan, index: string): boolean {
  return steps.some(
    ({ kind, input, state }) => kind === 'block_writes' && state === 'done' && member(input, 'index') === index,
  );
}

/** Whether the plan has blocked writes that were allowed before. */
export function hasOwnBlock({ steps }: Plan): boolean {
  return steps.some(
    ({ kind, state, before }) =>
      kind === 'block_writes' && state === 'done' && member(before ?? {}, 'wasBlocked') !== true,
  );
}

export function isWriteBlocked(settings: JsonObject): boolean {
  return wordOf(member(settings, 'index.blocks.write')) === 'true';
}

/** @throws RequestError where the plan has blocked writes to an index, and they are allowed again */
export function requireOwnBlock(context: StepContext, index: string, settings: JsonObject): void {
  if (!hasBlocked(context.plan, index) || isWriteBlocked(settings)) return;
  throw new RequestError(
    409,
    `The write block of "${index}" was lifted while the plan was running. Block its writes again and resume: what was written meanwhile is found then.`,
    { index },
  );
}

/**
 * The last comparison with an index.
 * @throws RequestError where the plan has none, or one that does not say what it compared
 */
export function comparisonWith({ steps }: Plan, dest: string): Compared {
  const step = steps.findLast(({ kind, input }) => kind === 'compare' && member(input, 'dest') === dest);
  const { result = {}, input = {} } = step ?? {};
  const [sourceUuid, destUuid] = [member(result, 'sourceUuid'), member(result, 'destUuid')];
  const [sourceMark, destMark] = [objectMember(result, 'sourceMark'), member(result, 'mark')];
  if (
    typeof sourceUuid !== 'string' ||
    typeof destUuid !== 'string' ||
    sourceMark === undefined ||
    destMark === undefined ||
    !isObject(destMark)
  )
    throw recordedBefore(`what "${dest}" was compared with`);
  const mustMatch = member(input, 'mustMatch') === true;
  return { source: wordOf(member(input, 'source')), mustMatch, sourceUuid, destUuid, sourceMark, destMark };
}

/** The write mark of an index when its documents began to be copied; undefined where the plan does not say it. */
export function markBeforeCopy({ steps }: Plan, source: string): JsonObject | undefined {
  const step = steps.find(
    ({ kind, input }) => (kind === 'reindex' || kind === 'copy') && member(input, 'source') === source,
  );
  return objectMember(step?.before ?? {}, 'mark');
}
