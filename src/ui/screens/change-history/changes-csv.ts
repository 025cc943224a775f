import { formatCsv } from '#domain/console';
import type { Change } from './change-reader.ts';

/** Changes as CSV, in the order in which they are given. */
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
  ];
  const rows = changes.map(({ at, author, summary, type, stream, version, reason, undoes, id }) => [
    at,
    author.name,
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
  ]);
  return formatCsv(header, rows);
}
