import { Type } from 'typebox';
import { digestOf } from '../events/digest.ts';
import { FIRST_RULES } from '../events/rules.ts';
import { parsePointer, type Pointer } from '../json/pointer.ts';
import { dottedPath } from '../mapping/field.ts';
import { CLUSTER_AT, isLiveDocument } from '../document/live-document.ts';
import { defineCommand, reject, UNCHANGED } from './define-command.ts';
import { JsonObjectSchema, exact } from '../json/schemas.ts';
import { ACTION_MEMBER, actionRefusal, followedBy, followsSave, followSummary, recordedSave } from './follow.ts';

/**
 * Takes over changes of the cluster where the user has made none. `sent` is the mapping that was sent to the cluster;
 * differences to it are changes of the cluster. With the action that sent it, the event records that it notes a save,
 * not what was sent.
 */
export const mappingFollow = defineCommand({
  type: 'mapping.follow',
  event: 'mapping.followed',
  pointers: [],
  payload: exact({ mappings: JsonObjectSchema, sent: Type.Optional(JsonObjectSchema), action: ACTION_MEMBER }),
  rejects: ['mapping.not_live', 'cluster.not_read_by_server'],
  isBatchable: true,
  reportsCluster: true,
  decide(state, payload, context) {
    const { rules } = context;
    const refusal = actionRefusal(payload.action, context);
    if (refusal !== null) return refusal;
    if (!isLiveDocument(state))
      return reject('mapping.not_live', 'This is not the mapping of a live index.', CLUSTER_AT);
    const now = payload.mappings;
    const followed = followedBy(state, state.mappingsAt, now, { base: payload.sent, rules });
    if (followed.patch.length === 0) return UNCHANGED;
    const notesSave = rules !== FIRST_RULES && followsSave(payload, rules);
    return {
      patch: followed.patch,
      summary: followSummary(notesSave ? 'Saved to cluster' : 'Synced from cluster', followed, describePlace),
      recorded: {
        mappings: digestOf(now, rules),
        ...recordedSave(payload, rules),
        ...(followed.kept.length > 0 && { kept: followed.kept }),
      },
    };
  },
});

/** A place in mappings as people write it: the names of the fields, and the member of the last one. */
function describePlace(pointer: Pointer): string {
  return dottedPath(
    parsePointer(pointer).filter((token, index) => index % 2 === 1 || (token !== 'properties' && token !== 'fields')),
  );
}
