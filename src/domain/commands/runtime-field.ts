import Type from 'typebox';
import { valueAt, type Operation } from '../json/patch.ts';
import { joinPointer, lastToken, parentPointer, parsePointer, type Pointer } from '../json/pointer.ts';
import { isObject, member, type JsonObject, type JsonValue } from '../json/value.ts';
import { COMPUTED_CONTAINERS, type ComputedContainer } from '../mapping/runtime-form.ts';
import type { DocumentState } from '../state/state.ts';
import { memberOperations, namesOf } from './changes.ts';
import { addAt, defineCommand, reject, UNCHANGED } from './define-command.ts';
import { NAME_REQUIRED, NAME_TAKEN } from './field-add.ts';
import { JsonObjectSchema, PointerSchema, SetSchema, exact, UnsetSchema } from '../json/schemas.ts';

/** Where the runtime fields of a document stand, or OpenSearch's derived ones. */
function containerAt(state: Pick<DocumentState, 'mappingsAt'>, container: ComputedContainer): Pointer {
  return joinPointer(state.mappingsAt, container);
}

function runtimeFieldAt(state: DocumentState, field: Pointer): JsonValue | undefined {
  const at = COMPUTED_CONTAINERS.map((container) => containerAt(state, container)).find(
    (pointer) => pointer === parentPointer(field),
  );
  const container = at === undefined ? undefined : valueAt(state.body, at);
  return isObject(container) ? member(container, lastToken(field) as string) : undefined;
}

function nounOf(field: Pointer): string {
  return `${lastToken(parentPointer(field)) ?? ''} field`;
}

function notFound(field: Pointer) {
  return reject('runtimeField.not_found', `There is no runtime field at "${field}".`, field);
}

export const runtimeFieldAdd = defineCommand({
  type: 'runtimeField.add',
  event: 'runtimeField.added',
  pointers: [],
  payload: exact({
    name: Type.String(),
    definition: JsonObjectSchema,
    container: Type.Optional(Type.Union([Type.Literal('runtime'), Type.Literal('derived')])),
  }),
  decide(state, { name, definition, container = 'runtime' }) {
    if (name === '') return reject('runtimeField.name_required', NAME_REQUIRED);
    const at = containerAt(state, container);
    if (valueAt(state.body, joinPointer(at, name)) !== undefined)
      return reject('runtimeField.name_taken', NAME_TAKEN, joinPointer(at, name));
    const patch = addAt(state, [...parsePointer(at), name], '', definition as JsonValue);
    if (patch === null)
      return reject('document.unexpected_container', `What stands at "${at}" holds no runtime fields.`, at);
    return { patch, summary: `Add ${container} field ${name}` };
  },
});

export const runtimeFieldEdit = defineCommand({
  type: 'runtimeField.edit',
  event: 'runtimeField.edited',
  pointers: ['field'],
  payload: exact({ field: PointerSchema, name: Type.Optional(Type.String()), set: SetSchema, unset: UnsetSchema }),
  decide(state, { field, name, set, unset }) {
    const definition = runtimeFieldAt(state, field);
    if (definition === undefined) return notFound(field);
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
      if (name === '') return reject('runtimeField.name_required', NAME_REQUIRED, field);
      if (valueAt(state.body, renamed) !== undefined) return reject('runtimeField.name_taken', NAME_TAKEN, renamed);
      operations.push({ op: 'move', from: field, path: renamed });
    }
    if (operations.length === 0) return UNCHANGED;
    const parts = [...(renamed === field ? [] : [`rename to ${name ?? ''}`]), ...(changed === '' ? [] : [changed])];
    return { patch: operations, summary: `Edit ${nounOf(field)} ${oldName}: ${parts.join(', ')}` };
  },
});

export const runtimeFieldRemove = defineCommand({
  type: 'runtimeField.remove',
  event: 'runtimeField.removed',
  pointers: ['field'],
  payload: exact({ field: PointerSchema }),
  decide(state, { field }) {
    if (runtimeFieldAt(state, field) === undefined) return notFound(field);
    // The last one takes its container along: nobody wrote an empty one.
    const container = parentPointer(field);
    const isLast = Object.keys(valueAt(state.body, container) as JsonObject).length === 1;
    return {
      patch: [{ op: 'remove', path: isLast ? container : field }],
      summary: `Remove ${nounOf(field)} ${lastToken(field) ?? ''}`,
    };
  },
});
