import { decodeTime, isValid } from 'ulid';
import type { DocumentSession } from '../../machines/document-session.ts';
import { firstEventOf } from './loss-watch.ts';

/**
 * When what is stored here was begun (RFC 3339), where a draft is older than that by its id; null where it is not, or its id does not say.
 * Such a draft was never deleted here: it is another device's, or the storage that had it is gone. It needs no memory of that storage, which a
 * browser that is killed soon after may have lost too.
 */
export function storageYoungerThan(draftId: string, drafts: DocumentSession): string | null {
  const begunAt = firstEventOf(drafts)?.at;
  if (begunAt === undefined || !isValid(draftId)) return null;
  return decodeTime(draftId) < Date.parse(begunAt) ? begunAt : null;
}
