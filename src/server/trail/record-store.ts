import type { Author, DocumentEvent, SealedRecord } from '#domain/events';
import type { AppendConflict, Appended, RecordedName, StreamInfo, TrailRecords } from '#domain/ports';

/** The result of an append that may be a repeated one. */
export interface Recorded extends Appended {
  /** Of the events that were given, in their order. */
  readonly records: readonly SealedRecord[];
  /** All of them were recorded before, and nothing was added. */
  readonly isRepeated?: true;
}

export interface RecordedStream extends StreamInfo {
  /** RFC 3339; null where the newest record is older than the time that servers note. */
  readonly recordedAt: string | null;
}

/** A stream with records after a position. */
export interface ChangedStream extends StreamInfo {
  /** The version that the first of them follows. */
  readonly after: number;
}

/** The properties of records that a server's store knows in addition to their texts. */
export interface RecordStore {
  readonly names: NameRegister;
  /**
   * Records events once, however often they are given: those that the stream has already are answered as they were
   * recorded. `check` is called with nothing left to come between it and the record, also of other servers; what it
   * throws is the outcome.
   * @throws DoubledEventError where the stream has an event of that id in another place
   */
  record(
    stream: string,
    after: number,
    events: readonly DocumentEvent[],
    check?: () => void,
  ): Promise<Recorded | AppendConflict>;
  /**
   * At most `limit` records after a version, fewer where they are large.
   * @throws LogFaultError where the end of the stream is damaged
   */
  readPage(stream: string, afterVersion: number, limit: number): Promise<TrailRecords>;
  recordedStreams(): Promise<readonly RecordedStream[]>;
  /** 0 where there is no such stream. */
  versionOf(stream: string): Promise<number>;
  /** How many of these ids, each given once, are those of events in a stream; of an erased one none is. */
  countRecorded(stream: string, ids: readonly string[]): Promise<number>;
  /** Takes in what other servers have recorded, as far as that can be found out; absent where there are none. */
  refresh?(): Promise<void>;
  /** Of the newest leaf; 0 before the first. */
  position(): Promise<number>;
  /** The streams with leaves after a position, and the position of the newest. */
  changedSince(position: number): Promise<{ readonly position: number; readonly streams: readonly ChangedStream[] }>;
}

/**
 * Names of authors, apart from the records, which have commitments to them: so a name can be erased and the records
 * stay.
 */
export interface NameRegister {
  /** To the author's name; made and kept where this author has not had that name before. */
  commitmentOf(author: Author): string;
  /** The names of the authors of records, as far as they are not erased. */
  namesIn(records: readonly SealedRecord[]): readonly RecordedName[];
  /**
   * The name under which an author has recorded last; null where there is none, or it is erased. What others import
   * names nobody.
   */
  nameOf(author: string): string | null;
  /** Whether an event of an author is in a record, whoever sent it. */
  isRecorded(author: string): boolean;
  /** How many names an author has. */
  count(author: string): number;
  /** Takes every name of an author away, for good; says how many there were. */
  erase(author: string): number;
}
