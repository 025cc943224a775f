import { formatJson, isObject, JsonTextError, parametersOf, readJson, validateParameter, type JsonObject, type JsonValue } from '../../domain/index.ts';
import type { TextFault } from '../kit/json-editor.tsx';

/** Members of a definition that are no parameters: the type has its picker, fields below have the tree. */
const NOT_PARAMETERS: ReadonlySet<string> = new Set(['type', 'properties', 'fields']);

const INVALID_JSON = 'Invalid JSON.';
const ARRAYS_NOT_ALLOWED = 'Arrays are not allowed.';
const TYPE_OVERRIDDEN = 'Cannot override the "type" field.';
const CHILDREN_NOT_PARAMETERS = 'The fields below a field are edited in the tree or in the JSON view.';

/** The parameters of a definition, unknown ones included. */
export function parametersIn(definition: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(definition).filter(([name]) => !NOT_PARAMETERS.has(name)));
}

/** Parameters as they stand in the editor; nothing stands for none. */
export function formatParameters(parameters: JsonObject): string {
  return formatJson(parameters, 2);
}

export type ParsedParameters =
  | { readonly value: JsonObject }
  | { readonly error: string; readonly fault?: TextFault };

/** Reads parameters that someone typed. An empty text is none. */
export function parseParameters(text: string): ParsedParameters {
  if (text.trim() === '') return { value: {} };
  let value: JsonValue;
  try {
    ({ value } = readJson(text));
  } catch (error) {
    if (error instanceof JsonTextError) return { error: INVALID_JSON, fault: error };
    throw error;
  }
  if (Array.isArray(value)) return { error: ARRAYS_NOT_ALLOWED };
  if (!isObject(value)) return { error: INVALID_JSON };
  if (Object.hasOwn(value, 'type')) return { error: TYPE_OVERRIDDEN };
  if (Object.hasOwn(value, 'properties') || Object.hasOwn(value, 'fields')) return { error: CHILDREN_NOT_PARAMETERS };
  return { value };
}

/** The parameters that a field of a type can't be created without. */
export function requiredParametersOf(type: string) {
  return parametersOf(type).filter(({ isRequired }) => isRequired === true);
}

/** The parameters without those that only the type before required. */
export function withoutRequiredOf(parameters: JsonObject, before: string, after: string): JsonObject {
  const kept = new Set(parametersOf(after).map(({ name }) => name));
  const dropped = new Set(requiredParametersOf(before).map(({ name }) => name).filter((name) => !kept.has(name)));
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => !dropped.has(name)));
}

/** Messages by parameter, for the required parameters of a type that are missing or wrong. */
export function parameterErrors(type: string, parameters: JsonObject): Readonly<Record<string, string>> {
  const errors: [string, string][] = [];
  for (const { name } of requiredParametersOf(type)) {
    const message = validateParameter(type, name, Object.hasOwn(parameters, name) ? parameters[name] : undefined, { parameters });
    if (message !== null) errors.push([name, message]);
  }
  return Object.fromEntries(errors);
}

/** The object with one member set, or without it. */
export function withMember(object: JsonObject, name: string, value: JsonValue | undefined): JsonObject {
  if (value === undefined) return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
  if (Object.hasOwn(object, name)) return Object.fromEntries(Object.entries(object).map(([key, old]) => [key, key === name ? value : old]));
  return Object.fromEntries([...Object.entries(object), [name, value]]);
}
