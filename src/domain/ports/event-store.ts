import type { DocumentEvent } from '../events/event.ts';
import type { SealedRecord, StreamHead } from '../events/seal.ts';
import type { RecordedName, SetAsideEvents } from './trail-replica.ts';

/** The events were not appended, because the stream is not at the version that was expected. */
export interface AppendConflict {
  readonly conflict: true;
  readonly actualVersion: number;
  /** Events before it may have been replaced by others, as when an outbox was decided again. */
  readonly isRebased?: true;
}

export interface Appended {
  readonly conflict: false;
  /** Of the stream, after the append. */
  readonly version: number;
}

export interface StreamInfo {
  readonly stream: string;
  readonly version: number;
}

export interface StreamChange extends StreamInfo {
  /** Records were taken off the end, rather than added: `version` is that of the last one that is left. */
  readonly isCut?: true;
  /**
   * Events were replaced or moved, rather than added at the end: what was decided again stands after what others have
   * recorded.
   */
  readonly isRebased?: true;
}

/** A stream as it stands, damaged or not. */
export interface FoundStream {
  /** Of the last record, as the last append left it, and its hash. */
  readonly version: number;
  readonly hash: string;
  /** The record at each version from 1 on, including any beyond the last version; null if there is none. */
  readonly records: readonly (SealedRecord | null)[];
  /** Number of the first records that are cold and stored in pages. */
  readonly inPages: number;
  /** The last record that the server of the trail has; absent where there is no such server. */
  readonly recorded?: StreamHead;
}

/** A record that was cut off, letter by letter; null where there was none in its place. */
export interface TruncatedRecord {
  readonly version: number;
  readonly record: SealedRecord | null;
}

/** What was once cut off the end of a stream, or what stood where records were put back from the server. */
export interface TruncatedTail {
  readonly stream: string;
  /** Among the cuts of its stream, from 1. */
  readonly number: number;
  /** RFC 3339. */
  readonly at: string;
  /** Why the first of the records could not be trusted. */
  readonly reason: string;
  readonly records: readonly TruncatedRecord[];
  /** The last version that the server of the trail had then, where that was one of these: they come back from there. */
  readonly recordedVersion?: number;
  /** The records of the server stand in their place since then. */
  readonly isRestored?: true;
  /** Whether a person has seen it. */
  readonly isDismissed: boolean;
}

/** A record of the server, to be put in the place of one that is damaged here. */
export interface RestoredRecord {
  readonly version: number;
  readonly record: SealedRecord;
}

/** Takes off what a write that was not finished has left at the end of a stream. */
export interface TailRepair {
  /** @throws LogFaultError where cold records are damaged, and where a value is no record at all */
  find(stream: string): Promise<FoundStream>;
  /**
   * Ends the stream after `afterVersion`, and keeps what stood there apart, for good; all or nothing. False, with
   * nothing done, where the end of the stream is not as it was found any more.
   */
  cut(
    stream: string,
    found: FoundStream,
    cut: { readonly afterVersion: number; readonly reason: string; readonly at: string },
  ): Promise<boolean>;
  /**
   * Puts records of the server in the place of damaged ones, and keeps what stood there apart, for good; all or
   * nothing. False, with nothing done, where the stream is not as it was found any more. Absent where there is no
   * server to put records back from.
   */
  restore?(
    stream: string,
    found: FoundStream,
    restored: { readonly records: readonly RestoredRecord[]; readonly reason: string; readonly at: string },
  ): Promise<boolean>;
  /** All cuts of a stream, oldest first. */
  list(stream: string): Promise<readonly TruncatedTail[]>;
  /** Marks a cut as seen; it is kept. */
  dismiss(cut: TruncatedTail): Promise<void>;
}

/** What is known of a stream up to a version. */
export interface StreamTip {
  /** Id of the event at that version. */
  readonly eventId: string | undefined;
  /** How often events of the stream had been replaced when it was read. */
  readonly rebases: number;
}

/** Names of authors in recorded events, which stand in no record. */
export interface KeptNames {
  list(): Promise<readonly RecordedName[]>;
  keep(names: readonly RecordedName[]): Promise<void>;
}

/** A place where events are kept for good. Records are only ever added; what `ends` takes off was damaged. */
export interface EventStore {
  /** Absent where a write that was not finished leaves nothing. */
  readonly ends?: TailRepair;
  /** Absent where streams are no replicas of a trail. */
  readonly aside?: SetAsideEvents;
  /** Names of authors in recorded events, by commitment; absent where a store has no recorded events. */
  readonly authorNames?: () => Promise<ReadonlyMap<string, string>>;
  /** Those names with what proves them, for files; absent as above. */
  readonly keptNames?: KeptNames;
  /**
   * Seals and appends events, all or none; resolves when they are kept. `expectedVersion` 0 begins a stream. `tip` is
   * what the caller knows of the stream up to `expectedVersion`: one of which events were replaced since conflicts, if
   * its store can replace events at all.
   * @throws EventTooLargeError, StorageFullError where there is no room, StorageClosedError where the store is gone
   */
  append(
    stream: string,
    expectedVersion: number,
    events: readonly DocumentEvent[],
    tip?: StreamTip,
  ): Promise<Appended | AppendConflict>;
  /** Appends records as they are, such as those of an imported log; the caller has verified them. */
  appendSealed(
    stream: string,
    expectedVersion: number,
    records: readonly SealedRecord[],
  ): Promise<Appended | AppendConflict>;
  /**
   * The records after `version`, in order; none for a stream that does not exist. They are as they were stored: verify
   * them.
   */
  read(stream: string, afterVersion?: number): Promise<readonly SealedRecord[]>;
  /**
   * How often events of a stream were replaced by others; to be asked before they are read. Absent where none ever are.
   */
  readonly rebases?: (stream: string) => Promise<number>;
  /** All streams, in the order of their names. */
  streams(): Promise<readonly StreamInfo[]>;
  /**
   * Calls `listener` after each append and cut of this store or, where the store is shared, of another tab's; returns
   * the way out.
   */
  subscribe(listener: (change: StreamChange) => void): () => void;
  close(): void;
}
