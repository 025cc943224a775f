import { Type } from 'typebox';
import type { Author } from '../events/event.ts';
import { digestOf } from '../events/digest.ts';
import { diff } from '../json/diff.ts';
import { valueAt, type Patch } from '../json/patch.ts';
import { parsePointer, type Pointer } from '../json/pointer.ts';
import { formatJson } from '../json/text.ts';
import { mergeThreeWay } from '../json/three-way.ts';
import type { JsonObject, JsonValue } from '../json/value.ts';
import { dottedPath } from '../mapping/field.ts';
import { CLUSTER_AT, clusterMappings, isLiveDocument } from '../document/live-document.ts';
import { defineCommand, reject, UNCHANGED } from './define-command.ts';
import { JsonObjectSchema, exact } from '../json/schemas.ts';

/** Who changes a document when its cluster has changed: nobody who undoes. */
export const CLUSTER_AUTHOR: Author = { id: 'cluster', name: 'Cluster', verified: false };

/**
 * Takes over what the cluster has changed, where the user has not changed it too. `sent` is what the cluster was asked to have; what it
 * made of that is a change of its own.
 */
export const mappingFollow = defineCommand({
  type: 'mapping.follow',
  event: 'mapping.followed',
  pointers: [],
  payload: exact({ mappings: JsonObjectSchema, sent: Type.Optional(JsonObjectSchema) }),
  rejects: ['mapping.not_live'],
  isBatchable: true,
  decide(state, payload) {
    const now = payload.mappings as JsonObject;
    const before = clusterMappings(state.body);
    const mine = valueAt(state.body, state.mappingsAt);
    if (!isLiveDocument(state))
      return reject('mapping.not_live', 'This is not the mapping of a live index.', CLUSTER_AT);
    const merged = mergeThreeWay((payload.sent as JsonObject | undefined) ?? before, mine, now);
    const seen = diff(before, now, CLUSTER_AT);
    const patch = [...seen, ...takenOver(mine, merged.value, state.mappingsAt)];
    if (patch.length === 0) return UNCHANGED;
    return {
      patch,
      summary: summaryOf(seen.length, merged.kept),
      recorded: { mappings: digestOf(formatJson(now)), ...(merged.kept.length > 0 && { kept: merged.kept }) },
    };
  },
});

function takenOver(mine: JsonValue | undefined, merged: JsonValue | undefined, at: Pointer): Patch {
  if (merged === undefined) return mine === undefined ? [] : [{ op: 'remove', path: at }];
  return mine === undefined ? [{ op: 'add', path: at, value: merged }] : diff(mine, merged, at);
}

function summaryOf(changes: number, kept: readonly Pointer[]): string {
  const [first, ...others] = kept.map(describePlace);
  const mine =
    first === undefined
      ? ''
      : `, keeping your edits to ${first}${others.length === 0 ? '' : ` and ${others.length} more`}`;
  return `Synced from cluster (${changes} ${changes === 1 ? 'change' : 'changes'})${mine}`;
}

/** A place in mappings as people write it: the names of the fields, and the member of the last one. */
function describePlace(pointer: Pointer): string {
  return dottedPath(
    parsePointer(pointer).filter((token, index) => index % 2 === 1 || (token !== 'properties' && token !== 'fields')),
  );
}
