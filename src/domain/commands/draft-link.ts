import { valueAt } from '../json/patch.ts';
import { joinPointer } from '../json/pointer.ts';
import { exact } from '../json/schemas.ts';
import { deepEqual, isArray, isObject, member, type JsonValue } from '../json/value.ts';
import { defineCommand, UNCHANGED } from './define-command.ts';
import { BecameSchema, DraftIdSchema, draftName, draftNotFound } from './draft-list.ts';

/** Notes what was made of a draft on a cluster. What was made again is noted once, with the last time. */
export const draftLink = defineCommand({
  type: 'draft.link',
  event: 'draft.linked',
  pointers: [],
  payload: exact({ id: DraftIdSchema, became: BecameSchema }),
  rejects: ['draft.not_found'],
  isBatchable: true,
  decide(state, { id, became }) {
    const draft = draftName(state, id);
    if (draft === undefined) return draftNotFound(id);
    const at = joinPointer('', id, 'became');
    const before = valueAt(state.body, at);
    const linked = isArray(before) ? before : [];
    if (linked.some((each) => deepEqual(each, became))) return UNCHANGED;
    const isSame = (each: JsonValue) =>
      isObject(each) && (['what', 'cluster', 'name'] as const).every((key) => member(each, key) === became[key]);
    const value = [...linked.filter((each) => !isSame(each)), became];
    return {
      patch: [{ op: before === undefined ? 'add' : 'replace', path: at, value }],
      summary: `Create ${became.what} ${became.name} from draft ${draft}`,
    };
  },
});
