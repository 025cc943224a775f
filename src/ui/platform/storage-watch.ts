import type { StorageMonitor, StorageStatus } from '#domain/ports';

/** How the storage is doing, as it was last asked. */
export interface StorageWatch {
  /** Null until it has answered for the first time. */
  getSnapshot(): StorageStatus | null;
  subscribe(listener: () => void): () => void;
  refresh(): Promise<void>;
  /** Asks the browser to keep what is stored; resolves with whether it will. */
  askToPersist(): Promise<boolean>;
}

export function storageWatch(monitor: StorageMonitor): StorageWatch {
  let current: StorageStatus | null = null;
  const listeners = new Set<() => void>();
  const refresh = async () => {
    const next = await monitor.status();
    const isSame =
      next.isPersisted === current?.isPersisted &&
      next.usageBytes === current.usageBytes &&
      next.quotaBytes === current.quotaBytes;
    if (isSame) return;
    current = next;
    for (const listener of listeners) listener();
  };
  return {
    getSnapshot: () => current,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh,
    async askToPersist() {
      const isKept = await monitor.askToPersist();
      await refresh();
      return isKept;
    },
  };
}
