import { MAX_NUMBER_LENGTH } from '../json/limits.ts';
import { MAX_DOCUMENT_DEPTH } from '../documents/limits.ts';
import { cutText } from './cut-text.ts';
import type { Edge, PathNode } from './path-node.ts';
import type { PathTree } from './paths.ts';
import { FLAG, OP, Tape } from './tape.ts';
import { isUtf8 } from './utf8.ts';

/** Why a document can't be read, or why no engine takes it. */
export interface ScanFault {
  readonly kind: 'syntax' | 'encoding' | 'duplicate' | 'depth' | 'name' | 'number' | 'root';
  readonly reason: string;
  /** Of the document, in bytes. */
  readonly offset: number;
}

class ScanError extends Error {
  constructor(readonly fault: ScanFault) {
    super(fault.reason);
  }
}

const QUOTE = 34;
const COMMA = 44;
const MINUS = 45;
const DOT = 46;
const ZERO = 48;
const NINE = 57;
const COLON = 58;
const BACKSLASH = 92;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
const SPACE = 32;
const LETTER_U = 117;
/** Stands for the byte behind the last one; it is no part of JSON. */
const END = 0;
/** What each byte means in a string: a flag, or that it may not be passed over. */
const STOPS = 256;
const STRING_BYTES = Uint16Array.from({ length: 256 }, (_, byte) =>
  byte < SPACE || byte === QUOTE || byte === BACKSLASH
    ? STOPS
    : byte === SPACE
      ? FLAG.spaced
      : byte >= 0x80
        ? FLAG.wide
        : 0,
);
/** `"\/bfnrtu` behind a backslash. */
const ESCAPES: ReadonlySet<number> = new Set([34, 92, 47, 98, 102, 110, 114, 116, LETTER_U]);
/** Characters of a key that a message shows. */
const SHOWN_KEY = 60;

const WORDS: readonly (readonly [first: number, rest: string, op: number])[] = [
  [116, 'true', OP.true],
  [102, 'false', OP.false],
  [110, 'null', OP.null],
];

/**
 * Reads documents by their bytes, without making values of them: each value becomes an entry of the tape, with its
 * path. Takes what `parseJson` takes, as tests of both say, and refuses what engines refuse of any document.
 */
export class DocumentScanner {
  readonly tape = new Tape();
  /** Fields of the document whose names some engine refuses. */
  readonly suspects: number[] = [];
  /** A fault that does not end the reading; the first one. */
  #fault: ScanFault | null = null;
  readonly #tree: PathTree;
  #bytes: Uint8Array = new Uint8Array(0);
  #start = 0;
  #end = 0;
  #at = 0;
  #objects = 0;
  /** Set by {@link #string}. */
  #flags = 0;

  constructor(tree: PathTree) {
    this.#tree = tree;
  }

  /** Fills the tape; a fault where the bytes are no document that an engine can take. */
  scan(bytes: Uint8Array, start: number, end: number): ScanFault | null {
    this.#bytes = bytes;
    this.#start = start;
    this.#end = end;
    this.#at = start;
    this.#fault = null;
    this.tape.length = 0;
    this.suspects.length = 0;
    try {
      const first = this.#space();
      if (first === OPEN_BRACE) this.#object(this.#tree.root, 1, 0);
      else {
        this.#value(this.#tree.nowhere, 0, 0);
        this.#note('root', `A document is an object, not ${NOT_OBJECTS[first] ?? 'a number'}.`, start);
      }
      if (this.#space() !== END || this.#at < this.#end) this.#syntax('Unexpected text after the value.');
    } catch (error) {
      if (error instanceof ScanError) return error.fault;
      throw error;
    }
    return this.#fault;
  }

  #note(kind: ScanFault['kind'], reason: string, at: number): void {
    this.#fault ??= { kind, reason, offset: at - this.#start };
  }

  #fail(kind: ScanFault['kind'], reason: string, at: number): never {
    throw new ScanError({ kind, reason, offset: at - this.#start });
  }

  #syntax(reason: string, at = this.#at): never {
    this.#fail('syntax', at >= this.#end ? 'The document ends in the middle.' : reason, at);
  }

