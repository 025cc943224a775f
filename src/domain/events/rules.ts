/** The rules of events that do not say by which they were decided. */
export const FIRST_RULES = 1;
/**
 * The present rules. Goes up by one whenever a command comes to another patch, inverse, summary or recorded payload than before; what it came to by
 * earlier rules stays decidable, so that earlier events can be verified.
 *
 * 2: a whole text is recorded by a digest that the order of members does not change, and a follow that notes a save says so. What takes an event back brings
 * members back where they stood.
 */
export const RULES = 2;

/** Whether what takes an event of these rules back says where in their objects members stood. By the first rules they come back as the last ones. */
export function keepsOrder(rules: number = FIRST_RULES): boolean {
  return rules > FIRST_RULES;
}

/** Whether this version decides events of these rules. */
export function isKnownRules(rules: number): boolean {
  return Number.isInteger(rules) && rules >= FIRST_RULES && rules <= RULES;
}
