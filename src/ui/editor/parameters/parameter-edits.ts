import { deepEqual, member, type JsonObject, type JsonValue } from '#domain/json';

/** What was changed about the parameters of a definition, whatever that is by now. */
export interface ParameterEdits {
  readonly set: JsonObject;
  readonly unset: readonly string[];
}

export const NO_EDITS: ParameterEdits = { set: {}, unset: [] };

export function without(object: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

/** The edits with one more: a value that is what the definition has already is none. */
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
  return { ...without(current, unset), ...set };
}
