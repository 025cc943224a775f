import type { Pointer } from '../json/pointer.ts';
import type { Item } from './walk-parts.ts';

/** Types by how they read a decimal. */
export const READ_AS_SINGLE: ReadonlySet<string> = new Set(['float', 'half_float']);
export const READ_AS_WHOLE: ReadonlySet<string> = new Set(['byte', 'short', 'integer', 'long']);
export const READ_AS_DOUBLE: ReadonlySet<string> = new Set(['double', 'scaled_float']);

/**
 * How the decimals of a document were read: an engine that has read one in single precision can't read it as a whole
 * number for a multi-field or a copy, and refuses the document. Measured on Elasticsearch 7.17, 8.19 and 9.5, and on
 * OpenSearch 2.19 and 3.4; 1.3 reads the multi-fields of one field in another order.
 */
export class ReadDecimals {
  /** Of the last decimal: fields read one after another. */
  #pointer: Pointer | null = null;
  #isSingle = false;

  /** Notes that a field of a type reads a value; the reason why it can't, or null. */
  readAs(type: string, { value, text, pointer }: Item): string | null {
    if (typeof value !== 'number' || text === null || !/[.eE]/.test(text)) return null;
    const isFirst = this.#pointer !== pointer;
    if (READ_AS_SINGLE.has(type)) {
      if (isFirst) this.#note(pointer, true);
      return null;
    }
    if (!READ_AS_WHOLE.has(type) && !READ_AS_DOUBLE.has(type)) return null;
    if (READ_AS_WHOLE.has(type) && !isFirst && this.#isSingle)
      return `${text} was read as a float before, and no engine reads it as a whole number then.`;
    this.#note(pointer, false);
    return null;
  }

  #note(pointer: Pointer, isSingle: boolean): void {
    this.#pointer = pointer;
    this.#isSingle = isSingle;
  }
}
