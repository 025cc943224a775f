import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  consistencyPath,
  EMPTY_ROOT,
  inclusionPath,
  isConsistent,
  leafOf,
  MerkleTree,
  recordLeaf,
  rootByInclusion,
} from './merkle-tree.ts';

/** Leaves and roots of the reference tests of Certificate Transparency (RFC 6962). */
const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const leaves = LEAVES.map((hex) => leafOf(Buffer.from(hex, 'hex')));

function treeOf(hashes: readonly string[]): MerkleTree {
  const tree = new MerkleTree();
  hashes.forEach((hash) => tree.add(hash));
  return tree;
}

const bytesHash = (...parts: readonly Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest();

/** The tree as RFC 6962, 2.1, defines it, without any shortcut. */
function definedRoot(hashes: readonly Buffer[]): Buffer {
  const [first] = hashes;
  if (first === undefined) return bytesHash();
  if (hashes.length === 1) return first;
  let split = 1;
  while (split * 2 < hashes.length) split *= 2;
  return bytesHash(Buffer.of(1), definedRoot(hashes.slice(0, split)), definedRoot(hashes.slice(split)));
}

const MANY = 40;
const many = Array.from({ length: MANY }, (_, index) => leafOf(Buffer.from([index])));
const grown = treeOf(many);

describe('the tree', () => {
  it('has the roots of the reference tests', () => {
    expect(EMPTY_ROOT).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(treeOf([]).root()).toBe(EMPTY_ROOT);
    const tree = treeOf(leaves);
    expect(ROOTS.map((_, index) => tree.root(index + 1))).toEqual(ROOTS);
  });

  it('has the paths of the reference tests', () => {
    const { nodeAt } = treeOf(leaves);
    expect(inclusionPath(0, 8, nodeAt)).toEqual([
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ]);
    expect(consistencyPath(1, 8, nodeAt)).toEqual(inclusionPath(0, 8, nodeAt));
    expect(consistencyPath(6, 8, nodeAt)).toEqual([
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ]);
  });

  it('is the one that the RFC defines, at every size', () => {
    const buffers = many.map((hash) => Buffer.from(hash, 'hex'));
    for (let size = 0; size <= MANY; size++)
      expect(grown.root(size), `${size}`).toBe(definedRoot(buffers.slice(0, size)).toString('hex'));
  });

  it('proves every leaf at every size, and nothing else', () => {
    for (let size = 1; size <= MANY; size++) {
      for (let position = 0; position < size; position++) {
        const path = inclusionPath(position, size, grown.nodeAt);
        const leaf = many[position] as string;
        expect(rootByInclusion(leaf, position, size, path)).toBe(grown.root(size));
        if (size > 1) {
          expect(rootByInclusion(leaf, (position + 1) % size, size, path)).not.toBe(grown.root(size));
          expect(rootByInclusion(leaf, position, size, path.slice(1))).not.toBe(grown.root(size));
        }
        expect(rootByInclusion(leaf, position, size, [...path, leaf])).not.toBe(grown.root(size));
        expect(rootByInclusion(EMPTY_ROOT, position, size, path)).not.toBe(grown.root(size));
      }
    }
    expect(() => inclusionPath(3, 3, grown.nodeAt)).toThrow(RangeError);
  });

  it('proves that it began as every smaller one, and refuses every changed path', () => {
    for (let to = 1; to <= MANY; to++) {
      for (let from = 1; from <= to; from++) {
        const path = consistencyPath(from, to, grown.nodeAt);
        const [older, newer] = [grown.root(from), grown.root(to)];
        expect(isConsistent({ from, to, path }, older, newer), `${from} ${to}`).toBe(true);
        expect(isConsistent({ from, to, path: [...path, older] }, older, newer)).toBe(false);
        expect(isConsistent({ from, to, path }, EMPTY_ROOT, newer)).toBe(false);
        expect(isConsistent({ from, to, path }, older, EMPTY_ROOT)).toBe(false);
        if (path.length > 0) {
          expect(isConsistent({ from, to, path: path.slice(1) }, older, newer)).toBe(false);
          expect(isConsistent({ from, to, path: path.with(0, EMPTY_ROOT) }, older, newer)).toBe(false);
        }
      }
    }
    expect(() => consistencyPath(0, 3, grown.nodeAt)).toThrow(RangeError);
  });

  it('has the leaf of a record in the bytes that the format says', () => {
    const hash = 'ab'.repeat(32);
    const part = (text: string) => {
      const bytes = Buffer.from(text, 'utf8');
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      return Buffer.concat([length, bytes]);
    };
    for (const stream of ['draft/a', `draft/${'ä😀中'.repeat(60)}`]) {
      const content = Buffer.concat([part(stream), part('12'), part(hash)]);
      expect(recordLeaf(stream, 12, hash)).toBe(bytesHash(Buffer.of(0), content).toString('hex'));
    }
  });
});
