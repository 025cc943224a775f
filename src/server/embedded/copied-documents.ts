import type { IndexDocument } from './documents.ts';

/** Documents that an index has without their sources, by the index that they were made with. */
export interface MadeDocuments {
  /** UUID of the index that they were made with. */
  readonly origin: string;
  readonly count: number;
  /** Of one of them. */
  readonly bytes: number;
}

/** One of them, by its number. */
export interface MadeDocument {
  readonly origin: string;
  readonly at: number;
  readonly bytes: number;
}

export function madeDocuments({ uuid, figures, copied = {} }: IndexDocument): readonly MadeDocuments[] {
  if (figures.documents === 0) return [];
  const bytes = figures.bytes / figures.documents;
  const own = figures.documents - Object.values(copied).reduce((sum, count) => sum + count, 0);
  const others = Object.entries(copied).map(([origin, count]) => ({ origin, count, bytes }));
  return own > 0 ? [{ origin: uuid, count: own, bytes }, ...others] : others;
}

export function withCopy(index: IndexDocument, { origin, at, bytes }: MadeDocument): IndexDocument {
  const { figures } = index;
  return {
    ...index,
    figures: {
      ...figures,
      documents: figures.documents + 1,
      bytes: Math.round(figures.bytes + bytes),
      segments: Math.max(1, figures.segments),
    },
    copied: { ...index.copied, [origin]: at + 1 },
  };
}
