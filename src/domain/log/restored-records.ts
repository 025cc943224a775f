import { verifyChain, type SealedRecord } from '../events/seal.ts';
import type { FoundStream, RestoredRecord } from '../ports/event-store.ts';

/**
 * The server's recorded records to replace damaged local ones: those that are missing or different here. Null if that
 * repairs nothing: none of them is damaged, or the server's records are not the ones that it had recorded.
 */
export function restoredRecords(
  { records, recorded }: FoundStream,
  fromServer: readonly SealedRecord[],
): readonly RestoredRecord[] | null {
  if (recorded === undefined || recorded.version === 0) return null;
  const theirs = fromServer.slice(0, recorded.version);
  const chain = verifyChain(theirs);
  if (theirs.length !== recorded.version || !chain.ok || chain.lastHash !== recorded.hash) return null;
  const damaged = theirs.flatMap((record, index) => {
    const own = records[index];
    return own?.text === record.text && own.hash === record.hash ? [] : [{ version: index + 1, record }];
  });
  return damaged.length === 0 ? null : damaged;
}
