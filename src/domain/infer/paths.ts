import { levelsOf } from '../mapping/field-names.ts';
import { DistinctCount, hashOf, slotBudget } from './distinct.ts';
import { MAX_PATHS, MAX_SUMMED_KEY_SHARE, MIN_SUMMED_KEYS } from './limits.ts';
import { PathNode, type Edge } from './path-node.ts';
import { decodeUtf8, encodeUtf8 } from './utf8.ts';

const BACKSLASH = 92;
const KEY_SALT = 7;
/** Names that some engine refuses, which are told apart even where there are too many paths. */
const MAX_APART = 100;

/** Where a key leads: to a field, into what is summed up, or nowhere as no engine takes its name. */
interface Step {
  readonly node: number;
  /** Null below an object whose keys are not told apart. */
  readonly edge: Edge | null;
  readonly name: string;
  readonly isImpossible: boolean;
}

/** The tree of all paths, with a limit to how many there are. */
export class PathTree {
  readonly #budget = slotBudget();
  readonly root: PathNode;
  /** By number; a path that was summed up has the one that it was added to. */
  readonly nodes: PathNode[] = [];
  /** Values that belong to no field. */
  readonly nowhere: PathNode;
  readonly maxPaths: number;
  /** Paths that are told apart. */
  size = 0;
  /** Of names that some engine refuses, beyond the limit. */
  #apart = 0;
  constructor(maxPaths = MAX_PATHS) {
    this.maxPaths = maxPaths;
    this.root = this.#make(null, [], false);
    this.nowhere = this.#make(null, [], true);
    this.size = 0;
  }

  #make(parent: PathNode | null, levels: readonly string[], isSink: boolean): PathNode {
    const id = this.nodes.length;
    const node = new PathNode(id, parent, levels, this.#budget, isSink);
    this.nodes[id] = node;
    this.size++;
    return node;
  }

  /** Where a key leads that was not met before in this place, or that is out of its usual order. */
  step(node: PathNode, bytes: Uint8Array, start: number, end: number): Step {
    const name = keyText(bytes, start, end);
    if (node.isSink) return this.#intoSink(node, bytes, start, end, name);
    const known = node.edges.get(name);
    if (known !== undefined) return { node: known.node, edge: known, name, isImpossible: false };
    if (isImpossibleName(name)) return { node: this.nowhere.id, edge: null, name, isImpossible: true };
    const isSuspect = name.trim() === '' || (node === this.root && name.startsWith('_'));
    const isApart = isSuspect && !name.includes('.') && this.#apart < MAX_APART;
    const target = isApart ? this.#childApart(node, name) : this.#childAt(node, levelsOf(name));
    if (target.isSink) return this.#intoSink(target, bytes, start, end, name);
    // Other spellings of one name have no end.
    if (!isApart && node.edges.size >= this.maxPaths) return { node: target.id, edge: null, name, isImpossible: false };
    const edge: Edge = { bytes: bytes.slice(start, end), name, isSuspect, node: target.id, stamp: -1, next: null };
    node.edges.set(name, edge);
    return { node: target.id, edge, name, isImpossible: false };
  }

