import type { Caller } from '../console/caller.ts';
import { RequestError } from '../console/errors.ts';
import { usersOf } from './identity.ts';

/** Why somebody is not an author that others have proved to be. */
export function refusal(owner: string | null, caller: Caller): RequestError {
  const isSignedIn = usersOf(caller).length > 0;
  if (owner !== null && isSignedIn) return unproved(403, 'This author is another user.');
  if (owner !== null) return unproved(401, 'Sign in to act as this author.');
  return unproved(
    403,
    'This device can’t prove that it is this author. Restore the author with its recovery code in Settings, or sign in.',
  );
}

/** The author has recorded before anything could prove it, or others have imported events of it. */
export function fromBefore(): RequestError {
  return unproved(
    403,
    'This server has events of this author, and nothing proves who it is. Open Mapledger in the browser that has its list of drafts, or use a recovery code.',
  );
}

export function noProof(): RequestError {
  return unproved(
    401,
    'Nothing in the request proves who its author is: neither a sign-in nor the secret of a device.',
  );
}

export function invalidCode(): RequestError {
  return unproved(403, 'This recovery code is not valid, or was used already.');
}

export function tooManyNew(retryAfterSeconds: number): RequestError {
  return new RequestError(
    429,
    `Too many new authors from this address or user. Try again in ${retryAfterSeconds} s, or go on as an author that you have used before.`,
    { retryAfterSeconds },
  );
}

function unproved(statusCode: 401 | 403, message: string): RequestError {
  return new RequestError(statusCode, message, { proof: 'missing' });
}
