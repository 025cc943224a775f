import { formatCsv } from '#domain/console';
import { timeOf } from '#domain/events';
import { whoOf } from '#domain/history';
import type { Change } from './change-reader.ts';

/**
 * Changes as CSV, in the given order. `at` is when the server recorded a change, else the time of the device's clock;
 * `device_at` is always the latter.
 */
export function changesCsv(
  changes: readonly Change[],
  nameOf: (stream: string) => string,
  clusterOf: (stream: string) => string | undefined,
): string {
  const header = [
    'at',
    'author',
    'author_id',
    'change',
    'event',
    'document',
    'stream',
    'version',
    'reason',
    'undoes',
    'id',
    'cluster',
    'device_at',
  ];
  const rows = changes.map((change) => {
    const { author, summary, type, stream, version, reason, undoes, id, at, action } = change;
    return [
      timeOf(change),
      whoOf(change),
      author.id,
      summary,
      type,
      nameOf(stream),
      stream,
      version,
      reason,
      undoes,
      id,
      clusterOf(stream),
      action === undefined ? at : undefined,
    ];
  });
  return formatCsv(header, rows);
}
