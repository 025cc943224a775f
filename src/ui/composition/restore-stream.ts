import type { LogFaultError } from '#domain/log';
import type { Clock, EventStore, HttpService } from '#domain/ports';
import type { Database } from '../../infra/database.ts';
import { indexedDbKeptNames } from '../../infra/indexed-db-kept-names.ts';
import { restoreFromTrail } from '../../machines/restore-from-trail.ts';
import { httpTrailService } from '../platform/http-trail-service.ts';
import type { Identity } from '../platform/identity.ts';

interface RestoreServices {
  readonly database: Database;
  readonly store: EventStore;
  readonly http: HttpService;
  readonly identity: Identity;
  readonly clock: Clock;
}

/** Restores the damaged part of a stream on this device from our server; false where that can't be done. */
export async function restoreStream(
  { database, store, http, identity, clock }: RestoreServices,
  stream: string,
  fault: LogFaultError,
): Promise<boolean> {
  if (store.ends === undefined) return false;
  const service = httpTrailService(http, () => identity.getSnapshot());
  const replica = { keepNames: indexedDbKeptNames(database).keep };
  return restoreFromTrail({ ends: store.ends, replica, service, clock }, stream, fault);
}
