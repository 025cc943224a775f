import type { DocumentEvent } from '../events/event.ts';
import type { SealedRecord } from '../events/seal.ts';
import type { CancelSignal } from './platform.ts';
import type { RecordedName } from './trail-replica.ts';

/**
 * Why a request to the trail's server failed.
 * - `absent`: it keeps no trail, like an older server;
 * - `offline`: there was no response;
 * - `signed_out`: it requires a session;
 * - `forbidden`: the caller lacks permission;
 * - `unproved`: another caller has proved to be the author of this device;
 * - `read_only`: it accepts no changes;
 * - `too_large`: the request exceeds its limits;
 * - `refused`: it rejected the request;
 * - `other_rules`: it decides commands by other rules than this page: one of the two is of another version;
 * - `failed`: a temporary failure;
 * - `damaged`: records of this device can't be read;
 * - `lost`: it has fewer records of a stream than it had recorded;
 * - `diverged`: its records do not continue those that it had recorded;
 * - `erased`: it has erased the stream, and accepts no more records of it.
 */
export type TrailFault =
  | 'absent'
  | 'offline'
  | 'signed_out'
  | 'forbidden'
  | 'unproved'
  | 'read_only'
  | 'too_large'
  | 'refused'
  | 'other_rules'
  | 'failed'
  | 'damaged'
  | 'lost'
  | 'diverged'
  | 'erased';

export class TrailError extends Error {
  override readonly name = 'TrailError';
  constructor(
    readonly fault: TrailFault,
    message: string,
    override readonly cause?: unknown,
  ) {
    super(message);
  }
}

export type TrailAppended =
  | {
      readonly outcome: 'recorded';
      readonly version: number;
      readonly records: readonly SealedRecord[];
      readonly names: readonly RecordedName[];
    }
  | { readonly outcome: 'conflict'; readonly version: number };

export interface TrailRecords {
  readonly version: number;
  readonly records: readonly SealedRecord[];
  readonly names: readonly RecordedName[];
  readonly hasMore: boolean;
}

/** Somebody who has a document open elsewhere. */
export interface TrailPerson {
  readonly author: string;
  readonly name: string;
  readonly verified: boolean;
  readonly stream: string;
  readonly field: string | null;
}

/** What is new of the others who have a document open. */
export interface OthersChange {
  readonly stream: string;
  /** Whether nobody else is there. */
  readonly isWhole: boolean;
  readonly here: readonly Omit<TrailPerson, 'stream'>[];
  /** Authors who are not there any more. */
  readonly left: readonly string[];
}

/** Records of a stream after a version, up to the newest. */
export interface TrailTail {
  readonly after: number;
  readonly records: readonly SealedRecord[];
  readonly names: readonly RecordedName[];
}

export interface TrailChanges {
  readonly cursor: string;
  readonly streams: readonly {
    readonly stream: string;
    readonly version: number;
    /** Absent where the records have to be read. */
    readonly tail?: TrailTail;
  }[];
  /** Absent where nothing is new. */
  readonly others?: readonly OthersChange[];
}

/** A recorded event of an author, which only the author's devices hold. */
export interface AuthorHold {
  readonly stream: string;
  readonly version: number;
  readonly hash: string;
}

/** The trail of a server; every call throws a TrailError where it was not done. */
export interface TrailService {
  /** Records events after a version, each once however often it is sent. */
  append(
    stream: string,
    after: number,
    events: readonly DocumentEvent[],
    signal?: CancelSignal,
  ): Promise<TrailAppended>;
  /**
   * Proves to be an author. `unclaimed`: the server has events of the author and no proof, and it takes a recorded
   * event that only the author can have to claim the id.
   */
  prove(author: string, hold: AuthorHold | undefined, signal?: CancelSignal): Promise<'proved' | 'unclaimed' | 'taken'>;
  read(stream: string, after: number, signal?: CancelSignal): Promise<TrailRecords>;
  /** The streams that the caller may read. */
  streams(
    prefix: string,
    signal?: CancelSignal,
  ): Promise<readonly { readonly stream: string; readonly version: number }[]>;
  /** Waits up to `waitSeconds` for something newer than the cursor. */
  changes(cursor: string | null, waitSeconds: number, signal?: CancelSignal): Promise<TrailChanges>;
  /**
   * Calls `onChanges` with what is newer than the cursor as it comes, over one connection. Resolves with `ended` when
   * the server has ended it, and with `impossible` where something on the way keeps answers back. Absent where there is
   * no way to read an answer before it has ended.
   */
  follow?(
    cursor: string,
    onChanges: (changes: TrailChanges) => void,
    signal: CancelSignal,
  ): Promise<'ended' | 'impossible'>;
}
