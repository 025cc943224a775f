import { ERASED_NAME, personBehind, type Author, type DocumentEvent } from '#domain/events';
import { recordedAuthor, userKeyOf, userOfAuthor, type User } from './identity.ts';
import type { NameRegister } from './record-store.ts';
import type { TrailRegister } from './trail-register.ts';

export interface RecordedAuthorsOptions {
  readonly register: Pick<TrailRegister, 'authorEntry' | 'deviceDigests'>;
  readonly names: Pick<NameRegister, 'nameOf'>;
}

/** Who sends events, and which of them are of others. */
export interface Sender {
  readonly writer: string;
  readonly users: readonly User[];
  /** Ids of the events that are only imported. */
  readonly imported: ReadonlySet<string>;
  /** Whether the server has read from the cluster what an event notes of it. */
  readonly isSeen: (event: DocumentEvent) => boolean;
}

/**
 * Events with the authors that this server knows: names of users, importers and `seen` marks from a browser are
 * ignored.
 */
export function withRecordedAuthors(
  events: readonly DocumentEvent[],
  { writer, users, imported, isSeen }: Sender,
  options: RecordedAuthorsOptions,
): readonly DocumentEvent[] {
  const known = new Map<string, Author>();
  return events.map(({ importedBy: _importedBy, seen: _seen, ...event }) => {
    const isImported = imported.has(event.id);
    const key = JSON.stringify([event.author.id, event.author.name, isImported]);
    const author = known.get(key) ?? asKnown(event.author, isImported ? 'imported' : users, options);
    known.set(key, author);
    const isShownToBe = !isImported && isSeen(event);
    return { ...event, author, ...(isImported && { importedBy: writer }), ...(isShownToBe && { seen: true }) };
  });
}

/**
 * The name of a user is the user's, and that of somebody whom a device proves is what that device says: what others say
 * in an event under the id changes nothing about it, also where it was erased.
 */
function asKnown(
  claimed: Author,
  users: readonly User[] | 'imported',
  { register, names }: RecordedAuthorsOptions,
): Author {
  const isImported = users === 'imported';
  const person = personBehind(claimed.id);
  const user = userOfAuthor({ id: person, name: claimed.name }, isImported ? [] : users, register);
  const isOfUser = userKeyOf(person, register) !== null;
  const isOfOther = user === null && (isOfUser || (isImported && register.deviceDigests(person).length > 0));
  if (!isOfOther) return recordedAuthor(claimed, user);
  const unknown = register.authorEntry(person) === undefined ? claimed.name : ERASED_NAME;
  return recordedAuthor({ ...claimed, name: names.nameOf(person) ?? unknown }, user);
}
