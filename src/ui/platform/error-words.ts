import { errorText } from '#domain/json';

/**
 * The message of a thrown value for people. The browser's message for a fault in a program, such as "x is not a
 * function", is for developers: it is in the report that can be copied.
 */
export function errorWords(thrown: unknown): string {
  const isOfProgram = thrown instanceof TypeError || thrown instanceof ReferenceError || thrown instanceof SyntaxError;
  return isOfProgram ? 'An internal error occurred. Reload the page.' : errorText(thrown);
}
