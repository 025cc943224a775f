import { ulid } from 'ulid';
import type { Engines } from '../../fuzz/case/target.ts';
import { remoteCluster } from '../cluster/remote-cluster.ts';
import { embeddedEngine } from '../embedded/embedded-engine.ts';
import { memoryEngineStorage } from '../embedded/storage.ts';
import { FUZZ_PREFIX, OWN_SANDBOX, type EngineChoice } from './engine-choice.ts';

/** What one thread compares with. */
export interface OpenEngines extends Engines {
  close(): Promise<void>;
}

/** The way to what may be written to, under names of one thread of one run, and embedded engines. */
export function openEngines(
  choice: EngineChoice,
  { seed, worker }: { readonly seed: number; readonly worker: number },
): OpenEngines {
  let count = 0;
  return {
    ...engineOf(choice),
    newName: () => `${FUZZ_PREFIX}${seed}-${worker}-${Date.now().toString(36)}-${count++}`,
    sandbox: newSandbox,
  };
}

function engineOf(choice: EngineChoice): Pick<OpenEngines, 'cluster' | 'close'> {
  if (choice === OWN_SANDBOX) {
    const cluster = newSandbox();
    return {
      cluster,
      async close() {
        cluster.close();
      },
    };
  }
  const { label, credentials, ...options } = choice;
  const remote = remoteCluster({ label, ...options });
  return { cluster: remote.connect(credentials), close: () => remote.close() };
}

function newSandbox() {
  return embeddedEngine({
    storage: memoryEngineStorage(),
    clock: { now: () => new Date().toISOString() },
    ids: { next: () => ulid() },
  });
}
