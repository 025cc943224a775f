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
 * Replaces damaged records, wherever in a stream they are, by those of the server. True where the stream is worth
 * reading again; false where the server does not have the very records that it had recorded, or can't be asked: then
 * nothing was changed.
 */
export async function restoreFromTrail(
  { ends, replica, service, clock }: RestorePorts,
  stream: string,
  { position, reason }: LogFaultError,
): Promise<boolean> {
  try {
    const found = await ends.find(stream);
    const recordedVersion = found.recorded?.version ?? 0;
    // The server can't repair a fault after its last record.
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
    // Where another tab was faster, or events were added meanwhile, the next reading finds out.
    await ends.restore(stream, found, { records: restored, reason, at: clock.now() });
    return true;
  } catch (error) {
    if (error instanceof TrailError || error instanceof LogFaultError) return false;
    throw error;
  }
}
