/** The rules of events that do not say by which they were decided. */
export const FIRST_RULES = 1;
/**
 * The present rules. Goes up by one whenever a command comes to another patch, inverse, summary or recorded payload
 * than before; what it came to by earlier rules stays decidable, so that earlier events can be verified.
 *
 * 2: a whole text is recorded by a digest that the order of members does not change, and a follow that notes a save
 * says so. What takes an event back brings members back where they stood.
 *
 * 3: numbers keep how they are written, and to write one otherwise in a whole text is a change.
 *
 * 4: no field is added or renamed by a name that no engine takes.
 *
 * 5: what was read from a cluster has a cluster as its author, and a follow notes a save only with the action that made
 * it.
 */
export const RULES = 5;

/**
 * Whether what takes an event of these rules back says where in their objects members stood. By the first rules they
 * come back as the last ones.
 */
export function keepsOrder(rules: number = FIRST_RULES): boolean {
  return rules > FIRST_RULES;
}

/**
 * Whether the numbers of an event of these rules are written as its text has them. Before, all were written as their
 * values alone say.
 */
export function keepsLiterals(rules: number = FIRST_RULES): boolean {
  return rules > 2;
}

/** Whether a field can get a name that no engine takes: by these rules any name is one, but an empty one. */
export function takesAnyName(rules: number = FIRST_RULES): boolean {
  return rules < 4;
}

/**
 * Whether what was read from a cluster may have a person as its author, and a follow may note a save without the action
 * that made it.
 */
export function takesReadingsOfPeople(rules: number = FIRST_RULES): boolean {
  return rules < 5;
}

/** Whether this version decides events of these rules. */
export function isKnownRules(rules: number): boolean {
  return Number.isInteger(rules) && rules >= FIRST_RULES && rules <= RULES;
}
