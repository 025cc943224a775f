import { formatJson } from '../json/text.ts';
import { isObject, type JsonObject, type JsonValue } from '../json/value.ts';
import { FIRST_RULES } from './rules.ts';
import { sha256Hex } from './sha256.ts';

/**
 * What an event keeps of a whole value that a command carried: its digest, and the length of its text. By the first
 * rules the digest is of the text as it is, and changes with the order of members; since then it is of the text in the
 * order of names.
 */
export function digestOf(value: JsonValue, rules: number): JsonObject {
  // In whatever order, it is as long.
  const text = rules === FIRST_RULES ? formatJson(value) : textInOrder(value);
  return { digest: `sha256:${sha256Hex(text)}`, length: text.length };
}

/**
 * JSON without spaces, of which digests of whole values are made since rules 2: the members of each object in the order
 * of the UTF-16 code units of their names.
 */
export function textInOrder(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(textInOrder).join(',')}]`;
  if (!isObject(value)) return formatJson(value);
  const members = Object.keys(value)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((name) => `${formatJson(name)}:${textInOrder(value[name] as JsonValue)}`);
  return `{${members.join(',')}}`;
}
