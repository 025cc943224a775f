import { statSync } from 'node:fs';
import { join } from 'node:path';
import { parseCheckpoint, type SignedCheckpoint } from '#domain/proof';
import { actorOf } from '../console/caller.ts';
import type { HandlersIn } from '../console/context.ts';
import { RequestError } from '../console/errors.ts';
import type { StorageCounts } from '../sqlite/sqlite-storage-facts.ts';
import type { Retention } from './retention.ts';
import { selfTest, type SelfTestOptions } from './self-test.ts';

/** The file of the server, and what is not yet written back into it. */
const FILES = ['server.db', 'server.db-wal'];

export interface StorageServiceOptions extends SelfTestOptions {
  readonly dataDir: string;
  readonly checkpoints: (limit: number) => readonly SignedCheckpoint[];
  /** 0 for none on a timer. */
  readonly checkpointMinutes: number;
  readonly hasSharedTrail: boolean;
  /** Absent where actions are kept for ever. */
  readonly retention?: Pick<Retention, 'lastRun' | 'days'>;
}

/** What this server keeps, and whether its storage is sound. */
export function storageHandlers(options: StorageServiceOptions): HandlersIn<'storage'> {
  const { dataDir, facts, checkpoints, checkpointMinutes, hasSharedTrail, retention } = options;
  let last: { readonly position: number; readonly counts: StorageCounts } | undefined;
  let isTesting = false;

  function counts(): StorageCounts {
    // Nothing that is counted changes without an event.
    const position = facts.position();
    if (last?.position !== position) last = { position, counts: facts.count() };
    return last.counts;
  }

  return {
    'storage.get': async () => {
      const { streams, leaves, names, erased } = counts();
      const run = retention?.lastRun ?? null;
      return {
        fileBytes: FILES.reduce(
          (sum, file) => sum + (statSync(join(dataDir, file), { throwIfNoEntry: false })?.size ?? 0),
          0,
        ),
        streams: [...streams],
        leaves,
        names,
        erased,
        retention: { actionDays: retention?.days ?? null, lastRun: run && { at: run.at, actions: run.actions } },
        checkpoint: checkpointOf(checkpoints(1)[0]),
        checkpointMinutes,
        hasSharedTrail,
      };
    },
    'storage.test': async (_input, { caller }) => {
      if (isTesting) throw new RequestError(429, 'A test is running already. Try again in a moment.');
      isTesting = true;
      try {
        const steps = await selfTest(options, actorOf(caller));
        return { isSound: steps.every(({ isSound }) => isSound), steps: [...steps] };
      } finally {
        isTesting = false;
      }
    },
  };
}

function checkpointOf(signed: SignedCheckpoint | undefined) {
  const checkpoint = signed === undefined ? null : parseCheckpoint(signed.text);
  return checkpoint === null ? null : { size: checkpoint.size, at: checkpoint.at, key: checkpoint.key };
}
