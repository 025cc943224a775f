import type { JsonObject } from '../json/value.ts';
import { sha256Hex } from './sha256.ts';

/** What an event keeps of a whole text that a command carried. */
export function digestOf(text: string): JsonObject {
  return { digest: `sha256:${sha256Hex(text)}`, length: text.length };
}
