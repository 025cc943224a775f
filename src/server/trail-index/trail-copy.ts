import type { DocumentEvent, SealedRecord } from '#domain/events';
import type { AppendConflict, RecordedName, StreamChange } from '#domain/ports';
import type { StorageCommand } from '#domain/storage';
import type { ErasureOrder } from '../trail/erasure-store.ts';
import type { Recorded } from '../trail/record-store.ts';
import type { ErasableEntry, LogDocument, LogEntry } from './log-document.ts';

/** How far this server has the log of the index. */
export interface CopyState {
  /** Id of this server: made once, kept with its data. */
  readonly server: string;
  /** Id of the trail; null before the server has seen one. */
  readonly trail: string | null;
  /** Of the last document that is in the copy, and its hash; 0 and empty before the first. */
  readonly position: number;
  readonly hash: string;
  /** Whether anybody may write: not while the server that began the trail puts in what it had. */
  readonly isOpen: boolean;
}

/** The entries that go into the index next, the oldest first. */
export interface Spooled {
  readonly names: readonly RecordedName[];
  /** Commitments whose names are erased. */
  readonly erased: readonly string[];
  /** Entries with owners and the like, and behind them entries with records. */
  readonly register: readonly string[];
  readonly records: readonly string[];
  /** Whether that is all there is but for records. */
  readonly isComplete: boolean;
  /** Whether no other records wait. */
  readonly hasAllRecords: boolean;
}

/** An erasure by this server that is in the index and not recorded as an event yet. */
export interface ErasureToRecord {
  readonly number: number;
  readonly command: StorageCommand;
  readonly author: string;
  readonly reason: string;
}

/** The result of applying a document of the index. */
export interface Applied {
  readonly changes: readonly StreamChange[];
  /** Whether there are texts to be erased since. */
  readonly hasErased: boolean;
}

/** A document of the index that has words of erased streams. */
export interface DocumentToErase {
  readonly position: number;
  readonly streams: readonly string[];
}

/** Records that may be written, as long as nobody else writes to the stream before. */
export interface SealedAppend {
  readonly stream: string;
  /** The version that they follow. */
  readonly after: number;
  readonly records: readonly SealedRecord[];
  /** What is answered once they are written. */
  readonly answer: Recorded;
}

/** The result of an append: records to write, or a response if there is nothing to write. */
export type AppendOutcome = SealedAppend | Recorded | AppendConflict;

/**
 * The server's own copy of the log, and the spool of entries that are not in the log yet. Each method is one
 * transaction.
 */
export interface TrailCopy {
  state(): CopyState;
  /** Whether there are records from before the server had an index for them. */
  hasOwnTrail(): boolean;
  /**
   * Replaces the content of the spool by everything that the server has.
   * @throws LogFaultError where a stream is damaged
   */
  spoolAll(): void;
  spoolSize(): number;
  /** As much as fits into one document. */
  spooled(maxLength: number, maxEntries: number): Spooled;
  /** Removes names that were written to the index from the spool. */
  forgetNames(names: readonly RecordedName[]): void;
  forgetErased(commitments: readonly string[]): void;
  /**
   * Seals events after what is in the copy, as `EventStore.append` takes them. Writes nothing but what is spooled of
   * new names.
   */
  sealAppend(stream: string, expectedVersion: number, events: readonly DocumentEvent[]): AppendOutcome;
  /** As `EventStore.appendSealed`. @throws LogFaultError */
  sealSealed(stream: string, expectedVersion: number, records: readonly SealedRecord[]): AppendOutcome;
  /** As `RecordStore.record`. @throws DoubledEventError */
  sealRecord(stream: string, after: number, events: readonly DocumentEvent[]): AppendOutcome;
  /** The commitments in records whose names this server does not have. */
  unknownCommitments(document: LogDocument): readonly string[];
  /**
   * Takes in the document that follows; says which streams have changed. Entries of this server leave the spool.
   * @throws LogDamageError where it does not follow, or contradicts what this server has
   */
  apply(document: LogDocument, names: readonly RecordedName[]): Applied;
  /**
   * The entry of an erasure that may be written.
   * @throws RequestError where a stream was changed, ErasedStreamError where one is erased already
   */
  sealErasure(order: ErasureOrder): string;
  /** Documents with content of streams whose texts this server has replaced by tombstones. */
  documentsToErase(limit: number): readonly DocumentToErase[];
  /** The replacement in the index for an entry of an erased stream; undefined if the entry stays. */
  replacementOf(entry: ErasableEntry): LogEntry | undefined;
  /** Notes that the content of streams was removed from a document. */
  forgetErasedIn(document: DocumentToErase): void;
  erasuresToRecord(): readonly ErasureToRecord[];
  /** Notes that an erasure is recorded as an event, in the caller's transaction if there is one. */
  forgetErasureToRecord(number: number): void;
  /** Whether a stream of an action or a plan belongs to another server. */
  isOthers(stream: string): boolean;
}
