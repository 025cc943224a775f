import { monotonicFactory } from 'ulid';
import type { IdSource } from '#domain/ports';

/** ULIDs of which each is greater than the one before, within a millisecond and when the clock goes back too. */
export function ulidSource(): IdSource {
  const next = monotonicFactory();
  return { next: () => next() };
}
