import { isClusterAuthor } from '#domain/events';
import { AUTHOR_HEADER, MAX_AUTHOR_ID_LENGTH, MAX_AUTHOR_NAME_LENGTH } from '#domain/wire';
import { isServerGiven, type Caller } from './caller.ts';
import { RequestError } from './errors.ts';

/** @throws RequestError for a header that is there and says nobody, or somebody whom only the server can name */
export function readClaimedAuthor(header: string | readonly string[] | undefined): Caller['claimed'] {
  if (header === undefined) return undefined;
  const value = typeof header === 'string' ? parsed(header) : undefined;
  if (typeof value !== 'object' || value === null || !('id' in value) || !('name' in value))
    throw headerError('must be URI-encoded JSON with id and name');
  const { id, name } = value;
  if (!isText(id, MAX_AUTHOR_ID_LENGTH) || !isText(name, MAX_AUTHOR_NAME_LENGTH))
    throw headerError('must be URI-encoded JSON with id and name');
  if (isClusterAuthor(id)) throw headerError('has the id of a cluster, which makes no changes');
  if (isServerGiven(id)) throw headerError('has an id that only the server gives');
  return { id, name };
}

function headerError(reason: string): RequestError {
  return new RequestError(400, `Invalid header: ${AUTHOR_HEADER} ${reason}.`, {
    issues: [{ at: `/headers/${AUTHOR_HEADER}`, reason }],
  });
}

function isText(value: unknown, maxLength: number): value is string {
  return (
    typeof value === 'string' && value !== '' && value.length <= maxLength && !/[\p{Cc}\p{Surrogate}]/u.test(value)
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(text)) as unknown;
  } catch {
    return undefined;
  }
}
