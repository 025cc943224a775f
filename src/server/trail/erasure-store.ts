import type { Tombstone } from '#domain/proof';
import type { StreamInfo } from '#domain/ports';
import type { StorageCommand } from '#domain/storage';
import type { Author } from '#domain/events';
import { countOf } from '#domain/console';
import { RequestError } from '../console/errors.ts';

/** A stream whose texts are gone for good: its versions and their hashes stay. */
export interface Erasure extends StreamInfo {
  /** RFC 3339. */
  readonly at: string;
  readonly reason: string;
  /** Id of the author who asked for it; null where it came from a backup, which does not say. */
  readonly author: string | null;
}

/** Logs that are to be erased together, and the event that says so. */
export interface ErasureOrder extends Pick<Erasure, 'at' | 'reason'> {
  /** Each with the version that was looked at. */
  readonly streams: readonly StreamInfo[];
  readonly author: string;
  readonly command: StorageCommand;
}

/** Signs a text: Ed25519, base64. */
export interface Signer {
  readonly publicKey: string;
  sign(text: string): string;
}

/** The erased streams that a server knows. */
export interface ErasureStore {
  find(stream: string): Erasure | undefined;
  all(): readonly Erasure[];
  /**
   * Marks streams as erased: from now on they can't be read or appended to. Runs in the caller's transaction if there
   * is one.
   */
  mark(erasures: readonly Erasure[]): void;
  /**
   * As `mark`, in the caller's transaction and also for a stream that is erased already: what has come to it since is
   * erased, too.
   */
  markAgain(erasure: Erasure): void;
  /** Whether there are texts of streams that are marked. */
  isPending(): boolean;
  /** Replaces some texts of marked streams by tombstones, in a separate transaction; returns false if none are left. */
  removeSome(signer: Signer): boolean;
  /** Makes sure that no file has what was deleted. */
  scrub(): void;
  /** At most `limit` after a version. */
  tombstones(stream: string, after: number, limit: number): readonly Tombstone[];
  /** Adds the next tombstones of an erased stream from a backup; says how many there were. */
  restore(tombstones: readonly Tombstone[]): number;
  /** As `restore`, in the caller's transaction. */
  add(tombstones: readonly Tombstone[]): void;
}

/** The error for a log that was changed since it was read. */
export function changedLog(): RequestError {
  return new RequestError(409, 'This log was changed meanwhile. Look at it again.');
}

/** A stream was erased, so it can't be read or appended to. */
export class ErasedStreamError extends Error {
  override readonly name = 'ErasedStreamError';
  constructor(readonly erasure: Erasure) {
    super(erasedText(erasure));
  }
}

/** When and why a stream was erased, in words. */
function erasedText({ at, reason, version }: Omit<Erasure, 'author' | 'stream'>): string {
  const events = countOf(version, 'event');
  return `This log was erased on ${at.slice(0, 10)} (${events}): ${reason}. Its hashes are kept.`;
}

/** A log that somebody wants to be erased. */
export interface LogToErase {
  readonly stream: string;
  /** The version that was looked at. */
  readonly version: number;
  /** The kind of its subject: `draft`, `index`. */
  readonly kind: string;
  readonly reason: string;
}

/** Erases what the trail has, each time with an event that says so. Who may do it has been checked. */
export interface TrailKeeper extends Pick<ErasureStore, 'find' | 'all' | 'tombstones'> {
  /** @throws RequestError where it was changed meanwhile */
  eraseStream(log: LogToErase, by: Author): Promise<Erasure>;
  /** Returns the number of names. */
  eraseNames(author: string, by: Author): Promise<number>;
}
