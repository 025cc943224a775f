import { sha256Hex } from '#domain/events';
import { DEVICE_HEADER, MAX_DEVICE_SECRET_LENGTH, MIN_DEVICE_SECRET_LENGTH } from '#domain/wire';
import { RequestError } from './errors.ts';

/**
 * The digest of the secret in a header: nothing else of it is kept.
 * @throws RequestError for one that could be guessed or is no text, without repeating it
 */
export function readDevice(header: string | readonly string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  const isSecret =
    typeof header === 'string' &&
    header.length >= MIN_DEVICE_SECRET_LENGTH &&
    header.length <= MAX_DEVICE_SECRET_LENGTH &&
    /^[\w-]+$/.test(header);
  if (isSecret) return sha256Hex(header);
  const reason = `must be ${MIN_DEVICE_SECRET_LENGTH} to ${MAX_DEVICE_SECRET_LENGTH} characters of base64url`;
  throw new RequestError(400, `Invalid header: ${DEVICE_HEADER} ${reason}.`, {
    issues: [{ at: `/headers/${DEVICE_HEADER}`, reason }],
  });
}
