import { MAX_DOCUMENT_BYTES } from './limits.ts';

/** Receives the documents that a text is cut into. */
export interface CutListener {
  /** The bytes of one document, which are valid until the call returns. Lines count from 1. */
  document(bytes: Uint8Array, start: number, end: number, line: number): void;
  /** A document that is longer than any may be; it was not kept. */
  tooLong(line: number): void;
  /** Something between documents that belongs to none. */
  fault(line: number, reason: string): void;
}

/** How documents follow each other. */
export type DocumentForm =
  /** One in each line, as NDJSON. */
  | 'lines'
  /** The elements of one JSON array. */
  | 'array'
  /** One behind the other, each over as many lines as it has. */
  | 'values';

/** Cuts a text into documents as its chunks come. */
export interface DocumentCutter {
  push(chunk: Uint8Array): void;
  end(): void;
}

export function documentCutter(form: DocumentForm, listener: CutListener): DocumentCutter {
  return form === 'lines' ? new LineCutter(listener) : new ValueCutter(listener, form === 'array');
}

const LINE_FEED = 10;
const SPACE = 32;
const QUOTE = 34;
const COMMA = 44;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte !== SPACE && byte !== 13 && byte !== 9 && byte !== LINE_FEED) return false;
  }
  return true;
}

/** The pieces of a document that is in several chunks; holds at most as much as a document may have. */
class Pieces {
  #parts: Uint8Array[] = [];
  #length = 0;

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  get isTooLong(): boolean {
    return this.#length > MAX_DOCUMENT_BYTES;
  }

  add(bytes: Uint8Array, start: number, end: number): void {
    this.#length += end - start;
    if (this.isTooLong) this.#parts = [];
    else if (end > start) this.#parts.push(bytes.slice(start, end));
  }

  take(): Uint8Array {
    const whole = new Uint8Array(this.#length);
    let at = 0;
    for (const part of this.#parts) {
      whole.set(part, at);
      at += part.length;
    }
    this.clear();
    return whole;
  }

  clear(): void {
    this.#parts = [];
    this.#length = 0;
  }
}

/** Cuts at line feeds; lines of white space are no documents. */
class LineCutter implements DocumentCutter {
  readonly #listener: CutListener;
  readonly #pieces = new Pieces();
  #line = 1;

  constructor(listener: CutListener) {
    this.#listener = listener;
  }

  push(chunk: Uint8Array): void {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      this.#finish(chunk, start, end);
      this.#line++;
      start = end + 1;
    }
    this.#pieces.add(chunk, start, chunk.length);
  }

  end(): void {
    this.#finish(new Uint8Array(0), 0, 0);
  }

  #finish(chunk: Uint8Array, start: number, end: number): void {
    const pieces = this.#pieces;
    if (pieces.isEmpty) {
      if (!isBlank(chunk, start, end)) this.#listener.document(chunk, start, end, this.#line);
      return;
    }
    pieces.add(chunk, start, end);
    if (pieces.isTooLong) {
      pieces.clear();
      this.#listener.tooLong(this.#line);
      return;
    }
    const whole = pieces.take();
    if (!isBlank(whole, 0, whole.length)) this.#listener.document(whole, 0, whole.length, this.#line);
  }
}

/** Cuts at the elements of an array, or behind each object, by brackets and quotes alone. */
class ValueCutter implements DocumentCutter {
  readonly #listener: CutListener;
  readonly #isArray: boolean;
  readonly #pieces = new Pieces();
  #line = 1;
  /** Of the value in hand. */
  #startLine = 1;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #hasValue = false;
  #state: 'before' | 'inside' | 'behind' | 'done';
  /** Elements that were cut off by a comma. */
  #count = 0;

  constructor(listener: CutListener, isArray: boolean) {
    this.#listener = listener;
    this.#isArray = isArray;
    this.#state = isArray ? 'before' : 'inside';
  }

  push(chunk: Uint8Array): void {
    let start = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (byte === LINE_FEED) this.#line++;
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === BACKSLASH) this.#isEscaped = true;
        else if (byte === QUOTE) this.#isInString = false;
        continue;
      }
      if (byte <= SPACE) continue;
      if (this.#state === 'before') {
        this.#state = byte === OPEN_BRACKET ? 'inside' : 'behind';
        start = at + 1;
        continue;
      }
      if (this.#state === 'done') return;
      if (this.#state === 'behind') {
        this.#listener.fault(this.#line, 'Unexpected text after the end of the array.');
        this.#state = 'done';
        return;
      }
      if (this.#depth === 0 && this.#isArray && (byte === COMMA || byte === CLOSE_BRACKET)) {
        if (byte === COMMA || this.#hasValue || this.#count > 0) this.#finish(chunk, start, at);
        this.#count++;
        if (byte === CLOSE_BRACKET) this.#state = 'behind';
        start = at + 1;
        continue;
      }
      if (!this.#hasValue) {
        this.#hasValue = true;
        this.#startLine = this.#line;
      }
      if (byte === QUOTE) this.#isInString = true;
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.#depth++;
      else if ((byte === CLOSE_BRACE || byte === CLOSE_BRACKET) && this.#depth > 0 && --this.#depth === 0) {
        if (this.#isArray) continue;
        this.#finish(chunk, start, at + 1);
        start = at + 1;
      }
    }
    if (this.#state === 'inside') this.#pieces.add(chunk, start, chunk.length);
  }

  end(): void {
    if (this.#hasValue) this.#finish(new Uint8Array(0), 0, 0);
    if (this.#isArray && this.#state === 'inside')
      this.#listener.fault(this.#line, 'The file ends in the middle of the array.');
  }

  #finish(chunk: Uint8Array, start: number, end: number): void {
    const pieces = this.#pieces;
    const line = this.#hasValue ? this.#startLine : this.#line;
    this.#hasValue = false;
    if (pieces.isEmpty) {
      this.#listener.document(chunk, start, end, line);
      return;
    }
    pieces.add(chunk, start, end);
    if (pieces.isTooLong) {
      pieces.clear();
      this.#listener.tooLong(line);
      return;
    }
    const whole = pieces.take();
    this.#listener.document(whole, 0, whole.length, line);
  }
}
