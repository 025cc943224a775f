import type { Author } from '#domain/events';
import type { Erasure, ErasureStore } from './erasure-store.ts';

/** A log that somebody wants to be erased. */
export interface LogToErase {
  readonly stream: string;
  /** The version that was looked at. */
  readonly version: number;
  /** What it is about: `draft`, `index`. */
  readonly kind: string;
  readonly reason: string;
}

/** Erases what the trail has, each time with an event that says so. Who may do it has been checked. */
export interface TrailKeeper extends Pick<ErasureStore, 'find' | 'all' | 'tombstones'> {
  /** @throws RequestError where it was changed meanwhile */
  eraseStream(log: LogToErase, by: Author): Promise<Erasure>;
  /** Says how many names there were. */
  eraseNames(author: string, by: Author): Promise<number>;
}
