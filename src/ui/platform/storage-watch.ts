import type { StorageMonitor, StorageStatus } from '#domain/ports';
import { observable, type Observable } from '../kit/observable.ts';

/** The status of the storage when it was last read; null until it was read for the first time. */
export interface StorageWatch extends Observable<StorageStatus | null> {
  refresh(): Promise<void>;
  /** Asks the browser to protect what is stored; resolves with whether it will. */
  askToPersist(): Promise<boolean>;
}

export function storageWatch(monitor: StorageMonitor): StorageWatch {
  const { getSnapshot, subscribe, set } = observable<StorageStatus | null>(null);
  const refresh = async () => {
    const next = await monitor.status();
    const current = getSnapshot();
    const isSame =
      next.isPersisted === current?.isPersisted &&
      next.usageBytes === current.usageBytes &&
      next.quotaBytes === current.quotaBytes;
    if (!isSame) set(next);
  };
  return {
    getSnapshot,
    subscribe,
    refresh,
    async askToPersist() {
      const isKept = await monitor.askToPersist();
      await refresh();
      return isKept;
    },
  };
}
