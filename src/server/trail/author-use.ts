import type { SealedRecord } from '#domain/events';

/** Under which name an event of an author is in a record. */
export interface AuthorUse {
  readonly author: string;
  /** To the name; null in a record that has the name itself, which no server has recorded. */
  readonly commitment: string | null;
  /** RFC 3339; empty where no server has recorded it. */
  readonly recordedAt: string;
  /** Another author has sent it. */
  readonly isImported: boolean;
}

/**
 * The author stands before everything in a record that a person could have written a member into, and the pattern
 * begins where the record does. To parse the record costs as much as to seal it.
 */
const TEXT = String.raw`"(?:[^"\\]|\\.)*"`;
const START = String.raw`^\{"format":\d+,"id":${TEXT},"stream":${TEXT},"version":\d+,"at":${TEXT}`;
const NAMED = String.raw`"verified":(?:true|false),"commitment":"([0-9a-f]{64})"\}`;
const RECORDED = new RegExp(`${START},"recordedAt":(${TEXT}),"author":\\{"id":(${TEXT}),${NAMED}(,"importedBy":)?`);
const OTHER = new RegExp(`${START},"author":\\{"id":(${TEXT})`);

/** Null where a record has no author that can be read. */
export function authorUseIn({ text }: SealedRecord): AuthorUse | null {
  const [, recordedAt = '""', id, commitment = null, imported] = RECORDED.exec(text) ?? [];
  const quoted = id ?? OTHER.exec(text)?.[1];
  if (quoted === undefined) return null;
  return { author: textIn(quoted), commitment, recordedAt: textIn(recordedAt), isImported: imported !== undefined };
}

function textIn(quoted: string): string {
  return JSON.parse(quoted) as string;
}
