import { JsonTextError, parseJson } from './text.ts';
import { isObject, type JsonObject } from './value.ts';

/** The object that someone typed as JSON: undefined for an empty text, null for what is no JSON object. */
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
