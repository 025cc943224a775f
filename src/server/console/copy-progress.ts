import type { OpenCluster } from './context.ts';

/** How many documents of a sample are indexed in all scratch indices. */
interface Progress {
  readonly done: number;
  readonly total: number;
}

interface CopyRun {
  readonly cluster: OpenCluster;
  /** Of the index whose documents are copied. */
  readonly name: string;
  /** Chosen by the client; without it nobody can ask how far the run is. */
  readonly id: string | undefined;
  /** How many documents are copied. */
  readonly total: number;
}

/** How far the runs are that copy documents into scratch indices. */
export interface CopyProgress {
  /** Undefined for one that has not begun or is over. */
  of(cluster: OpenCluster, name: string, id: string): Progress | undefined;
  during<T>(run: CopyRun, work: (onProgress: (done: number) => void) => Promise<T>): Promise<T>;
}

export function copyProgress(): CopyProgress {
  const running = new Map<string, Progress>();
  return {
    of: (cluster, name, id) => running.get(keyOf(cluster, name, id)),
    async during({ cluster, name, id, total }, work) {
      if (id === undefined) return work(() => undefined);
      const key = keyOf(cluster, name, id);
      running.set(key, { done: 0, total });
      try {
        return await work((done) => running.set(key, { done, total }));
      } finally {
        running.delete(key);
      }
    },
  };
}

function keyOf({ entry }: OpenCluster, name: string, id: string): string {
  return JSON.stringify([entry.id, name, id]);
}
