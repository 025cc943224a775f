import {
  checkpointText,
  consistencyPath,
  inclusionPath,
  parseCheckpoint,
  type ConsistencyProof,
  type InclusionProof,
  type SignedCheckpoint,
  type SignedText,
} from '#domain/proof';
import { isSignedByKey, type SigningKey } from './signing-key.ts';
import type { Leaf, TrailTree } from '../trail/trail-tree.ts';

export interface CheckpointOptions {
  readonly tree: TrailTree;
  readonly key: SigningKey;
  /** RFC 3339, UTC, milliseconds. */
  readonly now: () => string;
  readonly publish: (checkpoint: SignedCheckpoint) => Promise<void>;
  /** Between two checkpoints; absent for none on a timer. */
  readonly intervalMs?: number;
  /** Called with the error that prevented a scheduled checkpoint. */
  readonly onFailure: (error: unknown) => void;
}

/** The checkpoints of a server, and proofs against them. */
export interface Checkpoints {
  readonly key: Pick<SigningKey, 'id' | 'publicKey'>;
  /** Signs the trail as it is now; the newest checkpoint again where nothing was recorded since. */
  make(): Promise<SignedCheckpoint>;
  /** As {@link make}, but signs and publishes also where nothing was recorded since the newest. */
  makeNew(): Promise<SignedCheckpoint>;
  /** Newest first. */
  list(limit: number): readonly SignedCheckpoint[];
  /** Proves that a record is in the tree of a size; null if it is not. */
  inclusion(leaf: Leaf, size: number): InclusionProof | null;
  /** @throws RangeError where the sizes are not those of two trees, one after the other */
  consistency(from: number, to: number): ConsistencyProof;
  isSigned(signed: SignedText): boolean;
  close(): void;
}

export function checkpoints({ tree, key, now, publish, intervalMs, onFailure }: CheckpointOptions): Checkpoints {
  async function make(): Promise<SignedCheckpoint> {
    const size = tree.grow();
    const root = tree.root(size);
    const [newest] = tree.checkpoints(1);
    const before = newest === undefined ? null : parseCheckpoint(newest.text);
    if (newest !== undefined && before?.size === size && before.root === root && before.key === key.id)
      return signedOf(newest);
    return signNow(size, root);
  }

  async function signNow(size: number, root: string): Promise<SignedCheckpoint> {
    const text = checkpointText({ key: key.id, size, root, at: now() });
    const checkpoint = { text, signature: key.sign(text), publicKey: key.publicKey };
    tree.keep(size, checkpoint);
    await publish(checkpoint);
    return checkpoint;
  }

  const timer =
    intervalMs === undefined
      ? undefined
      : setInterval(() => {
          make().catch(onFailure);
        }, intervalMs);
  timer?.unref();

  return {
    key: { id: key.id, publicKey: key.publicKey },
    make,
    async makeNew() {
      const size = tree.grow();
      return signNow(size, tree.root(size));
    },
    list: (limit) => tree.checkpoints(limit).map(signedOf),
    inclusion(leaf, size) {
      const position = tree.positionOf(leaf);
      if (position === null || position >= size || size > tree.size()) return null;
      const { stream, version } = leaf;
      const path = [...inclusionPath(position, size, tree.nodeAt)];
      return { kind: 'inclusion', stream, version, position, size, path };
    },
    consistency(from, to) {
      if (to > tree.size()) throw new RangeError(`The tree has ${tree.size()} events, not ${to}`);
      return { kind: 'consistency', from, to, path: [...consistencyPath(from, to, tree.nodeAt)] };
    },
    isSigned: isSignedByKey,
    close: () => clearInterval(timer),
  };
}

function signedOf({ text, signature, publicKey }: SignedCheckpoint): SignedCheckpoint {
  return { text, signature, publicKey };
}
