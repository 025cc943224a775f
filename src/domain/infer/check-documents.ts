import { DOCUMENT_LIMITS } from '../documents/limits.ts';
import type { TriedIndex } from '../documents/trial.ts';
import { documentTrials } from '../documents/try-document.ts';
import { JsonTextError, parseJson } from '../json/text.ts';
import type { JsonValue } from '../json/value.ts';
import { cutText } from './cut-text.ts';
import { decodeUtf8, isUtf8 } from './utf8.ts';

/** Different reasons that are kept, and the lines of each. */
const MAX_REASONS = 50;
const MAX_LINES = 5;
const MAX_REASON_LENGTH = 200;

interface RefusedDocuments {
  readonly field: string | null;
  /** Of the first one; it may repeat its value, cut. */
  readonly reason: string;
  readonly documents: number;
  /** The first ones. */
  readonly lines: readonly number[];
}

/** What mappings make of documents, counted. */
export interface DocumentCheck {
  readonly checked: number;
  readonly accepted: number;
  /** Documents of which it can't be told. */
  readonly unknown: number;
  /** By field, most first. */
  readonly refused: readonly RefusedDocuments[];
  readonly refusedCount: number;
}

/** Tries documents on mappings one by one, and counts the outcomes. */
export class DocumentChecker {
  readonly #attempt: ReturnType<typeof documentTrials>;
  readonly #groups = new Map<string, { reason: string; field: string | null; documents: number; lines: number[] }>();
  readonly #listed: ReadonlySet<string>;
  #checked = 0;
  #unknown = 0;
  #refused = 0;

  /** Refusals of fields in `listed` are told of elsewhere. */
  constructor(index: TriedIndex, listed: ReadonlySet<string>) {
    this.#listed = listed;
    this.#attempt = documentTrials(index);
  }

  add(document: JsonValue, line: number): void {
    const { outcome, refusal } = this.#attempt(document);
    if (this.#listed.has(refusal?.field ?? '')) return;
    this.#checked++;
    if (outcome === 'unknown') this.#unknown++;
    if (refusal === undefined) return;
    this.#refused++;
    const key = refusal.field ?? '';
    const known = this.#groups.get(key);
    if (known !== undefined) {
      known.documents++;
      if (known.lines.length < MAX_LINES) known.lines.push(line);
    } else if (this.#groups.size < MAX_REASONS) {
      const reason = cutText(refusal.reason, MAX_REASON_LENGTH);
      this.#groups.set(key, { field: refusal.field, reason, documents: 1, lines: [line] });
    }
  }

  result(): DocumentCheck {
    return {
      checked: this.#checked,
      accepted: this.#checked - this.#refused - this.#unknown,
      unknown: this.#unknown,
      refused: [...this.#groups.values()].toSorted((a, b) => b.documents - a.documents),
      refusedCount: this.#refused,
    };
  }
}

/** A document as it is tried; null where it can't be read, which the collector has told of. */
export function readDocument(bytes: Uint8Array): JsonValue | null {
  if (!isUtf8(bytes, 0, bytes.length)) return null;
  try {
    return parseJson(decodeUtf8(bytes, 0, bytes.length), DOCUMENT_LIMITS);
  } catch (error) {
    if (error instanceof JsonTextError) return null;
    throw error;
  }
}
