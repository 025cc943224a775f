import { CsvReader, type ParseCsv } from './csv-documents.ts';
import { documentCutter, type CutListener, type DocumentCutter } from './cut-documents.ts';
import { encodingFault, formOf, LOOKED_AT, type InputForm } from './document-form.ts';
import { InputFaultError } from './input-fault.ts';

interface ReaderOptions {
  /** Of the file: its ending may say the form. */
  readonly name: string;
  /** Recognized where absent. */
  readonly form?: InputForm | undefined;
  readonly parseCsv: ParseCsv;
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf] as const;

/**
 * Gives every document of an input to a listener, as its chunks come, without holding more than one. Both throw
 * {@link InputFaultError} where nothing of the input can be read.
 */
export class DocumentReader {
  readonly #options: ReaderOptions;
  readonly #listener: CutListener;
  /** What came before the form was recognized. */
  #first: Uint8Array | null = new Uint8Array(0);
  #cutter: DocumentCutter | null = null;

  constructor(options: ReaderOptions, listener: CutListener) {
    this.#options = options;
    this.#listener = listener;
  }

  push(chunk: Uint8Array): void {
    if (this.#first === null) {
      this.#cutter?.push(chunk);
      return;
    }
    this.#first = joined(this.#first, chunk);
    if (this.#first.length >= LOOKED_AT) this.#begin(this.#first);
  }

  end(): void {
    if (this.#first !== null) this.#begin(this.#first);
    this.#cutter?.end();
  }

  #begin(first: Uint8Array): void {
    this.#first = null;
    const fault = encodingFault(first);
    if (fault !== null) throw new InputFaultError(fault, 1);
    const hasMark = BYTE_ORDER_MARK.every((byte, at) => first[at] === byte);
    const rest = hasMark ? first.subarray(BYTE_ORDER_MARK.length) : first;
    const { name, parseCsv, form = formOf(name, rest) } = this.#options;
    this.#cutter = form === 'csv' ? new CsvReader(parseCsv, this.#listener) : documentCutter(form, this.#listener);
    this.#cutter.push(rest);
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const whole = new Uint8Array(one.length + other.length);
  whole.set(one);
  whole.set(other, one.length);
  return whole;
}
