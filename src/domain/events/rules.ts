/** The rules of events that do not say by which they were decided. */
export const FIRST_RULES = 1;
/**
 * The present rules. Goes up by one whenever a command comes to another patch, inverse, summary or recorded payload than before; what it came to by
 * earlier rules stays decidable, so that earlier events can be verified.
 *
 * 2: a whole text is recorded by a digest that the order of members does not change.
 */
export const RULES = 2;

/** Whether this version decides events of these rules. */
export function isKnownRules(rules: number): boolean {
  return Number.isInteger(rules) && rules >= FIRST_RULES && rules <= RULES;
}
