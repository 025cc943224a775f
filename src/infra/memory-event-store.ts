import type { SealedRecord } from '#domain/events';
import {
  chainAfter,
  checkEnd,
  EMPTY_HEAD,
  eventIdOf,
  headAfter,
  sealAfter,
  type StreamHead,
  namesByCommitment,
} from '#domain/log';
import {
  changeListeners,
  type ChangeListeners,
  StorageClosedError,
  type Appended,
  type AppendConflict,
  type EventStore,
  type StreamChange,
  type StreamInfo,
  type StreamTip,
} from '#domain/ports';
import { memoryTailRepair, type MemoryStreams } from './memory-stream-ends.ts';
import { memoryKeptNames, memorySetAside } from './memory-trail-replica.ts';

/** The state that stores in memory share, so that they behave like tabs on one database. */
export interface MemoryHome extends MemoryStreams {
  readonly openStores: Set<ChangeListeners>;
}

export function memoryHome(): MemoryHome {
  return {
    logs: new Map(),
    heads: new Map(),
    cuts: new Map(),
    recorded: new Map(),
    rebases: new Map(),
    aside: new Map(),
    names: new Map(),
    openStores: new Set(),
  };
}

/** The reference adapter: what it does is what every other one has to do. It keeps nothing beyond the page. */
export function memoryEventStore(home: MemoryHome = memoryHome()): EventStore {
  const listeners = changeListeners(queueMicrotask);
  home.openStores.add(listeners);

  function logOf(stream: string): readonly SealedRecord[] {
    if (!home.openStores.has(listeners)) throw new StorageClosedError('closed');
    return home.logs.get(stream) ?? [];
  }

  function write(
    stream: string,
    expectedVersion: number,
    recordsAfter: (head: StreamHead) => readonly SealedRecord[],
    tip?: StreamTip,
  ): Appended | AppendConflict {
    const log = logOf(stream);
    const head = home.heads.get(stream) ?? EMPTY_HEAD;
    const last = log[head.version - 1];
    const isOther =
      tip !== undefined &&
      ((last !== undefined && tip.eventId !== undefined && eventIdOf(last) !== tip.eventId) ||
        tip.rebases !== (home.rebases.get(stream) ?? 0));
    if (head.version !== expectedVersion || isOther) {
      const isRebased = home.recorded.has(stream) && head.version <= expectedVersion;
      return { conflict: true, actualVersion: head.version, ...(isRebased && { isRebased }) };
    }
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
    aside: memorySetAside(home),
    keptNames: memoryKeptNames(home),
    authorNames: async () => namesByCommitment([...home.names.values()]),
    append: async (stream, expectedVersion, events, tip) =>
      write(stream, expectedVersion, (head) => sealAfter(stream, head, events), tip),
    appendSealed: async (stream, expectedVersion, records) =>
      write(stream, expectedVersion, (head) => chainAfter(head, records)),
    read: async (stream, afterVersion = 0) =>
      checkEnd(logOf(stream).slice(afterVersion), home.heads.get(stream) ?? EMPTY_HEAD, afterVersion),
    rebases: async (stream) => home.rebases.get(stream) ?? 0,
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
