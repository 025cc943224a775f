import { Type } from 'typebox';
import { joinPointer } from '../json/pointer.ts';
import { exact } from '../json/schemas.ts';
import { defineCommand, reject, UNCHANGED } from './define-command.ts';
import {
  DRAFT_NAME_REQUIRED,
  DRAFT_NAME_TAKEN,
  DraftIdSchema,
  draftName,
  draftNotFound,
  isNameTaken,
} from './draft-list.ts';

/** Gives a draft another name, which no other draft has. */
export const draftRename = defineCommand({
  type: 'draft.rename',
  event: 'draft.renamed',
  pointers: [],
  payload: exact({ id: DraftIdSchema, name: Type.String() }),
  rejects: ['draft.not_found', 'draft.name_required', 'draft.name_taken'],
  isBatchable: true,
  decide(state, { id, name }) {
    const before = draftName(state, id);
    if (before === undefined) return draftNotFound(id);
    const at = joinPointer('', id, 'name');
    if (name.trim() === '') return reject('draft.name_required', DRAFT_NAME_REQUIRED, at);
    if (name === before) return UNCHANGED;
    if (isNameTaken(state, name, id)) return reject('draft.name_taken', DRAFT_NAME_TAKEN, at);
    return { patch: [{ op: 'replace', path: at, value: name }], summary: `Rename draft ${before} to ${name}` };
  },
});
