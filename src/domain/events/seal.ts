import { formatJson } from '../json/text.ts';
import type { Patch } from '../json/patch.ts';
import type { JsonValue } from '../json/value.ts';
import { sha256Hex } from './sha256.ts';
import { type DocumentEvent, EVENT_FORMAT, LOCAL_FORMAT, type StoredEvent } from './event.ts';

/** An inverse whose text is longer is not stored; it is worked out again when the log is opened. In characters. */
export const INVERSE_LIMIT = 16 * 1024;
/** The longest event that a store takes, in characters. */
export const EVENT_LIMIT = 16 * 1024 * 1024;
/** What the first record of a log is chained to. */
export const FIRST_HASH = '';

/** An event as it is stored, sent and hashed: its exact text, and a hash that chains it to the one before. */
export interface SealedRecord {
  readonly text: string;
  /** SHA-256, hexadecimal, of the previous record's hash followed by `text`. */
  readonly hash: string;
}

/** The place that an event takes in its log. */
export interface LogPlace {
  readonly stream: string;
  readonly version: number;
  /** {@link FIRST_HASH} for the first record. */
  readonly prevHash: string;
}

/** Where a stream ends: all that an append has to know of it. */
export interface StreamHead {
  readonly version: number;
  readonly hash: string;
}

/** An event that no store takes. */
export class EventTooLargeError extends Error {
  override readonly name = 'EventTooLargeError';
  constructor(readonly length: number) {
    super(`The change is too large to store: ${length} characters; the limit is ${EVENT_LIMIT}`);
  }
}

/** What a server adds to an event when it records it. */
export interface Recording {
  /** RFC 3339, UTC, milliseconds; never before that of the record before. */
  readonly recordedAt: string;
  /** From {@link commitmentTo} the author's name. */
  readonly commitment: string;
}

/**
 * Stands for a name in a record, so that the name can be erased and the record stays: SHA-256, hexadecimal, of
 * `salt:name`.
 */
export function commitmentTo(name: string, salt: string): string {
  return sha256Hex(`${salt}:${name}`);
}

/**
 * Puts an event in its place and seals it, as one that no server has recorded.
 * @throws EventTooLargeError beyond {@link EVENT_LIMIT}
 */
export function seal(event: DocumentEvent, place: LogPlace): SealedRecord {
  // One that was read from a log has members of its place there.
  const read: DocumentEvent & Partial<StoredEvent> = event;
  const { format, id, stream, version, at, recordedAt, author, inverse, ...given } = read;
  const { importedBy: _importedBy, seen: _seen, ...others } = given;
  const { isErased, ...named } = author;
  return sealed(
    {
      format: recordedAt === undefined ? format : LOCAL_FORMAT,
      id,
      stream: place.stream,
      version: place.version,
      at,
      author: named,
      ...others,
      ...storedInverse(inverse),
    },
    place,
  );
}

/**
 * Puts an event in its place and seals it in the format of servers. Members that the format does not have are left out.
 * @throws EventTooLargeError beyond {@link EVENT_LIMIT}
 */
export function sealRecorded(
  event: DocumentEvent,
  place: LogPlace,
  { recordedAt, commitment }: Recording,
): SealedRecord {
  const { id, at, author, importedBy, seen, rules, type, summary, command, patch, undoes, reason, base, inverse } =
    event;
  return sealed(
    {
      format: EVENT_FORMAT,
      id,
      stream: place.stream,
      version: place.version,
      at,
      recordedAt,
      author: { id: author.id, verified: author.verified, commitment },
      ...(importedBy !== undefined && { importedBy }),
      ...(seen && { seen }),
      ...(rules !== undefined && { rules }),
      type,
      summary,
      command: { type: command.type, payload: command.payload },
      patch,
      ...(undoes !== undefined && { undoes }),
      ...(reason !== undefined && { reason }),
      ...(base !== undefined && { base }),
      ...storedInverse(inverse),
    },
    place,
  );
}

function storedInverse(inverse: Patch | undefined): { readonly inverse?: Patch } {
  return inverse !== undefined && formatJson(inverse).length <= INVERSE_LIMIT ? { inverse } : {};
}

function sealed(stored: object, { prevHash }: LogPlace): SealedRecord {
  const text = formatJson(stored as JsonValue);
  if (text.length > EVENT_LIMIT) throw new EventTooLargeError(text.length);
  return { text, hash: sha256Hex(prevHash + text) };
}

/** The fault that a chain was refused for: the record, from 1, and why. */
export interface ChainFault {
  readonly position: number;
  readonly reason: string;
}

export type ChainCheck =
  | { readonly ok: true; readonly lastHash: string }
  | { readonly ok: false; readonly fault: ChainFault };

/** Hashes of records as they have to be, worked out before they are asked for. */
export type KnownHashes = ReadonlyMap<SealedRecord, string>;

/** Checks every record against the one before it. Cost: one hash of every text whose hash is not known. */
export function verifyChain(
  records: readonly SealedRecord[],
  prevHash: string = FIRST_HASH,
  known: KnownHashes = new Map(),
): ChainCheck {
  let hash = prevHash;
  for (const [index, record] of records.entries()) {
    // A lone surrogate has no UTF-8 encoding, so two of them would have the same hash.
    if (/\p{Surrogate}/u.test(record.text)) {
      return { ok: false, fault: { position: index + 1, reason: 'its text is not well-formed Unicode' } };
    }
    const expected = known.get(record) ?? sha256Hex(hash + record.text);
    if (record.hash !== expected) {
      return {
        ok: false,
        fault: { position: index + 1, reason: 'its hash does not match its text and the previous record' },
      };
    }
    hash = expected;
  }
  return { ok: true, lastHash: hash };
}
