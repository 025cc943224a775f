import { DOCUMENT_LIMITS } from '../documents/limits.ts';
import type { DocumentTrial, IgnoredBy, TriedIndex } from '../documents/trial.ts';
import { documentTrials } from '../documents/try-document.ts';
import { JsonTextError, parseJson } from '../json/text.ts';
import type { JsonObject, JsonValue } from '../json/value.ts';
import { cutText } from './cut-text.ts';
import { MAX_PATHS } from './limits.ts';
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

/** Values of accepted documents that a mapping keeps in the source only. */
interface IgnoredValues {
  readonly field: string;
  readonly by: IgnoredBy;
  /** Of the first one. */
  readonly reason: string;
  readonly documents: number;
  /** The first ones. */
  readonly lines: readonly number[];
}

/** What a mapping makes of the first value of a field that it lacks, or of one that it refuses. */
export type Unmapped =
  | {
      readonly kind: 'added';
      readonly definition: JsonObject;
      readonly isRuntime: boolean;
      /** The dynamic template that adds it, or null. */
      readonly template: string | null;
    }
  | { readonly kind: 'runtime' | 'unknown' }
  | { readonly kind: 'ignored' | 'refused'; readonly reason: string };

/** What mappings make of documents, counted. */
export interface DocumentCheck {
  readonly checked: number;
  readonly accepted: number;
  /** Documents of which it can't be told. */
  readonly unknown: number;
  /** By field, most first. */
  readonly refused: readonly RefusedDocuments[];
  readonly refusedCount: number;
  /** By field and cause, most first. Null, empty lists and what the mapping switches off are not listed. */
  readonly ignored: readonly IgnoredValues[];
  /** Fields that the mapping lacks, by their dotted paths. */
  readonly unmapped: readonly { readonly field: string; readonly outcome: Unmapped }[];
}

/** What is expected to be left out of the index, as the mapping or the document says so. */
const EXPECTED: ReadonlySet<IgnoredBy> = new Set(['null', 'empty', 'enabled', 'dynamic']);

interface Group {
  reason: string;
  documents: number;
  lines: number[];
}

/** Tries documents on mappings one by one, and counts the outcomes. */
export class DocumentChecker {
  readonly #attempt: ReturnType<typeof documentTrials>;
  readonly #groups = new Map<string, Group & { field: string | null }>();
  readonly #ignored = new Map<string, Group & { field: string; by: IgnoredBy; newest: number }>();
  readonly #unmapped = new Map<string, Unmapped>();
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
    const trial = this.#attempt(document);
    const { outcome, refusal } = trial;
    if (this.#listed.has(refusal?.field ?? '')) return;
    this.#checked++;
    this.#noteUnmapped(trial);
    if (refusal === undefined) this.#noteIgnored(trial, line);
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
      ignored: [...this.#ignored.values()]
        .map(({ newest: _newest, ...group }) => group)
        .toSorted((a, b) => b.documents - a.documents),
      unmapped: [...this.#unmapped].map(([field, outcome]) => ({ field, outcome })),
    };
  }

  #noteIgnored({ values }: DocumentTrial, line: number): void {
    for (const { field, effects } of values)
      for (const effect of effects) {
        if (effect.kind !== 'ignored' || EXPECTED.has(effect.by) || field === null) continue;
        const key = `${effect.by} ${field}`;
        const known = this.#ignored.get(key);
        if (known === undefined) {
          if (this.#ignored.size === MAX_REASONS) continue;
          const reason = cutText(effect.reason, MAX_REASON_LENGTH);
          const { by } = effect;
          this.#ignored.set(key, { field, by, reason, documents: 1, lines: [line], newest: this.#checked });
        } else if (known.newest !== this.#checked) {
          known.newest = this.#checked;
          known.documents++;
          if (known.lines.length < MAX_LINES) known.lines.push(line);
        }
      }
  }

  #noteUnmapped({ values, added }: DocumentTrial): void {
    for (const { path, definition, container, by } of added)
      this.#noteFirst(path, () => ({
        kind: 'added',
        definition,
        isRuntime: container === 'runtime',
        template: by.kind === 'dynamicTemplate' ? by.name : null,
      }));
    for (const { field, takenBy, effects } of values) {
      const isNew = takenBy.kind === 'none' || takenBy.kind === 'dynamic' || takenBy.kind === 'dynamicTemplate';
      if (field === null || !(isNew || takenBy.kind === 'runtime')) continue;
      for (const effect of effects)
        if (effect.kind === 'refused') {
          const { reason } = effect;
          if (this.#unmapped.get(field)?.kind !== 'refused' && this.#hasRoomFor(field))
            this.#unmapped.set(field, { kind: 'refused', reason: cutText(reason, MAX_REASON_LENGTH) });
        } else if (effect.kind === 'addsField') {
          const { definition } = effect;
          const template = takenBy.kind === 'dynamicTemplate' ? takenBy.name : null;
          this.#noteFirst(field, () => ({ kind: 'added', definition, isRuntime: false, template }));
        } else if (effect.kind === 'ignored' && effect.by !== 'null' && effect.by !== 'empty') {
          const { reason } = effect;
          this.#noteFirst(field, () => ({ kind: 'ignored', reason: cutText(reason, MAX_REASON_LENGTH) }));
        } else if (takenBy.kind === 'runtime') this.#noteFirst(field, () => ({ kind: 'runtime' }));
        else if (effect.kind === 'unknown') this.#noteFirst(field, () => ({ kind: 'unknown' }));
    }
  }

  #hasRoomFor(field: string): boolean {
    return this.#unmapped.has(field) || this.#unmapped.size < MAX_PATHS;
  }

  #noteFirst(field: string, outcome: () => Unmapped): void {
    if (!this.#unmapped.has(field) && this.#unmapped.size < MAX_PATHS) this.#unmapped.set(field, outcome());
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
