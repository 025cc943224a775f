import type { ClusterEntry } from '#domain/console';
import { actionRights } from '../../server/actions/action-rights.ts';
import { memoryRecordStore } from '../../server/trail/memory-record-store.ts';
import { memoryTrailRegister } from '../../server/trail/memory-trail-register.ts';
import { trailService, type OwnedTrailService } from '../../server/trail/trail-service.ts';

/** A trail in memory over the clusters of a test. */
export function memoryTrail(entries: readonly ClusterEntry[], now = () => new Date().toISOString()): OwnedTrailService {
  let salts = 0;
  let ids = 0;
  return trailService({
    entries,
    maySeeAction: actionRights(Date.now).maySee,
    records: memoryRecordStore({ now, newSalt: () => String(++salts).padStart(32, '0') }),
    register: memoryTrailRegister(),
    nowMs: Date.now,
    ids: { next: () => `server-${++ids}` },
  });
}