  /** The next byte that is no white space; stays in front of it. */
  #space(): number {
    const bytes = this.#bytes;
    let at = this.#at;
    while (at < this.#end) {
      const byte = bytes[at] ?? END;
      if (byte > SPACE) break;
      if (byte !== SPACE && byte !== 10 && byte !== 13 && byte !== 9) break;
      at++;
    }
    this.#at = at;
    return at < this.#end ? (bytes[at] ?? END) : END;
  }

  #value(node: PathNode, depth: number, inList: number): void {
    const byte = this.#space();
    const { tape } = this;
    if (byte === QUOTE) {
      const start = this.#at + 1;
      const end = this.#string();
      tape.add(OP.string | inList | this.#flags, node.id, start, end);
      return;
    }
    if (byte === MINUS || (byte >= ZERO && byte <= NINE)) {
      this.#number(node, inList);
      return;
    }
    if (byte === OPEN_BRACE) {
      tape.add(OP.object | inList, node.id, this.#at, 0);
      this.#object(node, depth + 1, inList);
      return;
    }
    if (byte === OPEN_BRACKET) {
      this.#list(node, depth + 1, inList);
      return;
    }
    for (const [first, word, op] of WORDS) {
      if (byte !== first) continue;
      const start = this.#at;
      for (let at = 0; at < word.length; at++)
        if (start + at >= this.#end || this.#bytes[start + at] !== word.charCodeAt(at))
          this.#syntax('Not a JSON value.', start + at);
      this.#at = start + word.length;
      tape.add(op | inList, node.id, start, this.#at);
      return;
    }
    this.#syntax('A value is expected here.');
  }

  #enter(depth: number): void {
    if (depth > MAX_DOCUMENT_DEPTH)
      this.#fail('depth', `Objects and lists nest deeper than ${MAX_DOCUMENT_DEPTH} levels.`, this.#at);
  }

  #list(node: PathNode, depth: number, inList: number): void {
    this.#enter(depth);
    const entry = this.tape.add(OP.list | inList, node.id, 0, 0);
    this.#at++;
    let count = 0;
    if (this.#space() === CLOSE_BRACKET) this.#at++;
    else
      for (;;) {
        this.#value(node, depth, FLAG.inList);
        count++;
        const byte = this.#space();
        this.#at++;
        if (byte === CLOSE_BRACKET) break;
        if (byte !== COMMA) this.#syntax('A comma or a closing bracket ] is expected here.', this.#at - 1);
      }
    this.tape.entries[entry + 2] = count;
    this.tape.entries[entry + 3] = this.tape.length;
  }

  #object(node: PathNode, depth: number, inList: number): void {
    this.#enter(depth);
    const tree = this.#tree;
    if (node.isSink) node.deepest = Math.max(node.deepest, depth - node.levels.length);
    const serial = ++this.#objects;
    let previous: Edge | null = null;
    let others: Set<string> | null = null;
    this.#at++;
    if (this.#space() === CLOSE_BRACE) {
      this.#at++;
      return;
    }
    for (;;) {
      if (this.#space() !== QUOTE) this.#syntax('A key in double quotes is expected here.');
      const start = this.#at + 1;
      let edge: Edge | null = previous === null ? node.first : previous.next;
      let id: number;
      if (edge !== null && this.#isKey(edge.bytes, start)) {
        this.#at = start + edge.bytes.length + 1;
        id = edge.node;
      } else {
        const end = this.#string();
        const step = tree.step(node, this.#bytes, start, end);
        edge = step.edge;
        id = step.node;
        if (step.isImpossible)
          this.#note(
            'name',
            `No engine takes a field by the name ${JSON.stringify(cutText(step.name, SHOWN_KEY))}.`,
            start,
          );
        if (edge === null) {
          others ??= new Set();
          if (others.has(step.name)) this.#duplicate(step.name, start);
          others.add(step.name);
        } else if (previous === null) node.first = edge;
        else previous.next = edge;
      }
      if (edge !== null) {
        if (edge.stamp === serial) this.#duplicate(edge.name, start);
        edge.stamp = serial;
        if (edge.isSuspect) this.suspects.push(id);
        previous = edge;
      }
      if (this.#space() !== COLON) this.#syntax('A colon is expected here.');
      this.#at++;
      const child = tree.nodes[id] ?? tree.nowhere;
      if (!node.isSink && child.parent !== node) this.#dotted(node, child, inList);
      this.#value(child, depth, child.isSink ? inList : 0);
      const byte = this.#space();
      this.#at++;
      if (byte === CLOSE_BRACE) return;
      if (byte !== COMMA) this.#syntax('A comma or a closing brace } is expected here.', this.#at - 1);
    }
  }

  /** The objects that only the dots in a name say. */
  #dotted(node: PathNode, child: PathNode, inList: number): void {
    for (let way = child.parent; way !== null && way.levels.length > node.levels.length; way = way.parent)
      this.tape.add(OP.dotted | inList, way.id, 0, 0);
  }

  #duplicate(name: string, at: number): void {
    this.#note('duplicate', `The key ${JSON.stringify(cutText(name, SHOWN_KEY))} is named twice in one object.`, at);
  }

  #isKey(key: Uint8Array, start: number): boolean {
    const bytes = this.#bytes;
    const { length } = key;
    if (start + length >= this.#end || bytes[start + length] !== QUOTE) return false;
    for (let at = 0; at < length; at++) if (bytes[start + at] !== key[at]) return false;
    return true;
  }

  /** Goes behind a string that begins here; gives the place of its closing quote. */
  #string(): number {
    const bytes = this.#bytes;
    const end = this.#end;
    const start = this.#at + 1;
    let flags = 0;
    let at = start;
    for (;;) {
      // Four bytes at a time, as long as none of them ends the string or needs a look.
      while (at + 3 < end) {
        const kinds =
          (STRING_BYTES[bytes[at] ?? END] ?? STOPS) |
          (STRING_BYTES[bytes[at + 1] ?? END] ?? STOPS) |
          (STRING_BYTES[bytes[at + 2] ?? END] ?? STOPS) |
          (STRING_BYTES[bytes[at + 3] ?? END] ?? STOPS);
        if (kinds >= STOPS) break;
        flags |= kinds;
        at += 4;
      }
      if (at >= end) this.#syntax('The string is not closed.', end);
      const kind = STRING_BYTES[bytes[at] ?? END] ?? STOPS;
      if (kind < STOPS) {
        flags |= kind;
        at++;
        continue;
      }
      const byte = bytes[at] ?? END;
      if (byte === QUOTE) break;
      if (byte !== BACKSLASH) this.#syntax('This character must be escaped in a string.', at);
      flags |= FLAG.escaped;
      at = this.#escape(at);
    }
    if ((flags & FLAG.wide) !== 0 && !isUtf8(bytes, start, at)) this.#fail('encoding', 'It is not valid UTF-8.', start);
    this.#flags = flags;
    this.#at = at + 1;
    return at;
  }

  /** Behind the escape that begins at a backslash. */
  #escape(at: number): number {
    const byte = at + 1 < this.#end ? (this.#bytes[at + 1] ?? END) : END;
    if (!ESCAPES.has(byte)) this.#syntax('Invalid escape sequence.', at + 1);
    if (byte !== LETTER_U) return at + 2;
    for (let digit = at + 2; digit < at + 6; digit++) {
      const code = digit < this.#end ? (this.#bytes[digit] ?? END) : END;
      const isHex = (code >= ZERO && code <= NINE) || ((code | 32) >= 97 && (code | 32) <= 102);
      if (!isHex) this.#syntax('Invalid Unicode escape.', digit);
    }
    return at + 6;
  }

  #number(node: PathNode, inList: number): void {
    const bytes = this.#bytes;
    const end = this.#end;
    const start = this.#at;
    let at = start;
    let flags = 0;
    if (bytes[at] === MINUS) at++;
    at = at < end && bytes[at] === ZERO ? at + 1 : this.#digits(at);
    if (at < end && bytes[at] === DOT) {
      flags = FLAG.fraction;
      at = this.#digits(at + 1);
    }
    if (at < end && ((bytes[at] ?? END) | 32) === 101) {
      flags = FLAG.fraction;
      at++;
      if (at < end && (bytes[at] === 43 || bytes[at] === MINUS)) at++;
      at = this.#digits(at);
    }
    if (at - start > MAX_NUMBER_LENGTH)
      this.#note('number', `A number is longer than ${MAX_NUMBER_LENGTH.toLocaleString('en')} characters.`, start);
    this.#at = at;
    this.tape.add(OP.number | flags | inList, node.id, start, at);
  }

  /** Behind at least one digit. */
  #digits(from: number): number {
    const bytes = this.#bytes;
    let at = from;
    while (at < this.#end && (bytes[at] ?? END) >= ZERO && (bytes[at] ?? END) <= NINE) at++;
    if (at === from) this.#syntax('Not a JSON number.', at);
    return at;
  }
}

const NOT_OBJECTS: Readonly<Record<number, string>> = {
  [QUOTE]: 'a string',
  [OPEN_BRACKET]: 'a list',
  116: 'true',
  102: 'false',
  110: 'null',
};
