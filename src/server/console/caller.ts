import { sha256Hex, type Author } from '#domain/events';
import { networkOf } from './network.ts';

/** Who sends a request, as far as the server knows. */
export interface Caller {
  /** Where the request came from: behind a trusted proxy, what that says. */
  readonly address: string;
  /** The user of each cluster that the caller has signed in to, by the id of the cluster. */
  readonly signedIn: ReadonlyMap<string, string>;
  /** Whom a trusted proxy vouches for. */
  readonly proxyUser?: string;
  /** The user as claimed by the browser; not verified. */
  readonly claimed?: { readonly id: string; readonly name: string };
  /** SHA-256, hexadecimal, of the secret that the caller's device sent; the secret itself is not kept. */
  readonly device?: string;
  /** Has proved to be able to read the data folder, by the operator secret in it; no address proves that. */
  readonly isOperator?: true;
}

/**
 * Who calls where the caller is not said: somebody in this process, signed in to a cluster as whoever has opened it.
 */
export function localCaller(cluster?: { readonly entry: { readonly id: string }; readonly user?: string }): Caller {
  const user = cluster?.user;
  return {
    address: 'local',
    isOperator: true,
    signedIn: new Map(cluster === undefined || user === undefined ? [] : [[cluster.entry.id, user]]),
  };
}

/** The server itself, where it acts by its own. */
export const SERVER_AUTHOR: Author = { id: 'server', name: 'Mapledger', verified: true };

/**
 * Who acts on a cluster: whom the proxy vouches for, else who has signed in there, else who the browser says it is. The
 * id of a verified author does not say the name, so that a name can be erased.
 */
export function authorOf({ signedIn, proxyUser, claimed }: Caller, cluster: string): Author {
  if (proxyUser !== undefined) return verifiedAuthor('proxy', proxyUser);
  const user = signedIn.get(cluster);
  if (user !== undefined) return verifiedAuthor(`cluster ${cluster}`, user);
  return claimed === undefined ? ANONYMOUS : { ...claimed, verified: false };
}

/**
 * Who acts on the server itself: whom it knows the caller to be first, else who the browser says it is, else the
 * server for who operates it.
 */
export function actorOf(caller: Caller): Author {
  const { claimed, isOperator = false } = caller;
  const unknown = isOperator ? SERVER_AUTHOR : ANONYMOUS;
  return verifiedAuthorsOf(caller)[0] ?? (claimed === undefined ? unknown : { ...claimed, verified: false });
}

/**
 * All whom the server knows a caller to be: the proxy's user first, then those of clusters in the order of the
 * sign-ins.
 */
export function verifiedAuthorsOf({ signedIn, proxyUser }: Caller): readonly Author[] {
  return [
    ...(proxyUser === undefined ? [] : [verifiedAuthor('proxy', proxyUser)]),
    ...[...signedIn].map(([cluster, user]) => verifiedAuthor(`cluster ${cluster}`, user)),
  ];
}

/** Whether the server itself knows who calls: by a sign-in, a proxy or the operator secret. */
export function isKnown(caller: Caller): boolean {
  return caller.isOperator === true || verifiedAuthorsOf(caller).length > 0;
}

/**
 * To whom what a caller takes up of the server is counted: the user whom the server knows, else all of the same
 * network.
 */
export function quotaKeyOf(caller: Caller): string {
  return verifiedAuthorsOf(caller)[0]?.id ?? networkOf(caller.address);
}

/** Whether only the server gives this id to an author. */
export function isServerGiven(authorId: string): boolean {
  return authorId.startsWith(USER_ID) || authorId === SERVER_AUTHOR.id || authorId === ANONYMOUS.id;
}

const USER_ID = 'user:';
/** Whom nobody knows. */
export const ANONYMOUS: Author = { id: 'anonymous', name: 'anonymous', verified: false };

/** Hexadecimal digits of an author's id. */
const ID_LENGTH = 24;

function verifiedAuthor(by: string, name: string): Author {
  const digest = sha256Hex(JSON.stringify([by, name]));
  return { id: `${USER_ID}${digest.slice(0, ID_LENGTH)}`, name, verified: true };
}
