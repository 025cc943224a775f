import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monotonicFactory } from 'ulid';
import { commitmentTo } from '#domain/events';
import { EMPTY_HEAD, sealRecordedAfter } from '#domain/log';
import { ClusterError, type ClusterCall, type ClusterGateway } from '#domain/ports';
import { embeddedEngine, type EmbeddedEngine } from '../../src/server/embedded/embedded-engine.ts';
import { memoryEngineStorage } from '../../src/server/embedded/storage.ts';
import { sharedErasures } from '../../src/server/keeping/erasure-home.ts';
import { storageLog } from '../../src/server/keeping/storage-log.ts';
import { trailEraser, type TrailEraser } from '../../src/server/keeping/trail-eraser.ts';
import { openSigningKey } from '../../src/server/proof/signing-key.ts';
import { openDatabase, type ServerDatabase } from '../../src/server/sqlite/database.ts';
import {
  sqliteEventStore,
  type SqliteEventStore,
  type StoreNeighbours,
} from '../../src/server/sqlite/sqlite-event-store.ts';
import { sqliteTrailCopy, type SqliteTrailCopy } from '../../src/server/sqlite/sqlite-trail-copy.ts';
import { sharedTrail, type SharedTrail } from '../../src/server/trail-index/shared-trail.ts';
import { clusterTrailIndex } from '../../src/server/trail-index/trail-index.ts';
import { changeRecords } from './change-records.ts';
import type { OpenedStore } from './event-store.contract.ts';

/** A server that shares a trail, with a data folder of its own. */
export interface TrailHome {
  readonly folder: string;
  readonly database: ServerDatabase;
  readonly copy: SqliteTrailCopy;
  readonly trail: SharedTrail;
  readonly store: SqliteEventStore;
  /** What erases logs and names on this server. */
  readonly keeper: TrailEraser;
  /** What was said of the index. */
  readonly troubles: readonly (string | null)[];
  /** Ends the server; its folder stays. */
  stop(): Promise<void>;
}

export interface TrailHomeOptions {
  readonly index: string;
  readonly now?: () => string;
  readonly newSalt?: () => string;
  readonly folder?: string;
  /** How often the index is looked at. */
  readonly pollMs?: number;
}

export const NOON = '2026-11-22T10:00:00.000Z';

/** An engine for an index that servers share. */
export function trailEngine(): EmbeddedEngine {
  const nextId = monotonicFactory();
  return embeddedEngine({
    storage: memoryEngineStorage(),
    clock: { now: () => NOON },
    ids: { next: () => nextId() },
  });
}

/** What becomes of a call on its way: `lost` is carried out, but nobody hears of it. */
export type Fate = 'sent' | 'away' | 'lost';

/** A way to the engine on which something may happen to each call. */
export function wayTo(engine: ClusterGateway): ClusterGateway & { fateOf: (call: ClusterCall) => Fate } {
  const gateway = {
    fateOf: (_call: ClusterCall): Fate => 'sent',
    async send(call: ClusterCall) {
      const fate = gateway.fateOf(call);
      const request = { method: call.method, path: `/${call.path.join('/')}` };
      if (fate === 'away') throw new ClusterError('unreachable', 'The cluster is away.', { request });
      const answer = await engine.send(call);
      if (fate === 'lost') throw new ClusterError('cut', 'The connection was lost.', { request });
      return answer;
    },
  };
  return gateway;
}

export function openTrailHome(gateway: ClusterGateway, options: TrailHomeOptions): TrailHome {
  const { index, now = () => NOON, newSalt = () => randomUUID().replaceAll('-', ''), pollMs = 10 } = options;
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'mapledger-'));
  const database = openDatabase(join(folder, 'server.db'));
  const neighbours: StoreNeighbours = new Set();
  const copy = sqliteTrailCopy(database, { now, newSalt, newServerId: randomUUID });
  const local = sqliteEventStore(database, { now, newSalt, neighbours, ...copy.hooks });
  const troubles: (string | null)[] = [];
  const late: { keeper?: TrailEraser } = {};
  const signer = openSigningKey(join(folder, 'signing-key.pem'));
  while (local.erasures.removeSome(signer));
  const trail = sharedTrail({
    index: clusterTrailIndex(gateway, index),
    copy,
    local,
    tell: (change) => neighbours.forEach((neighbour) => neighbour.tell(change)),
    newTrailId: randomUUID,
    now,
    nowMs: Date.now,
    onErased: () => void late.keeper?.resume(),
    onTrouble: (reason) => troubles.push(reason),
    pollMs,
  });
  const store = { ...local, ...trail.store };
  let ids = 0;
  const log = storageLog({ store, clock: { now }, ids: { next: () => `storage-${++ids}` } });
  const home = sharedErasures({ trail, copy, names: store.names, log });
  const keeper = (late.keeper = trailEraser({ store, home, log, signer, clock: { now } }));
  return {
    folder,
    database,
    copy,
    trail,
    store,
    keeper,
    troubles,
    async stop() {
      await keeper.close();
      await trail.close();
      if (database.open) database.close();
    },
  };
}

/** An index of a cluster, as the contract of event stores opens it; `end` is called once its servers have ended. */
export async function openIndexAsStore(
  connect: () => ClusterGateway,
  index: string,
  end: () => void | Promise<void>,
): Promise<OpenedStore & Required<Pick<OpenedStore, 'damage'>>> {
  const newSalt = () => '00112233445566778899aabbccddeeff';
  const homes: TrailHome[] = [];
  const reopen = async () => {
    const home = openTrailHome(connect(), { index, newSalt });
    homes.push(home);
    await home.trail.start();
    return home.trail.store;
  };
  return {
    store: await reopen(),
    reopen,
    async damage(stream, change) {
      for (const { database } of homes) changeRecords(database, stream, change);
    },
    sealAll: (stream, events) =>
      sealRecordedAfter(stream, EMPTY_HEAD, events, ({ author }) => ({
        recordedAt: NOON,
        commitment: commitmentTo(author.name, newSalt()),
      })),
    async destroy() {
      await removeHomes(homes);
      await end();
    },
  };
}

/** Ends servers and leaves nothing behind. */
export async function removeHomes(homes: readonly TrailHome[]): Promise<void> {
  await Promise.all(homes.map((home) => home.stop()));
  for (const { folder } of homes) rmSync(folder, { recursive: true, force: true });
}
