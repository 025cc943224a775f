import type { JsonObject } from '#domain/json';
import { loadChunk } from '../kit/load-chunk.ts';
import type * as Gathering from './gather-changes.ts';

/**
 * The body that was sent to a cluster, and whether the server itself records the save: then the session only shows it
 * until that record arrives.
 */
export interface FollowedSave {
  readonly sent: JsonObject;
  readonly isSaveRecorded: boolean;
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
