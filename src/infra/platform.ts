import { monotonicFactory } from 'ulid';
import type { IdSource, Clock, Digest } from '#domain/ports';

/** ULIDs of which each is greater than the one before, within a millisecond and when the clock goes back too. */
export function ulidSource(): IdSource {
  const next = monotonicFactory();
  return { next: () => next() };
}

export const systemClock: Clock = { now: () => new Date().toISOString() };

/** The browser's own, which works on another thread; it has none for pages over plain HTTP. */
export function webDigest(): Digest | undefined {
  if (typeof crypto === 'undefined' || !('subtle' in crypto)) return undefined;
  return {
    async sha256Hex(text) {
      const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
      return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
    },
  };
}
