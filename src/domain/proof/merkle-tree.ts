import { sha256HexOfBytes } from '../events/sha256.ts';

/** SHA-256, lower-case hexadecimal. */
export type Hash = string;

const LEAF_PREFIX = 0x00;
const NODE_PREFIX = 0x01;
/** Root of the tree without leaves: SHA-256 of nothing. */
export const EMPTY_ROOT: Hash = sha256HexOfBytes(new Uint8Array(0));

/** The hash of a leaf with this content, as RFC 6962 has it. */
export function leafOf(content: Uint8Array): Hash {
  const bytes = new Uint8Array(content.length + 1);
  bytes[0] = LEAF_PREFIX;
  bytes.set(content, 1);
  return sha256HexOfBytes(bytes);
}

/**
 * The leaf of a record: stream, version in decimal and hash of the record, each behind its length in four bytes, the
 * highest first.
 */
export function recordLeaf(stream: string, version: number, hash: Hash): Hash {
  const parts = [stream, String(version), hash].map(utf8Of);
  const content = new Uint8Array(parts.reduce((sum, part) => sum + LENGTH_BYTES + part.length, 0));
  let at = 0;
  for (const part of parts) {
    for (let byte = 0; byte < LENGTH_BYTES; byte++)
      content[at + byte] = part.length >>> (8 * (LENGTH_BYTES - 1 - byte));
    content.set(part, at + LENGTH_BYTES);
    at += LENGTH_BYTES + part.length;
  }
  return leafOf(content);
}

const LENGTH_BYTES = 4;

function nodeOf(left: Hash, right: Hash): Hash {
  const bytes = new Uint8Array(65);
  bytes[0] = NODE_PREFIX;
  writeHex(left, bytes, 1);
  writeHex(right, bytes, 33);
  return sha256HexOfBytes(bytes);
}

/** A whole subtree: its 2^level leaves begin at position × 2^level. */
export interface TreeNode {
  readonly level: number;
  readonly position: number;
  readonly hash: Hash;
}

/** The hash of a whole subtree of the tree. Cost: that of looking one up. */
export type NodeLookup = (level: number, position: number) => Hash;

/** The whole subtrees that a new leaf completes, itself first: one, and on average one more. */
export function nodesCompletedBy(leaf: Hash, position: number, nodeAt: NodeLookup): readonly TreeNode[] {
  const nodes: TreeNode[] = [{ level: 0, position, hash: leaf }];
  let hash = leaf;
  let at = position;
  for (let level = 0; at % 2 === 1; level++) {
    hash = nodeOf(nodeAt(level, at - 1), hash);
    at = (at - 1) / 2;
    nodes.push({ level: level + 1, position: at, hash });
  }
  return nodes;
}

/** The root of the tree of the first `size` leaves. Cost: logarithmic. */
export function rootOf(size: number, nodeAt: NodeLookup): Hash {
  return size === 0 ? EMPTY_ROOT : rangeHash(0, size, nodeAt);
}

/** The hash of the subtree over leaves `from` to `to`, which begins where a whole subtree of that size would. */
function rangeHash(from: number, to: number, nodeAt: NodeLookup): Hash {
  const count = to - from;
  const level = Math.log2(count);
  if (Number.isInteger(level)) return nodeAt(level, from / count);
  const split = from + largestPowerBelow(count);
  return nodeOf(rangeHash(from, split, nodeAt), rangeHash(split, to, nodeAt));
}

/** The largest power of two that is smaller than a count above 1. */
function largestPowerBelow(count: number): number {
  let power = 1;
  while (power * 2 < count) power *= 2;
  return power;
}

/** The audit path of RFC 6962, 2.1.1, from the leaf up. @throws RangeError */
export function inclusionPath(position: number, size: number, nodeAt: NodeLookup): readonly Hash[] {
  if (position < 0 || position >= size) throw new RangeError(`There is no leaf ${position} in a tree of ${size}`);
  const path: Hash[] = [];
  let [from, to] = [0, size];
  while (to - from > 1) {
    const split = from + largestPowerBelow(to - from);
    if (position < split) {
      path.push(rangeHash(split, to, nodeAt));
      to = split;
    } else {
      path.push(rangeHash(from, split, nodeAt));
      from = split;
    }
  }
  return path.reverse();
}

