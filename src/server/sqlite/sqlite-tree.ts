import { nodesCompletedBy, recordLeaf, rootOf, type NodeLookup, type SignedCheckpoint } from '#domain/proof';
import type { Leaf, TrailTree } from '../trail/trail-tree.ts';
import type { ServerDatabase } from './database.ts';
import { streamKey, streamName } from './stream-key.ts';
import { inTransaction } from './transaction.ts';

interface LeafRow {
  readonly position: number;
  readonly stream: string;
  readonly version: number;
  readonly hash: string;
}

/** Leaves that are hashed in one transaction. */
const LEAVES_AT_ONCE = 1_000;

/** The tree over the leaves of the database; its whole subtrees are kept, each hashed once. */
export function sqliteTree(database: ServerDatabase): TrailTree {
  const selectLeaves = database.prepare(
    'SELECT position, stream, version, hash FROM leaf WHERE position > ? ORDER BY position LIMIT ?',
  );
  const selectPlace = database.prepare('SELECT position FROM leaf WHERE stream = ? AND version = ? AND hash = ?');
  const selectNode = database.prepare('SELECT hash FROM tree_node WHERE level = ? AND position = ?');
  const addNode = database.prepare('INSERT INTO tree_node (level, position, hash) VALUES (?, ?, ?)');
  const selectSize = database.prepare('SELECT COALESCE(MAX(position) + 1, 0) AS size FROM tree_node WHERE level = 0');
  const addCheckpoint = database.prepare(
    'INSERT INTO checkpoint (size, text, signature, public_key) VALUES (?, ?, ?, ?)',
  );
  const selectCheckpoints = database.prepare(
    'SELECT size, text, signature, public_key AS publicKey FROM checkpoint ORDER BY number DESC LIMIT ?',
  );

  const nodeAt: NodeLookup = (level, position) => {
    const row = selectNode.get(level, position) as { readonly hash: string } | undefined;
    if (row === undefined) throw new RangeError(`The tree has no node ${position} on level ${level}`);
    return row.hash;
  };
  const size = () => (selectSize.get() as { readonly size: number }).size;

  /** Adds some of the leaves that are new; false where there are no more. */
  function growOnce(): boolean {
    return inTransaction(database, 'IMMEDIATE', () => {
      let next = size();
      // Rows are counted from 1, leaves from 0.
      const rows = selectLeaves.all(next, LEAVES_AT_ONCE) as readonly LeafRow[];
      for (const row of rows) {
        if (row.position !== next + 1) throw new Error(`Leaf ${next} of the trail is missing`);
        const leaf = recordLeaf(streamName(row.stream), row.version, row.hash);
        for (const { level, position, hash } of nodesCompletedBy(leaf, next, nodeAt))
          addNode.run(level, position, hash);
        next++;
      }
      return rows.length === LEAVES_AT_ONCE;
    });
  }

  return {
    grow() {
      while (growOnce());
      return size();
    },
    size,
    root: (at) => rootOf(at, nodeAt),
    nodeAt,
    positionOf({ stream, version, hash }: Leaf) {
      const row = selectPlace.get(streamKey(stream), version, hash) as { readonly position: number } | undefined;
      return row === undefined ? null : row.position - 1;
    },
    keep(at, { text, signature, publicKey }) {
      addCheckpoint.run(at, text, signature, publicKey);
    },
    checkpoints: (limit) =>
      (selectCheckpoints.all(limit) as readonly (SignedCheckpoint & { readonly size: number })[]).map(
        ({ size: at, text, signature, publicKey }) => ({ size: at, text, signature, publicKey }),
      ),
  };
}
