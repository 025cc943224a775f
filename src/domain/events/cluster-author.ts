import type { Author } from './event.ts';

/** The author of cluster states in events before rules 2. */
const CLUSTER = 'cluster';
const REPORTED = `${CLUSTER}:`;

/**
 * The author of a cluster state that a person's browser has read. Its events can't be undone; the name is the person's.
 */
export function clusterAuthor({ id, name, verified }: Author): Author {
  return { id: `${REPORTED}${id}`, name, verified };
}

/** The author of a cluster state that a server has read after a save. Only servers use this id. */
export const SERVER_READER: Author = { id: `${REPORTED}server`, name: 'Mapledger', verified: true };

/** Whether an author's id is that of a cluster, whoever has reported its state. */
export function isClusterAuthor(author: string): boolean {
  return author === CLUSTER || author.startsWith(REPORTED);
}

/** The id of the person behind an author: for a cluster state, the person who reported it. */
export function personBehind(author: string): string {
  return author.startsWith(REPORTED) ? author.slice(REPORTED.length) : author;
}

/** All ids under which events of a person may be recorded. */
export function idsOfPerson(person: string): readonly string[] {
  return [person, `${REPORTED}${person}`];
}

/** How an author is called: "Cluster (seen by Ana)". */
export function nameOfAuthor({ id, name }: Pick<Author, 'id' | 'name'>): string {
  if (id === SERVER_READER.id) return 'Cluster (seen by the server)';
  return id.startsWith(REPORTED) ? `Cluster (seen by ${name})` : name;
}
