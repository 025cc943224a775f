import type { SealedRecord, StreamHead } from '../events/seal.ts';

/** How far the server of the trail has a stream of this device. */
export interface ReplicaStream {
  readonly stream: string;
  /** Version of the last local record. */
  readonly version: number;
  /** Version of the last record that the server has; 0 where it has none. */
  readonly recordedVersion: number;
}

/** A local stream: records that the server has, byte for byte, and the outbox after them. */
export interface Outbox {
  readonly stream: string;
  /** The end of the local stream. */
  readonly head: StreamHead;
  /** The last record that the server has. */
  readonly recorded: StreamHead;
  /** The records after `recorded`: sealed on this device, and provisional. */
  readonly records: readonly SealedRecord[];
}

/** An event of the outbox that could not be decided again on what others have recorded. */
export interface SetAsideEvent {
  readonly stream: string;
  /** Among those of its stream, from 1. */
  readonly number: number;
  readonly eventId: string;
  /** RFC 3339. */
  readonly at: string;
  readonly summary: string;
  /** Why it could not be decided again; `at` is the place concerned. */
  readonly detail: { readonly message: string; readonly at?: string };
  /** The event as it was sealed on this device. */
  readonly record: SealedRecord;
  /**
   * JSON text of the command as it applies at `baseVersion`; null where its target is gone or its content is unknown.
   */
  readonly command: string | null;
  readonly baseVersion: number;
  readonly isDismissed: boolean;
}

/** An author's name as the server keeps it apart from the records. */
export interface RecordedName {
  /** SHA-256 of salt and name; a record holds it in place of the name. */
  readonly commitment: string;
  /** Id of the author. */
  readonly author: string;
  readonly name: string;
  readonly salt: string;
}

/** What takes the place of an outbox. */
export interface OutboxChange {
  /** The server's records that follow `recorded`. */
  readonly recorded: readonly SealedRecord[];
  /** What follows them and is not recorded. */
  readonly outbox: readonly SealedRecord[];
  /** Whether events that other sessions may have read are no longer there, or stand in another place. */
  readonly isRebased: boolean;
  /** `isDismissed` where there is nothing to show: an event that has nothing left to do. */
  readonly aside?: readonly Omit<SetAsideEvent, 'stream' | 'number'>[];
}

/** Keeps local streams as replicas of a trail. What the server has recorded is never changed. */
export interface TrailReplica {
  /** All streams, in the order of their names. */
  list(): Promise<readonly ReplicaStream[]>;
  /** @throws LogFaultError where the local stream is damaged */
  read(stream: string): Promise<Outbox>;
  /**
   * Puts a change in the place of the outbox that was found; all or nothing. False, with nothing done, where the stream
   * is not as found any more.
   * @throws LogFaultError where the records are not chained to `found.recorded`
   */
  rewrite(found: Outbox, change: OutboxChange): Promise<boolean>;
  /** Notes that the server has none of a stream any more: all its records are outbox again. */
  forget(stream: string): Promise<void>;
  /** All names that were kept. */
  names(): Promise<readonly RecordedName[]>;
  keepNames(names: readonly RecordedName[]): Promise<void>;
}

/** The events of a store that were set aside; they are kept for good. */
export interface SetAsideEvents {
  /** All of a stream, oldest first. */
  list(stream: string): Promise<readonly SetAsideEvent[]>;
  /** Marks one as seen; it is kept. */
  dismiss(stream: string, eventId: string): Promise<void>;
}
