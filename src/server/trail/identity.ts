import type { Author } from '#domain/events';
import { type Caller, isServerGiven, verifiedAuthorsOf } from '../console/caller.ts';
import type { TrailRegister } from './trail-register.ts';

/** Somebody whom a cluster or a trusted proxy vouches for. */
export interface User {
  /** Identifies a user of a cluster without the name, since names can be erased. */
  readonly key: string;
  readonly name: string;
}

/** All users that a caller is. */
export function usersOf(caller: Caller): readonly User[] {
  return verifiedAuthorsOf(caller).map(({ id, name }) => ({ key: id, name }));
}

/**
 * The key of the user to whom an author's id belongs, or the id where the server alone gives it; null where it is
 * anybody's.
 */
export function userKeyOf(author: string, register: Pick<TrailRegister, 'authorEntry'>): string | null {
  return isServerGiven(author) ? author : (register.authorEntry(author)?.user ?? null);
}

/**
 * The user that an author is, where one of the caller's is it: an author's id belongs to the user who first used it
 * under the user's own name, so that nobody takes up the id of an author whose events they have seen.
 */
export function userOfAuthor(
  { id, name }: Pick<Author, 'id' | 'name'>,
  users: readonly User[],
  register: Pick<TrailRegister, 'authorEntry'>,
): User | null {
  const bound = userKeyOf(id, register);
  return users.find((user) => (bound === null ? user.name === name : user.key === bound)) ?? null;
}

/** An author as recorded; claims of a browser are never marked as verified. */
export function recordedAuthor({ id, name }: Author, user: User | null): Author {
  return user === null ? { id, name, verified: false } : { id, name: user.name, verified: true };
}
