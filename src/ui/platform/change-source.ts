import { verifyChain, type SealedRecord } from '#domain/events';
import { EMPTY_HEAD, headAfter } from '#domain/log';
import type { EventStore, StreamInfo } from '#domain/ports';
import type { ConsoleApi } from './console-api.ts';

/** Names of authors in recorded events, by commitment. */
export type Names = ReadonlyMap<string, string>;

/** Where changes are read: from the server's records where they are recorded, else from this device's. */
export interface ChangeSource {
  /** Records after a version, at most `limit` of them. They are returned as stored: verify them. */
  read(stream: string, after: number, limit: number): Promise<readonly SealedRecord[]>;
  /**
   * All records of one chain: the server's where it has the requested version, followed by what this device has added
   * after them; else this device's.
   */
  readWhole(stream: string, version: number): Promise<readonly SealedRecord[]>;
  /** Length of the server's log; 0 where it has none. */
  recordedVersion(stream: string): number;
  /** Grows with each read. */
  readonly names: Names;
}

/** A stream of the server's trail. */
export interface RecordedStream extends StreamInfo {
  /** The draft, where its author shares it. */
  readonly draft?: { readonly name: string };
  /** The content was erased permanently. */
  readonly erased?: { readonly at: string; readonly reason: string };
}

/** The most records that the server returns at once. */
const PAGE = 1_000;

/**
 * Both logs as one; without `api`, only this device's. `recorded` lists the server's streams; `author` is the reader,
 * where nobody is signed in.
 */
export function changeSource(
  store: Pick<EventStore, 'read' | 'authorNames'>,
  api: ConsoleApi | null,
  recorded: readonly RecordedStream[],
  author: string | undefined,
): ChangeSource {
  const names = new Map<string, string>();
  const versions = new Map(recorded.map(({ stream, version }) => [stream, version]));
  let known: Promise<void> | undefined;
  const readLocal = async (stream: string, after: number) => {
    known ??= (async () => {
      for (const [commitment, name] of (await store.authorNames?.()) ?? []) names.set(commitment, name);
    })();
    await known;
    return store.read(stream, after);
  };
  const readRecorded = async (stream: string, after: number, limit: number) => {
    const records: SealedRecord[] = [];
    while (api !== null && records.length < limit) {
      const page = await api.call('trail.read', {
        query: {
          stream,
          after: after + records.length,
          limit: Math.min(PAGE, limit - records.length),
          ...(author !== undefined && { author }),
        },
      });
      for (const { commitment, name } of page.names) names.set(commitment, name);
      for (const record of page.records) records.push(record);
      if (!page.hasMore || page.records.length === 0) break;
    }
    return records;
  };
  return {
    names,
    async read(stream, after, limit) {
      const version = versions.get(stream) ?? 0;
      const first = after < version ? await readRecorded(stream, after, Math.min(limit, version - after)) : [];
      if (first.length >= limit || after + first.length < version) return first;
      const rest = await readLocal(stream, Math.max(after, version));
      return [...first, ...rest.slice(0, limit - first.length)];
    },
    async readWhole(stream, version) {
      const recordedTo = versions.get(stream) ?? 0;
      if (version > recordedTo) return readLocal(stream, 0);
      const recorded = await readRecorded(stream, 0, recordedTo);
      const rest = await readLocal(stream, recordedTo);
      return isNext(recorded, rest) ? [...recorded, ...rest] : recorded;
    },
    recordedVersion: (stream) => versions.get(stream) ?? 0,
  };
}

/**
 * Whether the records of this device follow the server's: unrecorded ones are sealed again where records of another
 * author were recorded first.
 */
function isNext(records: readonly SealedRecord[], rest: readonly SealedRecord[]): boolean {
  return verifyChain(rest.slice(0, 1), headAfter(EMPTY_HEAD, records).hash).ok;
}

/** A history that came with the sample data. */
export interface SampleLog {
  readonly stream: string;
  readonly records: readonly SealedRecord[];
}

/** A source that also has the histories of the sample data, which are neither on this device nor in the trail. */
export function withSamples(source: ChangeSource, samples: readonly SampleLog[]): ChangeSource {
  const byStream = new Map(samples.map(({ stream, records }) => [stream, records]));
  return {
    names: source.names,
    async read(stream, after, limit) {
      return byStream.get(stream)?.slice(after, after + limit) ?? source.read(stream, after, limit);
    },
    async readWhole(stream, version) {
      return byStream.get(stream) ?? source.readWhole(stream, version);
    },
    recordedVersion: (stream) => byStream.get(stream)?.length ?? source.recordedVersion(stream),
  };
}

/** The streams of both logs, each once, with the greater of its two versions. */
export function allStreams(stored: readonly StreamInfo[], recorded: readonly RecordedStream[]): readonly StreamInfo[] {
  const versions = new Map(stored.map(({ stream, version }) => [stream, version]));
  for (const { stream, version } of recorded) versions.set(stream, Math.max(version, versions.get(stream) ?? 0));
  return [...versions].map(([stream, version]) => ({ stream, version }));
}
