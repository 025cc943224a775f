import { MESSAGES, validateParameter } from '#domain/catalogue';
import {
  deepEqual,
  formatJson,
  isObject,
  JsonTextError,
  member,
  pickMembers,
  parseJson,
  type JsonObject,
  type JsonValue,
} from '#domain/json';
import { importFault } from '#domain/mapping';
import type { TextFault } from '../../kit/json-editor.tsx';

/** Members of a definition that are not parameters: the type has its picker, the fields below are in the tree. */
const NOT_PARAMETERS: ReadonlySet<string> = new Set(['type', 'properties', 'fields']);

const CHILDREN_NOT_PARAMETERS = 'Edit child fields in the tree or in the JSON view.';

/** The parameters of a definition, unknown ones included. */
export function parametersIn(definition: JsonObject): JsonObject {
  return pickMembers(definition, (name) => !NOT_PARAMETERS.has(name));
}

/** Parameters as text for the editor. */
export function formatParameters(parameters: JsonObject): string {
  return formatJson(parameters, 2);
}

export type ParsedParameters = { readonly value: JsonObject } | { readonly error: string; readonly fault?: TextFault };

/**
 * The fault of the first typed parameter of a type that is faulty: one that an import would leave out, or a value that
 * its input would refuse. A parameter that the document already has with the same value is not checked.
 */
export function parametersFault(type: string, stored: JsonObject, typed: JsonObject): string | undefined {
  for (const [name, value] of Object.entries(typed)) {
    if (deepEqual(member(stored, name), value)) continue;
    const fault = importFault(type, name, value);
    if (fault !== null) return `${fault} An import leaves it out.`;
    const message = validateParameter(type, name, value, { parameters: typed });
    if (message !== null) return `"${name}": ${message}`;
  }
  return undefined;
}

/** Reads typed parameters. An empty text means no parameters. */
export function parseParameters(text: string): ParsedParameters {
  if (text.trim() === '') return { value: {} };
  let value: JsonValue;
  try {
    value = parseJson(text);
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
