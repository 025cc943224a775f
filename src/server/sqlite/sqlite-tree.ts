import { nodesCompletedBy, recordLeaf, rootOf, type NodeLookup, type SignedCheckpoint } from '#domain/proof';
import type { Leaf, TrailTree } from '../trail/trail-tree.ts';
import type { ServerDatabase } from './database.ts';
import { oneRowQuery, rowQuery } from './row-query.ts';
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
  const selectLeaves = rowQuery<LeafRow>(
    database,
    'SELECT position, stream, version, hash FROM leaf WHERE position > ? ORDER BY position LIMIT ?',
  );
  const selectPlace = rowQuery<{ readonly position: number }>(
    database,
    'SELECT position FROM leaf WHERE stream = ? AND version = ? AND hash = ?',
  );
  const selectNode = rowQuery<{ readonly hash: string }>(
    database,
    'SELECT hash FROM tree_node WHERE level = ? AND position = ?',
  );
  const addNode = database.prepare('INSERT INTO tree_node (level, position, hash) VALUES (?, ?, ?)');
  const selectSize = oneRowQuery<{ readonly size: number }>(
    database,
    'SELECT COALESCE(MAX(position) + 1, 0) AS size FROM tree_node WHERE level = 0',
  );
  const addCheckpoint = database.prepare(
    'INSERT INTO checkpoint (size, text, signature, public_key) VALUES (?, ?, ?, ?)',
  );
  const selectCheckpoints = rowQuery<SignedCheckpoint & { readonly size: number }>(
    database,
    'SELECT size, text, signature, public_key AS publicKey FROM checkpoint ORDER BY number DESC LIMIT ?',
  );

  const nodeAt: NodeLookup = (level, position) => {
    const row = selectNode.get(level, position);
    if (row === undefined) throw new RangeError(`The tree has no node ${position} on level ${level}`);
    return row.hash;
  };
  const size = () => selectSize.get().size;

  /** Adds some of the leaves that are new; false where there are no more. */
  function growOnce(): boolean {
    return inTransaction(database, 'IMMEDIATE', () => {
      let next = size();
      // Rows are counted from 1, leaves from 0.
      const rows = selectLeaves.all(next, LEAVES_AT_ONCE);
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
      const row = selectPlace.get(streamKey(stream), version, hash);
      return row === undefined ? null : row.position - 1;
    },
    keep(at, { text, signature, publicKey }) {
      addCheckpoint.run(at, text, signature, publicKey);
    },
    checkpoints: (limit) =>
      selectCheckpoints
        .all(limit)
        .map(({ size: at, text, signature, publicKey }) => ({ size: at, text, signature, publicKey })),
  };
}
