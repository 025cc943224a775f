import type { MissingPart } from './missing-part.ts';

/** The parts of a row of the index list that are read beside `_cat/indices`, as `missing` names them. */
export const INDEX_PARTS = {
  /** Health, documents, sizes: what `_cat/indices` counts. */
  figures: 'health, documents and sizes',
  /** Aliases, data stream, mode, hidden, frozen. */
  details: 'aliases, data streams and hidden indices',
  /** What `_alias` does not tell of these. */
  detailsButAliases: 'data streams and hidden indices',
  policy: 'lifecycle policies',
} as const;

/** An answer, or an item of one, that lists what could not be read. */
export interface WithMissing {
  readonly missing?: readonly MissingPart[] | undefined;
}

/** Whether a row lacks one of its parts, so that the absence of its members means nothing. */
export function lacksPart({ missing }: WithMissing, ...parts: readonly (keyof typeof INDEX_PARTS)[]): boolean {
  return missing?.some(({ part }) => parts.some((each) => INDEX_PARTS[each] === part)) === true;
}

/** What could not be read of the answer of any route, or of the items of one; cost: one look at each item. */
export function missingIn(answer: unknown): readonly MissingPart[] {
  const items: readonly unknown[] = Array.isArray(answer) ? answer : [answer];
  for (const item of items) {
    if (typeof item !== 'object' || item === null || !('missing' in item) || !Array.isArray(item.missing)) continue;
    const found = item.missing.filter(isMissingPart);
    if (found.length > 0) return found;
  }
  return [];
}

function isMissingPart(value: unknown): value is MissingPart {
  if (typeof value !== 'object' || value === null || !('part' in value) || !('reason' in value)) return false;
  return typeof value.part === 'string' && typeof value.reason === 'string';
}

/** What could not be read, with the reason, as a sentence. */
export function missingSentence({ part, reason }: MissingPart): string {
  return `Couldn’t load ${part}: ${reason}${/[.!?]$/.test(reason) ? '' : '.'}`;
}
