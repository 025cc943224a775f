import type { SealedRecord } from '#domain/events';
import {
  StorageClosedError,
  type Appended,
  type AppendConflict,
  type EventStore,
  type StreamChange,
  type StreamInfo,
} from '#domain/ports';
import { changeListeners, type ChangeListeners } from './change-listeners.ts';
import { memoryTailRepair, type MemoryStreams } from './memory-stream-ends.ts';
import { checkEnd } from './read-stream.ts';
import { chainAfter, EMPTY_HEAD, headAfter, sealAfter, type StreamHead } from './stream-head.ts';

/** What stores in memory share when they are to be like tabs on one database. */
export interface MemoryHome extends MemoryStreams {
  readonly openStores: Set<ChangeListeners>;
}

export function memoryHome(): MemoryHome {
  return { logs: new Map(), heads: new Map(), cuts: new Map(), openStores: new Set() };
}

/** The reference adapter: what it does is what every other one has to do. It keeps nothing beyond the page. */
export function memoryEventStore(home: MemoryHome = memoryHome()): EventStore {
  const listeners = changeListeners();
  home.openStores.add(listeners);

  function logOf(stream: string): readonly SealedRecord[] {
    if (!home.openStores.has(listeners)) throw new StorageClosedError('closed');
    return home.logs.get(stream) ?? [];
  }

  function write(
    stream: string,
    expectedVersion: number,
    recordsAfter: (head: StreamHead) => readonly SealedRecord[],
  ): Appended | AppendConflict {
    const log = logOf(stream);
    const head = home.heads.get(stream) ?? EMPTY_HEAD;
    if (head.version !== expectedVersion) return { conflict: true, actualVersion: head.version };
    const records = recordsAfter(head);
    if (records.length === 0) return { conflict: false, version: head.version };
    home.logs.set(stream, [...log, ...records]);
    const newHead = headAfter(head, records);
    home.heads.set(stream, newHead);
    tell({ stream, version: newHead.version });
    return { conflict: false, version: newHead.version };
  }

  function tell(change: StreamChange): void {
    for (const store of home.openStores) store.tell(change);
  }

  return {
    ends: memoryTailRepair(home, tell),
    append: async (stream, expectedVersion, events) =>
      write(stream, expectedVersion, (head) => sealAfter(stream, head, events)),
    appendSealed: async (stream, expectedVersion, records) =>
      write(stream, expectedVersion, (head) => chainAfter(head, records)),
    read: async (stream, afterVersion = 0) =>
      checkEnd(logOf(stream).slice(afterVersion), home.heads.get(stream) ?? EMPTY_HEAD, afterVersion),
    async streams() {
      if (!home.openStores.has(listeners)) throw new StorageClosedError('closed');
      return Array.from(home.heads, ([stream, { version }]): StreamInfo => ({ stream, version })).sort(byName);
    },
    subscribe: (listener) => listeners.add(listener),
    close() {
      home.openStores.delete(listeners);
      listeners.clear();
    },
  };
}

/** By UTF-16 code units, as IndexedDB orders its keys. */
function byName(a: StreamInfo, b: StreamInfo): number {
  return a.stream < b.stream ? -1 : 1;
}
