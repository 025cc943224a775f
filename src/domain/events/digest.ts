import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { JsonObject } from '../json/value.ts';

/** SHA-256 of the UTF-8 form of a text, in lower-case hexadecimal: what `sha256sum` prints. */
export function sha256Hex(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** What an event keeps of a whole text that a command carried. */
export function digestOf(text: string): JsonObject {
  return { digest: `sha256:${sha256Hex(text)}`, length: text.length };
}
