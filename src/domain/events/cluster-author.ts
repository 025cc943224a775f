import type { Author } from './event.ts';

/** The author of what a cluster was found to have, as events before rules 2 call it. */
const CLUSTER = 'cluster';
const REPORTED = `${CLUSTER}:`;

/** Who is the author of what the browser of a person has read from a cluster. Nobody undoes it; the name is the person's. */
export function clusterAuthor({ id, name, verified }: Author): Author {
  return { id: `${REPORTED}${id}`, name, verified };
}

/** Who is the author of what a server itself has read from a cluster after a save. Only a server has this id. */
export const SERVER_READER: Author = { id: `${REPORTED}server`, name: 'Mapledger', verified: true };

/** Whether an author's id is that of a cluster, whoever has reported what it had. */
export function isClusterAuthor(author: string): boolean {
  return author === CLUSTER || author.startsWith(REPORTED);
}

/** The id of the person behind an author: who has reported it, for what a cluster was found to have. */
export function personBehind(author: string): string {
  return author.startsWith(REPORTED) ? author.slice(REPORTED.length) : author;
}

/** All ids under which events of a person may be recorded. */
export function idsOfPerson(person: string): readonly string[] {
  return [person, `${REPORTED}${person}`];
}

/** How an author is called: "Cluster, reported by Ana". */
export function nameOfAuthor({ id, name }: Pick<Author, 'id' | 'name'>): string {
  if (id === SERVER_READER.id) return 'Cluster, read by the server';
  return id.startsWith(REPORTED) ? `Cluster, reported by ${name}` : name;
}
