import { joinPointer } from '../json/pointer.ts';
import { exact } from '../json/schemas.ts';
import { defineCommand } from './define-command.ts';
import { DraftIdSchema, draftName, draftNotFound } from './draft-list.ts';

/** Takes a draft off the list. Its log stays, so that undo brings it back whole. */
export const draftRemove = defineCommand({
  type: 'draft.remove',
  event: 'draft.removed',
  pointers: [],
  payload: exact({ id: DraftIdSchema }),
  rejects: ['draft.not_found'],
  isBatchable: true,
  decide(state, { id }) {
    const name = draftName(state, id);
    if (name === undefined) return draftNotFound(id);
    return { patch: [{ op: 'remove', path: joinPointer('', id) }], summary: `Delete draft ${name}` };
  },
});
