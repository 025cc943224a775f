import type { Hash, NodeLookup, SignedCheckpoint } from '#domain/proof';

/** A record as the tree has it. */
export interface Leaf {
  readonly stream: string;
  readonly version: number;
  readonly hash: Hash;
}

/** The tree over all records of a server, and the checkpoints that it has signed. */
export interface TrailTree {
  /** Takes in the records that are new; gives the size of the tree. Cost: a hash or two for each of them. */
  grow(): number;
  size(): number;
  /** Root over the first leaves. Cost: logarithmic. */
  root(size: number): Hash;
  readonly nodeAt: NodeLookup;
  /** From 0; null where the record is not in the trail. */
  positionOf(leaf: Leaf): number | null;
  keep(size: number, checkpoint: SignedCheckpoint): void;
  /** Newest first. */
  checkpoints(limit: number): readonly (SignedCheckpoint & { readonly size: number })[];
}
