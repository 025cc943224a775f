import { valueAt, type Body } from '../json/patch.ts';
import type { Pointer } from '../json/pointer.ts';
import {
  deepEqual,
  isObject,
  member,
  pickMembers,
  withMembers,
  type JsonObject,
  type JsonValue,
} from '../json/value.ts';
import { dottedPath, parseFieldId, resolvePath, typeOf, type FieldAddress } from '../mapping/field.ts';
import { renameReferences, resolveAsFarAsItGoes } from '../mapping/references.ts';
import type { DocumentState } from '../state/state.ts';
import type { Command } from './define-command.ts';
import { fieldAdd } from './field-add.ts';
import { fieldEdit } from './field-edit.ts';
import { givenTextOf } from './merge-whole-text.ts';

/** Returns where what is at a pointer is now, or null where it is gone. */
export type Follow = (pointer: Pointer) => Pointer | null;

/** The states that a command was decided on, and is to be decided on. */
export interface RebaseStates {
  readonly before: DocumentState;
  readonly now: DocumentState;
}

/**
 * A command whose aliases and `copy_to` name their targets as they are called `now`. `gone` is the first target that
 * was there `before` and is not any more.
 */
export function trackReferences(
  command: Command,
  states: RebaseStates,
  follow: Follow,
): { readonly command: Command; readonly gone?: string } {
  const { before, now } = states;
  // The payload of an accepted command.
  const payload = command.payload as JsonObject;
  let gone: string | undefined;
  const rename = (target: string): string => {
    const was = addressIn(before, resolveAsFarAsItGoes(before.body, before.mappingsAt, target));
    if (was === null) return target;
    const at = follow(was.id);
    const is = at !== null && valueAt(now.body, at) !== undefined ? addressIn(now, at) : null;
    const head = dottedPath(was.path);
    if (is !== null) return dottedPath(is.path) + target.slice(head.length);
    // Another field may have the name by now.
    if (resolvePath(now.body, now.mappingsAt, head) === null) gone ??= target;
    return target;
  };
  const renamed = withReferences(command.type, payload, states, rename);
  return {
    command: renamed === payload ? command : { ...command, payload: renamed },
    ...(gone !== undefined && { gone }),
  };
}

function addressIn({ mappingsAt }: DocumentState, field: Pointer | null): FieldAddress | null {
  return field === null ? null : parseFieldId(field, mappingsAt);
}

/** A payload with the references in it named otherwise, or itself. */
function withReferences(
  type: string,
  payload: JsonObject,
  { before, now }: RebaseStates,
  rename: (target: string) => string,
): JsonObject {
  const text = givenTextOf(type);
  if (text !== undefined) {
    const at = text.at(before) ?? '';
    const body = member(payload, text.name);
    const inside = before.mappingsAt.slice(at.length);
    // What others have left, and what the text itself has, is named as it is meant.
    const renamed = renameReferences(body, inside, (target, path) =>
      resolvePath(body, inside, target) !== null || deepEqual(valueAt(now.body, at + path), valueAt(body, path))
        ? target
        : rename(target),
    );
    return renamed === body ? payload : { ...payload, [text.name]: renamed as JsonValue };
  }
  const name = type === fieldAdd.type ? 'definition' : type === fieldEdit.type ? 'set' : '';
  const given = member(payload, name);
  if (!isObject(given)) return payload;
  const edited = type === fieldEdit.type ? { type: typeOf(valueAt(now.body, payload['field'] as Pointer)) } : {};
  const body: Body = { properties: { field: withMembers(edited, given) } };
  const renamed = renameReferences(body, '', rename);
  if (renamed === body) return payload;
  const definition = valueAt(renamed, '/properties/field') as JsonObject;
  return { ...payload, [name]: pickMembers(definition, (key) => Object.hasOwn(given, key)) };
}
