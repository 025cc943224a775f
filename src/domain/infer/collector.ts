import { cutText } from './cut-text.ts';
import { hashOf } from './distinct.ts';
import { MAX_DOCUMENT_BYTES, MAX_FAULTS, MAX_SAMPLE_LENGTH, MIN_VECTOR_LENGTH } from './limits.ts';
import type { PathNode } from './path-node.ts';
import { PathTree } from './paths.ts';
import { DocumentScanner, type ScanFault } from './scan-document.ts';
import { FLAG, OP, OP_MASK, TAPE_WIDTH } from './tape.ts';
import { formsOf, formsOfBytes } from './text-forms.ts';
import { decodeUtf8, encodeUtf8 } from './utf8.ts';

/** A document that is not read, or that no engine takes. */
export interface DocumentFault {
  /** Where the document begins; counts from 1. */
  readonly line: number;
  readonly kind: ScanFault['kind'] | 'size';
  readonly reason: string;
  /** Bytes from the start of the document. */
  readonly offset: number;
  /** Which call of `add` gave it, from 1; absent where none did. */
  readonly document?: number;
}

/** Whole numbers of up to this many digits are exact as they are added up. */
const EXACT_DIGITS = 15;
/** Powers of ten up to here are exact. */
const MAX_PLACES = 22;
const POWERS = Float64Array.from({ length: MAX_PLACES + 1 }, (_, places) => 10 ** places);
/** Fewer digits than this are within 64 bits. */
const LONG_DIGITS = 19;
const LAST_LONG = 2n ** 63n - 1n;
const FIRST_LONG = -(2n ** 63n);
const LAST_UNSIGNED = 2n ** 64n - 1n;
const MINUS = 45;
const DOT = 46;
const ZERO = 48;
const NINE = 57;
const NUMBER_SALT = 1;
const STRING_SALT = 2;

/**
 * Reads documents one by one into statistics of their fields. What it holds has a limit: it does not grow with the
 * documents. A document that can't be read, or that no engine takes, is listed and counts for nothing else.
 */
export class DocumentCollector {
  readonly tree: PathTree;
  readonly #scanner: DocumentScanner;
  /** Documents that count, and all that were given. */
  documents = 0;
  total = 0;
  readonly faults: DocumentFault[] = [];
  faultCount = 0;
  #added = 0;

  constructor(maxPaths?: number) {
    this.tree = new PathTree(maxPaths);
    this.#scanner = new DocumentScanner(this.tree);
  }

  /** Adds the document in these bytes, which may have white space around it. Gives why it does not count, or null. */
  add(bytes: Uint8Array, start: number, end: number, line: number): DocumentFault | null {
    const document = ++this.#added;
    if (end - start > MAX_DOCUMENT_BYTES) return this.addTooLong(line);
    const fault = this.#scanner.scan(bytes, start, end);
    this.total++;
    if (fault === null) {
      this.documents++;
      this.#commit(bytes, line);
    }
    return fault === null ? null : this.#list({ ...fault, line, document });
  }

  /** Adds a document from its text. */
  addText(text: string, line: number): DocumentFault | null {
    const bytes = encodeUtf8(text);
    return this.add(bytes, 0, bytes.length, line);
  }

  /** Lists a document that was not held as it is longer than the limit. */
  addTooLong(line: number): DocumentFault {
    this.total++;
    const limit = MAX_DOCUMENT_BYTES / (1024 * 1024);
    return this.#list({ line, kind: 'size', reason: `The document is larger than ${limit} MiB.`, offset: 0 });
  }

  #list(fault: DocumentFault): DocumentFault {
    this.faultCount++;
    if (this.faults.length < MAX_FAULTS) this.faults.push(fault);
    return fault;
  }

  #commit(bytes: Uint8Array, line: number): void {
    const { entries, length } = this.#scanner.tape;
    const { nodes, nowhere } = this.tree;
    const document = this.total;
    for (const id of this.#scanner.suspects) nodes[id]?.noteLine(line);
    for (let at = 0; at < length; at += TAPE_WIDTH) {
      const flags = entries[at] ?? 0;
      const node = nodes[entries[at + 1] ?? 0] ?? nowhere;
      if (node === nowhere) continue;
      const start = entries[at + 2] ?? 0;
      const end = entries[at + 3] ?? 0;
      if (node.lastDocument !== document) {
        node.lastDocument = document;
        if (node.documents++ === 0) node.firstLine = line;
      }
      const op = flags & OP_MASK;
      const isInList = (flags & FLAG.inList) !== 0;
      if (!isInList && op !== OP.list) node.single++;
      switch (op) {
        case OP.string:
          noteString(node, bytes, start, end, flags);
          break;
        case OP.number:
          noteNumber(node, bytes, start, end, (flags & FLAG.fraction) !== 0);
          break;
        case OP.null:
          node.nulls++;
          if (isInList) node.nullsInLists++;
          break;
        case OP.object:
          node.objects++;
          break;
        case OP.dotted:
          node.dotted++;
          break;
        case OP.list:
          node.lists++;
          if (isInList) node.listsInLists++;
          if (start === 0) node.emptyLists++;
          this.#noteVector(node, bytes, at, start, document);
          break;
        default:
          node.booleans++;
          node.firstValue ??= op === OP.true ? 'true' : 'false';
      }
    }
  }

  /** Whether a list of so many values goes on looking like a vector. */
  #noteVector(node: PathNode, bytes: Uint8Array, at: number, count: number, document: number): void {
    if (node.vectorLength === -1) return;
    const isAgain = node.lastVectorDocument === document;
    node.lastVectorDocument = document;
    const isOther = node.vectorLength !== 0 && node.vectorLength !== count;
    if (count < MIN_VECTOR_LENGTH || isAgain || isOther) {
      node.vectorLength = -1;
      return;
    }
    const { entries } = this.#scanner.tape;
    let hasValue = false;
    for (let item = 1; item <= count; item++) {
      const place = at + item * TAPE_WIDTH;
      if (((entries[place] ?? 0) & OP_MASK) !== OP.number) {
        node.vectorLength = -1;
        return;
      }
      if (hasValue) continue;
      const component = Number(decodeUtf8(bytes, entries[place + 2] ?? 0, entries[place + 3] ?? 0));
      hasValue = component * component > 0;
    }
    node.vectorLength = count;
    if (!hasValue) node.hasZeroVector = true;
  }
}

