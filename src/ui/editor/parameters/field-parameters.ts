import { MESSAGES } from '#domain/catalogue';
import { formatJson, isObject, JsonTextError, readJson, type JsonObject, type JsonValue } from '#domain/json';
import type { TextFault } from '../../kit/json-editor.tsx';

/** Members of a definition that are no parameters: the type has its picker, fields below have the tree. */
const NOT_PARAMETERS: ReadonlySet<string> = new Set(['type', 'properties', 'fields']);

const CHILDREN_NOT_PARAMETERS = 'The fields below a field are edited in the tree or in the JSON view.';

/** The parameters of a definition, unknown ones included. */
export function parametersIn(definition: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(definition).filter(([name]) => !NOT_PARAMETERS.has(name)));
}

/** Parameters as they stand in the editor; nothing stands for none. */
export function formatParameters(parameters: JsonObject): string {
  return formatJson(parameters, 2);
}

export type ParsedParameters = { readonly value: JsonObject } | { readonly error: string; readonly fault?: TextFault };

/** Reads parameters that someone typed. An empty text is none. */
export function parseParameters(text: string): ParsedParameters {
  if (text.trim() === '') return { value: {} };
  let value: JsonValue;
  try {
    ({ value } = readJson(text));
  } catch (error) {
    if (error instanceof JsonTextError) return { error: MESSAGES.invalidJson, fault: error };
    throw error;
  }
  if (Array.isArray(value)) return { error: MESSAGES.arraysNotAllowed };
  if (!isObject(value)) return { error: MESSAGES.invalidJson };
  if (Object.hasOwn(value, 'type')) return { error: MESSAGES.typeOverridden };
  if (Object.hasOwn(value, 'properties') || Object.hasOwn(value, 'fields')) return { error: CHILDREN_NOT_PARAMETERS };
  return { value };
}
