import type { Digest } from '../ports/platform.ts';
import { FIRST_HASH, type KnownHashes, type SealedRecord } from '../events/seal.ts';

/** From here on the way to another thread costs less than the hash, in characters. */
const LONG_TEXT = 64 * 1024;

/** The hashes of long records, by a digest that does not hold up this thread. */
export async function hashLongRecords(
  records: readonly SealedRecord[],
  digest: Digest,
  prevHash: string = FIRST_HASH,
): Promise<KnownHashes> {
  const hashes = records.map(async (record, index): Promise<readonly [SealedRecord, string] | null> => {
    if (record.text.length < LONG_TEXT) return null;
    return [record, await digest.sha256Hex((records[index - 1]?.hash ?? prevHash) + record.text)];
  });
  return new Map((await Promise.all(hashes)).filter((hash) => hash !== null));
}
