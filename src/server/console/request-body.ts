import { JsonTextError, parseJson, type JsonLimits, type JsonValue } from '#domain/json';
import type { RouteContract } from '#domain/wire';
import { RequestError } from './errors.ts';

const MEBIBYTE = 1024 * 1024;

/**
 * What the body of a request may hold: so much that to read it holds up nobody for more than 100 ms (`npm run bench -- stall`). What clusters
 * answer is read whole.
 */
export interface BodyLimits extends Partial<JsonLimits> {
  readonly maxBytes: number;
}

/** Where a text is broken is looked for in short ones only. No engine takes a name of more than some thousand characters, nor a script of 65,536. */
const TEXT_LIMITS = { maxLocatedLength: 256 * 1024, maxStringLength: 100_000 };

/** Of names and of what is done with them: 10,000 names of 255 bytes are 2.6 MB. */
export const NAMES_LIMITS: BodyLimits = {
  maxBytes: 4 * MEBIBYTE,
  maxKeys: 50_000,
  maxValues: 100_000,
  maxLongNumbers: 1_000,
  ...TEXT_LIMITS,
};

/** Of documents of the engines (mappings, settings, templates): one of 50,000 fields fits, which is 50 times what an index takes by default. */
const DOCUMENT_LIMITS: BodyLimits = {
  maxBytes: 8 * MEBIBYTE,
  maxKeys: 100_000,
  maxValues: 200_000,
  maxLongNumbers: 10_000,
  ...TEXT_LIMITS,
};

/** Of routes that take nothing: what is sent all the same is not worth a look. */
const EMPTY_LIMITS: BodyLimits = { maxBytes: 1_024 };

export function bodyLimitsOf({ body, takesDocument }: RouteContract): BodyLimits {
  if (body === undefined) return EMPTY_LIMITS;
  return takesDocument === true ? DOCUMENT_LIMITS : NAMES_LIMITS;
}

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
