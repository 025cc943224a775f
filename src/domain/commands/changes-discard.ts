import { CLUSTER_AT, clusterMappings, wantedAt } from '../document/live-document.ts';
import { keepsLiterals } from '../events/rules.ts';
import { diff } from '../json/diff.ts';
import { valueAt } from '../json/patch.ts';
import { exact } from '../json/schemas.ts';
import { defineCommand, reject, UNCHANGED } from './define-command.ts';

/**
 * Puts what is wanted of a live mapping or template back to what the cluster was last seen to have; the event says only
 * what differs.
 */
export const changesDiscard = defineCommand({
  type: 'changes.discard',
  event: 'changes.discarded',
  pointers: [],
  payload: exact({}),
  rejects: ['changes.not_live'],
  isBatchable: true,
  decide(state, _payload, { rules }) {
    const at = wantedAt(state);
    if (at === null)
      return reject(
        'changes.not_live',
        'This is not the mapping of a live index or a template of a cluster.',
        CLUSTER_AT,
      );
    const wanted = valueAt(state.body, at);
    const cluster = clusterMappings(state.body);
    const patch =
      wanted === undefined
        ? [{ op: 'add' as const, path: at, value: cluster }]
        : diff(wanted, cluster, at, { asWritten: keepsLiterals(rules) });
    return patch.length === 0 ? UNCHANGED : { patch, summary: 'Discard unsent changes' };
  },
});
