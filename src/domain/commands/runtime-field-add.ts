import { Type } from 'typebox';
import { valueAt } from '../json/patch.ts';
import { joinPointer, parsePointer } from '../json/pointer.ts';
import { JsonObjectSchema, exact } from '../json/schemas.ts';
import { addAt, defineCommand, reject } from './define-command.ts';
import { NAME_TAKEN } from './field-place.ts';
import { containerAt, runtimeNameRejection } from './runtime-field-place.ts';

/** Adds a runtime field, or one of OpenSearch's derived fields. */
export const runtimeFieldAdd = defineCommand({
  type: 'runtimeField.add',
  event: 'runtimeField.added',
  pointers: [],
  payload: exact({
    name: Type.String(),
    definition: JsonObjectSchema,
    container: Type.Optional(Type.Union([Type.Literal('runtime'), Type.Literal('derived')])),
  }),
  rejects: [
    'runtimeField.name_required',
    'runtimeField.name_not_allowed',
    'runtimeField.name_taken',
    'document.unexpected_container',
  ],
  isBatchable: true,
  decide(state, { name, definition, container = 'runtime' }, { rules }) {
    const misnamed = runtimeNameRejection(state, container, name, undefined, rules);
    if (misnamed !== null) return misnamed;
    const at = containerAt(state, container);
    if (valueAt(state.body, joinPointer(at, name)) !== undefined)
      return reject('runtimeField.name_taken', NAME_TAKEN, joinPointer(at, name));
    const patch = addAt(state, [...parsePointer(at), name], '', definition);
    if (patch === null)
      return reject('document.unexpected_container', `The value at "${at}" can't hold runtime fields.`, at);
    return { patch, summary: `Add ${container} field ${name}` };
  },
});
