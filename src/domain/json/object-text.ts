import { JsonTextError, parseJson } from './text.ts';
import { isObject, type JsonObject } from './value.ts';

/** The object that someone typed as JSON: undefined for empty text, null for anything but a JSON object. */
export function readObjectText(text: string): JsonObject | undefined | null {
  if (text.trim() === '') return undefined;
  try {
    const value = parseJson(text);
    return isObject(value) ? value : null;
  } catch (error) {
    if (error instanceof JsonTextError) return null;
    throw error;
  }
}

/** The same with what is wrong with the text, as a sentence; `notAnObject` is said of other JSON. */
export function readTypedObject(
  text: string,
  notAnObject: string,
): { readonly value: JsonObject | undefined } | { readonly fault: string } {
  if (text.trim() === '') return { value: undefined };
  try {
    const value = parseJson(text);
    return isObject(value) ? { value } : { fault: notAnObject };
  } catch (error) {
    if (error instanceof JsonTextError)
      return { fault: `Line ${error.line}, column ${error.column}: ${error.reason}.` };
    throw error;
  }
}
