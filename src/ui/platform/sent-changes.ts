import type { JsonObject } from '#domain/json';
import { loadChunk } from '../kit/load-chunk.ts';
import type * as Gathering from './gather-changes.ts';

/** What a cluster was asked to have, and whether the server records itself what became of it: then the session only shows it until that comes. */
export interface FollowedSave {
  readonly sent: JsonObject;
  readonly isSaveRecorded: boolean;
}

/** What is shown while it is waited for, and said where that was in vain. */
export const RECORDING = 'Recording your changes…';
export const UNRECORDED = 'Your changes aren’t recorded on the server yet.';

/** As the function of the same name in `gather-changes.ts`, whose code is loaded with the first save. */
export async function gatherChanges(
  ...call: Parameters<typeof Gathering.gatherChanges>
): ReturnType<typeof Gathering.gatherChanges> {
  const { gatherChanges: gather } = await loadChunk(() => import('./gather-changes.ts'));
  return gather(...call);
}
