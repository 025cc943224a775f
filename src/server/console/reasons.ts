import { lineFault } from '#domain/events';
import { MAX_REASON_LENGTH, REASON_HEADER } from '#domain/wire';
import { RequestError } from './errors.ts';

/** Whether a change of a cluster takes or needs a reason, such as a ticket. `off`: the console asks for none. */
export const REASONS = ['off', 'optional', 'required'] as const;
export type Reasons = (typeof REASONS)[number];

/** The reason that a header gives; undefined where it says none. @throws RequestError */
export function readReason(header: string | readonly string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  const reason = decoded(typeof header === 'string' ? header : header.join(', '));
  if (reason === undefined) throw reasonError('is not URI-encoded');
  const trimmed = reason.trim();
  if (trimmed.length > MAX_REASON_LENGTH) throw reasonError(`has more than ${MAX_REASON_LENGTH} characters`);
  const fault = lineFault(trimmed);
  if (fault !== null) throw reasonError(fault);
  return trimmed === '' ? undefined : trimmed;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function reasonError(why: string): RequestError {
  return new RequestError(400, `Invalid reason: the header ${REASON_HEADER} ${why}.`, {
    issues: [{ at: `/headers/${REASON_HEADER}`, reason: why }],
  });
}

/** The error for a change without a reason. */
export function missingReason(): RequestError {
  return new RequestError(428, 'Nothing was sent: this server requires a reason for every change.', {
    reasonRequired: true,
  });
}
