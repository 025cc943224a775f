import type { DocumentEvent } from './events/event.ts';
import type { SealedRecord } from './events/seal.ts';

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

/** A place where events are kept for good. Records are only ever added. */
export interface EventStore {
  /**
   * Seals and appends events, all or none; resolves when they are kept. `expectedVersion` 0 begins a stream.
   * @throws EventTooLargeError, StorageFullError where there is no room, StorageClosedError where the store is gone
   */
  append(stream: string, expectedVersion: number, events: readonly DocumentEvent[]): Promise<Appended | AppendConflict>;
  /** Appends records as they are, such as those of an imported log; the caller has verified them. */
  appendSealed(stream: string, expectedVersion: number, records: readonly SealedRecord[]): Promise<Appended | AppendConflict>;
  /** The records after `version`, in order; none for a stream that does not exist. They are as they were stored: verify them. */
  read(stream: string, afterVersion?: number): Promise<readonly SealedRecord[]>;
  /** All streams, in the order of their names. */
  streams(): Promise<readonly StreamInfo[]>;
  /** Calls `listener` after each append of this store or, where the store is shared, of another tab's; returns the way out. */
  subscribe(listener: (change: StreamInfo) => void): () => void;
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

export interface Clock {
  /** RFC 3339, UTC, milliseconds. */
  now(): string;
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
