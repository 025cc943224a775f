import type { DocumentEvent } from '../events/event.ts';
import type { SealedRecord } from '../events/seal.ts';

/** The events were not appended, because the stream is not at the version that was expected. */
export interface AppendConflict {
  readonly conflict: true;
  readonly actualVersion: number;
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
}

/** A stream as it stands, damaged or not. */
export interface FoundStream {
  /** Of the last record, as the last append left it, and its hash. */
  readonly version: number;
  readonly hash: string;
  /** What stands in each place from version 1 on, and beyond the last version if there is more; null where nothing does. */
  readonly records: readonly (SealedRecord | null)[];
  /** How many of the first ones are cold and stand in pages. */
  readonly inPages: number;
}

/** A record that was cut off, letter by letter; null where there was none in its place. */
export interface TruncatedRecord {
  readonly version: number;
  readonly record: SealedRecord | null;
}

/** What was once cut off the end of a stream. */
export interface TruncatedTail {
  readonly stream: string;
  /** Among the cuts of its stream, from 1. */
  readonly number: number;
  /** RFC 3339. */
  readonly at: string;
  /** Why the first of the records could not be trusted. */
  readonly reason: string;
  readonly records: readonly TruncatedRecord[];
  /** Whether a person has seen it. */
  readonly isDismissed: boolean;
}

/** Takes off what a write that was not finished has left at the end of a stream. */
export interface TailRepair {
  /** @throws LogFaultError where cold records are damaged, and where a value is no record at all */
  find(stream: string): Promise<FoundStream>;
  /**
   * Ends the stream after `afterVersion`, and keeps what stood there apart, for good; all or nothing. False, with nothing done,
   * where the end of the stream is not as it was found any more.
   */
  cut(
    stream: string,
    found: FoundStream,
    cut: { readonly afterVersion: number; readonly reason: string; readonly at: string },
  ): Promise<boolean>;
  /** All cuts of a stream, oldest first. */
  list(stream: string): Promise<readonly TruncatedTail[]>;
  /** Marks a cut as seen; it is kept. */
  dismiss(cut: TruncatedTail): Promise<void>;
}

/** A place where events are kept for good. Records are only ever added; what `ends` takes off was damaged. */
export interface EventStore {
  /** Absent where a write that was not finished leaves nothing. */
  readonly ends?: TailRepair;
  /**
   * Seals and appends events, all or none; resolves when they are kept. `expectedVersion` 0 begins a stream.
   * @throws EventTooLargeError, StorageFullError where there is no room, StorageClosedError where the store is gone
   */
  append(stream: string, expectedVersion: number, events: readonly DocumentEvent[]): Promise<Appended | AppendConflict>;
  /** Appends records as they are, such as those of an imported log; the caller has verified them. */
  appendSealed(
    stream: string,
    expectedVersion: number,
    records: readonly SealedRecord[],
  ): Promise<Appended | AppendConflict>;
  /** The records after `version`, in order; none for a stream that does not exist. They are as they were stored: verify them. */
  read(stream: string, afterVersion?: number): Promise<readonly SealedRecord[]>;
  /** All streams, in the order of their names. */
  streams(): Promise<readonly StreamInfo[]>;
  /** Calls `listener` after each append and cut of this store or, where the store is shared, of another tab's; returns the way out. */
  subscribe(listener: (change: StreamChange) => void): () => void;
  close(): void;
}
