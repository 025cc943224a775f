import type { Author } from '#domain/events';
import type { IdSource } from '#domain/ports';
import type { Database } from './database.ts';

/** Names no device, since a log travels: whoever reads it elsewhere would take "this device" for theirs. */
export const UNNAMED_AUTHOR = 'Unnamed author';

/**
 * The author of this device, made when it is first asked for. All tabs get the same, and so does the next visit: undo
 * belongs to an author. The id is a ULID, because `crypto.randomUUID` is missing on pages that came over plain HTTP.
 */
export async function deviceAuthor(database: Database, ids: IdSource): Promise<Author> {
  return database.transact(['device'], 'readwrite', async (transaction) => {
    const store = transaction.objectStore('device');
    const kept = await store.get('author');
    if (typeof kept === 'object') return authorOf(kept);
    const made = { id: ids.next(), name: UNNAMED_AUTHOR };
    await store.add(made, 'author');
    return authorOf(made);
  });
}

/**
 * Changes the name that later events carry; the id stays, and so do the names in events that are kept. A blank name is
 * none.
 */
export async function renameDeviceAuthor(database: Database, { id }: Author, name: string): Promise<Author> {
  const renamed = { id, name: name.trim() === '' ? UNNAMED_AUTHOR : name.trim() };
  await database.transact(['device'], 'readwrite', (transaction) =>
    transaction.objectStore('device').put(renamed, 'author'),
  );
  return authorOf(renamed);
}

function authorOf({ id, name }: { readonly id: string; readonly name: string }): Author {
  return { id, name, verified: false };
}

/**
 * Makes this device one of another author, whose drafts were restored on it. Pages that are open go on as before until
 * they are loaded again.
 */
export async function replaceDeviceAuthor(database: Database, { id, name }: Author): Promise<void> {
  await database.transact(['device'], 'readwrite', (transaction) =>
    transaction.objectStore('device').put({ id, name }, 'author'),
  );
}
