import { clusterAuthor, type Author, type Stamp } from '#domain/events';

export const ADA: Author = { id: 'ada@laptop', name: 'Ada', verified: false };
export const BOB: Author = { id: 'bob@desk', name: 'Bob', verified: true };
export const EVE: Author = { id: 'eve@tablet', name: 'Eve', verified: false };
export const AUTHORS: readonly Author[] = [ADA, BOB, EVE];
/** What the cluster has, as the first of them reports it. */
export const CLUSTER = clusterAuthor(ADA);

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const FIRST_TIME_MS = Date.UTC(2026, 0, 1);

/** Stamps in the order of time, a second apart, with ids of the form of a ULID; the same seed gives the same ones. */
export function stampSource(seed = 1): (author?: Author, reason?: string) => Stamp {
  let count = 0;
  return (author = ADA, reason) => {
    count++;
    const id = `01${base32(seed, 10)}${base32(count, 14)}`;
    const at = new Date(FIRST_TIME_MS + count * 1_000).toISOString();
    return reason === undefined ? { id, at, author } : { id, at, author, reason };
  };
}

function base32(value: number, length: number): string {
  let digits = '';
  for (let rest = value; digits.length < length; rest = Math.floor(rest / 32))
    digits = `${CROCKFORD.charAt(rest % 32)}${digits}`;
  return digits;
}
