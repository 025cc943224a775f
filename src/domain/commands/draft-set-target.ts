import { valueAt } from '../json/patch.ts';
import { joinPointer } from '../json/pointer.ts';
import { exact } from '../json/schemas.ts';
import { deepEqual } from '../json/value.ts';
import { defineCommand, UNCHANGED } from './define-command.ts';
import { DraftIdSchema, draftName, draftNotFound, DraftTargetSchema } from './draft-list.ts';

/** Chooses the engine that a draft is edited for. */
export const draftSetTarget = defineCommand({
  type: 'draft.setTarget',
  event: 'draft.targetSet',
  pointers: [],
  payload: exact({ id: DraftIdSchema, target: DraftTargetSchema }),
  rejects: ['draft.not_found'],
  isBatchable: true,
  decide(state, { id, target }) {
    const name = draftName(state, id);
    if (name === undefined) return draftNotFound(id);
    const at = joinPointer('', id, 'target');
    if (deepEqual(valueAt(state.body, at), target)) return UNCHANGED;
    const patch = [{ op: 'replace', path: at, value: target }] as const;
    return { patch, summary: `Set target engine of draft ${name} to ${target.distribution} ${target.version}` };
  },
});
