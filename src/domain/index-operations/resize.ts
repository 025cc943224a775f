/** An index that is made of another: with as many primary shards, fewer or more. */
export type ResizeKind = 'clone' | 'shrink' | 'split';

/** Default maximum number of primary shards of an index. */
export const MAX_PRIMARY_SHARDS = 1_024;
const LOG2_MAX_PRIMARY_SHARDS = 10;

/**
 * Into how many parts the documents of an index are hashed, which no split can exceed: what
 * `index.number_of_routing_shards` said when it was created, else what engines since 7.0 assume for this many primary
 * shards (at most 1,024, by factors of 2).
 */
export function routingShards(primaries: number, configured?: number): number {
  if (configured !== undefined) return configured;
  const doublings = primaries <= 1 ? 0 : 32 - Math.clz32(primaries - 1);
  return primaries * 2 ** Math.max(1, LOG2_MAX_PRIMARY_SHARDS - doublings);
}

/**
 * Possible numbers of primary shards after an operation, ascending: factors of the present number for a shrink,
 * multiples of it for a split, the number itself for a clone.
 * @param routing as {@link routingShards} says
 */
export function resizeTargets(
  kind: ResizeKind,
  primaries: number,
  routing = routingShards(primaries),
): readonly number[] {
  if (kind === 'clone') return [primaries];
  const numbers = Array.from({ length: kind === 'shrink' ? primaries - 1 : MAX_PRIMARY_SHARDS }, (_, at) => at + 1);
  return numbers.filter((target) =>
    kind === 'shrink'
      ? primaries % target === 0
      : target > primaries && target % primaries === 0 && (primaries === 1 || routing % target === 0),
  );
}

/** Settings that stop writes to an index, and with which an engine takes it as the source of a resize. */
export const WRITE_BLOCK = 'index.blocks.write';
/** Where shards must stand; a shrink needs a copy of each on one node. */
export const REQUIRED_NODE = 'index.routing.allocation.require._name';

/**
 * The body of a `_clone`, `_shrink` or `_split` call. The block and the place of the shards are settings of the source
 * that an engine would copy: the new index takes writes and is put where the cluster likes.
 */
export function resizeBody(options: {
  readonly shards?: number;
  readonly replicas?: number;
  readonly wasPlaced?: boolean;
}): { readonly settings: Readonly<Record<string, number | null>> } {
  return {
    settings: {
      [WRITE_BLOCK]: null,
      ...(options.wasPlaced === true && { [REQUIRED_NODE]: null }),
      ...(options.shards !== undefined && { 'index.number_of_shards': options.shards }),
      ...(options.replicas !== undefined && { 'index.number_of_replicas': options.replicas }),
    },
  };
}
