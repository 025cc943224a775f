import { personBehind, type SealedRecord } from '#domain/events';
import { readEvent } from '#domain/log';
import { isServerGiven } from '../server/console/caller.ts';
import type { ServerDatabase } from '../server/sqlite/database.ts';
import { sqliteTrailRegister } from '../server/sqlite/sqlite-trail-register.ts';
import { subjectOf } from '../server/trail/stream-subject.ts';

/**
 * Says whose the restored streams are, as far as records tell: a draft is its first author's, and not shared. What
 * proved the authors is in no export, and neither is what was shared: each author claims its id with a record of its
 * list of drafts, which nobody else could read, or by a recovery code.
 */
export function restoreRegister(
  database: ServerDatabase,
  runs: readonly { readonly stream: string; readonly after: number; readonly records: readonly SealedRecord[] }[],
): void {
  const register = sqliteTrailRegister(database);
  const noted = new Set<string>();
  const note = (author: string, at: string) => {
    if (noted.has(author) || isServerGiven(author) || author === 'cluster') return;
    noted.add(author);
    if (register.authorEntry(author) === undefined && register.deviceDigests(author).length === 0)
      register.noteAuthor(author, null, at);
  };
  for (const { stream, after, records } of runs) {
    const kind = subjectOf(stream)?.kind;
    const isDraft = kind === 'draft' || kind === 'drafts';
    if (kind === 'server' || kind === 'plan' || kind === 'action') continue;
    for (const [index, { text }] of records.entries()) {
      const { author, importedBy, at, recordedAt = at } = readEvent(text, 1);
      const sender = importedBy ?? personBehind(author.id);
      note(sender, recordedAt);
      if (isDraft && after === 0 && index === 0)
        register.begin(stream, { author: sender, user: null, isRestored: true });
    }
  }
}