function noteNumber(node: PathNode, bytes: Uint8Array, start: number, end: number, isFloat: boolean): void {
  const isNegative = bytes[start] === MINUS;
  if (isNegative) node.negatives++;
  let digits = 0;
  let places = 0;
  let value = 0;
  let hasExponent = false;
  let isBehindDot = false;
  for (let at = isNegative ? start + 1 : start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === DOT) isBehindDot = true;
    else if (byte < ZERO || byte > NINE) {
      hasExponent = true;
      break;
    } else {
      // Zeros in front are no digits.
      if (digits > 0 || byte !== ZERO) digits++;
      if (isBehindDot) places++;
      value = value * 10 + byte - ZERO;
    }
  }
  if (digits > node.maxDigits) node.maxDigits = digits;
  if (isFloat) node.floats++;
  else node.longs++;
  if (hasExponent || places > MAX_PLACES || digits > LONG_DIGITS) value = Number(decodeUtf8(bytes, start, end)) + 0;
  else {
    if (places > 0) value /= POWERS[places] ?? 1;
    // A zero has no sign.
    if (isNegative && value !== 0) value = -value;
    // Of more digits this is not the last one, which only matters for the smallest and the largest.
    if (digits > EXACT_DIGITS && (value <= node.minNumber || value >= node.maxNumber))
      value = Number(decodeUtf8(bytes, start, end));
  }
  if (!isFloat && digits >= LONG_DIGITS) {
    const whole = BigInt(decodeUtf8(bytes, start, end));
    if (whole > LAST_LONG || whole < FIRST_LONG) node.beyondLong++;
    if (whole > LAST_UNSIGNED || whole < 0n) node.beyondUnsigned++;
  }
  if (!Number.isFinite(value)) node.infinite++;
  if (value < node.minNumber) node.minNumber = value;
  if (value > node.maxNumber) node.maxNumber = value;
  if (node.isSink) return;
  const hash = hashOf(bytes, start, end, NUMBER_SALT);
  node.distinct.add(hash);
  if (hash < node.sampleLimit || node.firstValue === null) {
    const text = decodeUtf8(bytes, start, end);
    node.firstValue ??= text;
    node.keep(hash, cutText(text, MAX_SAMPLE_LENGTH), text.length > MAX_SAMPLE_LENGTH);
  }
}

function noteString(node: PathNode, bytes: Uint8Array, start: number, end: number, flags: number): void {
  node.strings++;
  if ((flags & FLAG.spaced) !== 0) node.withSpaces++;
  if ((flags & FLAG.escaped) !== 0) {
    const text = JSON.parse(`"${decodeUtf8(bytes, start, end)}"`) as string;
    const plain = encodeUtf8(text);
    noteText(node, plain, 0, plain.length, text.length, text);
    return;
  }
  if ((flags & FLAG.wide) === 0) {
    noteText(node, bytes, start, end, end - start, null);
    return;
  }
  let chars = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    // Each character begins with one such byte, and one of four bytes is two of UTF-16.
    if ((byte & 0xc0) !== 0x80) chars += byte >= 0xf0 ? 2 : 1;
  }
  noteText(node, bytes, start, end, chars, null);
}

function noteText(
  node: PathNode,
  bytes: Uint8Array,
  start: number,
  end: number,
  chars: number,
  decoded: string | null,
): void {
  if (end - start > node.maxBytes) node.maxBytes = end - start;
  if (chars > node.maxChars) node.maxChars = chars;
  if (node.isSink) {
    node.hasNul ||= decoded !== null && decoded.includes('\0');
    return;
  }
  if (chars < node.minChars) node.minChars = chars;
  node.totalChars += chars;
  if (chars === 0) node.emptyStrings++;
  let text = decoded;
  if (node.forms !== 0) {
    const found =
      (decoded === null ? formsOfBytes(bytes, start, end) : null) ??
      formsOf((text ??= decodeUtf8(bytes, start, end)), node.forms);
    node.forms &= found.forms;
    node.everyDate &= found.dates;
    node.usedDates |= found.dates & -found.dates;
  }
  const hash = hashOf(bytes, start, end, STRING_SALT);
  node.distinct.add(hash);
  if (hash < node.sampleLimit || node.firstValue === null) {
    text ??= decodeUtf8(bytes, start, end);
    const json = JSON.stringify(cutText(text, MAX_SAMPLE_LENGTH));
    node.firstValue ??= json;
    node.keep(hash, json, text.length > MAX_SAMPLE_LENGTH);
  }
}
