import { readTypedObject } from '../json/object-text.ts';

/** Reads the JSON of a query that filters an alias; undefined for empty text, and what is wrong as a sentence. */
export function readAliasFilter(text: string): ReturnType<typeof readTypedObject> {
  return readTypedObject(text, 'The filter must be a query as a JSON object.');
}
