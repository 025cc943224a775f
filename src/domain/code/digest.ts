import { sha256Hex } from '../events/sha256.ts';
import { formatJson } from '../json/text.ts';
import type { JsonObject } from '../json/value.ts';
import { inOneOrder } from './changes.ts';

/** The same for two bodies that engines read alike. */
export function digestOf(body: JsonObject): string {
  return sha256Hex(formatJson(inOneOrder(body)));
}
