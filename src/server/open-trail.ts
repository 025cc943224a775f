import { randomUUID } from 'node:crypto';
import { errorText } from '#domain/json';
import { ClusterError, type EventStore } from '#domain/ports';
import type { Clusters } from './clusters/clusters.ts';
import type { Settings } from './flags.ts';
import type { MetricsRegistry } from './metrics/registry.ts';
import type { ServerDatabase } from './sqlite/database.ts';
import { DataError } from './sqlite/open-file.ts';
import { sqliteEventStore, type SqliteEventStore, type StoreNeighbours } from './sqlite/sqlite-event-store.ts';
import { sqliteTrailCopy } from './sqlite/sqlite-trail-copy.ts';
import { sqliteTrailRegister } from './sqlite/sqlite-trail-register.ts';
import { leaveTrailIndex, readTrailCopy, streamsOfOthers } from './sqlite/trail-copy-state.ts';
import { sharedTrail, type SharedTrail } from './trail-index/shared-trail.ts';
import { clusterTrailIndex, TrailIndexError } from './trail-index/trail-index.ts';
import type { TrailCopy } from './trail-index/trail-copy.ts';
import type { Signer } from './trail/erasure-store.ts';
import type { TrailRegister } from './trail/trail-register.ts';

export interface OpenTrailOptions {
  readonly database: ServerDatabase;
  readonly clusters: Clusters;
  readonly metrics: MetricsRegistry;
  readonly now: () => string;
  /** 32 random hexadecimal digits. */
  readonly newSalt: () => string;
  /** Signs the tombstones of erased records. */
  readonly signer: Signer;
  /** Called when another server has erased logs whose text this server still has. */
  readonly onErased?: () => void;
  readonly warn?: ((line: string) => void) | undefined;
}

/** Where the events of this server are kept. */
export interface OpenedTrail {
  readonly store: SqliteEventStore;
  readonly register: TrailRegister;
  /** Whether a stream of an action or a plan belongs to another server. */
  isOthers(stream: string): boolean;
  /** Absent where no other server has this trail. */
  readonly shared?: { readonly trail: Pick<SharedTrail, 'erase'>; readonly copy: TrailCopy };
  close(): Promise<void>;
}

/**
 * The trail in the data folder alone or, where the settings ask for it, in an index that several servers share.
 * @throws DataError, TrailIndexError where the one or the other can't be used before a person has changed something
 */
export async function openTrail(settings: Settings, options: OpenTrailOptions): Promise<OpenedTrail> {
  const { database, now, newSalt } = options;
  const { trailIndex } = settings;
  if (trailIndex !== undefined && trailIndex !== 'left') return openShared(trailIndex, options);
  const copy = readTrailCopy(database);
  if (copy?.trail != null && trailIndex !== 'left')
    throw new DataError(
      `The data folder ${settings.dataDir} is a copy of a trail in an index. Start with the same --trail-index, or with --trail-index none to go on without it for good.`,
    );
  if (copy !== undefined) leaveTrailIndex(database);
  return {
    store: sqliteEventStore(database, { now, newSalt }),
    register: sqliteTrailRegister(database),
    isOthers: streamsOfOthers(database),
    close: async () => undefined,
  };
}

async function openShared(
  { cluster, index }: Exclude<Settings['trailIndex'], undefined | 'left'>,
  { database, clusters, metrics, now, newSalt, signer, onErased, warn }: OpenTrailOptions,
): Promise<OpenedTrail> {
  const where = `index "${index}" of cluster "${cluster}"`;
  const neighbours: StoreNeighbours = new Set();
  const ending = new AbortController();
  const copy = sqliteTrailCopy(database, { now, newSalt, newServerId: randomUUID });
  const local = sqliteEventStore(database, { now, newSalt, neighbours, ...copy.hooks });
  // What was to be erased must not be brought into the index.
  while (local.erasures.removeSome(signer));
  const trail = sharedTrail({
    // With the server's own credentials: there is work that nobody is signed in for.
    index: clusterTrailIndex(clusters.open(cluster).gateway, index, ending.signal),
    copy,
    local,
    tell: (change) => neighbours.forEach((neighbour) => neighbour.tell(change)),
    newTrailId: randomUUID,
    now,
    nowMs: Date.now,
    ...(onErased !== undefined && { onErased }),
    onTrouble: (reason) =>
      warn?.(
        reason === null
          ? `The trail is written to the ${where} again.`
          : `The trail can’t be written to the ${where}: ${reason} Browsers keep what is not recorded, and this server what it did itself.`,
      ),
  });
  const close = async () => {
    ending.abort();
    await trail.close();
  };
  try {
    await trail.start();
  } catch (error) {
    await close();
    throw startError(error, where);
  }
  metrics.gauge(
    { name: 'mapledger_trail_spool_entries', help: 'Entries that wait to be written to the index of the trail.' },
    () => copy.spoolSize(),
  );
  metrics.gauge(
    { name: 'mapledger_trail_index_position', help: 'Documents of the index of the trail that this server has.' },
    () => copy.state().position,
  );
  metrics.gauge(
    { name: 'mapledger_trail_index_up', help: 'Whether the index of the trail could be used last: 1 or 0.' },
    () => (trail.isReachable() ? 1 : 0),
  );
  const { ends: _noTornWrites, ...kept } = local;
  return {
    store: { ...kept, ...trail.store },
    register: copy.register,
    isOthers: copy.isOthers,
    shared: { trail, copy },
    close,
  };
}

function startError(error: unknown, where: string): TrailIndexError {
  const isDenied = error instanceof ClusterError && ['unauthorized', 'forbidden'].includes(error.fault);
  const hint = isDenied
    ? ' The server writes the trail with its own credentials: configure a user who may create, read and write this index (docs/operations.md).'
    : '';
  return new TrailIndexError(`The trail can’t be kept in the ${where}: ${errorText(error)}${hint}`, { cause: error });
}

/** A store without the streams of other servers, for what takes up its own work again. */
export function ownStreams(store: EventStore, isOthers: (stream: string) => boolean): EventStore {
  return {
    ...store,
    streams: async () => (await store.streams()).filter(({ stream }) => !isOthers(stream)),
    read: async (stream, afterVersion) => (isOthers(stream) ? [] : store.read(stream, afterVersion)),
  };
}
