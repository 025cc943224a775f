import { ulid } from 'ulid';
import type { Engines } from '../../fuzz/case/target.ts';
import { remoteCluster } from '../cluster/remote-cluster.ts';
import { embeddedEngine } from '../embedded/embedded-engine.ts';
import { memoryEngineStorage } from '../embedded/storage.ts';
import type { ClusterSettings } from '../settings/cluster-settings.ts';

/** What all names begin with that a run creates on a cluster. */
export const FUZZ_PREFIX = 'mapledger-fuzz-';

/** What one thread compares with. */
export interface OpenEngines extends Engines {
  close(): Promise<void>;
}

/** The way to a cluster that may be written to, under names of one thread of one run, and embedded engines. */
export function openEngines(
  { label, credentials, ...options }: ClusterSettings,
  { seed, worker }: { readonly seed: number; readonly worker: number },
): OpenEngines {
  const remote = remoteCluster({ label, ...options });
  let count = 0;
  return {
    cluster: remote.connect(credentials),
    newName: () => `${FUZZ_PREFIX}${seed}-${worker}-${Date.now().toString(36)}-${count++}`,
    sandbox: () =>
      embeddedEngine({
        storage: memoryEngineStorage(),
        clock: { now: () => new Date().toISOString() },
        ids: { next: () => ulid() },
      }),
    close: () => remote.close(),
  };
}
