import { FIRST_HASH, verifyChain } from '#domain/events';
import type { ServerDatabase } from './database.ts';
import { oneRowQuery, rowQuery } from './row-query.ts';
import { keptText } from './stream-key.ts';

/** Rows of a sample that are read at once, and the characters after which it ends. */
const ROWS_AT_ONCE = 10;
const SAMPLE_LENGTH = 16 * 1024 * 1024;

export interface StorageCounts {
  /** By what streams are about, as their names begin. */
  readonly streams: readonly { readonly kind: string; readonly streams: number; readonly events: number }[];
  /** Records in the server's order, with those that were erased or cut off. */
  readonly leaves: number;
  readonly names: number;
  readonly erased: { readonly logs: number; readonly events: number };
}

export interface CheckedSample {
  readonly checked: number;
  /** The first that does not fit. */
  readonly fault: { readonly stream: string; readonly version: number; readonly reason: string } | null;
}

export interface StorageFacts {
  /** Of the newest leaf; 0 before the first. */
  position(): number;
  /** Cost: one row for each stream. */
  count(): StorageCounts;
  /**
   * Checks the newest records against their leaves and the records before them, one in a step; at most so many, fewer
   * where they are long.
   */
  checkNewestInSteps(limit: number): Generator<undefined, CheckedSample>;
}

interface SampleRow {
  readonly position: number;
  readonly stream: string;
  readonly version: number;
  readonly leaf: string;
  readonly text: string;
  readonly hash: string;
  readonly before: string | null;
}

export function sqliteStorageFacts(database: ServerDatabase): StorageFacts {
  // Names are JSON strings: the first character is a quote.
  const countStreams = rowQuery<StorageCounts['streams'][number]>(
    database,
    `SELECT substr(name, 2, instr(name, '/') - 2) AS kind, count(*) AS streams, sum(version) AS events
     FROM stream GROUP BY kind ORDER BY kind`,
  );
  const selectPosition = oneRowQuery<{ readonly position: number }>(
    database,
    'SELECT coalesce(max(position), 0) AS position FROM leaf',
  );
  const countRest = oneRowQuery<Record<'leaves' | 'names' | 'logs' | 'events', number>>(
    database,
    `SELECT (SELECT coalesce(max(position), 0) FROM leaf) AS leaves, (SELECT count(*) FROM author_name) AS names,
       (SELECT count(*) FROM erasure) AS logs, (SELECT coalesce(sum(version), 0) FROM erasure) AS events`,
  );
  // While a log is being erased, it has some of its records still.
  const selectNewest = rowQuery<SampleRow>(
    database,
    `SELECT leaf.position, leaf.stream, leaf.version, leaf.hash AS leaf, record.text, record.hash, earlier.hash AS before
     FROM leaf JOIN record ON record.stream = leaf.stream AND record.version = leaf.version
     LEFT JOIN record AS earlier ON earlier.stream = leaf.stream AND earlier.version = leaf.version - 1
     WHERE leaf.position <= ? AND NOT EXISTS (SELECT 1 FROM erasure WHERE erasure.stream = leaf.stream)
     ORDER BY leaf.position DESC LIMIT ?`,
  );

  return {
    position: () => selectPosition.get().position,
    count() {
      const { leaves, names, logs, events } = countRest.get();
      return {
        streams: countStreams.all().map(({ kind, streams, events: all }) => ({
          ...{ kind, streams },
          events: all,
        })),
        leaves,
        names,
        erased: { logs, events },
      };
    },
    *checkNewestInSteps(limit) {
      const seen = new Set<string>();
      let [position, checked, length] = [Number.MAX_SAFE_INTEGER, 0, 0];
      while (checked < limit && length < SAMPLE_LENGTH) {
        const rows = selectNewest.all(position, ROWS_AT_ONCE);
        for (const row of rows) {
          position = row.position - 1;
          const place = `${row.version} ${row.stream}`;
          // An earlier leaf of the same place is that of a record that was cut off.
          if (checked === limit || seen.has(place)) continue;
          seen.add(place);
          const reason = faultOf(row);
          if (reason !== null)
            return { checked, fault: { stream: keptText(row.stream), version: row.version, reason } };
          checked += 1;
          length += row.text.length;
          yield undefined;
        }
        if (rows.length < ROWS_AT_ONCE) break;
      }
      return { checked, fault: null };
    },
  };
}

function faultOf({ leaf, text, hash, version, before }: SampleRow): string | null {
  if (leaf !== hash) return 'its hash is not the one that was recorded';
  if (before === null && version > 1) return 'the event before it is missing';
  const check = verifyChain([{ text, hash }], before ?? FIRST_HASH);
  return check.ok ? null : check.fault.reason;
}
