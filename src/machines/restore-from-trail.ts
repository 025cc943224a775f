import type { SealedRecord } from '#domain/events';
import { LogFaultError, restoredRecords } from '#domain/log';
import { TrailError, type Clock, type TailRepair, type TrailReplica, type TrailService } from '#domain/ports';

export interface RestorePorts {
  readonly ends: TailRepair;
  readonly replica: Pick<TrailReplica, 'keepNames'>;
  readonly service: Pick<TrailService, 'read'>;
  readonly clock: Clock;
}

/**
 * Puts the server's records in the place of those that are damaged here, wherever in a stream they stand. True where the stream is worth reading
 * again; false where the server does not have the very records that it had recorded, or can't be asked: then nothing was done.
 */
export async function restoreFromTrail(
  { ends, replica, service, clock }: RestorePorts,
  stream: string,
  { position, reason }: LogFaultError,
): Promise<boolean> {
  try {
    const found = await ends.find(stream);
    const recordedVersion = found.recorded?.version ?? 0;
    // A fault behind what is recorded is none that the server can mend.
    if (ends.restore === undefined || position > recordedVersion) return false;
    const records: SealedRecord[] = [];
    for (let hasMore = true; hasMore && records.length < recordedVersion;) {
      const answer = await service.read(stream, records.length);
      await replica.keepNames(answer.names);
      records.push(...answer.records);
      hasMore = answer.hasMore && answer.records.length > 0;
    }
    const restored = restoredRecords(found, records);
    if (restored === null) return false;
    // Where another tab was faster, or something was added meanwhile, the next reading tells.
    await ends.restore(stream, found, { records: restored, reason, at: clock.now() });
    return true;
  } catch (error) {
    if (error instanceof TrailError || error instanceof LogFaultError) return false;
    throw error;
  }
}
