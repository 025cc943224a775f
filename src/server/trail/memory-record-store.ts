import { commitmentTo, type DocumentEvent, type SealedRecord } from '#domain/events';
import { EMPTY_HEAD, isRecordOf, recordedAtOf, sealRecordedAfter } from '#domain/log';
import { changeListeners, DoubledEventError, type EventStore, type RecordedName } from '#domain/ports';
import { authorUseIn } from './author-use.ts';
import type { NameRegister, RecordStore } from './record-store.ts';

interface Kept {
  readonly ids: string[];
  readonly records: SealedRecord[];
}

/** Records that end with the process; `newSalt` gives 32 hexadecimal digits. */
export function memoryRecordStore({
  now,
  newSalt,
}: {
  readonly now: () => string;
  readonly newSalt: () => string;
}): RecordStore & Pick<EventStore, 'subscribe'> {
  const listeners = changeListeners(queueMicrotask);
  const streams = new Map<string, Kept>();
  const leaves: string[] = [];
  const names = memoryNames(newSalt);

  const versionOf = (stream: string) => streams.get(stream)?.records.length ?? 0;
  const recordedAtIn = (stream: string) => {
    const last = streams.get(stream)?.records.at(-1);
    return (last && recordedAtOf(last)) ?? null;
  };

  function add(stream: string, events: readonly DocumentEvent[]): void {
    const kept = streams.get(stream) ?? { ids: [], records: [] };
    const ids = events.map(({ id }) => id);
    for (const [index, id] of ids.entries()) {
      const at = kept.ids.indexOf(id);
      if (at !== -1) throw new DoubledEventError(id, at + 1);
      if (ids.indexOf(id) !== index) throw new DoubledEventError(id, kept.records.length + 1);
    }
    const [before, time] = [recordedAtIn(stream), now()];
    const recordedAt = before !== null && before > time ? before : time;
    const head = { version: kept.records.length, hash: kept.records.at(-1)?.hash ?? EMPTY_HEAD.hash };
    const records = sealRecordedAfter(stream, head, events, ({ author }) => ({
      recordedAt,
      commitment: names.commitmentOf(author),
    }));
    kept.ids.push(...ids);
    kept.records.push(...records);
    names.note(records);
    leaves.push(...records.map(() => stream));
    streams.set(stream, kept);
    listeners.tell({ stream, version: kept.records.length });
  }

  return {
    names,
    async record(stream, after, events, check) {
      check?.();
      const { ids = [] } = streams.get(stream) ?? {};
      const from = ids.indexOf(events[0]?.id ?? '');
      const differing = events.findIndex(({ id }, index) => ids[from + index] !== id);
      const known = from === -1 ? 0 : differing === -1 ? events.length : differing;
      const follows = from === -1 ? after : from + known;
      const isRepeated = known === events.length;
      const kept = streams.get(stream)?.records.slice(from, from + known) ?? [];
      const isOther = known > 0 && !kept.every((record, index) => isRecordOf(record, events[index] as DocumentEvent));
      if (isOther) return { conflict: true, actualVersion: ids.length };
      if (!isRepeated && follows !== ids.length) return { conflict: true, actualVersion: ids.length };
      if (!isRepeated) add(stream, events.slice(known));
      const first = from === -1 ? after : from;
      const records = streams.get(stream)?.records ?? [];
      return {
        conflict: false,
        version: records.length,
        records: records.slice(first, first + events.length),
        ...(isRepeated && { isRepeated }),
      };
    },
    async readPage(stream, afterVersion, limit) {
      const records = streams.get(stream)?.records ?? [];
      const some = records.slice(afterVersion, afterVersion + limit);
      return {
        version: records.length,
        records: some,
        names: names.namesIn(some),
        hasMore: afterVersion + some.length < records.length,
      };
    },
    recordedStreams: async () =>
      [...streams.keys()]
        .sort()
        .map((stream) => ({ stream, version: versionOf(stream), recordedAt: recordedAtIn(stream) })),
    versionOf: async (stream) => versionOf(stream),
    countRecorded: async (stream, ids) => {
      const known = new Set(streams.get(stream)?.ids);
      return ids.filter((id) => known.has(id)).length;
    },
    position: async () => leaves.length,
    async changedSince(position) {
      const counts = new Map<string, number>();
      for (const stream of leaves.slice(position)) counts.set(stream, (counts.get(stream) ?? 0) + 1);
      const streams = [...counts].map(([stream, count]) => {
        const version = versionOf(stream);
        return { stream, version, after: version - count };
      });
      return { position: leaves.length, streams };
    },
    subscribe: (listener) => listeners.add(listener),
  };
}

interface MemoryNames extends NameRegister {
  /** Notes whose events records have, and under which names. */
  note(records: readonly SealedRecord[]): void;
}

function memoryNames(newSalt: () => string): MemoryNames {
  let entries: readonly RecordedName[] = [];
  const recorded = new Set<string>();
  /** Commitments to names that their authors have used, the last one at the end. */
  let used: readonly string[] = [];
  return {
    note(records) {
      for (const record of records) {
        const use = authorUseIn(record);
        if (use === null) continue;
        const { author, commitment, isImported } = use;
        recorded.add(author);
        if (commitment !== null && !isImported) used = [...used.filter((each) => each !== commitment), commitment];
      }
    },
    isRecorded: (author) => recorded.has(author),
    commitmentOf({ id, name }) {
      const known = entries.find((entry) => entry.author === id && entry.name === name);
      if (known !== undefined) return known.commitment;
      const salt = newSalt();
      const commitment = commitmentTo(name, salt);
      entries = [...entries, { commitment, author: id, name, salt }];
      return commitment;
    },
    namesIn: (records) =>
      entries.filter(({ commitment }) => records.some(({ text }) => text.includes(`"commitment":"${commitment}"`))),
    nameOf(author) {
      const own = new Map(entries.filter((entry) => entry.author === author).map((entry) => [entry.commitment, entry]));
      const last = used.findLast((commitment) => own.has(commitment));
      return last === undefined ? null : (own.get(last)?.name ?? null);
    },
    count: (author) => entries.filter((entry) => entry.author === author).length,
    erase(author) {
      const before = entries.length;
      entries = entries.filter((entry) => entry.author !== author);
      return before - entries.length;
    },
  };
}
