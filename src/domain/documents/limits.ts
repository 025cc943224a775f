import type { JsonLimits } from '../json/limits.ts';
import { isArray, type JsonValue } from '../json/value.ts';

/** Of a document's text, in characters. Engines take requests of 100 MB; a person reads no such document. */
const MAX_DOCUMENT_LENGTH = 16 * 1024 * 1024;
/** Values, objects and lists of a document together. */
export const MAX_DOCUMENT_VALUES = 200_000;
/** Levels of objects and lists. Engines parse up to 1,000, and map up to 20 unless an index allows more. */
export const MAX_DOCUMENT_DEPTH = 200;

/** Tests that are kept with one document: each is run again after every edit. */
export const MAX_DOCUMENT_TESTS = 100;
/** Of a test that is kept, in characters of its JSON. A document that stands for many is short. */
export const MAX_TEST_LENGTH = 128 * 1024;

/** Values of such a document: one is checked without a pause, which takes some 10 ms. */
export const MAX_TEST_VALUES = 5_000;

/** For `parseJson`, of a document that someone pastes or sends. */
export const DOCUMENT_LIMITS: Partial<JsonLimits> = {
  maxLength: MAX_DOCUMENT_LENGTH,
  maxDepth: MAX_DOCUMENT_DEPTH,
  maxValues: MAX_DOCUMENT_VALUES,
};

/** Why a document is more than is tried, or null. Stops at the first excess. */
export function documentExcess(document: JsonValue, maxValues = MAX_DOCUMENT_VALUES): string | null {
  let values = 0;
  const waiting: { readonly value: JsonValue; readonly depth: number }[] = [{ value: document, depth: 1 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, depth } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (depth > MAX_DOCUMENT_DEPTH) return `The document nests deeper than ${MAX_DOCUMENT_DEPTH} levels.`;
    const items = isArray(value) ? value : Object.values(value);
    values += items.length;
    if (values > maxValues) return `The document has more than ${maxValues.toLocaleString('en')} values.`;
    for (const item of items)
      if (typeof item === 'object' && item !== null) waiting.push({ value: item, depth: depth + 1 });
  }
  return null;
}
