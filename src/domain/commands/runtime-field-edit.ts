import { Type } from 'typebox';
import { valueAt, type Operation } from '../json/patch.ts';
import { joinPointer, lastToken, parentPointer } from '../json/pointer.ts';
import { PointerSchema, SetSchema, exact, UnsetSchema } from '../json/schemas.ts';
import { isObject } from '../json/value.ts';
import { memberOperations, namesOf } from './changes.ts';
import { defineCommand, reject, UNCHANGED } from './define-command.ts';
import { NAME_TAKEN } from './field-place.ts';
import { nounOf, runtimeFieldAt, runtimeFieldNotFound, runtimeNameRejection } from './runtime-field-place.ts';

/** Renames a runtime field and changes its parameters, compared one level deep. */
export const runtimeFieldEdit = defineCommand({
  type: 'runtimeField.edit',
  event: 'runtimeField.edited',
  pointers: ['field'],
  payload: exact({ field: PointerSchema, name: Type.Optional(Type.String()), set: SetSchema, unset: UnsetSchema }),
  rejects: [
    'runtimeField.not_found',
    'runtimeField.no_definition',
    'runtimeField.name_required',
    'runtimeField.name_not_allowed',
    'runtimeField.name_taken',
  ],
  isBatchable: true,
  decide(state, { field, name, set, unset }, { rules }) {
    const definition = runtimeFieldAt(state, field);
    if (definition === undefined) return runtimeFieldNotFound(field);
    if (!isObject(definition))
      return reject('runtimeField.no_definition', 'The definition of this runtime field is not an object.', field);
    const oldName = lastToken(field) as string;
    const renamed = joinPointer(parentPointer(field), name ?? oldName);
    const operations: Operation[] = memberOperations(definition, field, {
      ...(set && { set }),
      ...(unset && { unset }),
    });
    const changed = namesOf(operations, lastToken);
    if (renamed !== field) {
      const container = lastToken(parentPointer(field)) === 'derived' ? 'derived' : 'runtime';
      const misnamed = runtimeNameRejection(state, container, name ?? oldName, field, rules);
      if (misnamed !== null) return misnamed;
      if (valueAt(state.body, renamed) !== undefined) return reject('runtimeField.name_taken', NAME_TAKEN, renamed);
      operations.push({ op: 'move', from: field, path: renamed });
    }
    if (operations.length === 0) return UNCHANGED;
    const parts = [...(renamed === field ? [] : [`rename to ${name ?? ''}`]), ...(changed === '' ? [] : [changed])];
    return { patch: operations, summary: `Edit ${nounOf(field)} ${oldName}: ${parts.join(', ')}` };
  },
});
