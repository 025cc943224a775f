import { formatSize, type Index } from '#domain/console';

const GB = 1024 ** 3;

/** Shards of 10 to 50 GB are what both engines' documentation recommends for search and recovery. */
const LARGE_BYTES = 50 * GB;
/** Below this size, several shards cost more than they gain. */
const SMALL_BYTES = GB;

/** Advice on the size of an index' shards; null where it is fine, or not known. */
export function shardAdvice({ primary, primary_size: size }: Pick<Index, 'primary' | 'primary_size'>): string | null {
  if (primary === undefined || primary < 1 || typeof size !== 'number') return null;
  const bytes = size / primary;
  if (bytes > LARGE_BYTES)
    return `Shards average ${formatSize(bytes)}. Recovery and rebalancing are slow above 50 GB: use more primary shards or roll over earlier.`;
  if (primary > 1 && bytes < SMALL_BYTES)
    return `${primary} primary shards average ${formatSize(bytes)}. Each uses memory regardless of its size: use fewer shards.`;
  return null;
}
