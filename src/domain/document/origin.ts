import { Type, type Static } from 'typebox';
import type { DocumentEvent } from '../events/event.ts';
import { exact } from '../json/schemas.ts';
import { isArray, isObject, member } from '../json/value.ts';
import { parseLiveStream } from './live-document.ts';

/** The version of another log that a document was made from, by the hash of its record: what it had is proved by it. */
const OriginSchema = exact({
  stream: Type.String({ minLength: 1, maxLength: 2_048 }),
  version: Type.Integer({ minimum: 1 }),
  hash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
});
export type Origin = Static<typeof OriginSchema>;

/** How many logs a document can be made from: that of an index, and of a draft of it. */
const MAX_ORIGINS = 2;

/** The payload member of the command that starts a document, with what it was made from. */
export const ORIGINS_MEMBER = Type.Optional(Type.Array(OriginSchema, { minItems: 1, maxItems: MAX_ORIGINS }));

const NONE: readonly Origin[] = [];

/**
 * What a document was made from, as the event that starts it says: the log of an index or draft which this one goes on
 * from. Blame looks into them in this order.
 */
export function originsOf({ type, command }: { readonly type: string } & Partial<Pick<DocumentEvent, 'command'>>) {
  if (type !== 'document.created' || !isObject(command?.payload)) return NONE;
  const origins = member(command.payload, 'continues');
  // The schema of the command has checked them.
  return isArray(origins) ? (origins as unknown as readonly Origin[]) : NONE;
}

/** What a stream is about, for a document that was made from it: the name of an index or template, or "a draft". */
export function documentOf(stream: string): string {
  return parseLiveStream(stream)?.name ?? 'a draft';
}

/** What a document was made from, in words: "orders and a draft". */
export function originWords(origins: readonly Origin[]): string {
  return origins.map(({ stream }) => documentOf(stream)).join(' and ');
}
