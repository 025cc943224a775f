import { deepEqual, member, pickMembers, withMembers, type JsonObject, type JsonValue } from '#domain/json';

/** Changes to the parameters of a definition, independent of its current state. */
export interface ParameterEdits {
  readonly set: JsonObject;
  readonly unset: readonly string[];
}

export const NO_EDITS: ParameterEdits = { set: {}, unset: [] };

export function without(object: JsonObject, names: readonly string[]): JsonObject {
  return pickMembers(object, (name) => !names.includes(name));
}

/** The edits with one more; a value that the definition already has is no edit. */
export function withEdit(
  { set, unset }: ParameterEdits,
  current: JsonObject,
  name: string,
  value: JsonValue | undefined,
): ParameterEdits {
  const others = { set: without(set, [name]), unset: unset.filter((other) => other !== name) };
  if (deepEqual(member(current, name), value)) return others;
  if (value === undefined) return { ...others, unset: [...others.unset, name] };
  return { ...others, set: { ...others.set, [name]: value } };
}

/** The parameters with the edits applied. */
export function edited(current: JsonObject, { set, unset }: ParameterEdits): JsonObject {
  return withMembers(without(current, unset), set);
}
