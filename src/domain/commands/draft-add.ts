import { valueAt } from '../json/patch.ts';
import { joinPointer } from '../json/pointer.ts';
import { exact } from '../json/schemas.ts';
import { defineCommand, reject } from './define-command.ts';
import { DRAFT_NAME_TAKEN, DraftIdSchema, DraftSchema, isNameTaken } from './draft-list.ts';

/** Puts a draft on the list, under an id that its stream has too. */
export const draftAdd = defineCommand({
  type: 'draft.add',
  event: 'draft.added',
  pointers: [],
  payload: exact({ id: DraftIdSchema, draft: DraftSchema }),
  rejects: ['draft.exists', 'draft.name_taken'],
  isBatchable: true,
  decide(state, { id, draft }) {
    const at = joinPointer('', id);
    if (valueAt(state.body, at) !== undefined) return reject('draft.exists', `Draft "${id}" already exists.`, at);
    if (isNameTaken(state, draft.name)) return reject('draft.name_taken', DRAFT_NAME_TAKEN, at);
    return { patch: [{ op: 'add', path: at, value: draft }], summary: `Add draft ${draft.name}` };
  },
});
