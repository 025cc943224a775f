import { member, objectMember, type JsonObject } from '#domain/json';
import { asString } from './calls.ts';

const MAX_LENGTH = 500;

/** What an engine repeats of one document, and the text in its place. Its sentences are in the test. */
const OF_ONE_DOCUMENT: readonly (readonly [RegExp, string])[] = [
  [/^\[\d+:\d+\] /, ''],
  [/ at \d+:\d+$/, ''],
  [/\s+at \[Source: .*$/s, ''],
  [/ in document with id '.*?'(?=\.|:|$)/s, ''],
  [/\.? Preview of field's value: '.*$/s, ''],
  [/,? ?The prefix of the first immense term is: .*?(?=, original message|$)/s, ''],
  [/field="([^"]*)"/, 'field [$1]'],
  [/".*"/s, '"…"'],
  [/'.*'/s, "'…'"],
  [/\b(value|date field|got) ?(?:\[[^\]]*\]|\([^)]*\)|[\d.]+)/gi, '$1 […]'],
];

/**
 * Why an engine refuses a document, without what is of this document alone (its ID and values): documents that are
 * refused for the same reason have the same text.
 */
export function refusalReason(error: JsonObject): string {
  const reasons = new Set<string>();
  for (let cause: JsonObject | undefined = error; cause !== undefined; cause = objectMember(cause, 'caused_by')) {
    const reason = asString(member(cause, 'reason')) ?? asString(member(cause, 'type')) ?? '';
    reasons.add(OF_ONE_DOCUMENT.reduce((text, [pattern, instead]) => text.replace(pattern, instead), reason).trim());
  }
  return [...reasons]
    .filter((reason) => reason !== '')
    .join(': ')
    .slice(0, MAX_LENGTH);
}
