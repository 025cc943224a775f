import { Type } from 'typebox';
import { CLUSTER_AT, clusterMappings, LIVE_BODY_AT, wantedAt } from '../document/live-document.ts';
import { digestOf } from '../events/digest.ts';
import { FIRST_RULES } from '../events/rules.ts';
import { parsePointer } from '../json/pointer.ts';
import { exact, JsonObjectSchema } from '../json/schemas.ts';
import { withToldMembers } from '../template/same-template.ts';
import { defineCommand, reject, UNCHANGED } from './define-command.ts';
import { ACTION_MEMBER, actionRefusal, followedBy, followsSave, followSummary, recordedSave } from './follow.ts';

/**
 * Notes what the cluster has now of a template. `sent` is what it was asked to have. With `merges: false` only that is
 * noted, and what is wanted stays as it is; otherwise what the cluster has changed is taken over where the user has not
 * changed it too. With the action that sent it, the event records that it notes a save, not what was sent.
 */
export const templateFollow = defineCommand({
  type: 'template.follow',
  event: 'template.followed',
  pointers: [],
  payload: exact({
    body: JsonObjectSchema,
    sent: Type.Optional(JsonObjectSchema),
    merges: Type.Optional(Type.Boolean()),
    action: ACTION_MEMBER,
  }),
  rejects: ['template.not_live', 'cluster.not_read_by_server'],
  isBatchable: true,
  reportsCluster: true,
  decide(state, { body, sent, merges, action }, context) {
    const { rules } = context;
    const refusal = actionRefusal(action, context);
    if (refusal !== null) return refusal;
    if (wantedAt(state) !== LIVE_BODY_AT)
      return reject('template.not_live', 'This is not a template of a cluster.', CLUSTER_AT);
    // Nobody sends when a template was changed, and who edits it does not change that either. By the first rules it was
    // taken for an edit.
    const base =
      sent === undefined || rules === FIRST_RULES ? sent : withToldMembers(sent, clusterMappings(state.body));
    const followed = followedBy(state, LIVE_BODY_AT, body, { base, merges, rules });
    if (followed.patch.length === 0) return UNCHANGED;
    const what = followsSave({ sent, action }, rules) ? 'Saved to cluster' : 'Changed outside';
    return {
      patch: followed.patch,
      summary: followSummary(what, followed, (pointer) => parsePointer(pointer).join('.')),
      recorded: {
        body: digestOf(body, rules),
        ...recordedSave({ sent, action }, rules),
        ...(followed.kept.length > 0 && { kept: followed.kept }),
      },
    };
  },
});
