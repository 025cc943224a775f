import { formatJson } from '../json/text.ts';
import type { JsonValue } from '../json/value.ts';
import { sha256Hex } from './sha256.ts';
import type { DocumentEvent, StoredEvent } from './event.ts';

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

/** An event that no store takes. */
export class EventTooLargeError extends Error {
  override readonly name = 'EventTooLargeError';
  constructor(readonly length: number) {
    super(`The change is too large to store: ${length} characters; the limit is ${EVENT_LIMIT}`);
  }
}

/** Puts an event in its place and seals it. @throws EventTooLargeError beyond {@link EVENT_LIMIT}. */
export function seal(event: DocumentEvent, { stream, version, prevHash }: LogPlace): SealedRecord {
  const { format, id, inverse, ...rest } = event;
  const isStored = inverse !== undefined && formatJson(inverse).length <= INVERSE_LIMIT;
  const stored: StoredEvent = { format, id, stream, version, ...rest, ...(isStored && { inverse }) };
  const text = formatJson(stored as unknown as JsonValue);
  if (text.length > EVENT_LIMIT) throw new EventTooLargeError(text.length);
  return { text, hash: sha256Hex(prevHash + text) };
}

/** The fault that a chain was refused for: the record, from 1, and why. */
export interface ChainFault {
  readonly position: number;
  readonly reason: string;
}

export type ChainCheck =
  { readonly ok: true; readonly lastHash: string } | { readonly ok: false; readonly fault: ChainFault };

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
    // Half a surrogate pair has no UTF-8 form of its own, so a hash could not tell two of them apart.
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
