import type { SealedRecord } from '#domain/events';
import type { TruncatedTail, StreamChange, TailRepair } from '#domain/ports';
import { cutRecords } from './indexed-db-stream-ends.ts';
import { EMPTY_HEAD, type StreamHead } from './stream-head.ts';

/** What a memory keeps of streams. */
export interface MemoryStreams {
  readonly logs: Map<string, readonly SealedRecord[]>;
  /** Where the last append left each stream: a log that does not end there is damaged. */
  readonly heads: Map<string, StreamHead>;
  readonly cuts: Map<string, readonly TruncatedTail[]>;
}

/** The reference of what takes damaged records off the ends of streams. */
export function memoryTailRepair(home: MemoryStreams, onCut: (change: StreamChange) => void): TailRepair {
  const headOf = (stream: string) => home.heads.get(stream) ?? EMPTY_HEAD;
  return {
    async find(stream) {
      const { version, hash } = headOf(stream);
      const records: (SealedRecord | null)[] = [...(home.logs.get(stream) ?? [])];
      while (records.length < version) records.push(null);
      return { version, hash, records, inPages: 0 };
    },
    async cut(stream, found, { afterVersion, reason, at }) {
      const { version, hash } = headOf(stream);
      const log = home.logs.get(stream) ?? [];
      const isAsFound = found.records
        .slice(afterVersion)
        .every((record, index) => (log[afterVersion + index] ?? null) === record);
      if (version !== found.version || hash !== found.hash || !isAsFound || log.length > found.records.length)
        return false;
      const cuts = home.cuts.get(stream) ?? [];
      home.cuts.set(stream, [
        ...cuts,
        { stream, number: cuts.length + 1, at, reason, records: cutRecords(found, afterVersion), isDismissed: false },
      ]);
      home.logs.set(stream, log.slice(0, afterVersion));
      home.heads.set(stream, { version: afterVersion, hash: log[afterVersion - 1]?.hash ?? EMPTY_HEAD.hash });
      onCut({ stream, version: afterVersion, isCut: true });
      return true;
    },
    list: async (stream) => home.cuts.get(stream) ?? [],
    async dismiss({ stream, number }) {
      home.cuts.set(
        stream,
        (home.cuts.get(stream) ?? []).map((cut) => (cut.number === number ? { ...cut, isDismissed: true } : cut)),
      );
    },
  };
}
