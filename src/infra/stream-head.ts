import { FIRST_HASH, seal, verifyChain, type DocumentEvent, type SealedRecord } from '#domain/events';
import { LogFaultError } from '#domain/log';

/** Where a stream ends: all that an append has to know of it. */
export interface StreamHead {
  readonly version: number;
  readonly hash: string;
}

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
