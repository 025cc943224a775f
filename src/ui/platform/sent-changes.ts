import type { JsonObject } from '#domain/json';
import { loadChunk } from '../kit/load-chunk.ts';
import type * as Gathering from './gather-changes.ts';

/** What a server answers to a save. */
export interface SaveAnswer {
  /** The server itself records the save: the session only shows it until that record arrives. */
  readonly isSaveRecorded: boolean;
  /** The action that made the save; undefined where it is none of recorded changes. */
  readonly action?: string | undefined;
}

/** The answer, with the body that was sent to a cluster. */
export interface FollowedSave extends SaveAnswer {
  readonly sent: JsonObject;
}

/**
 * The members of a follow that say what was sent. They name the action only where the follow is the record of the save:
 * the server takes one such record for each action.
 */
export function saveMembers(save: FollowedSave | undefined) {
  if (save === undefined) return {};
  const { sent, action, isSaveRecorded } = save;
  return { sent, ...(action !== undefined && !isSaveRecorded && { action }) };
}

/** What a follow is to the session: the answer to a save is stored where no other record of the save will come. */
export function followSource(save: FollowedSave | undefined): 'reading' | 'answer' {
  return save === undefined || save.isSaveRecorded || save.action === undefined ? 'reading' : 'answer';
}

/** The part of a route's response that is about a save. */
export function saveAnswer({
  savedVersion,
  action,
}: {
  readonly savedVersion?: number;
  readonly action?: string;
}): SaveAnswer {
  return { isSaveRecorded: savedVersion !== undefined, action };
}

export type { GatheredChanges } from './gather-changes.ts';

/** Shown while recording is awaited, and reported where it did not happen. */
export const RECORDING = 'Recording your changes…';
export const UNRECORDED = 'Your changes aren’t recorded on the server yet.';

/** As the function of the same name in `gather-changes.ts`, whose code is loaded with the first save. */
export async function gatherChanges(
  ...call: Parameters<typeof Gathering.gatherChanges>
): ReturnType<typeof Gathering.gatherChanges> {
  const { gatherChanges: gather } = await loadChunk(() => import('./gather-changes.ts'));
  return gather(...call);
}
