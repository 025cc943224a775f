import type { DocumentEvent } from '../events/event.ts';
import { sha256Hex } from '../events/sha256.ts';
import type { SealedRecord } from '../events/seal.ts';
import type { Outbox, OutboxChange } from '../ports/trail-replica.ts';
import { eventIdOf } from './log.ts';
import { headAfter, sealAfter, type StreamHead } from './stream-head.ts';

/**
 * The server's records in the place of the events of an outbox that they hold, the rest of it chained to them. Null
 * where they are not of these events in this order. What has nothing left in the outbox is appended.
 */
export function confirmOutbox({ records, recorded }: Outbox, confirmed: readonly SealedRecord[]): OutboxChange | null {
  const replaced = records.slice(0, confirmed.length);
  const isSame = replaced.every((record, index) => eventIdOf(record) === eventIdOf(confirmed[index] as SealedRecord));
  if (!isSame) return null;
  const rest = chainAgain(headAfter(recorded, confirmed), records.slice(confirmed.length));
  return { recorded: confirmed, outbox: rest, isRebased: false };
}

/** The server's records, and after them the events that were decided again, in the place of an outbox. */
export function rebaseOutboxRecords(
  { stream, recorded, records }: Outbox,
  tail: readonly SealedRecord[],
  events: readonly DocumentEvent[],
): OutboxChange {
  const outbox = sealAfter(stream, headAfter(recorded, tail), events);
  return { recorded: tail, outbox, isRebased: records.length > 0 };
}

/** The same texts after another record. Their versions stay, so only the hashes change. */
function chainAgain(head: StreamHead, records: readonly SealedRecord[]): readonly SealedRecord[] {
  let prevHash = head.hash;
  return records.map(({ text }) => {
    prevHash = sha256Hex(prevHash + text);
    return { text, hash: prevHash };
  });
}
