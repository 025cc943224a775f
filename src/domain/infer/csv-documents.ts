import type { CutListener, DocumentCutter } from './cut-documents.ts';
import { InputFaultError } from './input-fault.ts';
import { MAX_DOCUMENT_BYTES } from './limits.ts';
import { characterEnd, decodeUtf8, encodeUtf8, isUtf8 } from './utf8.ts';

const LINE_BREAKS = ['\n', '\r\n', '\r'] as const;

interface ParsedRow {
  readonly data: unknown;
  readonly meta: { readonly cursor: number; readonly delimiter: string; readonly linebreak: string };
}

/** `Papa.parse` of papaparse, which whoever reads CSV loads: the domain has no libraries that not everything needs. */
export type ParseCsv = (
  text: string,
  config: {
    readonly delimiter?: string;
    readonly newline?: (typeof LINE_BREAKS)[number];
    readonly step: (row: ParsedRow) => void;
  },
) => unknown;

type Dialect = Omit<Parameters<ParseCsv>[1], 'step'>;

/** Cells that are written as JSON writes numbers and booleans, and no longer than any identifier of digits. */
const NUMBER = /^-?(?:0|[1-9]\d{0,19})(?:\.\d{1,20})?(?:[eE][+-]?\d{1,3})?$/;
/** Characters that are parsed together at least. */
const PARSED_TOGETHER = 64 * 1024;
const MARK = '\ufeff';

/** The JSON of a cell: CSV has no types, so that numbers and booleans are told by how they are written. */
function jsonOf(cell: string): string {
  return cell === 'true' || cell === 'false' || NUMBER.test(cell) ? cell : JSON.stringify(cell);
}

/**
 * Reads CSV with a heading row as documents: each row is one, and empty cells are missing. The separator is guessed
 * from the first chunk. Both methods throw {@link InputFaultError} for text that is not UTF-8, a row that is too long,
 * or a heading that no fields can be made of.
 */
export class CsvReader implements DocumentCutter {
  readonly #parseCsv: ParseCsv;
  readonly #listener: CutListener;
  /** Bytes of a character that goes on in the next chunk. */
  #cut: Uint8Array = new Uint8Array(0);
  /** The beginning of a row that goes on in the next chunk. */
  #text = '';
  #parseFrom = 0;
  #dialect: Dialect | null = null;
  #heading: readonly string[] | null = null;
  #line = 1;

  constructor(parseCsv: ParseCsv, listener: CutListener) {
    this.#parseCsv = parseCsv;
    this.#listener = listener;
  }

  push(chunk: Uint8Array): void {
    const bytes = new Uint8Array(this.#cut.length + chunk.length);
    bytes.set(this.#cut);
    bytes.set(chunk, this.#cut.length);
    const end = characterEnd(bytes);
    this.#cut = bytes.slice(end);
    this.#text += this.#decode(bytes, end);
    // A row over many chunks is not parsed again with each of them.
    if (this.#text.length >= this.#parseFrom || this.#text.length > MAX_DOCUMENT_BYTES) this.#parse(false);
    this.#parseFrom = Math.max(PARSED_TOGETHER, this.#text.length * 2);
    if (this.#text.length > MAX_DOCUMENT_BYTES)
      throw new InputFaultError(
        `the row is longer than ${MAX_DOCUMENT_BYTES} bytes: is a quote not closed?`,
        this.#line,
      );
  }

  end(): void {
    this.#decode(this.#cut, this.#cut.length);
    this.#parse(true);
  }

  #decode(bytes: Uint8Array, end: number): string {
    if (!isUtf8(bytes, 0, end)) throw new InputFaultError('it is not valid UTF-8', this.#line);
    return decodeUtf8(bytes, 0, end);
  }

  /** Gives the rows of the text to the listener, but for the last one, unless it is the last of all. */
  #parse(isLast: boolean): void {
    // The parser drops it.
    const text = this.#text.startsWith(MARK) ? this.#text.slice(MARK.length) : this.#text;
    if (text === '') return;
    this.#dialect ??= this.#guess(text);
    let held: ParsedRow | null = null;
    let done = 0;
    this.#parseCsv(text, {
      ...this.#dialect,
      step: (row) => {
        if (held !== null) {
          done = held.meta.cursor;
          this.#row(held.data as readonly string[]);
        }
        held = { data: row.data, meta: row.meta };
      },
    });
    const last = held as ParsedRow | null;
    if (last === null) return;
    if (isLast) this.#row(last.data as readonly string[]);
    this.#text = isLast ? '' : text.slice(done);
  }

  /** Empty lines at the end, of which few rows have many, are no rows with one cell. */
  #guess(text: string): Dialect {
    let dialect: Dialect = {};
    this.#parseCsv(text.trimEnd(), {
      step({ meta: { delimiter, linebreak } }) {
        const newline = LINE_BREAKS.find((each) => each === linebreak);
        dialect = { delimiter, ...(newline !== undefined && { newline }) };
      },
    });
    return dialect;
  }

  #row(row: readonly string[]): void {
    const at = this.#line;
    this.#line += 1 + row.reduce((sum, cell) => sum + (cell.includes('\n') ? cell.split('\n').length - 1 : 0), 0);
    if (row.every((cell) => cell.trim() === '')) return;
    if (this.#heading === null) this.#heading = headingOf(row, at);
    else if (row.length !== this.#heading.length)
      this.#listener.fault(at, `The row has ${row.length} cells, and the heading ${this.#heading.length}.`);
    else {
      const bytes = encodeUtf8(documentOf(this.#heading, row));
      this.#listener.document(bytes, 0, bytes.length, at);
    }
  }
}

function headingOf(row: readonly string[], line: number): readonly string[] {
  const heading = row.map((cell) => cell.trim());
  const empty = heading.indexOf('');
  if (empty !== -1) throw new InputFaultError(`column ${empty + 1} has no name`, line);
  const twice = heading.find((name, at) => heading.indexOf(name) !== at);
  if (twice !== undefined) throw new InputFaultError(`two columns are called ${JSON.stringify(twice)}`, line);
  return heading;
}

function documentOf(heading: readonly string[], row: readonly string[]): string {
  const members = heading.flatMap((name, at) => {
    const cell = row[at] ?? '';
    return cell === '' ? [] : [`${JSON.stringify(name)}:${jsonOf(cell)}`];
  });
  return `{${members.join(',')}}`;
}
