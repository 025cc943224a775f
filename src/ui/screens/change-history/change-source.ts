import { verifyChain, type SealedRecord } from '#domain/events';
import { EMPTY_HEAD, headAfter } from '#domain/log';
import type { EventStore, StreamInfo } from '#domain/ports';
import type { ConsoleApi } from '../../platform/console-api.ts';

/** Names of authors in recorded events, by commitment. */
export type Names = ReadonlyMap<string, string>;

/** Where changes are read: the server's records for what is recorded, this device's for the rest. */
export interface ChangeSource {
  /** Records after a version, at most `limit` of them. They are as they were stored: verify them. */
  read(stream: string, after: number, limit: number): Promise<readonly SealedRecord[]>;
  /**
   * All records of one chain: the server's where it has the version that is asked for, with what this device has made after them; else this device's.
   */
  readWhole(stream: string, version: number): Promise<readonly SealedRecord[]>;
  /** How long the server's log is; 0 where it has none. */
  recordedVersion(stream: string): number;
  /** Grows with what is read. */
  readonly names: Names;
}

/** A stream of the server's trail. */
export interface RecordedStream extends StreamInfo {
  /** Of a draft that somebody shares. */
  readonly draft?: { readonly name: string };
  /** Its content is gone for good. */
  readonly erased?: { readonly at: string; readonly reason: string };
}

/** As many records as the server gives at once. */
const PAGE = 1_000;

/** Both logs as one; without `api` this device's alone. `recorded` is what the server has; `author` is who reads, where nobody is signed in. */
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

/** Whether records follow others: what is not recorded yet is sealed again where somebody else was faster. */
function isNext(records: readonly SealedRecord[], rest: readonly SealedRecord[]): boolean {
  return verifyChain(rest.slice(0, 1), headAfter(EMPTY_HEAD, records).hash).ok;
}

/** The streams of both logs, each once and as long as the longer one. */
export function allStreams(stored: readonly StreamInfo[], recorded: readonly RecordedStream[]): readonly StreamInfo[] {
  const versions = new Map(stored.map(({ stream, version }) => [stream, version]));
  for (const { stream, version } of recorded) versions.set(stream, Math.max(version, versions.get(stream) ?? 0));
  return [...versions].map(([stream, version]) => ({ stream, version }));
}
