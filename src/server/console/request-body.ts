import { isObject, JsonTextError, member, parseJson, type JsonValue } from '#domain/json';
import {
  CHANGES_HEADER,
  CHANGES_IN_BODY,
  ROUTES,
  type BodyLimits,
  type RouteContract,
  type RouteId,
} from '#domain/wire';
import type { RawInput } from './check-input.ts';
import { RequestError } from './errors.ts';

/** The text that a value was read from: what is passed on as it came need not be written again. */
const texts = new WeakMap<object, string>();

/**
 * The body of a request, read as the domain reads JSON: `__proto__` is a key like any other, and no number loses a
 * digit; undefined where there is none. @throws RequestError that names the place
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

/**
 * The parts of a body: the document and, where a header says that they are there, the changes that it was made of.
 * @throws RequestError for a header that the route does not take, or a body that is not what it says
 */
export function openBody(
  id: RouteId,
  header: string | readonly string[] | undefined,
  body: JsonValue | undefined,
): Pick<RawInput, 'body' | 'changes'> {
  if (header === undefined) return { body };
  const contract: RouteContract = ROUTES[id];
  if (contract.takesChanges !== true) throw invalid(`/headers/${CHANGES_HEADER}`, 'is not for this route');
  if (header !== CHANGES_IN_BODY) throw invalid(`/headers/${CHANGES_HEADER}`, `must be "${CHANGES_IN_BODY}"`);
  const members = isObject(body) ? body : {};
  const [document, changes] = [member(members, 'document'), member(members, 'changes')];
  if (document === undefined || changes === undefined || Object.keys(members).length !== 2)
    throw invalid('/body', 'must be an object with document and changes');
  return { body: document, changes };
}

function invalid(at: string, reason: string): RequestError {
  return new RequestError(400, `Invalid request: ${at} ${reason}.`, { issues: [{ at, reason }] });
}
