import { Type } from 'typebox';
import { valueAt } from '../json/patch.ts';
import { joinPointer, parsePointer } from '../json/pointer.ts';
import { deepEqual } from '../json/value.ts';
import { addAt, defineCommand, reject, UNCHANGED } from './define-command.ts';
import { JsonSchema, exact } from '../json/schemas.ts';

/**
 * Writes the list of dynamic templates as a whole; their order means something. Absent and empty are the same: an
 * emptied list is removed.
 */
export const templatesSave = defineCommand({
  type: 'templates.save',
  event: 'templates.saved',
  pointers: [],
  payload: exact({ templates: Type.Array(JsonSchema) }),
  rejects: ['document.unexpected_container'],
  isBatchable: true,
  decide(state, { templates }) {
    const at = joinPointer(state.mappingsAt, 'dynamic_templates');
    const before = valueAt(state.body, at);
    if (deepEqual(before ?? [], templates)) return UNCHANGED;
    if (templates.length === 0 && before !== undefined)
      return { patch: [{ op: 'remove', path: at }], summary: 'Remove the dynamic templates' };
    const patch = addAt(state, [...parsePointer(state.mappingsAt), 'dynamic_templates'], '', templates);
    if (patch === null)
      return reject('document.unexpected_container', `The value at "${state.mappingsAt}" can't hold mappings.`, at);
    return { patch, summary: `Edit dynamic templates (${templates.length})` };
  },
});
