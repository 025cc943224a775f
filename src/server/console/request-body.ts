import { JsonTextError, parseJson, type JsonValue } from '#domain/json';
import type { BodyLimits } from '#domain/wire';
import { RequestError } from './errors.ts';

/** The text that a value was read from: what is passed on as it came need not be written again. */
const texts = new WeakMap<object, string>();

/**
 * The body of a request, read as the domain reads JSON: `__proto__` is a key like any other, and no number loses a digit;
 * undefined where there is none. @throws RequestError that names the place
 */
export function parseBody(text: string | undefined, limits: BodyLimits): JsonValue | undefined {
  if (text === undefined || text === '') return undefined;
  try {
    const value = parseJson(text, limits);
    if (typeof value === 'object' && value !== null) texts.set(value, text.replace(/^\ufeff/, ''));
    return value;
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    const { line, column, reason } = error;
    const issues = [{ at: `/body, line ${line}, column ${column}`, reason }];
    throw new RequestError(400, `Invalid JSON in the body. Line ${line}, column ${column}: ${reason}.`, {
      issues,
    });
  }
}

/** The text of a body that {@link parseBody} has read, the very same value. */
export function textOfBody(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null ? texts.get(value) : undefined;
}
