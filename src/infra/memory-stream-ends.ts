import type { SealedRecord } from '#domain/events';
import { cutRecords, EMPTY_HEAD, type StreamHead } from '#domain/log';
import type { RecordedName, SetAsideEvent, StreamChange, TailRepair, TruncatedTail } from '#domain/ports';

/** The streams that are kept in memory. */
export interface MemoryStreams {
  readonly logs: Map<string, readonly SealedRecord[]>;
  /** Where the last append left each stream: a log that does not end there is damaged. */
  readonly heads: Map<string, StreamHead>;
  readonly cuts: Map<string, readonly TruncatedTail[]>;
  /** How far the server of the trail has each stream. */
  readonly recorded: Map<string, StreamHead>;
  /** How often events of a stream were replaced. */
  readonly rebases: Map<string, number>;
  readonly aside: Map<string, readonly SetAsideEvent[]>;
  readonly names: Map<string, RecordedName>;
}

/** The reference implementation of the removal of damaged records from the ends of streams. */
export function memoryTailRepair(home: MemoryStreams, onCut: (change: StreamChange) => void): TailRepair {
  const headOf = (stream: string) => home.heads.get(stream) ?? EMPTY_HEAD;
  return {
    async find(stream) {
      const { version, hash } = headOf(stream);
      const records: (SealedRecord | null)[] = [...(home.logs.get(stream) ?? [])];
      while (records.length < version) records.push(null);
      return { version, hash, records, inPages: 0, recorded: home.recorded.get(stream) ?? EMPTY_HEAD };
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
      const recordedVersion = home.recorded.get(stream)?.version ?? 0;
      const cut = {
        stream,
        number: cuts.length + 1,
        at,
        reason,
        records: cutRecords(found, afterVersion),
        ...(recordedVersion > afterVersion && { recordedVersion }),
        isDismissed: false,
      };
      home.cuts.set(stream, [...cuts, cut]);
      home.logs.set(stream, log.slice(0, afterVersion));
      const end = { version: afterVersion, hash: log[afterVersion - 1]?.hash ?? EMPTY_HEAD.hash };
      home.heads.set(stream, end);
      // The server has the records that were cut, and they are restored from there.
      if (recordedVersion > afterVersion) home.recorded.set(stream, end);
      onCut({ stream, version: afterVersion, isCut: true });
      return true;
    },
    async restore(stream, found, { records, reason, at }) {
      const { version, hash } = headOf(stream);
      const log = [...(home.logs.get(stream) ?? [])];
      const isAsFound = records.every((each) => (log[each.version - 1] ?? null) === found.records[each.version - 1]);
      if (version !== found.version || hash !== found.hash || !isAsFound) return false;
      const cuts = home.cuts.get(stream) ?? [];
      const kept = records.map((each) => ({ version: each.version, record: found.records[each.version - 1] ?? null }));
      const cut = {
        stream,
        number: cuts.length + 1,
        at,
        reason,
        records: kept,
        isRestored: true,
        isDismissed: false,
      } as const;
      home.cuts.set(stream, [...cuts, cut]);
      for (const each of records) log[each.version - 1] = each.record;
      home.logs.set(stream, log);
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
