import type { DocumentEvent } from './events/event.ts';
import type { SealedRecord } from './events/seal.ts';
import type { UsageReport } from './wire/entities.ts';

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
export interface CutRecord {
  readonly version: number;
  readonly record: SealedRecord | null;
}

/** What was once cut off the end of a stream. */
export interface Cut {
  readonly stream: string;
  /** Among the cuts of its stream, from 1. */
  readonly number: number;
  /** RFC 3339. */
  readonly at: string;
  /** Why the first of the records could not be trusted. */
  readonly reason: string;
  readonly records: readonly CutRecord[];
  /** Whether a person has seen it. */
  readonly isDismissed: boolean;
}

/** Takes off what a write that was not finished has left at the end of a stream. */
export interface StreamEnds {
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
  list(stream: string): Promise<readonly Cut[]>;
  /** Marks a cut as seen; it is kept. */
  dismiss(cut: Cut): Promise<void>;
}

/** A place where events are kept for good. Records are only ever added; what `ends` takes off was damaged. */
export interface EventStore {
  /** Absent where a write that was not finished leaves nothing. */
  readonly ends?: StreamEnds;
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

/** How the place where events are kept is doing. */
export interface StorageStatus {
  /** Whether the browser has promised not to clear it by itself; null where it can't be asked. */
  readonly isPersisted: boolean | null;
  /** Of the whole site, in bytes, as far as the browser says; null where it does not. */
  readonly usageBytes: number | null;
  readonly quotaBytes: number | null;
}

export interface StorageMonitor {
  status(): Promise<StorageStatus>;
  /** Asks the browser to keep what is stored; resolves with whether it will. */
  askToPersist(): Promise<boolean>;
}

export interface RememberedDrafts {
  /** How many there were. */
  readonly drafts: number;
  /** When they were last seen, RFC 3339. */
  readonly seenAt: string;
}

export interface RememberedStorage extends RememberedDrafts {
  /** What was found to be gone, until a person has seen that. */
  readonly lost?: RememberedDrafts;
}

/** Remembers what is stored, in another place: so a storage that comes back empty is noticed. It forgets rather than throws. */
export interface StorageMemory {
  recall(): RememberedStorage | null;
  remember(stored: RememberedStorage): void;
}

export interface Clock {
  /** RFC 3339, UTC, milliseconds. */
  now(): string;
}

/** Where the usage report waits until it is sent. Never throws: what can't be kept lasts as long as the page. */
export interface UsageStore {
  /** What waits; the empty report where nothing does, or where it was written in another version of the report. */
  peek(): UsageReport;
  add(report: UsageReport): void;
  /** What waits, which from now on is the caller's; others find nothing. */
  take(): UsageReport;
}

export interface IdSource {
  /** A ULID. */
  next(): string;
}

/** SHA-256 beside this thread, where the platform has one. */
export interface Digest {
  /** Of the UTF-8 form of a text, in lower-case hexadecimal. */
  sha256Hex(text: string): Promise<string>;
}

/** One entry of the session trace: a command of the session, and what it changed in the session's state. */
export interface TraceEntry {
  readonly at: string;
  readonly stream: string;
  /** The id of the visit: one opening of the editor, in one tab. */
  readonly visit: string;
  /** How many events the document had then, so that log and trace fall into one order. */
  readonly version: number;
  readonly command: { readonly type: string; readonly payload: unknown };
  /** RFC 6902, over the session's state. */
  readonly patch: readonly unknown[];
}

/** A bounded record of what a person looked at: never undone, never audited. */
export interface SessionTrace {
  append(entry: TraceEntry): Promise<void>;
  /** The newest entries of a stream, oldest first. */
  read(stream: string): Promise<readonly TraceEntry[]>;
}
