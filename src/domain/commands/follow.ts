import { CLUSTER_AT, clusterMappings } from '../document/live-document.ts';
import { diff } from '../json/diff.ts';
import { valueAt, type Patch } from '../json/patch.ts';
import type { Pointer } from '../json/pointer.ts';
import { mergeThreeWay } from '../json/three-way.ts';
import type { JsonObject, JsonValue } from '../json/value.ts';
import type { DocumentState } from '../state/state.ts';

export interface Followed {
  readonly patch: Patch;
  /** How much of what the cluster has is new. */
  readonly changes: number;
  /** Places that both changed, where the edit of the user was kept. */
  readonly kept: readonly Pointer[];
}

/**
 * What follows in a live document from what the cluster has now. What it changed since `base` is taken over where the user has not changed it
 * too; with `merges: false` the wanted side stays as it is.
 */
export function followedBy(
  state: DocumentState,
  at: Pointer,
  now: JsonObject,
  { base, merges = true }: { readonly base?: JsonObject | undefined; readonly merges?: boolean | undefined },
): Followed {
  const before = clusterMappings(state.body);
  const mine = valueAt(state.body, at);
  const merged = merges ? mergeThreeWay(base ?? before, mine, now) : { value: mine, kept: [] };
  const seen = diff(before, now, CLUSTER_AT);
  return { patch: [...seen, ...takenOver(mine, merged.value, at)], changes: seen.length, kept: merged.kept };
}

function takenOver(mine: JsonValue | undefined, merged: JsonValue | undefined, at: Pointer): Patch {
  if (merged === undefined) return mine === undefined ? [] : [{ op: 'remove', path: at }];
  return mine === undefined ? [{ op: 'add', path: at, value: merged }] : diff(mine, merged, at);
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