  #intoSink(sink: PathNode, bytes: Uint8Array, start: number, end: number, name: string): Step {
    sink.keys?.add(hashOf(bytes, start, end, KEY_SALT));
    sink.maxKeyBytes = Math.max(sink.maxKeyBytes, end - start);
    if (name.includes('\0')) sink.hasNul = true;
    return { node: sink.id, edge: null, name, isImpossible: false };
  }

  #sinkOf(node: PathNode): PathNode {
    if (node.sink !== null) return node.sink;
    const sink = this.#make(node, node.levels, true);
    this.size--;
    sink.keys = new DistinctCount(this.#budget);
    node.sink = sink;
    return sink;
  }

  /** A field whose name some engine refuses is told apart beyond the limit, so that its documents are listed. */
  #childApart(node: PathNode, name: string): PathNode {
    const known = node.children.get(name);
    if (known !== undefined) return known;
    const child = this.#make(node, [...node.levels, name], false);
    this.size--;
    this.#apart++;
    node.children.set(name, child);
    return child;
  }

  /** The field below the levels of a name, or what sums up the rest where no more paths are told apart. */
  #childAt(from: PathNode, levels: readonly string[]): PathNode {
    let node = from;
    for (const level of levels) {
      let next = node.children.get(level);
      if (next === undefined && node.sink === null && this.size >= this.maxPaths && !this.#sumUp()) {
        node.hasLeftOut = true;
        return this.#sinkOf(node);
      }
      // It may have been summed up itself, or be below an object that was.
      const now = this.nodes[node.id] ?? node;
      if (now !== node) return now;
      if (next === undefined && node.sink !== null) return node.sink;
      next ??= this.#make(node, [...node.levels, level], false);
      node.children.set(level, next);
      node = next;
    }
    return node;
  }

  /** Sums up the object whose keys look most like data; false where there is none. */
  #sumUp(): boolean {
    let best: PathNode | null = null;
    const waiting = [...this.root.children.values()];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      const { size } = node.children;
      if (size >= MIN_SUMMED_KEYS && size > (best?.children.size ?? 0) && keyShare(node) <= MAX_SUMMED_KEY_SHARE)
        best = node;
      waiting.push(...node.children.values());
    }
    if (best === null) return false;
    const sink = this.#sinkOf(best);
    for (const { bytes, name } of best.edges.values()) this.#intoSink(sink, bytes, 0, bytes.length, name);
    for (const child of best.children.values()) this.#merge(child, sink, best.levels.length);
    best.edges = new Map();
    best.children = new Map();
    best.first = null;
    return true;
  }

  #merge(node: PathNode, sink: PathNode, depth: number): void {
    for (const child of node.children.values()) this.#merge(child, sink, depth);
    if (node.sink !== null) {
      this.#add(node.sink, sink);
      this.#drop(node.sink, sink);
    }
    for (const level of node.levels.slice(depth)) {
      const { length } = encodeUtf8(level);
      sink.maxKeyBytes = Math.max(sink.maxKeyBytes, length);
      if (level.includes('\0')) sink.hasNul = true;
    }
    this.#add(node, sink);
    sink.deepest = Math.max(sink.deepest, node.levels.length - depth + (node.objects > 0 ? 1 : 0) + node.deepest);
    this.size--;
    this.#drop(node, sink);
  }

  #add(node: PathNode, sink: PathNode): void {
    for (const count of ['nulls', 'booleans', 'longs', 'floats', 'strings', 'objects', 'dotted', 'lists'] as const)
      sink[count] += node[count];
    sink.maxBytes = Math.max(sink.maxBytes, node.maxBytes);
    sink.maxChars = Math.max(sink.maxChars, node.maxChars);
    sink.maxKeyBytes = Math.max(sink.maxKeyBytes, node.maxKeyBytes);
    sink.hasNul ||= node.hasNul;
  }

  #drop(node: PathNode, sink: PathNode): void {
    node.distinct.free();
    node.keys?.free();
    // Keys with dots elsewhere may lead to it as well, so that its number is not given again.
    this.nodes[node.id] = sink;
  }
}

/** The share of an object's values that have a key, on average. */
export function keyShare(node: PathNode): number {
  let sum = 0;
  for (const child of node.children.values()) sum += child.documents;
  const holders = Math.max(node.objects, 1);
  return node.children.size === 0 ? 1 : sum / node.children.size / holders;
}

/** A name of which no engine makes a field. */
function isImpossibleName(name: string): boolean {
  if (name === '') return true;
  if (!name.includes('.')) return false;
  return levelsOf(name).some((level) => level.trim() === '');
}

function keyText(bytes: Uint8Array, start: number, end: number): string {
  const raw = decodeUtf8(bytes, start, end);
  return bytes.subarray(start, end).includes(BACKSLASH) ? (JSON.parse(`"${raw}"`) as string) : raw;
}
