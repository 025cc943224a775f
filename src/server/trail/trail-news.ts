import type { TrailTail } from '#domain/ports';
import { ErasedStreamError } from './erasure-store.ts';
import type { ChangedStream, RecordStore } from './record-store.ts';

/**
 * How many records of a stream are sent to those who have it open, and how many characters they may have; more are read
 * by who wants them.
 */
const MOST_TAIL_RECORDS = 50;
const MOST_TAIL_LENGTH = 256 * 1024;

/** The news of a server. They are read once for all equal requests between two changes. */
export interface TrailNews {
  /**
   * The streams with records after a position, and the position of the newest; all streams where the server is behind
   * that position.
   */
  since(position: number): Promise<{ readonly position: number; readonly streams: readonly ChangedStream[] }>;
  /** The new records of a stream; undefined where they are many, or erased. */
  tailOf(changed: ChangedStream): Promise<TrailTail | undefined>;
}

/** `changes` is how often something has changed: what was read counts until it grows. */
export function trailNews(records: RecordStore, changes: () => number): TrailNews {
  const readings = new Map<string, Promise<unknown>>();
  let readAt = changes();

  function once<Reading>(key: string, read: () => Promise<Reading>): Promise<Reading> {
    if (readAt !== changes()) readings.clear();
    readAt = changes();
    const known = readings.get(key) as Promise<Reading> | undefined;
    const reading = known ?? read();
    readings.set(key, reading);
    // The next one who asks tries again.
    if (known === undefined) reading.catch(() => readings.delete(key));
    return reading;
  }

  return {
    since: (position) =>
      once(`since ${position}`, async () => {
        const newest = await once('position', () => records.position());
        // A server that began anew is behind: then everything is new.
        return records.changedSince(position > newest ? 0 : position);
      }),
    tailOf: ({ stream, after, version }) =>
      once(`tail ${after} ${version} ${stream}`, async () => {
        if (version - after > MOST_TAIL_RECORDS) return undefined;
        try {
          const page = await records.readPage(stream, after, MOST_TAIL_RECORDS);
          const length = page.records.reduce((sum, { text }) => sum + text.length, 0);
          if (page.hasMore || length > MOST_TAIL_LENGTH) return undefined;
          return { after, records: page.records, names: page.names };
        } catch (error) {
          if (error instanceof ErasedStreamError) return undefined;
          throw error;
        }
      }),
  };
}
