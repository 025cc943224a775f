import type { JsonValue } from '../json/value.ts';
import type { Patch } from '../json/patch.ts';

/**
 * The newest format that this version reads, and the one that a server writes; older ones are upcast when read, newer
 * ones open read-only.
 */
export const EVENT_FORMAT = 2;
/** The format of events that no server has recorded: the author's name is in them. */
export const LOCAL_FORMAT = 1;
/** What stands for a name that was erased. */
export const ERASED_NAME = 'Erased author';

/** A person on a device: undo belongs to an author, so it survives reloads and is shared by tabs. */
export interface Author {
  readonly id: string;
  readonly name: string;
  /** Whether a server vouched for the name. */
  readonly verified: boolean;
  /** The name was erased, or is not known here; `name` is {@link ERASED_NAME}. */
  readonly isErased?: boolean;
}

/** What a command needs from outside, so that `reduce` stays pure. */
export interface Stamp {
  /** A ULID: unique, and in the order of time. */
  readonly id: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly at: string;
  readonly author: Author;
  /** Why, in the user's words, such as a ticket number. */
  readonly reason?: string;
  /** As {@link DocumentEvent.base}. */
  readonly base?: number;
}

/** A command as an event keeps it; a whole text in the payload is kept as its digest. */
export interface RecordedCommand {
  readonly type: string;
  readonly payload: JsonValue;
}

/** One change of one document. */
export interface DocumentEvent {
  readonly format: number;
  readonly id: string;
  readonly at: string;
  readonly author: Author;
  /** Which version of the commands' rules decided it; absent for the first. */
  readonly rules?: number;
  readonly type: string;
  /** What happened, in words. */
  readonly summary: string;
  readonly command: RecordedCommand;
  readonly patch: Patch;
  /** Takes `patch` back; absent where it was too long to store, see `INVERSE_LIMIT`. */
  readonly inverse?: Patch;
  /** The id of the event that this one takes back: an undo undoes an edit, a redo undoes an undo. */
  readonly undoes?: string;
  readonly reason?: string;
  /**
   * The version of the stream that its author had seen, where it was decided again on what others recorded after that.
   * Absent where all that comes before the event had been seen.
   */
  readonly base?: number;
  /**
   * Id of who imported the event, where a server recorded it from somebody who did not prove to be its author. Only a
   * server says it.
   */
  readonly importedBy?: string;
  /**
   * The server had read the same of the cluster, where the event says what a cluster was found to have. Only a server
   * says it.
   */
  readonly seen?: true;
}

/** An event in its place in a log. */
export interface StoredEvent extends DocumentEvent {
  readonly stream: string;
  /** 1 for the first event of a stream. */
  readonly version: number;
  /** When a server recorded it: RFC 3339, UTC, milliseconds. Absent where none has. */
  readonly recordedAt?: string;
}

/**
 * The event as its device made it, to be stored elsewhere: without its place in a log, and that a server has recorded
 * it there.
 */
export function withoutPlace({
  stream: _stream,
  version: _version,
  recordedAt: _recordedAt,
  importedBy: _importedBy,
  seen: _seen,
  ...event
}: StoredEvent): DocumentEvent {
  return { ...event, format: LOCAL_FORMAT };
}
