import type { DocumentEvent } from '../events/event.ts';
import {
  FIRST_HASH,
  type Recording,
  seal,
  sealRecorded,
  verifyChain,
  type SealedRecord,
  type StreamHead,
} from '../events/seal.ts';
import type { FoundStream, TruncatedRecord } from '../ports/event-store.ts';
import { LogFaultError } from './log.ts';

export type { StreamHead } from '../events/seal.ts';

export const EMPTY_HEAD: StreamHead = { version: 0, hash: FIRST_HASH };

/** Seals events as the next ones of a stream. @throws EventTooLargeError */
export function sealAfter(stream: string, head: StreamHead, events: readonly DocumentEvent[]): readonly SealedRecord[] {
  let prevHash = head.hash;
  return events.map((event, index) => {
    const record = seal(event, { stream, version: head.version + index + 1, prevHash });
    prevHash = record.hash;
    return record;
  });
}

/** Seals events as the next ones of a stream, as a server records them. @throws EventTooLargeError */
export function sealRecordedAfter(
  stream: string,
  head: StreamHead,
  events: readonly DocumentEvent[],
  recordingOf: (event: DocumentEvent) => Recording,
): readonly SealedRecord[] {
  let prevHash = head.hash;
  return events.map((event, index) => {
    const place = { stream, version: head.version + index + 1, prevHash };
    const record = sealRecorded(event, place, recordingOf(event));
    prevHash = record.hash;
    return record;
  });
}

/** The records, where they are chained to the head. @throws LogFaultError with the version that would not fit. */
export function chainAfter(head: StreamHead, records: readonly SealedRecord[]): readonly SealedRecord[] {
  const check = verifyChain(records, head.hash);
  if (!check.ok) throw new LogFaultError(head.version + check.fault.position, check.fault.reason);
  return records.map(({ text, hash }) => ({ text, hash }));
}

/** The head after more records. */
export function headAfter(head: StreamHead, records: readonly SealedRecord[]): StreamHead {
  return { version: head.version + records.length, hash: records.at(-1)?.hash ?? head.hash };
}

/**
 * Refuses what the chain of hashes can't tell: an end that is not the end. Without this, a stream whose last record got
 * lost would read as a shorter one that no append fits. @throws LogFaultError
 */
export function checkEnd(
  records: readonly SealedRecord[],
  head: StreamHead,
  afterVersion: number,
): readonly SealedRecord[] {
  const last = afterVersion + records.length;
  if (records.length === 0 ? head.version <= afterVersion : records.at(-1)?.hash === head.hash) return records;
  if (last < head.version)
    throw new LogFaultError(last + 1, `it is missing: the stream ends at version ${head.version}`);
  if (last > head.version)
    throw new LogFaultError(head.version + 1, `the stream ends before it, at version ${head.version}`);
  throw new LogFaultError(last, 'its hash is not the one that the stream ends with');
}

/** What a cut after a version takes off. */
export function cutRecords({ records }: FoundStream, afterVersion: number): readonly TruncatedRecord[] {
  return records.slice(afterVersion).map((record, index) => ({ version: afterVersion + index + 1, record }));
}
