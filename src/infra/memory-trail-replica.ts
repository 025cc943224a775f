import { chainAfter, checkEnd, EMPTY_HEAD, headAfter, type StreamHead } from '#domain/log';
import type { KeptNames, SetAsideEvents, StreamChange, TrailReplica } from '#domain/ports';
import type { MemoryStreams } from './memory-stream-ends.ts';

/**
 * The reference implementation of local streams as replicas of a trail; `onChange` is called if a stream has other
 * records.
 */
export function memoryTrailReplica(home: MemoryStreams, onChange: (change: StreamChange) => void): TrailReplica {
  const names = memoryKeptNames(home);
  const headOf = (stream: string) => home.heads.get(stream) ?? EMPTY_HEAD;
  const recordedOf = (stream: string) => home.recorded.get(stream) ?? EMPTY_HEAD;
  return {
    async list() {
      const names = [...home.heads.keys()].sort();
      return names.map((stream) => ({
        stream,
        version: headOf(stream).version,
        recordedVersion: recordedOf(stream).version,
      }));
    },
    async read(stream) {
      const [head, recorded] = [headOf(stream), recordedOf(stream)];
      const records = (home.logs.get(stream) ?? []).slice(recorded.version);
      return { stream, head, recorded, records: checkEnd(records, head, recorded.version) };
    },
    async rewrite({ stream, head, recorded, records }, { recorded: tail, outbox, isRebased, aside = [] }) {
      const added = chainAfter(recorded, [...tail, ...outbox]);
      if (!isSameHead(headOf(stream), head) || !isSameHead(recordedOf(stream), recorded)) return false;
      const kept = (home.logs.get(stream) ?? []).slice(0, recorded.version);
      home.logs.set(stream, [...kept, ...added]);
      const newHead = headAfter(recorded, added);
      home.heads.set(stream, newHead);
      home.recorded.set(stream, headAfter(recorded, tail));
      if (isRebased) home.rebases.set(stream, (home.rebases.get(stream) ?? 0) + 1);
      const before = home.aside.get(stream) ?? [];
      if (aside.length > 0) {
        const numbered = aside.map((event, index) => ({
          ...event,
          stream,
          number: before.length + index + 1,
        }));
        home.aside.set(stream, [...before, ...numbered]);
      }
      if (isRebased) onChange({ stream, version: newHead.version, isRebased });
      else if (added.length > records.length) onChange({ stream, version: newHead.version });
      return true;
    },
    async forget(stream) {
      home.recorded.set(stream, EMPTY_HEAD);
    },
    names: names.list,
    keepNames: names.keep,
  };
}

export function memoryKeptNames(home: MemoryStreams): KeptNames {
  return {
    list: async () => [...home.names.values()],
    async keep(names) {
      for (const name of names) home.names.set(name.commitment, name);
    },
  };
}

export function memorySetAside(home: MemoryStreams): SetAsideEvents {
  return {
    list: async (stream) => home.aside.get(stream) ?? [],
    async dismiss(stream, eventId) {
      const events = home.aside.get(stream) ?? [];
      home.aside.set(
        stream,
        events.map((event) => (event.eventId === eventId ? { ...event, isDismissed: true } : event)),
      );
    },
  };
}

function isSameHead(one: StreamHead, other: StreamHead): boolean {
  return one.version === other.version && one.hash === other.hash;
}
