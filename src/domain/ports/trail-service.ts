import type { DocumentEvent } from '../events/event.ts';
import type { SealedRecord } from '../events/seal.ts';
import type { CancelSignal } from './cancel-signal.ts';
import type { RecordedName } from './trail-replica.ts';

/**
 * Why the trail's server did not do what it was asked for.
 * - `absent`: it keeps no trail, as an older server;
 * - `offline`: no answer came;
 * - `signed_out`: it asks for a session;
 * - `forbidden`: the caller may not;
 * - `unproved`: somebody else has proved to be the author of this device;
 * - `read_only`: it takes no changes;
 * - `too_large`: the request has more than it takes;
 * - `refused`: it does not take the request as it is;
 * - `other_rules`: it decides commands by other rules than this page: one of the two is of another version;
 * - `failed`: it could not do it now;
 * - `damaged`: records of this device can't be read;
 * - `lost`: it has less of a stream than it had recorded;
 * - `diverged`: its records do not go on from those that it had recorded;
 * - `erased`: it has erased the stream, and takes nothing more of it.
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

/** Somebody who has the console open on another device. */
export interface TrailPerson {
  readonly author: string;
  readonly name: string;
  readonly verified: boolean;
  readonly stream: string | null;
  readonly field: string | null;
  readonly at: string;
}

export interface TrailChanges {
  readonly cursor: string;
  readonly streams: readonly { readonly stream: string; readonly version: number }[];
  readonly people: readonly TrailPerson[];
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
  /** Proves to be an author. `unclaimed`: the id is from before devices had secrets, and it takes a recorded event to claim it. */
  prove(author: string, hold: AuthorHold | undefined, signal?: CancelSignal): Promise<'proved' | 'unclaimed' | 'taken'>;
  read(stream: string, after: number, signal?: CancelSignal): Promise<TrailRecords>;
  /** The streams that the caller may read. */
  streams(
    prefix: string,
    signal?: CancelSignal,
  ): Promise<readonly { readonly stream: string; readonly version: number }[]>;
  /** Waits up to `waitSeconds` for something newer than the cursor. */
  changes(cursor: string | null, waitSeconds: number, signal?: CancelSignal): Promise<TrailChanges>;
}
