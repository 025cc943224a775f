import type { DocumentEvent, Recording, SealedRecord } from '#domain/events';
import { chainAfter, eventIdOf, isRecordOf, recordedAtOf, sealRecordedAfter } from '#domain/log';
import { type AppendConflict, DoubledEventError } from '#domain/ports';
import type { NameRegister, Recorded } from '../trail/record-store.ts';
import type { ServerDatabase } from './database.ts';
import type { RecordedHead, RecordWriter } from './record-writer.ts';
import { rowQuery } from './row-query.ts';
import { streamKey } from './stream-key.ts';

/** Records that are to be written after a head. */
export interface Sealed {
  readonly stream: string;
  readonly head: RecordedHead;
  /** The records of the events that were recorded before. */
  readonly stored: readonly SealedRecord[];
  readonly records: readonly SealedRecord[];
  /** Of the events of `records`; anything else than a string where one has none. */
  readonly ids: readonly unknown[];
  readonly recordedAt: string | null;
}

/** What an append comes to where nothing has to be written. */
export type Settled = Recorded | AppendConflict;

/**
 * Decides what appends come to, and seals; writes nothing but new commitments to names. Part of the caller's
 * transaction.
 */
export interface Sealing {
  /** Seals the events, each as a new one. */
  append(stream: string, expectedVersion: number, events: readonly DocumentEvent[]): Sealed | Settled;
  /** Looks at records that were sealed elsewhere. @throws LogFaultError where they are not chained to the stream */
  appendSealed(stream: string, expectedVersion: number, records: readonly SealedRecord[]): Sealed | Settled;
  /**
   * Seals those of the events that the stream does not have; a conflict where it has another event under an id of them.
   * @throws DoubledEventError
   */
  record(stream: string, after: number, events: readonly DocumentEvent[]): Sealed | Settled;
}

export function isSealed(outcome: Sealed | Settled): outcome is Sealed {
  return 'head' in outcome;
}

/** What is answered once the records are written. */
export function recordedOf({ head, stored, records }: Sealed): Recorded {
  return { conflict: false, version: head.version + records.length, records: [...stored, ...records] };
}

export interface SealingOptions {
  readonly writer: RecordWriter;
  readonly names: Pick<NameRegister, 'commitmentOf'>;
  readonly now: () => string;
}

export function sealing(database: ServerDatabase, { writer, names, now }: SealingOptions): Sealing {
  const selectRange = rowQuery<SealedRecord>(
    database,
    'SELECT text, hash FROM record WHERE stream = ? AND version BETWEEN ? AND ? ORDER BY version',
  );

  function sealEvents(
    stream: string,
    head: RecordedHead,
    events: readonly DocumentEvent[],
    stored: readonly SealedRecord[],
  ): Sealed {
    // A clock that is set back must not make the trail run backwards.
    const time = now();
    const recordedAt = head.recordedAt !== null && head.recordedAt > time ? head.recordedAt : time;
    const recordingOf = ({ author }: DocumentEvent): Recording => ({
      recordedAt,
      commitment: names.commitmentOf(author),
    });
    const records = sealRecordedAfter(stream, head, events, recordingOf);
    return { stream, head, stored, records, ids: events.map(({ id }) => id), recordedAt };
  }

  /** How many of the events are recorded already, one after another from `from` on. */
  function countKnown(stream: string, from: number, events: readonly DocumentEvent[]): number {
    const first = events.findIndex(({ id }, index) => writer.versionOfEvent(stream, id) !== from + index);
    return first === -1 ? events.length : first;
  }

  function refuseDoubled(stream: string, { version: end }: RecordedHead, events: readonly DocumentEvent[]): void {
    const seen = new Set<string>();
    for (const { id } of events) {
      const version = writer.versionOfEvent(stream, id);
      if (version !== undefined) throw new DoubledEventError(id, version);
      if (seen.has(id)) throw new DoubledEventError(id, end + 1);
      seen.add(id);
    }
  }

  return {
    append(stream, expectedVersion, events) {
      const head = writer.headOf(stream);
      if (head.version !== expectedVersion) return { conflict: true, actualVersion: head.version };
      return sealEvents(stream, head, events, []);
    },
    appendSealed(stream, expectedVersion, records) {
      const head = writer.headOf(stream);
      if (head.version !== expectedVersion) return { conflict: true, actualVersion: head.version };
      const chained = chainAfter(head, records);
      const last = chained.at(-1);
      const recordedAt = (last && recordedAtOf(last)) ?? head.recordedAt;
      return { stream, head, stored: [], records: chained, ids: chained.map(eventIdOf), recordedAt };
    },
    record(stream, after, events) {
      const head = writer.headOf(stream);
      const conflict = { conflict: true, actualVersion: head.version } as const;
      const [first] = events;
      const known = first === undefined ? undefined : writer.versionOfEvent(stream, first.id);
      if (known === undefined) {
        if (head.version !== after) return conflict;
        refuseDoubled(stream, head, events);
        return sealEvents(stream, head, events, []);
      }
      const count = countKnown(stream, known, events);
      const last = known + count - 1;
      const stored = selectRange.all(streamKey(stream), known, last);
      if (!stored.every((record, index) => isRecordOf(record, events[index] as DocumentEvent))) return conflict;
      if (count === events.length) return { conflict: false, version: head.version, records: stored, isRepeated: true };
      if (last !== head.version) return conflict;
      const rest = events.slice(count);
      refuseDoubled(stream, head, rest);
      return sealEvents(stream, head, rest, stored);
    },
  };
}