/** The consistency proof of RFC 6962, 2.1.2, between the trees of two sizes. @throws RangeError */
export function consistencyPath(from: number, to: number, nodeAt: NodeLookup): readonly Hash[] {
  if (from < 1 || from > to) throw new RangeError(`A tree of ${from} is not the beginning of one of ${to}`);
  const path: Hash[] = [];
  let [start, end] = [0, to];
  let isWhole = true;
  while (from !== end) {
    const split = start + largestPowerBelow(end - start);
    if (from <= split) {
      path.push(rangeHash(split, end, nodeAt));
      end = split;
    } else {
      path.push(rangeHash(start, split, nodeAt));
      start = split;
      isWhole = false;
    }
  }
  if (!isWhole) path.push(rangeHash(start, end, nodeAt));
  return path.reverse();
}

/** The root that a leaf and its audit path lead to; null where the path does not fit the place. RFC 9162, 2.1.3.2. */
export function rootByInclusion(leaf: Hash, position: number, size: number, path: readonly Hash[]): Hash | null {
  if (position >= size) return null;
  let [at, last] = [position, size - 1];
  let hash = leaf;
  for (const other of path) {
    if (last === 0) return null;
    if (at % 2 === 1 || at === last) {
      hash = nodeOf(other, hash);
      while (at % 2 === 0 && at !== 0) [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
    } else hash = nodeOf(hash, other);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 ? hash : null;
}

/** Whether a path proves that the tree of one root begins the tree of the other. RFC 9162, 2.1.4.2. */
export function isConsistent(
  { from, to, path }: { readonly from: number; readonly to: number; readonly path: readonly Hash[] },
  rootFrom: Hash,
  rootTo: Hash,
): boolean {
  if (from < 1 || from > to) return false;
  if (from === to) return path.length === 0 && rootFrom === rootTo;
  const isPower = Number.isInteger(Math.log2(from));
  const [start, ...rest] = isPower ? [rootFrom, ...path] : path;
  if (start === undefined) return false;
  let [at, last] = [from - 1, to - 1];
  while (at % 2 === 1) [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  let [older, newer] = [start, start];
  for (const other of rest) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      older = nodeOf(other, older);
      newer = nodeOf(other, newer);
      while (at % 2 === 0 && at !== 0) [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
    } else newer = nodeOf(newer, other);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 && older === rootFrom && newer === rootTo;
}

/**
 * The root of the tree over records in this order.
 * @public
 */
export function merkleRootOf(
  records: readonly { readonly stream: string; readonly version: number; readonly hash: Hash }[],
): Hash {
  const tree = new MerkleTree();
  for (const { stream, version, hash } of records) tree.add(recordLeaf(stream, version, hash));
  return tree.root();
}

/** A tree in memory that grows leaf by leaf. */
export class MerkleTree {
  readonly #levels: Hash[][] = [];

  get size(): number {
    return this.#levels[0]?.length ?? 0;
  }

  readonly nodeAt: NodeLookup = (level, position) => {
    const hash = this.#levels[level]?.[position];
    if (hash === undefined) throw new RangeError(`The tree has no node ${position} on level ${level}`);
    return hash;
  };

  add(leaf: Hash): void {
    for (const { level, hash } of nodesCompletedBy(leaf, this.size, this.nodeAt))
      (this.#levels[level] ??= []).push(hash);
  }

  root(size: number = this.size): Hash {
    return rootOf(size, this.nodeAt);
  }
}

function writeHex(hex: Hash, bytes: Uint8Array, at: number): void {
  for (let index = 0; index < hex.length; index += 2)
    bytes[at + index / 2] = Number.parseInt(hex.slice(index, index + 2), 16);
}

/** The UTF-8 form of a text. Half a surrogate pair counts as U+FFFD. */
function utf8Of(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const character of text) {
    const given = character.codePointAt(0) as number;
    const point = given >= 0xd800 && given <= 0xdfff ? 0xfffd : given;
    if (point < 0x80) bytes.push(point);
    else if (point < 0x800) bytes.push(0xc0 | (point >> 6), 0x80 | (point & 0x3f));
    else if (point < 0x10000) bytes.push(0xe0 | (point >> 12), 0x80 | ((point >> 6) & 0x3f), 0x80 | (point & 0x3f));
    else
      bytes.push(
        0xf0 | (point >> 18),
        0x80 | ((point >> 12) & 0x3f),
        0x80 | ((point >> 6) & 0x3f),
        0x80 | (point & 0x3f),
      );
  }
  return Uint8Array.from(bytes);
}
