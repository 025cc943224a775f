import type { CancelSignal } from '#domain/ports';
import type { OpenCluster } from './context.ts';

interface Reading {
  readonly value: Promise<unknown>;
  /** Called for each caller that has gone before the value came. */
  leave(): void;
  join(): void;
}

type Read = (signal: CancelSignal) => Promise<unknown>;

/** One reading of a cluster for all who ask the same at the same time with the same credentials. */
export interface SharedReads {
  /**
   * The result of `read`, or of a read in progress under the same key. An open cluster has one set of credentials, and
   * nothing is shared between two. The signal passed to `read` is aborted when no caller is waiting any more.
   */
  share(cluster: OpenCluster, key: string, signal: CancelSignal, read: Read): Promise<unknown>;
  /** To be called around each change of a cluster: who asks from now on gets nothing that was read before. */
  forget(clusterId: string): void;
}

export function sharedReads(): SharedReads {
  /** Those under way, by the id of the cluster, its credentials, and what is asked. */
  const clusters = new Map<string, Map<OpenCluster, Map<string, Reading>>>();

  return {
    async share(cluster, key, signal, read) {
      const ofCluster = kept(clusters, cluster.entry.id);
      const readings = kept(ofCluster, cluster);
      let reading = readings.get(key);
      if (reading === undefined) {
        const end = () => {
          if (readings.get(key) !== reading) return;
          readings.delete(key);
          if (readings.size === 0) ofCluster.delete(cluster);
        };
        reading = start(read, end);
        readings.set(key, reading);
      }
      reading.join();
      signal.addEventListener('abort', reading.leave, { once: true });
      try {
        return await reading.value;
      } finally {
        signal.removeEventListener('abort', reading.leave);
      }
    },
    forget: (clusterId) => void clusters.delete(clusterId),
  };
}

function start(read: Read, end: () => void): Reading {
  const controller = new AbortController();
  let waiting = 0;
  const value = read(controller.signal).finally(end);
  return {
    value,
    join: () => void (waiting += 1),
    leave() {
      waiting -= 1;
      if (waiting > 0) return;
      // Nobody may join what is being cancelled.
      end();
      controller.abort();
    },
  };
}

function kept<Key, Value, Inner>(map: Map<Key, Map<Value, Inner>>, key: Key): Map<Value, Inner> {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = new Map<Value, Inner>();
  map.set(key, made);
  return made;
}
