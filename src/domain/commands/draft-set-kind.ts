import { Type } from 'typebox';
import { objectMember, isObject, member } from '../json/value.ts';
import { joinPointer } from '../json/pointer.ts';
import { exact } from '../json/schemas.ts';
import { kindsAt } from '../template/locate.ts';
import { defineCommand, reject, UNCHANGED } from './define-command.ts';
import { DraftIdSchema, draftName, draftNotFound } from './draft-list.ts';

/** Chooses what the body of a draft is, of the kinds that have their mappings where it has them. */
export const draftSetKind = defineCommand({
  type: 'draft.setKind',
  event: 'draft.kindSet',
  pointers: [],
  payload: exact({
    id: DraftIdSchema,
    kind: Type.Union([
      Type.Literal('mappings'),
      Type.Literal('index template'),
      Type.Literal('legacy template'),
      Type.Literal('component template'),
    ]),
  }),
  rejects: ['draft.not_found', 'draft.kind_unfit'],
  isBatchable: true,
  decide(state, { id, kind }) {
    const name = draftName(state, id);
    const draft = isObject(state.body) ? objectMember(state.body, id) : undefined;
    if (name === undefined || draft === undefined) return draftNotFound(id);
    const at = joinPointer('', id, 'kind');
    if (member(draft, 'kind') === kind) return UNCHANGED;
    const mappingsAt = member(draft, 'mappingsAt');
    if (typeof mappingsAt !== 'string' || !kindsAt(mappingsAt).includes(kind))
      return reject('draft.kind_unfit', `The body of draft "${name}" is not that of a draft of kind "${kind}".`, at);
    return { patch: [{ op: 'replace', path: at, value: kind }], summary: `Set kind of draft ${name} to ${kind}` };
  },
});
