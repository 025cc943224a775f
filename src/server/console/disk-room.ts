import { formatSize, parseSize } from '#domain/console';
import { valueAt } from '#domain/json';
import { read, readTable } from './calls.ts';
import type { ConsoleContext } from './context.ts';
import { RequestError } from './errors.ts';
import { missingParts } from './missing-parts.ts';

/** A merge writes an index anew before it removes what it was merged from. */
const WHILE_MERGED = 2;
/** The share of a disk that has to stay free, in bytes at most: with less, engines block writes to the shards there. */
const FREE_SHARE = 0.05;
const MAX_FREE_BYTES = 100 * 1024 ** 3;

/** What the primary shards of an index take up, in bytes; undefined where the cluster does not tell. */
export async function readStoreSize(context: ConsoleContext, index: string): Promise<number | undefined> {
  const size = valueAt(await read(context, [index, '_stats', 'store']), '/_all/primaries/store/size_in_bytes');
  return typeof size === 'number' ? size : undefined;
}

interface Copies {
  readonly index: string;
  /** How many documents of the index are copied into each of the new indices. */
  readonly documents: number;
  /** How many documents the index has. */
  readonly total: number;
  readonly indices: number;
}

/**
 * Refuses copies of documents that no node has the disk space for. Where the cluster does not tell the size of the
 * index or the space of its nodes, nothing is refused.
 * @throws RequestError
 */
export async function requireRoom(
  context: ConsoleContext,
  { index, documents, total, indices }: Copies,
): Promise<void> {
  const parts = missingParts();
  const size = await parts.read('size', readStoreSize(context, index));
  if (size === undefined || total === 0) return;
  const nodes =
    (await parts.read('disks', readTable(context, ['_cat', 'allocation'], 'node,disk.avail,disk.total'))) ?? [];
  const room = nodes.flatMap((row) => {
    const [free, all] = [parseSize(row['disk.avail'] ?? undefined), parseSize(row['disk.total'] ?? undefined)];
    if (free === undefined || all === undefined) return [];
    return [{ node: row['node'] ?? '', bytes: free - Math.min(all * FREE_SHARE, MAX_FREE_BYTES) }];
  });
  const [most] = room.toSorted((a, b) => b.bytes - a.bytes);
  const needed = (size / total) * documents * indices * WHILE_MERGED;
  if (most === undefined || needed <= most.bytes) return;
  throw new RequestError(
    409,
    `Nothing was created: up to ${formatSize(needed)} of disk are needed. Node “${most.node}” has most, ${formatSize(Math.max(0, most.bytes))} before writes are blocked.`,
    { index },
  );
}
