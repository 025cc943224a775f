import type { Command, DocumentCommand } from '#domain/commands';
import type { DocumentState } from '#domain/document';
import { isObject, pickMembers, valueAt, withMembers, type Pointer } from '#domain/json';
import { CHILD_CONTAINERS, parseFieldId, typeOf } from '#domain/mapping';

type FieldEdit = Extract<DocumentCommand, { readonly type: 'field.edit' }>;

/**
 * The command that adds a field as an edit would have left it, where the edited field is gone; null for other commands.
 * `before` is the state that the edit was decided on. The new field gets the parent of the old one, or none where that
 * is gone, too.
 */
export function asNewField(
  command: Command,
  before: DocumentState,
  now: DocumentState,
  trackPointer: (field: Pointer) => Pointer | null,
): Command | null {
  if (!isFieldEdit(command)) return null;
  const { field, name, set, unset = [] } = command.payload;
  const address = parseFieldId(field, before.mappingsAt);
  const was = valueAt(before.body, field);
  if (address === null || !isObject(was)) return null;
  // Child fields were removed with their field, and nobody has typed them.
  const leftOut: readonly string[] = [...CHILD_CONTAINERS, ...unset];
  const kept = pickMembers(was, (member) => !leftOut.includes(member));
  const edited = withMembers(kept, set ?? {});
  const definition = typeof edited['type'] === 'string' ? edited : { type: typeOf(was), ...edited };
  const holder = address.parentId === null ? null : trackPointer(address.parentId);
  const parent = holder !== null && valueAt(now.body, holder) !== undefined ? holder : null;
  return { type: 'field.add', payload: { parent, name: name ?? address.name, definition } };
}

function isFieldEdit(command: Command): command is FieldEdit {
  return command.type === 'field.edit';
}
