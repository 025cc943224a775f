import type { DocumentExpectation, ExpectationKind } from '#domain/documents';
import { isArray, isObject, JsonTextError, parseJson, type JsonValue } from '#domain/json';

/** The expectation that a form has as text, or what is wrong with the text. */
export function readExpectation(
  kind: ExpectationKind,
  text: string,
): { readonly expect: DocumentExpectation } | { readonly fault: string } {
  if (kind === 'accepted') return { expect: 'accepted' };
  if (kind === 'refused') return { expect: { refused: text.trim() } };
  let value: JsonValue;
  try {
    value = parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    return { fault: `Line ${error.line}, column ${error.column}: ${error.reason}` };
  }
  if (kind === 'ignored')
    return isArray(value) && value.every((field) => typeof field === 'string')
      ? { expect: { ignored: [...value] } }
      : { fault: 'A list of fields: ["code", "host.name"]' };
  // Entries rather than members: a field may be called __proto__.
  const entries = isObject(value) ? Object.entries(value) : [];
  const types = entries.flatMap(([field, type]) => (typeof type === 'string' ? [[field, type] as const] : []));
  return isObject(value) && types.length === entries.length
    ? { expect: { types: Object.fromEntries(types) } }
    : { fault: 'An object of types by field: {"code": "keyword"}' };
}
