import { Type } from 'typebox';
import { SERVER_READER } from '../events/cluster-author.ts';
import { FIRST_RULES, keepsLiterals, takesReadingsOfPeople } from '../events/rules.ts';
import { reject, type DecideContext, type Rejection } from './define-command.ts';
import { CLUSTER_AT, clusterMappings } from '../document/live-document.ts';
import { diff } from '../json/diff.ts';
import { valueAt, type Patch } from '../json/patch.ts';
import type { Pointer } from '../json/pointer.ts';
import { mergeThreeWay } from '../json/three-way.ts';
import type { JsonObject, JsonValue } from '../json/value.ts';
import type { DocumentState } from '../state/state.ts';

/**
 * The payload member of a follow that names the action whose outcome it notes. A server takes it from a browser only
 * where that action is done and of the same document.
 */
export const ACTION_MEMBER = Type.Optional(Type.String({ pattern: '^[!-~]{1,64}$' }));

/** Why a follow that names an action is refused, or null. */
export function actionRefusal(
  action: string | undefined,
  { author, rules }: DecideContext,
): Rejection<'cluster.not_read_by_server'> | null {
  if (action === undefined || author.id === SERVER_READER.id || !takesReadingsOfPeople(rules)) return null;
  return reject('cluster.not_read_by_server', 'Only the server says which action it has read the cluster after.');
}

interface SavePayload {
  readonly sent?: unknown;
  readonly action?: string | undefined;
}

/** Whether a follow notes a save, rather than a reading that what was asked for is only merged with. */
export function followsSave({ sent, action }: SavePayload, rules: number): boolean {
  return sent !== undefined && (takesReadingsOfPeople(rules) || action !== undefined);
}

/** What a follow records of a save: that there was one, and with which action. By the first rules it said nothing. */
export function recordedSave(payload: SavePayload, rules: number): JsonObject {
  if (rules === FIRST_RULES) return {};
  const { action } = payload;
  return { ...(followsSave(payload, rules) && { sent: true }), ...(action !== undefined && { action }) };
}

export interface Followed {
  readonly patch: Patch;
  /** Number of new changes from the cluster. */
  readonly changes: number;
  /** Places that both changed, where the edit of the user was kept. */
  readonly kept: readonly Pointer[];
}

interface FollowOptions {
  readonly base?: JsonObject | undefined;
  readonly merges?: boolean | undefined;
  readonly rules: number;
}

/**
 * What follows in a live document from what the cluster has now. What it changed since `base` is taken over where the
 * user has not changed it too; with `merges: false` the wanted side stays as it is.
 */
export function followedBy(
  state: DocumentState,
  at: Pointer,
  now: JsonObject,
  { base, merges = true, rules }: FollowOptions,
): Followed {
  const before = clusterMappings(state.body);
  const mine = valueAt(state.body, at);
  const merged = merges ? mergeThreeWay(base ?? before, mine, now) : { value: mine, kept: [] };
  const asWritten = keepsLiterals(rules);
  const seen = diff(before, now, CLUSTER_AT, { asWritten });
  return { patch: [...seen, ...takenOver(mine, merged.value, at, asWritten)], changes: seen.length, kept: merged.kept };
}

function takenOver(mine: JsonValue | undefined, merged: JsonValue | undefined, at: Pointer, asWritten: boolean): Patch {
  if (merged === undefined) return mine === undefined ? [] : [{ op: 'remove', path: at }];
  return mine === undefined ? [{ op: 'add', path: at, value: merged }] : diff(mine, merged, at, { asWritten });
}

/** What happened, how much of it, and which edits were kept. */
export function followSummary(
  what: string,
  { changes, kept }: Followed,
  describePlace: (pointer: Pointer) => string,
): string {
  const [first, ...others] = kept.map(describePlace);
  const mine =
    first === undefined
      ? ''
      : `, keeping your edits to ${first}${others.length === 0 ? '' : ` and ${others.length} more`}`;
  return `${what} (${changes} ${changes === 1 ? 'change' : 'changes'})${mine}`;
}
