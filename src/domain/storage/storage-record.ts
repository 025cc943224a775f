import { Type, type Static } from 'typebox';
import { exact } from '../json/schemas.ts';
import { isObject, type Body, type JsonValue } from '../json/index.ts';

/** The stream with the log of a server's storage. */
export const STORAGE_STREAM = 'server/storage';

const HASH = Type.String({ pattern: '^[0-9a-f]{64}$' });

/** A log whose texts were erased. */
export const ErasedLogSchema = exact({
  /** What it was about: `draft`, `index`, `action`. */
  kind: Type.String({ minLength: 1, maxLength: 64 }),
  events: Type.Integer({ minimum: 1 }),
  /** Hash of its last record. */
  head: HASH,
});

/** Names of an author that were erased. */
export const ErasedNamesSchema = exact({
  author: Type.String({ minLength: 1, maxLength: 256 }),
  names: Type.Integer({ minimum: 1 }),
});

/** How somebody proved to be an author from a device that could not prove it before. */
export const RestoredAuthorSchema = exact({
  author: Type.String({ minLength: 1, maxLength: 256 }),
  /**
   * `sign_in`: by a session of the author's user; `code`: by a recovery code, which is used up; `history`: by a
   * recorded event, for an id that has events and no proof; `rebind`: by a recovery code that was made on the
   * machine of the server, which is not used yet.
   */
  by: Type.Union([Type.Literal('sign_in'), Type.Literal('code'), Type.Literal('history'), Type.Literal('rebind')]),
});
export type RestoredBy = Static<typeof RestoredAuthorSchema>['by'];

/** Actions that were erased because of their age. */
export const RetentionRunSchema = exact({
  /** How long actions are kept. */
  days: Type.Integer({ minimum: 1 }),
  /** Actions that began before this time were erased, RFC 3339. */
  before: Type.String(),
  actions: Type.Integer({ minimum: 1 }),
  events: Type.Integer({ minimum: 1 }),
});

/** The document of the stream. */
export interface StorageRecord {
  readonly erasedLogs: number;
  readonly erasedEvents: number;
  readonly erasedNames: number;
  readonly tests: number;
  /** What was done last, by the type of its command. */
  readonly last: JsonValue;
}

/** The sums so far; zeros before the first event. */
export function storageRecordOf(body: Body): Omit<StorageRecord, 'last'> {
  if (!isObject(body)) return { erasedLogs: 0, erasedEvents: 0, erasedNames: 0, tests: 0 };
  // The commands keep it in this form.
  const { last: _, ...sums } = body as unknown as StorageRecord;
  return sums;
}
