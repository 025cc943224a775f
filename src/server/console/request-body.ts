import { JsonTextError, parseJson, type JsonValue } from '#domain/json';
import { RequestError } from './errors.ts';

/**
 * The body of a request, read as the domain reads JSON: `__proto__` is a key like any other, and no number loses a digit;
 * undefined where there is none. @throws RequestError that names the place
 */
export function parseBody(text: string | undefined): JsonValue | undefined {
  if (text === undefined || text === '') return undefined;
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    const { line, column, reason } = error;
    const issues = [{ at: `/body, line ${line}, column ${column}`, reason }];
    throw new RequestError(400, `The body can't be read as JSON. Line ${line}, column ${column}: ${reason}.`, {
      issues,
    });
  }
}
